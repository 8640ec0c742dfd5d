; Shifts. An amount of the width or more is poison.

; expect: refines ; nothing moves
define i8 @src_shl_zero_amount(i8 %x) {
  %r = shl i8 %x, 0
  ret i8 %r
}
define i8 @tgt_shl_zero_amount(i8 %x) {
  ret i8 %x
}

; expect: refines ; zero, or poison for large amounts
define i8 @src_shift_of_zero(i8 %x) {
  %r = ashr i8 0, %x
  ret i8 %r
}
define i8 @tgt_shift_of_zero(i8 %x) {
  ret i8 0
}

; expect: refines ; all ones stay all ones
define i8 @src_ashr_minus_one(i8 %x) {
  %r = ashr i8 -1, %x
  ret i8 %r
}
define i8 @tgt_ashr_minus_one(i8 %x) {
  ret i8 -1
}

; expect: counterexample value-mismatch ; zeros come in from the left
define i8 @src_ashr_minus_one_logical(i8 %x) {
  %r = ashr i8 -1, %x
  ret i8 %r
}
define i8 @tgt_ashr_minus_one_logical(i8 %x) {
  %r = lshr i8 -1, %x
  ret i8 %r
}

; expect: refines ; poison may be anything
define i8 @src_shl_width(i8 %x) {
  %r = shl i8 %x, 8
  ret i8 %r
}
define i8 @tgt_shl_width(i8 %x) {
  ret i8 0
}

; expect: counterexample more-poisonous ; 7 is a valid amount
define i8 @src_shl_width_to_poison(i8 %x) {
  %r = shl i8 %x, 7
  ret i8 %r
}
define i8 @tgt_shl_width_to_poison(i8 %x) {
  ret i8 poison
}

