//! Statements: obligations whose widths are unknown.

/// Position of a node in its statement; arguments come before their users.
pub(super) type Id = usize;

/// Position of a base: 0 is the width 1, the others are unknown.
pub(super) type Base = usize;

/// Most bases, the width 1 included.
pub(super) const MAX_BASES: usize = 5;

/// A Boolean.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Formula {
    /// A constant.
    Truth(bool),
    /// A variable.
    Free,
    /// Negation.
    Not(Id),
    /// Conjunction.
    And(Vec<Id>),
    /// Selection.
    If(Id, Id, Id),
    /// If and only if.
    Same(Id, Id),
    /// Equality of bit-vectors.
    Equal(Id, Id),
    /// The first is less than the second.
    Below {
        /// In two's complement.
        signed: bool,
        /// The first.
        a: Id,
        /// The second.
        b: Id,
    },
    /// The highest bit.
    Top(Id),
    /// The bit at a position counted from the lowest.
    Bit(Id, u32),
}

/// A constant: `low`, then `fill` as often as there is room, then `high`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pattern {
    /// Lowest bits, lowest first.
    pub low: Vec<bool>,
    /// The bit in the middle.
    pub fill: bool,
    /// Highest bits, lowest of them first.
    pub high: Vec<bool>,
}

/// A bit-vector, read from its lowest bit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stream {
    /// A variable.
    Input,
    /// A constant.
    Pattern(Pattern),
    /// Complement.
    Not(Id),
    /// Bitwise and.
    And(Vec<Id>),
    /// Bitwise or.
    Or(Vec<Id>),
    /// Bitwise exclusive or.
    Xor(Vec<Id>),
    /// Sum.
    Add(Vec<Id>),
    /// Product by a literal, at least 1.
    Scale(u32, Id),
    /// Negation.
    Neg(Id),
    /// Selection by a formula.
    Choose(Id, Id, Id),
    /// A formula as one bit.
    Single(Id),
    /// Left shift by a literal, at least 1.
    Left(Id, u32),
    /// Right shift by a literal, at least 1; the formula is shifted in.
    Right {
        /// What is shifted.
        of: Id,
        /// By how much.
        by: u32,
        /// What comes in.
        filler: Id,
    },
    /// The lowest bits.
    Trunc(Id),
    /// With zeros above.
    Zext(Id),
    /// With the highest bit repeated above.
    Sext(Id),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// A Boolean.
    Formula(Formula),
    /// A bit-vector as wide as a base.
    Stream(Base, Stream),
}

/// A Boolean over bit-vectors of unknown widths.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Statement {
    /// In topological order; the last is the statement itself.
    pub(super) nodes: Vec<Node>,
    /// The least width of each base.
    pub(super) least: Vec<u32>,
    /// The first of each pair is narrower than the second.
    pub(super) narrower: Vec<(Base, Base)>,
}

impl Statement {
    /// How many of the highest bits are told apart by their distance from the top.
    pub(super) fn near(&self) -> u32 {
        let need = |node: &Node| match node {
            Node::Stream(_, Stream::Pattern(pattern)) => u32::try_from(pattern.high.len()).unwrap_or(u32::MAX),
            Node::Stream(_, Stream::Right { by, .. }) => *by,
            Node::Stream(..) | Node::Formula(_) => 1,
        };
        self.nodes.iter().map(need).max().unwrap_or(1).max(1)
    }

    /// The base of a bit-vector.
    pub(super) fn base(&self, id: Id) -> Base {
        match self.nodes[id] {
            Node::Stream(base, _) => base,
            Node::Formula(_) => 0,
        }
    }
}
