define i32 @recovers(i32 %x) {
  %a = add i32 %x 1 ; error: syntax expected ','
  %b = frobnicate i32 %a ; error: syntax expected instruction opcode
  %c = add i32 %a, %b
  %d = icmp foo i32 %c, 1 ; error: syntax expected icmp predicate
  %e = zext nsw i32 %c to i64 ; error: syntax flag 'nsw' is not allowed on this 'zext'
  br i1 %d, label %t label %f ; error: syntax expected ','
t:
  ret i32 %c
f:
  ret i32 %c,, ; error: syntax expected metadata after comma
}

@bad = globl i32 0 ; error: syntax expected 'global'
@alright = global i32 0

declare void @missing(i32
define void @after() { ; error: syntax expected
  ret void
}

define i4294967296 @wide() { ; error: limit bitwidth
  ret void
}

@aligned = global i32 0, align 3 ; error: alignment alignment is not a power of two
@vec = external global <0 x i8> ; error: type zero element vector
@many = external global <4294967296 x i8> ; error: limit size too large for vector

define void @unclosed() {
  ret void

declare void @next() ; error: syntax expected '}'
