; ==== ok: direct, indirect, variadic, assembly
define i8 @f(ptr %p, i8 %a) {
  %b = call i8 @g(i8 zeroext %a)
  %c = call i8 %p(i8 %b, i16 3)
  %d = call i32 (ptr, ...) @printf(ptr %p, i8 %c, double 1.0)
  call void asm sideeffect "nop", ""()
  %e = tail call i8 @g(i8 signext range(i8 0, 5) %c)
  ret i8 %e
}
declare i8 @g(i8)
declare i32 @printf(ptr, ...)
; ==== ok: function type that differs from the declaration
define i8 @f() {
  %b = call i8 @g(i16 1)
  ret i8 %b
}
declare i32 @g(i8)
; ==== W5: too few arguments
define void @f() {
  call void (i8) @g()
  ret void
}
declare void @g(i8)
; ==== W5: argument of another type
define void @f(i8 %a) {
  call void (i16) @g(i8 %a)
  ret void
}
declare void @g(i16)
; ==== W5: call of an integer
define void @f(i64 %p) {
  call void %p()
  ret void
}
; ==== W5: two deopt bundles
define void @f() {
  call void @g() [ "deopt"(), "deopt"() ]
  ret void
}
declare void @g()
; ==== ok: musttail
define void @f(ptr sret(i32) %q, i8 %a) {
  musttail call void %q(ptr sret(i32) %q, i8 %a)
  ret void
}
; ==== musttail: result is not returned
define i8 @f(i8 %a) {
  %r = musttail call i8 @f(i8 %a)
  ret i8 %a
}
; ==== musttail: work after the call
define i8 @f(i8 %a) {
  %r = musttail call i8 @f(i8 %a)
  %b = add i8 %r, 1
  ret i8 %r
}
; ==== musttail: other parameters
define i8 @f(i8 %a) {
  %r = musttail call i8 @g(i16 0)
  ret i8 %r
}
declare i8 @g(i16)
; ==== musttail: other calling convention
define i8 @f(i8 %a) {
  %r = musttail call fastcc i8 @g(i8 %a)
  ret i8 %r
}
declare fastcc i8 @g(i8)
; ==== musttail: other way to pass an argument
define void @f(ptr %a) {
  musttail call void @g(ptr byval(i32) %a)
  ret void
}
declare void @g(ptr byval(i32))
; ==== musttail: other return type
define i8 @f(i8 %a) {
  %r = musttail call i16 @g(i8 %a)
  ret i8 undef
}
declare i16 @g(i8)
