; The index of a thin link is skipped.
define void @fn() {
  ret void
}

^0 = module: (path: "x.o", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "fn", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))
^2 = flags: 8
^3 = blockcount: 3
