; nuw and nsw on additions and subtractions: what they license, and when they may stay.

; expect: refines ; both exact results are x - 5
define i8 @src_r8_sub_const_keeps_nsw(i8 %x) {
  %r = sub nsw i8 %x, 5
  ret i8 %r
}
define i8 @tgt_r8_sub_const_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, -5
  ret i8 %r
}

; expect: counterexample more-poisonous ; unsigned, -5 is 251: the exact sums differ
define i8 @src_r8_sub_const_keeps_nuw(i8 %x) {
  %r = sub nsw i8 %x, 5
  ret i8 %r
}
define i8 @tgt_r8_sub_const_keeps_nuw(i8 %x) {
  %r = add nuw i8 %x, -5
  ret i8 %r
}

; expect: counterexample more-poisonous ; where nothing borrows, adding 251 always carries
define i8 @src_r8_sub_const_nuw_keeps_nuw(i8 %x) {
  %r = sub nuw i8 %x, 5
  ret i8 %r
}
define i8 @tgt_r8_sub_const_nuw_keeps_nuw(i8 %x) {
  %r = add nuw i8 %x, -5
  ret i8 %r
}

; expect: refines ; dropping flags is always allowed
define i8 @src_r8_sub_const_nuw_drops(i8 %x) {
  %r = sub nuw i8 %x, 5
  ret i8 %r
}
define i8 @tgt_r8_sub_const_nuw_drops(i8 %x) {
  %r = add i8 %x, -5
  ret i8 %r
}

; expect: counterexample more-poisonous ; the negation of the smallest integer does not exist
define i8 @src_r8_sub_int_min_keeps_nsw(i8 %x) {
  %r = sub nsw i8 %x, -128
  ret i8 %r
}
define i8 @tgt_r8_sub_int_min_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, -128
  ret i8 %r
}

; expect: refines ; without the flag it is a rotation of the circle
define i8 @src_r8_sub_int_min_drops(i8 %x) {
  %r = sub nsw i8 %x, -128
  ret i8 %r
}
define i8 @tgt_r8_sub_int_min_drops(i8 %x) {
  %r = add i8 %x, -128
  ret i8 %r
}

; expect: refines ; zero is its own negation
define i8 @src_r8_sub_zero_keeps_nuw(i8 %x) {
  %r = sub nuw i8 %x, 0
  ret i8 %r
}
define i8 @tgt_r8_sub_zero_keeps_nuw(i8 %x) {
  %r = add nuw i8 %x, 0
  ret i8 %r
}

; expect: refines ; 30 is representable, so the exact results agree
define i8 @src_r9_small_keeps_nsw(i8 %x) {
  %a = add nsw i8 %x, 10
  %r = add nsw i8 %a, 20
  ret i8 %r
}
define i8 @tgt_r9_small_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, 30
  ret i8 %r
}

; expect: counterexample more-poisonous ; a negative x carries
define i8 @src_r9_small_adds_nuw(i8 %x) {
  %a = add nsw i8 %x, 10
  %r = add nsw i8 %a, 20
  ret i8 %r
}
define i8 @tgt_r9_small_adds_nuw(i8 %x) {
  %r = add nuw nsw i8 %x, 30
  ret i8 %r
}

; expect: counterexample more-poisonous ; the sum of the constants wraps: x = -100 is defined before and not after
define i8 @src_r9_large_keeps_nsw(i8 %x) {
  %a = add nsw i8 %x, 100
  %r = add nsw i8 %a, 100
  ret i8 %r
}
define i8 @tgt_r9_large_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, -56
  ret i8 %r
}

; expect: refines ; the value is right
define i8 @src_r9_large_drops(i8 %x) {
  %a = add nsw i8 %x, 100
  %r = add nsw i8 %a, 100
  ret i8 %r
}
define i8 @tgt_r9_large_drops(i8 %x) {
  %r = add i8 %x, -56
  ret i8 %r
}

; expect: counterexample more-poisonous ; the inner addition may wrap without harm
define i8 @src_r9_outer_only_keeps_nsw(i8 %x) {
  %a = add i8 %x, 1
  %r = add nsw i8 %a, 1
  ret i8 %r
}
define i8 @tgt_r9_outer_only_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, 2
  ret i8 %r
}

