; Multiplications.

; expect: refines ; zero annihilates; poison may become zero
define i32 @src_mul_zero(i32 %x) {
  %r = mul i32 %x, 0
  ret i32 %r
}
define i32 @tgt_mul_zero(i32 %x) {
  ret i32 0
}

; expect: refines ; one is neutral
define i32 @src_mul_one(i32 %x) {
  %r = mul i32 %x, 1
  ret i32 %r
}
define i32 @tgt_mul_one(i32 %x) {
  ret i32 %x
}

; expect: refines ; multiplying by -1 negates
define i16 @src_mul_minus_one(i16 %x) {
  %r = mul i16 %x, -1
  ret i16 %r
}
define i16 @tgt_mul_minus_one(i16 %x) {
  %r = sub i16 0, %x
  ret i16 %r
}

; expect: counterexample more-poisonous ; the smallest integer has no negation
define i16 @src_mul_minus_one_kept_nsw(i16 %x) {
  %r = mul i16 %x, -1
  ret i16 %r
}
define i16 @tgt_mul_minus_one_kept_nsw(i16 %x) {
  %r = sub nsw i16 0, %x
  ret i16 %r
}

; expect: refines ; both are poison for the smallest integer
define i16 @src_mul_minus_one_nsw(i16 %x) {
  %r = mul nsw i16 %x, -1
  ret i16 %r
}
define i16 @tgt_mul_minus_one_nsw(i16 %x) {
  %r = sub nsw i16 0, %x
  ret i16 %r
}

; expect: refines ; multiplication commutes, with its flags
define i8 @src_mul_commutes(i8 %x, i8 %y) {
  %r = mul nuw nsw i8 %x, %y
  ret i8 %r
}
define i8 @tgt_mul_commutes(i8 %x, i8 %y) {
  %r = mul nuw nsw i8 %y, %x
  ret i8 %r
}

; expect: refines ; 8 is a positive power of two
define i8 @src_r10_mul8_keeps_nsw(i8 %x) {
  %r = mul nsw i8 %x, 8
  ret i8 %r
}
define i8 @tgt_r10_mul8_keeps_nsw(i8 %x) {
  %r = shl nsw i8 %x, 3
  ret i8 %r
}

