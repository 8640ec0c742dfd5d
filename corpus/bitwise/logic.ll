; and, or, xor.

; expect: refines ; nothing is left
define i8 @src_and_zero(i8 %x) {
  %r = and i8 %x, 0
  ret i8 %r
}
define i8 @tgt_and_zero(i8 %x) {
  ret i8 0
}

; expect: refines ; everything stays
define i8 @src_and_ones(i8 %x) {
  %r = and i8 %x, -1
  ret i8 %r
}
define i8 @tgt_and_ones(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; for or, all ones absorb
define i8 @src_and_ones_or(i8 %x) {
  %r = and i8 %x, -1
  ret i8 %r
}
define i8 @tgt_and_ones_or(i8 %x) {
  ret i8 -1
}

; expect: refines ; idempotent; two reads of undef may agree
define i8 @src_and_self(i8 %x) {
  %r = and i8 %x, %x
  ret i8 %r
}
define i8 @tgt_and_self(i8 %x) {
  ret i8 %x
}

; expect: refines ; zero is neutral
define i8 @src_or_zero(i8 %x) {
  %r = or i8 %x, 0
  ret i8 %r
}
define i8 @tgt_or_zero(i8 %x) {
  ret i8 %x
}

; expect: refines ; all ones absorb
define i8 @src_or_ones(i8 %x) {
  %r = or i8 %x, -1
  ret i8 %r
}
define i8 @tgt_or_ones(i8 %x) {
  ret i8 -1
}

; expect: refines ; equal bits cancel
define i8 @src_xor_self(i8 %x) {
  %r = xor i8 %x, %x
  ret i8 %r
}
define i8 @tgt_xor_self(i8 %x) {
  ret i8 0
}

; expect: counterexample value-mismatch ; not all ones
define i8 @src_xor_self_ones(i8 %x) {
  %r = xor i8 %x, %x
  ret i8 %r
}
define i8 @tgt_xor_self_ones(i8 %x) {
  ret i8 -1
}

; expect: refines ; zero is neutral
define i8 @src_xor_zero(i8 %x) {
  %r = xor i8 %x, 0
  ret i8 %r
}
define i8 @tgt_xor_zero(i8 %x) {
  ret i8 %x
}

; expect: refines ; flipping twice
define i16 @src_not_not(i16 %x) {
  %a = xor i16 %x, -1
  %r = xor i16 %a, -1
  ret i16 %r
}
define i16 @tgt_not_not(i16 %x) {
  ret i16 %x
}

; expect: refines ; De Morgan
define i32 @src_de_morgan_and(i32 %x, i32 %y) {
  %a = xor i32 %x, -1
  %b = xor i32 %y, -1
  %r = and i32 %a, %b
  ret i32 %r
}
define i32 @tgt_de_morgan_and(i32 %x, i32 %y) {
  %o = or i32 %x, %y
  %r = xor i32 %o, -1
  ret i32 %r
}

; expect: counterexample value-mismatch ; and becomes or
define i32 @src_de_morgan_and_unswapped(i32 %x, i32 %y) {
  %a = xor i32 %x, -1
  %b = xor i32 %y, -1
  %r = and i32 %a, %b
  ret i32 %r
}
define i32 @tgt_de_morgan_and_unswapped(i32 %x, i32 %y) {
  %o = and i32 %x, %y
  %r = xor i32 %o, -1
  ret i32 %r
}

; expect: refines ; De Morgan
define i32 @src_de_morgan_or(i32 %x, i32 %y) {
  %a = xor i32 %x, -1
  %b = xor i32 %y, -1
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @tgt_de_morgan_or(i32 %x, i32 %y) {
  %o = and i32 %x, %y
  %r = xor i32 %o, -1
  ret i32 %r
}

; expect: refines ; absorption
define i8 @src_absorb_and(i8 noundef %x, i8 %y) {
  %o = or i8 %x, %y
  %r = and i8 %x, %o
  ret i8 %r
}
define i8 @tgt_absorb_and(i8 noundef %x, i8 %y) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; the other operand is not absorbed
define i8 @src_absorb_and_other(i8 noundef %x, i8 %y) {
  %o = or i8 %x, %y
  %r = and i8 %x, %o
  ret i8 %r
}
define i8 @tgt_absorb_and_other(i8 noundef %x, i8 %y) {
  ret i8 %y
}

; expect: refines ; absorption
define i8 @src_absorb_or(i8 noundef %x, i8 %y) {
  %o = and i8 %x, %y
  %r = or i8 %x, %o
  ret i8 %r
}
define i8 @tgt_absorb_or(i8 noundef %x, i8 %y) {
  ret i8 %x
}

; expect: refines ; what x forbids does not matter
define i8 @src_absorb_not_and(i8 noundef %x, i8 noundef %y) {
  %n = xor i8 %x, -1
  %o = or i8 %n, %y
  %r = and i8 %x, %o
  ret i8 %r
}
define i8 @tgt_absorb_not_and(i8 noundef %x, i8 noundef %y) {
  %r = and i8 %x, %y
  ret i8 %r
}

; expect: refines ; factoring out, one read of z instead of two
define i16 @src_distribute_and(i16 %x, i16 %y, i16 %z) {
  %a = and i16 %x, %z
  %b = and i16 %y, %z
  %r = or i16 %a, %b
  ret i16 %r
}
define i16 @tgt_distribute_and(i16 %x, i16 %y, i16 %z) {
  %o = or i16 %x, %y
  %r = and i16 %o, %z
  ret i16 %r
}

; expect: refines ; and distributes over or, even when z is undef and read twice
define i16 @src_distribute_back(i16 noundef %x, i16 noundef %y, i16 %z) {
  %o = or i16 %x, %y
  %r = and i16 %o, %z
  ret i16 %r
}
define i16 @tgt_distribute_back(i16 noundef %x, i16 noundef %y, i16 %z) {
  %a = and i16 %x, %z
  %b = and i16 %y, %z
  %r = or i16 %a, %b
  ret i16 %r
}

; expect: refines ; and distributes over exclusive or
define i16 @src_distribute_back_xor(i16 noundef %x, i16 noundef %y, i16 noundef %z) {
  %o = xor i16 %x, %y
  %r = and i16 %o, %z
  ret i16 %r
}
define i16 @tgt_distribute_back_xor(i16 noundef %x, i16 noundef %y, i16 noundef %z) {
  %a = and i16 %x, %z
  %b = and i16 %y, %z
  %r = xor i16 %a, %b
  ret i16 %r
}

; expect: counterexample value-mismatch ; or does not distribute over exclusive or
define i8 @src_or_does_not_distribute(i8 noundef %x, i8 noundef %y, i8 noundef %z) {
  %o = xor i8 %x, %y
  %r = or i8 %o, %z
  ret i8 %r
}
define i8 @tgt_or_does_not_distribute(i8 noundef %x, i8 noundef %y, i8 noundef %z) {
  %a = or i8 %x, %z
  %b = or i8 %y, %z
  %r = xor i8 %a, %b
  ret i8 %r
}

; expect: refines ; in one but not in both
define i8 @src_xor_from_and_or(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %a = and i8 %x, %y
  %n = xor i8 %a, -1
  %r = and i8 %o, %n
  ret i8 %r
}
define i8 @tgt_xor_from_and_or(i8 noundef %x, i8 noundef %y) {
  %r = xor i8 %x, %y
  ret i8 %r
}

; expect: refines ; in both
define i8 @src_and_from_xor_or(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %e = xor i8 %x, %y
  %r = xor i8 %o, %e
  ret i8 %r
}
define i8 @tgt_and_from_xor_or(i8 noundef %x, i8 noundef %y) {
  %r = and i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; in any
define i8 @src_and_from_xor_or_or(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %e = xor i8 %x, %y
  %r = xor i8 %o, %e
  ret i8 %r
}
define i8 @tgt_and_from_xor_or_or(i8 noundef %x, i8 noundef %y) {
  %r = or i8 %x, %y
  ret i8 %r
}

; expect: refines ; the two ways to differ
define i8 @src_xor_of_andnots(i8 noundef %x, i8 noundef %y) {
  %nx = xor i8 %x, -1
  %ny = xor i8 %y, -1
  %a = and i8 %x, %ny
  %b = and i8 %nx, %y
  %r = or i8 %a, %b
  ret i8 %r
}
define i8 @tgt_xor_of_andnots(i8 noundef %x, i8 noundef %y) {
  %r = xor i8 %x, %y
  ret i8 %r
}

; expect: refines ; the two ways to agree
define i8 @src_xnor(i8 noundef %x, i8 noundef %y) {
  %nx = xor i8 %x, -1
  %ny = xor i8 %y, -1
  %a = and i8 %x, %y
  %b = and i8 %nx, %ny
  %r = or i8 %a, %b
  ret i8 %r
}
define i8 @tgt_xnor(i8 noundef %x, i8 noundef %y) {
  %e = xor i8 %x, %y
  %r = xor i8 %e, -1
  ret i8 %r
}

; expect: refines ; masks meet
define i8 @src_and_masks(i8 %x) {
  %a = and i8 %x, 60
  %r = and i8 %a, 15
  ret i8 %r
}
define i8 @tgt_and_masks(i8 %x) {
  %r = and i8 %x, 12
  ret i8 %r
}

; expect: counterexample value-mismatch ; masks meet, they do not join
define i8 @src_and_masks_joined(i8 %x) {
  %a = and i8 %x, 60
  %r = and i8 %a, 15
  ret i8 %r
}
define i8 @tgt_and_masks_joined(i8 %x) {
  %r = and i8 %x, 63
  ret i8 %r
}

; expect: refines ; the mask first, of both
define i8 @src_or_and_masks(i8 %x) {
  %o = or i8 %x, 12
  %r = and i8 %o, 15
  ret i8 %r
}
define i8 @tgt_or_and_masks(i8 %x) {
  %a = and i8 %x, 15
  %r = or i8 %a, 12
  ret i8 %r
}

; expect: refines ; bits that are set need not be kept
define i8 @src_or_and_masks_narrowed(i8 %x) {
  %o = or i8 %x, 12
  %r = and i8 %o, 15
  ret i8 %r
}
define i8 @tgt_or_and_masks_narrowed(i8 %x) {
  %a = and i8 %x, 3
  %r = or i8 %a, 12
  ret i8 %r
}

; expect: counterexample value-mismatch ; bit 1 is lost
define i8 @src_or_and_masks_too_narrow(i8 %x) {
  %o = or i8 %x, 12
  %r = and i8 %o, 15
  ret i8 %r
}
define i8 @tgt_or_and_masks_too_narrow(i8 %x) {
  %a = and i8 %x, 1
  %r = or i8 %a, 12
  ret i8 %r
}

; expect: refines ; constants cancel where they agree
define i8 @src_xor_consts(i8 %x) {
  %a = xor i8 %x, 15
  %r = xor i8 %a, 60
  ret i8 %r
}
define i8 @tgt_xor_consts(i8 %x) {
  %r = xor i8 %x, 51
  ret i8 %r
}

; expect: refines ; complement within the mask
define i8 @src_xor_known_bits(i8 %x) {
  %a = and i8 %x, 15
  %r = xor i8 %a, 15
  ret i8 %r
}
define i8 @tgt_xor_known_bits(i8 %x) {
  %n = xor i8 %x, -1
  %r = and i8 %n, 15
  ret i8 %r
}

; expect: refines ; masks do not overlap
define i8 @src_or_known_disjoint_disjoint(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %r = or i8 %a, %b
  ret i8 %r
}
define i8 @tgt_or_known_disjoint_disjoint(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %r = or disjoint i8 %a, %b
  ret i8 %r
}

; expect: refines ; without overlap, or is exclusive or
define i8 @src_or_known_disjoint_xor(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %r = or i8 %a, %b
  ret i8 %r
}
define i8 @tgt_or_known_disjoint_xor(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %r = xor i8 %a, %b
  ret i8 %r
}

; expect: counterexample more-poisonous ; operands may share bits
define i8 @src_or_disjoint_invented(i8 %x, i8 %y) {
  %r = or i8 %x, %y
  ret i8 %r
}
define i8 @tgt_or_disjoint_invented(i8 %x, i8 %y) {
  %r = or disjoint i8 %x, %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; shared bits differ
define i8 @src_xor_to_or_disjoint(i8 %x, i8 %y) {
  %r = xor i8 %x, %y
  ret i8 %r
}
define i8 @tgt_xor_to_or_disjoint(i8 %x, i8 %y) {
  %r = or i8 %x, %y
  ret i8 %r
}

; expect: refines ; without x less one
define i16 @src_lowest_bit(i16 noundef %x) {
  %n = sub i16 0, %x
  %r = and i16 %x, %n
  ret i16 %r
}
define i16 @tgt_lowest_bit(i16 noundef %x) {
  %m = add i16 %x, -1
  %k = xor i16 %m, -1
  %r = and i16 %x, %k
  ret i16 %r
}

; expect: counterexample value-mismatch ; this clears it instead
define i16 @src_lowest_bit_cleared(i16 noundef %x) {
  %n = sub i16 0, %x
  %r = and i16 %x, %n
  ret i16 %r
}
define i16 @tgt_lowest_bit_cleared(i16 noundef %x) {
  %m = add i16 %x, -1
  %r = and i16 %x, %m
  ret i16 %r
}

; expect: counterexample value-mismatch ; the lowest bit itself is included on one side only
define i16 @src_mask_below_lowest(i16 noundef %x) {
  %m = add i16 %x, -1
  %r = xor i16 %x, %m
  ret i16 %r
}
define i16 @tgt_mask_below_lowest(i16 noundef %x) {
  %m = add i16 %x, -1
  %n = xor i16 %x, -1
  %r = and i16 %n, %m
  ret i16 %r
}

; expect: refines ; bits of x where the mask is set
define i8 @src_merge_bits(i8 noundef %x, i8 noundef %y, i8 noundef %m) {
  %e = xor i8 %x, %y
  %a = and i8 %e, %m
  %r = xor i8 %a, %y
  ret i8 %r
}
define i8 @tgt_merge_bits(i8 noundef %x, i8 noundef %y, i8 noundef %m) {
  %n = xor i8 %m, -1
  %b = and i8 %x, %m
  %c = and i8 %y, %n
  %r = or disjoint i8 %b, %c
  ret i8 %r
}

; expect: counterexample value-mismatch ; x and y change places
define i8 @src_merge_bits_swapped(i8 noundef %x, i8 noundef %y, i8 noundef %m) {
  %e = xor i8 %x, %y
  %a = and i8 %e, %m
  %r = xor i8 %a, %y
  ret i8 %r
}
define i8 @tgt_merge_bits_swapped(i8 noundef %x, i8 noundef %y, i8 noundef %m) {
  %n = xor i8 %m, -1
  %b = and i8 %y, %m
  %c = and i8 %x, %n
  %r = or i8 %b, %c
  ret i8 %r
}

; expect: refines ; signs differ where their exclusive or is negative
define i1 @src_sign_bits_differ(i8 %x, i8 %y) {
  %e = xor i8 %x, %y
  %r = icmp slt i8 %e, 0
  ret i1 %r
}
define i1 @tgt_sign_bits_differ(i8 %x, i8 %y) {
  %a = icmp slt i8 %x, 0
  %b = icmp slt i8 %y, 0
  %r = xor i1 %a, %b
  ret i1 %r
}

; expect: refines ; contradiction
define i8 @src_and_not_self(i8 noundef %x) {
  %n = xor i8 %x, -1
  %r = and i8 %x, %n
  ret i8 %r
}
define i8 @tgt_and_not_self(i8 noundef %x) {
  ret i8 0
}

; expect: counterexample value-mismatch ; not tautology
define i8 @src_and_not_self_or(i8 noundef %x) {
  %n = xor i8 %x, -1
  %r = and i8 %x, %n
  ret i8 %r
}
define i8 @tgt_and_not_self_or(i8 noundef %x) {
  ret i8 -1
}

; expect: counterexample more-undefined ; an undef x need not contradict itself
define i8 @src_undef_and_not_self(i8 %x) {
  %z = and i8 %x, 0
  ret i8 %z
}
define i8 @tgt_undef_and_not_self(i8 %x) {
  %n = xor i8 %x, -1
  %r = and i8 %x, %n
  ret i8 %r
}
