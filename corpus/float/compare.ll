; fcmp.

; expect: refines ; only NaN is not
define i1 @src_equal_to_itself(double noundef %x) {
  %r = fcmp oeq double %x, %x
  ret i1 %r
}
define i1 @tgt_equal_to_itself(double noundef %x) {
  %r = fcmp ord double %x, 0.0
  ret i1 %r
}

; expect: counterexample value-mismatch ; NaN is not
define i1 @src_equal_to_itself_true(double noundef %x) {
  %r = fcmp oeq double %x, %x
  ret i1 %r
}
define i1 @tgt_equal_to_itself_true(double noundef %x) {
  ret i1 true
}

; expect: refines ; NaN counts
define i1 @src_unordered_or_equal_to_itself(double noundef %x) {
  %r = fcmp ueq double %x, %x
  ret i1 %r
}
define i1 @tgt_unordered_or_equal_to_itself(double noundef %x) {
  ret i1 true
}

; expect: refines ; operands and predicate
define i1 @src_swapped(float %x, float %y) {
  %r = fcmp ult float %x, %y
  ret i1 %r
}
define i1 @tgt_swapped(float %x, float %y) {
  %r = fcmp ugt float %y, %x
  ret i1 %r
}

; expect: counterexample value-mismatch ; strictness changed
define i1 @src_swapped_wrongly(float %x, float %y) {
  %r = fcmp ult float %x, %y
  ret i1 %r
}
define i1 @tgt_swapped_wrongly(float %x, float %y) {
  %r = fcmp uge float %y, %x
  ret i1 %r
}

