; A short-circuit "a && b" made a bitwise one. LLVM did this for years: when %a is false, the source never looks
; at %b, but the target is poison as soon as %b is.
; expect: counterexample more-poisonous

define i1 @src(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}

define i1 @tgt(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}
