; ==== ok: diamond with phi
define i8 @f(i1 %c) {
start:
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %r = phi i8 [ 1, %left ], [ 2, %right ]
  ret i8 %r
}
; ==== W1: label after a plain instruction
define i8 @f(i8 %a) {
start:
  %b = add i8 %a, 1
next:
  ret i8 %a
}
; ==== W1: last block open
define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  %x = select i1 %c, i8 1, i8 2
}
; ==== W2: loop back to the entry
define void @f(i1 %c) {
head:
  br i1 %c, label %head, label %out
out:
  ret void
}
; ==== W2: unreachable block branches to the entry
define void @f() {
head:
  ret void
dead:
  br label %head
}
; ==== W3: phi after freeze
define i8 @f(i8 %a) {
start:
  br label %next
next:
  %z = freeze i8 %a
  %p = phi i8 [ %a, %start ]
  ret i8 %p
}
; ==== W4: missing edge
define i8 @f(i1 %c) {
start:
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %r = phi i8 [ 1, %left ]
  ret i8 %r
}
; ==== W4: entry of a block that is no predecessor
define i8 @f(i1 %c) {
start:
  br i1 %c, label %left, label %join
left:
  br label %join
other:
  ret i8 0
join:
  %r = phi i8 [ 1, %left ], [ 2, %start ], [ 3, %other ]
  ret i8 %r
}
; ==== ok: parallel edges with one value each
define i8 @f(i8 %v) {
start:
  switch i8 %v, label %join [
    i8 1, label %join
    i8 2, label %join
  ]
join:
  %r = phi i8 [ %v, %start ], [ %v, %start ], [ %v, %start ]
  ret i8 %r
}
; ==== W4: parallel edges with two values
define i8 @f(i8 %v) {
start:
  switch i8 %v, label %join [
    i8 1, label %join
  ]
join:
  %r = phi i8 [ 4, %start ], [ 5, %start ]
  ret i8 %r
}
; ==== W4: one entry for two parallel edges
define i8 @f(i1 %c) {
start:
  br i1 %c, label %join, label %join
join:
  %r = phi i8 [ 4, %start ]
  ret i8 %r
}
; ==== W4: phi in the entry
define i8 @f() {
start:
  %r = phi i8 [ 4, %other ]
  ret i8 %r
other:
  ret i8 3
}
; ==== W4: right number of entries, wrong multiplicities
define i8 @f(i8 %v) {
start:
  switch i8 %v, label %join [
    i8 1, label %join
    i8 2, label %other
  ]
other:
  br label %join
join:
  %r = phi i8 [ 4, %start ], [ 5, %other ], [ 5, %other ]
  ret i8 %r
}
