; ==== ok: attachments
define ptr @f(ptr %p) {
  %a = load i8, ptr %p, !range !0, !noundef !1
  %b = load ptr, ptr %p, !nonnull !1, !align !2, !dereferenceable !2
  %c = call i8 @g(), !range !3
  %d = load float, ptr %p
  %e = fadd float %d, %d, !fpmath !4
  ret ptr %b
}
declare i8 @g()
!0 = !{i8 0, i8 2}
!1 = !{}
!2 = !{i64 8}
!3 = !{i8 -5, i8 -1, i8 3, i8 7}
!4 = !{float 2.5}
; ==== metadata: range with one bound
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !range !0
  ret i8 %a
}
!0 = !{i8 0}
; ==== metadata: range of another type
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !range !0
  ret i8 %a
}
!0 = !{i16 0, i16 2}
; ==== metadata: empty range
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !range !0
  ret i8 %a
}
!0 = !{i8 2, i8 2}
; ==== metadata: ranges that touch
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !range !0
  ret i8 %a
}
!0 = !{i8 0, i8 2, i8 2, i8 5}
; ==== metadata: ranges out of order
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !range !0
  ret i8 %a
}
!0 = !{i8 5, i8 7, i8 0, i8 2}
; ==== metadata: range on an addition
define i8 @f(i8 %p) {
  %a = add i8 %p, 1, !range !0
  ret i8 %a
}
!0 = !{i8 0, i8 2}
; ==== metadata: nonnull on an integer
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !nonnull !0
  ret i8 %a
}
!0 = !{}
; ==== metadata: align that is not a power of two
define ptr @f(ptr %p) {
  %a = load ptr, ptr %p, !align !0
  ret ptr %a
}
!0 = !{i64 6}
; ==== metadata: negative accuracy
define float @f(float %p) {
  %a = fadd float %p, %p, !fpmath !0
  ret float %a
}
!0 = !{float -1.0}
; ==== metadata: types in a circle
define i8 @f(ptr %p) {
  %a = load i8, ptr %p, !tbaa !0
  ret i8 %a
}
!0 = !{!1, !1, i64 0}
!1 = !{!"a", !2, i64 0}
!2 = !{!"b", !1, i64 0}
