; ==== ok: places and types
define noundef nonnull align 8 ptr @f(ptr noalias nonnull readonly captures(none) dereferenceable(8) %p, i8 zeroext range(i8 1, 9) %a, float nofpclass(nan) %x, ptr returned %q, <2 x ptr> align 4 %v) nounwind memory(read) {
  ret ptr %q
}
; ==== attribute: zeroext on a pointer
declare void @f(ptr zeroext)
; ==== attribute: nonnull on an integer
declare void @f(i8 nonnull)
; ==== attribute: noalias on an integer result
declare noalias i8 @f()
; ==== attribute: range of another width
declare void @f(i8 range(i16 1, 9))
; ==== attribute: nofpclass on an integer
declare void @f(i8 nofpclass(nan))
; ==== attribute: align on an integer
declare void @f(i8 align 4)
; ==== attribute: noundef on void
declare noundef void @f()
; ==== attribute: zeroext and signext
declare void @f(i8 zeroext signext)
; ==== attribute: readonly and readnone
declare void @f(ptr readonly readnone)
; ==== attribute: byval and inreg
declare void @f(ptr byval(i32) inreg)
; ==== attribute: byval of an opaque struct
%o = type opaque
declare void @f(ptr byval(%o))
; ==== attribute: sret on the third parameter
declare void @f(i8, i8, ptr sret(i32))
; ==== attribute: sret beside a result
declare i8 @f(ptr sret(i32))
; ==== attribute: two sret
declare void @f(ptr sret(i32), ptr sret(i32))
; ==== attribute: returned of another type
declare i8 @f(i16 returned)
; ==== attribute: two returned
declare i8 @f(i8 returned, i8 returned)
; ==== attribute: inalloca not last
declare void @f(ptr inalloca(i8), i8)
; ==== attribute: immarg outside intrinsics
declare void @f(i8 immarg)
; ==== attribute: elementtype outside intrinsics
declare void @f(ptr elementtype(i8))
; ==== attribute: optnone without noinline
define void @f() optnone {
  ret void
}
; ==== attribute: alwaysinline and noinline
define void @f() alwaysinline noinline {
  ret void
}
; ==== attribute: optnone and minsize
define void @f() optnone noinline minsize {
  ret void
}
; ==== attribute: allocsize beyond the parameters
declare ptr @f(i8) allocsize(1)
; ==== ok: allocsize
declare ptr @f(i64, i64) allocsize(0, 1)
; ==== attribute: zeroext of a pointer at a call
define void @f(ptr %p, ptr %q) {
  call void %p(ptr zeroext %q)
  ret void
}
; ==== ok: attributes of intrinsics do not count
declare i8 @llvm.ctpop.i8(i8 nest)
