define i32 @f(i32 %a, i32* %p) {
  call void @llvm.dbg.value(metadata !{i32 %a}, i64 0, metadata !4), !dbg !6
  call void @llvm.dbg.value(metadata i32 %a, i64 0, metadata !4, metadata !MDExpression()), !dbg !6
  call void @llvm.dbg.value(metadata i32 %a, i64 4, metadata !4, metadata !MDExpression()), !dbg !6
  call void @llvm.dbg.declare(metadata !{i32* %p}, metadata !4), !dbg !6
  call void @llvm.dbg.value(metadata !{i32 7}, i64 0, metadata !4), !dbg !6
  %v = load i32* %p, !tbaa !0, !range !3
  %w = load i32* %p, !tbaa !7
  ret i32 %v, !dbg !MDLocation(line: 4, scope: !5)
}

declare void @llvm.dbg.value(metadata, i64, metadata)
declare void @llvm.dbg.declare(metadata, metadata)

!named = !{!2}
!0 = metadata !{metadata !"int", metadata !1}
!1 = metadata !{metadata !"char", null}
!2 = metadata !{i32 4, metadata !"s", metadata !{metadata !1}, null, i32* null}
!3 = !{i32 0, i32 9}
!4 = !MDLocalVariable(name: "a", scope: !5)
!5 = distinct !MDSubprogram(name: "f", scope: null)
!6 = !MDLocation(line: 3, column: 1, scope: !5)
!7 = metadata !{metadata !"const", metadata !1, i64 1}
