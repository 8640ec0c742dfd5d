; ==== ok: accesses
%pair = type { i8, [4 x i32] }
define i32 @f(ptr %p, i64 %i, <2 x ptr> %ps) {
  %a = alloca %pair, i32 3, align 16
  %g = getelementptr inbounds nuw %pair, ptr %a, i64 %i, i32 1, i64 2
  store i32 7, ptr %g, align 4
  %v = load atomic volatile i32, ptr %p syncscope("x") acquire, align 4
  store atomic float 1.0, ptr %p release, align 4
  %w = getelementptr i8, <2 x ptr> %ps, i64 %i
  %o = atomicrmw add ptr %p, i32 1 monotonic
  %q = atomicrmw fadd ptr %p, <2 x half> zeroinitializer seq_cst
  %r = atomicrmw xchg ptr %p, ptr null acq_rel
  %x = cmpxchg weak ptr %p, i32 %v, i32 0 acq_rel monotonic, align 4
  fence syncscope("singlethread") seq_cst
  ret i32 %v
}
; ==== W5: load through an integer
define i8 @f(i64 %p) {
  %v = load i8, i64 %p
  ret i8 %v
}
; ==== W5: load of an opaque struct
%o = type opaque
define void @f(ptr %p) {
  %v = load %o, ptr %p
  ret void
}
; ==== W5: alloca of an opaque struct
%o = type opaque
define void @f() {
  %v = alloca %o
  ret void
}
; ==== W5: alloca count is a float
define void @f(float %n) {
  %v = alloca i8, float %n
  ret void
}
; ==== alignment: not a power of two
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, align 3
  ret i8 %v
}
; ==== W5: getelementptr beyond the struct
define ptr @f(ptr %p) {
  %v = getelementptr { i8, i8 }, ptr %p, i64 0, i32 2
  ret ptr %v
}
; ==== W5: getelementptr with a variable field
define ptr @f(ptr %p, i32 %i) {
  %v = getelementptr { i8, i8 }, ptr %p, i64 0, i32 %i
  ret ptr %v
}
; ==== W5: getelementptr with an i64 field
define ptr @f(ptr %p) {
  %v = getelementptr { i8, i8 }, ptr %p, i64 0, i64 1
  ret ptr %v
}
; ==== W5: getelementptr into an integer
define ptr @f(ptr %p) {
  %v = getelementptr i8, ptr %p, i64 0, i64 1
  ret ptr %v
}
; ==== W5: getelementptr with a float index
define ptr @f(ptr %p, float %i) {
  %v = getelementptr i8, ptr %p, float %i
  ret ptr %v
}
; ==== W5: getelementptr with vectors of two lengths
define <2 x ptr> @f(<2 x ptr> %p, <3 x i64> %i) {
  %v = getelementptr i8, <2 x ptr> %p, <3 x i64> %i
  ret <2 x ptr> %v
}
; ==== atomic: load that releases
define i8 @f(ptr %p) {
  %v = load atomic i8, ptr %p release, align 1
  ret i8 %v
}
; ==== atomic: store that acquires
define void @f(ptr %p) {
  store atomic i8 0, ptr %p acquire, align 1
  ret void
}
; ==== atomic: load without alignment
define i8 @f(ptr %p) {
  %v = load atomic i8, ptr %p monotonic
  ret i8 %v
}
; ==== atomic: odd size
define i24 @f(ptr %p) {
  %v = load atomic i24, ptr %p monotonic, align 4
  ret i24 %v
}
; ==== atomic: struct
define void @f(ptr %p) {
  %v = load atomic { i32 }, ptr %p monotonic, align 4
  ret void
}
; ==== atomic: relaxed fence
define void @f() {
  fence monotonic
  ret void
}
; ==== atomic: unordered cmpxchg
define void @f(ptr %p) {
  %v = cmpxchg ptr %p, i8 0, i8 1 unordered monotonic
  ret void
}
; ==== atomic: cmpxchg that releases on failure
define void @f(ptr %p) {
  %v = cmpxchg ptr %p, i8 0, i8 1 seq_cst release
  ret void
}
; ==== W5: cmpxchg of floats
define void @f(ptr %p) {
  %v = cmpxchg ptr %p, float 0.0, float 1.0 seq_cst seq_cst
  ret void
}
; ==== W5: atomicrmw add of a float
define void @f(ptr %p) {
  %v = atomicrmw add ptr %p, float 1.0 seq_cst
  ret void
}
; ==== W5: atomicrmw fadd of an integer
define void @f(ptr %p) {
  %v = atomicrmw fadd ptr %p, i32 1 seq_cst
  ret void
}
; ==== atomic: unordered atomicrmw
define void @f(ptr %p) {
  %v = atomicrmw add ptr %p, i32 1 unordered
  ret void
}
