%list = type { i32, ptr, ptr, [2 x ptr] }
@table = constant [2 x ptr] [ptr @f, ptr null]
@text = private unnamed_addr constant [3 x i8] c"ab\00"
@word = global ptr getelementptr inbounds ([3 x i8], ptr @text, i32 0, i32 1)
@cast = global ptr @text
@num = global i32 0
@space = global ptr addrspace(2) null

@old = weak alias i32 (ptr), ptr @f
@shaped = alias i8, ptr @num

define i32 @f(ptr captures(none) %p) nounwind memory(read) {
  %1 = load i32, ptr %p, align 4
  %2 = getelementptr inbounds i32, ptr %p, i64 1
  %3 = load volatile i32, ptr %2
  %4 = add i32 %1, %3
  ret i32 %4
}

define void @calls(ptr %l, ptr %m, ptr %slot, ptr byval(i32) %b, <4 x ptr> %v) {
  %next = getelementptr inbounds %list, ptr %l, i32 0, i32 1
  %n = load ptr, ptr %next
  %fn = getelementptr %list, ptr %n, i32 0, i32 2
  %g = load ptr, ptr %fn
  call void %g(i32 1)
  call void %g(i32 2)
  %r = call i32 (ptr, ...) @printf(ptr getelementptr inbounds ([3 x i8], ptr @text, i32 0, i32 0), i32 1)
  %h = call ptr @pick()
  %lanes = getelementptr i8, <4 x ptr> %v, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  store ptr %g, ptr %slot
  call void @byval(ptr byval(i32) %b)
  br label %loop

loop:
  %i = phi ptr [ null, %0 ], [ %ahead, %loop ]
  %ahead = getelementptr i32, ptr %b, i32 1
  br label %loop
}

declare i32 @printf(ptr, ...)
declare ptr @pick()
declare void @byval(ptr byval(i32))
