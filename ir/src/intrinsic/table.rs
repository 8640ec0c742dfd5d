//! The table of intrinsics: one row each. Columns: variant, name without `llvm.`, results, parameters, and the parameters that
//! must be immediates. The signatures are those of LLVM 22; [`Shape`] explains the notation.

use super::shape::Shape::{self, *};
use super::{Group, Signature};
use crate::types::FloatKind;

const I1: Shape = Int(1);
const I8: Shape = Int(8);
const I16: Shape = Int(16);
const I32: Shape = Int(32);
const I64: Shape = Int(64);
const DOUBLE: Shape = Float(FloatKind::Double);
const V16I8: Shape = Fixed(16, &I8);
const V32I8: Shape = Fixed(32, &I8);
const V64I8: Shape = Fixed(64, &I8);
const V8I16: Shape = Fixed(8, &I16);
const V16I16: Shape = Fixed(16, &I16);
const V32I16: Shape = Fixed(32, &I16);
const V4I32: Shape = Fixed(4, &I32);
const V8I32: Shape = Fixed(8, &I32);
const V16I32: Shape = Fixed(16, &I32);
const V2I64: Shape = Fixed(2, &I64);
const V4I64: Shape = Fixed(4, &I64);
const V8I64: Shape = Fixed(8, &I64);

macro_rules! intrinsics {
    ($($group:ident { $($variant:ident = $name:literal, [$($ret:expr),*] ($($param:expr),*) $(imm $($imm:literal)+)?;)* })*) => {
        /// The intrinsics this project knows by signature. What each computes is LangRef's section of the same name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each is the intrinsic of the same name in LangRef or, for x86, in the vendor's manual")]
        pub enum IntrinsicId { $($($variant,)*)* }

        impl IntrinsicId {
            /// Every intrinsic of the table.
            pub const ALL: &'static [IntrinsicId] = &[$($(IntrinsicId::$variant),*),*];

            /// The name without `llvm.` and without the types that overloaded intrinsics append.
            #[must_use]
            pub fn base_name(self) -> &'static str {
                match self { $($(IntrinsicId::$variant => $name,)*)* }
            }

            /// The family, for dispatch and for tables of what is supported.
            #[must_use]
            pub fn group(self) -> Group {
                match self { $($(IntrinsicId::$variant)|* => Group::$group,)* }
            }

            /// Shapes of results and parameters.
            #[must_use]
            pub fn signature(self) -> Signature {
                match self {
                    $($(IntrinsicId::$variant => Signature {
                        results: const { &[$($ret),*] },
                        params: const { &[$($param),*] },
                        immediates: &[$($($imm),+)?],
                    },)*)*
                }
            }
        }
    };
}

