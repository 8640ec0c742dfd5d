; Rounding modes of constrained intrinsics, and functions that flush subnormals.

; expect: refines ; the mode in force is promised
define float @src_nearest_mode(float %x, float %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %r
}
define float @tgt_nearest_mode(float %x, float %y) strictfp {
  %r = fadd float %x, %y
  ret float %r
}

; expect: counterexample more-poisonous ; another mode may be in force
define float @src_nearest_mode_promised(float %x, float %y) strictfp {
  %r = fadd float %x, %y
  ret float %r
}
define float @tgt_nearest_mode_promised(float %x, float %y) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %r
}

; expect: counterexample value-mismatch ; another mode may be in force
define half @src_any_mode(half noundef %x, half noundef %y) strictfp {
  %r = call half @llvm.experimental.constrained.fadd.f16(half %x, half %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt_any_mode(half noundef %x, half noundef %y) strictfp {
  %r = fadd half %x, %y
  ret half %r
}

; expect: counterexample value-mismatch ; rounding down, 0 - 0 is -0
define half @src_minus_zero_in_any_mode(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fsub.f16(half %x, half 0.0, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt_minus_zero_in_any_mode(half noundef %x) strictfp {
  ret half %x
}

; expect: refines ; only rounding down gives -0
define half @src_minus_zero_rounding_up(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.fsub.f16(half %x, half 0.0, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt_minus_zero_rounding_up(half noundef %x) strictfp {
  ret half %x
}

; expect: refines ; its direction is fixed
define half @src_floor_needs_no_mode(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.floor.f16(half %x, metadata !"fpexcept.strict") strictfp
  ret half %r
}
define half @tgt_floor_needs_no_mode(half noundef %x) strictfp {
  %r = call half @llvm.floor.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; another mode may be in force
define half @src_rint_has_a_mode(half noundef %x) strictfp {
  %r = call half @llvm.experimental.constrained.rint.f16(half %x, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define half @tgt_rint_has_a_mode(half noundef %x) strictfp {
  %r = call half @llvm.roundeven.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; a subnormal becomes zero
define half @src_flushed_times_one(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = fmul half %x, 1.0
  ret half %r
}
define half @tgt_flushed_times_one(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  ret half %x
}

; expect: refines ; bitwise operations flush nothing
define half @src_flushed_negation(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %n = fneg half %x
  %r = fneg half %n
  ret half %r
}
define half @tgt_flushed_negation(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  ret half %x
}

; expect: refines ; that is what canonicalize does
define half @src_flushed_times_one_is_canonical(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = fmul half %x, 1.0
  ret half %r
}
define half @tgt_flushed_times_one_is_canonical(half noundef %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = fadd half %x, -0.0
  ret half %r
}

; expect: refines ; subnormals are read as zero
define i1 @src_compared_with_zero(half noundef %x) "denormal-fp-math"="ieee,preserve-sign" {
  %r = fcmp oeq half %x, 0.0
  ret i1 %r
}
define i1 @tgt_compared_with_zero(half noundef %x) "denormal-fp-math"="ieee,preserve-sign" {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 240)
  ret i1 %r
}

; expect: counterexample value-mismatch ; subnormals are read as zero
define i1 @src_compared_with_zero_exactly(half noundef %x) "denormal-fp-math"="ieee,preserve-sign" {
  %r = fcmp oeq half %x, 0.0
  ret i1 %r
}
define i1 @tgt_compared_with_zero_exactly(half noundef %x) "denormal-fp-math"="ieee,preserve-sign" {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 96)
  ret i1 %r
}

; expect: counterexample value-mismatch ; it is not known whether subnormals are read as zero
define i1 @src_compared_with_zero_perhaps(half noundef %x) "denormal-fp-math"="ieee,dynamic" {
  %r = fcmp oeq half %x, 0.0
  ret i1 %r
}
define i1 @tgt_compared_with_zero_perhaps(half noundef %x) "denormal-fp-math"="ieee,dynamic" {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 240)
  ret i1 %r
}

; expect: refines ; the mode of float is not that of half
define half @src_float_alone(half noundef %x) "denormal-fp-math"="ieee,ieee" "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %r = fmul half %x, 1.0
  ret half %r
}
define half @tgt_float_alone(half noundef %x) "denormal-fp-math"="ieee,ieee" "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  ret half %x
}
