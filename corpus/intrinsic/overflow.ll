; Saturating arithmetic and arithmetic with overflow bits.

; expect: refines ; zero is neutral
define i8 @src_uadd_sat_zero(i8 %x) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 0)
  ret i8 %r
}
define i8 @tgt_uadd_sat_zero(i8 %x) {
  ret i8 %x
}

; expect: refines ; always full
define i8 @src_uadd_sat_ones(i8 %x) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 -1)
  ret i8 %r
}
define i8 @tgt_uadd_sat_ones(i8 %x) {
  ret i8 -1
}

; expect: refines ; the order does not matter
define i16 @src_uadd_sat_commutes(i16 %x, i16 %y) {
  %r = call i16 @llvm.uadd.sat.i16(i16 %x, i16 %y)
  ret i16 %r
}
define i16 @tgt_uadd_sat_commutes(i16 %x, i16 %y) {
  %r = call i16 @llvm.uadd.sat.i16(i16 %y, i16 %x)
  ret i16 %r
}

; expect: counterexample value-mismatch ; sums wrap
define i16 @src_uadd_sat_commutes_plain(i16 %x, i16 %y) {
  %r = call i16 @llvm.uadd.sat.i16(i16 %x, i16 %y)
  ret i16 %r
}
define i16 @tgt_uadd_sat_commutes_plain(i16 %x, i16 %y) {
  %r = add i16 %x, %y
  ret i16 %r
}

; expect: refines ; constants add
define i8 @src_uadd_sat_consts(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 100)
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 50)
  ret i8 %r
}
define i8 @tgt_uadd_sat_consts(i8 %x) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 150)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the sum of the constants must saturate, not wrap
define i8 @src_uadd_sat_consts_overflow(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 200)
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 100)
  ret i8 %r
}
define i8 @tgt_uadd_sat_consts_overflow(i8 %x) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 44)
  ret i8 %r
}

; expect: refines ; always full
define i8 @src_uadd_sat_consts_overflow_saturated(i8 %x) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 200)
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 100)
  ret i8 %r
}
define i8 @tgt_uadd_sat_consts_overflow_saturated(i8 %x) {
  ret i8 -1
}

; expect: refines ; same signs, no overflow
define i8 @src_sadd_sat_consts(i8 %x) {
  %a = call i8 @llvm.sadd.sat.i8(i8 %x, i8 100)
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 20)
  ret i8 %r
}
define i8 @tgt_sadd_sat_consts(i8 %x) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 120)
  ret i8 %r
}

; expect: counterexample value-mismatch ; what saturated does not come back
define i8 @src_sadd_sat_mixed_signs(i8 %x) {
  %a = call i8 @llvm.sadd.sat.i8(i8 %x, i8 100)
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 -20)
  ret i8 %r
}
define i8 @tgt_sadd_sat_mixed_signs(i8 %x) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 80)
  ret i8 %r
}

; expect: refines ; nothing is left
define i8 @src_usub_sat_self(i8 %x) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %x)
  ret i8 %r
}
define i8 @tgt_usub_sat_self(i8 %x) {
  ret i8 0
}

; expect: refines ; nothing to take from
define i8 @src_usub_sat_zero(i8 %x) {
  %r = call i8 @llvm.usub.sat.i8(i8 0, i8 %x)
  ret i8 %r
}
define i8 @tgt_usub_sat_zero(i8 %x) {
  ret i8 0
}

; expect: refines ; subtracting adds the negation
define i8 @src_ssub_sat_const(i8 %x) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %x, i8 5)
  ret i8 %r
}
define i8 @tgt_ssub_sat_const(i8 %x) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 -5)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the smallest integer has no negation
define i8 @src_ssub_sat_int_min(i8 %x) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %x, i8 -128)
  ret i8 %r
}
define i8 @tgt_ssub_sat_int_min(i8 %x) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 -128)
  ret i8 %r
}

