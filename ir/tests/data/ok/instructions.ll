; Every instruction without memory, calls or exceptions, with its flags.
define void @int(i32 %a, i32 %b, <2 x i32> %v, <2 x i32> %w) {
  %1 = add i32 %a, %b
  %2 = add nuw i32 %a, 1
  %3 = sub nsw i32 %a, %b
  %4 = mul nuw nsw i32 %a, %b
  %5 = shl nuw nsw i32 %a, 3
  %6 = udiv exact i32 %a, 4
  %7 = sdiv exact i32 %a, 4
  %8 = urem i32 %a, 4
  %9 = srem i32 %a, 4
  %10 = lshr exact i32 %a, 4
  %11 = ashr exact i32 %a, 4
  %12 = and i32 %a, -1
  %13 = or disjoint i32 %a, %b
  %14 = xor <2 x i32> %v, %w
  %15 = or disjoint <2 x i32> %v, splat (i32 4)
  %16 = icmp eq i32 %a, %b
  %17 = icmp samesign ult <2 x i32> %v, %w
  %18 = icmp samesign sge i32 %a, 0
  %19 = trunc nuw nsw i32 %a to i8
  %20 = zext nneg i32 %a to i64
  %21 = sext <2 x i32> %v to <2 x i64>
  %22 = select i1 %16, i32 %a, i32 %b
  %23 = select <2 x i1> %17, <2 x i32> %v, <2 x i32> %w
  %24 = freeze i32 %a
  %25 = extractelement <2 x i32> %v, i32 0
  %26 = insertelement <2 x i32> %v, i32 %a, i64 1
  %27 = shufflevector <2 x i32> %v, <2 x i32> %w, <4 x i32> <i32 0, i32 3, i32 poison, i32 1>
  %28 = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> zeroinitializer
  %29 = shufflevector <2 x i32> %v, <2 x i32> %w, <3 x i32> poison
  %30 = bitcast <2 x i32> %v to i64
  ret void
}

define void @float(float %a, float %b, double %d, i32 %i, <2 x half> %v) {
  %1 = fadd float %a, %b
  %2 = fsub fast float %a, %b
  %3 = fmul nnan ninf nsz float %a, %b
  %4 = fdiv arcp contract afn reassoc float %a, %b
  %5 = frem float %a, 1.0
  %6 = fneg nsz <2 x half> %v
  %7 = fcmp true float %a, %b
  %8 = fcmp nnan oeq float %a, %b
  %9 = fcmp une <2 x half> %v, zeroinitializer
  %10 = fptrunc nnan double %d to float
  %11 = fpext float %a to double
  %12 = fptoui float %a to i32
  %13 = fptosi double %d to i32
  %14 = uitofp nneg i32 %i to float
  %15 = sitofp i32 %i to double
  %16 = select nnan i1 %7, float %a, float %b
  ret void
}

define i32 @pointers(ptr %p, i64 %i, ptr addrspace(1) %q, <4 x ptr> %v) {
entry:
  %a = getelementptr inbounds { i32, [4 x i8] }, ptr %p, i64 0, i32 1, i64 %i
  %b = getelementptr nusw nuw i8, ptr %p, i64 %i
  %c = getelementptr inbounds nuw i8, ptr %p, i64 4
  %d = getelementptr i8, <4 x ptr> %v, i64 %i
  %e = getelementptr i8, ptr %p, <4 x i64> <i64 1, i64 2, i64 3, i64 4>
  %f = ptrtoint ptr %p to i64
  %g = inttoptr i64 %i to ptr
  %h = addrspacecast ptr addrspace(1) %q to ptr
  %addr = ptrtoaddr ptr %p to i64
  %l = bitcast ptr %p to ptr
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ], [ %m, %loop ]
  %x = phi nnan float [ 0.0, %entry ], [ 1.0, %loop ], [ 1.0, %loop ]
  %m = add i32 %n, 1
  switch i32 %m, label %out [
    i32 1, label %loop
    i32 -2, label %loop
  ]

out:
  switch i32 %m, label %last [
  ]

last:
  indirectbr ptr %g, [label %done, label %out]

done:
  ret i32 %m
}

define { i32, [2 x i8] } @aggregates({ i32, [2 x i8] } %a, ptr %list) {
  %x = extractvalue { i32, [2 x i8] } %a, 1, 0
  %y = insertvalue { i32, [2 x i8] } %a, i8 %x, 1, 1
  %z = insertvalue { i32, [2 x i8] } poison, i32 7, 0
  %v = va_arg ptr %list, i32
  ret { i32, [2 x i8] } %y
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, i32 %x) {
  %1 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %2 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %3 = add <vscale x 4 x i32> %2, splat (i32 5)
  ret <vscale x 4 x i32> %3
}

define void @unreachable_code() {
  ret void

1:                                                ; No predecessors!
  br label %2

2:                                                ; preds = %1
  unreachable
}
