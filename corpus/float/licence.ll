; Rewrite-based flags: every instruction of an expression must carry the licence.

; expect: refines ; reassoc on both
define double @src_regrouped(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %a, %b
  %r = fadd reassoc double %s, %c
  ret double %r
}
define double @tgt_regrouped(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %b, %c
  %r = fadd reassoc double %a, %s
  ret double %r
}

; expect: counterexample value-mismatch ; 1, 1e16 and -1e16 give 0 one way and 1 the other
define double @src_regrouped_inner_missing(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %a, %b
  %r = fadd reassoc double %s, %c
  ret double %r
}
define double @tgt_regrouped_inner_missing(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fadd double %a, %s
  ret double %r
}

; expect: counterexample value-mismatch ; the outer sum must be rounded as written
define double @src_regrouped_outer_missing(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %a, %b
  %r = fadd double %s, %c
  ret double %r
}
define double @tgt_regrouped_outer_missing(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fadd double %a, %s
  ret double %r
}

; expect: refines ; 1 + 1e16 - 1e16 is 1
define double @src_regrouped_constants() {
  %s = fadd reassoc double 1.0, 1.0e16
  %r = fadd reassoc double %s, -1.0e16
  ret double %r
}
define double @tgt_regrouped_constants() {
  ret double 1.0
}

; expect: counterexample value-mismatch ; the inner sum is rounded to 1e16
define double @src_regrouped_constants_inner_missing() {
  %s = fadd double 1.0, 1.0e16
  %r = fadd reassoc double %s, -1.0e16
  ret double %r
}
define double @tgt_regrouped_constants_inner_missing() {
  ret double 1.0
}

; expect: refines ; reassoc on both
define float @src_regrouped_product(float noundef %a, float noundef %b, float noundef %c) {
  %s = fmul reassoc float %a, %b
  %r = fmul reassoc float %s, %c
  ret float %r
}
define float @tgt_regrouped_product(float noundef %a, float noundef %b, float noundef %c) {
  %s = fmul float %b, %c
  %r = fmul float %a, %s
  ret float %r
}

; expect: counterexample value-mismatch ; a product may overflow in between
define float @src_regrouped_product_unlicensed(float noundef %a, float noundef %b, float noundef %c) {
  %s = fmul float %a, %b
  %r = fmul float %s, %c
  ret float %r
}
define float @tgt_regrouped_product_unlicensed(float noundef %a, float noundef %b, float noundef %c) {
  %s = fmul float %b, %c
  %r = fmul float %a, %s
  ret float %r
}

; expect: refines ; reassoc and nsz on all three
define double @src_factored_out(double noundef %a, double noundef %b, double noundef %c) {
  %x = fmul reassoc nsz double %a, %b
  %y = fmul reassoc nsz double %a, %c
  %r = fadd reassoc nsz double %x, %y
  ret double %r
}
define double @tgt_factored_out(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fmul double %a, %s
  ret double %r
}

; expect: inconclusive ; one product must be rounded as written; what the others may give then is not known
define double @src_factored_out_one_missing(double noundef %a, double noundef %b, double noundef %c) {
  %x = fmul reassoc nsz double %a, %b
  %y = fmul nsz double %a, %c
  %r = fadd reassoc nsz double %x, %y
  ret double %r
}
define double @tgt_factored_out_one_missing(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fmul double %a, %s
  ret double %r
}

; expect: counterexample value-mismatch ; no licence changes the meaning
define double @src_other_polynomial(double noundef %a, double noundef %b, double noundef %c) {
  %x = fmul reassoc nsz double %a, %b
  %r = fadd reassoc nsz double %x, %c
  ret double %r
}
define double @tgt_other_polynomial(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %r = fmul double %a, %s
  ret double %r
}

