; Divisions and remainders.

; expect: refines ; one is neutral
define i8 @src_udiv_one(i8 %x) {
  %r = udiv i8 %x, 1
  ret i8 %r
}
define i8 @tgt_udiv_one(i8 %x) {
  ret i8 %x
}

; expect: refines ; the source overflows for the smallest integer, which is undefined
define i8 @src_sdiv_minus_one(i8 %x) {
  %r = sdiv i8 %x, -1
  ret i8 %r
}
define i8 @tgt_sdiv_minus_one(i8 %x) {
  %r = sub i8 0, %x
  ret i8 %r
}

; expect: refines ; poison is less than undefined behavior
define i8 @src_sdiv_minus_one_nsw(i8 %x) {
  %r = sdiv i8 %x, -1
  ret i8 %r
}
define i8 @tgt_sdiv_minus_one_nsw(i8 %x) {
  %r = sub nsw i8 0, %x
  ret i8 %r
}

; expect: refines ; unsigned division by a power of two shifts
define i16 @src_udiv_pow2(i16 %x) {
  %r = udiv i16 %x, 8
  ret i16 %r
}
define i16 @tgt_udiv_pow2(i16 %x) {
  %r = lshr i16 %x, 3
  ret i16 %r
}

; expect: counterexample value-mismatch ; large numbers are not negative
define i16 @src_udiv_pow2_arithmetic(i16 %x) {
  %r = udiv i16 %x, 8
  ret i16 %r
}
define i16 @tgt_udiv_pow2_arithmetic(i16 %x) {
  %r = ashr i16 %x, 3
  ret i16 %r
}

; expect: counterexample more-poisonous ; there may be a remainder
define i16 @src_udiv_pow2_invented_exact(i16 %x) {
  %r = udiv i16 %x, 8
  ret i16 %r
}
define i16 @tgt_udiv_pow2_invented_exact(i16 %x) {
  %r = lshr exact i16 %x, 3
  ret i16 %r
}

; expect: refines ; exactness moves over
define i16 @src_udiv_exact_pow2(i16 %x) {
  %r = udiv exact i16 %x, 8
  ret i16 %r
}
define i16 @tgt_udiv_exact_pow2(i16 %x) {
  %r = lshr exact i16 %x, 3
  ret i16 %r
}

; expect: counterexample value-mismatch ; division rounds to zero, the shift rounds down
define i16 @src_sdiv_pow2(i16 %x) {
  %r = sdiv i16 %x, 8
  ret i16 %r
}
define i16 @tgt_sdiv_pow2(i16 %x) {
  %r = ashr i16 %x, 3
  ret i16 %r
}

; expect: refines ; without remainder there is no rounding
define i16 @src_sdiv_exact_pow2(i16 %x) {
  %r = sdiv exact i16 %x, 8
  ret i16 %r
}
define i16 @tgt_sdiv_exact_pow2(i16 %x) {
  %r = ashr exact i16 %x, 3
  ret i16 %r
}

; expect: counterexample value-mismatch ; the divisor is negative: -128 / -128 is 1, the shift gives -1
define i8 @src_sdiv_exact_int_min(i8 %x) {
  %r = sdiv exact i8 %x, -128
  ret i8 %r
}
define i8 @tgt_sdiv_exact_int_min(i8 %x) {
  %r = ashr exact i8 %x, 7
  ret i8 %r
}

; expect: refines ; a bias for negative numbers makes the shift round to zero
define i8 @src_sdiv_pow2_biased(i8 noundef %x) {
  %r = sdiv i8 %x, 8
  ret i8 %r
}
define i8 @tgt_sdiv_pow2_biased(i8 noundef %x) {
  %s = ashr i8 %x, 7
  %b = lshr i8 %s, 5
  %a = add i8 %x, %b
  %r = ashr i8 %a, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; the bias is the divisor less one
define i8 @src_sdiv_pow2_biased_bias_off_by_one(i8 noundef %x) {
  %r = sdiv i8 %x, 8
  ret i8 %r
}
define i8 @tgt_sdiv_pow2_biased_bias_off_by_one(i8 noundef %x) {
  %s = ashr i8 %x, 7
  %b = lshr i8 %s, 4
  %a = add i8 %x, %b
  %r = ashr i8 %a, 3
  ret i8 %r
}

; expect: refines ; both operands are not negative
define i8 @src_sdiv_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = sdiv i8 %a, 3
  ret i8 %r
}
define i8 @tgt_sdiv_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = udiv i8 %a, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; x may be negative
define i8 @src_sdiv_maybe_neg(i8 %x) {
  %r = sdiv i8 %x, 3
  ret i8 %r
}
define i8 @tgt_sdiv_maybe_neg(i8 %x) {
  %r = udiv i8 %x, 3
  ret i8 %r
}

