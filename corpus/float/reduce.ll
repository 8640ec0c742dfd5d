; Reductions of vectors, and fences.

; expect: refines ; in order, from -0
define half @src_sum_of_lanes(<2 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fadd.v2f16(half -0.0, <2 x half> %v)
  ret half %r
}
define half @tgt_sum_of_lanes(<2 x half> noundef %v) {
  %a = extractelement <2 x half> %v, i32 0
  %b = extractelement <2 x half> %v, i32 1
  %r = fadd half %a, %b
  ret half %r
}

; expect: counterexample value-mismatch ; two lanes of -0 have the sum -0, with +0 before them +0
define half @src_sum_of_lanes_from_zero(<2 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fadd.v2f16(half 0.0, <2 x half> %v)
  ret half %r
}
define half @tgt_sum_of_lanes_from_zero(<2 x half> noundef %v) {
  %a = extractelement <2 x half> %v, i32 0
  %b = extractelement <2 x half> %v, i32 1
  %r = fadd half %a, %b
  ret half %r
}

; expect: counterexample value-mismatch ; without reassoc the order counts
define half @src_sum_in_another_order(<3 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fadd.v3f16(half -0.0, <3 x half> %v)
  ret half %r
}
define half @tgt_sum_in_another_order(<3 x half> noundef %v) {
  %a = extractelement <3 x half> %v, i32 0
  %b = extractelement <3 x half> %v, i32 1
  %c = extractelement <3 x half> %v, i32 2
  %s = fadd half %b, %c
  %r = fadd half %a, %s
  ret half %r
}

; expect: refines ; of numbers
define half @src_smallest_lane(<2 x half> noundef %v) {
  %r = call nnan half @llvm.vector.reduce.fmin.v2f16(<2 x half> %v)
  ret half %r
}
define half @tgt_smallest_lane(<2 x half> noundef %v) {
  %a = extractelement <2 x half> %v, i32 0
  %b = extractelement <2 x half> %v, i32 1
  %r = call half @llvm.minnum.f16(half %a, half %b)
  ret half %r
}

; expect: refines ; a fence computes nothing
define double @src_fence(double %x) {
  %r = call double @llvm.arithmetic.fence.f64(double %x)
  ret double %r
}
define double @tgt_fence(double %x) {
  ret double %x
}

; expect: counterexample value-mismatch ; reassociation does not go through a fence
define double @src_fenced_licence(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %a, %b
  %f = call double @llvm.arithmetic.fence.f64(double %s)
  %r = fadd reassoc double %f, %c
  ret double %r
}
define double @tgt_fenced_licence(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fadd double %a, %s
  ret double %r
}
