; Conversions to, from and between formats.

; expect: refines ; every i16 is a float
define i16 @src_there_and_back(i16 %x) {
  %f = sitofp i16 %x to float
  %r = fptosi float %f to i16
  ret i16 %r
}
define i16 @tgt_there_and_back(i16 %x) {
  ret i16 %x
}

; expect: counterexample value-mismatch ; not every i32 is a float
define i32 @src_there_and_back_rounded(i32 %x) {
  %f = sitofp i32 %x to float
  %r = fptosi float %f to i32
  ret i32 %r
}
define i32 @tgt_there_and_back_rounded(i32 %x) {
  ret i32 %x
}

; expect: refines ; every i32 is a double
define i32 @src_there_and_back_wide(i32 %x) {
  %f = sitofp i32 %x to double
  %r = fptosi double %f to i32
  ret i32 %r
}
define i32 @tgt_there_and_back_wide(i32 %x) {
  ret i32 %x
}

; expect: refines ; the sign is known
define float @src_not_negative(i8 %x) {
  %w = zext i8 %x to i32
  %r = sitofp i32 %w to float
  ret float %r
}
define float @tgt_not_negative(i8 %x) {
  %w = zext i8 %x to i32
  %r = uitofp nneg i32 %w to float
  ret float %r
}

; expect: counterexample value-mismatch ; the sign bit counts
define half @src_perhaps_negative(i8 %x) {
  %r = sitofp i8 %x to half
  ret half %r
}
define half @tgt_perhaps_negative(i8 %x) {
  %r = uitofp i8 %x to half
  ret half %r
}

; expect: counterexample more-poisonous ; poison for negative operands
define half @src_nneg_added(i8 %x) {
  %r = uitofp i8 %x to half
  ret half %r
}
define half @tgt_nneg_added(i8 %x) {
  %r = uitofp nneg i8 %x to half
  ret half %r
}

; expect: refines ; poison becomes a number
define i32 @src_saturated(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}
define i32 @tgt_saturated(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}

; expect: counterexample more-poisonous ; out of range is poison
define i32 @src_no_longer_saturated(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}
define i32 @tgt_no_longer_saturated(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}

; expect: counterexample more-poisonous ; -1 is out of range
define i32 @src_unsigned_of_negative(half %x) {
  %r = fptosi half %x to i32
  ret i32 %r
}
define i32 @tgt_unsigned_of_negative(half %x) {
  %r = fptoui half %x to i32
  ret i32 %r
}

; expect: refines ; not negative, and either is poison past its range
define i32 @src_unsigned_of_magnitude(half %x) {
  %a = call half @llvm.fabs.f16(half %x)
  %r = fptosi half %a to i32
  ret i32 %r
}
define i32 @tgt_unsigned_of_magnitude(half %x) {
  %a = call half @llvm.fabs.f16(half %x)
  %r = fptoui half %a to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; rounding twice
define half @src_narrowed_twice(double %x) {
  %f = fptrunc double %x to float
  %r = fptrunc float %f to half
  ret half %r
}
define half @tgt_narrowed_twice(double %x) {
  %r = fptrunc double %x to half
  ret half %r
}

; expect: refines ; extension is exact
define double @src_widened_twice(half %x) {
  %f = fpext half %x to float
  %r = fpext float %f to double
  ret double %r
}
define double @tgt_widened_twice(half %x) {
  %r = fpext half %x to double
  ret double %r
}

; expect: counterexample value-mismatch ; narrowing loses bits
define float @src_narrowed_and_widened(float %x) {
  %h = fptrunc float %x to half
  %r = fpext half %h to float
  ret float %r
}
define float @tgt_narrowed_and_widened(float %x) {
  ret float %x
}

; expect: refines ; the sign bit is apart
define double @src_widened_negation(float %x) {
  %n = fneg float %x
  %r = fpext float %n to double
  ret double %r
}
define double @tgt_widened_negation(float %x) {
  %w = fpext float %x to double
  %r = fneg double %w
  ret double %r
}

; expect: refines ; a wide enough sum rounds the same
define half @src_narrow_sum(half %x) {
  %a = fpext half %x to float
  %s = fadd float %a, 1.0
  %r = fptrunc float %s to half
  ret half %r
}
define half @tgt_narrow_sum(half %x) {
  %r = fadd half %x, 1.0
  ret half %r
}

; expect: counterexample value-mismatch ; the constant is not a half
define half @src_narrow_sum_other_constant(half %x) {
  %a = fpext half %x to float
  %s = fadd float %a, 0x3FF0010000000000
  %r = fptrunc float %s to half
  ret half %r
}
define half @tgt_narrow_sum_other_constant(half %x) {
  %r = fadd half %x, 1.0
  ret half %r
}

; expect: refines ; every i8 is a half
define half @src_integer_through_wider(i8 %x) {
  %f = sitofp i8 %x to float
  %r = fptrunc float %f to half
  ret half %r
}
define half @tgt_integer_through_wider(i8 %x) {
  %r = sitofp i8 %x to half
  ret half %r
}

; expect: counterexample value-mismatch ; rounding is not truncation
define bfloat @src_bfloat_is_the_top_of_float(float %x) {
  %r = fptrunc float %x to bfloat
  ret bfloat %r
}
define bfloat @tgt_bfloat_is_the_top_of_float(float %x) {
  %i = bitcast float %x to i32
  %h = lshr i32 %i, 16
  %t = trunc i32 %h to i16
  %r = bitcast i16 %t to bfloat
  ret bfloat %r
}

; expect: refines ; the mode that fptrunc has
define half @src_rounded_to_nearest(float %x) {
  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !"round.tonearest")
  ret half %r
}
define half @tgt_rounded_to_nearest(float %x) {
  %r = fptrunc float %x to half
  ret half %r
}

; expect: counterexample value-mismatch ; another mode
define half @src_rounded_to_zero(float %x) {
  %r = call half @llvm.fptrunc.round.f16.f32(float %x, metadata !"round.towardzero")
  ret half %r
}
define half @tgt_rounded_to_zero(float %x) {
  %r = fptrunc float %x to half
  ret half %r
}
