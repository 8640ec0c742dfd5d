; -(x / c) made x / -c, for c = 1. The smallest integer divided by -1 overflows, which is immediate undefined behaviour;
; the source merely wraps.
; expect: counterexample source-more-defined

define i32 @src(i32 %x) {
  %q = sdiv i32 %x, 1
  %r = sub i32 0, %q
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = sdiv i32 %x, -1
  ret i32 %r
}
