; Calls of every form, calling conventions, bundles, inline assembly.
declare i32 @f(i32, ptr)
declare void @v(i32, ...)
declare fastcc void @fast()
declare ptr addrspace(1) @obj(ptr addrspace(1))
declare void @in_space() addrspace(3)
declare x86_stdcallcc void @std()
declare cc 1023 void @numbered()
declare amdgpu_kernel void @kernel()
declare swifttailcc void @swift(ptr swiftself, ptr swiftasync)
declare riscv_vls_cc(256) void @vls()

define i32 @caller(i32 %x, ptr %p, ptr addrspace(3) %q) personality ptr @pers {
  %1 = call i32 @f(i32 %x, ptr null)
  %2 = tail call i32 @f(i32 noundef %x, ptr nonnull align 8 dereferenceable(16) %p) #0
  %3 = notail call zeroext i32 %p(i32 signext 5)
  call void (i32, ...) @v(i32 1, double 2.0, ptr @f)
  call fastcc void @fast() builtin #1
  call addrspace(3) void @in_space()
  call addrspace(3) void %q()
  call x86_stdcallcc void @std()
  call cc 1023 void @numbered()
  %4 = call fast nofpclass(nan inf) float @sqrt(float 1.0)
  call void asm sideeffect "nop", ""()
  %5 = call i32 asm alignstack inteldialect unwind "mov $0, $1", "=r,r,~{memory}"(i32 %x)
  call void @fast() [ "deopt"(i32 1, ptr %p), "empty"() ]
  call void inttoptr (i64 64 to ptr)(i32 1)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %6 = call nnan nsz <2 x double> @vec(<2 x double> zeroinitializer)
  %7 = call range(i32 0, 5) i32 @f(i32 range(i32 -4, 7) %x, ptr undef)
  call void @llvm.foo.unknown()
  ret i32 %2
}

define void @must(ptr byval(i32) align 4 %x, ...) {
  musttail call void (ptr, ...) @must(ptr byval(i32) align 4 %x, ...)
  ret void
}

define i32 @jumps(i32 %x) {
  %r = callbr i32 asm "bla", "=r,!i,!i,r"(i32 %x) #1
          to label %a [label %b, label %c]

a:
  ret i32 %r

b:
  ret i32 0

c:
  ret i32 1
}

declare float @sqrt(float)
declare <2 x double> @vec(<2 x double>)
declare i32 @pers(...)
declare void @llvm.assume(i1 noundef)
declare void @llvm.foo.unknown()

attributes #0 = { nounwind }
attributes #1 = { cold "key" }
