; Selects.

; expect: refines ; either way; a poison condition may be forgotten
define i32 @src_same_arms(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 %x
  ret i32 %r
}
define i32 @tgt_same_arms(i1 %c, i32 %x) {
  ret i32 %x
}

; expect: counterexample more-poisonous ; a poison condition makes poison
define i32 @src_invented(i1 %c, i32 %x) {
  ret i32 %x
}
define i32 @tgt_invented(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 %x
  ret i32 %r
}

; expect: refines ; the condition is known
define i32 @src_true_arm(i32 %x, i32 %y) {
  %r = select i1 true, i32 %x, i32 %y
  ret i32 %r
}
define i32 @tgt_true_arm(i32 %x, i32 %y) {
  ret i32 %x
}

; expect: counterexample value-mismatch ; true takes the first
define i32 @src_true_arm_wrong_arm(i32 %x, i32 %y) {
  %r = select i1 true, i32 %x, i32 %y
  ret i32 %r
}
define i32 @tgt_true_arm_wrong_arm(i32 %x, i32 %y) {
  ret i32 %y
}

; expect: refines ; arms change places
define i32 @src_not_condition(i1 %c, i32 %x, i32 %y) {
  %n = xor i1 %c, true
  %r = select i1 %n, i32 %x, i32 %y
  ret i32 %r
}
define i32 @tgt_not_condition(i1 %c, i32 %x, i32 %y) {
  %r = select i1 %c, i32 %y, i32 %x
  ret i32 %r
}

; expect: counterexample value-mismatch ; arms must change places
define i32 @src_not_condition_unswapped(i1 %c, i32 %x, i32 %y) {
  %n = xor i1 %c, true
  %r = select i1 %n, i32 %x, i32 %y
  ret i32 %r
}
define i32 @tgt_not_condition_unswapped(i1 %c, i32 %x, i32 %y) {
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}

