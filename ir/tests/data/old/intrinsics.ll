declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture, i64, i32, i1) nounwind
declare void @llvm.memset.p0i8.i32(i8* nocapture, i8, i32, i32, i1) nounwind
declare void @llvm.lifetime.start(i64, i8* nocapture) nounwind
declare void @llvm.lifetime.end(i64, i8* nocapture) nounwind
declare i32 @llvm.ctlz.i32(i32) nounwind readnone
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.objectsize.i64(i8*, i1)
declare <4 x float> @llvm.masked.load.v4f32(<4 x float>*, i32, <4 x i1>, <4 x float>)
declare i32 @llvm.experimental.vector.reduce.add.i32.v4i32(<4 x i32>)
declare i8* @llvm.stacksave()
declare i32 @llvm.flt.rounds()

define i32 @f(i8* %p, i8* %q, <4 x float>* %v) {
  %slot = alloca i64
  %raw = bitcast i64* %slot to i8*
  call void @llvm.lifetime.start(i64 8, i8* %raw)
  call void @llvm.lifetime.start(i64 8, i8* %p)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %q, i64 16, i32 8, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 16, i32 1, i1 true)
  %a = call i32 @llvm.ctlz.i32(i32 5)
  %b = call i64 @llvm.cttz.i64(i64 5, i1 true)
  %c = call i64 @llvm.objectsize.i64(i8* %p, i1 false)
  %d = call <4 x float> @llvm.masked.load.v4f32(<4 x float>* %v, i32 4, <4 x i1> undef, <4 x float> undef)
  %s = call i8* @llvm.stacksave()
  %r = call i32 @llvm.flt.rounds()
  call void @llvm.lifetime.end(i64 8, i8* %raw)
  ret i32 %a
}
