; fneg, fabs, copysign: changes of the sign bit.

; expect: refines ; the sign bit flips twice
define double @src_twice_negated(double %x) {
  %n = fneg double %x
  %r = fneg double %n
  ret double %r
}
define double @tgt_twice_negated(double %x) {
  ret double %x
}

; expect: refines ; the sign of a NaN result is free
define float @src_minus_zero_less(float %x) {
  %r = fsub float -0.0, %x
  ret float %r
}
define float @tgt_minus_zero_less(float %x) {
  %r = fneg float %x
  ret float %r
}

; expect: counterexample value-mismatch ; fneg fixes the sign of a NaN
define float @src_minus_zero_less_back(float %x) {
  %r = fneg float %x
  ret float %r
}
define float @tgt_minus_zero_less_back(float %x) {
  %r = fsub float -0.0, %x
  ret float %r
}

; expect: counterexample value-mismatch ; 0 - 0 is +0
define float @src_zero_less(float %x) {
  %r = fsub float 0.0, %x
  ret float %r
}
define float @tgt_zero_less(float %x) {
  %r = fneg float %x
  ret float %r
}

; expect: refines ; either zero may be read as -0
define float @src_zero_less_nsz(float %x) {
  %r = fsub nsz float 0.0, %x
  ret float %r
}
define float @tgt_zero_less_nsz(float %x) {
  %r = fneg float %x
  ret float %r
}