; expect: refines ; only the smallest integer holds it once
define i8 @src_sdiv_int_min(i8 %x) {
  %r = sdiv i8 %x, -128
  ret i8 %r
}
define i8 @tgt_sdiv_int_min(i8 %x) {
  %c = icmp eq i8 %x, -128
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: refines ; it fits once or not at all
define i8 @src_udiv_by_large(i8 %x) {
  %r = udiv i8 %x, 200
  ret i8 %r
}
define i8 @tgt_udiv_by_large(i8 %x) {
  %c = icmp ugt i8 %x, 199
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; 200 itself counts
define i8 @src_udiv_by_large_off_by_one(i8 %x) {
  %r = udiv i8 %x, 200
  ret i8 %r
}
define i8 @tgt_udiv_by_large_off_by_one(i8 %x) {
  %c = icmp ugt i8 %x, 200
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: refines ; divisors multiply while they fit
define i8 @src_udiv_twice(i8 %x) {
  %a = udiv i8 %x, 5
  %r = udiv i8 %a, 7
  ret i8 %r
}
define i8 @tgt_udiv_twice(i8 %x) {
  %r = udiv i8 %x, 35
  ret i8 %r
}

; expect: refines ; 260 does not fit, so nothing is left
define i8 @src_udiv_twice_overflow(i8 %x) {
  %a = udiv i8 %x, 20
  %r = udiv i8 %a, 13
  ret i8 %r
}
define i8 @tgt_udiv_twice_overflow(i8 %x) {
  ret i8 0
}

; expect: counterexample value-mismatch ; the product must not wrap to 4
define i8 @src_udiv_twice_overflow_wrapped(i8 %x) {
  %a = udiv i8 %x, 20
  %r = udiv i8 %a, 13
  ret i8 %r
}
define i8 @tgt_udiv_twice_overflow_wrapped(i8 %x) {
  %r = udiv i8 %x, 4
  ret i8 %r
}

; expect: refines ; no wrap, so it comes back
define i8 @src_mul_udiv_nuw(i8 %x) {
  %a = mul nuw i8 %x, 6
  %r = udiv i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_udiv_nuw(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; the product may have wrapped
define i8 @src_mul_udiv(i8 %x) {
  %a = mul i8 %x, 6
  %r = udiv i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_udiv(i8 %x) {
  ret i8 %x
}

; expect: refines ; no wrap, so it comes back
define i8 @src_mul_sdiv_nsw(i8 %x, i8 %y) {
  %a = mul nsw i8 %x, 6
  %r = sdiv i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_sdiv_nsw(i8 %x, i8 %y) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; unsigned products may look negative
define i8 @src_mul_sdiv_nuw(i8 %x) {
  %a = mul nuw i8 %x, 6
  %r = sdiv i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_sdiv_nuw(i8 %x) {
  ret i8 %x
}

; expect: refines ; the factor is divided
define i8 @src_mul_udiv_smaller(i8 %x) {
  %a = mul nuw i8 %x, 12
  %r = udiv i8 %a, 4
  ret i8 %r
}
define i8 @tgt_mul_udiv_smaller(i8 %x) {
  %r = mul nuw i8 %x, 3
  ret i8 %r
}

; expect: refines ; x is at most 21, so three times as much is no overflow
define i8 @src_mul_udiv_smaller_nsw(i8 %x) {
  %a = mul nuw i8 %x, 12
  %r = udiv i8 %a, 4
  ret i8 %r
}
define i8 @tgt_mul_udiv_smaller_nsw(i8 %x) {
  %r = mul nsw i8 %x, 3
  ret i8 %r
}

; expect: refines ; the factor is divided, the smaller product fits
define i8 @src_mul_sdiv_smaller(i8 %x) {
  %a = mul nsw i8 %x, 12
  %r = sdiv i8 %a, 4
  ret i8 %r
}
define i8 @tgt_mul_sdiv_smaller(i8 %x) {
  %r = mul nsw i8 %x, 3
  ret i8 %r
}

; expect: refines ; a shift less two
define i8 @src_shl_udiv(i8 %x) {
  %a = shl nuw i8 %x, 4
  %r = udiv i8 %a, 4
  ret i8 %r
}
define i8 @tgt_shl_udiv(i8 %x) {
  %r = shl nuw i8 %x, 2
  ret i8 %r
}

; expect: refines ; zero is undefined behavior, all else gives one
define i8 @src_udiv_self(i8 noundef %x) {
  %r = udiv i8 %x, %x
  ret i8 %r
}
define i8 @tgt_udiv_self(i8 noundef %x) {
  ret i8 1
}

; expect: counterexample value-mismatch ; not zero
define i8 @src_udiv_self_zero(i8 noundef %x) {
  %r = udiv i8 %x, %x
  ret i8 %r
}
define i8 @tgt_udiv_self_zero(i8 noundef %x) {
  ret i8 0
}

; expect: refines ; nothing is left
define i8 @src_urem_self(i8 noundef %x) {
  %r = urem i8 %x, %x
  ret i8 %r
}
define i8 @tgt_urem_self(i8 noundef %x) {
  ret i8 0
}

; expect: refines ; zero, or undefined behavior
define i8 @src_udiv_zero_dividend(i8 %x) {
  %r = udiv i8 0, %x
  ret i8 %r
}
define i8 @tgt_udiv_zero_dividend(i8 %x) {
  ret i8 0
}

; expect: counterexample source-more-defined ; the divisor may be zero
define i8 @src_udiv_introduced(i8 %x, i8 %y) {
  %r = and i8 %x, 0
  ret i8 %r
}
define i8 @tgt_udiv_introduced(i8 %x, i8 %y) {
  %r = udiv i8 0, %y
  ret i8 %r
}

; expect: counterexample source-more-defined ; y may be zero when it is not selected
define i8 @src_udiv_select_hoisted(i1 %c, i8 %x, i8 noundef %y) {
  %d = select i1 %c, i8 %y, i8 1
  %r = udiv i8 %x, %d
  ret i8 %r
}
define i8 @tgt_udiv_select_hoisted(i1 %c, i8 %x, i8 noundef %y) {
  %q = udiv i8 %x, %y
  %r = select i1 %c, i8 %q, i8 %x
  ret i8 %r
}

; expect: refines ; choosing zero is undefined behavior
define i8 @src_udiv_select_zero(i1 %c, i8 %x, i8 %y) {
  %d = select i1 %c, i8 %y, i8 0
  %r = udiv i8 %x, %d
  ret i8 %r
}
define i8 @tgt_udiv_select_zero(i1 %c, i8 %x, i8 %y) {
  %r = udiv i8 %x, %y
  ret i8 %r
}

; expect: refines ; the low bits
define i16 @src_urem_pow2(i16 %x) {
  %r = urem i16 %x, 16
  ret i16 %r
}
define i16 @tgt_urem_pow2(i16 %x) {
  %r = and i16 %x, 15
  ret i16 %r
}

; expect: counterexample value-mismatch ; the mask is the divisor less one
define i16 @src_urem_pow2_off_by_one(i16 %x) {
  %r = urem i16 %x, 16
  ret i16 %r
}
define i16 @tgt_urem_pow2_off_by_one(i16 %x) {
  %r = and i16 %x, 16
  ret i16 %r
}

; expect: counterexample value-mismatch ; the remainder of a negative number is negative
define i8 @src_srem_pow2(i8 %x) {
  %r = srem i8 %x, 16
  ret i8 %r
}
define i8 @tgt_srem_pow2(i8 %x) {
  %r = and i8 %x, 15
  ret i8 %r
}

; expect: refines ; not negative
define i8 @src_srem_pow2_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = srem i8 %a, 16
  ret i8 %r
}
define i8 @tgt_srem_pow2_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = and i8 %a, 15
  ret i8 %r
}

; expect: refines ; the divisor's sign does not matter
define i8 @src_srem_neg_divisor(i8 %x) {
  %r = srem i8 %x, -7
  ret i8 %r
}
define i8 @tgt_srem_neg_divisor(i8 %x) {
  %r = srem i8 %x, 7
  ret i8 %r
}

; expect: counterexample source-more-defined ; the smallest integer by -1 overflows, by 1 does not
define i8 @src_srem_neg_divisor_variable(i8 %x, i8 %y) {
  %n = sub i8 0, %y
  %r = srem i8 %x, %n
  ret i8 %r
}
define i8 @tgt_srem_neg_divisor_variable(i8 %x, i8 %y) {
  %r = srem i8 %x, %y
  ret i8 %r
}

; expect: refines ; the sign moves out
define i8 @src_sdiv_neg_divisor(i8 %x) {
  %r = sdiv i8 %x, -3
  ret i8 %r
}
define i8 @tgt_sdiv_neg_divisor(i8 %x) {
  %q = sdiv i8 %x, 3
  %r = sub i8 0, %q
  ret i8 %r
}

; expect: refines ; a third can always be negated
define i8 @src_sdiv_neg_divisor_nsw(i8 %x) {
  %r = sdiv i8 %x, -3
  ret i8 %r
}
define i8 @tgt_sdiv_neg_divisor_nsw(i8 %x) {
  %q = sdiv i8 %x, 3
  %r = sub nsw i8 0, %q
  ret i8 %r
}

; expect: refines ; the negation exists
define i8 @src_sdiv_neg_dividend(i8 %x) {
  %n = sub nsw i8 0, %x
  %r = sdiv i8 %n, 3
  ret i8 %r
}
define i8 @tgt_sdiv_neg_dividend(i8 %x) {
  %r = sdiv i8 %x, -3
  ret i8 %r
}

; expect: counterexample value-mismatch ; the smallest integer is its own negation
define i8 @src_sdiv_neg_dividend_wraps(i8 %x) {
  %n = sub i8 0, %x
  %r = sdiv i8 %n, 3
  ret i8 %r
}
define i8 @tgt_sdiv_neg_dividend_wraps(i8 %x) {
  %r = sdiv i8 %x, -3
  ret i8 %r
}

; expect: refines ; not negative
define i8 @src_srem_to_urem(i8 %x) {
  %a = and i8 %x, 127
  %r = srem i8 %a, 10
  ret i8 %r
}
define i8 @tgt_srem_to_urem(i8 %x) {
  %a = and i8 %x, 127
  %r = urem i8 %a, 10
  ret i8 %r
}

; expect: refines ; what the quotient leaves
define i8 @src_rem_from_div(i8 noundef %x) {
  %q = udiv i8 %x, 11
  %m = mul i8 %q, 11
  %r = sub i8 %x, %m
  ret i8 %r
}
define i8 @tgt_rem_from_div(i8 noundef %x) {
  %r = urem i8 %x, 11
  ret i8 %r
}

; expect: refines ; what the quotient leaves
define i8 @src_srem_from_div(i8 noundef %x) {
  %q = sdiv i8 %x, 11
  %m = mul i8 %q, 11
  %r = sub i8 %x, %m
  ret i8 %r
}
define i8 @tgt_srem_from_div(i8 noundef %x) {
  %r = srem i8 %x, 11
  ret i8 %r
}

; expect: counterexample value-mismatch ; negative dividends differ
define i8 @src_srem_from_div_unsigned(i8 noundef %x) {
  %q = sdiv i8 %x, 11
  %m = mul i8 %q, 11
  %r = sub i8 %x, %m
  ret i8 %r
}
define i8 @tgt_srem_from_div_unsigned(i8 noundef %x) {
  %r = urem i8 %x, 11
  ret i8 %r
}

; expect: refines ; nothing was lost
define i8 @src_div_mul_exact(i8 %x) {
  %q = udiv exact i8 %x, 6
  %r = mul i8 %q, 6
  ret i8 %r
}
define i8 @tgt_div_mul_exact(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; the remainder is lost
define i8 @src_div_mul(i8 %x) {
  %q = udiv i8 %x, 6
  %r = mul i8 %q, 6
  ret i8 %r
}
define i8 @tgt_div_mul(i8 %x) {
  ret i8 %x
}

; expect: refines ; nothing was lost
define i8 @src_sdiv_exact_mul_nsw(i8 %x) {
  %q = sdiv exact i8 %x, -6
  %r = mul nsw i8 %q, -6
  ret i8 %r
}
define i8 @tgt_sdiv_exact_mul_nsw(i8 %x) {
  ret i8 %x
}

; expect: refines ; a remainder is smaller than its divisor
define i8 @src_urem_twice(i8 %x) {
  %a = urem i8 %x, 12
  %r = urem i8 %a, 12
  ret i8 %r
}
define i8 @tgt_urem_twice(i8 %x) {
  %r = urem i8 %x, 12
  ret i8 %r
}

; expect: refines ; the remainder by a multiple decides
define i8 @src_urem_twice_divisor(i8 %x) {
  %a = urem i8 %x, 12
  %r = urem i8 %a, 12
  ret i8 %r
}
define i8 @tgt_urem_twice_divisor(i8 %x) {
  %a = urem i8 %x, 12
  %r = urem i8 %a, 12
  ret i8 %r
}

; expect: refines ; 4 divides 12
define i8 @src_urem_of_multiple(i8 %x) {
  %a = urem i8 %x, 12
  %r = urem i8 %a, 4
  ret i8 %r
}
define i8 @tgt_urem_of_multiple(i8 %x) {
  %r = and i8 %x, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; 5 does not divide 12
define i8 @src_urem_of_non_multiple(i8 %x) {
  %a = urem i8 %x, 12
  %r = urem i8 %a, 5
  ret i8 %r
}
define i8 @tgt_urem_of_non_multiple(i8 %x) {
  %r = urem i8 %x, 5
  ret i8 %r
}

; expect: refines ; smaller than the divisor
define i1 @src_udiv_compares_zero(i8 %x) {
  %q = udiv i8 %x, 10
  %r = icmp eq i8 %q, 0
  ret i1 %r
}
define i1 @tgt_udiv_compares_zero(i8 %x) {
  %r = icmp ult i8 %x, 10
  ret i1 %r
}

; expect: counterexample value-mismatch ; 10 / 10 is 1
define i1 @src_udiv_compares_zero_inclusive(i8 %x) {
  %q = udiv i8 %x, 10
  %r = icmp eq i8 %q, 0
  ret i1 %r
}
define i1 @tgt_udiv_compares_zero_inclusive(i8 %x) {
  %r = icmp ule i8 %x, 10
  ret i1 %r
}

; expect: refines ; between -9 and 9
define i1 @src_sdiv_compares_zero(i8 noundef %x) {
  %q = sdiv i8 %x, 10
  %r = icmp eq i8 %q, 0
  ret i1 %r
}
define i1 @tgt_sdiv_compares_zero(i8 noundef %x) {
  %a = add i8 %x, 9
  %r = icmp ult i8 %a, 19
  ret i1 %r
}

; expect: counterexample value-mismatch ; -10 / 10 is -1
define i1 @src_sdiv_compares_zero_off_by_one(i8 noundef %x) {
  %q = sdiv i8 %x, 10
  %r = icmp eq i8 %q, 0
  ret i1 %r
}
define i1 @tgt_sdiv_compares_zero_off_by_one(i8 noundef %x) {
  %a = add i8 %x, 10
  %r = icmp ult i8 %a, 20
  ret i1 %r
}

; expect: refines ; a remainder is smaller than its divisor; two reads of an undef y may agree
define i1 @src_urem_range(i8 %x, i8 %y) {
  %m = urem i8 %x, %y
  %r = icmp ult i8 %m, %y
  ret i1 %r
}
define i1 @tgt_urem_range(i8 %x, i8 %y) {
  ret i1 true
}

; expect: counterexample value-mismatch ; the dividend need not be smaller than the divisor
define i1 @src_urem_range_wrong(i8 %x, i8 noundef %y) {
  %m = urem i8 %x, %y
  %r = icmp ult i8 %x, %y
  ret i1 %r
}
define i1 @tgt_urem_range_wrong(i8 %x, i8 noundef %y) {
  ret i1 true
}

; expect: refines ; the only divisor is -1, and -1 by it overflows: zero is left
define i1 @src_sdiv_i1(i1 %x, i1 %y) {
  %r = sdiv i1 %x, %y
  ret i1 %r
}
define i1 @tgt_sdiv_i1(i1 %x, i1 %y) {
  ret i1 %x
}

; expect: refines ; a shift divides by 4
define i8 @src_udiv_lshr_dividend(i8 %x) {
  %a = lshr i8 %x, 2
  %r = udiv i8 %a, 5
  ret i8 %r
}
define i8 @tgt_udiv_lshr_dividend(i8 %x) {
  %r = udiv i8 %x, 20
  ret i8 %r
}

; expect: refines ; a power of two as the divisor
define i8 @src_udiv_shl_one(i8 %x, i8 %y) {
  %p = shl i8 1, %y
  %r = udiv i8 %x, %p
  ret i8 %r
}
define i8 @tgt_udiv_shl_one(i8 %x, i8 %y) {
  %r = lshr i8 %x, %y
  ret i8 %r
}

; expect: refines ; exactness stays
define i8 @src_udiv_pow2_var_exact(i8 %x, i8 %y) {
  %p = shl nuw i8 1, %y
  %r = udiv exact i8 %x, %p
  ret i8 %r
}
define i8 @tgt_udiv_pow2_var_exact(i8 %x, i8 %y) {
  %r = lshr exact i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; signed division is no shift
define i8 @src_sdiv_shl_one(i8 %x, i8 %y) {
  %p = shl i8 1, %y
  %r = sdiv i8 %x, %p
  ret i8 %r
}
define i8 @tgt_sdiv_shl_one(i8 %x, i8 %y) {
  %r = ashr i8 %x, %y
  ret i8 %r
}
