; Every form of type.
target datalayout = "e-p:64:64-p1:32:32-A5-G1-P0"

%packed = type <{ i8, i32, [3 x i16] }>
%nested = type { %packed, { i1, ptr }, <4 x float> }
%forward = type { ptr, %later }
%later = type { [0 x i8], i8388607 }
%hidden = type opaque
%0 = type { i32 }
%"with space" = type { %0 }
%"1" = type { i8 }
%alias = type [4 x i8]
%empty = type {}
%emptypacked = type <{}>

@a = global %nested zeroinitializer
@b = addrspace(1) global %forward zeroinitializer
@c = external addrspace("G") global %hidden
@d = addrspace(0) global %"with space" { %0 { i32 7 } }
@e = addrspace(0) global %alias c"abcd"
@f = addrspace(0) global { %empty, %emptypacked, %"1" } { %empty zeroinitializer, %emptypacked zeroinitializer, %"1" { i8 3 } }
@g = addrspace(0) global ptr addrspace(3) null
@h = addrspace(0) global [4294967296 x i8] zeroinitializer
@i = addrspace(0) global <{ half, bfloat, float, double, fp128, x86_fp80, ppc_fp128 }> zeroinitializer
@j = addrspace(0) global ptr @func

declare void @func(half, bfloat, float, double, fp128, x86_fp80, ppc_fp128)
declare x86_amx @llvm.amx(x86_amx)
declare target("spirv.Image", void, 0, 1, 2) @image(target("aarch64.svcount"), target("spirv.Sampler"))
declare i32 @variadic(ptr, ...)
declare void @only(...)
declare <vscale x 2 x i64> @scalable(<vscale x 2 x ptr>)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

define void @stack() {
  %x = alloca i32, align 4, addrspace(5)
  %y = alloca i32, align 4
  %z = alloca i8, i64 4, align 16, addrspace("A")
  store i32 1, ptr addrspace(5) %x, align 4
  store i32 1, ptr %y, align 4
  store i8 1, ptr addrspace(5) %z, align 1
  ret void
}
