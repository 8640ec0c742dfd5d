deplibs = ["c", "m"]
@a = linker_private global i32 0
@b = linkonce_odr_auto_hide global i32 0
@c = dllimport global i32
@d = internal unnamed_addr constant i32 0
@llvm.global_ctors = appending global [1 x { i32, void ()* }] [{ i32, void ()* } { i32 65535, void ()* @init }]
@none = global x86_mmx zeroinitializer
$com = comdat noduplicates

define internal void @init() address_safety noinline "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" {
  ret void
}

define i32 @atomics(i32* %p) "null-pointer-is-valid"="true" {
  %old = cmpxchg i32* %p, i32 1, i32 2 acq_rel
  %new = cmpxchg weak i32* %p, i32 1, i32 2 singlethread seq_cst monotonic
  %x = load atomic i32* %p singlethread acquire, align 4
  fence singlethread seq_cst
  %v = volatile load i32* %p
  volatile store i32 %v, i32* %p
  ret i32 %old
}

define void @pad(i32 (...)* %unused) {
  invoke fastcc void @init()
      to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { i8*, i32 } personality i32 (...)* @pers
      catch i8* bitcast (i32* @d to i8*)
      filter [1 x i8*] [i8* bitcast (i32* @d to i8*)]
  resume { i8*, i32 } %e
}

define void @unused() comdat $com {
  %1 = add i32 0, 0
  %3 = add i32 %1, %1
  br label %5
5:
  br label %7
  br label %7
7:
  ret void
}

declare i32 @pers(...)
