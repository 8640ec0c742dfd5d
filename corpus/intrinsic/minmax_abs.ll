; Minimum, maximum and absolute value.

; expect: refines ; idempotent
define i8 @src_smax_self(i8 %x) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %x)
  ret i8 %r
}
define i8 @tgt_smax_self(i8 %x) {
  ret i8 %x
}

; expect: refines ; the order does not matter
define i32 @src_smax_commutes(i32 %x, i32 %y) {
  %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  ret i32 %r
}
define i32 @tgt_smax_commutes(i32 %x, i32 %y) {
  %r = call i32 @llvm.smax.i32(i32 %y, i32 %x)
  ret i32 %r
}

; expect: counterexample value-mismatch ; the other order
define i32 @src_smax_commutes_unsigned(i32 %x, i32 %y) {
  %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  ret i32 %r
}
define i32 @tgt_smax_commutes_unsigned(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %y, i32 %x)
  ret i32 %r
}

; expect: counterexample value-mismatch ; the smaller one
define i32 @src_smax_commutes_smin(i32 %x, i32 %y) {
  %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  ret i32 %r
}
define i32 @tgt_smax_commutes_smin(i32 %x, i32 %y) {
  %r = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  ret i32 %r
}

; expect: refines ; nothing is larger
define i8 @src_smax_absorbing(i8 %x) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 127)
  ret i8 %r
}
define i8 @tgt_smax_absorbing(i8 %x) {
  ret i8 127
}

; expect: refines ; nothing is smaller
define i8 @src_umin_zero(i8 %x) {
  %r = call i8 @llvm.umin.i8(i8 %x, i8 0)
  ret i8 %r
}
define i8 @tgt_umin_zero(i8 %x) {
  ret i8 0
}

; expect: refines ; neutral
define i8 @src_umax_zero(i8 %x) {
  %r = call i8 @llvm.umax.i8(i8 %x, i8 0)
  ret i8 %r
}
define i8 @tgt_umax_zero(i8 %x) {
  ret i8 %x
}

; expect: refines ; neutral
define i8 @src_smin_neutral(i8 %x) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 127)
  ret i8 %r
}
define i8 @tgt_smin_neutral(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; 126 is not the largest
define i8 @src_smin_neutral_off_by_one(i8 %x) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 127)
  ret i8 %r
}
define i8 @tgt_smin_neutral_off_by_one(i8 %x) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 126)
  ret i8 %r
}

; expect: refines ; the larger one
define i8 @src_select_to_smax(i8 noundef %x, i8 noundef %y) {
  %c = icmp sgt i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_smax(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; not the smaller one
define i8 @src_select_to_smax_swapped(i8 noundef %x, i8 noundef %y) {
  %c = icmp sgt i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_smax_swapped(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: refines ; reading undef inputs once instead of twice
define i8 @src_select_to_umin(i8 %x, i8 %y) {
  %c = icmp ult i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_umin(i8 %x, i8 %y) {
  %r = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; undef inputs are read twice
define i8 @src_umin_to_select(i8 %x, i8 %y) {
  %r = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_umin_to_select(i8 %x, i8 %y) {
  %c = icmp ult i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

; expect: refines ; the smaller one
define i8 @src_umin_to_select_noundef(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  ret i8 %r
}
define i8 @tgt_umin_to_select_noundef(i8 noundef %x, i8 noundef %y) {
  %c = icmp ult i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

; expect: refines ; absorption
define i8 @src_smax_of_smin(i8 noundef %x, i8 %y) {
  %a = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %a)
  ret i8 %r
}
define i8 @tgt_smax_of_smin(i8 noundef %x, i8 %y) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; x, not y
define i8 @src_smax_of_smin_y(i8 noundef %x, i8 %y) {
  %a = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %a)
  ret i8 %r
}
define i8 @tgt_smax_of_smin_y(i8 noundef %x, i8 %y) {
  ret i8 %y
}

; expect: refines ; the larger constant wins
define i8 @src_smax_consts(i8 %x) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 5)
  %r = call i8 @llvm.smax.i8(i8 %a, i8 9)
  ret i8 %r
}
define i8 @tgt_smax_consts(i8 %x) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 9)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the larger, not the smaller
define i8 @src_smax_consts_smaller(i8 %x) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 5)
  %r = call i8 @llvm.smax.i8(i8 %a, i8 9)
  ret i8 %r
}
define i8 @tgt_smax_consts_smaller(i8 %x) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 5)
  ret i8 %r
}

