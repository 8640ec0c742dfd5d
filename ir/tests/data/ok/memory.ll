; Memory access, atomics, allocation.
define void @access(ptr %p, ptr addrspace(1) %q) {
  %1 = load i32, ptr %p, align 4
  %2 = load volatile i32, ptr %p, align 1
  %3 = load atomic i32, ptr %p unordered, align 4
  %4 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 8
  %5 = load <4 x i32>, ptr addrspace(1) %q, align 16
  store i32 %1, ptr %p, align 4
  store volatile i32 0, ptr %p, align 4
  store atomic i32 %1, ptr %p release, align 4
  store atomic volatile i32 %1, ptr %p syncscope("singlethread") seq_cst, align 4
  fence acquire
  fence syncscope("workgroup\22") acq_rel
  ret void
}

define void @rmw(ptr %p, i32 %v, float %f, <2 x half> %h) {
  %1 = atomicrmw xchg ptr %p, i32 %v monotonic, align 4
  %2 = atomicrmw volatile add ptr %p, i32 %v acquire, align 4
  %3 = atomicrmw sub ptr %p, i32 %v release, align 4
  %4 = atomicrmw and ptr %p, i32 %v acq_rel, align 4
  %5 = atomicrmw nand ptr %p, i32 %v seq_cst, align 4
  %6 = atomicrmw or ptr %p, i32 %v seq_cst, align 4
  %7 = atomicrmw xor ptr %p, i32 %v syncscope("agent") seq_cst, align 4
  %8 = atomicrmw max ptr %p, i32 %v seq_cst, align 4
  %9 = atomicrmw min ptr %p, i32 %v seq_cst, align 4
  %10 = atomicrmw umax ptr %p, i32 %v seq_cst, align 4
  %11 = atomicrmw umin ptr %p, i32 %v seq_cst, align 4
  %12 = atomicrmw fadd ptr %p, float %f seq_cst, align 4
  %13 = atomicrmw fsub ptr %p, float %f seq_cst, align 4
  %14 = atomicrmw fmax ptr %p, float %f seq_cst, align 4
  %15 = atomicrmw fmin ptr %p, <2 x half> %h seq_cst, align 4
  %16 = atomicrmw fmaximum ptr %p, float %f seq_cst, align 4
  %17 = atomicrmw fminimum ptr %p, float %f seq_cst, align 4
  %18 = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst, align 4
  %19 = atomicrmw udec_wrap ptr %p, i32 %v seq_cst, align 4
  %20 = atomicrmw usub_cond ptr %p, i32 %v seq_cst, align 4
  %21 = atomicrmw usub_sat ptr %p, i32 %v seq_cst, align 4
  %22 = atomicrmw xchg ptr %p, ptr null seq_cst, align 8
  ret void
}

define i1 @cmpxchg(ptr %p, i32 %a, i32 %b) {
  %1 = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4
  %2 = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope("agent") seq_cst acquire, align 16
  %3 = cmpxchg ptr %p, ptr null, ptr %p monotonic monotonic, align 8
  %4 = extractvalue { i32, i1 } %1, 1
  ret i1 %4
}

define void @allocas(i32 %n) {
  %a = alloca i32, align 4
  %b = alloca { i8, i64 }, i32 %n, align 8
  %c = alloca [4 x i32], align 16
  %e = alloca inalloca { i32 }, align 4
  call void @takes(ptr inalloca({ i32 }) %e)
  ret void
}

define void @swift() {
  %e = alloca swifterror ptr, align 8
  ret void
}

declare void @takes(ptr inalloca({ i32 }))
