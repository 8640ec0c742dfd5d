; ==== ok: one of each
define i8 @f(i8 %a, <2 x i8> %v, float %x, ptr %p, { i8, [2 x i16] } %s) {
  %b = add nsw i8 %a, 1
  %w = shl <2 x i8> %v, splat (i8 1)
  %c = icmp samesign ult <2 x i8> %v, %w
  %d = select <2 x i1> %c, <2 x i8> %v, <2 x i8> %w
  %e = extractelement <2 x i8> %d, i64 1
  %g = insertelement <2 x i8> %d, i8 %e, i8 0
  %h = shufflevector <2 x i8> %g, <2 x i8> %v, <3 x i32> <i32 0, i32 3, i32 poison>
  %i = fneg nnan float %x
  %j = fcmp fast oeq float %i, %x
  %k = select nsz i1 %j, float %i, float %x
  %l = fptosi float %k to i8
  %m = trunc nuw i8 %l to i3
  %n = zext nneg i3 %m to i8
  %o = extractvalue { i8, [2 x i16] } %s, 1, 1
  %q = insertvalue { i8, [2 x i16] } %s, i16 %o, 1, 0
  %r = ptrtoint ptr %p to i64
  %t = bitcast <2 x i8> %v to i16
  %u = freeze { i8, [2 x i16] } %q
  ret i8 %n
}
; ==== W5: operand of another width
define i8 @f(i8 %a, i16 %b) {
  %c = add i8 %a, %b
  ret i8 %c
}
; ==== W5: integer operation on floats
define float @f(float %a) {
  %c = add float %a, %a
  ret float %c
}
; ==== W5: float operation on integers
define i8 @f(i8 %a) {
  %c = fadd i8 %a, %a
  ret i8 %c
}
; ==== W5: shift of a pointer
define ptr @f(ptr %a) {
  %c = shl ptr %a, %a
  ret ptr %c
}
; ==== W5: return of another type
define i8 @f(i16 %a) {
  ret i16 %a
}
; ==== W5: return from void
define void @f(i16 %a) {
  ret i16 %a
}
; ==== W5: no value returned
define i8 @f() {
  ret void
}
; ==== W5: wide condition
define void @f(i8 %a) {
  br i8 %a, label %b, label %b
b:
  ret void
}
; ==== W5: switch case twice
define void @f(i8 %a) {
  switch i8 %a, label %b [
    i8 255, label %b
    i8 -1, label %b
  ]
b:
  ret void
}
; ==== W5: switch over floats
define void @f(float %a) {
  switch float %a, label %b [ ]
b:
  ret void
}
; ==== W5: icmp of floats
define i1 @f(float %a) {
  %c = icmp eq float %a, %a
  ret i1 %c
}
; ==== W5: fcmp of integers
define i1 @f(i8 %a) {
  %c = fcmp oeq i8 %a, %a
  ret i1 %c
}
; ==== W5: select with a wide condition
define i8 @f(i8 %a) {
  %c = select i8 %a, i8 %a, i8 1
  ret i8 %c
}
; ==== W5: select with lanes that do not match
define <3 x i8> @f(<2 x i1> %c, <3 x i8> %a) {
  %r = select <2 x i1> %c, <3 x i8> %a, <3 x i8> %a
  ret <3 x i8> %r
}
; ==== W5: trunc to the same width
define i8 @f(i8 %a) {
  %c = trunc i8 %a to i8
  ret i8 %c
}
; ==== W5: zext of a vector to a scalar
define i32 @f(<2 x i8> %a) {
  %c = zext <2 x i8> %a to i32
  ret i32 %c
}
; ==== W5: sext to narrower
define i4 @f(i8 %a) {
  %c = sext i8 %a to i4
  ret i4 %c
}
; ==== W5: bitcast to another size
define i32 @f(<2 x i8> %a) {
  %c = bitcast <2 x i8> %a to i32
  ret i32 %c
}
; ==== W5: bitcast of a pointer to an integer
define i64 @f(ptr %a) {
  %c = bitcast ptr %a to i64
  ret i64 %c
}
; ==== W5: fpext between formats of one width
define bfloat @f(half %a) {
  %c = fpext half %a to bfloat
  ret bfloat %c
}
; ==== W5: addrspacecast to the same space
define ptr @f(ptr %a) {
  %c = addrspacecast ptr %a to ptr
  ret ptr %c
}
; ==== W5: extractelement from a scalar
define i8 @f(i8 %a) {
  %c = extractelement i8 %a, i32 0
  ret i8 %c
}
; ==== W5: insertelement of another lane type
define <2 x i8> @f(<2 x i8> %a) {
  %c = insertelement <2 x i8> %a, i16 0, i32 0
  ret <2 x i8> %c
}
; ==== W5: shuffle lane out of range
define <2 x i8> @f(<2 x i8> %a) {
  %c = shufflevector <2 x i8> %a, <2 x i8> %a, <2 x i32> <i32 0, i32 4>
  ret <2 x i8> %c
}
; ==== W5: extractvalue beyond the struct
define i8 @f({ i8, i8 } %a) {
  %c = extractvalue { i8, i8 } %a, 2
  ret i8 %c
}
; ==== W5: insertvalue of another field type
define { i8, i16 } @f({ i8, i16 } %a) {
  %c = insertvalue { i8, i16 } %a, i8 1, 1
  ret { i8, i16 } %c
}
; ==== W5: phi of a value of another type
define i8 @f(i16 %a) {
start:
  br label %b
b:
  %c = phi i8 [ %a, %start ]
  ret i8 %c
}
; ==== W5: indirectbr on an integer
define void @f(i64 %a) {
  indirectbr i64 %a, [label %b]
b:
  ret void
}
