; Without nsw it does not hold for the largest integer.
; expect: counterexample value-mismatch

define i1 @src(i64 %x) {
  %y = add i64 %x, 1
  %r = icmp sgt i64 %y, %x
  ret i1 %r
}

define i1 @tgt(i64 %x) {
  ret i1 true
}