; expect: refines ; the negation of ordered is unordered
define i1 @src_negated(double %x, double %y) {
  %c = fcmp olt double %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
define i1 @tgt_negated(double %x, double %y) {
  %r = fcmp uge double %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; NaN is neither
define i1 @src_negated_ordered(double %x, double %y) {
  %c = fcmp olt double %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
define i1 @tgt_negated_ordered(double %x, double %y) {
  %r = fcmp oge double %x, %y
  ret i1 %r
}

; expect: refines ; neither is NaN
define i1 @src_both_ordered(half %x, half %y) {
  %a = fcmp ord half %x, 0.0
  %b = fcmp ord half %y, 0.0
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_both_ordered(half %x, half %y) {
  %r = fcmp ord half %x, %y
  ret i1 %r
}

; expect: refines ; ordered and not equal
define i1 @src_below_or_above(half %x, half %y) {
  %a = fcmp olt half %x, %y
  %b = fcmp ogt half %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
define i1 @tgt_below_or_above(half %x, half %y) {
  %r = fcmp one half %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; NaN is neither below nor above
define i1 @src_below_or_above_or_nan(half %x, half %y) {
  %a = fcmp olt half %x, %y
  %b = fcmp ogt half %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
define i1 @tgt_below_or_above_or_nan(half %x, half %y) {
  %r = fcmp une half %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; zeros are equal, NaN is not
define i1 @src_equal_bits(float %x, float %y) {
  %r = fcmp oeq float %x, %y
  ret i1 %r
}
define i1 @tgt_equal_bits(float %x, float %y) {
  %a = bitcast float %x to i32
  %b = bitcast float %y to i32
  %r = icmp eq i32 %a, %b
  ret i1 %r
}

; expect: refines ; one pattern is 1
define i1 @src_equal_bits_of_one(float %x) {
  %r = fcmp oeq float %x, 1.0
  ret i1 %r
}
define i1 @tgt_equal_bits_of_one(float %x) {
  %a = bitcast float %x to i32
  %r = icmp eq i32 %a, 1065353216
  ret i1 %r
}

; expect: refines ; the order turns round
define i1 @src_negated_operands(double %x, double %y) {
  %a = fneg double %x
  %b = fneg double %y
  %r = fcmp olt double %a, %b
  ret i1 %r
}
define i1 @tgt_negated_operands(double %x, double %y) {
  %r = fcmp ogt double %x, %y
  ret i1 %r
}

; expect: refines ; no magnitude is
define i1 @src_magnitude_below_zero(double %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %r = fcmp olt double %a, 0.0
  ret i1 %r
}
define i1 @tgt_magnitude_below_zero(double %x) {
  ret i1 false
}

; expect: refines ; zero of either sign
define i1 @src_magnitude_not_above_zero(double %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %r = fcmp ole double %a, 0.0
  ret i1 %r
}
define i1 @tgt_magnitude_not_above_zero(double %x) {
  %r = fcmp oeq double %x, 0.0
  ret i1 %r
}

; expect: refines ; zeros are equal
define i1 @src_either_zero(double %x) {
  %r = fcmp olt double %x, -0.0
  ret i1 %r
}
define i1 @tgt_either_zero(double %x) {
  %r = fcmp olt double %x, 0.0
  ret i1 %r
}

; expect: refines ; every i32 is a double
define i1 @src_equal_integers(i32 %x, i32 %y) {
  %a = sitofp i32 %x to double
  %b = sitofp i32 %y to double
  %r = fcmp oeq double %a, %b
  ret i1 %r
}
define i1 @tgt_equal_integers(i32 %x, i32 %y) {
  %r = icmp eq i32 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; neighbours may round to one float
define i1 @src_equal_rounded_integers(i32 %x, i32 %y) {
  %a = sitofp i32 %x to float
  %b = sitofp i32 %y to float
  %r = fcmp oeq float %a, %b
  ret i1 %r
}
define i1 @tgt_equal_rounded_integers(i32 %x, i32 %y) {
  %r = icmp eq i32 %x, %y
  ret i1 %r
}

; expect: refines ; above 4.5 is above 4
define i1 @src_integer_above_a_fraction(i8 %x) {
  %a = sitofp i8 %x to half
  %r = fcmp ogt half %a, 4.5
  ret i1 %r
}
define i1 @tgt_integer_above_a_fraction(i8 %x) {
  %r = icmp sgt i8 %x, 4
  ret i1 %r
}

; expect: counterexample value-mismatch ; 5 is above 4.5
define i1 @src_integer_above_a_fraction_off_by_one(i8 %x) {
  %a = sitofp i8 %x to half
  %r = fcmp ogt half %a, 4.5
  ret i1 %r
}
define i1 @tgt_integer_above_a_fraction_off_by_one(i8 %x) {
  %r = icmp sgt i8 %x, 5
  ret i1 %r
}

; expect: refines ; none is
define i1 @src_unsigned_integer_below_zero(i32 %x) {
  %a = uitofp i32 %x to float
  %r = fcmp olt float %a, 0.0
  ret i1 %r
}
define i1 @tgt_unsigned_integer_below_zero(i32 %x) {
  ret i1 false
}

; expect: refines ; the sign bit
define i1 @src_signed_integer_below_zero(i32 %x) {
  %a = sitofp i32 %x to float
  %r = fcmp olt float %a, 0.0
  ret i1 %r
}
define i1 @tgt_signed_integer_below_zero(i32 %x) {
  %r = icmp slt i32 %x, 0
  ret i1 %r
}

; expect: refines ; extension is exact
define i1 @src_widened(half %x, half %y) {
  %a = fpext half %x to double
  %b = fpext half %y to double
  %r = fcmp olt double %a, %b
  ret i1 %r
}
define i1 @tgt_widened(half %x, half %y) {
  %r = fcmp olt half %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; rounding makes numbers equal
define i1 @src_narrowed(float %x, float %y) {
  %a = fptrunc float %x to half
  %b = fptrunc float %y to half
  %r = fcmp olt half %a, %b
  ret i1 %r
}
define i1 @tgt_narrowed(float %x, float %y) {
  %r = fcmp olt float %x, %y
  ret i1 %r
}
