; x + 1 > x always holds when the sum may not overflow.
; expect: refines

define i1 @src(i64 %x) {
  %y = add nsw i64 %x, 1
  %r = icmp sgt i64 %y, %x
  ret i1 %r
}

define i1 @tgt(i64 %x) {
  ret i1 true
}