; expect: counterexample more-poisonous ; the outer addition may wrap without harm
define i8 @src_r9_inner_only_keeps_nsw(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = add i8 %a, 1
  ret i8 %r
}
define i8 @tgt_r9_inner_only_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, 2
  ret i8 %r
}

; expect: refines ; the unsigned sum of the constants is representable
define i8 @src_r9_nuw_keeps_nuw(i8 %x) {
  %a = add nuw i8 %x, 10
  %r = add nuw i8 %a, 20
  ret i8 %r
}
define i8 @tgt_r9_nuw_keeps_nuw(i8 %x) {
  %r = add nuw i8 %x, 30
  ret i8 %r
}

; expect: refines ; the source is always poison, so anything goes
define i8 @src_r9_nuw_overflow_keeps_nuw(i8 %x) {
  %a = add nuw i8 %x, 200
  %r = add nuw i8 %a, 100
  ret i8 %r
}
define i8 @tgt_r9_nuw_overflow_keeps_nuw(i8 %x) {
  %r = add nuw i8 %x, 44
  ret i8 %r
}

; expect: refines ; 70 is representable and reached without wrapping
define i8 @src_r9_opposite_signs_keeps_nsw(i8 %x) {
  %a = add nsw i8 %x, 100
  %r = add nsw i8 %a, -30
  ret i8 %r
}
define i8 @tgt_r9_opposite_signs_keeps_nsw(i8 %x) {
  %r = add nsw i8 %x, 70
  ret i8 %r
}

; expect: counterexample more-poisonous ; nuw below and nsw above make no flag together
define i8 @src_r9_opposite_signs_nuw_mixes(i8 %x) {
  %a = add nuw i8 %x, 100
  %r = add nsw i8 %a, -30
  ret i8 %r
}
define i8 @tgt_r9_opposite_signs_nuw_mixes(i8 %x) {
  %r = add nsw i8 %x, 70
  ret i8 %r
}

; expect: refines ; overflow does not depend on the order
define i32 @src_commute_keeps(i32 %x, i32 %y) {
  %r = add nuw nsw i32 %x, %y
  ret i32 %r
}
define i32 @tgt_commute_keeps(i32 %x, i32 %y) {
  %r = add nuw nsw i32 %y, %x
  ret i32 %r
}

; expect: refines ; every partial sum is at most the whole
define i8 @src_associate_keeps_nuw(i8 %x, i8 %y, i8 %z) {
  %a = add nuw i8 %x, %y
  %r = add nuw i8 %a, %z
  ret i8 %r
}
define i8 @tgt_associate_keeps_nuw(i8 %x, i8 %y, i8 %z) {
  %a = add nuw i8 %y, %z
  %r = add nuw i8 %x, %a
  ret i8 %r
}

; expect: counterexample more-poisonous ; y + z may overflow where x + y does not
define i8 @src_associate_keeps_nsw(i8 %x, i8 %y, i8 %z) {
  %a = add nsw i8 %x, %y
  %r = add nsw i8 %a, %z
  ret i8 %r
}
define i8 @tgt_associate_keeps_nsw(i8 %x, i8 %y, i8 %z) {
  %a = add nsw i8 %y, %z
  %r = add nsw i8 %x, %a
  ret i8 %r
}

; expect: counterexample more-poisonous ; the sum may overflow
define i16 @src_add_flag_invented_nsw(i16 %x, i16 %y) {
  %r = add i16 %x, %y
  ret i16 %r
}
define i16 @tgt_add_flag_invented_nsw(i16 %x, i16 %y) {
  %r = add nsw i16 %x, %y
  ret i16 %r
}

; expect: counterexample more-poisonous ; the sum may carry
define i16 @src_add_flag_invented_nuw(i16 %x, i16 %y) {
  %r = add i16 %x, %y
  ret i16 %r
}
define i16 @tgt_add_flag_invented_nuw(i16 %x, i16 %y) {
  %r = add nuw i16 %x, %y
  ret i16 %r
}

; expect: refines ; fewer promises
define i16 @src_add_flag_dropped(i16 %x, i16 %y) {
  %r = add nuw nsw i16 %x, %y
  ret i16 %r
}
define i16 @tgt_add_flag_dropped(i16 %x, i16 %y) {
  %r = add i16 %x, %y
  ret i16 %r
}

