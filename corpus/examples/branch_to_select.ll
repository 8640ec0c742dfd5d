; A diamond folded into one select. The branch on a poison condition is undefined behaviour, the select is only poison.
; expect: refines

define i16 @src(i16 %x, i16 %y) {
entry:
  %less = icmp slt i16 %x, %y
  br i1 %less, label %then, label %else
then:
  br label %join
else:
  br label %join
join:
  %r = phi i16 [ %x, %then ], [ %y, %else ]
  ret i16 %r
}

define i16 @tgt(i16 %x, i16 %y) {
  %less = icmp slt i16 %x, %y
  %r = select i1 %less, i16 %x, i16 %y
  ret i16 %r
}
