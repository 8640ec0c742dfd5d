//! Poison-generating and rewrite-based flags of instructions (LangRef, "Poison-generating flags", "Fast-Math Flags").

/// Fast-math flags, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FastMath(pub u8);

impl FastMath {
    /// No NaNs: operands and result that are NaN make the result poison.
    pub const NNAN: FastMath = FastMath(1);
    /// No infinities: operands and result that are infinite make the result poison.
    pub const NINF: FastMath = FastMath(2);
    /// No signed zeros: the sign of a zero operand is insignificant.
    pub const NSZ: FastMath = FastMath(4);
    /// Allow reciprocal.
    pub const ARCP: FastMath = FastMath(8);
    /// Allow contraction.
    pub const CONTRACT: FastMath = FastMath(16);
    /// Approximate functions.
    pub const AFN: FastMath = FastMath(32);
    /// Allow reassociation.
    pub const REASSOC: FastMath = FastMath(64);
    /// All of them.
    pub const FAST: FastMath = FastMath(127);

    /// Every flag with its keyword, in LLVM's printing order.
    pub const NAMES: [(FastMath, &'static str); 7] = [
        (FastMath::REASSOC, "reassoc"),
        (FastMath::NNAN, "nnan"),
        (FastMath::NINF, "ninf"),
        (FastMath::NSZ, "nsz"),
        (FastMath::ARCP, "arcp"),
        (FastMath::CONTRACT, "contract"),
        (FastMath::AFN, "afn"),
    ];

    /// Whether all flags of `other` are set here.
    #[must_use]
    pub fn has(self, other: FastMath) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union.
    #[must_use]
    pub fn with(self, other: FastMath) -> FastMath {
        FastMath(self.0 | other.0)
    }

    /// The set without `other`.
    #[must_use]
    pub fn without(self, other: FastMath) -> FastMath {
        FastMath(self.0 & !other.0)
    }

    /// Whether no flag is set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The flags one instruction carries. Which of them are legal on it is [`crate::inst::InstKind::legal_flags`]'s matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// No signed wrap.
    pub nsw: bool,
    /// No unsigned wrap (also of `getelementptr` and `trunc`).
    pub nuw: bool,
    /// No remainder, or no bit shifted out.
    pub exact: bool,
    /// The operands of `or` share no set bit.
    pub disjoint: bool,
    /// The operands of `icmp` have the same sign.
    pub samesign: bool,
    /// The operand of `zext`/`uitofp` is not negative.
    pub nneg: bool,
    /// `getelementptr inbounds`.
    pub inbounds: bool,
    /// `getelementptr nusw` (implied by `inbounds`).
    pub nusw: bool,
    /// Fast-math flags.
    pub fmf: FastMath,
}

impl Flags {
    /// No flag at all.
    pub const NONE: Flags = Flags {
        nsw: false,
        nuw: false,
        exact: false,
        disjoint: false,
        samesign: false,
        nneg: false,
        inbounds: false,
        nusw: false,
        fmf: FastMath(0),
    };
}

/// One flag by name, for tools that add, drop and list flags one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flag {
    /// `nuw`
    Nuw,
    /// `nsw`
    Nsw,
    /// `exact`
    Exact,
    /// `disjoint`
    Disjoint,
    /// `samesign`
    Samesign,
    /// `nneg`
    Nneg,
    /// `inbounds`
    Inbounds,
    /// `nusw`
    Nusw,
    /// `reassoc`
    Reassoc,
    /// `nnan`
    Nnan,
    /// `ninf`
    Ninf,
    /// `nsz`
    Nsz,
    /// `arcp`
    Arcp,
    /// `contract`
    Contract,
    /// `afn`
    Afn,
}

