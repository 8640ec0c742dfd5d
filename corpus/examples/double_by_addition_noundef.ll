; With %x known not to be undef, doubling by addition is right.
; expect: refines

define i8 @src(i8 noundef %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}

define i8 @tgt(i8 noundef %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
