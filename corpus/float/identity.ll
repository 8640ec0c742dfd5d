; Identities of arithmetic, and what zeros, NaN and infinity make of them.

; expect: refines ; -0 is neutral
define half @src_plus_minus_zero(half %x) {
  %r = fadd half %x, -0.0
  ret half %r
}
define half @tgt_plus_minus_zero(half %x) {
  ret half %x
}

; expect: counterexample value-mismatch ; -0 + 0 is +0
define double @src_plus_zero(double %x) {
  %r = fadd double %x, 0.0
  ret double %r
}
define double @tgt_plus_zero(double %x) {
  ret double %x
}

; expect: refines ; the constant may be read as -0
define double @src_plus_zero_nsz(double %x) {
  %r = fadd nsz double %x, 0.0
  ret double %r
}
define double @tgt_plus_zero_nsz(double %x) {
  ret double %x
}

; expect: refines ; subtracting +0 adds -0
define float @src_minus_plus_zero(float %x) {
  %r = fsub float %x, 0.0
  ret float %r
}
define float @tgt_minus_plus_zero(float %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; -0 - -0 is +0
define float @src_minus_minus_zero(float %x) {
  %r = fsub float %x, -0.0
  ret float %r
}
define float @tgt_minus_minus_zero(float %x) {
  ret float %x
}

; expect: refines ; the constant may be read as +0
define float @src_minus_minus_zero_nsz(float %x) {
  %r = fsub nsz float %x, -0.0
  ret float %r
}
define float @tgt_minus_minus_zero_nsz(float %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; infinity less itself is NaN
define double @src_less_itself(double %x) {
  %r = fsub double %x, %x
  ret double %r
}
define double @tgt_less_itself(double %x) {
  ret double 0.0
}

; expect: counterexample value-mismatch ; signs of zeros are not the trouble
define double @src_less_itself_nsz(double noundef %x) {
  %r = fsub nsz double %x, %x
  ret double %r
}
define double @tgt_less_itself_nsz(double noundef %x) {
  ret double 0.0
}

; expect: refines ; what is not NaN is +0
define double @src_less_itself_nnan(double noundef %x) {
  %r = fsub nnan double %x, %x
  ret double %r
}
define double @tgt_less_itself_nnan(double noundef %x) {
  ret double 0.0
}

; expect: refines ; exact, and a NaN may pass unchanged
define double @src_times_one(double %x) {
  %r = fmul double %x, 1.0
  ret double %r
}
define double @tgt_times_one(double %x) {
  ret double %x
}

; expect: counterexample value-mismatch ; a NaN may change
define double @src_times_one_invented(double %x) {
  ret double %x
}
define double @tgt_times_one_invented(double %x) {
  %r = fmul double %x, 1.0
  ret double %r
}

; expect: counterexample more-poisonous ; poison for NaN
define double @src_times_one_invented_nnan(double %x) {
  ret double %x
}
define double @tgt_times_one_invented_nnan(double %x) {
  %r = fmul nnan double %x, 1.0
  ret double %r
}

; expect: refines ; exact, and a NaN may pass unchanged
define half @src_divided_by_one(half %x) {
  %r = fdiv half %x, 1.0
  ret half %r
}
define half @tgt_divided_by_one(half %x) {
  ret half %x
}

; expect: counterexample value-mismatch ; the operands have changed places
define half @src_one_divided_by(half %x) {
  %r = fdiv half 1.0, %x
  ret half %r
}
define half @tgt_one_divided_by(half %x) {
  ret half %x
}

; expect: counterexample value-mismatch ; -1 times 0 is -0
define double @src_times_zero(double %x) {
  %r = fmul nnan double %x, 0.0
  ret double %r
}
define double @tgt_times_zero(double %x) {
  ret double 0.0
}

; expect: counterexample value-mismatch ; infinity times zero is NaN
define double @src_times_zero_nsz(double %x) {
  %r = fmul nsz double %x, 0.0
  ret double %r
}
define double @tgt_times_zero_nsz(double %x) {
  ret double 0.0
}

; expect: refines ; neither NaN nor the sign is left
define double @src_times_zero_nnan_nsz(double %x) {
  %r = fmul nnan nsz double %x, 0.0
  ret double %r
}
define double @tgt_times_zero_nnan_nsz(double %x) {
  ret double 0.0
}

; expect: refines ; both are exact
define double @src_doubled(double noundef %x) {
  %r = fmul double %x, 2.0
  ret double %r
}
define double @tgt_doubled(double noundef %x) {
  %r = fadd double %x, %x
  ret double %r
}

; expect: counterexample value-mismatch ; an undef input may be read as two values
define half @src_doubled_undef(half %x) {
  %r = fmul half %x, 2.0
  ret half %r
}
define half @tgt_doubled_undef(half %x) {
  %r = fadd half %x, %x
  ret half %r
}

; expect: refines ; one read instead of two
define double @src_doubled_back(double %x) {
  %r = fadd double %x, %x
  ret double %r
}
define double @tgt_doubled_back(double %x) {
  %r = fmul double %x, 2.0
  ret double %r
}

; expect: counterexample value-mismatch ; a quarter too much
define float @src_tripled(float noundef %x) {
  %s = fadd float %x, %x
  %r = fadd float %s, %x
  ret float %r
}
define float @tgt_tripled(float noundef %x) {
  %r = fmul float %x, 3.25
  ret float %r
}

; expect: refines ; the reciprocal of a power of two is exact
define double @src_halved(double %x) {
  %r = fdiv double %x, 2.0
  ret double %r
}
define double @tgt_halved(double %x) {
  %r = fmul double %x, 0.5
  ret double %r
}

; expect: counterexample value-mismatch ; 0.1 is not a tenth
define double @src_tenth(double %x) {
  %r = fdiv double %x, 10.0
  ret double %r
}
define double @tgt_tenth(double %x) {
  %r = fmul double %x, 0.1
  ret double %r
}

; expect: refines ; which NaN passes is open on both sides
define double @src_sum_commutes(double %x, double %y) {
  %r = fadd double %x, %y
  ret double %r
}
define double @tgt_sum_commutes(double %x, double %y) {
  %r = fadd double %y, %x
  ret double %r
}

; expect: counterexample value-mismatch ; the sign changes
define double @src_difference_does_not(double %x, double %y) {
  %r = fsub double %x, %y
  ret double %r
}
define double @tgt_difference_does_not(double %x, double %y) {
  %r = fsub double %y, %x
  ret double %r
}

; expect: counterexample value-mismatch ; the smaller addend may be lost
define double @src_sum_does_not_associate(double noundef %x, double noundef %y, double noundef %z) {
  %s = fadd double %x, %y
  %r = fadd double %s, %z
  ret double %r
}
define double @tgt_sum_does_not_associate(double noundef %x, double noundef %y, double noundef %z) {
  %s = fadd double %y, %z
  %r = fadd double %x, %s
  ret double %r
}

; expect: counterexample value-mismatch ; 0 / 0 is NaN
define float @src_over_itself(float noundef %x) {
  %r = fdiv float %x, %x
  ret float %r
}
define float @tgt_over_itself(float noundef %x) {
  ret float 1.0
}

; expect: refines ; what is not NaN is 1
define half @src_over_itself_nnan(half noundef %x) {
  %r = fdiv nnan half %x, %x
  ret half %r
}
define half @tgt_over_itself_nnan(half noundef %x) {
  ret half 1.0
}

; expect: counterexample value-mismatch ; rounding and overflow
define double @src_added_and_subtracted(double noundef %x, double noundef %y) {
  %s = fadd double %x, %y
  %r = fsub double %s, %y
  ret double %r
}
define double @tgt_added_and_subtracted(double noundef %x, double noundef %y) {
  ret double %x
}

; expect: refines ; the product is exact
define half @src_fused_with_one(half %x, half %y) {
  %r = call half @llvm.fma.f16(half %x, half 1.0, half %y)
  ret half %r
}
define half @tgt_fused_with_one(half %x, half %y) {
  %r = fadd half %x, %y
  ret half %r
}

; expect: refines ; -0 is neutral
define half @src_fused_with_minus_zero(half %x, half %y) {
  %r = call half @llvm.fma.f16(half %x, half %y, half -0.0)
  ret half %r
}
define half @tgt_fused_with_minus_zero(half %x, half %y) {
  %r = fmul half %x, %y
  ret half %r
}

; expect: counterexample value-mismatch ; a product that is -0 becomes +0
define half @src_fused_with_zero(half %x, half %y) {
  %r = call half @llvm.fma.f16(half %x, half %y, half 0.0)
  ret half %r
}
define half @tgt_fused_with_zero(half %x, half %y) {
  %r = fmul half %x, %y
  ret half %r
}

; expect: refines ; signs cancel
define float @src_fused_with_both_negated(float %x, float %y, float %z) {
  %a = fneg float %x
  %b = fneg float %y
  %r = call float @llvm.fma.f32(float %a, float %b, float %z)
  ret float %r
}
define float @tgt_fused_with_both_negated(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}

; expect: counterexample value-mismatch ; one rounding less
define double @src_fused_or_not(double noundef %x, double noundef %y, double noundef %z) {
  %p = fmul double %x, %y
  %r = fadd double %p, %z
  ret double %r
}
define double @tgt_fused_or_not(double noundef %x, double noundef %y, double noundef %z) {
  %r = call double @llvm.fma.f64(double %x, double %y, double %z)
  ret double %r
}

; expect: counterexample value-mismatch ; squares round and overflow
define double @src_root_of_square(double noundef %x) {
  %s = fmul double %x, %x
  %r = call double @llvm.sqrt.f64(double %s)
  ret double %r
}
define double @tgt_root_of_square(double noundef %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

; expect: refines ; 2 to the 0 is 1
define half @src_scaled_by_nothing(half %x) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 0)
  ret half %r
}
define half @tgt_scaled_by_nothing(half %x) {
  ret half %x
}

; expect: refines ; 2 to the 1 is 2
define half @src_scaled_up(half %x) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 1)
  ret half %r
}
define half @tgt_scaled_up(half %x) {
  %r = fmul half %x, 2.0
  ret half %r
}

