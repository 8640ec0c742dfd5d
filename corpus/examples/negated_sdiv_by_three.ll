; The same rewrite is right for a divisor whose quotient cannot overflow.
; expect: refines

define i32 @src(i32 %x) {
  %q = sdiv i32 %x, 3
  %r = sub i32 0, %q
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = sdiv i32 %x, -3
  ret i32 %r
}
