define i32 @f(i32 %a, ptr %p) {
    #dbg_value(i32 %a, !4, !DIExpression(), !6)
    #dbg_value(i32 %a, !4, !DIExpression(), !6)
    #dbg_declare(ptr %p, !4, !DIExpression(), !6)
    #dbg_value(!{i32 7}, !4, !DIExpression(), !6)
  %v = load i32, ptr %p, !tbaa !8, !range !3
  %w = load i32, ptr %p, !tbaa !10
  ret i32 %v, !dbg !DILocation(line: 4, scope: !5)
}

!named = !{!2}
!0 = !{!"int", !1}
!1 = !{!"char", null}
!2 = !{i32 4, !"s", !{!1}, null, ptr null}
!3 = !{i32 0, i32 9}
!4 = !DILocalVariable(name: "a", scope: !5)
!5 = distinct !DISubprogram(name: "f", scope: null)
!6 = !DILocation(line: 3, column: 1, scope: !5)
!7 = !{!"const", !1, i64 1}
!8 = !{!0, !0, i64 0}
!9 = !{!"const", !1}
!10 = !{!9, !9, i64 0, i64 1}
