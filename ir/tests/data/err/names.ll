@g = global i32 0
@g = global i32 1 ; error: multiple-definition redefinition of global '@g'
@p = global ptr @nowhere ; error: undefined-value use of undefined value '@nowhere'
@q = global ptr addrspace(1) @g ; error: W5 '@g' defined with type 'ptr' but expected 'ptr addrspace(1)'
@r = global ptr blockaddress(@f, %none) ; error: undefined-value not a basic block
%t = type { i32 }
%t = type { i64 } ; error: multiple-definition redefinition of type '%t'
@s = external global { %gone, ptr } ; error: undefined-type '%gone'
$c = comdat any
$c = comdat any ; error: multiple-definition comdat '$c'
@u = global i32 0, comdat($missing) ; error: undefined-value comdat '$missing'

define i32 @f(i32 %x, i32 %x) { ; error: multiple-definition '%x'
  %a = add i32 %x, %ghost ; error: undefined-value '%ghost'
  %a = add i32 %x, 2 ; error: multiple-definition '%a'
  %5 = add i32 %x, 1
  %2 = add i32 %x, 1 ; error: multiple-definition expected to be numbered '%6' or greater
  br label %nowhere ; error: undefined-value '%nowhere'
}

define void @f() { ; error: multiple-definition '@f'
  ret void
}

define void @labels(i32 %v) {
b:
  br label %c
b: ; error: multiple-definition '%b'
  br label %v ; error: W5 '%v' is not a basic block
c:
  %w = add i32 %b, 1 ; error: W5 '%b' is a basic block
  ret void
}

!0 = !{!7} ; error: undefined-metadata '!7'
!0 = !{} ; error: multiple-definition '!0'