impl Flag {
    /// Every flag.
    pub const ALL: [Flag; 15] = [
        Flag::Nuw,
        Flag::Nsw,
        Flag::Exact,
        Flag::Disjoint,
        Flag::Samesign,
        Flag::Nneg,
        Flag::Inbounds,
        Flag::Nusw,
        Flag::Reassoc,
        Flag::Nnan,
        Flag::Ninf,
        Flag::Nsz,
        Flag::Arcp,
        Flag::Contract,
        Flag::Afn,
    ];

    /// The flag with this keyword.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Flag> {
        Some(match text {
            "nuw" => Flag::Nuw,
            "nsw" => Flag::Nsw,
            "exact" => Flag::Exact,
            "disjoint" => Flag::Disjoint,
            "samesign" => Flag::Samesign,
            "nneg" => Flag::Nneg,
            "inbounds" => Flag::Inbounds,
            "nusw" => Flag::Nusw,
            "reassoc" => Flag::Reassoc,
            "nnan" => Flag::Nnan,
            "ninf" => Flag::Ninf,
            "nsz" => Flag::Nsz,
            "arcp" => Flag::Arcp,
            "contract" => Flag::Contract,
            "afn" => Flag::Afn,
            _ => return None,
        })
    }

    /// The fast-math bit when this is a fast-math flag.
    #[must_use]
    pub fn fast_math(self) -> Option<FastMath> {
        match self {
            Flag::Reassoc => Some(FastMath::REASSOC),
            Flag::Nnan => Some(FastMath::NNAN),
            Flag::Ninf => Some(FastMath::NINF),
            Flag::Nsz => Some(FastMath::NSZ),
            Flag::Arcp => Some(FastMath::ARCP),
            Flag::Contract => Some(FastMath::CONTRACT),
            Flag::Afn => Some(FastMath::AFN),
            Flag::Nuw | Flag::Nsw | Flag::Exact | Flag::Disjoint | Flag::Samesign | Flag::Nneg | Flag::Inbounds | Flag::Nusw => None,
        }
    }

    /// The keyword.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Flag::Nuw => "nuw",
            Flag::Nsw => "nsw",
            Flag::Exact => "exact",
            Flag::Disjoint => "disjoint",
            Flag::Samesign => "samesign",
            Flag::Nneg => "nneg",
            Flag::Inbounds => "inbounds",
            Flag::Nusw => "nusw",
            Flag::Reassoc => "reassoc",
            Flag::Nnan => "nnan",
            Flag::Ninf => "ninf",
            Flag::Nsz => "nsz",
            Flag::Arcp => "arcp",
            Flag::Contract => "contract",
            Flag::Afn => "afn",
        }
    }
}

impl Flags {
    /// Whether `flag` is set.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        match flag {
            Flag::Nuw => self.nuw,
            Flag::Nsw => self.nsw,
            Flag::Exact => self.exact,
            Flag::Disjoint => self.disjoint,
            Flag::Samesign => self.samesign,
            Flag::Nneg => self.nneg,
            Flag::Inbounds => self.inbounds,
            Flag::Nusw => self.nusw,
            _ => flag.fast_math().is_some_and(|bit| self.fmf.has(bit)),
        }
    }

    /// Sets or clears `flag`.
    pub fn set(&mut self, flag: Flag, on: bool) {
        match flag {
            Flag::Nuw => self.nuw = on,
            Flag::Nsw => self.nsw = on,
            Flag::Exact => self.exact = on,
            Flag::Disjoint => self.disjoint = on,
            Flag::Samesign => self.samesign = on,
            Flag::Nneg => self.nneg = on,
            Flag::Inbounds => self.inbounds = on,
            Flag::Nusw => self.nusw = on,
            Flag::Reassoc | Flag::Nnan | Flag::Ninf | Flag::Nsz | Flag::Arcp | Flag::Contract | Flag::Afn => {
                if let Some(bit) = flag.fast_math() {
                    self.fmf = if on { self.fmf.with(bit) } else { self.fmf.without(bit) };
                }
            }
        }
    }
}
