; Integer comparisons.

; expect: refines ; at least 5 is more than 4
define i1 @src_r15_sge(i8 %x) {
  %r = icmp sge i8 %x, 5
  ret i1 %r
}
define i1 @tgt_r15_sge(i8 %x) {
  %r = icmp sgt i8 %x, 4
  ret i1 %r
}

; expect: counterexample value-mismatch ; 5 itself counts
define i1 @src_r15_sge_unadjusted(i8 %x) {
  %r = icmp sge i8 %x, 5
  ret i1 %r
}
define i1 @tgt_r15_sge_unadjusted(i8 %x) {
  %r = icmp sgt i8 %x, 5
  ret i1 %r
}

; expect: counterexample value-mismatch ; one less than the smallest integer wraps
define i1 @src_r15_sge_int_min(i8 %x) {
  %r = icmp sge i8 %x, -128
  ret i1 %r
}
define i1 @tgt_r15_sge_int_min(i8 %x) {
  %r = icmp sgt i8 %x, 127
  ret i1 %r
}

; expect: refines ; nothing is smaller
define i1 @src_r15_sge_int_min_true(i8 %x) {
  %r = icmp sge i8 %x, -128
  ret i1 %r
}
define i1 @tgt_r15_sge_int_min_true(i8 %x) {
  ret i1 true
}

; expect: refines ; at most 5 is less than 6
define i1 @src_r15_sle(i8 %x) {
  %r = icmp sle i8 %x, 5
  ret i1 %r
}
define i1 @tgt_r15_sle(i8 %x) {
  %r = icmp slt i8 %x, 6
  ret i1 %r
}

; expect: counterexample value-mismatch ; one more than the largest integer wraps
define i1 @src_r15_sle_int_max(i8 %x) {
  %r = icmp sle i8 %x, 127
  ret i1 %r
}
define i1 @tgt_r15_sle_int_max(i8 %x) {
  %r = icmp slt i8 %x, -128
  ret i1 %r
}