; expect: refines ; amounts add
define i8 @src_shl_shl(i8 %x) {
  %a = shl i8 %x, 2
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_shl(i8 %x) {
  %r = shl i8 %x, 5
  ret i8 %r
}

; expect: counterexample value-mismatch ; 2 + 3 is 5
define i8 @src_shl_shl_off_by_one(i8 %x) {
  %a = shl i8 %x, 2
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_shl_off_by_one(i8 %x) {
  %r = shl i8 %x, 6
  ret i8 %r
}

; expect: counterexample more-poisonous ; ones may be lost
define i8 @src_shl_shl_nuw_invented(i8 %x) {
  %a = shl i8 %x, 2
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_shl_nuw_invented(i8 %x) {
  %r = shl nuw i8 %x, 5
  ret i8 %r
}

; expect: refines ; everything is shifted out
define i8 @src_shl_shl_overflow(i8 %x) {
  %a = shl i8 %x, 5
  %r = shl i8 %a, 4
  ret i8 %r
}
define i8 @tgt_shl_shl_overflow(i8 %x) {
  ret i8 0
}

; expect: counterexample more-poisonous ; 9 is no valid amount
define i8 @src_shl_shl_overflow_to_shift(i8 %x) {
  %a = shl i8 %x, 5
  %r = shl i8 %a, 4
  ret i8 %r
}
define i8 @tgt_shl_shl_overflow_to_shift(i8 %x) {
  %r = shl i8 %x, 9
  ret i8 %r
}

; expect: refines ; neither step loses anything
define i8 @src_shl_shl_flags(i8 %x) {
  %a = shl nuw nsw i8 %x, 2
  %r = shl nuw nsw i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_shl_flags(i8 %x) {
  %r = shl nuw nsw i8 %x, 5
  ret i8 %r
}

; expect: counterexample more-poisonous ; the inner step may lose ones
define i8 @src_shl_shl_outer_flag(i8 %x) {
  %a = shl i8 %x, 2
  %r = shl nuw i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_shl_outer_flag(i8 %x) {
  %r = shl nuw i8 %x, 5
  ret i8 %r
}

; expect: refines ; amounts add
define i8 @src_lshr_lshr(i8 %x) {
  %a = lshr i8 %x, 2
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_lshr(i8 %x) {
  %r = lshr i8 %x, 5
  ret i8 %r
}

; expect: refines ; neither step loses a one
define i8 @src_lshr_lshr_exact(i8 %x) {
  %a = lshr exact i8 %x, 2
  %r = lshr exact i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_lshr_exact(i8 %x) {
  %r = lshr exact i8 %x, 5
  ret i8 %r
}

; expect: counterexample more-poisonous ; the outer step may lose ones
define i8 @src_lshr_lshr_inner_exact(i8 %x) {
  %a = lshr exact i8 %x, 2
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_lshr_inner_exact(i8 %x) {
  %r = lshr exact i8 %x, 5
  ret i8 %r
}

; expect: refines ; only the sign is left
define i8 @src_ashr_ashr(i8 %x) {
  %a = ashr i8 %x, 5
  %r = ashr i8 %a, 4
  ret i8 %r
}
define i8 @tgt_ashr_ashr(i8 %x) {
  %r = ashr i8 %x, 7
  ret i8 %r
}

; expect: counterexample more-poisonous ; amounts of signed shifts saturate, they do not add
define i8 @src_ashr_ashr_too_far(i8 %x) {
  %a = ashr i8 %x, 5
  %r = ashr i8 %a, 4
  ret i8 %r
}
define i8 @tgt_ashr_ashr_too_far(i8 %x) {
  %r = ashr i8 %x, 9
  ret i8 %r
}

; expect: refines ; the high bits go
define i8 @src_shl_lshr(i8 %x) {
  %a = shl i8 %x, 3
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_lshr(i8 %x) {
  %r = and i8 %x, 31
  ret i8 %r
}

; expect: counterexample value-mismatch ; five bits stay
define i8 @src_shl_lshr_mask_off_by_one(i8 %x) {
  %a = shl i8 %x, 3
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_lshr_mask_off_by_one(i8 %x) {
  %r = and i8 %x, 63
  ret i8 %r
}

; expect: counterexample value-mismatch ; the high bits do go
define i8 @src_shl_lshr_nothing(i8 %x) {
  %a = shl i8 %x, 3
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_lshr_nothing(i8 %x) {
  ret i8 %x
}

; expect: refines ; nothing was lost
define i8 @src_shl_lshr_nuw(i8 %x) {
  %a = shl nuw i8 %x, 3
  %r = lshr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_lshr_nuw(i8 %x) {
  ret i8 %x
}

; expect: refines ; nothing was lost
define i8 @src_shl_ashr_nsw(i8 %x) {
  %a = shl nsw i8 %x, 3
  %r = ashr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_ashr_nsw(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; bit 4 may have become the sign
define i8 @src_shl_ashr_nuw(i8 %x) {
  %a = shl nuw i8 %x, 3
  %r = ashr i8 %a, 3
  ret i8 %r
}
define i8 @tgt_shl_ashr_nuw(i8 %x) {
  ret i8 %x
}

; expect: refines ; the low bits go
define i8 @src_lshr_shl(i8 %x) {
  %a = lshr i8 %x, 3
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_shl(i8 %x) {
  %r = and i8 %x, -8
  ret i8 %r
}

; expect: refines ; even after a signed shift
define i8 @src_lshr_shl_ashr(i8 %x) {
  %a = lshr i8 %x, 3
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_shl_ashr(i8 %x) {
  %a = ashr i8 %x, 3
  %r = shl i8 %a, 3
  ret i8 %r
}

; expect: refines ; nothing was lost
define i8 @src_lshr_shl_exact(i8 %x) {
  %a = lshr exact i8 %x, 3
  %r = shl i8 %a, 3
  ret i8 %r
}
define i8 @tgt_lshr_shl_exact(i8 %x) {
  ret i8 %x
}

; expect: refines ; a shift by the difference, low bits masked
define i8 @src_lshr_shl_uneven(i8 %x) {
  %a = lshr i8 %x, 2
  %r = shl i8 %a, 4
  ret i8 %r
}
define i8 @tgt_lshr_shl_uneven(i8 %x) {
  %s = shl i8 %x, 2
  %r = and i8 %s, -16
  ret i8 %r
}

; expect: counterexample value-mismatch ; two low bits are left over
define i8 @src_lshr_shl_uneven_unmasked(i8 %x) {
  %a = lshr i8 %x, 2
  %r = shl i8 %a, 4
  ret i8 %r
}
define i8 @tgt_lshr_shl_uneven_unmasked(i8 %x) {
  %r = shl i8 %x, 2
  ret i8 %r
}

; expect: refines ; no low bits to mask
define i8 @src_lshr_exact_shl_uneven(i8 %x) {
  %a = lshr exact i8 %x, 2
  %r = shl i8 %a, 4
  ret i8 %r
}
define i8 @tgt_lshr_exact_shl_uneven(i8 %x) {
  %r = shl i8 %x, 2
  ret i8 %r
}

; expect: refines ; the sign is zero
define i8 @src_ashr_nonneg(i8 %x) {
  %a = and i8 %x, 127
  %r = ashr i8 %a, 2
  ret i8 %r
}
define i8 @tgt_ashr_nonneg(i8 %x) {
  %a = and i8 %x, 127
  %r = lshr i8 %a, 2
  ret i8 %r
}

; expect: counterexample value-mismatch ; the sign matters
define i8 @src_ashr_to_lshr(i8 %x) {
  %r = ashr i8 %x, 2
  ret i8 %r
}
define i8 @tgt_ashr_to_lshr(i8 %x) {
  %r = lshr i8 %x, 2
  ret i8 %r
}

; expect: refines ; all ones for negative numbers, zero for others
define i32 @src_ashr_sign(i32 %x) {
  %r = ashr i32 %x, 31
  ret i32 %r
}
define i32 @tgt_ashr_sign(i32 %x) {
  %c = icmp slt i32 %x, 0
  %r = sext i1 %c to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; not one
define i32 @src_ashr_sign_zext(i32 %x) {
  %r = ashr i32 %x, 31
  ret i32 %r
}
define i32 @tgt_ashr_sign_zext(i32 %x) {
  %c = icmp slt i32 %x, 0
  %r = zext i1 %c to i32
  ret i32 %r
}

; expect: refines ; one for negative numbers
define i32 @src_lshr_sign(i32 %x) {
  %r = lshr i32 %x, 31
  ret i32 %r
}
define i32 @tgt_lshr_sign(i32 %x) {
  %c = icmp slt i32 %x, 0
  %r = zext i1 %c to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; zero is not negative
define i32 @src_lshr_sign_inclusive(i32 %x) {
  %r = lshr i32 %x, 31
  ret i32 %r
}
define i32 @tgt_lshr_sign_inclusive(i32 %x) {
  %c = icmp sle i32 %x, 0
  %r = zext i1 %c to i32
  ret i32 %r
}

; expect: refines ; the negated sign bit is the sign
define i32 @src_neg_of_lshr_sign(i32 %x) {
  %s = lshr i32 %x, 31
  %r = sub i32 0, %s
  ret i32 %r
}
define i32 @tgt_neg_of_lshr_sign(i32 %x) {
  %r = ashr i32 %x, 31
  ret i32 %r
}

; expect: refines ; equal shifts come after
define i8 @src_shl_and(i8 %x, i8 %y) {
  %a = shl i8 %x, 3
  %b = shl i8 %y, 3
  %r = and i8 %a, %b
  ret i8 %r
}
define i8 @tgt_shl_and(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %r = shl i8 %a, 3
  ret i8 %r
}

; expect: counterexample more-poisonous ; no flag before
define i8 @src_shl_and_nuw(i8 %x, i8 %y) {
  %a = shl i8 %x, 3
  %b = shl i8 %y, 3
  %r = and i8 %a, %b
  ret i8 %r
}
define i8 @tgt_shl_and_nuw(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %r = shl nuw i8 %a, 3
  ret i8 %r
}

; expect: refines ; equal shifts come after
define i8 @src_shl_add_same(i8 %x, i8 %y) {
  %a = shl i8 %x, 3
  %b = shl i8 %y, 3
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_shl_add_same(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = shl i8 %a, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; carries out of the low bits appear, and out of the top disappear
define i8 @src_lshr_add_same(i8 %x, i8 %y) {
  %a = lshr i8 %x, 3
  %b = lshr i8 %y, 3
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_lshr_add_same(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = lshr i8 %a, 3
  ret i8 %r
}

; expect: refines ; the constant is shifted, too
define i8 @src_shl_add_const(i8 %x) {
  %a = add i8 %x, 5
  %r = shl i8 %a, 2
  ret i8 %r
}
define i8 @tgt_shl_add_const(i8 %x) {
  %s = shl i8 %x, 2
  %r = add i8 %s, 20
  ret i8 %r
}

; expect: counterexample value-mismatch ; the constant must be shifted
define i8 @src_shl_add_const_unshifted(i8 %x) {
  %a = add i8 %x, 5
  %r = shl i8 %a, 2
  ret i8 %r
}
define i8 @tgt_shl_add_const_unshifted(i8 %x) {
  %s = shl i8 %x, 2
  %r = add i8 %s, 5
  ret i8 %r
}

; expect: refines ; the sign stays
define i1 @src_shl_nsw_compares(i8 %x) {
  %a = shl nsw i8 %x, 1
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_shl_nsw_compares(i8 %x) {
  %r = icmp slt i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; bit 6 becomes the sign
define i1 @src_shl_compares(i8 %x) {
  %a = shl i8 %x, 1
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_shl_compares(i8 %x) {
  %r = icmp slt i8 %x, 0
  ret i1 %r
}

; expect: refines ; nothing is lost
define i1 @src_shl_eq_zero_nuw(i8 %x, i8 %y) {
  %a = shl nuw i8 %x, %y
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_shl_eq_zero_nuw(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; everything may be lost
define i1 @src_shl_eq_zero(i8 %x, i8 %y) {
  %a = shl i8 %x, %y
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_shl_eq_zero(i8 %x, i8 %y) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: counterexample more-poisonous ; the mask keeps the amount valid
define i8 @src_shift_masked_amount(i8 %x, i8 %y) {
  %m = and i8 %y, 7
  %r = shl i8 %x, %m
  ret i8 %r
}
define i8 @tgt_shift_masked_amount(i8 %x, i8 %y) {
  %r = shl i8 %x, %y
  ret i8 %r
}

; expect: refines ; valid amounts pass the mask
define i8 @src_shift_adds_mask(i8 %x, i8 %y) {
  %r = shl i8 %x, %y
  ret i8 %r
}
define i8 @tgt_shift_adds_mask(i8 %x, i8 %y) {
  %m = and i8 %y, 7
  %r = shl i8 %x, %m
  ret i8 %r
}

; expect: counterexample value-mismatch ; amounts 4 to 7 are valid
define i8 @src_shift_adds_mask_narrow_mask(i8 %x, i8 %y) {
  %r = shl i8 %x, %y
  ret i8 %r
}
define i8 @tgt_shift_adds_mask_narrow_mask(i8 %x, i8 %y) {
  %m = and i8 %y, 3
  %r = shl i8 %x, %m
  ret i8 %r
}

; expect: refines ; the bit may come to the mask instead
define i1 @src_bit_test(i32 noundef %x, i32 %y) {
  %p = shl i32 1, %y
  %a = and i32 %x, %p
  %r = icmp ne i32 %a, 0
  ret i1 %r
}
define i1 @tgt_bit_test(i32 noundef %x, i32 %y) {
  %s = lshr i32 %x, %y
  %t = trunc i32 %s to i1
  %r = icmp eq i1 %t, true
  ret i1 %r
}

; expect: refines ; a rotation
define i32 @src_rotate(i32 noundef %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 27
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @tgt_rotate(i32 noundef %x) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 5)
  ret i32 %r
}

; expect: counterexample value-mismatch ; the other direction
define i32 @src_rotate_other_way(i32 noundef %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 27
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @tgt_rotate_other_way(i32 noundef %x) {
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 5)
  ret i32 %r
}

; expect: counterexample value-mismatch ; by 5, not by 6
define i32 @src_rotate_off_by_one(i32 noundef %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 27
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @tgt_rotate_off_by_one(i32 noundef %x) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 6)
  ret i32 %r
}

; expect: refines ; amount zero shifts the other way by the width, which is poison
define i8 @src_rotate_variable(i8 noundef %x, i8 noundef %y) {
  %n = sub i8 8, %y
  %a = shl i8 %x, %y
  %b = lshr i8 %x, %n
  %r = or i8 %a, %b
  ret i8 %r
}
define i8 @tgt_rotate_variable(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample more-poisonous ; amount zero becomes a shift by the width
define i8 @src_rotate_back(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_rotate_back(i8 noundef %x, i8 noundef %y) {
  %n = sub i8 8, %y
  %a = shl i8 %x, %y
  %b = lshr i8 %x, %n
  %r = or i8 %a, %b
  ret i8 %r
}

; expect: refines ; masked amounts are always valid
define i8 @src_rotate_back_masked(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_rotate_back_masked(i8 noundef %x, i8 noundef %y) {
  %m = and i8 %y, 7
  %n = sub i8 0, %y
  %k = and i8 %n, 7
  %a = shl i8 %x, %m
  %b = lshr i8 %x, %k
  %r = or i8 %a, %b
  ret i8 %r
}

; expect: refines ; the amount counts modulo the width
define i8 @src_fshl_zero(i8 %x, i8 %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 8)
  ret i8 %r
}
define i8 @tgt_fshl_zero(i8 %x, i8 %y) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; by zero, the first operand is what stays
define i8 @src_fshl_zero_second(i8 %x, i8 %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 8)
  ret i8 %r
}
define i8 @tgt_fshl_zero_second(i8 %x, i8 %y) {
  ret i8 %y
}

; expect: refines ; to the right by 3 is to the left by 5
define i8 @src_fshr_to_fshl(i8 %x, i8 %y) {
  %r = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 3)
  ret i8 %r
}
define i8 @tgt_fshr_to_fshl(i8 %x, i8 %y) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 5)
  ret i8 %r
}

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
