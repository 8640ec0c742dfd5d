; ==== ok: constants
@a = global { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }
@b = global ptr getelementptr inbounds ({ i8, [2 x i16] }, ptr @a, i64 0, i32 1, i64 1)
@c = global [3 x i8] c"ab\00"
@d = global <2 x float> splat (float 1.0)
@e = global i64 ptrtoint (ptr @a to i64)
@g = addrspace(3) global i8 0
@h = global ptr addrspace(3) @g
define ptr @f() {
start:
  br label %next
next:
  ret ptr blockaddress(@f, %next)
}
; ==== constant: address of the entry block
define ptr @f() {
start:
  ret ptr blockaddress(@f, %start)
}
; ==== W5: reference in another address space
@g = addrspace(3) global i8 0
define ptr @f() {
  ret ptr @g
}
