define void @empty() { ; error: W1 at least one basic block
}

define i32 @open(i32 %n) {
top:
  %v = add i32 %n, 1 ; error: W1 block '%top' does not end in a terminator
next:
  %w = mul i32 %v, 2 ; error: W1 block '%next'
}

define void @labels() {
a: ; error: W1 block '%a'
b:
  ret void
}

define void @numbered(i1 %c) {
  br i1 %c, label %1, label %2
1:
  %x = add i32 1, 1 ; error: W1 block '%1'
2:
  ret void
}
