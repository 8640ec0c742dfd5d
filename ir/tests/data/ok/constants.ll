; Constants of every kind.
$any = comdat any

@i1 = global [2 x i1] [i1 true, i1 false]
@i8 = global i8 300
@hex = global [4 x i16] [i16 u0xFFFF, i16 s0x80, i16 -1, i16 u0x7f]
@big = global i128 170141183460469231731687303715884105727
@small = global i128 -170141183460469231731687303715884105728
@wide = global i257 u0x10000000000000000000000000000000000000000000000000000000000000000
@f = global [8 x float] [float 0.5, float -0.0, float 1.0e10, float 0x7FF0000000000000, float 0x7FF8000000000000, float 0x7FF0000020000000, float 0x36A0000000000000, float 3.25]
@d = global [6 x double] [double 0x3FD3333333333334, double 1.0, double -2.5e-300, double 0xFFF0000000000000, double 0x7FF0000000000001, double 123456789.0]
@h = global [4 x half] [half 0xH3C00, half 1.0, half -0.0, half 0xH7C01]
@b = global [3 x bfloat] [bfloat 0xR3F80, bfloat 1.0, bfloat 0x7FF0000000000000]
@x = global [2 x x86_fp80] [x86_fp80 0xK3FFF8000000000000000, x86_fp80 0xKFFFFC000000000000000]
@q = global [2 x fp128] [fp128 0xL00000000000000003FFF000000000000, fp128 0xL00000000000000000000000000000001]
@p = global ppc_fp128 0xM3FF00000000000000000000000000000
@s = private unnamed_addr constant [8 x i8] c"a\22\5C\00\FFz\0A\7F"
@nul = global [2 x i8] c"\00\00"
@bytes = global [3 x i8] [i8 65, i8 10, i8 -1]
@agg = global { i8, <2 x i32>, [2 x ptr], <{ i1, half }> } { i8 1, <2 x i32> <i32 1, i32 2>, [2 x ptr] [ptr null, ptr @agg], <{ i1, half }> <{ i1 true, half 0xH0000 }> }
@splat = global <4 x i8> splat (i8 -3)
@same = global <4 x i8> <i8 7, i8 7, i8 7, i8 7>
@fsame = global <2 x double> <double 1.5, double 1.5>
@mixed = global <3 x i8> <i8 undef, i8 poison, i8 2>
@undef = global [2 x i8] [i8 undef, i8 undef]
@poison = global { i8, i8 } { i8 poison, i8 poison }
@psplat = global <2 x ptr> <ptr @s, ptr @s>
@zero = global { i32, ptr, double, [2 x i8] } { i32 0, ptr null, double 0.0, [2 x i8] zeroinitializer }
@negzero = global <2 x double> <double -0.0, double -0.0>
@gep = global ptr getelementptr inbounds nuw (i8, ptr @s, i64 3)
@inrange = global ptr getelementptr inbounds inrange(-8, 16) ({ [3 x ptr] }, ptr @vt, i32 0, i32 0, i32 1)
@vt = global { [3 x ptr] } zeroinitializer
@cast = global i64 ptrtoint (ptr @s to i64)
@addr = global i64 ptrtoaddr (ptr @s to i64)
@itp = global ptr inttoptr (i64 42 to ptr)
@asc = global ptr addrspacecast (ptr addrspace(1) @one to ptr)
@one = addrspace(1) global i8 0
@trunc = global i32 trunc (i64 ptrtoint (ptr @s to i64) to i32)
@bc = global double bitcast (i64 ptrtoint (ptr @s to i64) to double)
@sub = global i64 sub nuw nsw (i64 ptrtoint (ptr @s to i64), i64 ptrtoint (ptr @vt to i64))
@xor = global i64 xor (i64 ptrtoint (ptr @s to i64), i64 -1)
@add = global i64 add (i64 ptrtoint (ptr @s to i64), i64 12)
@ba = global [2 x ptr] [ptr blockaddress(@blocks, %two), ptr blockaddress(@blocks, %"th ree")]
@dle = global ptr dso_local_equivalent @blocks
@nocfi = global ptr no_cfi @blocks
@auth = global ptr ptrauth (ptr @s, i32 2)
@auth4 = global ptr ptrauth (ptr @s, i32 2, i64 65535, ptr @s)
@ee = global i8 extractelement (<4 x i8> ptrtoint (<4 x ptr> getelementptr (i8, <4 x ptr> zeroinitializer, <4 x i64> <i64 1, i64 2, i64 3, i64 4>) to <4 x i8>), i32 1)

define void @blocks() {
  br label %two

two:
  br label %"th ree"

"th ree":
  ret void
}