; expect: refines ; the sign is cleared anyway
define double @src_fabs_of_fneg(double %x) {
  %n = fneg double %x
  %r = call double @llvm.fabs.f64(double %n)
  ret double %r
}
define double @tgt_fabs_of_fneg(double %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

; expect: counterexample value-mismatch ; the sign is set, not cleared
define double @src_fneg_of_fabs(double %x) {
  %n = call double @llvm.fabs.f64(double %x)
  %r = fneg double %n
  ret double %r
}
define double @tgt_fneg_of_fabs(double %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

; expect: refines ; a cleared sign stays clear
define half @src_fabs_of_fabs(half %x) {
  %n = call half @llvm.fabs.f16(half %x)
  %r = call half @llvm.fabs.f16(half %n)
  ret half %r
}
define half @tgt_fabs_of_fabs(half %x) {
  %r = call half @llvm.fabs.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; a NaN square may be negative
define half @src_fabs_of_square(half noundef %x) {
  %s = fmul half %x, %x
  ret half %s
}
define half @tgt_fabs_of_square(half noundef %x) {
  %s = fmul half %x, %x
  %r = fneg half %s
  ret half %r
}

; expect: refines ; its own sign
define float @src_copysign_of_itself(float %x) {
  %r = call float @llvm.copysign.f32(float %x, float %x)
  ret float %r
}
define float @tgt_copysign_of_itself(float %x) {
  ret float %x
}

; expect: refines ; only the magnitude of the first counts
define float @src_copysign_ignores_magnitude_sign(float %x, float %y) {
  %a = call float @llvm.fabs.f32(float %x)
  %r = call float @llvm.copysign.f32(float %a, float %y)
  ret float %r
}
define float @tgt_copysign_ignores_magnitude_sign(float %x, float %y) {
  %r = call float @llvm.copysign.f32(float %x, float %y)
  ret float %r
}

; expect: counterexample value-mismatch ; the sign of the second counts
define float @src_copysign_ignores_sign_sign(float %x, float %y) {
  %a = call float @llvm.fabs.f32(float %y)
  %r = call float @llvm.copysign.f32(float %x, float %a)
  ret float %r
}
define float @tgt_copysign_ignores_sign_sign(float %x, float %y) {
  %r = call float @llvm.copysign.f32(float %x, float %y)
  ret float %r
}

; expect: refines ; a clear sign is copied
define half @src_copysign_of_positive(half %x, half %y) {
  %a = call half @llvm.fabs.f16(half %y)
  %r = call half @llvm.copysign.f16(half %x, half %a)
  ret half %r
}
define half @tgt_copysign_of_positive(half %x, half %y) {
  %r = call half @llvm.fabs.f16(half %x)
  ret half %r
}

; expect: refines ; a set sign is copied
define double @src_copysign_of_minus_one(double %x) {
  %r = call double @llvm.copysign.f64(double %x, double -1.0)
  ret double %r
}
define double @tgt_copysign_of_minus_one(double %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %r = fneg double %a
  ret double %r
}

; expect: refines ; negating the sign or the result is the same
define double @src_copysign_of_fneg(double %x, double %y) {
  %n = fneg double %y
  %r = call double @llvm.copysign.f64(double %x, double %n)
  ret double %r
}
define double @tgt_copysign_of_fneg(double %x, double %y) {
  %c = call double @llvm.copysign.f64(double %x, double %y)
  %r = fneg double %c
  ret double %r
}

; expect: refines ; the last sign wins
define half @src_copysign_of_copysign(half %x, half %y, half %z) {
  %c = call half @llvm.copysign.f16(half %x, half %y)
  %r = call half @llvm.copysign.f16(half %c, half %z)
  ret half %r
}
define half @tgt_copysign_of_copysign(half %x, half %y, half %z) {
  %r = call half @llvm.copysign.f16(half %x, half %z)
  ret half %r
}

; expect: refines ; exact, and a NaN may take either sign
define double @src_times_minus_one(double %x) {
  %r = fmul double %x, -1.0
  ret double %r
}
define double @tgt_times_minus_one(double %x) {
  %r = fneg double %x
  ret double %r
}

; expect: counterexample value-mismatch ; fneg fixes the sign of a NaN
define half @src_times_minus_one_back(half %x) {
  %r = fneg half %x
  ret half %r
}
define half @tgt_times_minus_one_back(half %x) {
  %r = fmul half %x, -1.0
  ret half %r
}

; expect: refines ; flips bit 31
define float @src_fneg_as_xor(float %x) {
  %i = bitcast float %x to i32
  %n = xor i32 %i, -2147483648
  %r = bitcast i32 %n to float
  ret float %r
}
define float @tgt_fneg_as_xor(float %x) {
  %r = fneg float %x
  ret float %r
}

; expect: refines ; flips bit 31
define i32 @src_fneg_to_xor(float %x) {
  %n = fneg float %x
  %r = bitcast float %n to i32
  ret i32 %r
}
define i32 @tgt_fneg_to_xor(float %x) {
  %i = bitcast float %x to i32
  %r = xor i32 %i, -2147483648
  ret i32 %r
}

; expect: refines ; clears bit 15
define half @src_fabs_as_and(half %x) {
  %i = bitcast half %x to i16
  %n = and i16 %i, 32767
  %r = bitcast i16 %n to half
  ret half %r
}
define half @tgt_fabs_as_and(half %x) {
  %r = call half @llvm.fabs.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; clears bit 14 too
define half @src_fabs_as_shorter_and(half %x) {
  %i = bitcast half %x to i16
  %n = and i16 %i, 16383
  %r = bitcast i16 %n to half
  ret half %r
}
define half @tgt_fabs_as_shorter_and(half %x) {
  %r = call half @llvm.fabs.f16(half %x)
  ret half %r
}

; expect: refines ; subtraction adds the negation
define double @src_add_negated(double %x, double %y) {
  %n = fneg double %y
  %r = fadd double %x, %n
  ret double %r
}
define double @tgt_add_negated(double %x, double %y) {
  %r = fsub double %x, %y
  ret double %r
}

; expect: refines ; subtraction adds the negation
define float @src_subtract_negated(float %x, float %y) {
  %n = fneg float %y
  %r = fsub float %x, %n
  ret float %r
}
define float @tgt_subtract_negated(float %x, float %y) {
  %r = fadd float %x, %y
  ret float %r
}

; expect: refines ; signs cancel
define double @src_product_of_negated(double %x, double %y) {
  %a = fneg double %x
  %b = fneg double %y
  %r = fmul double %a, %b
  ret double %r
}
define double @tgt_product_of_negated(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}

; expect: refines ; rounding to nearest is symmetric
define half @src_quotient_of_negated(half %x, half %y) {
  %a = fneg half %x
  %r = fdiv half %a, %y
  ret half %r
}
define half @tgt_quotient_of_negated(half %x, half %y) {
  %q = fdiv half %x, %y
  %r = fneg half %q
  ret half %r
}

; expect: counterexample value-mismatch ; equal operands give +0 either way round
define half @src_negated_difference(half %x, half %y) {
  %d = fsub half %x, %y
  %r = fneg half %d
  ret half %r
}
define half @tgt_negated_difference(half %x, half %y) {
  %r = fsub half %y, %x
  ret half %r
}

; expect: counterexample value-mismatch ; nsz frees zero operands, and 1 - 1 has none
define half @src_difference_to_negated_nsz(half %x, half %y) {
  %r = fsub nsz half %x, %y
  ret half %r
}
define half @tgt_difference_to_negated_nsz(half %x, half %y) {
  %d = fsub half %y, %x
  %r = fneg half %d
  ret half %r
}
