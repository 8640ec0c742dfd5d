; What attributes of calls and declarations promise.

declare void @put(i8)
declare void @strict(i8 noundef)
declare i8 @any()
declare range(i8 0, 100) i8 @small()
declare i8 @same(i8 returned)
declare float @number() memory(none) nounwind willreturn

; expect: refines ; x is neither undef nor poison after the call
define i8 @src_defined_after(i8 %x) {
  call void @strict(i8 %x)
  %r = freeze i8 %x
  ret i8 %r
}
define i8 @tgt_defined_after(i8 %x) {
  call void @strict(i8 %x)
  ret i8 %x
}

; expect: counterexample source-more-defined ; before the call it may be
define i1 @src_defined_before(i1 %x) {
  %f = freeze i1 %x
  br i1 %f, label %a, label %b
a:
  call void @put(i8 1)
  ret i1 %f
b:
  call void @put(i8 2)
  ret i1 %f
}
define i1 @tgt_defined_before(i1 %x) {
  br i1 %x, label %a, label %b
a:
  call void @put(i8 1)
  ret i1 %x
b:
  call void @put(i8 2)
  ret i1 %x
}

; expect: counterexample more-poisonous ; the answer may be poison
define i8 @src_frozen_answer() {
  %a = call i8 @any()
  %f = freeze i8 %a
  ret i8 %f
}
define i8 @tgt_frozen_answer() {
  %a = call i8 @any()
  ret i8 %a
}

; expect: counterexample value-mismatch ; the answer may be undef, and then each half another value
define i8 @src_doubled_answer() {
  %a = call i8 @any()
  %r = shl i8 %a, 1
  ret i8 %r
}
define i8 @tgt_doubled_answer() {
  %a = call i8 @any()
  %r = add i8 %a, %a
  ret i8 %r
}

; expect: refines ; one value twice
define i8 @src_doubled_noundef() {
  %a = call noundef i8 @any()
  %r = shl i8 %a, 1
  ret i8 %r
}
define i8 @tgt_doubled_noundef() {
  %a = call noundef i8 @any()
  %r = add i8 %a, %a
  ret i8 %r
}

; expect: refines ; the answer is a value
define i8 @src_frozen_noundef() {
  %a = call noundef i8 @any()
  %f = freeze i8 %a
  ret i8 %f
}
define i8 @tgt_frozen_noundef() {
  %a = call noundef i8 @any()
  ret i8 %a
}

; expect: counterexample source-more-defined ; the target promises what the source does not
define void @src_promise_added() {
  %a = call i8 @any()
  ret void
}
define void @tgt_promise_added() {
  %a = call noundef i8 @any()
  ret void
}

; expect: refines ; a promise may be forgotten
define void @src_promise_dropped() {
  %a = call noundef i8 @any() willreturn nounwind
  ret void
}
define void @tgt_promise_dropped() {
  %a = call i8 @any()
  ret void
}

; expect: counterexample source-more-defined ; the function may run forever
define void @src_return_promised() {
  %a = call i8 @any()
  ret void
}
define void @tgt_return_promised() {
  %a = call i8 @any() willreturn
  ret void
}

; expect: refines ; the answer is below 100, or poison
define i1 @src_in_range() {
  %a = call i8 @small()
  %r = icmp ult i8 %a, 100
  ret i1 %r
}
define i1 @tgt_in_range() {
  %a = call i8 @small()
  ret i1 true
}

; expect: counterexample value-mismatch ; 99 is one of the answers
define i1 @src_outside_range() {
  %a = call i8 @small()
  %r = icmp ult i8 %a, 99
  ret i1 %r
}
define i1 @tgt_outside_range() {
  %a = call i8 @small()
  ret i1 true
}

; expect: refines ; the result is the argument, or poison
define i8 @src_returned(i8 noundef %x) {
  %a = call i8 @same(i8 %x)
  ret i8 %a
}
define i8 @tgt_returned(i8 noundef %x) {
  %a = call i8 @same(i8 %x)
  ret i8 %x
}

; expect: refines ; a NaN would be poison
define i1 @src_no_nan() {
  %a = call nnan float @number()
  %r = fcmp uno float %a, 0.0
  ret i1 %r
}
define i1 @tgt_no_nan() {
  ret i1 false
}

; expect: counterexample value-mismatch ; the answer may be a NaN
define i1 @src_maybe_nan() {
  %a = call float @number()
  %r = fcmp uno float %a, 0.0
  ret i1 %r
}
define i1 @tgt_maybe_nan() {
  ret i1 false
}

; expect: counterexample source-more-defined ; a narrow argument is passed in another way
define void @src_extension(i8 %x) {
  call void @put(i8 zeroext %x)
  ret void
}
define void @tgt_extension(i8 %x) {
  call void @put(i8 signext %x)
  ret void
}

; expect: refines ; a function that may not unwind is undefined where a call in it does, and so is one that must return
define void @src_own_promise() nounwind willreturn {
  call void @put(i8 1)
  unreachable
}
define void @tgt_own_promise() nounwind willreturn {
  unreachable
}
