; Calls that others can observe: the same ones, in the same order, with arguments that refine.

declare void @put(i8)
declare i8 @get()
declare void @both(i8, i8)
declare void @sure(i8) nounwind willreturn
declare void @last(i8) noreturn
declare void @vector(<2 x i8>)
declare half @mix(half, <2 x i4>)

; expect: refines ; the argument is computed in another way
define void @src_same_argument(i8 %x) {
  %d = add i8 %x, %x
  call void @put(i8 %d)
  ret void
}
define void @tgt_same_argument(i8 %x) {
  %d = shl i8 %x, 1
  call void @put(i8 %d)
  ret void
}

; expect: counterexample source-more-defined ; 1 is not 2
define void @src_other_argument() {
  call void @put(i8 1)
  ret void
}
define void @tgt_other_argument() {
  call void @put(i8 2)
  ret void
}

; expect: counterexample memory-mismatch ; what the function writes is missed, even when it returns for certain
define i8 @src_dropped() {
  call void @sure(i8 1)
  ret i8 0
}
define i8 @tgt_dropped() {
  ret i8 0
}

; expect: counterexample source-more-defined ; once is not twice
define void @src_repeated() {
  call void @put(i8 1)
  ret void
}
define void @tgt_repeated() {
  call void @put(i8 1)
  call void @put(i8 1)
  ret void
}

; expect: counterexample source-more-defined ; the order can be observed
define void @src_swapped() {
  call void @put(i8 1)
  call void @put(i8 2)
  ret void
}
define void @tgt_swapped() {
  call void @put(i8 2)
  call void @put(i8 1)
  ret void
}

; expect: counterexample source-more-defined ; another function
define void @src_renamed() {
  call void @put(i8 1)
  ret void
}
define void @tgt_renamed() {
  call void @sure(i8 1)
  ret void
}

