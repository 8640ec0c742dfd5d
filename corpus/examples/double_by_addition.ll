; x * 2 is even whatever x is. If %x is undef, each of its two uses in the target may be another number.
; expect: counterexample

define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
