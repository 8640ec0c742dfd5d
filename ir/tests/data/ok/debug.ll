; Debug records and nodes.
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !8, !DIExpression(), !9)
    #dbg_value(!DIArgList(i32 %a, i32 3, ptr %p), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
    #dbg_value(!{}, !8, !DIExpression(), !9)
    #dbg_value(i32 poison, !8, !DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_LLVM_fragment, 0, 16), !9)
  %x = alloca i32, align 4, !DIAssignID !10
    #dbg_declare(ptr %x, !8, !DIExpression(), !9)
    #dbg_assign(i1 undef, !8, !DIExpression(), !10, ptr %x, !DIExpression(), !9)
  store i32 %a, ptr %x, align 4, !dbg !9
    #dbg_label(!11, !DILocation(line: 9, scope: !4))
    #dbg_value(i32 0, !8, !DIExpression(), !12)
  ret void, !dbg !12
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1, !2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "p", isOptimized: true, flags: "-O2", runtimeVersion: 1, splitDebugFilename: "s.dwo", emissionKind: LineTablesOnly, enums: !5, retainedTypes: !5, globals: !13, imports: !14, macros: !15, dwoId: 12345678901234567890, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/", sdk: "sdk")
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !DIFile(filename: "a.cpp", directory: "/d")
!4 = distinct !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !3, file: !3, line: 1, type: !6, scopeLine: 1, containingType: !20, virtualIndex: 2, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !16, declaration: !19, retainedNodes: !5, thrownTypes: !5, annotations: !5)
!5 = !{}
!6 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_nocall, types: !7)
!7 = !{null, !17}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !4, file: !3, line: 1, type: !17, flags: DIFlagArtificial, align: 32)
!9 = !DILocation(line: 1, column: 2, scope: !18, inlinedAt: !12, isImplicitCode: true)
!10 = distinct !DIAssignID()
!11 = !DILabel(scope: !4, name: "l", file: !3, line: 3)
!12 = distinct !DILocation(line: 0, scope: !4)
!13 = !{!21}
!14 = !{!22}
!15 = !{!23}
!16 = !{!24, !25}
!17 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!18 = distinct !DILexicalBlock(scope: !4, file: !3, line: 2, column: 5)
!19 = !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !6, spFlags: 0)
!20 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", scope: !3, file: !3, line: 1, baseType: !17, size: 64, align: 8, offset: 8, flags: DIFlagPublic, elements: !26, runtimeLang: DW_LANG_C_plus_plus, vtableHolder: !20, templateParams: !5, identifier: "_ZTS1C")
!21 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression(DW_OP_plus_uconst, 8))
!22 = !DIImportedEntity(tag: DW_TAG_imported_module, name: "x", scope: !0, entity: !28, file: !3, line: 1)
!23 = !DIMacroFile(line: 1, file: !3, nodes: !29)
!24 = !DITemplateTypeParameter(name: "T", type: !17, defaulted: true)
!25 = !DITemplateValueParameter(tag: DW_TAG_template_value_parameter, name: "V", type: !17, value: i32 -7)
!26 = !{!30, !31, !32, !33}
!27 = distinct !DIGlobalVariable(name: "g", linkageName: "g", scope: !0, file: !3, line: 1, type: !17, isLocal: true, isDefinition: true, align: 64)
!28 = !DINamespace(name: "n", scope: null, exportSymbols: true)
!29 = !{!34}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !20, file: !3, line: 2, baseType: !17, size: 3, offset: 5, flags: DIFlagBitField | DIFlagPrivate, extraData: i64 0)
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64, dwarfAddressSpace: 1)
!32 = !DISubrange(count: !8, lowerBound: -1)
!33 = !DIEnumerator(name: "E", value: -170141183460469231731687303715884105728)
!34 = !DIMacro(type: DW_MACINFO_define, line: 3, name: "M", value: "1 \5C 2")
!35 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_push_object_address), upperBound: !8, stride: !DIExpression(DW_OP_constu, 4))
!36 = !DIObjCProperty(name: "p", file: !3, line: 1, setter: "s", getter: "g", attributes: 7, type: !17)
!37 = !DIModule(scope: null, name: "M", configMacros: "-D", includePath: "/i", apinotes: "/a", line: 4, isDecl: true)
!38 = !DICommonBlock(scope: !4, declaration: !27, name: "c", file: !3, line: 4)
!39 = !DIStringType(name: "s", stringLength: !8, size: 32, align: 8)
!40 = !GenericDINode(tag: DW_TAG_entry_point, header: "h\00", operands: {!3, !"x", null})
!41 = !DILexicalBlockFile(scope: !18, file: !3, discriminator: 7)
!42 = !DIEnumerator(name: "U", isUnsigned: true, value: 3)
!keep = !{!35, !36, !37, !38, !39, !40, !41, !42}