; expect: refines ; contract on both
define double @src_fused(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul contract double %a, %b
  %r = fadd contract double %p, %c
  ret double %r
}
define double @tgt_fused(double noundef %a, double noundef %b, double noundef %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; expect: counterexample value-mismatch ; the product must be rounded
define double @src_fused_product_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul double %a, %b
  %r = fadd contract double %p, %c
  ret double %r
}
define double @tgt_fused_product_missing(double noundef %a, double noundef %b, double noundef %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; expect: counterexample value-mismatch ; the sum must add the rounded product
define double @src_fused_sum_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul contract double %a, %b
  %r = fadd double %p, %c
  ret double %r
}
define double @tgt_fused_sum_missing(double noundef %a, double noundef %b, double noundef %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; expect: refines ; arcp
define double @src_inverse_factor(double noundef %a, double noundef %b) {
  %r = fdiv arcp double %a, %b
  ret double %r
}
define double @tgt_inverse_factor(double noundef %a, double noundef %b) {
  %q = fdiv double 1.0, %b
  %r = fmul double %a, %q
  ret double %r
}

; expect: counterexample value-mismatch ; two roundings
define double @src_inverse_factor_unlicensed(double noundef %a, double noundef %b) {
  %r = fdiv double %a, %b
  ret double %r
}
define double @tgt_inverse_factor_unlicensed(double noundef %a, double noundef %b) {
  %q = fdiv double 1.0, %b
  %r = fmul double %a, %q
  ret double %r
}

; expect: refines ; arcp
define double @src_inverse_constant(double %a) {
  %r = fdiv arcp double %a, 10.0
  ret double %r
}
define double @tgt_inverse_constant(double %a) {
  %r = fmul double %a, 0.1
  ret double %r
}

; expect: counterexample more-poisonous ; the target's flags are no more than those common to the source's
define double @src_licence_with_nnan(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc nnan double %a, %b
  %r = fadd reassoc double %s, %c
  ret double %r
}
define double @tgt_licence_with_nnan(double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %b, %c
  %r = fadd reassoc nnan double %a, %s
  ret double %r
}

; expect: refines ; fast includes contract
define double @src_fast_means_all(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul fast double %a, %b
  %r = fadd fast double %p, %c
  ret double %r
}
define double @tgt_fast_means_all(double noundef %a, double noundef %b, double noundef %c) {
  %r = call fast double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; expect: refines ; afn, and the signs of zero and infinity do not matter
define double @src_root_of_a_half_power(double noundef %x) {
  %r = call afn nsz ninf double @llvm.pow.f64(double %x, double 0.5)
  ret double %r
}
define double @tgt_root_of_a_half_power(double noundef %x) {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}

; expect: unsupported ; without afn the power is the library's, which is not modelled
define double @src_root_of_a_half_power_exactly(double noundef %x) {
  %r = call nsz ninf double @llvm.pow.f64(double %x, double 0.5)
  ret double %r
}
define double @tgt_root_of_a_half_power_exactly(double noundef %x) {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}

; expect: refines ; afn
define float @src_cube(float noundef %x) {
  %r = call afn float @llvm.powi.f32.i32(float %x, i32 3)
  ret float %r
}
define float @tgt_cube(float noundef %x) {
  %s = fmul float %x, %x
  %r = fmul float %x, %s
  ret float %r
}

; expect: refines ; afn
define float @src_power_of_two(float noundef %x) {
  %r = call afn float @llvm.pow.f32(float 2.0, float %x)
  ret float %r
}
define float @tgt_power_of_two(float noundef %x) {
  %r = call float @llvm.exp2.f32(float %x)
  ret float %r
}

; expect: inconclusive ; a root may be approximated, but how far is not known
define double @src_root_left_out(double noundef %x) {
  %r = call afn double @llvm.sqrt.f64(double %x)
  ret double %r
}
define double @tgt_root_left_out(double noundef %x) {
  ret double %x
}

; expect: refines ; fmuladd is either
define float @src_muladd_split(float noundef %a, float noundef %b, float noundef %c) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}
define float @tgt_muladd_split(float noundef %a, float noundef %b, float noundef %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}

; expect: refines ; fmuladd is either
define float @src_muladd_fused(float noundef %a, float noundef %b, float noundef %c) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}
define float @tgt_muladd_fused(float noundef %a, float noundef %b, float noundef %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

; expect: counterexample value-mismatch ; the inner product must be rounded, or overflow, as written
define double @src_regrouped_product_inner_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul double %a, %b
  %r = fmul reassoc double %p, %c
  ret double %r
}
define double @tgt_regrouped_product_inner_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul double %b, %c
  %r = fmul double %a, %p
  ret double %r
}

; expect: counterexample value-mismatch ; so must the outer one
define double @src_regrouped_product_outer_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul reassoc double %a, %b
  %r = fmul double %p, %c
  ret double %r
}
define double @tgt_regrouped_product_outer_missing(double noundef %a, double noundef %b, double noundef %c) {
  %p = fmul double %b, %c
  %r = fmul double %a, %p
  ret double %r
}

