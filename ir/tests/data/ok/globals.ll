source_filename = "dir/na\22me.c"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl x"
module asm "quote \22 done"

$c1 = comdat any
$c2 = comdat exactmatch
$c3 = comdat largest
$c4 = comdat nodeduplicate
$c5 = comdat samesize
$"odd name" = comdat any

@0 = global i32 0
@1 = private constant ptr @0
@plain = global i32 1
@all = weak_odr dso_local hidden thread_local(localdynamic) unnamed_addr addrspace(1) externally_initialized constant i32 5, section ".data.x", partition "part", code_model "large", no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit, comdat($c1), align 16, !kind !0
@tls1 = thread_local global i32 0
@tls2 = thread_local(initialexec) global i32 0
@tls3 = external thread_local(localexec) global i32
@priv = private global i32 0
@int = internal global i32 0
@av = available_externally global i32 0
@lo = linkonce global i32 0
@loo = linkonce_odr global i32 0, comdat
@wk = weak global i32 0
@cm = common global i32 0
@ap = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@ew = extern_weak global i32
@ex = external global i32
@exd = external dllimport global i32
@de = dllexport global i32 0
@pr = protected global i32 0
@la = local_unnamed_addr global i32 0
@"odd name" = global i32 0, comdat
@attrs = global i32 0 #0
@"\01mangled" = global i32 0

$loo = comdat any

@alias1 = alias i32, ptr @plain
@alias2 = weak hidden thread_local unnamed_addr alias i32, ptr @tls1
@alias3 = internal alias i8, getelementptr inbounds (i8, ptr @plain, i64 2)
@alias4 = alias void (), ptr @fn, partition "p2"
@ifunc1 = ifunc void (), ptr @resolver
@ifunc2 = weak_odr dso_local ifunc i32 (i32), ptr @resolver

define weak_odr dso_local hidden fastcc i32 @full(i32 %x) unnamed_addr #0 section ".text.x" partition "p" comdat($c2) align 16 gc "statepoint-example" prefix i32 1 prologue i8 2 personality ptr @pers !kind !0 !dbg !1 {
  ret i32 %x
}

define void @fn() {
  ret void
}

define internal void @2() {
  call void @2()
  ret void
}

define ptr @resolver() {
  ret ptr @fn
}

declare extern_weak void @weak_decl()
declare dllimport void @imported()
declare !kind !0 void @attached(i32)
declare i32 @pers(...)

attributes #0 = { noinline "x" }

!llvm.module.flags = !{!2}
!llvm.dbg.cu = !{!3}
!0 = !{!"node"}
!1 = distinct !DISubprogram(name: "full", scope: !4, file: !4, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !3)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!4 = !DIFile(filename: "a.c", directory: "/")
!5 = !DISubroutineType(types: !6)
!6 = !{null}

