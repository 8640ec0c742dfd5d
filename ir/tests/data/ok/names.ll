; Names that need quotes, numbers, forward references, comments.
/* a block
   comment */ @"a b" = global i32 0 ; trailing
@"\E4\F6" = global i32 0
@"utf8 é" = global i32 0
@-x = global i32 0
@$dollar.dot = global i32 0
@"" = global i32 0

define i32 @"quoted fn"(i32 %0, i32 %"a b", i32 %-n, i32 %1) {
  br label %"loop head"

"loop head":                                      ; preds = %"loop head", %2
  %3 = phi i32 [ %0, %2 ], [ %"next\0Avalue", %"loop head" ]
  %"next\0Avalue" = add i32 %3, %"a b"
  %"7" = icmp eq i32 %"next\0Avalue", %-n
  br i1 %"7", label %4, label %"loop head"

4:
  %x.y$z = phi i32 [ %0, %"loop head" ], [ %later, %-1a ]
  br label %5

5:                                                ; preds = %4
  ret i32 %x.y$z

-1a:
  %later = add i32 1, 2
  br label %4
}

define void @callbacks() {
  call void @"\E4fn"()
  ret void
}

declare void @"\E4fn"()
