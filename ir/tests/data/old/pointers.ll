%list = type { i32, %list*, void (i32)*, [2 x i8*] }
%ptr = type %list*
@table = constant [2 x i32 (i8*)*] [i32 (i8*)* @f, i32 (i8*)* null]
@text = private unnamed_addr constant [3 x i8] c"ab\00"
@word = global i8* getelementptr inbounds ([3 x i8]* @text, i32 0, i32 1)
@cast = global i32* bitcast ([3 x i8]* @text to i32*)
@old = alias weak i32 (i8*)* @f
@shaped = alias i8* bitcast (i32* @num to i8*)
@num = global i32 0
@space = global i8 addrspace(2)* null

define i32 @f(i8* nocapture %p) nounwind readonly {
  %1 = bitcast i8* %p to i32*
  %2 = load i32* %1, align 4
  %3 = getelementptr inbounds i32* %1, i64 1
  %4 = load volatile i32* %3
  %5 = add i32 %2, %4
  ret i32 %5
}

define void @calls(%list* %l, %ptr %m, void (i32)** %slot, i32* byval %b, <4 x i8*> %v) {
  %next = getelementptr inbounds %list* %l, i32 0, i32 1
  %n = load %list** %next
  %fn = getelementptr %list* %n, i32 0, i32 2
  %g = load void (i32)** %fn
  call void %g(i32 1)
  call void (i32)* %g(i32 2)
  %r = call i32 (i8*, ...)* @printf(i8* getelementptr inbounds ([3 x i8]* @text, i32 0, i32 0), i32 1)
  %h = call void ()* @pick()
  %lanes = getelementptr <4 x i8*> %v, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  store void (i32)* %g, void (i32)** %slot
  call void @byval(i32* byval %b)
  br label %loop
loop:
  %i = phi i8* [ null, %0 ], [ %late, %loop ]
  %late = bitcast i32* %ahead to i8*
  %ahead = getelementptr i32* %b, i32 1
  br label %loop
}

declare i32 @printf(i8*, ...)
declare void ()* @pick()
declare void @byval(i32* byval)