; expect: counterexample more-poisonous ; a poison b matters although a is false
define i1 @src_select_to_and(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_select_to_and(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}

; expect: refines ; a frozen b is never poison
define i1 @src_select_to_and_frozen(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_select_to_and_frozen(i1 %a, i1 %b) {
  %f = freeze i1 %b
  %r = and i1 %a, %f
  ret i1 %r
}

; expect: counterexample more-poisonous ; freezing a does not help
define i1 @src_select_to_and_froze_wrong(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_select_to_and_froze_wrong(i1 %a, i1 %b) {
  %f = freeze i1 %a
  %r = and i1 %f, %b
  ret i1 %r
}

; expect: counterexample more-poisonous ; a poison b matters although a is true
define i1 @src_select_to_or(i1 %a, i1 %b) {
  %r = select i1 %a, i1 true, i1 %b
  ret i1 %r
}
define i1 @tgt_select_to_or(i1 %a, i1 %b) {
  %r = or i1 %a, %b
  ret i1 %r
}

; expect: refines ; a frozen b is never poison
define i1 @src_select_to_or_frozen(i1 %a, i1 %b) {
  %r = select i1 %a, i1 true, i1 %b
  ret i1 %r
}
define i1 @tgt_select_to_or_frozen(i1 %a, i1 %b) {
  %f = freeze i1 %b
  %r = or i1 %a, %f
  ret i1 %r
}

; expect: refines ; b is never poison
define i1 @src_select_to_and_noundef(i1 %a, i1 noundef %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_select_to_and_noundef(i1 %a, i1 noundef %b) {
  %r = and i1 %a, %b
  ret i1 %r
}

; expect: refines ; less poison
define i1 @src_and_to_select(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}
define i1 @tgt_and_to_select(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}

; expect: counterexample more-poisonous ; the order of the operands of a logical and matters
define i1 @src_and_to_select_swapped(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_and_to_select_swapped(i1 %a, i1 %b) {
  %r = select i1 %b, i1 %a, i1 false
  ret i1 %r
}

; expect: refines ; b is poison only when a is
define i1 @src_implied_condition(i8 %x) {
  %a = icmp eq i8 %x, 5
  %b = icmp ult i8 %x, 10
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_implied_condition(i8 %x) {
  %r = icmp eq i8 %x, 5
  ret i1 %r
}

; expect: refines ; so and will do
define i1 @src_implied_condition_and(i8 %x) {
  %a = icmp eq i8 %x, 5
  %b = icmp ult i8 %x, 10
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
define i1 @tgt_implied_condition_and(i8 %x) {
  %a = icmp eq i8 %x, 5
  %b = icmp ult i8 %x, 10
  %r = and i1 %a, %b
  ret i1 %r
}

; expect: counterexample more-poisonous ; the sum is poison where the guard is false
define i1 @src_flag_guarded(i8 %x) {
  %c = icmp ult i8 %x, 100
  %s = add nuw i8 %x, 100
  %o = icmp ugt i8 %s, 150
  %r = select i1 %c, i1 %o, i1 false
  ret i1 %r
}
define i1 @tgt_flag_guarded(i8 %x) {
  %c = icmp ult i8 %x, 100
  %s = add nuw i8 %x, 100
  %o = icmp ugt i8 %s, 150
  %r = and i1 %c, %o
  ret i1 %r
}

; expect: refines ; without the flag the sum is never poison by itself
define i1 @src_flag_guarded_unflagged(i8 %x) {
  %c = icmp ult i8 %x, 100
  %s = add nuw i8 %x, 100
  %o = icmp ugt i8 %s, 150
  %r = select i1 %c, i1 %o, i1 false
  ret i1 %r
}
define i1 @tgt_flag_guarded_unflagged(i8 %x) {
  %c = icmp ult i8 %x, 100
  %s = add i8 %x, 100
  %o = icmp ugt i8 %s, 150
  %r = and i1 %c, %o
  ret i1 %r
}

; expect: refines ; a bit as a number
define i8 @src_bool_to_zext(i1 %c) {
  %r = select i1 %c, i8 1, i8 0
  ret i8 %r
}
define i8 @tgt_bool_to_zext(i1 %c) {
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; one, not minus one
define i8 @src_bool_to_zext_sext(i1 %c) {
  %r = select i1 %c, i8 1, i8 0
  ret i8 %r
}
define i8 @tgt_bool_to_zext_sext(i1 %c) {
  %r = sext i1 %c to i8
  ret i8 %r
}

; expect: refines ; a bit as a mask
define i8 @src_bool_to_sext(i1 %c) {
  %r = select i1 %c, i8 -1, i8 0
  ret i8 %r
}
define i8 @tgt_bool_to_sext(i1 %c) {
  %r = sext i1 %c to i8
  ret i8 %r
}

; expect: refines ; the inverted bit
define i8 @src_bool_inverted(i1 %c) {
  %r = select i1 %c, i8 0, i8 1
  ret i8 %r
}
define i8 @tgt_bool_inverted(i1 %c) {
  %n = xor i1 %c, true
  %r = zext i1 %n to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; inverted
define i8 @src_bool_inverted_straight(i1 %c) {
  %r = select i1 %c, i8 0, i8 1
  ret i8 %r
}
define i8 @tgt_bool_inverted_straight(i1 %c) {
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: refines ; a bit more
define i8 @src_consts_one_apart(i1 %c) {
  %r = select i1 %c, i8 42, i8 41
  ret i8 %r
}
define i8 @tgt_consts_one_apart(i1 %c) {
  %z = zext i1 %c to i8
  %r = add i8 %z, 41
  ret i8 %r
}

; expect: counterexample value-mismatch ; the smaller constant is the base
define i8 @src_consts_one_apart_base(i1 %c) {
  %r = select i1 %c, i8 42, i8 41
  ret i8 %r
}
define i8 @tgt_consts_one_apart_base(i1 %c) {
  %z = zext i1 %c to i8
  %r = add i8 %z, 42
  ret i8 %r
}

; expect: refines ; far from any overflow
define i8 @src_consts_one_apart_flags(i1 %c) {
  %r = select i1 %c, i8 42, i8 41
  ret i8 %r
}
define i8 @tgt_consts_one_apart_flags(i1 %c) {
  %z = zext i1 %c to i8
  %r = add nuw nsw i8 %z, 41
  ret i8 %r
}

; expect: refines ; the operation comes after
define i8 @src_common_operation(i1 %c, i8 %x, i8 %y, i8 noundef %z) {
  %a = add i8 %x, %z
  %b = add i8 %y, %z
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}
define i8 @tgt_common_operation(i1 %c, i8 %x, i8 %y, i8 noundef %z) {
  %s = select i1 %c, i8 %x, i8 %y
  %r = add i8 %s, %z
  ret i8 %r
}

; expect: counterexample more-poisonous ; no flag before
define i8 @src_common_operation_nsw(i1 %c, i8 %x, i8 %y, i8 noundef %z) {
  %a = add i8 %x, %z
  %b = add i8 %y, %z
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}
define i8 @tgt_common_operation_nsw(i1 %c, i8 %x, i8 %y, i8 noundef %z) {
  %s = select i1 %c, i8 %x, i8 %y
  %r = add nsw i8 %s, %z
  ret i8 %r
}

; expect: counterexample more-poisonous ; only one side has the flag
define i8 @src_common_operation_flags_keeps(i1 %c, i8 %x, i8 %y, i8 %z) {
  %a = add nsw i8 %x, %z
  %b = add i8 %y, %z
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}
define i8 @tgt_common_operation_flags_keeps(i1 %c, i8 %x, i8 %y, i8 %z) {
  %s = select i1 %c, i8 %x, i8 %y
  %r = add nsw i8 %s, %z
  ret i8 %r
}

; expect: refines ; flags are dropped
define i8 @src_common_operation_flags_drops(i1 %c, i8 %x, i8 %y, i8 %z) {
  %a = add nsw i8 %x, %z
  %b = add i8 %y, %z
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}
define i8 @tgt_common_operation_flags_drops(i1 %c, i8 %x, i8 %y, i8 %z) {
  %s = select i1 %c, i8 %x, i8 %y
  %r = add i8 %s, %z
  ret i8 %r
}

; expect: refines ; a constant arm folds
define i8 @src_operation_into_arms(i1 %c, i8 %x, i8 %y) {
  %s = select i1 %c, i8 %x, i8 5
  %r = add i8 %s, 7
  ret i8 %r
}
define i8 @tgt_operation_into_arms(i1 %c, i8 %x, i8 %y) {
  %a = add i8 %x, 7
  %r = select i1 %c, i8 %a, i8 12
  ret i8 %r
}

; expect: refines ; adding zero keeps
define i8 @src_add_or_keep(i1 %c, i8 noundef %x, i8 %y) {
  %a = add i8 %x, %y
  %r = select i1 %c, i8 %a, i8 %x
  ret i8 %r
}
define i8 @tgt_add_or_keep(i1 %c, i8 noundef %x, i8 %y) {
  %s = select i1 %c, i8 %y, i8 0
  %r = add i8 %x, %s
  ret i8 %r
}

; expect: counterexample value-mismatch ; one is not neutral for addition
define i8 @src_add_or_keep_identity(i1 %c, i8 noundef %x, i8 %y) {
  %a = add i8 %x, %y
  %r = select i1 %c, i8 %a, i8 %x
  ret i8 %r
}
define i8 @tgt_add_or_keep_identity(i1 %c, i8 noundef %x, i8 %y) {
  %s = select i1 %c, i8 %y, i8 1
  %r = add i8 %x, %s
  ret i8 %r
}

; expect: refines ; multiplying by one keeps
define i8 @src_mul_or_keep(i1 %c, i8 noundef %x, i8 %y) {
  %a = mul i8 %x, %y
  %r = select i1 %c, i8 %a, i8 %x
  ret i8 %r
}
define i8 @tgt_mul_or_keep(i1 %c, i8 noundef %x, i8 %y) {
  %s = select i1 %c, i8 %y, i8 1
  %r = mul i8 %x, %s
  ret i8 %r
}

; expect: counterexample value-mismatch ; zero is not neutral for multiplication
define i8 @src_mul_or_keep_identity(i1 %c, i8 noundef %x, i8 %y) {
  %a = mul i8 %x, %y
  %r = select i1 %c, i8 %a, i8 %x
  ret i8 %r
}
define i8 @tgt_mul_or_keep_identity(i1 %c, i8 noundef %x, i8 %y) {
  %s = select i1 %c, i8 %y, i8 0
  %r = mul i8 %x, %s
  ret i8 %r
}

; expect: refines ; the arm equals x
define i8 @src_equal_to_const_folds(i8 %x) {
  %c = icmp eq i8 %x, 7
  %r = select i1 %c, i8 7, i8 %x
  ret i8 %r
}
define i8 @tgt_equal_to_const_folds(i8 %x) {
  ret i8 %x
}

; expect: refines ; y either way
define i8 @src_equal_operands(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_equal_operands(i8 %x, i8 %y) {
  ret i8 %y
}

; expect: counterexample value-mismatch ; not x when they differ
define i8 @src_equal_operands_x(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_equal_operands_x(i8 %x, i8 %y) {
  ret i8 %x
}

; expect: refines ; x either way
define i8 @src_equal_operands_pick_x(i8 noundef %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  %r = select i1 %c, i8 %y, i8 %x
  ret i8 %r
}
define i8 @tgt_equal_operands_pick_x(i8 noundef %x, i8 %y) {
  ret i8 %x
}

; expect: refines ; x either way
define i8 @src_compare_zero_mask(i8 noundef %x) {
  %c = icmp eq i8 %x, 0
  %r = select i1 %c, i8 0, i8 %x
  ret i8 %r
}
define i8 @tgt_compare_zero_mask(i8 noundef %x) {
  ret i8 %x
}

; expect: refines ; the division is undefined for zero before the select can help
define i8 @src_div_guard(i8 noundef %x, i8 %y) {
  %c = icmp eq i8 %x, 0
  %d = udiv i8 %y, %x
  %r = select i1 %c, i8 0, i8 %d
  ret i8 %r
}
define i8 @tgt_div_guard(i8 noundef %x, i8 %y) {
  %r = udiv i8 %y, %x
  ret i8 %r
}

; expect: counterexample source-more-defined ; the guard avoids zero
define i8 @src_div_guard_invented(i8 noundef %x, i8 %y) {
  %c = icmp eq i8 %x, 0
  %s = select i1 %c, i8 1, i8 %x
  %r = udiv i8 %y, %s
  ret i8 %r
}
define i8 @tgt_div_guard_invented(i8 noundef %x, i8 %y) {
  %r = udiv i8 %y, %x
  ret i8 %r
}

; expect: refines ; the inner choice is made already; an undef c gives the source more
define i8 @src_nested_same(i1 %c, i8 %x, i8 %y, i8 %z) {
  %a = select i1 %c, i8 %x, i8 %y
  %r = select i1 %c, i8 %a, i8 %z
  ret i8 %r
}
define i8 @tgt_nested_same(i1 %c, i8 %x, i8 %y, i8 %z) {
  %r = select i1 %c, i8 %x, i8 %z
  ret i8 %r
}

; expect: counterexample value-mismatch ; the inner true arm
define i8 @src_nested_same_wrong_arm(i1 %c, i8 %x, i8 %y, i8 %z) {
  %a = select i1 %c, i8 %x, i8 %y
  %r = select i1 %c, i8 %a, i8 %z
  ret i8 %r
}
define i8 @tgt_nested_same_wrong_arm(i1 %c, i8 %x, i8 %y, i8 %z) {
  %r = select i1 %c, i8 %y, i8 %z
  ret i8 %r
}

; expect: counterexample more-poisonous ; a poison b matters although a is false
define i8 @src_nested_and(i1 %a, i1 %b, i8 %x, i8 %y) {
  %s = select i1 %b, i8 %x, i8 %y
  %r = select i1 %a, i8 %s, i8 %y
  ret i8 %r
}
define i8 @tgt_nested_and(i1 %a, i1 %b, i8 %x, i8 %y) {
  %c = and i1 %a, %b
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

; expect: refines ; a logical and keeps b out
define i8 @src_nested_and_logical(i1 %a, i1 %b, i8 %x, i8 %y) {
  %s = select i1 %b, i8 %x, i8 %y
  %r = select i1 %a, i8 %s, i8 %y
  ret i8 %r
}
define i8 @tgt_nested_and_logical(i1 %a, i1 %b, i8 %x, i8 %y) {
  %c = select i1 %a, i1 %b, i1 false
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

; expect: refines ; the sign as a mask
define i8 @src_sign_mask(i8 %x, i8 noundef %y) {
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %y, i8 0
  ret i8 %r
}
define i8 @tgt_sign_mask(i8 %x, i8 noundef %y) {
  %m = ashr i8 %x, 7
  %r = and i8 %m, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; a logical shift gives one bit
define i8 @src_sign_mask_logical(i8 %x, i8 noundef %y) {
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %y, i8 0
  ret i8 %r
}
define i8 @tgt_sign_mask_logical(i8 %x, i8 noundef %y) {
  %m = lshr i8 %x, 7
  %r = and i8 %m, %y
  ret i8 %r
}

; expect: counterexample more-poisonous ; a poison y matters although x is not negative
define i8 @src_sign_mask_poison(i8 %x, i8 %y) {
  %c = icmp slt i8 %x, 0
  %r = select i1 %c, i8 %y, i8 0
  ret i8 %r
}
define i8 @tgt_sign_mask_poison(i8 %x, i8 %y) {
  %m = ashr i8 %x, 7
  %r = and i8 %m, %y
  ret i8 %r
}

; expect: refines ; the bit itself
define i8 @src_bit_to_const(i8 %x) {
  %a = and i8 %x, 4
  %c = icmp eq i8 %a, 0
  %r = select i1 %c, i8 0, i8 4
  ret i8 %r
}
define i8 @tgt_bit_to_const(i8 %x) {
  %r = and i8 %x, 4
  ret i8 %r
}

; expect: counterexample value-mismatch ; another bit
define i8 @src_bit_to_const_moved(i8 %x) {
  %a = and i8 %x, 4
  %c = icmp eq i8 %a, 0
  %r = select i1 %c, i8 0, i8 4
  ret i8 %r
}
define i8 @tgt_bit_to_const_moved(i8 %x) {
  %s = lshr i8 %x, 1
  %r = and i8 %s, 2
  ret i8 %r
}