; expect: counterexample value-mismatch ; unsigned saturation does not know negative numbers
define i8 @src_usub_sat_const(i8 %x) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 5)
  ret i8 %r
}
define i8 @tgt_usub_sat_const(i8 %x) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 -5)
  ret i8 %r
}

; expect: refines ; a difference or nothing
define i8 @src_usub_sat_select(i8 noundef %x, i8 noundef %y) {
  %c = icmp ugt i8 %x, %y
  %d = sub i8 %x, %y
  %r = select i1 %c, i8 %d, i8 0
  ret i8 %r
}
define i8 @tgt_usub_sat_select(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the other way round
define i8 @src_usub_sat_select_swapped(i8 noundef %x, i8 noundef %y) {
  %c = icmp ugt i8 %x, %y
  %d = sub i8 %x, %y
  %r = select i1 %c, i8 %d, i8 0
  ret i8 %r
}
define i8 @tgt_usub_sat_select_swapped(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %y, i8 %x)
  ret i8 %r
}

; expect: refines ; a carry means full
define i8 @src_uadd_sat_select(i8 noundef %x, i8 noundef %y) {
  %s = add i8 %x, %y
  %c = icmp ult i8 %s, %x
  %r = select i1 %c, i8 -1, i8 %s
  ret i8 %r
}
define i8 @tgt_uadd_sat_select(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; full, not empty
define i8 @src_uadd_sat_select_zero(i8 noundef %x, i8 noundef %y) {
  %s = add i8 %x, %y
  %c = icmp ult i8 %s, %x
  %r = select i1 %c, i8 -1, i8 %s
  ret i8 %r
}
define i8 @tgt_uadd_sat_select_zero(i8 noundef %x, i8 noundef %y) {
  %s = add i8 %x, %y
  %c = icmp ult i8 %s, %x
  %r = select i1 %c, i8 0, i8 %s
  ret i8 %r
}

; expect: refines ; halves do not carry
define i8 @src_uadd_sat_no_overflow(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_uadd_sat_no_overflow(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = add nuw i8 %a, %b
  ret i8 %r
}

; expect: refines ; 63 + 64 is 127
define i8 @src_sadd_sat_no_overflow(i8 %x) {
  %a = lshr i8 %x, 2
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 64)
  ret i8 %r
}
define i8 @tgt_sadd_sat_no_overflow(i8 %x) {
  %a = lshr i8 %x, 2
  %r = add nuw nsw i8 %a, 64
  ret i8 %r
}

; expect: counterexample more-poisonous ; 63 + 65 is too much
define i8 @src_sadd_sat_no_overflow_off_by_one(i8 %x) {
  %a = lshr i8 %x, 2
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 64)
  ret i8 %r
}
define i8 @tgt_sadd_sat_no_overflow_off_by_one(i8 %x) {
  %a = lshr i8 %x, 2
  %r = add nsw i8 %a, 65
  ret i8 %r
}

; expect: refines ; both are zero
define i1 @src_uadd_sat_carry(i8 %x, i8 %y) {
  %s = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  %r = icmp eq i8 %s, 0
  ret i1 %r
}
define i1 @tgt_uadd_sat_carry(i8 %x, i8 %y) {
  %o = or i8 %x, %y
  %r = icmp eq i8 %o, 0
  ret i1 %r
}

