; ==== ok: well-typed
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1 immarg)
declare <2 x i8> @llvm.fshl.v2i8(<2 x i8>, <2 x i8>, <2 x i8>)
declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)
declare i16 @llvm.bswap.i16(i16)
declare i2 @llvm.scmp.i2.i8(i8, i8)
declare <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8>, <4 x i8>, i64 immarg)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare <8 x i16> @llvm.x86.sse2.pmulh.w(<8 x i16>, <8 x i16>)
define void @f(i8 %a, <8 x i8> %v, <4 x i8> %w, <4 x i32> %x, <4 x i1> %m, ptr %p, float %y) {
  %1 = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %a)
  %2 = call i8 @llvm.abs.i8(i8 %a, i1 true)
  %3 = call <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8> %v, <4 x i8> %w, i64 4)
  %4 = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> %x, metadata !"ult", <4 x i1> %m, i32 4)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr %p, i64 8, i1 false)
  %5 = call float @llvm.experimental.constrained.fadd.f32(float %y, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = call i1 @llvm.is.fpclass.f32(float %y, i32 1023)
  ret void
}
; ==== intrinsic: result of another type
declare i8 @llvm.sadd.with.overflow.i8(i8, i8)
define i8 @f(i8 %a) {
  %r = call i8 @llvm.sadd.with.overflow.i8(i8 %a, i8 %a)
  ret i8 %r
}
; ==== ok: wrong declaration that nobody calls
declare i8 @llvm.sadd.with.overflow.i8(i8, i8)
; ==== intrinsic: too many parameters
declare i8 @llvm.umin.i8(i8, i8, i8)
define i8 @f(i8 %a) {
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %a, i8 %a)
  ret i8 %r
}
; ==== intrinsic: parameter of another type
declare i8 @llvm.umin.i8(i8, i16)
define i8 @f(i8 %a, i16 %b) {
  %r = call i8 @llvm.umin.i8(i8 %a, i16 %b)
  ret i8 %r
}
; ==== intrinsic: floats where integers belong
declare float @llvm.ctpop.f32(float)
define float @f(float %a) {
  %r = call float @llvm.ctpop.f32(float %a)
  ret float %r
}
; ==== intrinsic: definition
define i8 @llvm.ctpop.i8(i8 %a) {
  ret i8 %a
}
; ==== intrinsic: immediate from a variable
declare i8 @llvm.abs.i8(i8, i1 immarg)
define i8 @f(i8 %a, i1 %c) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 %c)
  ret i8 %r
}
; ==== intrinsic: address taken
declare i8 @llvm.abs.i8(i8, i1 immarg)
define ptr @f() {
  ret ptr @llvm.abs.i8
}
; ==== intrinsic: bswap of an odd number of bytes
declare i24 @llvm.bswap.i24(i24)
define i24 @f(i24 %a) {
  %r = call i24 @llvm.bswap.i24(i24 %a)
  ret i24 %r
}
; ==== intrinsic: scale of a signed product
declare i8 @llvm.smul.fix.i8(i8, i8, i32 immarg)
define i8 @f(i8 %a) {
  %r = call i8 @llvm.smul.fix.i8(i8 %a, i8 %a, i32 8)
  ret i8 %r
}
; ==== ok: scale of an unsigned product
declare i8 @llvm.umul.fix.i8(i8, i8, i32 immarg)
define i8 @f(i8 %a) {
  %r = call i8 @llvm.umul.fix.i8(i8 %a, i8 %a, i32 8)
  ret i8 %r
}
; ==== intrinsic: three-way comparison in one bit
declare i1 @llvm.ucmp.i1.i8(i8, i8)
define i1 @f(i8 %a) {
  %r = call i1 @llvm.ucmp.i1.i8(i8 %a, i8 %a)
  ret i1 %r
}
; ==== intrinsic: reduction of floats as integers
declare float @llvm.vector.reduce.add.v4f32(<4 x float>)
define float @f(<4 x float> %a) {
  %r = call float @llvm.vector.reduce.add.v4f32(<4 x float> %a)
  ret float %r
}
; ==== intrinsic: insertion beyond the vector
declare <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8>, <4 x i8>, i64 immarg)
define <8 x i8> @f(<8 x i8> %v, <4 x i8> %w) {
  %r = call <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8> %v, <4 x i8> %w, i64 8)
  ret <8 x i8> %r
}
; ==== intrinsic: insertion between multiples
declare <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8>, <4 x i8>, i64 immarg)
define <8 x i8> @f(<8 x i8> %v, <4 x i8> %w) {
  %r = call <8 x i8> @llvm.vector.insert.v8i8.v4i8(<8 x i8> %v, <4 x i8> %w, i64 2)
  ret <8 x i8> %r
}
; ==== intrinsic: class that does not exist
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
define i1 @f(float %y) {
  %r = call i1 @llvm.is.fpclass.f32(float %y, i32 1024)
  ret i1 %r
}
; ==== intrinsic: predicate that does not exist
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
define <4 x i1> @f(<4 x i32> %x, <4 x i1> %m) {
  %r = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> %x, metadata !"oeq", <4 x i1> %m, i32 4)
  ret <4 x i1> %r
}
; ==== intrinsic: vector-predicated cast to wider
declare <4 x i64> @llvm.vp.trunc.v4i64.v4i32(<4 x i32>, <4 x i1>, i32)
define <4 x i64> @f(<4 x i32> %x, <4 x i1> %m) {
  %r = call <4 x i64> @llvm.vp.trunc.v4i64.v4i32(<4 x i32> %x, <4 x i1> %m, i32 4)
  ret <4 x i64> %r
}
; ==== intrinsic: rounding mode that does not exist
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define float @f(float %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %y, float %y, metadata !"round.sideways", metadata !"fpexcept.strict") strictfp
  ret float %r
}
; ==== intrinsic: active lanes that are not i1
declare <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32, i32)
define <4 x i8> @f(i32 %y) {
  %r = call <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32 %y, i32 %y)
  ret <4 x i8> %r
}
; ==== intrinsic: mask of another width
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
define ptr @f(ptr %p) {
  %r = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 -8)
  ret ptr %r
}
; ==== intrinsic: called with another type than declared
declare i8 @llvm.umin.i8(i8, i8)
define i16 @f(i16 %a) {
  %r = call i16 @llvm.umin.i8(i16 %a, i16 %a)
  ret i16 %r
}
; ==== ok: calls without declaration
define i16 @f(i16 %a, i8 %b) {
  %r = call i16 @llvm.umin(i16 %a, i16 %a)
  %s = call i8 @llvm.umin(i8 %b, i8 %b)
  ret i16 %r
}
