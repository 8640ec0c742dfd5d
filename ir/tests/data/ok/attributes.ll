; Attributes at every place.
%T = type { i32, ptr }

define noundef nonnull align 16 dereferenceable(8) ptr @params(ptr noalias nocapture noundef %a, ptr byval(%T) align 4 %c, i8 zeroext %d, i16 signext %e, ptr nest %f, ptr returned %g, ptr readonly captures(none) %h, ptr writeonly captures(address) %i, ptr readnone captures(address_is_null) %j, ptr captures(ret: address, provenance) %k, ptr captures(address, read_provenance) %l, ptr captures(none, ret: address) %m, ptr inreg %n, ptr "custom"="value" "flag" %o) {
  ret ptr %g
}

declare void @sret(ptr sret(%T) align 8)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32 immarg)
define void @elem(ptr %p) {
  %r = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype(i32) %p, i32 0, i32 1)
  ret void
}
declare void @more(ptr byref(i64), ptr preallocated(%T), ptr nofree, ptr swiftself, ptr swifterror, ptr swiftasync, ptr dereferenceable_or_null(4), i32 range(i32 -5, 5), i64 range(i64 0, 1), <2 x i32> range(i32 1, 0))
declare void @fp(float nofpclass(nan), float nofpclass(pinf nzero), float nofpclass(norm sub zero), double nofpclass(all), half nofpclass(1023), bfloat nofpclass(snan ninf nnorm psub pzero))
declare void @init(ptr initializes((0, 4)), ptr initializes((-4, 4), (8, 12)), ptr dead_on_unwind writable, ptr dead_on_return, ptr noext, ptr alignstack(8))
declare noext i8 @ext(i8 noext)
declare ptr @alloc(i64, i64 allocalign) allockind("alloc,zeroed") allocsize(0, 1) "alloc-family"="malloc"
declare void @dealloc(ptr allocptr) allockind("free")
declare ptr @realloc(ptr allocptr, i64) allockind("realloc,aligned,uninitialized") allocsize(1)

declare void @mem1() memory(none)
declare void @mem2() memory(read)
declare void @mem3() memory(argmem: readwrite)
declare void @mem4() memory(write, argmem: none, inaccessiblemem: readwrite)
declare void @mem5() memory(readwrite, errnomem: none)
declare void @mem6() memory(argmem: read, inaccessiblemem: write, errnomem: readwrite)
declare void @mem7() memory(readwrite)
declare void @mem8() argmemonly readonly
declare void @mem9() inaccessiblemem_or_argmemonly
declare void @mem10() readnone

declare void @flags1() alwaysinline cold convergent disable_sanitizer_instrumentation fn_ret_thunk_extern hot hybrid_patchable
declare void @flags2() inlinehint minsize mustprogress naked nobuiltin nocallback nocf_check nocreateundeforpoison nodivergencesource noduplicate nofree noimplicitfloat
declare void @flags3() noinline nomerge nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage nosync nounwind null_pointer_is_valid
declare void @flags4() optforfuzzing optdebug presplitcoroutine returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag
declare void @flags5() noinline optnone
declare void @flags6() sanitize_numerical_stability sanitize_realtime sanitize_thread sanitize_type shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspstrong sspreq strictfp willreturn
declare void @flags7() optsize sanitize_realtime_blocking coro_only_destroy_when_complete coro_elide_safe
declare void @table() unnamed_addr jumptable
declare void @unwind1() uwtable
declare void @unwind2() uwtable(sync)
declare void @unwind3() uwtable(async)
declare void @vs1() vscale_range(2)
declare void @vs2() vscale_range(1,16)
declare void @vs3() vscale_range(2,0)
declare void @stack() alignstack(16)
declare void @group() #0
declare void @groups() #0 #1 nounwind
declare void @aligned() align 32
declare void @aligned_by_group() #2

attributes #0 = { nounwind "a"="b" "c" memory(argmem: read) uwtable alignstack=32 }
attributes #1 = { cold "a"="z" "quoted\22key"="quoted\0Avalue" }
attributes #2 = { align=64 minsize }
