; Loops that count: fixed numbers of rounds are proved for good, others up to a bound.

; expect: refines ; four times the same summand
define i32 @src_four_rounds(i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %sum.next = add i32 %sum, %x
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 4
  br i1 %more, label %loop, label %done
done:
  ret i32 %sum.next
}
define i32 @tgt_four_rounds(i32 %x) {
  %r = shl i32 %x, 2
  ret i32 %r
}

; expect: counterexample value-mismatch ; a do-while loop goes round once even for zero
define i8 @src_at_least_once(i8 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i8 %i, 1
  %more = icmp ult i8 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i8 %i.next
}
define i8 @tgt_at_least_once(i8 noundef %n) {
  ret i8 %n
}

; expect: refines ; the loop ends when the counter has reached the limit, however many rounds that takes
define i64 @src_up_to_the_limit(i64 noundef %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %i.next = add nuw i64 %i, 1
  br label %head
done:
  ret i64 %i
}
define i64 @tgt_up_to_the_limit(i64 noundef %n) {
  ret i64 %n
}

; expect: refines ; the lowest set bit is cleared until none is left
define i16 @src_bits(i16 noundef %x) {
entry:
  br label %head
head:
  %v = phi i16 [ %x, %entry ], [ %v.next, %body ]
  %count = phi i16 [ 0, %entry ], [ %count.next, %body ]
  %none = icmp eq i16 %v, 0
  br i1 %none, label %done, label %body
body:
  %below = sub i16 %v, 1
  %v.next = and i16 %v, %below
  %count.next = add i16 %count, 1
  br label %head
done:
  ret i16 %count
}
define i16 @tgt_bits(i16 noundef %x) {
  %count = call i16 @llvm.ctpop.i16(i16 %x)
  ret i16 %count
}

; expect: counterexample source-more-defined ; the division moves out of a loop that may go round zero times
define i8 @src_hoisted_division(i8 noundef %n, i8 noundef %d) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i8 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i8 %i, %n
  br i1 %more, label %body, label %done
body:
  %q = udiv i8 100, %d
  %sum.next = add i8 %sum, %q
  %i.next = add i8 %i, 1
  br label %head
done:
  ret i8 %sum
}
define i8 @tgt_hoisted_division(i8 noundef %n, i8 noundef %d) {
entry:
  %q = udiv i8 100, %d
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i8 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i8 %i, %n
  br i1 %more, label %body, label %done
body:
  %sum.next = add i8 %sum, %q
  %i.next = add i8 %i, 1
  br label %head
done:
  ret i8 %sum
}

declare i16 @llvm.ctpop.i16(i16)
