; Branches, phis, switches and unreachable code.

; expect: refines ; a poison condition is worse for a branch
define i8 @src_branch_to_select(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ %y, %b ]
  ret i8 %r
}
define i8 @tgt_branch_to_select(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

; expect: counterexample value-mismatch ; the arms are the other way round
define i8 @src_branch_to_select_swapped(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ %y, %b ]
  ret i8 %r
}
define i8 @tgt_branch_to_select_swapped(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %y, i8 %x
  ret i8 %r
}

; expect: counterexample source-more-defined ; branching on poison is undefined behavior
define i8 @src_select_to_branch(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_branch(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}

; expect: refines ; branching on a pick is not
define i8 @src_select_to_branch_frozen(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_branch_frozen(i1 %c, i8 %x, i8 %y) {
  %f = freeze i1 %c
  br i1 %f, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}

; expect: refines ; the condition is neither poison nor undef
define i8 @src_select_to_branch_noundef(i1 noundef %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}
define i8 @tgt_select_to_branch_noundef(i1 noundef %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}

; expect: refines ; the other side is dead
define i8 @src_known_branch(i8 %x, i8 %y) {
  br i1 true, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}
define i8 @tgt_known_branch(i8 %x, i8 %y) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; the wrong side
define i8 @src_known_branch_other(i8 %x, i8 %y) {
  br i1 true, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}
define i8 @tgt_known_branch_other(i8 %x, i8 %y) {
  ret i8 %y
}

; expect: refines ; a branch on poison may go
define i8 @src_same_targets(i1 %c, i8 %x) {
  br i1 %c, label %a, label %a
a:
  ret i8 %x
}
define i8 @tgt_same_targets(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: counterexample source-more-defined ; the condition may be poison
define i8 @src_branch_invented(i1 %c, i8 %x) {
  ret i8 %x
}
define i8 @tgt_branch_invented(i1 %c, i8 %x) {
  br i1 %c, label %a, label %a
a:
  ret i8 %x
}

; expect: refines ; that arm is never taken
define i8 @src_unreachable_arm(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  unreachable
}
define i8 @tgt_unreachable_arm(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: counterexample more-poisonous ; the other arm is
define i8 @src_unreachable_arm_poison(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  unreachable
}
define i8 @tgt_unreachable_arm_poison(i1 %c, i8 %x) {
  ret i8 poison
}

; expect: refines ; anything refines undefined behavior
define i8 @src_always_unreachable(i8 %x) {
  unreachable
}
define i8 @tgt_always_unreachable(i8 %x) {
  ret i8 %x
}

; expect: counterexample source-more-defined ; the source does return
define i8 @src_made_unreachable(i8 %x) {
  ret i8 %x
}
define i8 @tgt_made_unreachable(i8 %x) {
  unreachable
}

; expect: refines ; in that arm they are equal, and branching on poison or undef was undefined behavior
define i8 @src_equality_in_arm(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 0
}
define i8 @tgt_equality_in_arm(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %y
b:
  ret i8 0
}

; expect: counterexample value-mismatch ; not in the other arm
define i8 @src_equality_in_arm_other_arm(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 0
}
define i8 @tgt_equality_in_arm_other_arm(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}

; expect: refines ; there x is 5
define i8 @src_const_in_arm(i8 %x) {
  %c = icmp eq i8 %x, 5
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, 1
  ret i8 %r
b:
  ret i8 0
}
define i8 @tgt_const_in_arm(i8 %x) {
  %c = icmp eq i8 %x, 5
  br i1 %c, label %a, label %b
a:
  ret i8 6
b:
  ret i8 0
}

; expect: counterexample value-mismatch ; 5 and one are 6
define i8 @src_const_in_arm_off_by_one(i8 %x) {
  %c = icmp eq i8 %x, 5
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, 1
  ret i8 %r
b:
  ret i8 0
}
define i8 @tgt_const_in_arm_off_by_one(i8 %x) {
  %c = icmp eq i8 %x, 5
  br i1 %c, label %a, label %b
a:
  ret i8 5
b:
  ret i8 0
}

; expect: refines ; less than 10 is less than 20
define i1 @src_range_in_arm(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %a, label %b
a:
  %r = icmp ult i8 %x, 20
  ret i1 %r
b:
  ret i1 false
}
define i1 @tgt_range_in_arm(i8 %x) {
  %r = icmp ult i8 %x, 10
  ret i1 %r
}

; expect: counterexample value-mismatch ; between 10 and 20 the answer is no
define i1 @src_range_in_arm_other(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %a, label %b
a:
  %r = icmp ult i8 %x, 20
  ret i1 %r
b:
  ret i1 false
}
define i1 @tgt_range_in_arm_other(i8 %x) {
  %r = icmp ult i8 %x, 20
  ret i1 %r
}

; expect: refines ; below 100 nothing carries
define i8 @src_flag_in_arm_nuw(i8 noundef %x) {
  %c = icmp ult i8 %x, 100
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, 100
  ret i8 %r
b:
  ret i8 0
}
define i8 @tgt_flag_in_arm_nuw(i8 noundef %x) {
  %c = icmp ult i8 %x, 100
  br i1 %c, label %a, label %b
a:
  %r = add nuw i8 %x, 100
  ret i8 %r
b:
  ret i8 0
}

; expect: counterexample more-poisonous ; 99 + 100 is no signed byte
define i8 @src_flag_in_arm_nsw(i8 noundef %x) {
  %c = icmp ult i8 %x, 100
  br i1 %c, label %a, label %b
a:
  %r = add i8 %x, 100
  ret i8 %r
b:
  ret i8 0
}
define i8 @tgt_flag_in_arm_nsw(i8 noundef %x) {
  %c = icmp ult i8 %x, 100
  br i1 %c, label %a, label %b
a:
  %r = add nsw i8 %x, 100
  ret i8 %r
b:
  ret i8 0
}

; expect: refines ; an addition does no harm
define i8 @src_hoisted_add(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  %s = add i8 %x, %y
  ret i8 %s
b:
  ret i8 %x
}
define i8 @tgt_hoisted_add(i1 %c, i8 %x, i8 %y) {
  %s = add i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %s
b:
  ret i8 %x
}

; expect: counterexample source-more-defined ; a division may
define i8 @src_hoisted_div(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  %s = udiv i8 %x, %y
  ret i8 %s
b:
  ret i8 %x
}
define i8 @tgt_hoisted_div(i1 %c, i8 %x, i8 %y) {
  %s = udiv i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %s
b:
  ret i8 %x
}

; expect: refines ; a constant divisor is safe
define i8 @src_hoisted_div_const(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  %s = udiv i8 %x, 3
  ret i8 %s
b:
  ret i8 %x
}
define i8 @tgt_hoisted_div_const(i1 %c, i8 %x) {
  %s = udiv i8 %x, 3
  %r = select i1 %c, i8 %s, i8 %x
  ret i8 %r
}

; expect: refines ; less undefined behavior
define i8 @src_sunk_div(i1 %c, i8 %x, i8 %y) {
  %s = udiv i8 %x, %y
  br i1 %c, label %a, label %b
a:
  ret i8 %s
b:
  ret i8 %x
}
define i8 @tgt_sunk_div(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  %s = udiv i8 %x, %y
  ret i8 %s
b:
  ret i8 %x
}

; expect: counterexample source-more-defined ; b may be poison where a is false
define i8 @src_nested_branches_to_and(i1 %a, i1 %b, i8 %x, i8 %y) {
  br i1 %a, label %t, label %f
t:
  br i1 %b, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}
define i8 @tgt_nested_branches_to_and(i1 %a, i1 %b, i8 %x, i8 %y) {
  %c = and i1 %a, %b
  br i1 %c, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}

; expect: refines ; a logical and keeps b out
define i8 @src_nested_branches_to_and_logical(i1 %a, i1 %b, i8 %x, i8 %y) {
  br i1 %a, label %t, label %f
t:
  br i1 %b, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}
define i8 @tgt_nested_branches_to_and_logical(i1 %a, i1 %b, i8 %x, i8 %y) {
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}

; expect: counterexample source-more-defined ; d is looked at although c is false
define i8 @src_unswitch(i1 %c, i1 %d, i8 %x, i8 %y) {
  br i1 %c, label %t, label %f
t:
  br i1 %d, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}
define i8 @tgt_unswitch(i1 %c, i1 %d, i8 %x, i8 %y) {
  br i1 %d, label %t, label %f
t:
  br i1 %c, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}

; expect: refines ; a frozen d does no harm
define i8 @src_unswitch_frozen(i1 %c, i1 %d, i8 %x, i8 %y) {
  br i1 %c, label %t, label %f
t:
  br i1 %d, label %u, label %f
u:
  ret i8 %x
f:
  ret i8 %y
}
define i8 @tgt_unswitch_frozen(i1 %c, i1 %d, i8 %x, i8 %y) {
  %g = freeze i1 %d
  br i1 %g, label %t, label %f
t:
  br i1 %c, label %u, label %g2
u:
  ret i8 %x
g2:
  ret i8 %y
f:
  br i1 %c, label %h, label %h
h:
  ret i8 %y
}

; expect: refines ; either way
define i8 @src_phi_of_same(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ %x, %b ]
  ret i8 %r
}
define i8 @tgt_phi_of_same(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: counterexample more-poisonous ; undef does not become poison
define i8 @src_phi_with_undef(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ undef, %b ]
  ret i8 %r
}
define i8 @tgt_phi_with_undef(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: refines ; a pick of x is no poison
define i8 @src_phi_with_undef_frozen(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ undef, %b ]
  ret i8 %r
}
define i8 @tgt_phi_with_undef_frozen(i1 %c, i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}

; expect: refines ; poison becomes anything
define i8 @src_phi_with_poison(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %x, %a ], [ poison, %b ]
  ret i8 %r
}
define i8 @tgt_phi_with_poison(i1 %c, i8 %x) {
  ret i8 %x
}

; expect: refines ; a constant folds on its edge
define i8 @src_operation_through_phi(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %p = phi i8 [ %x, %a ], [ 5, %b ]
  %r = add i8 %p, 1
  ret i8 %r
}
define i8 @tgt_operation_through_phi(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  %s = add i8 %x, 1
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %s, %a ], [ 6, %b ]
  ret i8 %r
}

; expect: counterexample value-mismatch ; the constant must be folded
define i8 @src_operation_through_phi_unfolded(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %p = phi i8 [ %x, %a ], [ 5, %b ]
  %r = add i8 %p, 1
  ret i8 %r
}
define i8 @tgt_operation_through_phi_unfolded(i1 %c, i8 %x) {
  br i1 %c, label %a, label %b
a:
  %s = add i8 %x, 1
  br label %e
b:
  br label %e
e:
  %r = phi i8 [ %s, %a ], [ 5, %b ]
  ret i8 %r
}

; expect: refines ; one case is a comparison
define i8 @src_switch_to_compare(i8 %x, i8 %y) {
  switch i8 %x, label %d [ i8 3, label %a ]
a:
  ret i8 %y
d:
  ret i8 0
}
define i8 @tgt_switch_to_compare(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, 3
  br i1 %c, label %a, label %d
a:
  ret i8 %y
d:
  ret i8 0
}

; expect: refines ; or a select, which minds poison less
define i8 @src_switch_to_compare_select(i8 %x, i8 %y) {
  switch i8 %x, label %d [ i8 3, label %a ]
a:
  ret i8 %y
d:
  ret i8 0
}
define i8 @tgt_switch_to_compare_select(i8 %x, i8 %y) {
  %c = icmp eq i8 %x, 3
  %r = select i1 %c, i8 %y, i8 0
  ret i8 %r
}

; expect: refines ; three cases in a row
define i8 @src_switch_range(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %a
  i8 2, label %a ]
a:
  ret i8 1
d:
  ret i8 0
}
define i8 @tgt_switch_range(i8 %x) {
  %c = icmp ult i8 %x, 3
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; negative numbers are no case
define i8 @src_switch_range_signed(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %a
  i8 2, label %a ]
a:
  ret i8 1
d:
  ret i8 0
}
define i8 @tgt_switch_range_signed(i8 %x) {
  %c = icmp slt i8 %x, 3
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: counterexample value-mismatch ; 3 is no case
define i8 @src_switch_range_inclusive(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %a
  i8 2, label %a ]
a:
  ret i8 1
d:
  ret i8 0
}
define i8 @tgt_switch_range_inclusive(i8 %x) {
  %c = icmp ule i8 %x, 3
  %r = zext i1 %c to i8
  ret i8 %r
}

