; Class tests.

; expect: refines ; only NaN is unordered
define i1 @src_is_nan(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 3)
  ret i1 %r
}
define i1 @tgt_is_nan(double %x) {
  %r = fcmp uno double %x, 0.0
  ret i1 %r
}

; expect: counterexample value-mismatch ; signalling NaN is unordered too
define i1 @src_is_quiet_nan(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 2)
  ret i1 %r
}
define i1 @tgt_is_quiet_nan(double %x) {
  %r = fcmp uno double %x, 0.0
  ret i1 %r
}

; expect: refines ; there is no other class
define i1 @src_is_anything(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 1023)
  ret i1 %r
}
define i1 @tgt_is_anything(float %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; signalling NaN is left out
define i1 @src_is_almost_anything(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 1022)
  ret i1 %r
}
define i1 @tgt_is_almost_anything(float %x) {
  ret i1 true
}

; expect: refines ; zeros are equal to zero
define i1 @src_is_zero(double %x) {
  %r = fcmp oeq double %x, 0.0
  ret i1 %r
}
define i1 @tgt_is_zero(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 96)
  ret i1 %r
}

; expect: counterexample value-mismatch ; -0 is equal too
define i1 @src_is_positive_zero(double %x) {
  %r = fcmp oeq double %x, 0.0
  ret i1 %r
}
define i1 @tgt_is_positive_zero(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 64)
  ret i1 %r
}

; expect: refines ; classes exclude each other
define i1 @src_complement(half %x) {
  %c = call i1 @llvm.is.fpclass.f16(half %x, i32 240)
  %r = xor i1 %c, true
  ret i1 %r
}
define i1 @tgt_complement(half %x) {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 783)
  ret i1 %r
}

; expect: refines ; infinity of the other sign
define i1 @src_of_negation(half %x) {
  %n = fneg half %x
  %r = call i1 @llvm.is.fpclass.f16(half %n, i32 512)
  ret i1 %r
}
define i1 @tgt_of_negation(half %x) {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 4)
  ret i1 %r
}

; expect: counterexample value-mismatch ; the sign is lost
define i1 @src_of_magnitude(half %x) {
  %n = call half @llvm.fabs.f16(half %x)
  %r = call i1 @llvm.is.fpclass.f16(half %n, i32 512)
  ret i1 %r
}
define i1 @tgt_of_magnitude(half %x) {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 512)
  ret i1 %r
}

; expect: counterexample value-mismatch ; a signalling NaN may pass through
define i1 @src_signalling_result(half noundef %x) {
  ret i1 false
}
define i1 @tgt_signalling_result(half noundef %x) {
  %s = fadd half %x, 1.0
  %r = call i1 @llvm.is.fpclass.f16(half %s, i32 1)
  ret i1 %r
}

; expect: refines ; canonicalize quiets
define i1 @src_signalling_canonical_result(half noundef %x) {
  ret i1 false
}
define i1 @tgt_signalling_canonical_result(half noundef %x) {
  %s = call half @llvm.canonicalize.f16(half %x)
  %r = call i1 @llvm.is.fpclass.f16(half %s, i32 1)
  ret i1 %r
}

; expect: refines ; beyond infinity is NaN
define i1 @src_by_magnitude(half %x) {
  %i = bitcast half %x to i16
  %a = and i16 %i, 32767
  %r = icmp ugt i16 %a, 31744
  ret i1 %r
}
define i1 @tgt_by_magnitude(half %x) {
  %r = call i1 @llvm.is.fpclass.f16(half %x, i32 3)
  ret i1 %r
}
