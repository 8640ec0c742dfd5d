; The repair of select_to_and.ll: freeze stops the poison of %b.
; expect: refines

define i1 @src(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}

define i1 @tgt(i1 %a, i1 %b) {
  %b.fr = freeze i1 %b
  %r = and i1 %a, %b.fr
  ret i1 %r
}
