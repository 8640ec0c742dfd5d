define i64 @uses(i32 %n) {
  %a = add i64 %n, 1 ; error: W5 '%n' defined with type 'i32' but expected 'i64'
  br label %next
next:
  %b = add i64 %later, 1
  %later = add i32 %n, 1 ; error: W5 '%later' defined with type 'i32' but used with type 'i64'
  %c = extractvalue { i32, i8 } zeroinitializer, 2 ; error: W5 invalid indices
  %d = add i32 %c, 1
  %e = call i32 (i32) @f(i32 %n, i32 %n) ; error: W5 arguments do not match
  store i32 1.0, ptr null ; error: type floating point constant invalid for type
  %f = fadd float 0.1, 1.0 ; error: type floating point constant invalid for type 'float'
  %g = fadd float %f, 1 ; error: type integer constant must have integer type
  %h = add <2 x i32> <i32 1, i32 2, i32 3>, zeroinitializer ; error: W5 does not have type '<2 x i32>'
  %i = shufflevector <2 x i32> zeroinitializer, <2 x i32> zeroinitializer, <2 x i64> zeroinitializer ; error: W5 invalid shufflevector mask
  %void = call void @g() ; error: type returning void
  ret i64 %a
}
declare i32 @f(i32)
declare void @g()
@v = global void zeroinitializer ; error: type invalid type for global variable
@s = global [2 x i8] c"abc" ; error: W5 constant string of 3 bytes
@n = global i32 null ; error: type null must be a pointer type
