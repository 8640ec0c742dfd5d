$com = comdat nodeduplicate

@a = private global i32 0
@b = linkonce_odr global i32 0
@c = dllimport global i32
@d = internal unnamed_addr constant i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
@none = global <1 x i64> zeroinitializer

define internal void @init() sanitize_address noinline "frame-pointer"="all" {
  ret void
}

define i32 @atomics(ptr %p) null_pointer_is_valid {
  %1 = cmpxchg ptr %p, i32 1, i32 2 acq_rel acquire
  %old = extractvalue { i32, i1 } %1, 0
  %new = cmpxchg weak ptr %p, i32 1, i32 2 syncscope("singlethread") seq_cst monotonic
  %x = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  fence syncscope("singlethread") seq_cst
  %v = load volatile i32, ptr %p
  store volatile i32 %v, ptr %p
  ret i32 %old
}

define void @pad(ptr %unused) personality ptr @pers {
  invoke fastcc void @init()
          to label %ok unwind label %bad

ok:
  ret void

bad:
  %e = landingpad { ptr, i32 }
          catch ptr @d
          filter [1 x ptr] [ptr @d]
  resume { ptr, i32 } %e
}

define void @unused() comdat($com) {
  %1 = add i32 0, 0
  %2 = add i32 %1, %1
  br label %3

3:
  br label %5

4:
  br label %5

5:
  ret void
}

declare i32 @pers(...)