; expect: refines ; two bytes never overflow sixteen bits
define i16 @src_zext_operands_no_wrap_both(i8 %x, i8 %y) {
  %a = zext i8 %x to i16
  %b = zext i8 %y to i16
  %r = add i16 %a, %b
  ret i16 %r
}
define i16 @tgt_zext_operands_no_wrap_both(i8 %x, i8 %y) {
  %a = zext i8 %x to i16
  %b = zext i8 %y to i16
  %r = add nuw nsw i16 %a, %b
  ret i16 %r
}

; expect: refines ; two signed bytes never overflow sixteen bits
define i16 @src_sext_operands_no_wrap_nsw(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %r = add i16 %a, %b
  ret i16 %r
}
define i16 @tgt_sext_operands_no_wrap_nsw(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %r = add nsw i16 %a, %b
  ret i16 %r
}

; expect: counterexample more-poisonous ; negative numbers are large unsigned ones
define i16 @src_sext_operands_no_wrap_nuw(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %r = add i16 %a, %b
  ret i16 %r
}
define i16 @tgt_sext_operands_no_wrap_nuw(i8 %x, i8 %y) {
  %a = sext i8 %x to i16
  %b = sext i8 %y to i16
  %r = add nuw i16 %a, %b
  ret i16 %r
}