; expect: refines ; what is added is taken away again
define double @src_cancelled(double noundef %a, double noundef %b) {
  %s = fadd reassoc nsz double %a, %b
  %r = fsub reassoc nsz double %s, %a
  ret double %r
}
define double @tgt_cancelled(double noundef %a, double noundef %b) {
  ret double %b
}

; expect: counterexample value-mismatch ; 1 is lost when 1e16 is added to it
define double @src_cancelled_unlicensed(double noundef %a, double noundef %b) {
  %s = fadd double %a, %b
  %r = fsub double %s, %a
  ret double %r
}
define double @tgt_cancelled_unlicensed(double noundef %a, double noundef %b) {
  ret double %b
}

; expect: counterexample value-mismatch ; the sum is rounded before the difference may be rearranged
define double @src_cancelled_sum_missing(double noundef %a, double noundef %b) {
  %s = fadd nsz double %a, %b
  %r = fsub reassoc nsz double %s, %a
  ret double %r
}
define double @tgt_cancelled_sum_missing(double noundef %a, double noundef %b) {
  ret double %b
}

; expect: refines ; the expression goes on in another block
define float @src_regrouped_across_blocks(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd reassoc float %a, %b
  br label %on
on:
  %r = fadd reassoc float %s, %c
  ret float %r
}
define float @tgt_regrouped_across_blocks(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd float %a, %c
  br label %on
on:
  %r = fadd float %s, %b
  ret float %r
}

; expect: counterexample value-mismatch ; blocks do not matter, flags do
define float @src_regrouped_across_blocks_inner_missing(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd float %a, %b
  br label %on
on:
  %r = fadd reassoc float %s, %c
  ret float %r
}
define float @tgt_regrouped_across_blocks_inner_missing(float noundef %a, float noundef %b, float noundef %c) {
  %s = fadd float %a, %c
  br label %on
on:
  %r = fadd float %s, %b
  ret float %r
}

; expect: refines ; each arm with the last addend is one expression
define double @src_regrouped_in_arms(i1 noundef %k, double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd reassoc double %a, %b
  %p = fmul reassoc double %a, %b
  %m = select reassoc i1 %k, double %s, double %p
  %r = fadd reassoc double %m, %c
  ret double %r
}
define double @tgt_regrouped_in_arms(i1 noundef %k, double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %t = fadd double %s, %a
  %p = fmul double %a, %b
  %u = fadd double %c, %p
  %r = select i1 %k, double %t, double %u
  ret double %r
}

; expect: counterexample value-mismatch ; the sum in the arm lacks the licence
define double @src_regrouped_in_arms_one_missing(i1 noundef %k, double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %a, %b
  %p = fmul double %a, %b
  %m = select reassoc i1 %k, double %s, double %p
  %r = fadd reassoc double %m, %c
  ret double %r
}
define double @tgt_regrouped_in_arms_one_missing(i1 noundef %k, double noundef %a, double noundef %b, double noundef %c) {
  %s = fadd double %b, %c
  %t = fadd double %s, %a
  %p = fmul double %a, %b
  %u = fadd double %c, %p
  %r = select i1 %k, double %t, double %u
  ret double %r
}

; expect: refines ; what is not NaN is not negative
define float @src_root_squared(float noundef %x) {
  %s = call reassoc nnan nsz float @llvm.sqrt.f32(float %x)
  %r = fmul reassoc nnan nsz float %s, %s
  ret float %r
}
define float @tgt_root_squared(float noundef %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; the square must be rounded as written
define float @src_root_squared_product_missing(float noundef %x) {
  %s = call reassoc nnan nsz float @llvm.sqrt.f32(float %x)
  %r = fmul nnan nsz float %s, %s
  ret float %r
}
define float @tgt_root_squared_product_missing(float noundef %x) {
  ret float %x
}

; expect: refines ; 0 and infinity give NaN
define double @src_over_its_root(double noundef %x) {
  %s = call reassoc nnan double @llvm.sqrt.f64(double %x)
  %r = fdiv reassoc nnan double %x, %s
  ret double %r
}
define double @tgt_over_its_root(double noundef %x) {
  %r = call nnan double @llvm.sqrt.f64(double %x)
  ret double %r
}

; expect: counterexample value-mismatch ; the quotient must be rounded as written
define double @src_over_its_root_unlicensed(double noundef %x) {
  %s = call reassoc nnan double @llvm.sqrt.f64(double %x)
  %r = fdiv nnan double %x, %s
  ret double %r
}
define double @tgt_over_its_root_unlicensed(double noundef %x) {
  %r = call nnan double @llvm.sqrt.f64(double %x)
  ret double %r
}
