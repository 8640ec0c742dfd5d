; Both ways of handling exceptions.
declare void @risk(i32)
declare i32 @pers(...)
declare i32 @cxx(...)
@ti = external constant ptr

define i32 @itanium(i32 %x) personality ptr @pers {
  invoke void @risk(i32 %x) #0
          to label %ok unwind label %pad

ok:
  %v = invoke fastcc zeroext i32 @value(ptr null) [ "deopt"(i32 %x) ]
          to label %1 unwind label %pad

1:
  ret i32 %v

pad:
  %e = landingpad { ptr, i32 }
          cleanup
          catch ptr @ti
          catch ptr null
          filter [2 x ptr] [ptr @ti, ptr null]
          filter [0 x ptr] zeroinitializer
  resume { ptr, i32 } %e
}

declare fastcc zeroext i32 @value(ptr)

define void @funclets() personality ptr @cxx {
entry:
  invoke void @risk(i32 0)
          to label %done unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %h1, label %h2] unwind label %cleanup

h1:
  %c1 = catchpad within %cs [ptr @ti, i32 64, ptr null]
  invoke void @risk(i32 1) [ "funclet"(token %c1) ]
          to label %leave unwind label %inner

leave:
  catchret from %c1 to label %done

inner:
  %cs2 = catchswitch within %c1 [label %h3] unwind label %cleanup

h3:
  %c3 = catchpad within %cs2 []
  catchret from %c3 to label %leave

h2:
  %c2 = catchpad within %cs [ptr null, i32 64, ptr null]
  unreachable

cleanup:
  %cp = cleanuppad within none [i32 7]
  call void @risk(i32 2) [ "funclet"(token %cp) ]
  cleanupret from %cp unwind to caller

done:
  ret void
}

define void @more() personality ptr @cxx {
entry:
  invoke void @risk(i32 0)
          to label %done unwind label %outer

outer:
  %o = cleanuppad within none []
  invoke void @risk(i32 1) [ "funclet"(token %o) ]
          to label %next unwind label %nested

nested:
  %n = cleanuppad within %o []
  cleanupret from %n unwind label %last

last:
  %l = cleanuppad within %o []
  cleanupret from %l unwind to caller

next:
  cleanupret from %o unwind to caller

done:
  ret void
}

attributes #0 = { noinline }