; expect: refines ; at least one is not zero
define i1 @src_r15_uge(i8 %x) {
  %r = icmp uge i8 %x, 1
  ret i1 %r
}
define i1 @tgt_r15_uge(i8 %x) {
  %r = icmp ne i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; one less than zero wraps
define i1 @src_r15_uge_zero(i8 %x) {
  %r = icmp uge i8 %x, 0
  ret i1 %r
}
define i1 @tgt_r15_uge_zero(i8 %x) {
  %r = icmp ugt i8 %x, -1
  ret i1 %r
}

; expect: refines ; at most 9 is less than 10
define i1 @src_r15_ule(i8 %x) {
  %r = icmp ule i8 %x, 9
  ret i1 %r
}
define i1 @tgt_r15_ule(i8 %x) {
  %r = icmp ult i8 %x, 10
  ret i1 %r
}

; expect: counterexample value-mismatch ; one more than the largest wraps to zero
define i1 @src_r15_ule_max(i8 %x) {
  %r = icmp ule i8 %x, -1
  ret i1 %r
}
define i1 @tgt_r15_ule_max(i8 %x) {
  %r = icmp ult i8 %x, 0
  ret i1 %r
}

; expect: refines ; 4 and 5 have the same sign
define i1 @src_r15_samesign_kept(i8 %x) {
  %r = icmp samesign sge i8 %x, 5
  ret i1 %r
}
define i1 @tgt_r15_samesign_kept(i8 %x) {
  %r = icmp samesign sgt i8 %x, 4
  ret i1 %r
}

; expect: counterexample more-poisonous ; 0 and -1 differ in sign
define i1 @src_r15_samesign_zero(i8 %x) {
  %r = icmp samesign sge i8 %x, 0
  ret i1 %r
}
define i1 @tgt_r15_samesign_zero(i8 %x) {
  %r = icmp samesign sgt i8 %x, -1
  ret i1 %r
}

; expect: refines ; without the flag it holds
define i1 @src_r15_samesign_zero_dropped(i8 %x) {
  %r = icmp samesign sge i8 %x, 0
  ret i1 %r
}
define i1 @tgt_r15_samesign_zero_dropped(i8 %x) {
  %r = icmp sgt i8 %x, -1
  ret i1 %r
}

; expect: counterexample more-poisonous ; 127 and 128 differ in sign
define i1 @src_r15_samesign_ule(i8 %x) {
  %r = icmp samesign ule i8 %x, 127
  ret i1 %r
}
define i1 @tgt_r15_samesign_ule(i8 %x) {
  %r = icmp samesign ult i8 %x, 128
  ret i1 %r
}

; expect: refines ; without the flag it holds
define i1 @src_r15_samesign_ule_dropped(i8 %x) {
  %r = icmp samesign ule i8 %x, 127
  ret i1 %r
}
define i1 @tgt_r15_samesign_ule_dropped(i8 %x) {
  %r = icmp ult i8 %x, 128
  ret i1 %r
}

; expect: refines ; -5 and -6 have the same sign
define i1 @src_r15_samesign_negative(i8 %x) {
  %r = icmp samesign sge i8 %x, -5
  ret i1 %r
}
define i1 @tgt_r15_samesign_negative(i8 %x) {
  %r = icmp samesign sgt i8 %x, -6
  ret i1 %r
}

; expect: refines ; equal signs: both orders agree
define i1 @src_samesign_signed_to_unsigned(i8 %x, i8 %y) {
  %r = icmp samesign slt i8 %x, %y
  ret i1 %r
}
define i1 @tgt_samesign_signed_to_unsigned(i8 %x, i8 %y) {
  %r = icmp samesign ult i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; the orders disagree across signs
define i1 @src_signed_to_unsigned(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}
define i1 @tgt_signed_to_unsigned(i8 %x, i8 %y) {
  %r = icmp ult i8 %x, %y
  ret i1 %r
}

; expect: counterexample more-poisonous ; nobody promised equal signs
define i1 @src_signed_to_unsigned_samesign(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}
define i1 @tgt_signed_to_unsigned_samesign(i8 %x, i8 %y) {
  %r = icmp samesign slt i8 %x, %y
  ret i1 %r
}

; expect: refines ; greater is smaller the other way round
define i1 @src_swap_operands(i32 %x, i32 %y) {
  %r = icmp sgt i32 %x, %y
  ret i1 %r
}
define i1 @tgt_swap_operands(i32 %x, i32 %y) {
  %r = icmp slt i32 %y, %x
  ret i1 %r
}

; expect: counterexample value-mismatch ; equality
define i1 @src_swap_operands_inclusive(i32 %x, i32 %y) {
  %r = icmp sgt i32 %x, %y
  ret i1 %r
}
define i1 @tgt_swap_operands_inclusive(i32 %x, i32 %y) {
  %r = icmp sle i32 %y, %x
  ret i1 %r
}

; expect: refines ; the inverse predicate
define i1 @src_not_of_compare(i32 %x, i32 %y) {
  %c = icmp ult i32 %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
define i1 @tgt_not_of_compare(i32 %x, i32 %y) {
  %r = icmp uge i32 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; inverse, not swapped
define i1 @src_not_of_compare_swapped(i32 %x, i32 %y) {
  %c = icmp ult i32 %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}
define i1 @tgt_not_of_compare_swapped(i32 %x, i32 %y) {
  %r = icmp ugt i32 %x, %y
  ret i1 %r
}

; expect: refines ; constants move over, wrapping or not
define i1 @src_eq_add_const(i32 %x) {
  %a = add i32 %x, 5
  %r = icmp eq i32 %a, 12
  ret i1 %r
}
define i1 @tgt_eq_add_const(i32 %x) {
  %r = icmp eq i32 %x, 7
  ret i1 %r
}

; expect: counterexample value-mismatch ; the sign of the constant
define i1 @src_eq_add_const_sign(i32 %x) {
  %a = add i32 %x, 5
  %r = icmp eq i32 %a, 12
  ret i1 %r
}
define i1 @tgt_eq_add_const_sign(i32 %x) {
  %r = icmp eq i32 %x, 17
  ret i1 %r
}

; expect: counterexample value-mismatch ; orders do not survive wrapping
define i1 @src_ult_add_const(i8 %x) {
  %a = add i8 %x, 5
  %r = icmp ult i8 %a, 12
  ret i1 %r
}
define i1 @tgt_ult_add_const(i8 %x) {
  %r = icmp ult i8 %x, 7
  ret i1 %r
}

; expect: refines ; no wrap
define i1 @src_ult_add_const_nuw(i8 %x) {
  %a = add nuw i8 %x, 5
  %r = icmp ult i8 %a, 12
  ret i1 %r
}
define i1 @tgt_ult_add_const_nuw(i8 %x) {
  %r = icmp ult i8 %x, 7
  ret i1 %r
}

; expect: refines ; no wrap
define i1 @src_slt_add_const_nsw(i8 %x) {
  %a = add nsw i8 %x, 5
  %r = icmp slt i8 %a, 12
  ret i1 %r
}
define i1 @tgt_slt_add_const_nsw(i8 %x) {
  %r = icmp slt i8 %x, 7
  ret i1 %r
}

; expect: counterexample value-mismatch ; nsw says nothing about the unsigned order
define i1 @src_slt_add_const_nsw_unsigned(i8 %x) {
  %a = add nsw i8 %x, 5
  %r = icmp slt i8 %a, 12
  ret i1 %r
}
define i1 @tgt_slt_add_const_nsw_unsigned(i8 %x) {
  %r = icmp ult i8 %x, 7
  ret i1 %r
}

; expect: counterexample value-mismatch ; nuw says nothing about the signed order
define i1 @src_slt_add_const_nuw(i8 %x) {
  %a = add nuw i8 %x, 5
  %r = icmp slt i8 %a, 12
  ret i1 %r
}
define i1 @tgt_slt_add_const_nuw(i8 %x) {
  %r = icmp slt i8 %x, 7
  ret i1 %r
}

; expect: refines ; exclusive or moves over
define i1 @src_eq_xor_const(i16 %x) {
  %a = xor i16 %x, 21
  %r = icmp eq i16 %a, 3
  ret i1 %r
}
define i1 @tgt_eq_xor_const(i16 %x) {
  %r = icmp eq i16 %x, 22
  ret i1 %r
}

; expect: refines ; no difference
define i1 @src_eq_sub_zero(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %r = icmp eq i32 %a, 0
  ret i1 %r
}
define i1 @tgt_eq_sub_zero(i32 %x, i32 %y) {
  %r = icmp eq i32 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; the difference may wrap
define i1 @src_slt_sub_zero(i8 %x, i8 %y) {
  %a = sub i8 %x, %y
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_slt_sub_zero(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}

; expect: refines ; the difference does not wrap
define i1 @src_slt_sub_zero_nsw(i8 %x, i8 %y) {
  %a = sub nsw i8 %x, %y
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_slt_sub_zero_nsw(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}

; expect: refines ; odd factors can be undone
define i1 @src_eq_mul_odd(i8 %x, i8 %y) {
  %a = mul i8 %x, 5
  %b = mul i8 %y, 5
  %r = icmp eq i8 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_mul_odd(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; even factors lose the top bit
define i1 @src_eq_mul_even(i8 %x, i8 %y) {
  %a = mul i8 %x, 6
  %b = mul i8 %y, 6
  %r = icmp eq i8 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_mul_even(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, %y
  ret i1 %r
}

; expect: refines ; nothing is lost
define i1 @src_eq_mul_even_nuw(i8 %x, i8 %y) {
  %a = mul nuw i8 %x, 6
  %b = mul nuw i8 %y, 6
  %r = icmp eq i8 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_mul_even_nuw(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, %y
  ret i1 %r
}

; expect: refines ; nothing is lost
define i1 @src_eq_shl_nsw(i8 %x, i8 %y) {
  %a = shl nsw i8 %x, 3
  %b = shl nsw i8 %y, 3
  %r = icmp eq i8 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_shl_nsw(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, %y
  ret i1 %r
}

; expect: refines ; one bit: equal means not zero
define i1 @src_mask_test(i32 %x) {
  %a = and i32 %x, 4
  %r = icmp eq i32 %a, 4
  ret i1 %r
}
define i1 @tgt_mask_test(i32 %x) {
  %a = and i32 %x, 4
  %r = icmp ne i32 %a, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; two bits: one is not enough
define i1 @src_mask_test_two_bits(i32 %x) {
  %a = and i32 %x, 6
  %r = icmp eq i32 %a, 6
  ret i1 %r
}
define i1 @tgt_mask_test_two_bits(i32 %x) {
  %a = and i32 %x, 6
  %r = icmp ne i32 %a, 0
  ret i1 %r
}

; expect: refines ; the top bit is the sign
define i1 @src_sign_test(i32 %x) {
  %a = and i32 %x, -2147483648
  %r = icmp ne i32 %a, 0
  ret i1 %r
}
define i1 @tgt_sign_test(i32 %x) {
  %r = icmp slt i32 %x, 0
  ret i1 %r
}

; expect: refines ; no bit from 4 up means less than 16
define i1 @src_high_bits_zero(i8 %x) {
  %a = and i8 %x, -16
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_high_bits_zero(i8 %x) {
  %r = icmp ult i8 %x, 16
  ret i1 %r
}

; expect: counterexample value-mismatch ; 16 has bit 4
define i1 @src_high_bits_zero_inclusive(i8 %x) {
  %a = and i8 %x, -16
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_high_bits_zero_inclusive(i8 %x) {
  %r = icmp ule i8 %x, 16
  ret i1 %r
}

; expect: refines ; less than 8
define i1 @src_lshr_eq_zero(i8 %x) {
  %a = lshr i8 %x, 3
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_lshr_eq_zero(i8 %x) {
  %r = icmp ult i8 %x, 8
  ret i1 %r
}

; expect: refines ; the constant is shifted back
define i1 @src_lshr_ult(i8 %x) {
  %a = lshr i8 %x, 3
  %r = icmp ult i8 %a, 5
  ret i1 %r
}
define i1 @tgt_lshr_ult(i8 %x) {
  %r = icmp ult i8 %x, 40
  ret i1 %r
}

; expect: refines ; more than the last with quotient 5
define i1 @src_lshr_ugt(i8 %x) {
  %a = lshr i8 %x, 3
  %r = icmp ugt i8 %a, 5
  ret i1 %r
}
define i1 @tgt_lshr_ugt(i8 %x) {
  %r = icmp ugt i8 %x, 47
  ret i1 %r
}

; expect: counterexample value-mismatch ; 41 to 47 have quotient 5, too
define i1 @src_lshr_ugt_shifted(i8 %x) {
  %a = lshr i8 %x, 3
  %r = icmp ugt i8 %a, 5
  ret i1 %r
}
define i1 @tgt_lshr_ugt_shifted(i8 %x) {
  %r = icmp ugt i8 %x, 40
  ret i1 %r
}

; expect: refines ; one unsigned comparison
define i1 @src_range_check(i8 noundef %x) {
  %a = icmp sge i8 %x, 10
  %b = icmp slt i8 %x, 20
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_range_check(i8 noundef %x) {
  %o = add i8 %x, -10
  %r = icmp ult i8 %o, 10
  ret i1 %r
}

; expect: counterexample value-mismatch ; the length is 10
define i1 @src_range_check_wrong_length(i8 noundef %x) {
  %a = icmp sge i8 %x, 10
  %b = icmp slt i8 %x, 20
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_range_check_wrong_length(i8 noundef %x) {
  %o = add i8 %x, -10
  %r = icmp ult i8 %o, 20
  ret i1 %r
}

; expect: refines ; two reads of an undef x give no answer that one read cannot give
define i1 @src_range_check_undef(i8 %x) {
  %o = add i8 %x, -10
  %r = icmp ult i8 %o, 10
  ret i1 %r
}
define i1 @tgt_range_check_undef(i8 %x) {
  %a = icmp sge i8 %x, 10
  %b = icmp slt i8 %x, 20
  %r = and i1 %a, %b
  ret i1 %r
}

; expect: refines ; neither has a high bit
define i1 @src_and_ult_pow2(i8 %x, i8 %y) {
  %a = icmp ult i8 %x, 16
  %b = icmp ult i8 %y, 16
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_and_ult_pow2(i8 %x, i8 %y) {
  %o = or i8 %x, %y
  %r = icmp ult i8 %o, 16
  ret i1 %r
}

; expect: counterexample value-mismatch ; 8 and 7 together have all bits of 15
define i1 @src_and_ult_non_pow2(i8 %x, i8 %y) {
  %a = icmp ult i8 %x, 10
  %b = icmp ult i8 %y, 10
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_and_ult_non_pow2(i8 %x, i8 %y) {
  %o = or i8 %x, %y
  %r = icmp ult i8 %o, 10
  ret i1 %r
}

; expect: refines ; no bit anywhere
define i1 @src_both_zero(i16 %x, i16 %y) {
  %a = icmp eq i16 %x, 0
  %b = icmp eq i16 %y, 0
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_both_zero(i16 %x, i16 %y) {
  %o = or i16 %x, %y
  %r = icmp eq i16 %o, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; both, not either
define i1 @src_both_zero_either(i16 %x, i16 %y) {
  %a = icmp eq i16 %x, 0
  %b = icmp eq i16 %y, 0
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_both_zero_either(i16 %x, i16 %y) {
  %o = and i16 %x, %y
  %r = icmp eq i16 %o, 0
  ret i1 %r
}

; expect: refines ; the sign of the conjunction
define i1 @src_both_negative(i16 %x, i16 %y) {
  %a = icmp slt i16 %x, 0
  %b = icmp slt i16 %y, 0
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_both_negative(i16 %x, i16 %y) {
  %o = and i16 %x, %y
  %r = icmp slt i16 %o, 0
  ret i1 %r
}

; expect: refines ; equal or below
define i1 @src_eq_or_ult(i8 noundef %x, i8 noundef %y) {
  %a = icmp eq i8 %x, %y
  %b = icmp ult i8 %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_or_ult(i8 noundef %x, i8 noundef %y) {
  %r = icmp ule i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; not in the signed order
define i1 @src_eq_or_ult_signed(i8 noundef %x, i8 noundef %y) {
  %a = icmp eq i8 %x, %y
  %b = icmp ult i8 %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_or_ult_signed(i8 noundef %x, i8 noundef %y) {
  %r = icmp sle i8 %x, %y
  ret i1 %r
}

; expect: refines ; never both
define i1 @src_eq_and_ult(i8 noundef %x, i8 noundef %y) {
  %a = icmp eq i8 %x, %y
  %b = icmp ult i8 %x, %y
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_eq_and_ult(i8 noundef %x, i8 noundef %y) {
  ret i1 false
}

; expect: refines ; below or above is not equal
define i1 @src_trichotomy(i8 noundef %x, i8 noundef %y) {
  %a = icmp slt i8 %x, %y
  %b = icmp sgt i8 %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
define i1 @tgt_trichotomy(i8 noundef %x, i8 noundef %y) {
  %r = icmp ne i8 %x, %y
  ret i1 %r
}

; expect: refines ; reflexive
define i1 @src_compare_self(i8 %x) {
  %r = icmp sle i8 %x, %x
  ret i1 %r
}
define i1 @tgt_compare_self(i8 %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; not irreflexive
define i1 @src_compare_self_strict(i8 %x) {
  %r = icmp sle i8 %x, %x
  ret i1 %r
}
define i1 @tgt_compare_self_strict(i8 %x) {
  ret i1 false
}

; expect: refines ; equal bits
define i1 @src_i1_eq(i1 %x, i1 %y) {
  %r = icmp eq i1 %x, %y
  ret i1 %r
}
define i1 @tgt_i1_eq(i1 %x, i1 %y) {
  %e = xor i1 %x, %y
  %r = xor i1 %e, true
  ret i1 %r
}

; expect: refines ; zero below one
define i1 @src_i1_ult(i1 %x, i1 %y) {
  %r = icmp ult i1 %x, %y
  ret i1 %r
}
define i1 @tgt_i1_ult(i1 %x, i1 %y) {
  %n = xor i1 %x, true
  %r = and i1 %n, %y
  ret i1 %r
}

; expect: refines ; signed, a set bit is -1
define i1 @src_i1_slt(i1 %x, i1 %y) {
  %r = icmp slt i1 %x, %y
  ret i1 %r
}
define i1 @tgt_i1_slt(i1 %x, i1 %y) {
  %n = xor i1 %y, true
  %r = and i1 %x, %n
  ret i1 %r
}

; expect: counterexample value-mismatch ; the signed order is the other way round
define i1 @src_i1_slt_unsigned(i1 %x, i1 %y) {
  %r = icmp slt i1 %x, %y
  ret i1 %r
}
define i1 @tgt_i1_slt_unsigned(i1 %x, i1 %y) {
  %n = xor i1 %x, true
  %r = and i1 %n, %y
  ret i1 %r
}

; expect: refines ; only zero has the negation zero
define i1 @src_neg_eq_zero(i8 %x) {
  %n = sub i8 0, %x
  %r = icmp eq i8 %n, 0
  ret i1 %r
}
define i1 @tgt_neg_eq_zero(i8 %x) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: refines ; a negation is negative for positive numbers
define i1 @src_neg_slt_zero_nsw(i8 %x) {
  %n = sub nsw i8 0, %x
  %r = icmp slt i8 %n, 0
  ret i1 %r
}
define i1 @tgt_neg_slt_zero_nsw(i8 %x) {
  %r = icmp sgt i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; the smallest integer
define i1 @src_neg_slt_zero(i8 %x) {
  %n = sub i8 0, %x
  %r = icmp slt i8 %n, 0
  ret i1 %r
}
define i1 @tgt_neg_slt_zero(i8 %x) {
  %r = icmp sgt i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; the bound is strict: a sum of all ones does not carry
define i1 @src_carry_test(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  %r = icmp ult i8 %s, %x
  ret i1 %r
}
define i1 @tgt_carry_test(i8 %x, i8 %y) {
  %n = xor i8 %x, -1
  %r = icmp uge i8 %y, %n
  ret i1 %r
}

; expect: refines ; a sum below a summand means a carry
define i1 @src_carry_test_strict(i8 noundef %x, i8 %y) {
  %s = add i8 %x, %y
  %r = icmp ult i8 %s, %x
  ret i1 %r
}
define i1 @tgt_carry_test_strict(i8 noundef %x, i8 %y) {
  %n = xor i8 %x, -1
  %r = icmp ult i8 %n, %y
  ret i1 %r
}
