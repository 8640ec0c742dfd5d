; Rounding functions.

; expect: refines ; it is whole already
define half @src_floor_twice(half %x) {
  %f = call half @llvm.floor.f16(half %x)
  %r = call half @llvm.floor.f16(half %f)
  ret half %r
}
define half @tgt_floor_twice(half %x) {
  %r = call half @llvm.floor.f16(half %x)
  ret half %r
}

; expect: refines ; it is whole already
define half @src_trunc_of_floor(half %x) {
  %f = call half @llvm.floor.f16(half %x)
  %r = call half @llvm.trunc.f16(half %f)
  ret half %r
}
define half @tgt_trunc_of_floor(half %x) {
  %r = call half @llvm.floor.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; they differ below zero
define half @src_trunc_for_floor(half %x) {
  %r = call half @llvm.floor.f16(half %x)
  ret half %r
}
define half @tgt_trunc_for_floor(half %x) {
  %r = call half @llvm.trunc.f16(half %x)
  ret half %r
}

; expect: refines ; they agree above zero
define half @src_trunc_for_floor_of_magnitude(half %x) {
  %a = call half @llvm.fabs.f16(half %x)
  %r = call half @llvm.floor.f16(half %a)
  ret half %r
}
define half @tgt_trunc_for_floor_of_magnitude(half %x) {
  %a = call half @llvm.fabs.f16(half %x)
  %r = call half @llvm.trunc.f16(half %a)
  ret half %r
}

; expect: refines ; down below is up above
define half @src_floor_of_negation(half %x) {
  %n = fneg half %x
  %r = call half @llvm.floor.f16(half %n)
  ret half %r
}
define half @tgt_floor_of_negation(half %x) {
  %c = call half @llvm.ceil.f16(half %x)
  %r = fneg half %c
  ret half %r
}

; expect: counterexample value-mismatch ; down below is not down above
define half @src_floor_of_negation_wrong(half %x) {
  %n = fneg half %x
  %r = call half @llvm.floor.f16(half %n)
  ret half %r
}
define half @tgt_floor_of_negation_wrong(half %x) {
  %c = call half @llvm.floor.f16(half %x)
  %r = fneg half %c
  ret half %r
}

; expect: refines ; integers are whole
define double @src_floor_of_integer(i32 %x) {
  %f = sitofp i32 %x to double
  %r = call double @llvm.floor.f64(double %f)
  ret double %r
}
define double @tgt_floor_of_integer(i32 %x) {
  %r = sitofp i32 %x to double
  ret double %r
}

; expect: counterexample value-mismatch ; halfway cases
define half @src_even_or_away(half %x) {
  %r = call half @llvm.round.f16(half %x)
  ret half %r
}
define half @tgt_even_or_away(half %x) {
  %r = call half @llvm.roundeven.f16(half %x)
  ret half %r
}

; expect: refines ; the default mode
define half @src_rint_is_roundeven(half %x) {
  %r = call half @llvm.rint.f16(half %x)
  ret half %r
}
define half @tgt_rint_is_roundeven(half %x) {
  %r = call half @llvm.roundeven.f16(half %x)
  ret half %r
}

; expect: refines ; exceptions are not observed
define float @src_nearbyint_is_rint(float %x) {
  %r = call float @llvm.nearbyint.f32(float %x)
  ret float %r
}
define float @tgt_nearbyint_is_rint(float %x) {
  %r = call float @llvm.rint.f32(float %x)
  ret float %r
}

; expect: counterexample value-mismatch ; the largest number below a half
define float @src_round_by_a_half(float noundef %x) {
  %r = call float @llvm.round.f32(float %x)
  ret float %r
}
define float @tgt_round_by_a_half(float noundef %x) {
  %h = call float @llvm.copysign.f32(float 0.5, float %x)
  %s = fadd float %x, %h
  %r = call float @llvm.trunc.f32(float %s)
  ret float %r
}

; expect: counterexample value-mismatch ; -0.5 becomes -0
define half @src_through_an_integer(half %x) {
  %i = fptosi half %x to i32
  %r = sitofp i32 %i to half
  ret half %r
}
define half @tgt_through_an_integer(half %x) {
  %r = call half @llvm.trunc.f16(half %x)
  ret half %r
}

; expect: refines ; casts round towards zero themselves
define i32 @src_cast_of_trunc(half %x) {
  %t = call half @llvm.trunc.f16(half %x)
  %r = fptosi half %t to i32
  ret i32 %r
}
define i32 @tgt_cast_of_trunc(half %x) {
  %r = fptosi half %x to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; they differ below zero
define i32 @src_cast_of_floor(half %x) {
  %t = call half @llvm.floor.f16(half %x)
  %r = fptosi half %t to i32
  ret i32 %r
}
define i32 @tgt_cast_of_floor(half %x) {
  %r = fptosi half %x to i32
  ret i32 %r
}

; expect: refines ; a whole number, or any integer
define i16 @src_rounded_cast(half %x) {
  %r = call i16 @llvm.lrint.i16.f16(half %x)
  ret i16 %r
}
define i16 @tgt_rounded_cast(half %x) {
  %t = call half @llvm.roundeven.f16(half %x)
  %r = call i16 @llvm.fptosi.sat.i16.f16(half %t)
  ret i16 %r
}

; expect: counterexample value-mismatch ; halfway cases
define i32 @src_rounded_cast_away(half %x) {
  %r = call i32 @llvm.lround.i32.f16(half %x)
  ret i32 %r
}
define i32 @tgt_rounded_cast_away(half %x) {
  %r = call i32 @llvm.lrint.i32.f16(half %x)
  ret i32 %r
}
