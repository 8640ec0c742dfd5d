; ==== ok: globals
@a = external global i8
@b = extern_weak global i8
@c = common global i32 0, align 4
@d = private unnamed_addr constant i8 1
@e = alias i8, ptr @d
declare extern_weak void @f()
; ==== W5: initialiser of another type
@a = global [2 x i8] zeroinitializer
@b = global ptr addrspace(1) @a
; ==== global: common with a value
@c = common global i32 1
; ==== global: alias of a declaration
@a = external global i8
@b = alias i8, ptr @a
; ==== global: aliases in a circle
@a = alias i8, ptr @b
@b = alias i8, ptr @a
; ==== global: internal declaration
declare internal void @f()
; ==== global: external weak definition
define extern_weak void @f() {
  ret void
}
; ==== global: struct that contains itself
%s = type { i8, %s }
@a = external global %s
; ==== W5: function that takes a label
declare void @f(label)
; ==== W5: function that returns a label
declare label @f()
; ==== W5: metadata parameter
declare void @f(metadata)
; ==== datalayout: alignment
target datalayout = "e-i64:24"
; ==== ok: datalayout
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; ==== global: hidden private
@a = private hidden global i8 0
; ==== global: scalable vector
@a = external global <vscale x 2 x i8>
