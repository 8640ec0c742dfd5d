; Minimum and maximum.

; expect: refines ; a NaN may pass unchanged
define double @src_minimum_of_itself(double %x) {
  %r = call double @llvm.minimum.f64(double %x, double %x)
  ret double %r
}
define double @tgt_minimum_of_itself(double %x) {
  ret double %x
}

; expect: refines ; either order
define double @src_minimum_commutes(double %x, double %y) {
  %r = call double @llvm.minimum.f64(double %x, double %y)
  ret double %r
}
define double @tgt_minimum_commutes(double %x, double %y) {
  %r = call double @llvm.minimum.f64(double %y, double %x)
  ret double %r
}

; expect: counterexample value-mismatch ; minnum prefers the number
define double @src_minimum_for_minnum(double %x, double %y) {
  %r = call double @llvm.minnum.f64(double %x, double %y)
  ret double %r
}
define double @tgt_minimum_for_minnum(double %x, double %y) {
  %r = call double @llvm.minimum.f64(double %x, double %y)
  ret double %r
}

; expect: refines ; it fixes what minnum leaves open
define half @src_minimumnum_for_minnum(half %x, half %y) {
  %r = call half @llvm.minnum.f16(half %x, half %y)
  ret half %r
}
define half @tgt_minimumnum_for_minnum(half %x, half %y) {
  %r = call half @llvm.minimumnum.f16(half %x, half %y)
  ret half %r
}

; expect: counterexample value-mismatch ; the sign of a zero is open again
define half @src_minnum_for_minimumnum(half %x, half %y) {
  %r = call half @llvm.minimumnum.f16(half %x, half %y)
  ret half %r
}
define half @tgt_minnum_for_minimumnum(half %x, half %y) {
  %r = call half @llvm.minnum.f16(half %x, half %y)
  ret half %r
}

; expect: refines ; the order turns round
define double @src_maximum_of_negated(double %x, double %y) {
  %a = fneg double %x
  %b = fneg double %y
  %r = call double @llvm.maximum.f64(double %a, double %b)
  ret double %r
}
define double @tgt_maximum_of_negated(double %x, double %y) {
  %m = call double @llvm.minimum.f64(double %x, double %y)
  %r = fneg double %m
  ret double %r
}

; expect: counterexample value-mismatch ; the order turns round
define double @src_maximum_of_negated_wrong(double %x, double %y) {
  %a = fneg double %x
  %b = fneg double %y
  %r = call double @llvm.maximum.f64(double %a, double %b)
  ret double %r
}
define double @tgt_maximum_of_negated_wrong(double %x, double %y) {
  %m = call double @llvm.maximum.f64(double %x, double %y)
  %r = fneg double %m
  ret double %r
}

; expect: refines ; nothing is larger
define half @src_minimum_with_infinity(half %x) {
  %r = call half @llvm.minimum.f16(half %x, half 0xH7C00)
  ret half %r
}
define half @tgt_minimum_with_infinity(half %x) {
  ret half %x
}

; expect: counterexample value-mismatch ; of NaN it makes infinity
define half @src_minnum_with_infinity(half %x) {
  %r = call half @llvm.minnum.f16(half %x, half 0xH7C00)
  ret half %r
}
define half @tgt_minnum_with_infinity(half %x) {
  ret half %x
}

; expect: refines ; there is no NaN
define half @src_minnum_with_infinity_nnan(half %x) {
  %r = call nnan half @llvm.minnum.f16(half %x, half 0xH7C00)
  ret half %r
}
define half @tgt_minnum_with_infinity_nnan(half %x) {
  ret half %x
}

; expect: refines ; the minimum is not above either
define half @src_absorbed(half noundef nofpclass(nan) %x, half noundef nofpclass(nan) %y) {
  %m = call half @llvm.minimum.f16(half %x, half %y)
  %r = call half @llvm.maximum.f16(half %m, half %x)
  ret half %r
}
define half @tgt_absorbed(half noundef nofpclass(nan) %x, half noundef nofpclass(nan) %y) {
  ret half %x
}

; expect: counterexample value-mismatch ; a NaN absorbs
define half @src_absorbed_nan(half noundef %x, half noundef %y) {
  %m = call half @llvm.minimum.f16(half %x, half %y)
  %r = call half @llvm.maximum.f16(half %m, half %x)
  ret half %r
}
define half @tgt_absorbed_nan(half noundef %x, half noundef %y) {
  ret half %x
}

; expect: refines ; bounds in order may change places
define half @src_clamped(half noundef nofpclass(nan) %x) {
  %m = call half @llvm.maximum.f16(half %x, half 1.0)
  %r = call half @llvm.minimum.f16(half %m, half 8.0)
  ret half %r
}
define half @tgt_clamped(half noundef nofpclass(nan) %x) {
  %m = call half @llvm.minimum.f16(half %x, half 8.0)
  %r = call half @llvm.maximum.f16(half %m, half 1.0)
  ret half %r
}

; expect: counterexample value-mismatch ; bounds out of order may not
define half @src_clamped_badly(half noundef nofpclass(nan) %x) {
  %m = call half @llvm.maximum.f16(half %x, half 8.0)
  %r = call half @llvm.minimum.f16(half %m, half 1.0)
  ret half %r
}
define half @tgt_clamped_badly(half noundef nofpclass(nan) %x) {
  %m = call half @llvm.minimum.f16(half %x, half 1.0)
  %r = call half @llvm.maximum.f16(half %m, half 8.0)
  ret half %r
}

; expect: refines ; a reduction folds the lanes
define half @src_of_both_lanes(<2 x half> noundef %v) {
  %r = call half @llvm.vector.reduce.fmaximum.v2f16(<2 x half> %v)
  ret half %r
}
define half @tgt_of_both_lanes(<2 x half> noundef %v) {
  %a = extractelement <2 x half> %v, i32 0
  %b = extractelement <2 x half> %v, i32 1
  %r = call half @llvm.maximum.f16(half %a, half %b)
  ret half %r
}