; expect: refines ; halves do not carry
define i8 @src_shifted_operands_nuw(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_shifted_operands_nuw(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = add nuw i8 %a, %b
  ret i8 %r
}

; expect: counterexample more-poisonous ; 127 + 127 is no signed byte
define i8 @src_shifted_operands_nsw(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_shifted_operands_nsw(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = add nsw i8 %a, %b
  ret i8 %r
}

; expect: refines ; what is not negative can be negated
define i8 @src_neg_nsw_of_masked(i8 %x) {
  %a = and i8 %x, 127
  %r = sub i8 0, %a
  ret i8 %r
}
define i8 @tgt_neg_nsw_of_masked(i8 %x) {
  %a = and i8 %x, 127
  %r = sub nsw i8 0, %a
  ret i8 %r
}

; expect: counterexample more-poisonous ; only zero can be negated without a borrow
define i8 @src_neg_nsw_of_masked_nuw(i8 %x) {
  %a = and i8 %x, 127
  %r = sub i8 0, %a
  ret i8 %r
}
define i8 @tgt_neg_nsw_of_masked_nuw(i8 %x) {
  %a = and i8 %x, 127
  %r = sub nuw i8 0, %a
  ret i8 %r
}

; expect: refines ; whatever does not borrow from zero is zero
define i8 @src_sub_nuw_of_zero(i8 %x) {
  %r = sub nuw i8 0, %x
  ret i8 %r
}
define i8 @tgt_sub_nuw_of_zero(i8 %x) {
  ret i8 0
}

; expect: refines ; both negations exist
define i8 @src_neg_of_sub_nsw_keeps(i8 %x, i8 %y) {
  %d = sub nsw i8 %x, %y
  %r = sub nsw i8 0, %d
  ret i8 %r
}
define i8 @tgt_neg_of_sub_nsw_keeps(i8 %x, i8 %y) {
  %r = sub nsw i8 %y, %x
  ret i8 %r
}

; expect: counterexample more-poisonous ; a difference of -128 has no negation
define i8 @src_neg_of_sub_inner_nsw_keeps(i8 %x, i8 %y) {
  %d = sub nsw i8 %x, %y
  %r = sub i8 0, %d
  ret i8 %r
}
define i8 @tgt_neg_of_sub_inner_nsw_keeps(i8 %x, i8 %y) {
  %r = sub nsw i8 %y, %x
  ret i8 %r
}

; expect: counterexample more-poisonous ; the negation of y may not exist
define i8 @src_sub_to_add_neg_nsw_keeps(i8 %x, i8 %y) {
  %r = sub nsw i8 %x, %y
  ret i8 %r
}
define i8 @tgt_sub_to_add_neg_nsw_keeps(i8 %x, i8 %y) {
  %n = sub nsw i8 0, %y
  %r = add nsw i8 %x, %n
  ret i8 %r
}

; expect: refines ; without flags nothing is promised
define i8 @src_sub_to_add_neg_nsw_drops(i8 %x, i8 %y) {
  %r = sub nsw i8 %x, %y
  ret i8 %r
}
define i8 @tgt_sub_to_add_neg_nsw_drops(i8 %x, i8 %y) {
  %n = sub i8 0, %y
  %r = add i8 %x, %n
  ret i8 %r
}

; expect: refines ; the target is defined for more inputs
define i8 @src_add_sub_cancel_nsw(i8 noundef %x, i8 noundef %y) {
  %a = add nsw i8 %x, %y
  %r = sub nsw i8 %a, %y
  ret i8 %r
}
define i8 @tgt_add_sub_cancel_nsw(i8 noundef %x, i8 noundef %y) {
  ret i8 %x
}

; expect: refines ; without wrap, one more is greater
define i1 @src_nsw_increment_compares(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = icmp sgt i8 %a, %x
  ret i1 %r
}
define i1 @tgt_nsw_increment_compares(i8 %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; from -1 the unsigned order drops
define i1 @src_nsw_increment_compares_unsigned(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = icmp sgt i8 %a, %x
  ret i1 %r
}
define i1 @tgt_nsw_increment_compares_unsigned(i8 %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; the largest integer wraps
define i1 @src_plain_increment_compares(i8 %x) {
  %a = add i8 %x, 1
  %r = icmp sgt i8 %a, %x
  ret i1 %r
}
define i1 @tgt_plain_increment_compares(i8 %x) {
  ret i1 true
}

; expect: refines ; disjoint operands add without carries
define i8 @src_or_disjoint_to_add(i8 %x, i8 %y) {
  %r = or disjoint i8 %x, %y
  ret i8 %r
}
define i8 @tgt_or_disjoint_to_add(i8 %x, i8 %y) {
  %r = add i8 %x, %y
  ret i8 %r
}

; expect: refines ; not even out of the top
define i8 @src_or_disjoint_to_add_nuw_nsw(i8 %x, i8 %y) {
  %r = or disjoint i8 %x, %y
  ret i8 %r
}
define i8 @tgt_or_disjoint_to_add_nuw_nsw(i8 %x, i8 %y) {
  %r = add nuw nsw i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; common bits carry
define i8 @src_or_to_add(i8 %x, i8 %y) {
  %r = or i8 %x, %y
  ret i8 %r
}
define i8 @tgt_or_to_add(i8 %x, i8 %y) {
  %r = add i8 %x, %y
  ret i8 %r
}

; expect: refines ; the shifted value has no low bits
define i8 @src_add_to_or_disjoint(i8 %x) {
  %a = shl i8 %x, 3
  %r = add i8 %a, 5
  ret i8 %r
}
define i8 @tgt_add_to_or_disjoint(i8 %x) {
  %a = shl i8 %x, 3
  %r = or disjoint i8 %a, 5
  ret i8 %r
}

; expect: counterexample value-mismatch ; 9 overlaps the shifted value
define i8 @src_add_to_or_disjoint_overlapping(i8 %x) {
  %a = shl i8 %x, 3
  %r = add i8 %a, 5
  ret i8 %r
}
define i8 @tgt_add_to_or_disjoint_overlapping(i8 %x) {
  %a = shl i8 %x, 3
  %r = or i8 %a, 9
  ret i8 %r
}

; expect: refines ; subtracting bits that are set never borrows
define i8 @src_sub_low_bits(i8 %x) {
  %a = or i8 %x, 3
  %r = sub i8 %a, 3
  ret i8 %r
}
define i8 @tgt_sub_low_bits(i8 %x) {
  %r = and i8 %x, -4
  ret i8 %r
}

; expect: refines ; so nothing wraps either way
define i8 @src_sub_low_bits_nsw(i8 %x) {
  %a = or i8 %x, 3
  %r = sub i8 %a, 3
  ret i8 %r
}
define i8 @tgt_sub_low_bits_nsw(i8 %x) {
  %a = or i8 %x, 3
  %r = sub nuw nsw i8 %a, 3
  ret i8 %r
}
