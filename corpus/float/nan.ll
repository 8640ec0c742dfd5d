; NaN payloads, and the flags that exclude NaN and infinity.

; expect: refines ; poison may be forgotten
define double @src_flag_dropped(double %x, double %y) {
  %r = fadd nnan ninf nsz double %x, %y
  ret double %r
}
define double @tgt_flag_dropped(double %x, double %y) {
  %r = fadd double %x, %y
  ret double %r
}

; expect: counterexample more-poisonous ; NaN becomes poison
define double @src_nnan_added(double %x, double %y) {
  %r = fadd double %x, %y
  ret double %r
}
define double @tgt_nnan_added(double %x, double %y) {
  %r = fadd nnan double %x, %y
  ret double %r
}

; expect: counterexample more-poisonous ; overflow becomes poison
define double @src_ninf_added(double %x, double %y) {
  %r = fmul nnan double %x, %y
  ret double %r
}
define double @tgt_ninf_added(double %x, double %y) {
  %r = fmul nnan ninf double %x, %y
  ret double %r
}

; expect: counterexample value-mismatch ; zeros may change sign
define double @src_nsz_added(double %x, double %y) {
  %r = fadd double %x, %y
  ret double %r
}
define double @tgt_nsz_added(double %x, double %y) {
  %r = fadd nsz double %x, %y
  ret double %r
}

; expect: refines ; the second has nothing to do
define half @src_canonical_twice(half %x) {
  %c = call half @llvm.canonicalize.f16(half %x)
  %r = call half @llvm.canonicalize.f16(half %c)
  ret half %r
}
define half @tgt_canonical_twice(half %x) {
  %r = call half @llvm.canonicalize.f16(half %x)
  ret half %r
}

; expect: counterexample value-mismatch ; a signalling NaN must be quieted
define half @src_canonical_dropped(half %x) {
  %r = call half @llvm.canonicalize.f16(half %x)
  ret half %r
}
define half @tgt_canonical_dropped(half %x) {
  ret half %x
}

; expect: refines ; numbers are canonical
define half @src_canonical_dropped_nnan(half %x) {
  %r = call nnan half @llvm.canonicalize.f16(half %x)
  ret half %r
}
define half @tgt_canonical_dropped_nnan(half %x) {
  ret half %x
}

; expect: refines ; a preferred NaN is among the results
define double @src_plus_nan(double %x) {
  %r = fadd double %x, 0x7FF8000000000000
  ret double %r
}
define double @tgt_plus_nan(double %x) {
  ret double 0x7FF8000000000000
}

; expect: counterexample value-mismatch ; the result is a NaN
define double @src_plus_nan_is_not_the_other(double %x) {
  %r = fadd double %x, 0x7FF8000000000000
  ret double %r
}
define double @tgt_plus_nan_is_not_the_other(double %x) {
  ret double %x
}

; expect: counterexample value-mismatch ; the payload may be preferred, that of an operand, or the target's own quiet one, not any signalling one
define half @src_plus_nan_other_payload(half noundef nofpclass(nan) %x) {
  %r = fadd half %x, 0xH7E00
  ret half %r
}
define half @tgt_plus_nan_other_payload(half noundef nofpclass(nan) %x) {
  ret half 0xH7C01
}

; expect: refines ; the payload survives both conversions
define half @src_nan_through_wider(half %x) {
  %w = fpext half %x to float
  %r = fptrunc float %w to half
  ret half %r
}
define half @tgt_nan_through_wider(half %x) {
  ret half %x
}

; expect: counterexample value-mismatch ; the payload of the input is gone
define half @src_nan_replaced(half %x) {
  ret half %x
}
define half @tgt_nan_replaced(half %x) {
  %n = fcmp uno half %x, 0.0
  %r = select i1 %n, half 0xH7E00, half %x
  ret half %r
}

; expect: counterexample value-mismatch ; select passes NaN unchanged, addition need not
define half @src_selected_nan(i1 %c, half %x, half %y) {
  %r = select i1 %c, half %x, half %y
  ret half %r
}
define half @tgt_selected_nan(i1 %c, half %x, half %y) {
  %s = select i1 %c, half %x, half %y
  %r = fadd half %s, -0.0
  ret half %r
}

; expect: refines ; bits are bits
define i16 @src_moved_nan(half %x) {
  %n = fneg half %x
  %m = fneg half %n
  %r = bitcast half %m to i16
  ret i16 %r
}
define i16 @tgt_moved_nan(half %x) {
  %r = bitcast half %x to i16
  ret i16 %r
}

; expect: refines ; a NaN would be poison
define i1 @src_ordered_under_nnan(double %x, double %y) {
  %r = fcmp nnan ord double %x, %y
  ret i1 %r
}
define i1 @tgt_ordered_under_nnan(double %x, double %y) {
  ret i1 true
}

; expect: counterexample value-mismatch ; NaN is not
define i1 @src_ordered(double %x, double %y) {
  %r = fcmp ord double %x, %y
  ret i1 %r
}
define i1 @tgt_ordered(double %x, double %y) {
  ret i1 true
}

; expect: refines ; infinity would be poison
define i1 @src_infinite_under_ninf(float %x) {
  %s = fadd ninf float %x, 1.0
  %r = fcmp oeq float %s, 0x7FF0000000000000
  ret i1 %r
}
define i1 @tgt_infinite_under_ninf(float %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; infinity plus one is infinity
define i1 @src_infinite(float %x) {
  %s = fadd float %x, 1.0
  %r = fcmp oeq float %s, 0x7FF0000000000000
  ret i1 %r
}
define i1 @tgt_infinite(float %x) {
  ret i1 false
}

; expect: refines ; nofpclass makes NaN poison
define i1 @src_argument_without_nan(double nofpclass(nan) %x) {
  %r = fcmp ord double %x, 0.0
  ret i1 %r
}
define i1 @tgt_argument_without_nan(double nofpclass(nan) %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; NaN is still there
define i1 @src_argument_without_infinity(double nofpclass(inf) %x) {
  %r = fcmp ord double %x, 0.0
  ret i1 %r
}
define i1 @tgt_argument_without_infinity(double nofpclass(inf) %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; infinities of unlike sign
define i1 @src_nan_of_a_sum(float noundef nofpclass(nan) %x, float noundef nofpclass(nan) %y) {
  %s = fadd float %x, %y
  %r = fcmp uno float %s, %s
  ret i1 %r
}
define i1 @tgt_nan_of_a_sum(float noundef nofpclass(nan) %x, float noundef nofpclass(nan) %y) {
  ret i1 false
}

; expect: refines ; finite numbers have a sum, or overflow
define i1 @src_nan_of_a_finite_sum(float noundef nofpclass(nan inf) %x, float noundef nofpclass(nan inf) %y) {
  %s = fadd float %x, %y
  %r = fcmp uno float %s, %s
  ret i1 %r
}
define i1 @tgt_nan_of_a_finite_sum(float noundef nofpclass(nan inf) %x, float noundef nofpclass(nan inf) %y) {
  ret i1 false
}
