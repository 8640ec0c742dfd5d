declare void @llvm.memcpy.p0.p0.i64(ptr captures(none), ptr captures(none), i64, i1)
declare void @llvm.memset.p0.i32(ptr captures(none), i8, i32, i1)
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare ptr @llvm.stacksave.p0()
declare i32 @llvm.get.rounding()

define i32 @f(ptr %p, ptr %q, ptr %v) {
  %slot = alloca i64
  call void @llvm.lifetime.start.p0(ptr %slot)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 16, i1 false)
  call void @llvm.memset.p0.i32(ptr align 1 %p, i8 0, i32 16, i1 true)
  %a = call i32 @llvm.ctlz.i32(i32 5, i1 false)
  %b = call i64 @llvm.cttz.i64(i64 5, i1 true)
  %c = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  %d = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v, <4 x i1> undef, <4 x float> undef)
  %s = call ptr @llvm.stacksave.p0()
  %r = call i32 @llvm.get.rounding()
  call void @llvm.lifetime.end.p0(ptr %slot)
  ret i32 %a
}