; expect: counterexample value-mismatch ; 2 to the -1 is not 1/4
define half @src_scaled_down(half %x) {
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 -1)
  ret half %r
}
define half @tgt_scaled_down(half %x) {
  %r = fmul half %x, 0.25
  ret half %r
}

; expect: counterexample value-mismatch ; rounding or overflow in between
define half @src_scaled_twice(half noundef %x, i32 noundef %n, i32 noundef %m) {
  %s = call half @llvm.ldexp.f16.i32(half %x, i32 %n)
  %r = call half @llvm.ldexp.f16.i32(half %s, i32 %m)
  ret half %r
}
define half @tgt_scaled_twice(half noundef %x, i32 noundef %n, i32 noundef %m) {
  %k = add i32 %n, %m
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 %k)
  ret half %r
}

; expect: refines ; one product
define float @src_squared(float noundef %x) {
  %r = call float @llvm.powi.f32.i32(float %x, i32 2)
  ret float %r
}
define float @tgt_squared(float noundef %x) {
  %r = fmul float %x, %x
  ret float %r
}

; expect: counterexample value-mismatch ; a power of -1 is not one of 1
define float @src_inverted(float %x) {
  %r = call float @llvm.powi.f32.i32(float %x, i32 -1)
  ret float %r
}
define float @tgt_inverted(float %x) {
  ret float %x
}

; expect: counterexample value-mismatch ; -1 times 0 is -0
define double @src_times_zero_nnan(double noundef %x) {
  %r = fmul nnan double %x, 0.0
  ret double %r
}
define double @tgt_times_zero_nnan(double noundef %x) {
  ret double 0.0
}
