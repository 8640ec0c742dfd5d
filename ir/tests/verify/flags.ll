; ==== flag: fast-math on an integer select
define i8 @f(i1 %c, i8 %a) {
  %r = select nnan i1 %c, i8 %a, i8 1
  ret i8 %r
}
; ==== flag: fast-math on an integer call
define i8 @f(i8 %a) {
  %r = call nsz i8 @f(i8 %a)
  ret i8 %r
}
; ==== flag: fast-math on an integer phi
define i8 @f(i8 %a) {
start:
  br label %b
b:
  %r = phi fast i8 [ %a, %start ]
  ret i8 %r
}
; ==== ok: fast-math on calls, selects and phis of floats
define <2 x float> @f(<2 x float> %a, i1 %c) {
start:
  %r = call fast <2 x float> @f(<2 x float> %a, i1 %c)
  br label %b
b:
  %p = phi nnan <2 x float> [ %r, %start ]
  %q = select ninf i1 %c, <2 x float> %p, <2 x float> %a
  ret <2 x float> %q
}
