; Counting, reversing and swapping bits.

; expect: refines ; only zero has no bit
define i1 @src_ctpop_zero(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp eq i8 %c, 0
  ret i1 %r
}
define i1 @tgt_ctpop_zero(i8 %x) {
  %r = icmp eq i8 %x, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; one has a bit
define i1 @src_ctpop_zero_one(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp eq i8 %c, 0
  ret i1 %r
}
define i1 @tgt_ctpop_zero_one(i8 %x) {
  %r = icmp ult i8 %x, 2
  ret i1 %r
}

; expect: refines ; only all ones
define i1 @src_ctpop_full(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp eq i8 %c, 8
  ret i1 %r
}
define i1 @tgt_ctpop_full(i8 %x) {
  %r = icmp eq i8 %x, -1
  ret i1 %r
}

; expect: refines ; at most 8 bits
define i1 @src_ctpop_range(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp ult i8 %c, 9
  ret i1 %r
}
define i1 @tgt_ctpop_range(i8 %x) {
  ret i1 true
}

; expect: counterexample value-mismatch ; 8 bits are possible
define i1 @src_ctpop_range_tight(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp ult i8 %c, 8
  ret i1 %r
}
define i1 @tgt_ctpop_range_tight(i8 %x) {
  ret i1 true
}

; expect: refines ; clearing the lowest bit leaves nothing
define i1 @src_ctpop_pow2(i8 noundef %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp ult i8 %c, 2
  ret i1 %r
}
define i1 @tgt_ctpop_pow2(i8 noundef %x) {
  %m = add i8 %x, -1
  %a = and i8 %x, %m
  %r = icmp eq i8 %a, 0
  ret i1 %r
}

; expect: counterexample value-mismatch ; zero has fewer than two bits
define i1 @src_ctpop_pow2_exactly_one(i8 noundef %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp ult i8 %c, 2
  ret i1 %r
}
define i1 @tgt_ctpop_pow2_exactly_one(i8 noundef %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp eq i8 %c, 1
  ret i1 %r
}

; expect: refines ; exactly one bit
define i1 @src_is_pow2(i8 noundef %x) {
  %m = add i8 %x, -1
  %a = and i8 %x, %m
  %z = icmp eq i8 %a, 0
  %n = icmp ne i8 %x, 0
  %r = and i1 %z, %n
  ret i1 %r
}
define i1 @tgt_is_pow2(i8 noundef %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = icmp eq i8 %c, 1
  ret i1 %r
}

; expect: refines ; the others
define i8 @src_ctpop_not(i8 %x) {
  %n = xor i8 %x, -1
  %r = call i8 @llvm.ctpop.i8(i8 %n)
  ret i8 %r
}
define i8 @tgt_ctpop_not(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = sub i8 8, %c
  ret i8 %r
}

; expect: counterexample value-mismatch ; there are 8, not 7
define i8 @src_ctpop_not_off_by_one(i8 %x) {
  %n = xor i8 %x, -1
  %r = call i8 @llvm.ctpop.i8(i8 %n)
  ret i8 %r
}
define i8 @tgt_ctpop_not_off_by_one(i8 %x) {
  %c = call i8 @llvm.ctpop.i8(i8 %x)
  %r = sub i8 7, %c
  ret i8 %r
}

; expect: refines ; that bit
define i8 @src_ctpop_of_bit(i8 %x) {
  %a = and i8 %x, 8
  %r = call i8 @llvm.ctpop.i8(i8 %a)
  ret i8 %r
}
define i8 @tgt_ctpop_of_bit(i8 %x) {
  %s = lshr i8 %x, 3
  %r = and i8 %s, 1
  ret i8 %r
}

; expect: refines ; no bit counts twice
define i8 @src_ctpop_disjoint(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %o = or i8 %a, %b
  %r = call i8 @llvm.ctpop.i8(i8 %o)
  ret i8 %r
}
define i8 @tgt_ctpop_disjoint(i8 %x, i8 %y) {
  %a = and i8 %x, 15
  %b = and i8 %y, -16
  %p = call i8 @llvm.ctpop.i8(i8 %a)
  %q = call i8 @llvm.ctpop.i8(i8 %b)
  %r = add i8 %p, %q
  ret i8 %r
}

; expect: counterexample value-mismatch ; shared bits count twice
define i8 @src_ctpop_or(i8 noundef %x, i8 noundef %y) {
  %o = or i8 %x, %y
  %r = call i8 @llvm.ctpop.i8(i8 %o)
  ret i8 %r
}
define i8 @tgt_ctpop_or(i8 noundef %x, i8 noundef %y) {
  %p = call i8 @llvm.ctpop.i8(i8 %x)
  %q = call i8 @llvm.ctpop.i8(i8 %y)
  %r = add i8 %p, %q
  ret i8 %r
}

; expect: refines ; order does not matter
define i8 @src_ctpop_reversed(i8 %x) {
  %b = call i8 @llvm.bitreverse.i8(i8 %x)
  %r = call i8 @llvm.ctpop.i8(i8 %b)
  ret i8 %r
}
define i8 @tgt_ctpop_reversed(i8 %x) {
  %r = call i8 @llvm.ctpop.i8(i8 %x)
  ret i8 %r
}

; expect: refines ; parities add
define i8 @src_ctpop_parity(i8 noundef %x, i8 noundef %y) {
  %p = call i8 @llvm.ctpop.i8(i8 %x)
  %q = call i8 @llvm.ctpop.i8(i8 %y)
  %e = xor i8 %p, %q
  %r = and i8 %e, 1
  ret i8 %r
}
define i8 @tgt_ctpop_parity(i8 noundef %x, i8 noundef %y) {
  %e = xor i8 %x, %y
  %p = call i8 @llvm.ctpop.i8(i8 %e)
  %r = and i8 %p, 1
  ret i8 %r
}

; expect: refines ; all eight are zeros
define i8 @src_ctlz_zero(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 0, i1 false)
  ret i8 %r
}
define i8 @tgt_ctlz_zero(i8 %x) {
  ret i8 8
}

