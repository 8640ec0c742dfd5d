; Calls that nobody but the caller can observe.

declare void @put(i8)
declare i8 @map(i8) memory(none) nounwind willreturn
declare i8 @peek(i8) memory(read) nounwind willreturn
declare i8 @endless(i8) memory(none) nounwind
declare i8 @throwing(i8) memory(none) willreturn
declare i8 @table(i8) memory(none) nounwind willreturn speculatable
declare void @sure(i8) nounwind willreturn

; expect: refines ; its result has no use
define i8 @src_dropped(i8 %x) {
  %a = call i8 @map(i8 %x)
  ret i8 %x
}
define i8 @tgt_dropped(i8 %x) {
  ret i8 %x
}

; expect: counterexample return-domain ; the function may run forever
define i8 @src_dropped_endless(i8 %x) {
  %a = call i8 @endless(i8 %x)
  ret i8 0
}
define i8 @tgt_dropped_endless(i8 %x) {
  ret i8 0
}

; expect: counterexample return-domain ; the function may unwind
define i8 @src_dropped_throwing(i8 %x) {
  %a = call i8 @throwing(i8 %x)
  ret i8 0
}
define i8 @tgt_dropped_throwing(i8 %x) {
  ret i8 0
}

; expect: refines ; two calls may well be answered alike
define i8 @src_merged(i8 noundef %x) {
  %a = call i8 @map(i8 %x)
  %b = call i8 @map(i8 %x)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_merged(i8 noundef %x) {
  %a = call i8 @map(i8 %x)
  %r = shl i8 %a, 1
  ret i8 %r
}

; expect: refines ; the arguments are the same on the path where both calls are made
define i8 @src_merged_under_condition(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @map(i8 %x)
  %b = call i8 @map(i8 %y)
  %c = icmp eq i8 %x, %y
  %d = sub i8 %a, %b
  %r = select i1 %c, i8 %d, i8 %a
  ret i8 %r
}
define i8 @tgt_merged_under_condition(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @map(i8 %x)
  %c = icmp eq i8 %x, %y
  %r = select i1 %c, i8 0, i8 %a
  ret i8 %r
}

; expect: counterexample value-mismatch ; other arguments, another answer
define i8 @src_merged_wrongly(i8 noundef %x, i8 noundef %y) {
  %a = call noundef i8 @map(i8 %x)
  %b = call noundef i8 @map(i8 %y)
  ret i8 %b
}
define i8 @tgt_merged_wrongly(i8 noundef %x, i8 noundef %y) {
  %a = call noundef i8 @map(i8 %x)
  ret i8 %a
}

; expect: refines ; the order cannot be observed
define i8 @src_swapped(i8 %x, i8 %y) {
  %a = call i8 @map(i8 %x)
  %b = call i8 @peek(i8 %y)
  %r = add i8 %a, %b
  ret i8 %r
}
define i8 @tgt_swapped(i8 %x, i8 %y) {
  %b = call i8 @peek(i8 %y)
  %a = call i8 @map(i8 %x)
  %r = add i8 %a, %b
  ret i8 %r
}

; expect: refines ; a function that reads nothing does not see what was written, and what is undefined there is so before too
define i8 @src_moved_down(i8 noundef %x) {
  %a = call i8 @map(i8 %x)
  call void @sure(i8 1)
  ret i8 %a
}
define i8 @tgt_moved_down(i8 noundef %x) {
  call void @sure(i8 1)
  %a = call i8 @map(i8 %x)
  ret i8 %a
}

; expect: counterexample source-more-defined ; the first call may not return, and the second may be undefined
define i8 @src_moved_up(i8 noundef %x) {
  call void @put(i8 1)
  %a = call i8 @map(i8 %x)
  ret i8 %a
}
define i8 @tgt_moved_up(i8 noundef %x) {
  %a = call i8 @map(i8 %x)
  call void @put(i8 1)
  ret i8 %a
}

; expect: refines ; the first call returns
define i8 @src_moved_up_over_sure(i8 noundef %x) {
  call void @sure(i8 1)
  %a = call i8 @map(i8 %x)
  ret i8 %a
}
define i8 @tgt_moved_up_over_sure(i8 noundef %x) {
  %a = call i8 @map(i8 %x)
  call void @sure(i8 1)
  ret i8 %a
}

; expect: counterexample source-more-defined ; what it reads may have been written
define i8 @src_read_moved_up(i8 noundef %x) {
  call void @sure(i8 1)
  %a = call i8 @peek(i8 %x)
  ret i8 %a
}
define i8 @tgt_read_moved_up(i8 noundef %x) {
  %a = call i8 @peek(i8 %x)
  call void @sure(i8 1)
  ret i8 %a
}

; expect: refines ; nothing was written between
define i8 @src_read_twice(i8 noundef %x) {
  %a = call i8 @peek(i8 %x)
  %b = call i8 @peek(i8 %x)
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt_read_twice(i8 noundef %x) {
  %a = call i8 @peek(i8 %x)
  ret i8 0
}

; expect: counterexample value-mismatch ; something may have been written between
define i8 @src_read_around(i8 noundef %x) {
  %a = call i8 @peek(i8 %x)
  call void @sure(i8 1)
  %b = call i8 @peek(i8 %x)
  %r = sub i8 %a, %b
  ret i8 %r
}
define i8 @tgt_read_around(i8 noundef %x) {
  %a = call i8 @peek(i8 %x)
  call void @sure(i8 1)
  ret i8 0
}

; expect: counterexample source-more-defined ; the function may be undefined on what the other path does not pass
define i8 @src_speculated(i1 noundef %c, i8 noundef %x) {
  br i1 %c, label %a, label %b
a:
  %v = call i8 @map(i8 %x)
  ret i8 %v
b:
  ret i8 0
}
define i8 @tgt_speculated(i1 noundef %c, i8 noundef %x) {
  %v = call i8 @map(i8 %x)
  %r = select i1 %c, i8 %v, i8 0
  ret i8 %r
}

; expect: refines ; it is defined on everything and gives a result
define i8 @src_speculated_freely(i1 noundef %c, i8 noundef %x) {
  br i1 %c, label %a, label %b
a:
  %v = call i8 @table(i8 %x)
  ret i8 %v
b:
  ret i8 0
}
define i8 @tgt_speculated_freely(i1 noundef %c, i8 noundef %x) {
  %v = call i8 @table(i8 %x)
  %r = select i1 %c, i8 %v, i8 0
  ret i8 %r
}

; expect: counterexample value-mismatch ; the answer to poison is that to some value, but not to any that is wanted
define i8 @src_poison_argument() {
  %a = call i8 @map(i8 poison)
  ret i8 %a
}
define i8 @tgt_poison_argument() {
  %a = call i8 @map(i8 3)
  ret i8 5
}

; expect: refines ; the call on poison may be answered as the one on 3
define i8 @src_poison_refined() {
  %a = call i8 @map(i8 poison)
  ret i8 %a
}
define i8 @tgt_poison_refined() {
  %a = call i8 @map(i8 3)
  ret i8 %a
}

; expect: refines ; undef is passed on
define i8 @src_undef_passed_on(i8 %x) {
  %a = call i8 @map(i8 %x)
  %r = add i8 %a, 0
  ret i8 %r
}
define i8 @tgt_undef_passed_on(i8 %x) {
  %a = call i8 @map(i8 %x)
  ret i8 %a
}

; expect: counterexample more-poisonous ; the sum of two answers may wrap
define i8 @src_flag(i8 noundef %x) {
  %a = call noundef i8 @map(i8 %x)
  %r = add i8 %a, 1
  ret i8 %r
}
define i8 @tgt_flag(i8 noundef %x) {
  %a = call noundef i8 @map(i8 %x)
  %r = add nsw i8 %a, 1
  ret i8 %r
}
