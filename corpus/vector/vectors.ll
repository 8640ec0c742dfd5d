; Vectors: lane by lane, masks, shuffles, insertions and extractions.

; expect: refines ; lane by lane
define <2 x i8> @src_add_zero(<2 x i8> %x) {
  %r = add <2 x i8> %x, zeroinitializer
  ret <2 x i8> %r
}
define <2 x i8> @tgt_add_zero(<2 x i8> %x) {
  ret <2 x i8> %x
}

; expect: counterexample value-mismatch ; one lane is not neutral
define <2 x i8> @src_add_zero_one_lane(<2 x i8> %x) {
  %r = add <2 x i8> %x, zeroinitializer
  ret <2 x i8> %r
}
define <2 x i8> @tgt_add_zero_one_lane(<2 x i8> %x) {
  %r = add <2 x i8> %x, <i8 0, i8 1>
  ret <2 x i8> %r
}

; expect: refines ; each lane its own amount
define <2 x i8> @src_mul_pow2(<2 x i8> %x) {
  %r = mul <2 x i8> %x, <i8 4, i8 8>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_mul_pow2(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 2, i8 3>
  ret <2 x i8> %r
}

; expect: counterexample value-mismatch ; not the same amount
define <2 x i8> @src_mul_pow2_one_amount(<2 x i8> %x) {
  %r = mul <2 x i8> %x, <i8 4, i8 8>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_mul_pow2_one_amount(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 2, i8 2>
  ret <2 x i8> %r
}

; expect: refines ; a poison lane may be anything
define <2 x i8> @src_mul_poison_lane(<2 x i8> %x) {
  %r = mul <2 x i8> %x, <i8 4, i8 poison>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_mul_poison_lane(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 2, i8 0>
  ret <2 x i8> %r
}

; expect: counterexample more-poisonous ; lane 1 was defined
define <2 x i8> @src_mul_lane_made_poison(<2 x i8> %x) {
  %r = mul <2 x i8> %x, <i8 4, i8 1>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_mul_lane_made_poison(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 2, i8 poison>
  ret <2 x i8> %r
}

; expect: counterexample more-poisonous ; with an undef mask lane 1 is no poison
define <2 x i8> @src_and_undef_lane(<2 x i8> %x) {
  %r = and <2 x i8> %x, <i8 -1, i8 undef>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_and_undef_lane(<2 x i8> %x) {
  %r = or <2 x i8> %x, <i8 0, i8 poison>
  ret <2 x i8> %r
}

; expect: refines ; a zero lane is undefined behavior for all
define <2 x i8> @src_udiv_lane_zero(<2 x i8> %x) {
  %r = udiv <2 x i8> %x, <i8 1, i8 0>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_udiv_lane_zero(<2 x i8> %x) {
  ret <2 x i8> poison
}

; expect: refines ; an amount too large is poison for its lane only
define <2 x i8> @src_shift_lane_too_far_lane(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 1, i8 8>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_shift_lane_too_far_lane(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 1, i8 0>
  ret <2 x i8> %r
}

; expect: counterexample more-poisonous ; the other lane is defined
define <2 x i8> @src_shift_lane_too_far_all(<2 x i8> %x) {
  %r = shl <2 x i8> %x, <i8 1, i8 8>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_shift_lane_too_far_all(<2 x i8> %x) {
  ret <2 x i8> poison
}

; expect: refines ; a constant mask shuffles
define <2 x i8> @src_select_mask(<2 x i8> %x, <2 x i8> %y) {
  %r = select <2 x i1> <i1 true, i1 false>, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}
define <2 x i8> @tgt_select_mask(<2 x i8> %x, <2 x i8> %y) {
  %r = shufflevector <2 x i8> %x, <2 x i8> %y, <2 x i32> <i32 0, i32 3>
  ret <2 x i8> %r
}

; expect: counterexample value-mismatch ; the other lanes
define <2 x i8> @src_select_mask_swapped(<2 x i8> %x, <2 x i8> %y) {
  %r = select <2 x i1> <i1 true, i1 false>, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}
define <2 x i8> @tgt_select_mask_swapped(<2 x i8> %x, <2 x i8> %y) {
  %r = shufflevector <2 x i8> %x, <2 x i8> %y, <2 x i32> <i32 2, i32 1>
  ret <2 x i8> %r
}

; expect: refines ; a splat condition is a scalar one
define <2 x i8> @src_select_scalar_condition(i1 %c, <2 x i8> %x, <2 x i8> %y) {
  %i = insertelement <2 x i1> poison, i1 %c, i32 0
  %m = shufflevector <2 x i1> %i, <2 x i1> poison, <2 x i32> zeroinitializer
  %r = select <2 x i1> %m, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}
define <2 x i8> @tgt_select_scalar_condition(i1 %c, <2 x i8> %x, <2 x i8> %y) {
  %r = select i1 %c, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}

; expect: counterexample ; lane 1 always takes y, whatever c is
define <2 x i8> @src_select_not_splat(i1 %c, <2 x i8> %x, <2 x i8> %y) {
  %i = insertelement <2 x i1> <i1 false, i1 false>, i1 %c, i32 0
  %r = select <2 x i1> %i, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}
define <2 x i8> @tgt_select_not_splat(i1 %c, <2 x i8> %x, <2 x i8> %y) {
  %r = select i1 %c, <2 x i8> %x, <2 x i8> %y
  ret <2 x i8> %r
}

; expect: refines ; every lane stays
define <4 x i8> @src_shuffle_identity(<4 x i8> %x) {
  %r = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_identity(<4 x i8> %x) {
  ret <4 x i8> %x
}

; expect: refines ; a poison lane may be filled
define <4 x i8> @src_shuffle_poison_mask(<4 x i8> %x) {
  %r = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 0, i32 poison, i32 2, i32 3>
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_poison_mask(<4 x i8> %x) {
  ret <4 x i8> %x
}

; expect: counterexample more-poisonous ; lane 1 was defined
define <4 x i8> @src_shuffle_made_poison(<4 x i8> %x) {
  ret <4 x i8> %x
}
define <4 x i8> @tgt_shuffle_made_poison(<4 x i8> %x) {
  %r = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 0, i32 poison, i32 2, i32 3>
  ret <4 x i8> %r
}

; expect: refines ; reversing twice
define <4 x i8> @src_shuffle_twice(<4 x i8> %x) {
  %a = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %r = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_twice(<4 x i8> %x) {
  ret <4 x i8> %x
}

; expect: counterexample value-mismatch ; twice, not once
define <4 x i8> @src_shuffle_twice_once(<4 x i8> %x) {
  %a = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %r = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_twice_once(<4 x i8> %x) {
  %r = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i8> %r
}

; expect: refines ; equal shuffles come after
define <4 x i8> @src_shuffle_of_add(<4 x i8> %x, <4 x i8> %y) {
  %a = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %b = shufflevector <4 x i8> %y, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %r = add <4 x i8> %a, %b
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_of_add(<4 x i8> %x, <4 x i8> %y) {
  %s = add <4 x i8> %x, %y
  %r = shufflevector <4 x i8> %s, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  ret <4 x i8> %r
}

; expect: counterexample more-poisonous ; no flag before
define <4 x i8> @src_shuffle_of_add_nsw(<4 x i8> %x, <4 x i8> %y) {
  %a = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %b = shufflevector <4 x i8> %y, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %r = add <4 x i8> %a, %b
  ret <4 x i8> %r
}
define <4 x i8> @tgt_shuffle_of_add_nsw(<4 x i8> %x, <4 x i8> %y) {
  %s = add nsw <4 x i8> %x, %y
  %r = shufflevector <4 x i8> %s, <4 x i8> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  ret <4 x i8> %r
}

; expect: counterexample source-more-defined ; lane 1 of x may be zero
define <2 x i8> @src_shuffle_of_div(<2 x i8> %x) {
  %a = shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 0, i32 0>
  %r = udiv <2 x i8> <i8 100, i8 50>, %a
  ret <2 x i8> %r
}
define <2 x i8> @tgt_shuffle_of_div(<2 x i8> %x) {
  %d = udiv <2 x i8> <i8 100, i8 50>, %x
  %r = shufflevector <2 x i8> %d, <2 x i8> poison, <2 x i32> <i32 0, i32 0>
  ret <2 x i8> %r
}

; expect: refines ; what was put there
define i8 @src_insert_extract(<2 x i8> %x, i8 %y) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 1
  %r = extractelement <2 x i8> %a, i32 1
  ret i8 %r
}
define i8 @tgt_insert_extract(<2 x i8> %x, i8 %y) {
  ret i8 %y
}

; expect: counterexample value-mismatch ; not what was there before
define i8 @src_insert_extract_other_lane(<2 x i8> %x, i8 %y) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 1
  %r = extractelement <2 x i8> %a, i32 1
  ret i8 %r
}
define i8 @tgt_insert_extract_other_lane(<2 x i8> %x, i8 %y) {
  %r = extractelement <2 x i8> %x, i32 1
  ret i8 %r
}

; expect: refines ; the insertion does not matter
define i8 @src_extract_other_lane(<2 x i8> %x, i8 %y) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 1
  %r = extractelement <2 x i8> %a, i32 0
  ret i8 %r
}
define i8 @tgt_extract_other_lane(<2 x i8> %x, i8 %y) {
  %r = extractelement <2 x i8> %x, i32 0
  ret i8 %r
}

; expect: refines ; there is no lane 2: poison
define i8 @src_extract_out_of_range(<2 x i8> %x) {
  %r = extractelement <2 x i8> %x, i32 2
  ret i8 %r
}
define i8 @tgt_extract_out_of_range(<2 x i8> %x) {
  ret i8 0
}

; expect: counterexample more-poisonous ; there is no lane 2
define i8 @src_extract_made_out_of_range(<2 x i8> %x) {
  %r = extractelement <2 x i8> %x, i32 1
  ret i8 %r
}
define i8 @tgt_extract_made_out_of_range(<2 x i8> %x) {
  %r = extractelement <2 x i8> %x, i32 2
  ret i8 %r
}

; expect: refines ; valid indices pass the mask
define i8 @src_extract_variable_masked(<4 x i8> %x, i32 %i) {
  %r = extractelement <4 x i8> %x, i32 %i
  ret i8 %r
}
define i8 @tgt_extract_variable_masked(<4 x i8> %x, i32 %i) {
  %m = and i32 %i, 3
  %r = extractelement <4 x i8> %x, i32 %m
  ret i8 %r
}

; expect: counterexample value-mismatch ; 2 and 3 are valid
define i8 @src_extract_variable_narrow(<4 x i8> %x, i32 %i) {
  %r = extractelement <4 x i8> %x, i32 %i
  ret i8 %r
}
define i8 @tgt_extract_variable_narrow(<4 x i8> %x, i32 %i) {
  %m = and i32 %i, 1
  %r = extractelement <4 x i8> %x, i32 %m
  ret i8 %r
}

; expect: refines ; the later one counts
define <2 x i8> @src_insert_same_lane(<2 x i8> %x, i8 %y, i8 %z) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 0
  %r = insertelement <2 x i8> %a, i8 %z, i32 0
  ret <2 x i8> %r
}
define <2 x i8> @tgt_insert_same_lane(<2 x i8> %x, i8 %y, i8 %z) {
  %r = insertelement <2 x i8> %x, i8 %z, i32 0
  ret <2 x i8> %r
}

; expect: counterexample value-mismatch ; the later one
define <2 x i8> @src_insert_same_lane_earlier(<2 x i8> %x, i8 %y, i8 %z) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 0
  %r = insertelement <2 x i8> %a, i8 %z, i32 0
  ret <2 x i8> %r
}
define <2 x i8> @tgt_insert_same_lane_earlier(<2 x i8> %x, i8 %y, i8 %z) {
  %r = insertelement <2 x i8> %x, i8 %y, i32 0
  ret <2 x i8> %r
}

; expect: refines ; other lanes, any order
define <2 x i8> @src_insert_order(<2 x i8> %x, i8 %y, i8 %z) {
  %a = insertelement <2 x i8> %x, i8 %y, i32 0
  %r = insertelement <2 x i8> %a, i8 %z, i32 1
  ret <2 x i8> %r
}
define <2 x i8> @tgt_insert_order(<2 x i8> %x, i8 %y, i8 %z) {
  %a = insertelement <2 x i8> %x, i8 %z, i32 1
  %r = insertelement <2 x i8> %a, i8 %y, i32 0
  ret <2 x i8> %r
}

; expect: refines ; nothing changes
define <2 x i8> @src_insert_what_is_there(<2 x i8> noundef %x) {
  %e = extractelement <2 x i8> %x, i32 1
  %r = insertelement <2 x i8> %x, i8 %e, i32 1
  ret <2 x i8> %r
}
define <2 x i8> @tgt_insert_what_is_there(<2 x i8> noundef %x) {
  ret <2 x i8> %x
}

; expect: refines ; one lane is enough, with its flag
define i8 @src_extract_of_add(<2 x i8> %x, <2 x i8> %y) {
  %a = add nsw <2 x i8> %x, %y
  %r = extractelement <2 x i8> %a, i32 0
  ret i8 %r
}
define i8 @tgt_extract_of_add(<2 x i8> %x, <2 x i8> %y) {
  %a = extractelement <2 x i8> %x, i32 0
  %b = extractelement <2 x i8> %y, i32 0
  %r = add nsw i8 %a, %b
  ret i8 %r
}

; expect: counterexample value-mismatch ; the same lane of both
define i8 @src_extract_of_add_wrong_lane(<2 x i8> %x, <2 x i8> %y) {
  %a = add nsw <2 x i8> %x, %y
  %r = extractelement <2 x i8> %a, i32 0
  ret i8 %r
}
define i8 @tgt_extract_of_add_wrong_lane(<2 x i8> %x, <2 x i8> %y) {
  %a = extractelement <2 x i8> %x, i32 0
  %b = extractelement <2 x i8> %y, i32 1
  %r = add i8 %a, %b
  ret i8 %r
}

; expect: refines ; lane 1 may only have been undefined behavior
define i8 @src_extract_of_udiv(<2 x i8> %x, <2 x i8> %y) {
  %a = udiv <2 x i8> %x, %y
  %r = extractelement <2 x i8> %a, i32 0
  ret i8 %r
}
define i8 @tgt_extract_of_udiv(<2 x i8> %x, <2 x i8> %y) {
  %a = extractelement <2 x i8> %x, i32 0
  %b = extractelement <2 x i8> %y, i32 0
  %r = udiv i8 %a, %b
  ret i8 %r
}

; expect: counterexample source-more-defined ; lane 1 may divide by zero
define i8 @src_widened_udiv(<2 x i8> %x, <2 x i8> %y) {
  %a = extractelement <2 x i8> %x, i32 0
  %b = extractelement <2 x i8> %y, i32 0
  %r = udiv i8 %a, %b
  ret i8 %r
}
define i8 @tgt_widened_udiv(<2 x i8> %x, <2 x i8> %y) {
  %a = udiv <2 x i8> %x, %y
  %r = extractelement <2 x i8> %a, i32 0
  ret i8 %r
}

; expect: refines ; both lanes
define i1 @src_reduce_and(<2 x i1> noundef %x) {
  %r = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %x)
  ret i1 %r
}
define i1 @tgt_reduce_and(<2 x i1> noundef %x) {
  %a = extractelement <2 x i1> %x, i32 0
  %b = extractelement <2 x i1> %x, i32 1
  %r = and i1 %a, %b
  ret i1 %r
}

; expect: counterexample value-mismatch ; both, not any
define i1 @src_reduce_and_or(<2 x i1> noundef %x) {
  %r = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %x)
  ret i1 %r
}
define i1 @tgt_reduce_and_or(<2 x i1> noundef %x) {
  %a = extractelement <2 x i1> %x, i32 0
  %b = extractelement <2 x i1> %x, i32 1
  %r = or i1 %a, %b
  ret i1 %r
}

; expect: refines ; the order of the lanes does not matter
define i8 @src_reduce_add_shuffled(<4 x i8> %x) {
  %s = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %s)
  ret i8 %r
}
define i8 @tgt_reduce_add_shuffled(<4 x i8> %x) {
  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %x)
  ret i8 %r
}

; expect: counterexample value-mismatch ; lane 3 is missing and lane 2 counts twice
define i8 @src_reduce_add_duplicated(<4 x i8> %x) {
  %s = shufflevector <4 x i8> %x, <4 x i8> poison, <4 x i32> <i32 2, i32 2, i32 0, i32 1>
  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %s)
  ret i8 %r
}
define i8 @tgt_reduce_add_duplicated(<4 x i8> %x) {
  %r = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %x)
  ret i8 %r
}

; expect: refines ; lanes stay apart, so less is poison
define <2 x i8> @src_bitcast_not(<2 x i8> %x) {
  %a = bitcast <2 x i8> %x to i16
  %n = xor i16 %a, -1
  %r = bitcast i16 %n to <2 x i8>
  ret <2 x i8> %r
}
define <2 x i8> @tgt_bitcast_not(<2 x i8> %x) {
  %r = xor <2 x i8> %x, splat (i8 -1)
  ret <2 x i8> %r
}

; expect: counterexample more-poisonous ; one poison lane makes the whole number poison
define <2 x i8> @src_not_bitcast(<2 x i8> %x) {
  %r = xor <2 x i8> %x, splat (i8 -1)
  ret <2 x i8> %r
}
define <2 x i8> @tgt_not_bitcast(<2 x i8> %x) {
  %a = bitcast <2 x i8> %x to i16
  %n = xor i16 %a, -1
  %r = bitcast i16 %n to <2 x i8>
  ret <2 x i8> %r
}

; expect: refines ; nothing changes
define <2 x i8> @src_freeze_lanes(<2 x i8> %x) {
  %r = freeze <2 x i8> %x
  ret <2 x i8> %r
}
define <2 x i8> @tgt_freeze_lanes(<2 x i8> %x) {
  %a = freeze <2 x i8> %x
  %r = freeze <2 x i8> %a
  ret <2 x i8> %r
}

; expect: counterexample value-mismatch ; lanes are picked one by one
define <2 x i8> @src_freeze_lanes_splat(<2 x i8> %x) {
  %r = freeze <2 x i8> %x
  ret <2 x i8> %r
}
define <2 x i8> @tgt_freeze_lanes_splat(<2 x i8> %x) {
  %e = extractelement <2 x i8> %x, i32 0
  %f = freeze i8 %e
  %i = insertelement <2 x i8> poison, i8 %f, i32 0
  %r = shufflevector <2 x i8> %i, <2 x i8> poison, <2 x i32> zeroinitializer
  ret <2 x i8> %r
}

declare i1 @llvm.vector.reduce.and.v2i1(<2 x i1>)
declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)