; expect: counterexample more-poisonous ; a negative x loses a one
define i8 @src_r10_mul8_adds_nuw(i8 %x) {
  %r = mul nsw i8 %x, 8
  ret i8 %r
}
define i8 @tgt_r10_mul8_adds_nuw(i8 %x) {
  %r = shl nuw nsw i8 %x, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; the logarithm of 8 is 3
define i8 @src_r10_mul8_off_by_one(i8 %x) {
  %r = mul nsw i8 %x, 8
  ret i8 %r
}
define i8 @tgt_r10_mul8_off_by_one(i8 %x) {
  %r = shl i8 %x, 4
  ret i8 %r
}

; expect: refines ; no one is shifted out
define i8 @src_r10_mul8_nuw_keeps_nuw(i8 %x) {
  %r = mul nuw i8 %x, 8
  ret i8 %r
}
define i8 @tgt_r10_mul8_nuw_keeps_nuw(i8 %x) {
  %r = shl nuw i8 %x, 3
  ret i8 %r
}

; expect: counterexample more-poisonous ; signed, the factor is -128 but the shift multiplies by 128
define i8 @src_r10_mul_int_min_keeps_nsw(i8 %x) {
  %r = mul nsw i8 %x, -128
  ret i8 %r
}
define i8 @tgt_r10_mul_int_min_keeps_nsw(i8 %x) {
  %r = shl nsw i8 %x, 7
  ret i8 %r
}

; expect: refines ; the bits are right
define i8 @src_r10_mul_int_min_drops(i8 %x) {
  %r = mul nsw i8 %x, -128
  ret i8 %r
}
define i8 @tgt_r10_mul_int_min_drops(i8 %x) {
  %r = shl i8 %x, 7
  ret i8 %r
}

; expect: refines ; unsigned, the factor is 128
define i8 @src_r10_mul_int_min_nuw_keeps_nuw(i8 %x) {
  %r = mul nuw i8 %x, -128
  ret i8 %r
}
define i8 @tgt_r10_mul_int_min_nuw_keeps_nuw(i8 %x) {
  %r = shl nuw i8 %x, 7
  ret i8 %r
}

; expect: refines ; the exact products agree
define i8 @src_shl_to_mul_keeps_nsw(i8 %x) {
  %r = shl nsw i8 %x, 3
  ret i8 %r
}
define i8 @tgt_shl_to_mul_keeps_nsw(i8 %x) {
  %r = mul nsw i8 %x, 8
  ret i8 %r
}

; expect: refines ; the source is poison but for 0 and -1, and of these the product with -128 is poison only for -1, where the source is not
define i8 @src_shl_to_mul_top_keeps_nsw(i8 %x) {
  %r = shl nsw i8 %x, 7
  ret i8 %r
}
define i8 @tgt_shl_to_mul_top_keeps_nsw(i8 %x) {
  %r = mul i8 %x, -128
  ret i8 %r
}

; expect: counterexample more-poisonous ; -1 times -128 overflows
define i8 @src_shl_to_mul_top_kept_nsw(i8 %x) {
  %r = shl nsw i8 %x, 7
  ret i8 %r
}
define i8 @tgt_shl_to_mul_top_kept_nsw(i8 %x) {
  %r = mul nsw i8 %x, -128
  ret i8 %r
}

; expect: refines ; a negated power of two: shift and negate
define i8 @src_mul_by_neg_power(i8 %x) {
  %r = mul i8 %x, -4
  ret i8 %r
}
define i8 @tgt_mul_by_neg_power(i8 %x) {
  %s = shl i8 %x, 2
  %r = sub i8 0, %s
  ret i8 %r
}

; expect: counterexample more-poisonous ; the negation may overflow
define i8 @src_mul_by_neg_power_kept(i8 %x) {
  %r = mul i8 %x, -4
  ret i8 %r
}
define i8 @tgt_mul_by_neg_power_kept(i8 %x) {
  %s = shl i8 %x, 2
  %r = sub nsw i8 0, %s
  ret i8 %r
}

; expect: refines ; shift and add
define i16 @src_mul_by_three(i16 noundef %x) {
  %r = mul i16 %x, 3
  ret i16 %r
}
define i16 @tgt_mul_by_three(i16 noundef %x) {
  %s = shl i16 %x, 1
  %r = add i16 %s, %x
  ret i16 %r
}

; expect: counterexample more-poisonous ; nothing says that it does not wrap
define i16 @src_mul_by_three_nsw_invented(i16 noundef %x) {
  %r = mul i16 %x, 3
  ret i16 %r
}
define i16 @tgt_mul_by_three_nsw_invented(i16 noundef %x) {
  %s = shl i16 %x, 1
  %r = add nsw i16 %s, %x
  ret i16 %r
}

; expect: refines ; shift and subtract
define i16 @src_mul_by_seven(i16 noundef %x) {
  %r = mul i16 %x, 7
  ret i16 %r
}
define i16 @tgt_mul_by_seven(i16 noundef %x) {
  %s = shl i16 %x, 3
  %r = sub i16 %s, %x
  ret i16 %r
}

; expect: counterexample value-mismatch ; the sign is wrong
define i16 @src_mul_by_seven_swapped(i16 noundef %x) {
  %r = mul i16 %x, 7
  ret i16 %r
}
define i16 @tgt_mul_by_seven_swapped(i16 noundef %x) {
  %s = shl i16 %x, 3
  %r = sub i16 %x, %s
  ret i16 %r
}

; expect: refines ; constants multiply
define i8 @src_mul_const_twice(i8 %x) {
  %a = mul i8 %x, 5
  %r = mul i8 %a, 7
  ret i8 %r
}
define i8 @tgt_mul_const_twice(i8 %x) {
  %r = mul i8 %x, 35
  ret i8 %r
}

; expect: refines ; 35 is representable, so the exact products agree
define i8 @src_mul_const_twice_nsw_keeps(i8 %x) {
  %a = mul nsw i8 %x, 5
  %r = mul nsw i8 %a, 7
  ret i8 %r
}
define i8 @tgt_mul_const_twice_nsw_keeps(i8 %x) {
  %r = mul nsw i8 %x, 35
  ret i8 %r
}

; expect: refines ; the product of the constants wraps to zero; the source is defined for zero only
define i8 @src_mul_const_twice_nsw_wraps_keeps(i8 %x) {
  %a = mul nsw i8 %x, 16
  %r = mul nsw i8 %a, 16
  ret i8 %r
}
define i8 @tgt_mul_const_twice_nsw_wraps_keeps(i8 %x) {
  %r = mul nsw i8 %x, 0
  ret i8 %r
}

; expect: refines ; signs cancel
define i8 @src_mul_neg_neg(i8 %x, i8 %y) {
  %a = sub i8 0, %x
  %b = sub i8 0, %y
  %r = mul i8 %a, %b
  ret i8 %r
}
define i8 @tgt_mul_neg_neg(i8 %x, i8 %y) {
  %r = mul i8 %x, %y
  ret i8 %r
}

; expect: counterexample more-poisonous ; no flag anywhere
define i8 @src_mul_neg_neg_invented_nsw(i8 %x, i8 %y) {
  %a = sub i8 0, %x
  %b = sub i8 0, %y
  %r = mul i8 %a, %b
  ret i8 %r
}
define i8 @tgt_mul_neg_neg_invented_nsw(i8 %x, i8 %y) {
  %r = mul nsw i8 %x, %y
  ret i8 %r
}

; expect: refines ; a sign moves out
define i8 @src_mul_neg(i8 %x, i8 %y) {
  %a = sub i8 0, %x
  %r = mul i8 %a, %y
  ret i8 %r
}
define i8 @tgt_mul_neg(i8 %x, i8 %y) {
  %m = mul i8 %x, %y
  %r = sub i8 0, %m
  ret i8 %r
}

; expect: refines ; a bit as a factor chooses between the other factor and zero
define i8 @src_mul_bool(i1 %b, i8 %x) {
  %z = zext i1 %b to i8
  %r = mul i8 %z, %x
  ret i8 %r
}
define i8 @tgt_mul_bool(i1 %b, i8 %x) {
  %r = select i1 %b, i8 %x, i8 0
  ret i8 %r
}

; expect: refines ; one bit: the product is the conjunction
define i1 @src_mul_i1_is_and(i1 %x, i1 %y) {
  %r = mul i1 %x, %y
  ret i1 %r
}
define i1 @tgt_mul_i1_is_and(i1 %x, i1 %y) {
  %r = and i1 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; not the disjunction
define i1 @src_mul_i1_is_and_or(i1 %x, i1 %y) {
  %r = mul i1 %x, %y
  ret i1 %r
}
define i1 @tgt_mul_i1_is_and_or(i1 %x, i1 %y) {
  %r = or i1 %x, %y
  ret i1 %r
}

; expect: refines ; the square of an odd number is 1 modulo 8
define i8 @src_mul_low_bit_odd(i8 %x) {
  %a = or i8 %x, 1
  %m = mul i8 %a, %a
  %r = and i8 %m, 7
  ret i8 %r
}
define i8 @tgt_mul_low_bit_odd(i8 %x) {
  ret i8 1
}

; expect: counterexample value-mismatch ; modulo 16 it may be 9
define i8 @src_mul_low_bit_odd_mod16(i8 %x) {
  %a = or i8 %x, 1
  %m = mul i8 %a, %a
  %r = and i8 %m, 7
  ret i8 %r
}
define i8 @tgt_mul_low_bit_odd_mod16(i8 %x) {
  %a = or i8 %x, 1
  %m = mul i8 %a, %a
  %r = lshr i8 %m, 3
  ret i8 %r
}

; expect: refines ; no square is 2 or 3 modulo 4
define i8 @src_square_low_bits(i8 noundef %x) {
  %m = mul i8 %x, %x
  %r = and i8 %m, 2
  ret i8 %r
}
define i8 @tgt_square_low_bits(i8 noundef %x) {
  ret i8 0
}

; expect: refines ; signs do not matter
define i8 @src_square_of_neg(i8 noundef %x) {
  %n = sub i8 0, %x
  %r = mul i8 %n, %n
  ret i8 %r
}
define i8 @tgt_square_of_neg(i8 noundef %x) {
  %r = mul i8 %x, %x
  ret i8 %r
}

; expect: refines ; the constant is multiplied out
define i8 @src_mul_distributes_const(i8 %x) {
  %a = add i8 %x, 5
  %r = mul i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_distributes_const(i8 %x) {
  %m = mul i8 %x, 6
  %r = add i8 %m, 30
  ret i8 %r
}

; expect: counterexample value-mismatch ; the constant must be multiplied, too
define i8 @src_mul_distributes_const_forgot(i8 %x) {
  %a = add i8 %x, 5
  %r = mul i8 %a, 6
  ret i8 %r
}
define i8 @tgt_mul_distributes_const_forgot(i8 %x) {
  %m = mul i8 %x, 6
  %r = add i8 %m, 5
  ret i8 %r
}

; expect: refines ; multiplying by a power of two shifts
define i8 @src_mul_shl_one(i8 %x, i8 %y) {
  %p = shl i8 1, %y
  %r = mul i8 %p, %x
  ret i8 %r
}
define i8 @tgt_mul_shl_one(i8 %x, i8 %y) {
  %r = shl i8 %x, %y
  ret i8 %r
}

; expect: counterexample more-poisonous ; ones may be shifted out
define i8 @src_mul_shl_one_nuw(i8 %x, i8 %y) {
  %p = shl i8 1, %y
  %r = mul i8 %p, %x
  ret i8 %r
}
define i8 @tgt_mul_shl_one_nuw(i8 %x, i8 %y) {
  %r = shl nuw i8 %x, %y
  ret i8 %r
}