; expect: refines ; a straight line through the cases
define i8 @src_switch_table(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %b
  i8 2, label %c ]
a:
  ret i8 10
b:
  ret i8 13
c:
  ret i8 16
d:
  unreachable
}
define i8 @tgt_switch_table(i8 %x) {
  %m = mul i8 %x, 3
  %r = add i8 %m, 10
  ret i8 %r
}

; expect: refines ; the others never come
define i8 @src_switch_table_flags(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %b
  i8 2, label %c ]
a:
  ret i8 10
b:
  ret i8 13
c:
  ret i8 16
d:
  unreachable
}
define i8 @tgt_switch_table_flags(i8 %x) {
  %m = mul nuw nsw i8 %x, 3
  %r = add nuw nsw i8 %m, 10
  ret i8 %r
}

; expect: counterexample value-mismatch ; three apart, not two
define i8 @src_switch_table_slope(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 1, label %b
  i8 2, label %c ]
a:
  ret i8 10
b:
  ret i8 13
c:
  ret i8 16
d:
  unreachable
}
define i8 @tgt_switch_table_slope(i8 %x) {
  %m = mul i8 %x, 2
  %r = add i8 %m, 10
  ret i8 %r
}

; expect: refines ; the mask leaves two cases
define i8 @src_switch_dead_default(i8 %x) {
  %m = and i8 %x, 1
  switch i8 %m, label %d [ i8 0, label %a
  i8 1, label %b ]
a:
  ret i8 7
b:
  ret i8 9
d:
  ret i8 0
}
define i8 @tgt_switch_dead_default(i8 %x) {
  %m = and i8 %x, 1
  %c = icmp eq i8 %m, 0
  %r = select i1 %c, i8 7, i8 9
  ret i8 %r
}