; expect: counterexample value-mismatch ; two answers may differ
define i8 @src_two_answers() {
  %a = call i8 @get()
  %b = call i8 @get()
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt_two_answers() {
  %a = call i8 @get()
  %b = call i8 @get()
  ret i8 0
}

; expect: refines ; the first answer is the first answer
define i8 @src_answers_by_order() {
  %a = call i8 @get()
  %b = call i8 @get()
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt_answers_by_order() {
  %a = call i8 @get()
  %b = call i8 @get()
  %n = sub i8 %b, %a
  %r = sub i8 0, %n
  ret i8 %r
}

; expect: refines ; one call after the branch instead of one on either side
define void @src_sunk(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  call void @put(i8 %x)
  br label %end
b:
  call void @put(i8 %y)
  br label %end
end:
  ret void
}
define void @tgt_sunk(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %v = phi i8 [ %x, %a ], [ %y, %b ]
  call void @put(i8 %v)
  ret void
}

; expect: counterexample source-more-defined ; on the other side it is not called
define void @src_hoisted(i1 noundef %c) {
  br i1 %c, label %a, label %end
a:
  call void @put(i8 1)
  br label %end
end:
  ret void
}
define void @tgt_hoisted(i1 noundef %c) {
  call void @put(i8 1)
  br i1 %c, label %a, label %end
a:
  br label %end
end:
  ret void
}

; expect: refines ; how many calls come before depends on the path, and is the same on both sides
define i8 @src_later_answer(i1 noundef %c) {
  br i1 %c, label %a, label %end
a:
  call void @put(i8 1)
  br label %end
end:
  %r = call i8 @get()
  %s = xor i8 %r, %r
  ret i8 %s
}
define i8 @tgt_later_answer(i1 noundef %c) {
  br i1 %c, label %a, label %end
a:
  call void @put(i8 1)
  br label %end
end:
  %r = call i8 @get()
  ret i8 0
}

; expect: refines ; poison may become anything
define void @src_poison_argument() {
  call void @put(i8 poison)
  ret void
}
define void @tgt_poison_argument() {
  call void @put(i8 7)
  ret void
}

; expect: counterexample source-more-defined ; a number may not become poison
define void @src_argument_made_poison(i8 %x) {
  %d = add i8 %x, 1
  call void @put(i8 %d)
  ret void
}
define void @tgt_argument_made_poison(i8 %x) {
  %d = add nuw i8 %x, 1
  call void @put(i8 %d)
  ret void
}

; expect: counterexample source-more-defined ; with x undef the two arguments may differ
define void @src_undef_twice(i8 %x) {
  %f = freeze i8 %x
  call void @both(i8 %f, i8 %f)
  ret void
}
define void @tgt_undef_twice(i8 %x) {
  call void @both(i8 %x, i8 %x)
  ret void
}

; expect: refines ; x is one value
define void @src_defined_twice(i8 noundef %x) {
  %f = freeze i8 %x
  call void @both(i8 %f, i8 %f)
  ret void
}
define void @tgt_defined_twice(i8 noundef %x) {
  call void @both(i8 %x, i8 %x)
  ret void
}

; expect: refines ; undef may be fixed before it is passed
define void @src_undef_fixed(i8 %x) {
  call void @both(i8 %x, i8 %x)
  ret void
}
define void @tgt_undef_fixed(i8 %x) {
  %f = freeze i8 %x
  call void @both(i8 %f, i8 %f)
  ret void
}

; expect: counterexample source-more-defined ; the function may not return, so what comes after it excuses nothing
define void @src_undefined_after() {
  call void @put(i8 1)
  unreachable
}
define void @tgt_undefined_after() {
  unreachable
}

; expect: refines ; the function returns, and then everything is allowed
define void @src_undefined_after_sure() {
  call void @sure(i8 1)
  unreachable
}
define void @tgt_undefined_after_sure() {
  unreachable
}

; expect: counterexample source-more-defined ; a division by zero must wait for the call before it
define i8 @src_division_after(i8 noundef %x) {
  call void @put(i8 1)
  %r = udiv i8 9, %x
  ret i8 %r
}
define i8 @tgt_division_after(i8 noundef %x) {
  %r = udiv i8 9, %x
  call void @put(i8 1)
  ret i8 %r
}

; expect: refines ; a division that is defined need not wait
define i8 @src_defined_division_after(i8 noundef %x) {
  call void @put(i8 1)
  %o = or i8 %x, 1
  %r = udiv i8 9, %o
  ret i8 %r
}
define i8 @tgt_defined_division_after(i8 noundef %x) {
  %o = or i8 %x, 1
  %r = udiv i8 9, %o
  call void @put(i8 1)
  ret i8 %r
}

; expect: refines ; nothing comes after a call that does not return
define i8 @src_no_return(i8 %x) {
  call void @last(i8 %x)
  ret i8 1
}
define i8 @tgt_no_return(i8 %x) {
  call void @last(i8 %x)
  ret i8 2
}

; expect: refines ; which of the calls is made is the source's choice
define void @src_choice() {
  %c = freeze i1 undef
  br i1 %c, label %a, label %b
a:
  call void @put(i8 1)
  ret void
b:
  call void @put(i8 2)
  ret void
}
define void @tgt_choice() {
  call void @put(i8 2)
  ret void
}

; expect: counterexample source-more-defined ; 3 is not among the choices
define void @src_other_choice() {
  %c = freeze i1 undef
  br i1 %c, label %a, label %b
a:
  call void @put(i8 1)
  ret void
b:
  call void @put(i8 2)
  ret void
}
define void @tgt_other_choice() {
  call void @put(i8 3)
  ret void
}

; expect: refines ; lane by lane the same
define void @src_lanes(<2 x i8> %v) {
  %d = add <2 x i8> %v, %v
  call void @vector(<2 x i8> %d)
  ret void
}
define void @tgt_lanes(<2 x i8> %v) {
  %d = shl <2 x i8> %v, splat (i8 1)
  call void @vector(<2 x i8> %d)
  ret void
}

; expect: counterexample source-more-defined ; the second lane differs
define void @src_one_lane(<2 x i8> %v) {
  call void @vector(<2 x i8> %v)
  ret void
}
define void @tgt_one_lane(<2 x i8> %v) {
  %w = insertelement <2 x i8> %v, i8 0, i8 1
  call void @vector(<2 x i8> %w)
  ret void
}

; expect: refines ; numbers of several kinds
define half @src_mixed(half %h, <2 x i4> %v) {
  %n = fneg half %h
  %r = call half @mix(half %n, <2 x i4> %v)
  %s = fneg half %r
  %t = fneg half %s
  ret half %t
}
define half @tgt_mixed(half %h, <2 x i4> %v) {
  %n = fneg half %h
  %r = call half @mix(half %n, <2 x i4> %v)
  ret half %r
}
