; ==== ok: invoke, landingpad, resume
define void @f() personality ptr @p {
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null filter [1 x ptr] [ptr @p]
  resume { ptr, i32 } %e
}
declare void @g()
declare i32 @p(...)
; ==== W7: no personality
define void @f() {
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}
declare void @g()
; ==== W7: unwind to a block without pad
define void @f() personality ptr @p {
  invoke void @g() to label %fine unwind label %other
fine:
  ret void
other:
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W7: pad entered by a branch
define void @f(i1 %c) personality ptr @p {
  br i1 %c, label %call, label %pad
call:
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W7: landingpad without clause
define void @f() personality ptr @p {
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 }
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W3: landingpad after another instruction
define void @f(i8 %a) personality ptr @p {
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %x = add i8 %a, %a
  %e = landingpad { ptr, i32 } cleanup
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W5: resume of another type
define void @f() personality ptr @p {
  invoke void @g() to label %fine unwind label %pad
fine:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i64 } undef
}
declare void @g()
declare i32 @p(...)
; ==== ok: funclets
define void @f() personality ptr @p {
start:
  invoke void @g() to label %fine unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %handler] unwind label %clean
handler:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  call void @g() [ "funclet"(token %c) ]
  catchret from %c to label %fine
clean:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
fine:
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W7: handler without catchpad
define void @f() personality ptr @p {
start:
  invoke void @g() to label %fine unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  ret void
fine:
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W7: cleanupret of a catchpad
define void @f() personality ptr @p {
start:
  invoke void @g() to label %fine unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %c = catchpad within %s []
  cleanupret from %c unwind to caller
fine:
  ret void
}
declare void @g()
declare i32 @p(...)
; ==== W7: funclet bundle without a pad
define void @f() {
  call void @g() [ "funclet"(i32 1) ]
  ret void
}
declare void @g()
