; Loops that never end: an outcome like any other, unless the loop has to make progress.

; expect: counterexample return-domain ; the loop that was removed never ends for odd numbers
define i8 @src_removed(i8 noundef %x) {
entry:
  %odd = trunc i8 %x to i1
  br label %loop
loop:
  br i1 %odd, label %loop, label %done
done:
  ret i8 1
}
define i8 @tgt_removed(i8 noundef %x) {
  ret i8 1
}

; expect: refines ; it has to make progress, so it ends
define i8 @src_removed_with_progress(i8 noundef %x) mustprogress {
entry:
  %odd = trunc i8 %x to i1
  br label %loop
loop:
  br i1 %odd, label %loop, label %done
done:
  ret i8 1
}
define i8 @tgt_removed_with_progress(i8 noundef %x) mustprogress {
  ret i8 1
}

; expect: refines ; the loop itself says that it makes progress
define i8 @src_promise_of_the_loop(i8 noundef %x) {
entry:
  %odd = trunc i8 %x to i1
  br label %loop
loop:
  br i1 %odd, label %loop, label %done, !llvm.loop !0
done:
  ret i8 1
}
define i8 @tgt_promise_of_the_loop(i8 noundef %x) {
  ret i8 1
}

; expect: counterexample return-domain ; the wrong exit condition is never met
define i8 @src_missed_exit(i8 noundef %x) {
  ret i8 9
}
define i8 @tgt_missed_exit(i8 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i8 %i, 2
  %there = icmp eq i8 %i.next, 9
  br i1 %there, label %done, label %loop
done:
  ret i8 %i.next
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
