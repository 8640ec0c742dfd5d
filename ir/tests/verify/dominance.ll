; ==== ok: loop with a phi that reads itself
define i8 @f(i8 %n) {
start:
  br label %loop
loop:
  %i = phi i8 [ 0, %start ], [ %j, %loop ]
  %k = phi i8 [ 7, %start ], [ %k, %loop ]
  %j = add i8 %i, %k
  %c = icmp ult i8 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret i8 %j
}
; ==== W6: use before definition in one block
define i8 @f(i8 %a) {
  %x = add i8 %y, 1
  %y = add i8 %a, 1
  ret i8 %x
}
; ==== W6: value of one arm at the join
define i8 @f(i1 %c, i8 %a) {
start:
  br i1 %c, label %arm, label %join
arm:
  %x = add i8 %a, 1
  br label %join
join:
  ret i8 %x
}
; ==== W6: phi reads a value on the wrong edge
define i8 @f(i1 %c, i8 %a) {
start:
  br i1 %c, label %arm, label %join
arm:
  %x = add i8 %a, 1
  br label %join
join:
  %r = phi i8 [ 0, %arm ], [ %x, %start ]
  ret i8 %r
}
; ==== W6: reads itself
define i8 @f() {
  %x = add i8 %x, 1
  ret i8 %x
}
; ==== ok: reads itself in an unreachable block
define void @f() {
  ret void
dead:
  %x = add i8 %x, 1
  br label %dead
}
; ==== W6: reachable use of a value from an unreachable block
define i8 @f() {
start:
  br label %next
dead:
  %x = add i8 1, 2
  br label %next
next:
  %p = phi i8 [ 0, %start ], [ %x, %dead ]
  ret i8 %x
}
; ==== ok: result of an invoke on its normal edge
define i8 @f() personality ptr @p {
start:
  %v = invoke i8 @g() to label %fine unwind label %pad
fine:
  ret i8 %v
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret i8 0
}
declare i8 @g()
declare i32 @p(...)
; ==== W6: result of an invoke in its pad
define i8 @f() personality ptr @p {
start:
  %v = invoke i8 @g() to label %fine unwind label %pad
fine:
  ret i8 0
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret i8 %v
}
declare i8 @g()
declare i32 @p(...)
; ==== W6: operand bundle input
define void @f(i1 %c) {
start:
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %q) ]
  %q = alloca i8
  ret void
}
declare void @llvm.assume(i1)
