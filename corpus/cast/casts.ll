; trunc, zext, sext.

; expect: refines ; in one step
define i32 @src_zext_zext(i8 %x) {
  %a = zext i8 %x to i16
  %r = zext i16 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_zext(i8 %x) {
  %r = zext i8 %x to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; signs are not extended
define i32 @src_zext_zext_sext(i8 %x) {
  %a = zext i8 %x to i16
  %r = zext i16 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_zext_sext(i8 %x) {
  %r = sext i8 %x to i32
  ret i32 %r
}

; expect: refines ; in one step
define i32 @src_sext_sext(i8 %x) {
  %a = sext i8 %x to i16
  %r = sext i16 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_sext(i8 %x) {
  %r = sext i8 %x to i32
  ret i32 %r
}

; expect: refines ; the wider number is not negative
define i32 @src_zext_sext(i8 %x) {
  %a = zext i8 %x to i16
  %r = sext i16 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_sext(i8 %x) {
  %r = zext i8 %x to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; the upper half is zero
define i32 @src_sext_zext(i8 %x) {
  %a = sext i8 %x to i16
  %r = zext i16 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_zext(i8 %x) {
  %r = sext i8 %x to i32
  ret i32 %r
}

; expect: refines ; there and back
define i8 @src_trunc_zext(i8 %x) {
  %a = zext i8 %x to i32
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_zext(i8 %x) {
  ret i8 %x
}

; expect: refines ; a shorter way
define i16 @src_trunc_sext(i8 %x) {
  %a = sext i8 %x to i32
  %r = trunc i32 %a to i16
  ret i16 %r
}
define i16 @tgt_trunc_sext(i8 %x) {
  %r = sext i8 %x to i16
  ret i16 %r
}

; expect: counterexample value-mismatch ; signs matter
define i16 @src_trunc_sext_zext(i8 %x) {
  %a = sext i8 %x to i32
  %r = trunc i32 %a to i16
  ret i16 %r
}
define i16 @tgt_trunc_sext_zext(i8 %x) {
  %r = zext i8 %x to i16
  ret i16 %r
}

; expect: refines ; the low byte
define i32 @src_zext_trunc(i32 %x) {
  %a = trunc i32 %x to i8
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_trunc(i32 %x) {
  %r = and i32 %x, 255
  ret i32 %r
}

; expect: counterexample value-mismatch ; eight bits, not nine
define i32 @src_zext_trunc_mask_off_by_one(i32 %x) {
  %a = trunc i32 %x to i8
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_trunc_mask_off_by_one(i32 %x) {
  %r = and i32 %x, 511
  ret i32 %r
}

; expect: counterexample value-mismatch ; high bits are lost
define i32 @src_zext_trunc_nothing(i32 %x) {
  %a = trunc i32 %x to i8
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_trunc_nothing(i32 %x) {
  ret i32 %x
}

; expect: refines ; no high bits to lose
define i32 @src_zext_trunc_nuw(i32 %x) {
  %a = trunc nuw i32 %x to i8
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_trunc_nuw(i32 %x) {
  ret i32 %x
}

; expect: refines ; nothing is lost
define i32 @src_sext_trunc_nsw(i32 %x) {
  %a = trunc nsw i32 %x to i8
  %r = sext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_trunc_nsw(i32 %x) {
  ret i32 %x
}

; expect: counterexample value-mismatch ; 128 becomes negative
define i32 @src_sext_trunc_nuw(i32 %x) {
  %a = trunc nuw i32 %x to i8
  %r = sext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_trunc_nuw(i32 %x) {
  ret i32 %x
}

; expect: refines ; the low byte moves up and back
define i32 @src_sext_trunc(i32 %x) {
  %a = trunc i32 %x to i8
  %r = sext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_trunc(i32 %x) {
  %s = shl i32 %x, 24
  %r = ashr i32 %s, 24
  ret i32 %r
}

; expect: counterexample value-mismatch ; the way back must extend the sign
define i32 @src_sext_trunc_logical(i32 %x) {
  %a = trunc i32 %x to i8
  %r = sext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_trunc_logical(i32 %x) {
  %s = shl i32 %x, 24
  %r = lshr i32 %s, 24
  ret i32 %r
}

; expect: counterexample more-poisonous ; high bits may be set
define i8 @src_trunc_flag_invented_nuw(i32 %x) {
  %r = trunc i32 %x to i8
  ret i8 %r
}
define i8 @tgt_trunc_flag_invented_nuw(i32 %x) {
  %r = trunc nuw i32 %x to i8
  ret i8 %r
}

; expect: counterexample more-poisonous ; the number may not fit
define i8 @src_trunc_flag_invented_nsw(i32 %x) {
  %r = trunc i32 %x to i8
  ret i8 %r
}
define i8 @tgt_trunc_flag_invented_nsw(i32 %x) {
  %r = trunc nsw i32 %x to i8
  ret i8 %r
}

; expect: refines ; the masked number fits both ways
define i8 @src_trunc_masked(i32 %x) {
  %a = and i32 %x, 127
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_masked(i32 %x) {
  %a = and i32 %x, 127
  %r = trunc nuw nsw i32 %a to i8
  ret i8 %r
}

; expect: refines ; the flag excludes negative numbers
define i32 @src_zext_nneg(i8 %x) {
  %r = zext nneg i8 %x to i32
  ret i32 %r
}
define i32 @tgt_zext_nneg(i8 %x) {
  %r = sext i8 %x to i32
  ret i32 %r
}

; expect: refines ; the flag may go
define i32 @src_zext_nneg_dropped(i8 %x) {
  %r = zext nneg i8 %x to i32
  ret i32 %r
}
define i32 @tgt_zext_nneg_dropped(i8 %x) {
  %r = zext i8 %x to i32
  ret i32 %r
}

; expect: counterexample more-poisonous ; x may be negative
define i32 @src_sext_to_zext_nneg(i8 %x) {
  %r = sext i8 %x to i32
  ret i32 %r
}
define i32 @tgt_sext_to_zext_nneg(i8 %x) {
  %r = zext nneg i8 %x to i32
  ret i32 %r
}

; expect: refines ; the sign is zero
define i32 @src_sext_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = sext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_sext_nonneg(i8 %x) {
  %a = lshr i8 %x, 1
  %r = zext nneg i8 %a to i32
  ret i32 %r
}

; expect: refines ; low bits of sums need low bits only
define i8 @src_trunc_add(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_add(i32 %x, i32 %y) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %r = add i8 %a, %b
  ret i8 %r
}

; expect: counterexample more-poisonous ; the narrow sum may wrap
define i8 @src_trunc_add_nsw(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_add_nsw(i32 %x, i32 %y) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %r = add nsw i8 %a, %b
  ret i8 %r
}

; expect: counterexample more-poisonous ; the wide flag says nothing about the narrow sum
define i8 @src_trunc_add_of_nsw(i32 %x, i32 %y) {
  %a = add nsw i32 %x, %y
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_add_of_nsw(i32 %x, i32 %y) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %r = add nsw i8 %a, %b
  ret i8 %r
}

; expect: refines ; low bits of products need low bits only
define i8 @src_trunc_mul(i16 %x, i16 %y) {
  %a = mul i16 %x, %y
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_mul(i16 %x, i16 %y) {
  %a = trunc i16 %x to i8
  %b = trunc i16 %y to i8
  %r = mul i8 %a, %b
  ret i8 %r
}

; expect: counterexample value-mismatch ; high bits come down
define i8 @src_trunc_lshr(i16 %x) {
  %a = lshr i16 %x, 4
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_lshr(i16 %x) {
  %a = trunc i16 %x to i8
  %r = lshr i8 %a, 4
  ret i8 %r
}

; expect: refines ; zeros come down
define i8 @src_trunc_lshr_zext(i8 %x) {
  %w = zext i8 %x to i16
  %a = lshr i16 %w, 4
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_lshr_zext(i8 %x) {
  %r = lshr i8 %x, 4
  ret i8 %r
}

; expect: refines ; signs come down
define i8 @src_trunc_ashr_sext(i8 %x) {
  %w = sext i8 %x to i16
  %a = ashr i16 %w, 4
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_ashr_sext(i8 %x) {
  %r = ashr i8 %x, 4
  ret i8 %r
}

; expect: counterexample value-mismatch ; a narrow shift cannot go that far
define i8 @src_trunc_lshr_sext_far(i8 %x) {
  %w = sext i8 %x to i16
  %a = lshr i16 %w, 12
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_lshr_sext_far(i8 %x) {
  %r = ashr i8 %x, 7
  ret i8 %r
}

; expect: refines ; low bits move up
define i8 @src_trunc_shl(i16 %x) {
  %a = shl i16 %x, 3
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_shl(i16 %x) {
  %a = trunc i16 %x to i8
  %r = shl i8 %a, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; amounts above the narrow width make zero before, and the amount is cut
define i8 @src_trunc_shl_variable(i16 %x, i16 %y) {
  %a = shl i16 %x, %y
  %r = trunc i16 %a to i8
  ret i8 %r
}
define i8 @tgt_trunc_shl_variable(i16 %x, i16 %y) {
  %a = trunc i16 %x to i8
  %n = trunc i16 %y to i8
  %m = and i8 %n, 7
  %r = shl i8 %a, %m
  ret i8 %r
}

; expect: refines ; the lowest bit
define i1 @src_trunc_to_bool(i8 %x) {
  %r = trunc i8 %x to i1
  ret i1 %r
}
define i1 @tgt_trunc_to_bool(i8 %x) {
  %a = and i8 %x, 1
  %r = icmp ne i8 %a, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; other bits do not count
define i1 @src_trunc_to_bool_nonzero(i8 %x) {
  %r = trunc i8 %x to i1
  ret i1 %r
}
define i1 @tgt_trunc_to_bool_nonzero(i8 %x) {
  %r = icmp ne i8 %x, 0
  ret i1 %r
}

; expect: refines ; zero or one
define i1 @src_trunc_nuw_to_bool(i8 %x) {
  %r = trunc nuw i8 %x to i1
  ret i1 %r
}
define i1 @tgt_trunc_nuw_to_bool(i8 %x) {
  %r = icmp ne i8 %x, 0
  ret i1 %r
}

; expect: refines ; wide enough to be not negative
define i1 @src_zext_compare(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %r = icmp slt i32 %a, %b
  ret i1 %r
}
define i1 @tgt_zext_compare(i8 %x, i8 %y) {
  %r = icmp ult i8 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; the narrow signed order differs
define i1 @src_zext_compare_signed(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %r = icmp slt i32 %a, %b
  ret i1 %r
}
define i1 @tgt_zext_compare_signed(i8 %x, i8 %y) {
  %r = icmp slt i8 %x, %y
  ret i1 %r
}

; expect: refines ; extension keeps the unsigned order
define i1 @src_sext_compare(i8 %x, i8 %y) {
  %a = sext i8 %x to i32
  %b = sext i8 %y to i32
  %r = icmp ult i32 %a, %b
  ret i1 %r
}
define i1 @tgt_sext_compare(i8 %x, i8 %y) {
  %r = icmp ult i8 %x, %y
  ret i1 %r
}

; expect: refines ; no byte reaches 300
define i1 @src_zext_compare_const(i8 %x) {
  %a = zext i8 %x to i32
  %r = icmp ult i32 %a, 300
  ret i1 %r
}
define i1 @tgt_zext_compare_const(i8 %x) {
  ret i1 true
}

; expect: refines ; no byte is 256
define i1 @src_zext_eq_const(i8 %x) {
  %a = zext i8 %x to i32
  %r = icmp eq i32 %a, 256
  ret i1 %r
}
define i1 @tgt_zext_eq_const(i8 %x) {
  ret i1 false
}

; expect: counterexample value-mismatch ; the constant must not be cut to zero
define i1 @src_zext_eq_const_truncated(i8 %x) {
  %a = zext i8 %x to i32
  %r = icmp eq i32 %a, 256
  ret i1 %r
}
define i1 @tgt_zext_eq_const_truncated(i8 %x) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: refines ; the low byte is zero
define i1 @src_trunc_compare(i32 %x) {
  %a = trunc i32 %x to i8
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_trunc_compare(i32 %x) {
  %m = and i32 %x, 255
  %r = icmp eq i32 %m, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; the rest does not matter
define i1 @src_trunc_compare_whole(i32 %x) {
  %a = trunc i32 %x to i8
  %r = icmp eq i8 %a, 0
  ret i1 %r
}
define i1 @tgt_trunc_compare_whole(i32 %x) {
  %r = icmp eq i32 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; one and one are two
define i8 @src_zext_bool_add(i1 %x, i1 %y) {
  %a = zext i1 %x to i8
  %b = zext i1 %y to i8
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_zext_bool_add(i1 %x, i1 %y) {
  %o = or i1 %x, %y
  %r = zext i1 %o to i8
  ret i8 %r
}

; expect: refines ; subtracting minus one adds one
define i8 @src_sext_bool_sub(i1 %c, i8 %x) {
  %a = sext i1 %c to i8
  %r = sub i8 %x, %a
  ret i8 %r
}
define i8 @tgt_sext_bool_sub(i1 %c, i8 %x) {
  %a = zext i1 %c to i8
  %r = add i8 %x, %a
  ret i8 %r
}

; expect: refines ; narrow first
define i32 @src_zext_and(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %r = and i32 %a, %b
  ret i32 %r
}
define i32 @tgt_zext_and(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %r = zext i8 %a to i32
  ret i32 %r
}

; expect: refines ; narrow first
define i32 @src_sext_xor(i8 %x, i8 %y) {
  %a = sext i8 %x to i32
  %b = sext i8 %y to i32
  %r = xor i32 %a, %b
  ret i32 %r
}
define i32 @tgt_sext_xor(i8 %x, i8 %y) {
  %a = xor i8 %x, %y
  %r = sext i8 %a to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; the sign of the exclusive or is extended
define i32 @src_sext_xor_zext(i8 %x, i8 %y) {
  %a = sext i8 %x to i32
  %b = sext i8 %y to i32
  %r = xor i32 %a, %b
  ret i32 %r
}
define i32 @tgt_sext_xor_zext(i8 %x, i8 %y) {
  %a = xor i8 %x, %y
  %r = zext i8 %a to i32
  ret i32 %r
}

; expect: counterexample value-mismatch ; the carry is lost
define i32 @src_zext_add(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt_zext_add(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = zext i8 %a to i32
  ret i32 %r
}

; expect: refines ; without carry, wide or narrow
define i32 @src_zext_of_add_nuw(i8 %x) {
  %a = add nuw i8 %x, 5
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_of_add_nuw(i8 %x) {
  %a = zext i8 %x to i32
  %r = add nuw nsw i32 %a, 5
  ret i32 %r
}

; expect: counterexample value-mismatch ; the narrow sum wraps
define i32 @src_zext_of_add(i8 %x) {
  %a = add i8 %x, 5
  %r = zext i8 %a to i32
  ret i32 %r
}
define i32 @tgt_zext_of_add(i8 %x) {
  %a = zext i8 %x to i32
  %r = add i32 %a, 5
  ret i32 %r
}