; expect: refines ; a switch on undef is undefined behavior
define i8 @src_switch_on_undef() {
  switch i8 undef, label %d [ i8 3, label %a ]
a:
  ret i8 1
d:
  ret i8 0
}
define i8 @tgt_switch_on_undef() {
  unreachable
}

; expect: counterexample source-more-defined ; the source returns
define void @src_return_dropped(i8 %x) {
  ret void
}
define void @tgt_return_dropped(i8 %x) {
  unreachable
}

; expect: refines ; the mask does nothing
define i8 @src_assume_range(i8 %x) {
  %c = icmp ult i8 %x, 16
  call void @llvm.assume(i1 %c)
  %r = and i8 %x, 15
  ret i8 %r
}
define i8 @tgt_assume_range(i8 %x) {
  ret i8 %x
}

; expect: counterexample value-mismatch ; 8 to 15 are allowed
define i8 @src_assume_range_tighter(i8 %x) {
  %c = icmp ult i8 %x, 16
  call void @llvm.assume(i1 %c)
  %r = and i8 %x, 15
  ret i8 %r
}
define i8 @tgt_assume_range_tighter(i8 %x) {
  %r = and i8 %x, 7
  ret i8 %r
}

; expect: refines ; less undefined behavior
define i8 @src_assume_dropped(i8 %x) {
  %c = icmp ne i8 %x, 0
  call void @llvm.assume(i1 %c)
  ret i8 %x
}
define i8 @tgt_assume_dropped(i8 %x) {
  ret i8 %x
}

; expect: counterexample source-more-defined ; zero was allowed
define i8 @src_assume_invented(i8 %x) {
  ret i8 %x
}
define i8 @tgt_assume_invented(i8 %x) {
  %c = icmp ne i8 %x, 0
  call void @llvm.assume(i1 %c)
  ret i8 %x
}

; expect: refines ; the flag's case does not come
define i8 @src_assume_nonzero_ctlz(i8 noundef %x) {
  %c = icmp ne i8 %x, 0
  call void @llvm.assume(i1 %c)
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  ret i8 %r
}
define i8 @tgt_assume_nonzero_ctlz(i8 noundef %x) {
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 true)
  ret i8 %r
}

declare i8 @llvm.ctlz.i8(i8, i1)
declare void @llvm.assume(i1)