; expect: refines ; a proper interval: the order of the bounds does not matter
define i8 @src_clamp_order(i8 %x) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 5)
  %r = call i8 @llvm.smin.i8(i8 %a, i8 9)
  ret i8 %r
}
define i8 @tgt_clamp_order(i8 %x) {
  %a = call i8 @llvm.smin.i8(i8 %x, i8 9)
  %r = call i8 @llvm.smax.i8(i8 %a, i8 5)
  ret i8 %r
}

; expect: refines ; the upper bound is below the lower one
define i8 @src_clamp_empty(i8 %x) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 9)
  %r = call i8 @llvm.smin.i8(i8 %a, i8 5)
  ret i8 %r
}
define i8 @tgt_clamp_empty(i8 %x) {
  ret i8 5
}

; expect: counterexample value-mismatch ; with crossed bounds the order matters
define i8 @src_clamp_empty_order(i8 %x) {
  %a = call i8 @llvm.smax.i8(i8 %x, i8 9)
  %r = call i8 @llvm.smin.i8(i8 %a, i8 5)
  ret i8 %r
}
define i8 @tgt_clamp_empty_order(i8 %x) {
  %a = call i8 @llvm.smin.i8(i8 %x, i8 5)
  %r = call i8 @llvm.smax.i8(i8 %a, i8 9)
  ret i8 %r
}