; expect: refines ; nothing is above
define i1 @src_usub_sat_eq_zero(i8 %x, i8 %y) {
  %s = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  %r = icmp eq i8 %s, 0
  ret i1 %r
}
define i1 @tgt_usub_sat_eq_zero(i8 %x, i8 %y) {
  %r = icmp ule i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; equality counts
define i1 @src_usub_sat_eq_zero_strict(i8 %x, i8 %y) {
  %s = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  %r = icmp eq i8 %s, 0
  ret i1 %r
}
define i1 @tgt_usub_sat_eq_zero_strict(i8 %x, i8 %y) {
  %r = icmp ult i8 %x, %y
  ret i1 %r
}

; expect: refines ; no room for x
define i1 @src_uadd_overflow_bit(i8 %x, i8 noundef %y) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_uadd_overflow_bit(i8 %x, i8 noundef %y) {
  %n = xor i8 %y, -1
  %r = icmp ugt i8 %x, %n
  ret i1 %r
}

; expect: counterexample value-mismatch ; exactly full is no carry
define i1 @src_uadd_overflow_bit_inclusive(i8 %x, i8 noundef %y) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_uadd_overflow_bit_inclusive(i8 %x, i8 noundef %y) {
  %n = xor i8 %y, -1
  %r = icmp uge i8 %x, %n
  ret i1 %r
}

; expect: refines ; the wrapping sum
define i8 @src_uadd_overflow_value(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 0
  ret i8 %r
}
define i8 @tgt_uadd_overflow_value(i8 %x, i8 %y) {
  %r = add i8 %x, %y
  ret i8 %r
}

; expect: counterexample more-poisonous ; it may wrap
define i8 @src_uadd_overflow_value_nuw(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 0
  ret i8 %r
}
define i8 @tgt_uadd_overflow_value_nuw(i8 %x, i8 %y) {
  %r = add nuw i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; it does not saturate
define i8 @src_uadd_overflow_value_sat(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 0
  ret i8 %r
}
define i8 @tgt_uadd_overflow_value_sat(i8 %x, i8 %y) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: refines ; from 246 on
define i1 @src_uadd_overflow_const(i8 %x) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 10)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_uadd_overflow_const(i8 %x) {
  %r = icmp ugt i8 %x, 245
  ret i1 %r
}

; expect: counterexample value-mismatch ; 246 + 10 is 256
define i1 @src_uadd_overflow_const_off_by_one(i8 %x) {
  %s = call {i8, i1} @llvm.uadd.with.overflow.i8(i8 %x, i8 10)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_uadd_overflow_const_off_by_one(i8 %x) {
  %r = icmp ugt i8 %x, 246
  ret i1 %r
}

; expect: refines ; from 118 on
define i1 @src_sadd_overflow_const(i8 %x) {
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 10)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_sadd_overflow_const(i8 %x) {
  %r = icmp sgt i8 %x, 117
  ret i1 %r
}

; expect: refines ; 63 + 60 is 123
define i1 @src_sadd_overflow_never(i8 %x) {
  %a = ashr i8 %x, 1
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %a, i8 60)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_sadd_overflow_never(i8 %x) {
  ret i1 false
}

; expect: refines ; a borrow
define i1 @src_usub_overflow_bit(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_usub_overflow_bit(i8 %x, i8 %y) {
  %r = icmp ult i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; unsigned
define i1 @src_usub_overflow_bit_signed(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.usub.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_usub_overflow_bit_signed(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}

; expect: refines ; only the smallest integer has no negation
define i1 @src_ssub_overflow_zero(i8 %x) {
  %s = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 0, i8 %x)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_ssub_overflow_zero(i8 %x) {
  %r = icmp eq i8 %x, -128
  ret i1 %r
}

; expect: counterexample value-mismatch ; but it has none
define i1 @src_ssub_overflow_zero_never(i8 %x) {
  %s = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 0, i8 %x)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_ssub_overflow_zero_never(i8 %x) {
  ret i1 false
}

; expect: refines ; the top bit
define i1 @src_umul_overflow_two(i8 %x) {
  %s = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %x, i8 2)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_umul_overflow_two(i8 %x) {
  %r = icmp slt i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; the next bit is doubled without loss
define i1 @src_umul_overflow_two_other_bit(i8 %x) {
  %s = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %x, i8 2)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_umul_overflow_two_other_bit(i8 %x) {
  %a = and i8 %x, 64
  %r = icmp ne i8 %a, 0
  ret i1 %r
}

; expect: refines ; only the smallest integer
define i1 @src_smul_overflow_minus_one(i8 %x) {
  %s = call {i8, i1} @llvm.smul.with.overflow.i8(i8 %x, i8 -1)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_smul_overflow_minus_one(i8 %x) {
  %r = icmp eq i8 %x, -128
  ret i1 %r
}

; expect: refines ; the wide product has high bits
define i1 @src_umul_overflow_wide(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  %r = extractvalue {i8, i1} %s, 1
  ret i1 %r
}
define i1 @tgt_umul_overflow_wide(i8 %x, i8 %y) {
  %a = zext i8 %x to i16
  %b = zext i8 %y to i16
  %m = mul i16 %a, %b
  %r = icmp ugt i16 %m, 255
  ret i1 %r
}

; expect: counterexample more-poisonous ; undef inputs are read twice; defined ones are all right
define i8 @src_checked_then_flag(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue {i8, i1} %s, 0
  %o = extractvalue {i8, i1} %s, 1
  %r = select i1 %o, i8 0, i8 %v
  ret i8 %r
}
define i8 @tgt_checked_then_flag(i8 %x, i8 %y) {
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  %o = extractvalue {i8, i1} %s, 1
  %v = add nsw i8 %x, %y
  %r = select i1 %o, i8 0, i8 %v
  ret i8 %r
}

; expect: refines ; the sum is poison only where it is not chosen
define i8 @src_checked_then_flag_noundef(i8 noundef %x, i8 noundef %y) {
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue {i8, i1} %s, 0
  %o = extractvalue {i8, i1} %s, 1
  %r = select i1 %o, i8 0, i8 %v
  ret i8 %r
}
define i8 @tgt_checked_then_flag_noundef(i8 noundef %x, i8 noundef %y) {
  %s = call {i8, i1} @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  %o = extractvalue {i8, i1} %s, 1
  %v = add nsw i8 %x, %y
  %r = select i1 %o, i8 0, i8 %v
  ret i8 %r
}

; expect: refines ; the sign of the difference
define i8 @src_scmp_to_select(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_scmp_to_select(i8 noundef %x, i8 noundef %y) {
  %g = icmp sgt i8 %x, %y
  %l = icmp slt i8 %x, %y
  %a = zext i1 %g to i8
  %b = zext i1 %l to i8
  %r = sub i8 %a, %b
  ret i8 %r
}

; expect: counterexample value-mismatch ; the difference itself may wrap
define i8 @src_scmp_to_select_wrapping(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_scmp_to_select_wrapping(i8 noundef %x, i8 noundef %y) {
  %d = sub i8 %x, %y
  %g = icmp sgt i8 %d, 0
  %l = icmp slt i8 %d, 0
  %a = zext i1 %g to i8
  %b = zext i1 %l to i8
  %r = sub i8 %a, %b
  ret i8 %r
}

; expect: refines ; the negated comparison the other way round
define i8 @src_ucmp_swapped(i8 %x, i8 %y) {
  %r = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_ucmp_swapped(i8 %x, i8 %y) {
  %c = call i8 @llvm.ucmp.i8.i8(i8 %y, i8 %x)
  %r = sub i8 0, %c
  ret i8 %r
}

; expect: counterexample value-mismatch ; the sign changes
define i8 @src_ucmp_swapped_unnegated(i8 %x, i8 %y) {
  %r = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_ucmp_swapped_unnegated(i8 %x, i8 %y) {
  %r = call i8 @llvm.ucmp.i8.i8(i8 %y, i8 %x)
  ret i8 %r
}

declare i16 @llvm.uadd.sat.i16(i16, i16)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.scmp.i8.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare {i8, i1} @llvm.sadd.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.smul.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.uadd.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.umul.with.overflow.i8(i8, i8)
declare {i8, i1} @llvm.usub.with.overflow.i8(i8, i8)
