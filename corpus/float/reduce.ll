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

; expect: refines ; any order
define float @src_sum_as_tree(<4 x float> noundef %v) {
  %r = call reassoc float @llvm.vector.reduce.fadd.v4f32(float -0.0, <4 x float> %v)
  ret float %r
}
define float @tgt_sum_as_tree(<4 x float> noundef %v) {
  %h = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 poison, i32 poison>
  %s = fadd <4 x float> %h, %v
  %x = extractelement <4 x float> %s, i64 0
  %y = extractelement <4 x float> %s, i64 1
  %r = fadd float %y, %x
  ret float %r
}

; expect: counterexample value-mismatch ; in order only
define float @src_sum_as_tree_unlicensed(<4 x float> noundef %v) {
  %r = call float @llvm.vector.reduce.fadd.v4f32(float -0.0, <4 x float> %v)
  ret float %r
}
define float @tgt_sum_as_tree_unlicensed(<4 x float> noundef %v) {
  %h = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 poison, i32 poison>
  %s = fadd <4 x float> %h, %v
  %x = extractelement <4 x float> %s, i64 0
  %y = extractelement <4 x float> %s, i64 1
  %r = fadd float %y, %x
  ret float %r
}

; expect: counterexample value-mismatch ; any order of the lanes, not other lanes
define float @src_sum_of_other_lanes(<4 x float> noundef %v) {
  %r = call reassoc float @llvm.vector.reduce.fadd.v4f32(float -0.0, <4 x float> %v)
  ret float %r
}
define float @tgt_sum_of_other_lanes(<4 x float> noundef %v) {
  %h = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 poison, i32 poison>
  %s = fadd <4 x float> %h, %v
  %x = extractelement <4 x float> %s, i64 0
  %y = extractelement <4 x float> %s, i64 1
  %r = fadd float %y, %x
  ret float %r
}

; expect: refines ; any order, times 1
define double @src_product_of_lanes(<3 x double> noundef %v) {
  %r = call reassoc double @llvm.vector.reduce.fmul.v3f64(double 1.0, <3 x double> %v)
  ret double %r
}
define double @tgt_product_of_lanes(<3 x double> noundef %v) {
  %x = extractelement <3 x double> %v, i64 0
  %y = extractelement <3 x double> %v, i64 1
  %z = extractelement <3 x double> %v, i64 2
  %p = fmul double %z, %x
  %r = fmul double %p, %y
  ret double %r
}

; expect: counterexample value-mismatch ; a product that overflows in between
define double @src_product_of_lanes_unlicensed(<3 x double> noundef %v) {
  %r = call double @llvm.vector.reduce.fmul.v3f64(double 1.0, <3 x double> %v)
  ret double %r
}
define double @tgt_product_of_lanes_unlicensed(<3 x double> noundef %v) {
  %x = extractelement <3 x double> %v, i64 0
  %y = extractelement <3 x double> %v, i64 1
  %z = extractelement <3 x double> %v, i64 2
  %p = fmul double %z, %x
  %r = fmul double %p, %y
  ret double %r
}

; expect: refines ; products that are added up, in any order
define float @src_dot_product(<2 x float> noundef %v, <2 x float> noundef %w) {
  %p = fmul reassoc <2 x float> %v, %w
  %r = call reassoc float @llvm.vector.reduce.fadd.v2f32(float -0.0, <2 x float> %p)
  ret float %r
}
define float @tgt_dot_product(<2 x float> noundef %v, <2 x float> noundef %w) {
  %a = extractelement <2 x float> %v, i64 0
  %b = extractelement <2 x float> %v, i64 1
  %c = extractelement <2 x float> %w, i64 0
  %d = extractelement <2 x float> %w, i64 1
  %p = fmul float %b, %d
  %q = fmul float %c, %a
  %r = fadd float %p, %q
  ret float %r
}

; expect: refines ; a signalling NaN may be taken last
define half @src_smallest_in_order(<2 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fmin.v2f16(<2 x half> %v)
  ret half %r
}
define half @tgt_smallest_in_order(<2 x half> noundef %v) {
  %a = extractelement <2 x half> %v, i32 0
  %b = extractelement <2 x half> %v, i32 1
  %r = call half @llvm.minnum.f16(half %b, half %a)
  ret half %r
}

; expect: counterexample value-mismatch ; a reduction may take the signalling NaN last, one order may not
define half @src_smallest_in_any_order(<3 x half> noundef %v) {
  %a = extractelement <3 x half> %v, i32 0
  %b = extractelement <3 x half> %v, i32 1
  %c = extractelement <3 x half> %v, i32 2
  %m = call half @llvm.minnum.f16(half %a, half %b)
  %r = call half @llvm.minnum.f16(half %m, half %c)
  ret half %r
}
define half @tgt_smallest_in_any_order(<3 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fmin.v3f16(<3 x half> %v)
  ret half %r
}