; expect: refines ; complement reverses the order
define i8 @src_not_of_smax(i8 %x, i8 %y) {
  %a = xor i8 %x, -1
  %b = xor i8 %y, -1
  %m = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  %r = xor i8 %m, -1
  ret i8 %r
}
define i8 @tgt_not_of_smax(i8 %x, i8 %y) {
  %r = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; maximum becomes minimum
define i8 @src_not_of_smax_kept(i8 %x, i8 %y) {
  %a = xor i8 %x, -1
  %b = xor i8 %y, -1
  %m = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  %r = xor i8 %m, -1
  ret i8 %r
}
define i8 @tgt_not_of_smax_kept(i8 %x, i8 %y) {
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: refines ; complement reverses the order
define i8 @src_not_of_umin(i8 %x, i8 %y) {
  %a = xor i8 %x, -1
  %b = xor i8 %y, -1
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_not_of_umin(i8 %x, i8 %y) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = xor i8 %m, -1
  ret i8 %r
}

; expect: counterexample value-mismatch ; the smallest integer is its own negation
define i8 @src_neg_of_smax(i8 %x, i8 %y) {
  %a = sub i8 0, %x
  %b = sub i8 0, %y
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_neg_of_smax(i8 %x, i8 %y) {
  %m = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %r = sub i8 0, %m
  ret i8 %r
}

; expect: refines ; negations exist and reverse the order
define i8 @src_neg_of_smax_nsw(i8 %x, i8 %y) {
  %a = sub nsw i8 0, %x
  %b = sub nsw i8 0, %y
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_neg_of_smax_nsw(i8 %x, i8 %y) {
  %m = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %r = sub nsw i8 0, %m
  ret i8 %r
}

; expect: refines ; without wrap the order stays
define i8 @src_add_into_smax(i8 %x, i8 %y) {
  %a = add nsw i8 %x, 5
  %b = add nsw i8 %y, 5
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_add_into_smax(i8 %x, i8 %y) {
  %m = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %r = add nsw i8 %m, 5
  ret i8 %r
}

; expect: counterexample value-mismatch ; one of them may wrap
define i8 @src_add_into_smax_wraps(i8 %x, i8 %y) {
  %a = add i8 %x, 5
  %b = add i8 %y, 5
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_add_into_smax_wraps(i8 %x, i8 %y) {
  %m = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %r = add i8 %m, 5
  ret i8 %r
}

; expect: refines ; the constant moves over
define i8 @src_add_into_umax_nuw(i8 %x) {
  %a = add nuw i8 %x, 5
  %r = call i8 @llvm.umax.i8(i8 %a, i8 20)
  ret i8 %r
}
define i8 @tgt_add_into_umax_nuw(i8 %x) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 15)
  %r = add nuw i8 %m, 5
  ret i8 %r
}

; expect: refines ; at least either
define i1 @src_umax_compare(i8 noundef %x, i8 %y) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = icmp uge i8 %m, %x
  ret i1 %r
}
define i1 @tgt_umax_compare(i8 noundef %x, i8 %y) {
  ret i1 true
}

; expect: counterexample value-mismatch ; not always equal
define i1 @src_umax_compare_equal(i8 noundef %x, i8 %y) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = icmp uge i8 %m, %x
  ret i1 %r
}
define i1 @tgt_umax_compare_equal(i8 noundef %x, i8 %y) {
  %r = icmp eq i8 %x, %y
  ret i1 %r
}

; expect: refines ; both are zero
define i1 @src_umax_eq_zero(i8 %x, i8 %y) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = icmp eq i8 %m, 0
  ret i1 %r
}
define i1 @tgt_umax_eq_zero(i8 %x, i8 %y) {
  %o = or i8 %x, %y
  %r = icmp eq i8 %o, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; one may be zero without a common bit, but also no common bit without a zero
define i1 @src_umin_eq_zero(i8 %x, i8 %y) {
  %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %r = icmp eq i8 %m, 0
  ret i1 %r
}
define i1 @tgt_umin_eq_zero(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %r = icmp eq i8 %a, 0
  ret i1 %r
}

; expect: refines ; both orders agree
define i8 @src_smin_nonneg(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i8 @tgt_smin_nonneg(i8 %x, i8 %y) {
  %a = lshr i8 %x, 1
  %b = lshr i8 %y, 1
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}

; expect: refines ; both
define i1 @src_umin_i1(i1 %x, i1 %y) {
  %r = call i1 @llvm.umin.i1(i1 %x, i1 %y)
  ret i1 %r
}
define i1 @tgt_umin_i1(i1 %x, i1 %y) {
  %r = and i1 %x, %y
  ret i1 %r
}

; expect: refines ; signed, a set bit is -1
define i1 @src_smin_i1(i1 %x, i1 %y) {
  %r = call i1 @llvm.smin.i1(i1 %x, i1 %y)
  ret i1 %r
}
define i1 @tgt_smin_i1(i1 %x, i1 %y) {
  %r = or i1 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; the signed order is the other way round
define i1 @src_smin_i1_and(i1 %x, i1 %y) {
  %r = call i1 @llvm.smin.i1(i1 %x, i1 %y)
  ret i1 %r
}
define i1 @tgt_smin_i1_and(i1 %x, i1 %y) {
  %r = and i1 %x, %y
  ret i1 %r
}

; expect: refines ; what is above y
define i8 @src_umin_minus(i8 noundef %x, i8 noundef %y) {
  %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %r = sub i8 %x, %m
  ret i8 %r
}
define i8 @tgt_umin_minus(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the other way round
define i8 @src_umin_minus_other(i8 noundef %x, i8 noundef %y) {
  %m = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %r = sub i8 %x, %m
  ret i8 %r
}
define i8 @tgt_umin_minus_other(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %y, i8 %x)
  ret i8 %r
}

; expect: refines ; what is above y
define i8 @src_umax_minus(i8 noundef %x, i8 noundef %y) {
  %m = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = sub i8 %m, %y
  ret i8 %r
}
define i8 @tgt_umax_minus(i8 noundef %x, i8 noundef %y) {
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  ret i8 %r
}

; expect: refines ; the smaller and the larger are both
define i8 @src_sum_of_min_max(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %b = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_sum_of_min_max(i8 noundef %x, i8 noundef %y) {
  %r = add i8 %x, %y
  ret i8 %r
}

; expect: refines ; idempotent, even for the smallest integer
define i8 @src_abs_abs(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}
define i8 @tgt_abs_abs(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample more-poisonous ; the flag makes poison of the smallest integer
define i8 @src_abs_abs_flag(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}
define i8 @tgt_abs_abs_flag(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: refines ; signs do not matter
define i8 @src_abs_neg(i8 %x) {
  %n = sub i8 0, %x
  %r = call i8 @llvm.abs.i8(i8 %n, i1 false)
  ret i8 %r
}
define i8 @tgt_abs_neg(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; fewer promises
define i8 @src_abs_flag_dropped(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}
define i8 @tgt_abs_flag_dropped(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; the absolute value
define i8 @src_abs_select(i8 noundef %x) {
  %n = sub i8 0, %x
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %n, i8 %x
  ret i8 %r
}
define i8 @tgt_abs_select(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample more-poisonous ; the negation may wrap
define i8 @src_abs_select_flag(i8 noundef %x) {
  %n = sub i8 0, %x
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %n, i8 %x
  ret i8 %r
}
define i8 @tgt_abs_select_flag(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the sign is wrong
define i8 @src_abs_select_nabs(i8 noundef %x) {
  %n = sub i8 0, %x
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %n, i8 %x
  ret i8 %r
}
define i8 @tgt_abs_select_nabs(i8 noundef %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = sub i8 0, %a
  ret i8 %r
}

; expect: refines ; the negation does not wrap where it is chosen
define i8 @src_abs_select_nsw(i8 noundef %x) {
  %n = sub nsw i8 0, %x
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %n, i8 %x
  ret i8 %r
}
define i8 @tgt_abs_select_nsw(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: refines ; the same, asked the other way round
define i8 @src_abs_select_guard(i8 noundef %x) {
  %n = sub nsw i8 0, %x
  %c = icmp sgt i8 %x, -1
  %r = select i1 %c, i8 %x, i8 %n
  ret i8 %r
}
define i8 @tgt_abs_select_guard(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: refines ; the branch-free absolute value
define i8 @src_abs_by_mask(i8 noundef %x) {
  %s = ashr i8 %x, 7
  %a = add i8 %x, %s
  %r = xor i8 %a, %s
  ret i8 %r
}
define i8 @tgt_abs_by_mask(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the mask must be all ones
define i8 @src_abs_by_mask_logical(i8 noundef %x) {
  %s = ashr i8 %x, 7
  %a = add i8 %x, %s
  %r = xor i8 %a, %s
  ret i8 %r
}
define i8 @tgt_abs_by_mask_logical(i8 noundef %x) {
  %s = lshr i8 %x, 7
  %a = add i8 %x, %s
  %r = xor i8 %a, %s
  ret i8 %r
}

; expect: refines ; the larger of both signs
define i8 @src_abs_smax(i8 noundef %x) {
  %n = sub i8 0, %x
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %n)
  ret i8 %r
}
define i8 @tgt_abs_smax(i8 noundef %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; never negative where defined
define i1 @src_abs_sign(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 true)
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_abs_sign(i8 %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; the smallest integer stays negative
define i1 @src_abs_sign_wraps(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_abs_sign_wraps(i8 %x) {
  ret i1 false
}

; expect: refines ; and only that one
define i1 @src_abs_sign_wraps_int_min(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = icmp slt i8 %a, 0
  ret i1 %r
}
define i1 @tgt_abs_sign_wraps_int_min(i8 %x) {
  %r = icmp eq i8 %x, -128
  ret i1 %r
}

; expect: refines ; only zero
define i1 @src_abs_eq_zero(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_abs_eq_zero(i8 %x) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: refines ; parity survives negation
define i8 @src_abs_low_bit(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = and i8 %a, 1
  ret i8 %r
}
define i8 @tgt_abs_low_bit(i8 %x) {
  %r = and i8 %x, 1
  ret i8 %r
}

; expect: counterexample value-mismatch ; bit 1 does not
define i8 @src_abs_low_bit_two_bits(i8 %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = and i8 %a, 1
  ret i8 %r
}
define i8 @tgt_abs_low_bit_two_bits(i8 %x) {
  %r = and i8 %x, 3
  ret i8 %r
}

; expect: refines ; squares forget signs
define i8 @src_abs_square(i8 noundef %x) {
  %a = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = mul i8 %a, %a
  ret i8 %r
}
define i8 @tgt_abs_square(i8 noundef %x) {
  %r = mul i8 %x, %x
  ret i8 %r
}

; expect: refines ; nothing to do
define i8 @src_abs_of_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}
define i8 @tgt_abs_of_nonneg(i8 %x) {
  %r = lshr i8 %x, 1
  ret i8 %r
}

declare i1 @llvm.smin.i1(i1, i1)
declare i1 @llvm.umin.i1(i1, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