intrinsics! {
    Integer {
        SaddWithOverflow = "sadd.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        UaddWithOverflow = "uadd.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        SsubWithOverflow = "ssub.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        UsubWithOverflow = "usub.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        SmulWithOverflow = "smul.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        UmulWithOverflow = "umul.with.overflow", [AnyInt, Lanes(0, &I1)] (Same(0), Same(0));
        SaddSat = "sadd.sat", [AnyInt] (Same(0), Same(0));
        UaddSat = "uadd.sat", [AnyInt] (Same(0), Same(0));
        SsubSat = "ssub.sat", [AnyInt] (Same(0), Same(0));
        UsubSat = "usub.sat", [AnyInt] (Same(0), Same(0));
        SshlSat = "sshl.sat", [AnyInt] (Same(0), Same(0));
        UshlSat = "ushl.sat", [AnyInt] (Same(0), Same(0));
        Smin = "smin", [AnyInt] (Same(0), Same(0));
        Smax = "smax", [AnyInt] (Same(0), Same(0));
        Umin = "umin", [AnyInt] (Same(0), Same(0));
        Umax = "umax", [AnyInt] (Same(0), Same(0));
        Abs = "abs", [AnyInt] (Same(0), I1) imm 1;
        Ctlz = "ctlz", [AnyInt] (Same(0), I1) imm 1;
        Cttz = "cttz", [AnyInt] (Same(0), I1) imm 1;
        Ctpop = "ctpop", [AnyInt] (Same(0));
        Bswap = "bswap", [AnyInt] (Same(0));
        Bitreverse = "bitreverse", [AnyInt] (Same(0));
        Fshl = "fshl", [AnyInt] (Same(0), Same(0), Same(0));
        Fshr = "fshr", [AnyInt] (Same(0), Same(0), Same(0));
        Clmul = "clmul", [AnyInt] (Same(0), Same(0));
        SmulFix = "smul.fix", [AnyInt] (Same(0), Same(0), I32) imm 2;
        UmulFix = "umul.fix", [AnyInt] (Same(0), Same(0), I32) imm 2;
        SmulFixSat = "smul.fix.sat", [AnyInt] (Same(0), Same(0), I32) imm 2;
        UmulFixSat = "umul.fix.sat", [AnyInt] (Same(0), Same(0), I32) imm 2;
        SdivFix = "sdiv.fix", [AnyInt] (Same(0), Same(0), I32) imm 2;
        UdivFix = "udiv.fix", [AnyInt] (Same(0), Same(0), I32) imm 2;
        SdivFixSat = "sdiv.fix.sat", [AnyInt] (Same(0), Same(0), I32) imm 2;
        UdivFixSat = "udiv.fix.sat", [AnyInt] (Same(0), Same(0), I32) imm 2;
        Ucmp = "ucmp", [AnyInt] (AnyInt, Same(1));
        Scmp = "scmp", [AnyInt] (AnyInt, Same(1));
        VectorReduceAdd = "vector.reduce.add", [Elem(0)] (AnyVector);
        VectorReduceMul = "vector.reduce.mul", [Elem(0)] (AnyVector);
        VectorReduceAnd = "vector.reduce.and", [Elem(0)] (AnyVector);
        VectorReduceOr = "vector.reduce.or", [Elem(0)] (AnyVector);
        VectorReduceXor = "vector.reduce.xor", [Elem(0)] (AnyVector);
        VectorReduceSmax = "vector.reduce.smax", [Elem(0)] (AnyVector);
        VectorReduceSmin = "vector.reduce.smin", [Elem(0)] (AnyVector);
        VectorReduceUmax = "vector.reduce.umax", [Elem(0)] (AnyVector);
        VectorReduceUmin = "vector.reduce.umin", [Elem(0)] (AnyVector);
        VectorInsert = "vector.insert", [AnyVector] (Same(0), AnyVector, I64) imm 2;
        VectorExtract = "vector.extract", [AnyVector] (AnyVector, I64) imm 1;
        VectorReverse = "vector.reverse", [AnyVector] (Same(0));
        VectorSplice = "vector.splice", [AnyVector] (Same(0), Same(0), I32) imm 2;
        VectorSpliceLeft = "vector.splice.left", [AnyVector] (Same(0), Same(0), I32) imm 2;
        VectorSpliceRight = "vector.splice.right", [AnyVector] (Same(0), Same(0), I32) imm 2;
        VectorInterleave2 = "vector.interleave2", [AnyVector] (Times(2, &Part(0, 2)));
        VectorInterleave3 = "vector.interleave3", [AnyVector] (Times(3, &Part(0, 3)));
        VectorInterleave4 = "vector.interleave4", [AnyVector] (Times(4, &Part(0, 4)));
        VectorInterleave5 = "vector.interleave5", [AnyVector] (Times(5, &Part(0, 5)));
        VectorInterleave6 = "vector.interleave6", [AnyVector] (Times(6, &Part(0, 6)));
        VectorInterleave7 = "vector.interleave7", [AnyVector] (Times(7, &Part(0, 7)));
        VectorInterleave8 = "vector.interleave8", [AnyVector] (Times(8, &Part(0, 8)));
        VectorDeinterleave2 = "vector.deinterleave2", [Times(2, &Part(0, 2))] (AnyVector);
        VectorDeinterleave3 = "vector.deinterleave3", [Times(3, &Part(0, 3))] (AnyVector);
        VectorDeinterleave4 = "vector.deinterleave4", [Times(4, &Part(0, 4))] (AnyVector);
        VectorDeinterleave5 = "vector.deinterleave5", [Times(5, &Part(0, 5))] (AnyVector);
        VectorDeinterleave6 = "vector.deinterleave6", [Times(6, &Part(0, 6))] (AnyVector);
        VectorDeinterleave7 = "vector.deinterleave7", [Times(7, &Part(0, 7))] (AnyVector);
        VectorDeinterleave8 = "vector.deinterleave8", [Times(8, &Part(0, 8))] (AnyVector);
        GetActiveLaneMask = "get.active.lane.mask", [AnyVector] (AnyInt, Same(1));
        VectorPartialReduceAdd = "vector.partial.reduce.add", [Same(0)] (AnyVector, AnyVector);
        Stepvector = "stepvector", [AnyVector] ();
        VectorCompress = "experimental.vector.compress", [AnyVector] (Same(0), Lanes(0, &I1), Same(0));
        CttzElts = "experimental.cttz.elts", [AnyInt] (AnyVector, I1) imm 1;
        GetVectorLength = "experimental.get.vector.length", [I32] (AnyInt, I32, I1) imm 1 2;
        Vscale = "vscale", [AnyInt] ();
    }
    Control {
        IsConstant = "is.constant", [I1] (Any);
        Expect = "expect", [AnyInt] (Same(0), Same(0));
        ExpectWithProbability = "expect.with.probability", [AnyInt] (Same(0), Same(0), DOUBLE) imm 2;
        Assume = "assume", [] (I1);
        SsaCopy = "ssa.copy", [Any] (Same(0));
        Donothing = "donothing", [] ();
        Sideeffect = "sideeffect", [] ();
        Trap = "trap", [] ();
        Ubsantrap = "ubsantrap", [] (I8) imm 0;
        Debugtrap = "debugtrap", [] ();
        ArithmeticFence = "arithmetic.fence", [AnyFloat] (Same(0));
        FakeUse = "fake.use", [] (Varargs);
        Guard = "experimental.guard", [] (I1, Varargs);
        WidenableCondition = "experimental.widenable.condition", [I1] ();
        Deoptimize = "experimental.deoptimize", [Any] (Varargs);
        Annotation = "annotation", [AnyInt] (Same(0), AnyPtr, Same(1), I32);
        VarAnnotation = "var.annotation", [] (AnyPtr, AnyPtr, Same(1), I32, Same(1));
        PtrAnnotation = "ptr.annotation", [AnyPtr] (Same(0), AnyPtr, Same(1), I32, Same(1));
        NoaliasScopeDecl = "experimental.noalias.scope.decl", [] (Metadata);
        Pseudoprobe = "pseudoprobe", [] (I64, I64, I32, I64);
        InstrprofIncrement = "instrprof.increment", [] (Ptr, I64, I32, I32);
        InstrprofIncrementStep = "instrprof.increment.step", [] (Ptr, I64, I32, I32, I64);
        InstrprofValueProfile = "instrprof.value.profile", [] (Ptr, I64, I64, I32, I32);
        InstrprofCover = "instrprof.cover", [] (Ptr, I64, I32, I32);
        DbgDeclare = "dbg.declare", [] (Metadata, Metadata, Metadata);
        DbgValue = "dbg.value", [] (Metadata, Metadata, Metadata);
        DbgLabel = "dbg.label", [] (Metadata);
        DbgAssign = "dbg.assign", [] (Metadata, Metadata, Metadata, Metadata, Metadata, Metadata);
        AllowRuntimeCheck = "allow.runtime.check", [I1] (Metadata);
        AllowUbsanCheck = "allow.ubsan.check", [I1] (I8) imm 0;
        TypeTest = "type.test", [I1] (Ptr, Metadata);
        PublicTypeTest = "public.type.test", [I1] (Ptr, Metadata);
        EhTypeidFor = "eh.typeid.for", [I32] (AnyPtr);
        CallbrLandingpad = "callbr.landingpad", [Any] (Same(0));
        Readcyclecounter = "readcyclecounter", [I64] ();
        Readsteadycounter = "readsteadycounter", [I64] ();
        ThreadPointer = "thread.pointer", [AnyPtr] ();
        Localescape = "localescape", [] (Varargs);
        Localrecover = "localrecover", [Ptr] (Ptr, Ptr, I32) imm 2;
    }
    Float {
        Fabs = "fabs", [AnyFloat] (Same(0));
        Copysign = "copysign", [AnyFloat] (Same(0), Same(0));
        Canonicalize = "canonicalize", [AnyFloat] (Same(0));
        Sqrt = "sqrt", [AnyFloat] (Same(0));
        Fma = "fma", [AnyFloat] (Same(0), Same(0), Same(0));
        Fmuladd = "fmuladd", [AnyFloat] (Same(0), Same(0), Same(0));
        Minnum = "minnum", [AnyFloat] (Same(0), Same(0));
        Maxnum = "maxnum", [AnyFloat] (Same(0), Same(0));
        Minimum = "minimum", [AnyFloat] (Same(0), Same(0));
        Maximum = "maximum", [AnyFloat] (Same(0), Same(0));
        Minimumnum = "minimumnum", [AnyFloat] (Same(0), Same(0));
        Maximumnum = "maximumnum", [AnyFloat] (Same(0), Same(0));
        Floor = "floor", [AnyFloat] (Same(0));
        Ceil = "ceil", [AnyFloat] (Same(0));
        Trunc = "trunc", [AnyFloat] (Same(0));
        Rint = "rint", [AnyFloat] (Same(0));
        Nearbyint = "nearbyint", [AnyFloat] (Same(0));
        Round = "round", [AnyFloat] (Same(0));
        Roundeven = "roundeven", [AnyFloat] (Same(0));
        IsFpclass = "is.fpclass", [Lanes(0, &I1)] (AnyFloat, I32) imm 1;
        Ldexp = "ldexp", [AnyFloat] (Same(0), AnyInt);
        Frexp = "frexp", [AnyFloat, AnyInt] (Same(0));
        Modf = "modf", [Same(0), Same(0)] (AnyFloat);
        Lrint = "lrint", [AnyInt] (AnyFloat);
        Llrint = "llrint", [AnyInt] (AnyFloat);
        Lround = "lround", [AnyInt] (AnyFloat);
        Llround = "llround", [AnyInt] (AnyFloat);
        Powi = "powi", [AnyFloat] (Same(0), AnyInt);
        FptosiSat = "fptosi.sat", [AnyInt] (AnyFloat);
        FptouiSat = "fptoui.sat", [AnyInt] (AnyFloat);
        FptruncRound = "fptrunc.round", [AnyFloat] (AnyFloat, Metadata);
        VectorReduceFadd = "vector.reduce.fadd", [Elem(0)] (Elem(0), AnyVector);
        VectorReduceFmul = "vector.reduce.fmul", [Elem(0)] (Elem(0), AnyVector);
        VectorReduceFmin = "vector.reduce.fmin", [Elem(0)] (AnyVector);
        VectorReduceFmax = "vector.reduce.fmax", [Elem(0)] (AnyVector);
        VectorReduceFminimum = "vector.reduce.fminimum", [Elem(0)] (AnyVector);
        VectorReduceFmaximum = "vector.reduce.fmaximum", [Elem(0)] (AnyVector);
        VectorPartialReduceFadd = "vector.partial.reduce.fadd", [Same(0)] (AnyFloat, AnyFloat);
        Sin = "sin", [AnyFloat] (Same(0));
        Cos = "cos", [AnyFloat] (Same(0));
        Tan = "tan", [AnyFloat] (Same(0));
        Asin = "asin", [AnyFloat] (Same(0));
        Acos = "acos", [AnyFloat] (Same(0));
        Atan = "atan", [AnyFloat] (Same(0));
        Atan2 = "atan2", [AnyFloat] (Same(0), Same(0));
        Sinh = "sinh", [AnyFloat] (Same(0));
        Cosh = "cosh", [AnyFloat] (Same(0));
        Tanh = "tanh", [AnyFloat] (Same(0));
        Sincos = "sincos", [Same(0), Same(0)] (AnyFloat);
        Sincospi = "sincospi", [Same(0), Same(0)] (AnyFloat);
        Pow = "pow", [AnyFloat] (Same(0), Same(0));
        Exp = "exp", [AnyFloat] (Same(0));
        Exp2 = "exp2", [AnyFloat] (Same(0));
        Exp10 = "exp10", [AnyFloat] (Same(0));
        Log = "log", [AnyFloat] (Same(0));
        Log2 = "log2", [AnyFloat] (Same(0));
        Log10 = "log10", [AnyFloat] (Same(0));
        ConvertFromFp16 = "convert.from.fp16", [AnyFloat] (I16);
        ConvertToFp16 = "convert.to.fp16", [I16] (AnyFloat);
        GetRounding = "get.rounding", [I32] ();
        SetRounding = "set.rounding", [] (I32);
        GetFpenv = "get.fpenv", [AnyInt] ();
        SetFpenv = "set.fpenv", [] (AnyInt);
        ResetFpenv = "reset.fpenv", [] ();
        GetFpmode = "get.fpmode", [AnyInt] ();
        SetFpmode = "set.fpmode", [] (AnyInt);
        ResetFpmode = "reset.fpmode", [] ();
    }
    Constrained {
        ConstrainedAcos = "experimental.constrained.acos", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedAsin = "experimental.constrained.asin", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedAtan = "experimental.constrained.atan", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedAtan2 = "experimental.constrained.atan2", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedCeil = "experimental.constrained.ceil", [AnyFloat] (Same(0), Metadata);
        ConstrainedCos = "experimental.constrained.cos", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedCosh = "experimental.constrained.cosh", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedExp = "experimental.constrained.exp", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedExp2 = "experimental.constrained.exp2", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedFadd = "experimental.constrained.fadd", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedFcmp = "experimental.constrained.fcmp", [Lanes(0, &I1)] (AnyFloat, Same(0), Metadata, Metadata);
        ConstrainedFcmps = "experimental.constrained.fcmps", [Lanes(0, &I1)] (AnyFloat, Same(0), Metadata, Metadata);
        ConstrainedFdiv = "experimental.constrained.fdiv", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedFloor = "experimental.constrained.floor", [AnyFloat] (Same(0), Metadata);
        ConstrainedFma = "experimental.constrained.fma", [AnyFloat] (Same(0), Same(0), Same(0), Metadata, Metadata);
        ConstrainedFmul = "experimental.constrained.fmul", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedFmuladd = "experimental.constrained.fmuladd", [AnyFloat] (Same(0), Same(0), Same(0), Metadata, Metadata);
        ConstrainedFpext = "experimental.constrained.fpext", [AnyFloat] (AnyFloat, Metadata);
        ConstrainedFptosi = "experimental.constrained.fptosi", [AnyInt] (AnyFloat, Metadata);
        ConstrainedFptoui = "experimental.constrained.fptoui", [AnyInt] (AnyFloat, Metadata);
        ConstrainedFptrunc = "experimental.constrained.fptrunc", [AnyFloat] (AnyFloat, Metadata, Metadata);
        ConstrainedFrem = "experimental.constrained.frem", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedFsub = "experimental.constrained.fsub", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedLdexp = "experimental.constrained.ldexp", [AnyFloat] (Same(0), AnyInt, Metadata, Metadata);
        ConstrainedLlrint = "experimental.constrained.llrint", [AnyInt] (AnyFloat, Metadata, Metadata);
        ConstrainedLlround = "experimental.constrained.llround", [AnyInt] (AnyFloat, Metadata);
        ConstrainedLog = "experimental.constrained.log", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedLog10 = "experimental.constrained.log10", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedLog2 = "experimental.constrained.log2", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedLrint = "experimental.constrained.lrint", [AnyInt] (AnyFloat, Metadata, Metadata);
        ConstrainedLround = "experimental.constrained.lround", [AnyInt] (AnyFloat, Metadata);
        ConstrainedMaximum = "experimental.constrained.maximum", [AnyFloat] (Same(0), Same(0), Metadata);
        ConstrainedMaxnum = "experimental.constrained.maxnum", [AnyFloat] (Same(0), Same(0), Metadata);
        ConstrainedMinimum = "experimental.constrained.minimum", [AnyFloat] (Same(0), Same(0), Metadata);
        ConstrainedMinnum = "experimental.constrained.minnum", [AnyFloat] (Same(0), Same(0), Metadata);
        ConstrainedNearbyint = "experimental.constrained.nearbyint", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedPow = "experimental.constrained.pow", [AnyFloat] (Same(0), Same(0), Metadata, Metadata);
        ConstrainedPowi = "experimental.constrained.powi", [AnyFloat] (Same(0), I32, Metadata, Metadata);
        ConstrainedRint = "experimental.constrained.rint", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedRound = "experimental.constrained.round", [AnyFloat] (Same(0), Metadata);
        ConstrainedRoundeven = "experimental.constrained.roundeven", [AnyFloat] (Same(0), Metadata);
        ConstrainedSin = "experimental.constrained.sin", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedSinh = "experimental.constrained.sinh", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedSitofp = "experimental.constrained.sitofp", [AnyFloat] (AnyInt, Metadata, Metadata);
        ConstrainedSqrt = "experimental.constrained.sqrt", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedTan = "experimental.constrained.tan", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedTanh = "experimental.constrained.tanh", [AnyFloat] (Same(0), Metadata, Metadata);
        ConstrainedTrunc = "experimental.constrained.trunc", [AnyFloat] (Same(0), Metadata);
        ConstrainedUitofp = "experimental.constrained.uitofp", [AnyFloat] (AnyInt, Metadata, Metadata);
    }
    Memory {
        Memset = "memset", [] (AnyPtr, I8, AnyInt, I1) imm 3;
        MemsetInline = "memset.inline", [] (AnyPtr, I8, AnyInt, I1) imm 3;
        Memcpy = "memcpy", [] (AnyPtr, AnyPtr, AnyInt, I1) imm 3;
        MemcpyInline = "memcpy.inline", [] (AnyPtr, AnyPtr, AnyInt, I1) imm 3;
        Memmove = "memmove", [] (AnyPtr, AnyPtr, AnyInt, I1) imm 3;
        MemcpyElementUnorderedAtomic = "memcpy.element.unordered.atomic", [] (AnyPtr, AnyPtr, AnyInt, I32) imm 3;
        MemmoveElementUnorderedAtomic = "memmove.element.unordered.atomic", [] (AnyPtr, AnyPtr, AnyInt, I32) imm 3;
        MemsetElementUnorderedAtomic = "memset.element.unordered.atomic", [] (AnyPtr, I8, AnyInt, I32) imm 3;
        MemsetPattern = "experimental.memset.pattern", [] (AnyPtr, Any, AnyInt, I1) imm 3;
        LifetimeStart = "lifetime.start", [] (AnyPtr);
        LifetimeEnd = "lifetime.end", [] (AnyPtr);
        InvariantStart = "invariant.start", [Ptr] (I64, AnyPtr) imm 0;
        InvariantEnd = "invariant.end", [] (Ptr, I64, AnyPtr) imm 1;
        LaunderInvariantGroup = "launder.invariant.group", [AnyPtr] (Same(0));
        StripInvariantGroup = "strip.invariant.group", [AnyPtr] (Same(0));
        Ptrmask = "ptrmask", [Any] (Same(0), AnyInt);
        Objectsize = "objectsize", [AnyInt] (AnyPtr, I1, I1, I1) imm 1 2 3;
        Vastart = "va_start", [] (AnyPtr);
        Vaend = "va_end", [] (AnyPtr);
        Vacopy = "va_copy", [] (AnyPtr, Same(0));
        Prefetch = "prefetch", [] (AnyPtr, I32, I32, I32) imm 1 2 3;
        Stacksave = "stacksave", [AnyPtr] ();
        Stackrestore = "stackrestore", [] (AnyPtr);
        LoadRelative = "load.relative", [Ptr] (Ptr, AnyInt);
        ThreadlocalAddress = "threadlocal.address", [AnyPtr] (Same(0));
        Frameaddress = "frameaddress", [AnyPtr] (I32) imm 0;
        Returnaddress = "returnaddress", [Ptr] (I32) imm 0;
        MaskedLoad = "masked.load", [AnyVector] (AnyPtr, Lanes(0, &I1), Same(0));
        MaskedStore = "masked.store", [] (AnyVector, AnyPtr, Lanes(0, &I1));
        MaskedGather = "masked.gather", [AnyVector] (AnyPtrs(0), Lanes(0, &I1), Same(0));
        MaskedScatter = "masked.scatter", [] (AnyVector, AnyPtrs(0), Lanes(0, &I1));
        MaskedExpandload = "masked.expandload", [AnyVector] (Ptr, Lanes(0, &I1), Same(0));
        MaskedCompressstore = "masked.compressstore", [] (AnyVector, Ptr, Lanes(0, &I1));
    }
    VectorPredicated {
        VpAbs = "vp.abs", [AnyVector] (Same(0), I1, Lanes(0, &I1), I32);
        VpAdd = "vp.add", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpAnd = "vp.and", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpAshr = "vp.ashr", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpBitreverse = "vp.bitreverse", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpBswap = "vp.bswap", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpCeil = "vp.ceil", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpCopysign = "vp.copysign", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpCtlz = "vp.ctlz", [AnyVector] (Same(0), I1, Lanes(0, &I1), I32) imm 1;
        VpCtpop = "vp.ctpop", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpCttz = "vp.cttz", [AnyVector] (Same(0), I1, Lanes(0, &I1), I32) imm 1;
        VpCttzElts = "vp.cttz.elts", [AnyInt] (AnyVector, I1, Lanes(1, &I1), I32) imm 1;
        VpFabs = "vp.fabs", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpFadd = "vp.fadd", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpFcmp = "vp.fcmp", [Lanes(0, &I1)] (AnyVector, Same(0), Metadata, Lanes(0, &I1), I32);
        VpFdiv = "vp.fdiv", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpFloor = "vp.floor", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpFma = "vp.fma", [AnyVector] (Same(0), Same(0), Same(0), Lanes(0, &I1), I32);
        VpFmul = "vp.fmul", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpFmuladd = "vp.fmuladd", [AnyVector] (Same(0), Same(0), Same(0), Lanes(0, &I1), I32);
        VpFneg = "vp.fneg", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpFpext = "vp.fpext", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpFptosi = "vp.fptosi", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpFptoui = "vp.fptoui", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpFptrunc = "vp.fptrunc", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpFrem = "vp.frem", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpFshl = "vp.fshl", [AnyVector] (Same(0), Same(0), Same(0), Lanes(0, &I1), I32);
        VpFshr = "vp.fshr", [AnyVector] (Same(0), Same(0), Same(0), Lanes(0, &I1), I32);
        VpFsub = "vp.fsub", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpGather = "vp.gather", [AnyVector] (AnyPtrs(0), Lanes(0, &I1), I32);
        VpIcmp = "vp.icmp", [Lanes(0, &I1)] (AnyVector, Same(0), Metadata, Lanes(0, &I1), I32);
        VpInttoptr = "vp.inttoptr", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpIsFpclass = "vp.is.fpclass", [Lanes(0, &I1)] (AnyVector, I32, Lanes(0, &I1), I32) imm 1;
        VpLlrint = "vp.llrint", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpLoad = "vp.load", [AnyVector] (AnyPtr, Lanes(0, &I1), I32);
        VpLoadFf = "vp.load.ff", [AnyVector, I32] (AnyPtr, Lanes(0, &I1), I32);
        VpLrint = "vp.lrint", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpLshr = "vp.lshr", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpMaximum = "vp.maximum", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpMaxnum = "vp.maxnum", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpMerge = "vp.merge", [AnyVector] (Lanes(0, &I1), Same(0), Same(0), I32);
        VpMinimum = "vp.minimum", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpMinnum = "vp.minnum", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpMul = "vp.mul", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpNearbyint = "vp.nearbyint", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpOr = "vp.or", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpPtrtoint = "vp.ptrtoint", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpReduceAdd = "vp.reduce.add", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceAnd = "vp.reduce.and", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFadd = "vp.reduce.fadd", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFmax = "vp.reduce.fmax", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFmaximum = "vp.reduce.fmaximum", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFmin = "vp.reduce.fmin", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFminimum = "vp.reduce.fminimum", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceFmul = "vp.reduce.fmul", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceMul = "vp.reduce.mul", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceOr = "vp.reduce.or", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceSmax = "vp.reduce.smax", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceSmin = "vp.reduce.smin", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceUmax = "vp.reduce.umax", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceUmin = "vp.reduce.umin", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpReduceXor = "vp.reduce.xor", [Elem(0)] (Elem(0), AnyVector, Lanes(0, &I1), I32);
        VpRint = "vp.rint", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpRound = "vp.round", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpRoundeven = "vp.roundeven", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpRoundtozero = "vp.roundtozero", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpSaddSat = "vp.sadd.sat", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpScatter = "vp.scatter", [] (AnyVector, AnyPtrs(0), Lanes(0, &I1), I32);
        VpSdiv = "vp.sdiv", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpSelect = "vp.select", [AnyVector] (Lanes(0, &I1), Same(0), Same(0), I32);
        VpSext = "vp.sext", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpShl = "vp.shl", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpSitofp = "vp.sitofp", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpSmax = "vp.smax", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpSmin = "vp.smin", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpSqrt = "vp.sqrt", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpSrem = "vp.srem", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpSsubSat = "vp.ssub.sat", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpStore = "vp.store", [] (AnyVector, AnyPtr, Lanes(0, &I1), I32);
        VpSub = "vp.sub", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpTrunc = "vp.trunc", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpUaddSat = "vp.uadd.sat", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpUdiv = "vp.udiv", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpUitofp = "vp.uitofp", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpUmax = "vp.umax", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpUmin = "vp.umin", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpUrem = "vp.urem", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpUsubSat = "vp.usub.sat", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpXor = "vp.xor", [AnyVector] (Same(0), Same(0), Lanes(0, &I1), I32);
        VpZext = "vp.zext", [AnyVector] (AnyVector, Lanes(0, &I1), I32);
        VpReverse = "experimental.vp.reverse", [AnyVector] (Same(0), Lanes(0, &I1), I32);
        VpSplice = "experimental.vp.splice", [AnyVector] (Same(0), Same(0), I32, Lanes(0, &I1), I32, I32) imm 2;
        VpStridedLoad = "experimental.vp.strided.load", [AnyVector] (AnyPtr, AnyInt, Lanes(0, &I1), I32);
        VpStridedStore = "experimental.vp.strided.store", [] (AnyVector, AnyPtr, AnyInt, Lanes(0, &I1), I32);
    }
    X86 {
        X86Sse2PavgW = "x86.sse2.pavg.w", [V8I16] (V8I16, V8I16);
        X86Sse2PavgB = "x86.sse2.pavg.b", [V16I8] (V16I8, V16I8);
        X86Sse2PsrlW = "x86.sse2.psrl.w", [V8I16] (V8I16, V8I16);
        X86Sse2PsrlD = "x86.sse2.psrl.d", [V4I32] (V4I32, V4I32);
        X86Sse2PsrlQ = "x86.sse2.psrl.q", [V2I64] (V2I64, V2I64);
        X86Sse2PsrliW = "x86.sse2.psrli.w", [V8I16] (V8I16, I32);
        X86Sse2PsrliD = "x86.sse2.psrli.d", [V4I32] (V4I32, I32);
        X86Sse2PsrliQ = "x86.sse2.psrli.q", [V2I64] (V2I64, I32);
        X86Sse2PsraW = "x86.sse2.psra.w", [V8I16] (V8I16, V8I16);
        X86Sse2PsraD = "x86.sse2.psra.d", [V4I32] (V4I32, V4I32);
        X86Sse2PsraiW = "x86.sse2.psrai.w", [V8I16] (V8I16, I32);
        X86Sse2PsraiD = "x86.sse2.psrai.d", [V4I32] (V4I32, I32);
        X86Sse2PsllW = "x86.sse2.psll.w", [V8I16] (V8I16, V8I16);
        X86Sse2PsllD = "x86.sse2.psll.d", [V4I32] (V4I32, V4I32);
        X86Sse2PsllQ = "x86.sse2.psll.q", [V2I64] (V2I64, V2I64);
        X86Sse2PslliW = "x86.sse2.pslli.w", [V8I16] (V8I16, I32);
        X86Sse2PslliD = "x86.sse2.pslli.d", [V4I32] (V4I32, I32);
        X86Sse2PslliQ = "x86.sse2.pslli.q", [V2I64] (V2I64, I32);
        X86Sse2PmulhW = "x86.sse2.pmulh.w", [V8I16] (V8I16, V8I16);
        X86Sse2PmulhuW = "x86.sse2.pmulhu.w", [V8I16] (V8I16, V8I16);
        X86Sse2PmaddWd = "x86.sse2.pmadd.wd", [V4I32] (V8I16, V8I16);
        X86Sse2Packsswb128 = "x86.sse2.packsswb.128", [V16I8] (V8I16, V8I16);
        X86Sse2Packuswb128 = "x86.sse2.packuswb.128", [V16I8] (V8I16, V8I16);
        X86Sse2Packssdw128 = "x86.sse2.packssdw.128", [V8I16] (V4I32, V4I32);
        X86Sse2PsadBw = "x86.sse2.psad.bw", [V2I64] (V16I8, V16I8);
        X86Avx2PavgW = "x86.avx2.pavg.w", [V16I16] (V16I16, V16I16);
        X86Avx2PavgB = "x86.avx2.pavg.b", [V32I8] (V32I8, V32I8);
        X86Avx2PshufB = "x86.avx2.pshuf.b", [V32I8] (V32I8, V32I8);
        X86Avx2PsrlW = "x86.avx2.psrl.w", [V16I16] (V16I16, V8I16);
        X86Avx2PsrlD = "x86.avx2.psrl.d", [V8I32] (V8I32, V4I32);
        X86Avx2PsrlQ = "x86.avx2.psrl.q", [V4I64] (V4I64, V2I64);
        X86Avx2PsrliW = "x86.avx2.psrli.w", [V16I16] (V16I16, I32);
        X86Avx2PsrliD = "x86.avx2.psrli.d", [V8I32] (V8I32, I32);
        X86Avx2PsrliQ = "x86.avx2.psrli.q", [V4I64] (V4I64, I32);
        X86Avx2PsrlvD = "x86.avx2.psrlv.d", [V4I32] (V4I32, V4I32);
        X86Avx2PsrlvD256 = "x86.avx2.psrlv.d.256", [V8I32] (V8I32, V8I32);
        X86Avx2PsrlvQ = "x86.avx2.psrlv.q", [V2I64] (V2I64, V2I64);
        X86Avx2PsrlvQ256 = "x86.avx2.psrlv.q.256", [V4I64] (V4I64, V4I64);
        X86Avx2PsraW = "x86.avx2.psra.w", [V16I16] (V16I16, V8I16);
        X86Avx2PsraD = "x86.avx2.psra.d", [V8I32] (V8I32, V4I32);
        X86Avx2PsraiW = "x86.avx2.psrai.w", [V16I16] (V16I16, I32);
        X86Avx2PsraiD = "x86.avx2.psrai.d", [V8I32] (V8I32, I32);
        X86Avx2PsravD = "x86.avx2.psrav.d", [V4I32] (V4I32, V4I32);
        X86Avx2PsravD256 = "x86.avx2.psrav.d.256", [V8I32] (V8I32, V8I32);
        X86Avx2PsllW = "x86.avx2.psll.w", [V16I16] (V16I16, V8I16);
        X86Avx2PsllD = "x86.avx2.psll.d", [V8I32] (V8I32, V4I32);
        X86Avx2PsllQ = "x86.avx2.psll.q", [V4I64] (V4I64, V2I64);
        X86Avx2PslliW = "x86.avx2.pslli.w", [V16I16] (V16I16, I32);
        X86Avx2PslliD = "x86.avx2.pslli.d", [V8I32] (V8I32, I32);
        X86Avx2PslliQ = "x86.avx2.pslli.q", [V4I64] (V4I64, I32);
        X86Avx2PsllvD = "x86.avx2.psllv.d", [V4I32] (V4I32, V4I32);
        X86Avx2PsllvD256 = "x86.avx2.psllv.d.256", [V8I32] (V8I32, V8I32);
        X86Avx2PsllvQ = "x86.avx2.psllv.q", [V2I64] (V2I64, V2I64);
        X86Avx2PsllvQ256 = "x86.avx2.psllv.q.256", [V4I64] (V4I64, V4I64);
        X86Avx2PsignB = "x86.avx2.psign.b", [V32I8] (V32I8, V32I8);
        X86Avx2PsignW = "x86.avx2.psign.w", [V16I16] (V16I16, V16I16);
        X86Avx2PsignD = "x86.avx2.psign.d", [V8I32] (V8I32, V8I32);
        X86Avx2PhaddW = "x86.avx2.phadd.w", [V16I16] (V16I16, V16I16);
        X86Avx2PhaddD = "x86.avx2.phadd.d", [V8I32] (V8I32, V8I32);
        X86Avx2PhaddSw = "x86.avx2.phadd.sw", [V16I16] (V16I16, V16I16);
        X86Avx2PhsubW = "x86.avx2.phsub.w", [V16I16] (V16I16, V16I16);
        X86Avx2PhsubD = "x86.avx2.phsub.d", [V8I32] (V8I32, V8I32);
        X86Avx2PhsubSw = "x86.avx2.phsub.sw", [V16I16] (V16I16, V16I16);
        X86Avx2PmulhW = "x86.avx2.pmulh.w", [V16I16] (V16I16, V16I16);
        X86Avx2PmulhuW = "x86.avx2.pmulhu.w", [V16I16] (V16I16, V16I16);
        X86Avx2PmaddWd = "x86.avx2.pmadd.wd", [V8I32] (V16I16, V16I16);
        X86Avx2PmaddUbSw = "x86.avx2.pmadd.ub.sw", [V16I16] (V32I8, V32I8);
        X86Avx2Packsswb = "x86.avx2.packsswb", [V32I8] (V16I16, V16I16);
        X86Avx2Packuswb = "x86.avx2.packuswb", [V32I8] (V16I16, V16I16);
        X86Avx2Packssdw = "x86.avx2.packssdw", [V16I16] (V8I32, V8I32);
        X86Avx2Packusdw = "x86.avx2.packusdw", [V16I16] (V8I32, V8I32);
        X86Avx2PsadBw = "x86.avx2.psad.bw", [V4I64] (V32I8, V32I8);
        X86Avx512PavgW512 = "x86.avx512.pavg.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PavgB512 = "x86.avx512.pavg.b.512", [V64I8] (V64I8, V64I8);
        X86Avx512PshufB512 = "x86.avx512.pshuf.b.512", [V64I8] (V64I8, V64I8);
        X86Avx512PsrlW512 = "x86.avx512.psrl.w.512", [V32I16] (V32I16, V8I16);
        X86Avx512PsrlD512 = "x86.avx512.psrl.d.512", [V16I32] (V16I32, V4I32);
        X86Avx512PsrlQ512 = "x86.avx512.psrl.q.512", [V8I64] (V8I64, V2I64);
        X86Avx512PsrliW512 = "x86.avx512.psrli.w.512", [V32I16] (V32I16, I32);
        X86Avx512PsrliD512 = "x86.avx512.psrli.d.512", [V16I32] (V16I32, I32);
        X86Avx512PsrliQ512 = "x86.avx512.psrli.q.512", [V8I64] (V8I64, I32);
        X86Avx512PsrlvD512 = "x86.avx512.psrlv.d.512", [V16I32] (V16I32, V16I32);
        X86Avx512PsrlvQ512 = "x86.avx512.psrlv.q.512", [V8I64] (V8I64, V8I64);
        X86Avx512PsrlvW128 = "x86.avx512.psrlv.w.128", [V8I16] (V8I16, V8I16);
        X86Avx512PsrlvW256 = "x86.avx512.psrlv.w.256", [V16I16] (V16I16, V16I16);
        X86Avx512PsrlvW512 = "x86.avx512.psrlv.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PsraQ128 = "x86.avx512.psra.q.128", [V2I64] (V2I64, V2I64);
        X86Avx512PsraQ256 = "x86.avx512.psra.q.256", [V4I64] (V4I64, V2I64);
        X86Avx512PsraW512 = "x86.avx512.psra.w.512", [V32I16] (V32I16, V8I16);
        X86Avx512PsraD512 = "x86.avx512.psra.d.512", [V16I32] (V16I32, V4I32);
        X86Avx512PsraQ512 = "x86.avx512.psra.q.512", [V8I64] (V8I64, V2I64);
        X86Avx512PsraiW512 = "x86.avx512.psrai.w.512", [V32I16] (V32I16, I32);
        X86Avx512PsraiD512 = "x86.avx512.psrai.d.512", [V16I32] (V16I32, I32);
        X86Avx512PsraiQ128 = "x86.avx512.psrai.q.128", [V2I64] (V2I64, I32);
        X86Avx512PsraiQ256 = "x86.avx512.psrai.q.256", [V4I64] (V4I64, I32);
        X86Avx512PsraiQ512 = "x86.avx512.psrai.q.512", [V8I64] (V8I64, I32);
        X86Avx512PsravD512 = "x86.avx512.psrav.d.512", [V16I32] (V16I32, V16I32);
        X86Avx512PsravQ128 = "x86.avx512.psrav.q.128", [V2I64] (V2I64, V2I64);
        X86Avx512PsravQ256 = "x86.avx512.psrav.q.256", [V4I64] (V4I64, V4I64);
        X86Avx512PsravQ512 = "x86.avx512.psrav.q.512", [V8I64] (V8I64, V8I64);
        X86Avx512PsravW128 = "x86.avx512.psrav.w.128", [V8I16] (V8I16, V8I16);
        X86Avx512PsravW256 = "x86.avx512.psrav.w.256", [V16I16] (V16I16, V16I16);
        X86Avx512PsravW512 = "x86.avx512.psrav.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PsllW512 = "x86.avx512.psll.w.512", [V32I16] (V32I16, V8I16);
        X86Avx512PsllD512 = "x86.avx512.psll.d.512", [V16I32] (V16I32, V4I32);
        X86Avx512PsllQ512 = "x86.avx512.psll.q.512", [V8I64] (V8I64, V2I64);
        X86Avx512PslliW512 = "x86.avx512.pslli.w.512", [V32I16] (V32I16, I32);
        X86Avx512PslliD512 = "x86.avx512.pslli.d.512", [V16I32] (V16I32, I32);
        X86Avx512PslliQ512 = "x86.avx512.pslli.q.512", [V8I64] (V8I64, I32);
        X86Avx512PsllvD512 = "x86.avx512.psllv.d.512", [V16I32] (V16I32, V16I32);
        X86Avx512PsllvQ512 = "x86.avx512.psllv.q.512", [V8I64] (V8I64, V8I64);
        X86Avx512PsllvW128 = "x86.avx512.psllv.w.128", [V8I16] (V8I16, V8I16);
        X86Avx512PsllvW256 = "x86.avx512.psllv.w.256", [V16I16] (V16I16, V16I16);
        X86Avx512PsllvW512 = "x86.avx512.psllv.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PmulhW512 = "x86.avx512.pmulh.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PmulhuW512 = "x86.avx512.pmulhu.w.512", [V32I16] (V32I16, V32I16);
        X86Avx512PmaddwD512 = "x86.avx512.pmaddw.d.512", [V16I32] (V32I16, V32I16);
        X86Avx512PmaddubsW512 = "x86.avx512.pmaddubs.w.512", [V32I16] (V64I8, V64I8);
        X86Avx512Packsswb512 = "x86.avx512.packsswb.512", [V64I8] (V32I16, V32I16);
        X86Avx512Packuswb512 = "x86.avx512.packuswb.512", [V64I8] (V32I16, V32I16);
        X86Avx512Packssdw512 = "x86.avx512.packssdw.512", [V32I16] (V16I32, V16I32);
        X86Avx512Packusdw512 = "x86.avx512.packusdw.512", [V32I16] (V16I32, V16I32);
        X86Avx512PsadBw512 = "x86.avx512.psad.bw.512", [V8I64] (V64I8, V64I8);
        X86Ssse3PshufB128 = "x86.ssse3.pshuf.b.128", [V16I8] (V16I8, V16I8);
        X86Ssse3PsignB128 = "x86.ssse3.psign.b.128", [V16I8] (V16I8, V16I8);
        X86Ssse3PsignW128 = "x86.ssse3.psign.w.128", [V8I16] (V8I16, V8I16);
        X86Ssse3PsignD128 = "x86.ssse3.psign.d.128", [V4I32] (V4I32, V4I32);
        X86Ssse3PhaddW128 = "x86.ssse3.phadd.w.128", [V8I16] (V8I16, V8I16);
        X86Ssse3PhaddD128 = "x86.ssse3.phadd.d.128", [V4I32] (V4I32, V4I32);
        X86Ssse3PhaddSw128 = "x86.ssse3.phadd.sw.128", [V8I16] (V8I16, V8I16);
        X86Ssse3PhsubW128 = "x86.ssse3.phsub.w.128", [V8I16] (V8I16, V8I16);
        X86Ssse3PhsubD128 = "x86.ssse3.phsub.d.128", [V4I32] (V4I32, V4I32);
        X86Ssse3PhsubSw128 = "x86.ssse3.phsub.sw.128", [V8I16] (V8I16, V8I16);
        X86Ssse3PmaddUbSw128 = "x86.ssse3.pmadd.ub.sw.128", [V8I16] (V16I8, V16I8);
        X86Sse41Packusdw = "x86.sse41.packusdw", [V8I16] (V4I32, V4I32);
        X86Avx2Pblendvb = "x86.avx2.pblendvb", [V32I8] (V32I8, V32I8, V32I8);
        X86Avx512PternlogD128 = "x86.avx512.pternlog.d.128", [V4I32] (V4I32, V4I32, V4I32, I32) imm 3;
        X86Avx512PternlogD256 = "x86.avx512.pternlog.d.256", [V8I32] (V8I32, V8I32, V8I32, I32) imm 3;
        X86Avx512PternlogD512 = "x86.avx512.pternlog.d.512", [V16I32] (V16I32, V16I32, V16I32, I32) imm 3;
        X86Avx512PternlogQ128 = "x86.avx512.pternlog.q.128", [V2I64] (V2I64, V2I64, V2I64, I32) imm 3;
        X86Avx512PternlogQ256 = "x86.avx512.pternlog.q.256", [V4I64] (V4I64, V4I64, V4I64, I32) imm 3;
        X86Avx512PternlogQ512 = "x86.avx512.pternlog.q.512", [V8I64] (V8I64, V8I64, V8I64, I32) imm 3;
    }
}
