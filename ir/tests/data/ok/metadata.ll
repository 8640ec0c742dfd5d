; Metadata in every form.
@g = global i32 0, !md !0, !range !{i32 0, i32 5}

define i32 @f(ptr %p, i1 %c) !attached !0 !also !{!"inline"} {
  %v = load i32, ptr %p, align 4, !range !1, !noundef !2, !dotted.name !0, !odd\20name !3
  br i1 %c, label %a, label %b, !prof !4, !inline !{!{!"deep", !0}, null, i32 7, !5}

a:
  %r = call i32 @llvm.read_register.i32(metadata !6), !dbg !DILocation(line: 3, column: 4, scope: !8)
  ret i32 %r

b:
  call void @llvm.experimental.noalias.scope.decl(metadata !12)
  %s = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 2.0, metadata !"round.dynamic", metadata !"fpexcept.ignore") #0
  call void @llvm.takes(metadata i32 %v)
  call void @llvm.takes(metadata ptr @g)
  call void @llvm.takes(metadata i32 7)
  call void @llvm.takes(metadata !{})
  call void @llvm.takes(metadata !DIExpression(DW_OP_deref))
  ret i32 %v
}

declare void @llvm.takes(metadata)
declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)

attributes #0 = { strictfp }

!named = !{!0, !1, !8, !DIExpression()}
!empty = !{}
!odd\2Ename\5C = !{!0}
!llvm.module.flags = !{!7}

!0 = !{!"text", i32 4, float 1.5, ptr @g, null, !"esc\00\22"}
!1 = !{i32 0, i32 5, i32 8, i32 -3}
!2 = !{}
!3 = distinct !{!3, !0}
!4 = !{!"branch_weights", i32 1, i32 2}
!5 = distinct !{!5}
!6 = !{!"rsp"}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = distinct !DISubprogram(name: "f", scope: null, spFlags: DISPFlagDefinition, unit: !9)
!9 = distinct !DICompileUnit(language: DW_LANG_C99, file: !10, producer: "q \22", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!10 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_SHA1, checksum: "0123456789012345678901234567890123456789", source: "int\0A")
!11 = distinct !{!11, !"domain"}
!12 = !{!13}
!13 = distinct !{!13, !11}
