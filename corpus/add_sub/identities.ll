; Additions and subtractions that go away or change shape, without flags.

; expect: refines ; zero is neutral
define i8 @src_add_zero(i8 %x) {
  %r = add i8 %x, 0
  ret i8 %r
}
define i8 @tgt_add_zero(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; one is not neutral
define i8 @src_add_zero_off_by_one(i8 %x) {
  %r = add i8 %x, 0
  ret i8 %r
}
define i8 @tgt_add_zero_off_by_one(i8 %x) {
  %r = add i8 %x, 1
  ret i8 %r
}

; expect: refines ; zero is neutral on the right
define i32 @src_sub_zero(i32 %x) {
  %r = sub i32 %x, 0
  ret i32 %r
}
define i32 @tgt_sub_zero(i32 %x) {
  ret i32 %x
}

; expect: counterexample value-mismatch ; zero is not neutral on the left
define i32 @src_sub_zero_wrong_side(i32 %x) {
  %r = sub i32 %x, 0
  ret i32 %r
}
define i32 @tgt_sub_zero_wrong_side(i32 %x) {
  %r = sub i32 0, %x
  ret i32 %r
}

; expect: refines ; both uses of a defined x agree; of undef, zero is one possible difference
define i16 @src_sub_self(i16 %x) {
  %r = sub i16 %x, %x
  ret i16 %r
}
define i16 @tgt_sub_self(i16 %x) {
  ret i16 0
}

; expect: counterexample value-mismatch ; off by one
define i16 @src_sub_self_minus_one(i16 %x) {
  %r = sub i16 %x, %x
  ret i16 %r
}
define i16 @tgt_sub_self_minus_one(i16 %x) {
  ret i16 -1
}

; expect: refines ; addition commutes
define i32 @src_add_commutes(i32 %x, i32 %y) {
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @tgt_add_commutes(i32 %x, i32 %y) {
  %r = add i32 %y, %x
  ret i32 %r
}

; expect: counterexample value-mismatch ; subtraction does not commute
define i8 @src_sub_does_not_commute(i8 %x, i8 %y) {
  %r = sub i8 %x, %y
  ret i8 %r
}
define i8 @tgt_sub_does_not_commute(i8 %x, i8 %y) {
  %r = sub i8 %y, %x
  ret i8 %r
}

; expect: refines ; addition associates
define i8 @src_add_associates(i8 %x, i8 %y, i8 %z) {
  %a = add i8 %x, %y
  %r = add i8 %a, %z
  ret i8 %r
}
define i8 @tgt_add_associates(i8 %x, i8 %y, i8 %z) {
  %a = add i8 %y, %z
  %r = add i8 %x, %a
  ret i8 %r
}

; expect: refines ; adding a negation subtracts
define i32 @src_add_neg(i32 %x, i32 %y) {
  %n = sub i32 0, %y
  %r = add i32 %x, %n
  ret i32 %r
}
define i32 @tgt_add_neg(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}

; expect: refines ; a negated left operand swaps the subtraction
define i32 @src_neg_add(i32 %x, i32 %y) {
  %n = sub i32 0, %x
  %r = add i32 %n, %y
  ret i32 %r
}
define i32 @tgt_neg_add(i32 %x, i32 %y) {
  %r = sub i32 %y, %x
  ret i32 %r
}

; expect: counterexample value-mismatch ; the sign is wrong without swapping
define i32 @src_neg_add_unswapped(i32 %x, i32 %y) {
  %n = sub i32 0, %x
  %r = add i32 %n, %y
  ret i32 %r
}
define i32 @tgt_neg_add_unswapped(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}

; expect: refines ; negating twice changes nothing, even for the smallest integer
define i16 @src_neg_neg(i16 %x) {
  %n = sub i16 0, %x
  %r = sub i16 0, %n
  ret i16 %r
}
define i16 @tgt_neg_neg(i16 %x) {
  ret i16 %x
}

; expect: refines ; the negated difference is the difference the other way round
define i32 @src_neg_of_sub(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %r = sub i32 0, %d
  ret i32 %r
}
define i32 @tgt_neg_of_sub(i32 %x, i32 %y) {
  %r = sub i32 %y, %x
  ret i32 %r
}

; expect: refines ; x cancels; an undef x gives the source more results, not fewer
define i8 @src_neg_of_add_neg(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %n = sub i8 0, %a
  %r = add i8 %n, %x
  ret i8 %r
}
define i8 @tgt_neg_of_add_neg(i8 %x, i8 %y) {
  %r = sub i8 0, %y
  ret i8 %r
}

; expect: refines ; x cancels where it is not undef
define i8 @src_neg_of_add_neg_noundef(i8 noundef %x, i8 %y) {
  %a = add i8 %x, %y
  %n = sub i8 0, %a
  %r = add i8 %n, %x
  ret i8 %r
}
define i8 @tgt_neg_of_add_neg_noundef(i8 noundef %x, i8 %y) {
  %r = sub i8 0, %y
  ret i8 %r
}

; expect: refines ; subtracting from all ones flips every bit
define i32 @src_not_is_minus_one_minus(i32 %x) {
  %r = sub i32 -1, %x
  ret i32 %r
}
define i32 @tgt_not_is_minus_one_minus(i32 %x) {
  %r = xor i32 %x, -1
  ret i32 %r
}

; expect: counterexample value-mismatch ; the complement is not the negation
define i32 @src_not_is_minus_one_minus_from_zero(i32 %x) {
  %r = sub i32 -1, %x
  ret i32 %r
}
define i32 @tgt_not_is_minus_one_minus_from_zero(i32 %x) {
  %r = sub i32 0, %x
  ret i32 %r
}

; expect: refines ; two's complement
define i16 @src_neg_is_not_plus_one(i16 %x) {
  %n = xor i16 %x, -1
  %r = add i16 %n, 1
  ret i16 %r
}
define i16 @tgt_neg_is_not_plus_one(i16 %x) {
  %r = sub i16 0, %x
  ret i16 %r
}

; expect: counterexample value-mismatch ; the increment is missing
define i16 @src_neg_is_not_plus_one_no_increment(i16 %x) {
  %n = xor i16 %x, -1
  %r = add i16 %n, 1
  ret i16 %r
}
define i16 @tgt_neg_is_not_plus_one_no_increment(i16 %x) {
  %r = xor i16 %x, -1
  ret i16 %r
}

; expect: refines ; subtracting a constant adds its negation
define i8 @src_sub_const_to_add(i8 %x) {
  %r = sub i8 %x, 5
  ret i8 %r
}
define i8 @tgt_sub_const_to_add(i8 %x) {
  %r = add i8 %x, -5
  ret i8 %r
}

; expect: counterexample value-mismatch ; the negation of 5 is not the complement of 5
define i8 @src_sub_const_to_add_off_by_one(i8 %x) {
  %r = sub i8 %x, 5
  ret i8 %r
}
define i8 @tgt_sub_const_to_add_off_by_one(i8 %x) {
  %r = add i8 %x, -6
  ret i8 %r
}

; expect: refines ; the smallest integer is its own negation
define i8 @src_sub_int_min_to_add(i8 %x) {
  %r = sub i8 %x, -128
  ret i8 %r
}
define i8 @tgt_sub_int_min_to_add(i8 %x) {
  %r = add i8 %x, -128
  ret i8 %r
}

; expect: refines ; only the sign bit changes, and its carry is lost
define i32 @src_add_int_min_to_xor(i32 %x) {
  %r = add i32 %x, -2147483648
  ret i32 %r
}
define i32 @tgt_add_int_min_to_xor(i32 %x) {
  %r = xor i32 %x, -2147483648
  ret i32 %r
}

; expect: counterexample value-mismatch ; a carry out of bit 6 reaches the sign bit
define i8 @src_add_to_xor_general(i8 %x) {
  %r = add i8 %x, 64
  ret i8 %r
}
define i8 @tgt_add_to_xor_general(i8 %x) {
  %r = xor i8 %x, 64
  ret i8 %r
}

; expect: refines ; the constants wrap to -56
define i8 @src_add_const_twice(i8 %x) {
  %a = add i8 %x, 100
  %r = add i8 %a, 100
  ret i8 %r
}
define i8 @tgt_add_const_twice(i8 %x) {
  %r = add i8 %x, -56
  ret i8 %r
}

; expect: counterexample value-mismatch ; the sum of the constants must wrap, not saturate
define i8 @src_add_const_twice_saturated(i8 %x) {
  %a = add i8 %x, 100
  %r = add i8 %a, 100
  ret i8 %r
}
define i8 @tgt_add_const_twice_saturated(i8 %x) {
  %r = add i8 %x, 127
  ret i8 %r
}

; expect: refines ; x comes back with the difference of the constants
define i16 @src_sub_from_const_twice(i16 %x) {
  %a = sub i16 7, %x
  %r = sub i16 10, %a
  ret i16 %r
}
define i16 @tgt_sub_from_const_twice(i16 %x) {
  %r = add i16 %x, 3
  ret i16 %r
}

; expect: refines ; y cancels; an undef y gives the source more results, not fewer
define i32 @src_add_sub_cancel(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %r = sub i32 %a, %y
  ret i32 %r
}
define i32 @tgt_add_sub_cancel(i32 %x, i32 %y) {
  ret i32 %x
}

; expect: refines ; y cancels
define i32 @src_sub_add_cancel_noundef(i32 %x, i32 noundef %y) {
  %a = sub i32 %x, %y
  %r = add i32 %a, %y
  ret i32 %r
}
define i32 @tgt_sub_add_cancel_noundef(i32 %x, i32 noundef %y) {
  ret i32 %x
}

; expect: refines ; a number and its complement make all ones
define i8 @src_add_x_not_x(i8 noundef %x) {
  %n = xor i8 %x, -1
  %r = add i8 %x, %n
  ret i8 %r
}
define i8 @tgt_add_x_not_x(i8 noundef %x) {
  ret i8 -1
}

; expect: counterexample value-mismatch ; a number and its complement do not make zero
define i8 @src_add_x_not_x_zero(i8 noundef %x) {
  %n = xor i8 %x, -1
  %r = add i8 %x, %n
  ret i8 %r
}
define i8 @tgt_add_x_not_x_zero(i8 noundef %x) {
  ret i8 0
}

; expect: refines ; doubling shifts by one
define i8 @src_double_to_shl(i8 noundef %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
define i8 @tgt_double_to_shl(i8 noundef %x) {
  %r = shl i8 %x, 1
  ret i8 %r
}

; expect: counterexample value-mismatch ; off by one in the shift amount
define i8 @src_double_to_shl_two(i8 noundef %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
define i8 @tgt_double_to_shl_two(i8 noundef %x) {
  %r = shl i8 %x, 2
  ret i8 %r
}

; expect: refines ; union and intersection count every bit as often as the summands
define i16 @src_add_or_and(i16 noundef %x, i16 noundef %y) {
  %o = or i16 %x, %y
  %a = and i16 %x, %y
  %r = add i16 %o, %a
  ret i16 %r
}
define i16 @tgt_add_or_and(i16 noundef %x, i16 noundef %y) {
  %r = add i16 %x, %y
  ret i16 %r
}

; expect: counterexample value-mismatch ; exclusive or loses the carries
define i16 @src_add_or_and_difference(i16 noundef %x, i16 noundef %y) {
  %o = or i16 %x, %y
  %a = and i16 %x, %y
  %r = add i16 %o, %a
  ret i16 %r
}
define i16 @tgt_add_or_and_difference(i16 noundef %x, i16 noundef %y) {
  %r = xor i16 %x, %y
  ret i16 %r
}

; expect: refines ; union without intersection is exclusive or
define i16 @src_sub_or_and(i16 noundef %x, i16 noundef %y) {
  %o = or i16 %x, %y
  %a = and i16 %x, %y
  %r = sub i16 %o, %a
  ret i16 %r
}
define i16 @tgt_sub_or_and(i16 noundef %x, i16 noundef %y) {
  %r = xor i16 %x, %y
  ret i16 %r
}

; expect: refines ; a half adder: sum bits and doubled carries
define i8 @src_add_xor_and_twice(i8 noundef %x, i8 noundef %y) {
  %o = xor i8 %x, %y
  %a = and i8 %x, %y
  %s = shl i8 %a, 1
  %r = add i8 %o, %s
  ret i8 %r
}
define i8 @tgt_add_xor_and_twice(i8 noundef %x, i8 noundef %y) {
  %r = add i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; carries count twice
define i8 @src_add_xor_and_twice_undoubled(i8 noundef %x, i8 noundef %y) {
  %o = xor i8 %x, %y
  %a = and i8 %x, %y
  %s = shl i8 %a, 1
  %r = add i8 %o, %s
  ret i8 %r
}
define i8 @tgt_add_xor_and_twice_undoubled(i8 noundef %x, i8 noundef %y) {
  %r = xor i8 %x, %y
  ret i8 %r
}

; expect: refines ; what the union adds to y is x without y
define i8 @src_sub_xor_andnot(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %r = sub i8 %o, %y
  ret i8 %r
}
define i8 @tgt_sub_xor_andnot(i8 noundef %x, i8 noundef %y) {
  %n = xor i8 %y, -1
  %r = and i8 %x, %n
  ret i8 %r
}

; expect: counterexample value-mismatch ; the complement is missing
define i8 @src_sub_xor_andnot_forgot_not(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %r = sub i8 %o, %y
  ret i8 %r
}
define i8 @tgt_sub_xor_andnot_forgot_not(i8 noundef %x, i8 noundef %y) {
  %r = and i8 %x, %y
  ret i8 %r
}

; expect: refines ; removing common bits never borrows
define i8 @src_sub_and(i8 noundef %x, i8 %y) {
  %a = and i8 %x, %y
  %r = sub i8 %x, %a
  ret i8 %r
}
define i8 @tgt_sub_and(i8 noundef %x, i8 %y) {
  %n = xor i8 %y, -1
  %r = and i8 %x, %n
  ret i8 %r
}

; expect: refines ; distributivity
define i8 @src_factor_common(i8 noundef %x, i8 noundef %y) {
  %a = mul i8 %x, 3
  %b = mul i8 %y, 3
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_factor_common(i8 noundef %x, i8 noundef %y) {
  %s = add i8 %x, %y
  %r = mul i8 %s, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; the factors differ
define i8 @src_factor_common_other_factor(i8 noundef %x, i8 noundef %y) {
  %a = mul i8 %x, 3
  %b = mul i8 %y, 3
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_factor_common_other_factor(i8 noundef %x, i8 noundef %y) {
  %s = add i8 %x, %y
  %r = mul i8 %s, 6
  ret i8 %r
}

; expect: refines ; seven times and once make eight times
define i16 @src_add_mul_self(i16 noundef %x) {
  %m = mul i16 %x, 7
  %r = add i16 %m, %x
  ret i16 %r
}
define i16 @tgt_add_mul_self(i16 noundef %x) {
  %r = shl i16 %x, 3
  ret i16 %r
}

; expect: counterexample more-poisonous ; the source has no nsw to pass on
define i16 @src_add_mul_self_kept_nsw(i16 noundef %x) {
  %m = mul i16 %x, 7
  %r = add i16 %m, %x
  ret i16 %r
}
define i16 @tgt_add_mul_self_kept_nsw(i16 noundef %x) {
  %r = shl nsw i16 %x, 3
  ret i16 %r
}

; expect: refines ; what is added lies above the mask
define i8 @src_masked_low_add(i8 %x) {
  %a = add i8 %x, 16
  %r = and i8 %a, 15
  ret i8 %r
}
define i8 @tgt_masked_low_add(i8 %x) {
  %r = and i8 %x, 15
  ret i8 %r
}

; expect: counterexample value-mismatch ; bit 4 does change
define i8 @src_masked_low_add_mask_one_wider(i8 %x) {
  %a = add i8 %x, 16
  %r = and i8 %a, 15
  ret i8 %r
}
define i8 @tgt_masked_low_add_mask_one_wider(i8 %x) {
  %r = and i8 %x, 31
  ret i8 %r
}

; expect: refines ; subtracting from a mask that covers never borrows
define i32 @src_sub_all_bits_of_mask(i32 %x) {
  %a = and i32 %x, 31
  %r = sub i32 31, %a
  ret i32 %r
}
define i32 @tgt_sub_all_bits_of_mask(i32 %x) {
  %a = and i32 %x, 31
  %r = xor i32 %a, 31
  ret i32 %r
}
