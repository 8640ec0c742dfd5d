; undef, poison and freeze.

; expect: refines ; what is frozen stays
define i8 @src_freeze_twice(i8 %x) {
  %a = freeze i8 %x
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_twice(i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}

; expect: counterexample more-poisonous ; x may be poison
define i8 @src_freeze_dropped(i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}
define i8 @tgt_freeze_dropped(i8 %x) {
  ret i8 %x
}

; expect: refines ; x is one defined value
define i8 @src_freeze_dropped_noundef(i8 noundef %x) {
  %r = freeze i8 %x
  ret i8 %r
}
define i8 @tgt_freeze_dropped_noundef(i8 noundef %x) {
  ret i8 %x
}

; expect: refines ; one pick of what x may be
define i8 @src_freeze_added(i8 %x) {
  ret i8 %x
}
define i8 @tgt_freeze_added(i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}

; expect: refines ; a constant is frozen
define i8 @src_freeze_of_const() {
  %r = freeze i8 7
  ret i8 %r
}
define i8 @tgt_freeze_of_const() {
  ret i8 7
}

; expect: counterexample value-mismatch ; but not any constant
define i8 @src_freeze_of_const_other() {
  %r = freeze i8 7
  ret i8 %r
}
define i8 @tgt_freeze_of_const_other() {
  ret i8 8
}

; expect: refines ; any value may be picked
define i8 @src_freeze_poison_to_const() {
  %r = freeze i8 poison
  ret i8 %r
}
define i8 @tgt_freeze_poison_to_const() {
  ret i8 42
}

; expect: counterexample more-undefined ; undef is not one fixed value
define i8 @src_freeze_poison_to_const_undef() {
  %r = freeze i8 poison
  ret i8 %r
}
define i8 @tgt_freeze_poison_to_const_undef() {
  ret i8 undef
}

; expect: counterexample more-poisonous ; frozen is not poison
define i8 @src_freeze_poison_to_const_poison() {
  %r = freeze i8 poison
  ret i8 %r
}
define i8 @tgt_freeze_poison_to_const_poison() {
  ret i8 poison
}

; expect: refines ; undef is more defined than poison
define i8 @src_poison_to_undef() {
  ret i8 poison
}
define i8 @tgt_poison_to_undef() {
  ret i8 undef
}

; expect: refines ; so is any value
define i8 @src_poison_to_undef_const() {
  ret i8 poison
}
define i8 @tgt_poison_to_undef_const() {
  ret i8 0
}

; expect: refines ; so is a pick
define i8 @src_poison_to_undef_frozen() {
  ret i8 poison
}
define i8 @tgt_poison_to_undef_frozen() {
  %r = freeze i8 poison
  ret i8 %r
}

; expect: refines ; any value will do
define i8 @src_undef_to_const() {
  ret i8 undef
}
define i8 @tgt_undef_to_const() {
  ret i8 3
}

; expect: refines ; one pick will do
define i8 @src_undef_to_const_frozen() {
  ret i8 undef
}
define i8 @tgt_undef_to_const_frozen() {
  %r = freeze i8 poison
  ret i8 %r
}

; expect: counterexample more-poisonous ; undef is not poison
define i8 @src_undef_to_const_poison() {
  ret i8 undef
}
define i8 @tgt_undef_to_const_poison() {
  ret i8 poison
}

; expect: counterexample more-undefined ; one value, not any
define i8 @src_const_to_undef() {
  ret i8 0
}
define i8 @tgt_const_to_undef() {
  ret i8 undef
}

; expect: counterexample value-mismatch ; one value, not any pick
define i8 @src_const_to_undef_frozen() {
  ret i8 0
}
define i8 @tgt_const_to_undef_frozen() {
  %r = freeze i8 poison
  ret i8 %r
}

; expect: refines ; one pick minus itself
define i8 @src_freeze_split(i8 %x) {
  %f = freeze i8 %x
  %r = sub i8 %f, %f
  ret i8 %r
}
define i8 @tgt_freeze_split(i8 %x) {
  ret i8 0
}

; expect: counterexample value-mismatch ; two picks may differ
define i8 @src_freeze_split_two_picks(i8 %x) {
  %f = freeze i8 %x
  %r = sub i8 %f, %f
  ret i8 %r
}
define i8 @tgt_freeze_split_two_picks(i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %r = sub i8 %f, %g
  ret i8 %r
}

; expect: refines ; picks may agree
define i8 @src_freeze_joined(i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %r = sub i8 %f, %g
  ret i8 %r
}
define i8 @tgt_freeze_joined(i8 %x) {
  ret i8 0
}

; expect: refines ; every use picks anew
define i8 @src_undef_minus_undef() {
  %r = sub i8 undef, undef
  ret i8 %r
}
define i8 @tgt_undef_minus_undef() {
  ret i8 77
}

; expect: refines ; so any difference is possible
define i8 @src_undef_minus_undef_undef() {
  %r = sub i8 undef, undef
  ret i8 %r
}
define i8 @tgt_undef_minus_undef_undef() {
  ret i8 undef
}

; expect: refines ; within the mask
define i8 @src_undef_and_mask() {
  %r = and i8 undef, 12
  ret i8 %r
}
define i8 @tgt_undef_and_mask() {
  ret i8 8
}

; expect: counterexample value-mismatch ; bit 0 is never set
define i8 @src_undef_and_mask_outside() {
  %r = and i8 undef, 12
  ret i8 %r
}
define i8 @tgt_undef_and_mask_outside() {
  ret i8 1
}

; expect: counterexample value-mismatch ; not just anything
define i8 @src_undef_and_mask_undef() {
  %r = and i8 undef, 12
  ret i8 %r
}
define i8 @tgt_undef_and_mask_undef() {
  ret i8 undef
}

; expect: refines ; with the mask
define i8 @src_undef_or_mask() {
  %r = or i8 undef, 12
  ret i8 %r
}
define i8 @tgt_undef_or_mask() {
  ret i8 -1
}

; expect: counterexample value-mismatch ; bit 2 is always set
define i8 @src_undef_or_mask_without() {
  %r = or i8 undef, 12
  ret i8 %r
}
define i8 @tgt_undef_or_mask_without() {
  ret i8 8
}

; expect: refines ; an even number
define i8 @src_undef_times_two() {
  %r = mul i8 undef, 2
  ret i8 %r
}
define i8 @tgt_undef_times_two() {
  ret i8 6
}

; expect: counterexample value-mismatch ; never odd
define i8 @src_undef_times_two_odd() {
  %r = mul i8 undef, 2
  ret i8 %r
}
define i8 @tgt_undef_times_two_odd() {
  ret i8 7
}

; expect: refines ; odd factors reach everything
define i8 @src_undef_times_three() {
  %r = mul i8 undef, 3
  ret i8 %r
}
define i8 @tgt_undef_times_three() {
  ret i8 7
}

; expect: refines ; two reads of undef may agree
define i8 @src_undef_xor_self_reg(i8 %x) {
  %r = xor i8 %x, %x
  ret i8 %r
}
define i8 @tgt_undef_xor_self_reg(i8 %x) {
  ret i8 0
}

; expect: counterexample more-undefined ; two reads of undef may differ
define i8 @src_zero_to_xor_self(i8 %x) {
  %z = and i8 %x, 0
  ret i8 %z
}
define i8 @tgt_zero_to_xor_self(i8 %x) {
  %r = xor i8 %x, %x
  ret i8 %r
}

; expect: refines ; two reads of one pick agree
define i8 @src_zero_to_xor_self_frozen(i8 %x) {
  %z = and i8 %x, 0
  ret i8 %z
}
define i8 @tgt_zero_to_xor_self_frozen(i8 %x) {
  %f = freeze i8 %x
  %r = xor i8 %f, %f
  ret i8 %r
}

; expect: counterexample value-mismatch ; two reads of undef may make an odd sum
define i8 @src_double_use(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt_double_use(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}

; expect: refines ; two reads of one pick make an even sum
define i8 @src_double_use_frozen(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}
define i8 @tgt_double_use_frozen(i8 %x) {
  %f = freeze i8 %x
  %r = add i8 %f, %f
  ret i8 %r
}

; expect: refines ; even numbers are among all numbers
define i8 @src_double_use_back(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
define i8 @tgt_double_use_back(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}

; expect: refines ; adding one reaches everything, poison or not
define i8 @src_freeze_push_add(i8 %x) {
  %a = add i8 %x, 1
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_add(i8 %x) {
  %f = freeze i8 %x
  %r = add i8 %f, 1
  ret i8 %r
}

; expect: counterexample more-poisonous ; the sum of a frozen value may still overflow
define i8 @src_freeze_push_add_kept_nsw(i8 %x) {
  %a = add i8 %x, 1
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_add_kept_nsw(i8 %x) {
  %f = freeze i8 %x
  %r = add nsw i8 %f, 1
  ret i8 %r
}

; expect: refines ; flags are dropped
define i8 @src_freeze_push_add_nsw_drops(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_add_nsw_drops(i8 %x) {
  %f = freeze i8 %x
  %r = add i8 %f, 1
  ret i8 %r
}

; expect: counterexample more-poisonous ; overflow would be poison again
define i8 @src_freeze_push_add_nsw_keeps(i8 %x) {
  %a = add nsw i8 %x, 1
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_add_nsw_keeps(i8 %x) {
  %f = freeze i8 %x
  %r = add nsw i8 %f, 1
  ret i8 %r
}

; expect: refines ; less freedom than freezing after
define i8 @src_freeze_push_and(i8 %x) {
  %a = and i8 %x, 12
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_and(i8 %x) {
  %f = freeze i8 %x
  %r = and i8 %f, 12
  ret i8 %r
}

; expect: counterexample value-mismatch ; a poison x frozen after the mask may be anything
define i8 @src_freeze_pull_and(i8 %x) {
  %f = freeze i8 %x
  %r = and i8 %f, 12
  ret i8 %r
}
define i8 @tgt_freeze_pull_and(i8 %x) {
  %a = and i8 %x, 12
  %r = freeze i8 %a
  ret i8 %r
}

; expect: refines ; both operands are frozen
define i8 @src_freeze_push_two(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_two(i8 %x, i8 %y) {
  %f = freeze i8 %x
  %g = freeze i8 %y
  %r = add i8 %f, %g
  ret i8 %r
}

; expect: counterexample more-poisonous ; the other may be poison
define i8 @src_freeze_push_two_only_one(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = freeze i8 %a
  ret i8 %r
}
define i8 @tgt_freeze_push_two_only_one(i8 %x, i8 %y) {
  %f = freeze i8 %x
  %r = add i8 %f, %y
  ret i8 %r
}

; expect: refines ; a pick of x decides
define i1 @src_freeze_compare(i8 %x) {
  %c = icmp ult i8 %x, 10
  %r = freeze i1 %c
  ret i1 %r
}
define i1 @tgt_freeze_compare(i8 %x) {
  %f = freeze i8 %x
  %r = icmp ult i8 %f, 10
  ret i1 %r
}

; expect: refines ; never, whatever is picked
define i1 @src_freeze_compare_never(i8 %x) {
  %f = freeze i8 %x
  %r = icmp ult i8 %f, 0
  ret i1 %r
}
define i1 @tgt_freeze_compare_never(i8 %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; a poison comparison frozen may be true
define i1 @src_freeze_compare_never_freeze_after(i8 %x) {
  %f = freeze i8 %x
  %r = icmp ult i8 %f, 0
  ret i1 %r
}
define i1 @tgt_freeze_compare_never_freeze_after(i8 %x) {
  %c = icmp ult i8 %x, 0
  %r = freeze i1 %c
  ret i1 %r
}

; expect: refines ; a frozen poison or undef divisor may be zero, which allows everything
define i8 @src_freeze_div(i8 %x, i8 %y) {
  %f = freeze i8 %y
  %r = udiv i8 %x, %f
  ret i8 %r
}
define i8 @tgt_freeze_div(i8 %x, i8 %y) {
  %r = udiv i8 %x, %y
  ret i8 %r
}

; expect: refines ; a poison or undef divisor is undefined behavior already
define i8 @src_freeze_div_added(i8 %x, i8 %y) {
  %r = udiv i8 %x, %y
  ret i8 %r
}
define i8 @tgt_freeze_div_added(i8 %x, i8 %y) {
  %f = freeze i8 %y
  %r = udiv i8 %x, %f
  ret i8 %r
}

; expect: refines ; poison spreads
define i8 @src_poison_operand(i8 %x) {
  %r = add i8 %x, poison
  ret i8 %r
}
define i8 @tgt_poison_operand(i8 %x) {
  ret i8 poison
}

; expect: refines ; and allows anything
define i8 @src_poison_operand_any(i8 %x) {
  %r = add i8 %x, poison
  ret i8 %r
}
define i8 @tgt_poison_operand_any(i8 %x) {
  ret i8 5
}

; expect: refines ; even through a zero mask
define i8 @src_poison_through_and(i8 %x) {
  %r = and i8 poison, 0
  ret i8 %r
}
define i8 @tgt_poison_through_and(i8 %x) {
  ret i8 poison
}

; expect: refines ; a poison condition makes poison
define i8 @src_poison_condition(i8 %x, i8 %y) {
  %r = select i1 poison, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_poison_condition(i8 %x, i8 %y) {
  ret i8 poison
}

; expect: refines ; either arm may be chosen
define i8 @src_undef_condition(i8 %x, i8 %y) {
  %r = select i1 undef, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_undef_condition(i8 %x, i8 %y) {
  ret i8 %x
}

; expect: refines ; or the other
define i8 @src_undef_condition_other(i8 %x, i8 %y) {
  %r = select i1 undef, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_undef_condition_other(i8 %x, i8 %y) {
  ret i8 %y
}

; expect: counterexample more-poisonous ; but not poison
define i8 @src_undef_condition_poison(i8 %x, i8 %y) {
  %r = select i1 undef, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_undef_condition_poison(i8 %x, i8 %y) {
  ret i8 poison
}

; expect: refines ; poison in an arm gives way
define i8 @src_unused_poison_arm(i1 %c, i8 %x) {
  %r = select i1 %c, i8 %x, i8 poison
  ret i8 %r
}
define i8 @tgt_unused_poison_arm(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: counterexample more-poisonous ; undef gives way only to what is not poison
define i8 @src_unused_undef_arm(i1 %c, i8 %x) {
  %r = select i1 %c, i8 %x, i8 undef
  ret i8 %r
}
define i8 @tgt_unused_undef_arm(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: refines ; a frozen x is not poison
define i8 @src_unused_undef_arm_frozen(i1 %c, i8 %x) {
  %r = select i1 %c, i8 %x, i8 undef
  ret i8 %r
}
define i8 @tgt_unused_undef_arm_frozen(i1 %c, i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}

; expect: refines ; zero may be picked: undefined behavior
define i8 @src_sdiv_undef_divisor(i8 %x) {
  %r = sdiv i8 %x, undef
  ret i8 %r
}
define i8 @tgt_sdiv_undef_divisor(i8 %x) {
  ret i8 poison
}

; expect: refines ; an amount too large may be picked: poison
define i8 @src_shl_undef_amount() {
  %r = shl i8 1, undef
  ret i8 %r
}
define i8 @tgt_shl_undef_amount() {
  ret i8 undef
}

; expect: refines ; both answers are possible
define i1 @src_compare_undef(i8 %x) {
  %r = icmp ugt i8 undef, 5
  ret i1 %r
}
define i1 @tgt_compare_undef(i8 %x) {
  ret i1 true
}

; expect: refines ; each use may pick another
define i1 @src_compare_undef_undef(i8 %x) {
  %r = icmp ugt i8 undef, 5
  ret i1 %r
}
define i1 @tgt_compare_undef_undef(i8 %x) {
  ret i1 undef
}

; expect: refines ; nothing is above the largest
define i1 @src_compare_undef_never(i8 %x) {
  %r = icmp ugt i8 undef, -1
  ret i1 %r
}
define i1 @tgt_compare_undef_never(i8 %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; nothing
define i1 @src_compare_undef_never_true(i8 %x) {
  %r = icmp ugt i8 undef, -1
  ret i1 %r
}
define i1 @tgt_compare_undef_never_true(i8 %x) {
  ret i1 true
}
