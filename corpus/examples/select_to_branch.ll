; The other way round is wrong: it turns a poison result into undefined behaviour.
; expect: counterexample source-more-defined

define i16 @src(i1 %c, i16 %x, i16 %y) {
  %r = select i1 %c, i16 %x, i16 %y
  ret i16 %r
}

define i16 @tgt(i1 %c, i16 %x, i16 %y) {
entry:
  br i1 %c, label %then, label %else
then:
  ret i16 %x
else:
  ret i16 %y
}