; expect: counterexample value-mismatch ; eight
define i8 @src_ctlz_zero_seven(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 0, i1 false)
  ret i8 %r
}
define i8 @tgt_ctlz_zero_seven(i8 %x) {
  ret i8 7
}

; expect: counterexample more-poisonous ; zero is an input like any other
define i8 @src_ctlz_flag(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}
define i8 @tgt_ctlz_flag(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: refines ; fewer promises
define i8 @src_ctlz_flag_dropped(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  ret i8 %r
}
define i8 @tgt_ctlz_flag_dropped(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; there is a one
define i8 @src_ctlz_nonzero(i8 %x) {
  %o = or i8 %x, 1
  %r = call i8 @llvm.ctlz.i8(i8 %o, i1 false)
  ret i8 %r
}
define i8 @tgt_ctlz_nonzero(i8 %x) {
  %o = or i8 %x, 1
  %r = call i8 @llvm.ctlz.i8(i8 %o, i1 true)
  ret i8 %r
}

; expect: refines ; the guard is what the flag excludes
define i8 @src_ctlz_select(i8 noundef %x) {
  %c = icmp eq i8 %x, 0
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  %r = select i1 %c, i8 8, i8 %l
  ret i8 %r
}
define i8 @tgt_ctlz_select(i8 noundef %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample more-poisonous ; zero is handled before
define i8 @src_ctlz_select_flag(i8 noundef %x) {
  %c = icmp eq i8 %x, 0
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  %r = select i1 %c, i8 8, i8 %l
  ret i8 %r
}
define i8 @tgt_ctlz_select_flag(i8 noundef %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  ret i8 %r
}

; expect: counterexample value-mismatch ; zero gives the width, not zero
define i8 @src_cttz_select_wrong(i8 noundef %x) {
  %c = icmp eq i8 %x, 0
  %l = call i8 @llvm.cttz.i8(i8 %x, i1 true)
  %r = select i1 %c, i8 0, i8 %l
  ret i8 %r
}
define i8 @tgt_cttz_select_wrong(i8 noundef %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; the width masked is zero
define i8 @src_cttz_select_wrong_masked(i8 noundef %x) {
  %c = icmp eq i8 %x, 0
  %l = call i8 @llvm.cttz.i8(i8 %x, i1 true)
  %r = select i1 %c, i8 0, i8 %l
  ret i8 %r
}
define i8 @tgt_cttz_select_wrong_masked(i8 noundef %x) {
  %l = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  %r = and i8 %l, 7
  ret i8 %r
}

; expect: refines ; the first bit is the sign
define i1 @src_ctlz_sign(i8 %x) {
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = icmp eq i8 %l, 0
  ret i1 %r
}
define i1 @tgt_ctlz_sign(i8 %x) {
  %r = icmp slt i8 %x, 0
  ret i1 %r
}

; expect: refines ; at least 32
define i1 @src_ctlz_ult(i8 %x) {
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = icmp ult i8 %l, 3
  ret i1 %r
}
define i1 @tgt_ctlz_ult(i8 %x) {
  %r = icmp ugt i8 %x, 31
  ret i1 %r
}

; expect: counterexample value-mismatch ; 32 itself has two leading zeros
define i1 @src_ctlz_ult_off_by_one(i8 %x) {
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = icmp ult i8 %l, 3
  ret i1 %r
}
define i1 @tgt_ctlz_ult_off_by_one(i8 %x) {
  %r = icmp ugt i8 %x, 32
  ret i1 %r
}

; expect: refines ; eight zeros only for zero
define i8 @src_ctlz_is_zero(i8 %x) {
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = lshr i8 %l, 3
  ret i8 %r
}
define i8 @tgt_ctlz_is_zero(i8 %x) {
  %c = icmp eq i8 %x, 0
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; the other way round
define i8 @src_ctlz_is_zero_inverted(i8 %x) {
  %l = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = lshr i8 %l, 3
  ret i8 %r
}
define i8 @tgt_ctlz_is_zero_inverted(i8 %x) {
  %c = icmp ne i8 %x, 0
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: refines ; the lowest bit survives negation
define i8 @src_cttz_neg(i8 %x) {
  %n = sub i8 0, %x
  %r = call i8 @llvm.cttz.i8(i8 %n, i1 false)
  ret i8 %r
}
define i8 @tgt_cttz_neg(i8 %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample value-mismatch ; the highest does not
define i8 @src_ctlz_neg(i8 %x) {
  %n = sub i8 0, %x
  %r = call i8 @llvm.ctlz.i8(i8 %n, i1 false)
  ret i8 %r
}
define i8 @tgt_ctlz_neg(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; the other end
define i8 @src_cttz_reversed(i8 %x) {
  %b = call i8 @llvm.bitreverse.i8(i8 %x)
  %r = call i8 @llvm.cttz.i8(i8 %b, i1 false)
  ret i8 %r
}
define i8 @tgt_cttz_reversed(i8 %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: counterexample value-mismatch ; not the same end
define i8 @src_cttz_reversed_same_end(i8 %x) {
  %b = call i8 @llvm.bitreverse.i8(i8 %x)
  %r = call i8 @llvm.cttz.i8(i8 %b, i1 false)
  ret i8 %r
}
define i8 @tgt_cttz_reversed_same_end(i8 %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; the amount
define i8 @src_cttz_of_shl(i8 %y) {
  %p = shl i8 1, %y
  %r = call i8 @llvm.cttz.i8(i8 %p, i1 true)
  ret i8 %r
}
define i8 @tgt_cttz_of_shl(i8 %y) {
  ret i8 %y
}

; expect: refines ; the lowest bit alone
define i8 @src_cttz_of_lowest(i8 noundef %x) {
  %n = sub i8 0, %x
  %a = and i8 %x, %n
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  ret i8 %r
}
define i8 @tgt_cttz_of_lowest(i8 noundef %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; the zeros below the lowest bit
define i8 @src_cttz_by_ctpop(i8 noundef %x) {
  %m = add i8 %x, -1
  %n = xor i8 %x, -1
  %a = and i8 %n, %m
  %r = call i8 @llvm.ctpop.i8(i8 %a)
  ret i8 %r
}
define i8 @tgt_cttz_by_ctpop(i8 noundef %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

; expect: refines ; there and back
define i8 @src_bitreverse_twice(i8 %x) {
  %a = call i8 @llvm.bitreverse.i8(i8 %x)
  %r = call i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}
define i8 @tgt_bitreverse_twice(i8 %x) {
  ret i8 %x
}

; expect: refines ; bit by bit
define i8 @src_bitreverse_and(i8 %x, i8 %y) {
  %a = call i8 @llvm.bitreverse.i8(i8 %x)
  %b = call i8 @llvm.bitreverse.i8(i8 %y)
  %r = and i8 %a, %b
  ret i8 %r
}
define i8 @tgt_bitreverse_and(i8 %x, i8 %y) {
  %a = and i8 %x, %y
  %r = call i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}

; expect: counterexample value-mismatch ; carries go the other way
define i8 @src_bitreverse_add(i8 %x, i8 %y) {
  %a = call i8 @llvm.bitreverse.i8(i8 %x)
  %b = call i8 @llvm.bitreverse.i8(i8 %y)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_bitreverse_add(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %r = call i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}

; expect: refines ; the other direction
define i8 @src_bitreverse_shl(i8 %x) {
  %a = call i8 @llvm.bitreverse.i8(i8 %x)
  %s = shl i8 %a, 3
  %r = call i8 @llvm.bitreverse.i8(i8 %s)
  ret i8 %r
}
define i8 @tgt_bitreverse_shl(i8 %x) {
  %r = lshr i8 %x, 3
  ret i8 %r
}

; expect: counterexample value-mismatch ; not the same direction
define i8 @src_bitreverse_shl_same(i8 %x) {
  %a = call i8 @llvm.bitreverse.i8(i8 %x)
  %s = shl i8 %a, 3
  %r = call i8 @llvm.bitreverse.i8(i8 %s)
  ret i8 %r
}
define i8 @tgt_bitreverse_shl_same(i8 %x) {
  %r = shl i8 %x, 3
  ret i8 %r
}

; expect: refines ; there and back
define i32 @src_bswap_twice(i32 %x) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %r = call i32 @llvm.bswap.i32(i32 %a)
  ret i32 %r
}
define i32 @tgt_bswap_twice(i32 %x) {
  ret i32 %x
}

; expect: refines ; two bytes
define i16 @src_bswap_i16(i16 noundef %x) {
  %a = shl i16 %x, 8
  %b = lshr i16 %x, 8
  %r = or i16 %a, %b
  ret i16 %r
}
define i16 @tgt_bswap_i16(i16 noundef %x) {
  %r = call i16 @llvm.bswap.i16(i16 %x)
  ret i16 %r
}

; expect: counterexample value-mismatch ; bytes, not bits
define i16 @src_bswap_i16_bitreverse(i16 noundef %x) {
  %a = shl i16 %x, 8
  %b = lshr i16 %x, 8
  %r = or i16 %a, %b
  ret i16 %r
}
define i16 @tgt_bswap_i16_bitreverse(i16 noundef %x) {
  %r = call i16 @llvm.bitreverse.i16(i16 %x)
  ret i16 %r
}

; expect: refines ; the high byte
define i8 @src_bswap_low_byte(i32 %x) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_bswap_low_byte(i32 %x) {
  %s = lshr i32 %x, 24
  %r = trunc i32 %s to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; not the low one
define i8 @src_bswap_low_byte_low(i32 %x) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i8 @tgt_bswap_low_byte_low(i32 %x) {
  %r = trunc i32 %x to i8
  ret i8 %r
}

; expect: refines ; equality does not mind
define i1 @src_bswap_compare(i32 %x, i32 %y) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %b = call i32 @llvm.bswap.i32(i32 %y)
  %r = icmp eq i32 %a, %b
  ret i1 %r
}
define i1 @tgt_bswap_compare(i32 %x, i32 %y) {
  %r = icmp eq i32 %x, %y
  ret i1 %r
}

; expect: counterexample value-mismatch ; the order does
define i1 @src_bswap_order(i32 %x, i32 %y) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %b = call i32 @llvm.bswap.i32(i32 %y)
  %r = icmp ult i32 %a, %b
  ret i1 %r
}
define i1 @tgt_bswap_order(i32 %x, i32 %y) {
  %r = icmp ult i32 %x, %y
  ret i1 %r
}

declare i16 @llvm.bitreverse.i16(i16)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i8 @llvm.bitreverse.i8(i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.cttz.i8(i8, i1)
