//! Type variables, constraints on them, and all assignments that satisfy the constraints.
//!
//! Equalities are solved by unification. What is left are numbers: widths of integers, kinds of floats, lengths of vectors. They are
//! enumerated with backtracking, and a partial assignment is given up as soon as a constraint between its numbers fails.
//!
//! **Invariants.** A type variable of which nothing says that it is a vector, an aggregate or a float is a scalar integer: rules speak of
//! scalars and are lifted to vectors lane by lane by whoever applies them. Assignments come smallest first.

use llvet_ir::{FloatKind, Span, Type};

use super::ast::{TypeSyntax, Widths};
use super::ops::Class;

/// A type variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

/// Why constraints cannot be satisfied, and where the last of them comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// One line.
    pub message: String,
    /// The place.
    pub span: Span,
}

/// Width of integers that only a precondition mentions and that nothing else fixes: wide enough for every number it can compute.
const FREE_WIDTH: u32 = 128;

/// Kinds that a float variable ranges over, smallest first.
const FLOATS: [FloatKind; 3] = [FloatKind::Half, FloatKind::Float, FloatKind::Double];

/// Lengths that a vector variable ranges over.
const LENGTHS: [u32; 4] = [1, 2, 3, 4];

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Unknown {
        class: Option<Class>,
        scalar: bool,
    },
    Int(Option<u32>),
    Float(Option<FloatKind>),
    Ptr,
    /// A number of lanes.
    Length(Option<u32>),
    Vector {
        len: Ty,
        elem: Ty,
    },
    Array {
        len: u64,
        elem: Ty,
    },
    Struct(Vec<Ty>),
}

#[derive(Clone, Debug)]
enum Node {
    Same(Ty),
    Root(Shape),
}

/// A constraint between numbers.
#[derive(Clone, Copy, Debug)]
enum Relation {
    /// Scalar width of the first below that of the second.
    Less(Ty, Ty),
    /// The same number of bits in total.
    SameBits(Ty, Ty),
    /// At least this many bits.
    AtLeast(Ty, u32),
    /// A multiple of this many bits.
    MultipleOf(Ty, u32),
}

/// Collects constraints.
#[derive(Clone, Debug, Default)]
pub struct Typer {
    nodes: Vec<Node>,
    shapes: Vec<(Ty, Ty, Span)>,
    follow: Vec<(Ty, Ty, Span)>,
    bools: Vec<(Ty, Span)>,
    defaults: Vec<(Ty, u32)>,
    classes: Vec<(Ty, Class, Span)>,
    relations: Vec<Relation>,
    anchors: Vec<Ty>,
}

type Outcome = Result<(), TypeError>;

fn fail(span: Span, message: impl Into<String>) -> Outcome {
    Err(TypeError { message: message.into(), span })
}

impl Typer {
    fn add(&mut self, shape: Shape) -> Ty {
        self.nodes.push(Node::Root(shape));
        Ty(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
    }

    /// A variable of which nothing is known.
    pub fn fresh(&mut self) -> Ty {
        self.add(Shape::Unknown { class: None, scalar: false })
    }

    /// `iN`
    pub fn int(&mut self, width: u32) -> Ty {
        self.add(Shape::Int(Some(width)))
    }

    /// A scalar integer of any width.
    pub fn any_int(&mut self) -> Ty {
        self.add(Shape::Int(None))
    }

    /// `<n x elem>` of any length.
    pub fn any_vector(&mut self, elem: Ty) -> Ty {
        let len = self.add(Shape::Length(None));
        self.add(Shape::Vector { len, elem })
    }

    /// `{ fields }`
    pub fn structure(&mut self, fields: Vec<Ty>) -> Ty {
        self.add(Shape::Struct(fields))
    }

    /// `<len x elem>`
    pub fn vector(&mut self, len: u32, elem: Ty) -> Ty {
        let len = self.add(Shape::Length(Some(len)));
        self.add(Shape::Vector { len, elem })
    }

    /// `[len x elem]`
    pub fn array(&mut self, len: u64, elem: Ty) -> Ty {
        self.add(Shape::Array { len, elem })
    }

    /// A written type. `named` gives the variable of a type name.
    pub fn written(&mut self, syntax: &TypeSyntax, named: &mut impl FnMut(&mut Typer, &str) -> Ty) -> Ty {
        match syntax {
            TypeSyntax::Int(width) => self.int(*width),
            TypeSyntax::Float(kind) => self.add(Shape::Float(Some(*kind))),
            TypeSyntax::Ptr => self.add(Shape::Ptr),
            TypeSyntax::Vector(len, elem) => {
                let elem = self.written(elem, named);
                self.vector(u32::try_from(*len).unwrap_or(u32::MAX), elem)
            }
            TypeSyntax::Array(len, elem) => {
                let elem = self.written(elem, named);
                self.array(*len, elem)
            }
            TypeSyntax::Struct(fields) => {
                let fields = fields.iter().map(|f| self.written(f, named)).collect();
                self.structure(fields)
            }
            TypeSyntax::Named(name) => named(self, name),
        }
    }

    /// The two types have the same number of lanes, or both are scalars.
    pub fn same_shape(&mut self, a: Ty, b: Ty, span: Span) {
        self.shapes.push((a, b, span));
    }

    /// `selector` is `i1`, or, when it is a vector, has as many lanes as `value`.
    pub fn selects(&mut self, selector: Ty, value: Ty, span: Span) {
        self.follow.push((selector, value, span));
        self.boolean(selector, span);
    }

    /// The type is `i1` or a vector of it.
    pub fn boolean(&mut self, ty: Ty, span: Span) {
        self.class(ty, Class::Int, span);
        self.bools.push((ty, span));
    }

    /// The type, or its lanes, are of this class.
    pub fn class(&mut self, ty: Ty, class: Class, span: Span) {
        self.classes.push((ty, class, span));
    }

    /// Scalar width of `a` is below that of `b`.
    pub fn less(&mut self, a: Ty, b: Ty) {
        self.relations.push(Relation::Less(a, b));
    }

    /// Both have the same number of bits.
    pub fn same_bits(&mut self, a: Ty, b: Ty) {
        self.relations.push(Relation::SameBits(a, b));
    }

    /// The scalar width is at least `bits`.
    pub fn at_least(&mut self, ty: Ty, bits: u32) {
        self.relations.push(Relation::AtLeast(ty, bits));
    }

    /// An integer (or a vector of integers) of this width when nothing else fixes one.
    pub fn default_int(&mut self, ty: Ty, width: u32) {
        self.defaults.push((ty, width));
    }

    /// The scalar width is a multiple of `bits`.
    pub fn multiple_of(&mut self, ty: Ty, bits: u32) {
        self.relations.push(Relation::MultipleOf(ty, bits));
    }

    /// The program has a value of this type, as opposed to the precondition alone.
    pub fn anchor(&mut self, ty: Ty) {
        self.anchors.push(ty);
    }

    fn find(&self, mut ty: Ty) -> Ty {
        while let Node::Same(next) = &self.nodes[ty.0 as usize] {
            ty = *next;
        }
        ty
    }

    fn shape(&self, ty: Ty) -> &Shape {
        match &self.nodes[self.find(ty).0 as usize] {
            Node::Root(shape) => shape,
            Node::Same(_) => &Shape::Ptr,
        }
    }

    fn set(&mut self, ty: Ty, shape: Shape) {
        let root = self.find(ty);
        self.nodes[root.0 as usize] = Node::Root(shape);
    }

    /// The two types are equal.
    ///
    /// # Errors
    /// When they cannot be.
    pub fn unify(&mut self, a: Ty, b: Ty, span: Span) -> Outcome {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Ok(());
        }
        let (sa, sb) = (self.shape(a).clone(), self.shape(b).clone());
        let merged = match (&sa, &sb) {
            (Shape::Unknown { class: x, scalar: s }, Shape::Unknown { class: y, scalar: t }) => {
                if x.is_some() && y.is_some() && x != y {
                    return self.clash(a, b, span);
                }
                Shape::Unknown { class: x.or(*y), scalar: *s || *t }
            }
            (Shape::Unknown { class, scalar }, other) | (other, Shape::Unknown { class, scalar }) => {
                let (class, scalar, other) = (*class, *scalar, other.clone());
                if scalar && matches!(other, Shape::Vector { .. } | Shape::Array { .. } | Shape::Struct(_)) {
                    return self.clash(a, b, span);
                }
                if let Some(class) = class {
                    self.classes.push((a, class, span));
                }
                other
            }
            (Shape::Int(x), Shape::Int(y)) if x.is_none() || y.is_none() || x == y => Shape::Int(x.or(*y)),
            (Shape::Length(x), Shape::Length(y)) if x.is_none() || y.is_none() || x == y => Shape::Length(x.or(*y)),
            (Shape::Float(x), Shape::Float(y)) if x.is_none() || y.is_none() || x == y => Shape::Float(x.or(*y)),
            (Shape::Ptr, Shape::Ptr) => Shape::Ptr,
            (Shape::Vector { len: n, elem: x }, Shape::Vector { len: m, elem: y }) => {
                let (n, m, x, y) = (*n, *m, *x, *y);
                self.unify(n, m, span)?;
                self.unify(x, y, span)?;
                sa.clone()
            }
            (Shape::Array { len: n, elem: x }, Shape::Array { len: m, elem: y }) if n == m => {
                let (x, y) = (*x, *y);
                self.unify(x, y, span)?;
                sa.clone()
            }
            (Shape::Struct(x), Shape::Struct(y)) if x.len() == y.len() => {
                for (x, y) in x.clone().into_iter().zip(y.clone()) {
                    self.unify(x, y, span)?;
                }
                sa.clone()
            }
            _ => return self.clash(a, b, span),
        };
        self.nodes[b.0 as usize] = Node::Same(a);
        self.set(a, merged);
        Ok(())
    }

    fn clash(&self, a: Ty, b: Ty, span: Span) -> Outcome {
        fail(span, format!("does not type-check: {} and {} would have to be the same type", self.describe(a), self.describe(b)))
    }

    fn describe(&self, ty: Ty) -> String {
        match self.shape(ty) {
            Shape::Unknown { class: Some(Class::Float), .. } | Shape::Float(None) => "a float".into(),
            Shape::Unknown { .. } | Shape::Int(None) => "an integer".into(),
            Shape::Int(Some(width)) => format!("i{width}"),
            Shape::Float(Some(kind)) => kind.name().into(),
            Shape::Ptr => "ptr".into(),
            Shape::Length(_) => "a number of lanes".into(),
            Shape::Vector { len, elem } => match self.shape(*len) {
                Shape::Length(Some(n)) => format!("<{n} x {}>", self.describe(*elem)),
                _ => "a vector".into(),
            },
            Shape::Array { len, elem } => format!("[{len} x {}]", self.describe(*elem)),
            Shape::Struct(fields) => format!("{{ {} }}", fields.iter().map(|&f| self.describe(f)).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The type's fields, when it is a struct or an array by now.
    #[must_use]
    pub fn field(&self, ty: Ty, index: u32) -> Option<Ty> {
        match self.shape(ty) {
            Shape::Struct(fields) => fields.get(index as usize).copied(),
            Shape::Array { len, elem } if u64::from(index) < *len => Some(*elem),
            _ => None,
        }
    }

    /// Applies classes and shapes until nothing changes.
    fn propagate(&mut self) -> Outcome {
        for _ in 0..=self.nodes.len() {
            let before = self.nodes.len();
            let mut changed = false;
            for (ty, class, span) in std::mem::take(&mut self.classes) {
                changed |= self.apply_class(ty, class, span)?;
            }
            for (a, b, span) in self.shapes.clone() {
                changed |= self.apply_shape(a, b, span)?;
            }
            for (selector, value, span) in self.follow.clone() {
                if matches!(self.shape(selector), Shape::Vector { .. }) {
                    changed |= self.apply_shape(selector, value, span)?;
                }
            }
            if !changed && before == self.nodes.len() && self.classes.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether anything changed. A class that cannot be applied yet is remembered in the variable.
    fn apply_class(&mut self, ty: Ty, class: Class, span: Span) -> Result<bool, TypeError> {
        let wrong = |typer: &Typer| {
            let what = if class == Class::Int { "an integer" } else { "a float" };
            Err(TypeError { message: format!("does not type-check: {} is used as {what}", typer.describe(ty)), span })
        };
        match self.shape(ty).clone() {
            Shape::Unknown { class: Some(known), .. } if known != class => wrong(self),
            Shape::Unknown { class: Some(_), .. } => Ok(false),
            Shape::Unknown { class: None, scalar } => {
                self.set(ty, Shape::Unknown { class: Some(class), scalar });
                Ok(true)
            }
            Shape::Int(_) if class == Class::Int => Ok(false),
            Shape::Float(_) if class == Class::Float => Ok(false),
            Shape::Vector { elem, .. } => self.apply_class(elem, class, span),
            _ => wrong(self),
        }
    }

    fn apply_shape(&mut self, a: Ty, b: Ty, span: Span) -> Result<bool, TypeError> {
        match (self.shape(a).clone(), self.shape(b).clone()) {
            (Shape::Vector { len: n, .. }, Shape::Vector { len: m, .. }) => {
                let changed = self.find(n) != self.find(m);
                self.unify(n, m, span)?;
                Ok(changed)
            }
            (Shape::Vector { len, .. }, Shape::Unknown { scalar: false, .. }) => self.make_vector(b, len, span),
            (Shape::Unknown { scalar: false, .. }, Shape::Vector { len, .. }) => self.make_vector(a, len, span),
            (Shape::Int(_) | Shape::Float(_) | Shape::Unknown { scalar: true, .. }, Shape::Unknown { class, scalar: false }) => {
                self.set(b, Shape::Unknown { class, scalar: true });
                Ok(true)
            }
            (Shape::Unknown { class, scalar: false }, Shape::Int(_) | Shape::Float(_) | Shape::Unknown { scalar: true, .. }) => {
                self.set(a, Shape::Unknown { class, scalar: true });
                Ok(true)
            }
            (Shape::Vector { .. }, _) | (_, Shape::Vector { .. }) => {
                let message = format!(
                    "does not type-check: {} and {} would have to have the same number of lanes",
                    self.describe(a),
                    self.describe(b)
                );
                Err(TypeError { message, span })
            }
            _ => Ok(false),
        }
    }

    fn make_vector(&mut self, ty: Ty, len: Ty, span: Span) -> Result<bool, TypeError> {
        let elem = self.fresh();
        let vector = self.add(Shape::Vector { len, elem });
        self.unify(vector, ty, span)?;
        Ok(true)
    }

    /// Settles what unification leaves open.
    ///
    /// # Errors
    /// When constraints contradict each other whatever the numbers are.
    pub fn solve(mut self) -> Result<Solved, TypeError> {
        self.propagate()?;
        for index in 0..self.nodes.len() {
            if let Node::Root(Shape::Unknown { class, .. }) = self.nodes[index] {
                let shape = if class == Some(Class::Float) { Shape::Float(None) } else { Shape::Int(None) };
                self.nodes[index] = Node::Root(shape);
            }
        }
        for (ty, width) in std::mem::take(&mut self.defaults) {
            let lane = self.lane(ty);
            if *self.shape(lane) == Shape::Int(None) {
                self.set(lane, Shape::Int(Some(width)));
            }
        }
        for (ty, span) in std::mem::take(&mut self.bools) {
            let lane = self.lane(ty);
            let bit = self.int(1);
            self.unify(lane, bit, span)?;
        }
        self.propagate()?;
        let mut anchored = vec![false; self.nodes.len()];
        for &ty in &self.anchors {
            self.mark(ty, &mut anchored);
        }
        let unknown = |node: &Node| matches!(node, Node::Root(Shape::Int(None) | Shape::Float(None) | Shape::Length(None)));
        let vars: Vec<usize> = (0..self.nodes.len()).filter(|&i| unknown(&self.nodes[i])).collect();
        Ok(Solved { anchored: vars.iter().map(|&v| anchored[v]).collect(), vars, typer: self })
    }

    /// Whether nothing fixes the width of the type, or of its lanes, so far.
    #[must_use]
    pub fn is_open(&self, ty: Ty) -> bool {
        matches!(self.shape(self.lane(ty)), Shape::Unknown { .. } | Shape::Int(None))
    }

    /// The type of a vector's lanes; any other type itself.
    fn lane(&self, ty: Ty) -> Ty {
        if let Shape::Vector { elem, .. } = self.shape(ty) { *elem } else { ty }
    }

    fn mark(&self, ty: Ty, anchored: &mut [bool]) {
        let root = self.find(ty);
        if std::mem::replace(&mut anchored[root.0 as usize], true) {
            return;
        }
        match self.shape(root) {
            Shape::Vector { len, elem } => {
                self.mark(*len, anchored);
                self.mark(*elem, anchored);
            }
            Shape::Array { elem, .. } => self.mark(*elem, anchored),
            Shape::Struct(fields) => fields.iter().for_each(|&f| self.mark(f, anchored)),
            Shape::Unknown { .. } | Shape::Int(_) | Shape::Float(_) | Shape::Ptr | Shape::Length(_) => {}
        }
    }
}

/// Types up to numbers.
#[derive(Clone, Debug)]
pub struct Solved {
    typer: Typer,
    /// Nodes whose number is open.
    vars: Vec<usize>,
    /// Whether the program has a value with this number in its type.
    anchored: Vec<bool>,
}

/// A number for every open node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Typing(Vec<u32>);

impl Typing {
    /// Whether some number is this one.
    #[must_use]
    pub fn mentions(&self, number: u32) -> bool {
        self.0.contains(&number)
    }
}

impl Solved {
    /// All assignments, smallest first: by their largest number, then by their sum.
    #[must_use]
    pub fn typings(&self, widths: Widths) -> Vec<Typing> {
        let mut out = Vec::new();
        let mut numbers = vec![0; self.vars.len()];
        // A relation is tested as soon as its last variable is assigned.
        let mut due: Vec<Vec<Relation>> = vec![Vec::new(); self.vars.len() + 1];
        for &relation in &self.typer.relations {
            due[self.last_var(relation)].push(relation);
        }
        self.search(0, widths, &due, &mut numbers, &mut out);
        out.sort_by_key(|t| (t.0.iter().copied().max(), t.0.iter().sum::<u32>()));
        out
    }

    /// The widths of an assignment that range over all widths; `None` when something else is open as well: a kind of float, a number of lanes.
    #[must_use]
    pub fn open_widths<'a>(&'a self, typing: &'a Typing) -> Option<impl Iterator<Item = u32> + 'a> {
        let is_width = |&var: &usize| matches!(self.typer.nodes[var], Node::Root(Shape::Int(_)));
        let open = self.anchored.iter().zip(&typing.0).filter(|(anchored, _)| **anchored).map(|(_, number)| *number);
        self.vars.iter().all(is_width).then_some(open)
    }

    fn last_var(&self, relation: Relation) -> usize {
        let of = |ty: Ty| self.vars.iter().rposition(|&v| self.depends(ty, v)).map_or(0, |i| i + 1);
        match relation {
            Relation::Less(a, b) | Relation::SameBits(a, b) => of(a).max(of(b)),
            Relation::AtLeast(a, _) | Relation::MultipleOf(a, _) => of(a),
        }
    }

    fn depends(&self, ty: Ty, var: usize) -> bool {
        let root = self.typer.find(ty);
        root.0 as usize == var
            || match self.typer.shape(root) {
                Shape::Vector { len, elem } => self.depends(*len, var) || self.depends(*elem, var),
                Shape::Array { elem, .. } => self.depends(*elem, var),
                Shape::Struct(fields) => fields.iter().any(|&f| self.depends(f, var)),
                _ => false,
            }
    }

    fn search(&self, next: usize, widths: Widths, due: &[Vec<Relation>], numbers: &mut Vec<u32>, out: &mut Vec<Typing>) {
        if !due[next].iter().all(|&r| self.holds(r, numbers)) {
            return;
        }
        let Some(&var) = self.vars.get(next) else {
            out.push(Typing(numbers.clone()));
            return;
        };
        let domain: Vec<u32> = match &self.typer.nodes[var] {
            Node::Root(Shape::Int(_)) if !self.anchored[next] => vec![FREE_WIDTH],
            Node::Root(Shape::Int(_)) => (widths.from..=widths.to).collect(),
            Node::Root(Shape::Length(_)) => LENGTHS.to_vec(),
            _ => FLOATS.iter().map(|f| f.bits()).collect(),
        };
        for number in domain {
            numbers[next] = number;
            self.search(next + 1, widths, due, numbers, out);
        }
    }

    fn holds(&self, relation: Relation, numbers: &[u32]) -> bool {
        match relation {
            Relation::Less(a, b) => self.scalar_bits(a, numbers) < self.scalar_bits(b, numbers),
            Relation::SameBits(a, b) => self.bits(a, numbers) == self.bits(b, numbers),
            Relation::AtLeast(a, bits) => self.scalar_bits(a, numbers) >= bits,
            Relation::MultipleOf(a, bits) => self.scalar_bits(a, numbers).is_multiple_of(bits),
        }
    }

    fn number(&self, ty: Ty, numbers: &[u32]) -> u32 {
        let root = self.typer.find(ty).0 as usize;
        self.vars.iter().position(|&v| v == root).map_or(0, |i| numbers[i])
    }

    fn scalar_bits(&self, ty: Ty, numbers: &[u32]) -> u32 {
        match self.typer.shape(ty) {
            Shape::Int(Some(width)) => *width,
            Shape::Float(Some(kind)) => kind.bits(),
            Shape::Ptr => 64,
            Shape::Vector { elem, .. } => self.scalar_bits(*elem, numbers),
            _ => self.number(ty, numbers),
        }
    }

    fn bits(&self, ty: Ty, numbers: &[u32]) -> u64 {
        match self.typer.shape(ty) {
            Shape::Vector { len, elem } => u64::from(self.length(*len, numbers)) * self.bits(*elem, numbers),
            _ => u64::from(self.scalar_bits(ty, numbers)),
        }
    }

    fn length(&self, ty: Ty, numbers: &[u32]) -> u32 {
        match self.typer.shape(ty) {
            Shape::Length(Some(n)) => *n,
            _ => self.number(ty, numbers),
        }
    }

    /// The type under an assignment.
    #[must_use]
    pub fn ty(&self, ty: Ty, typing: &Typing) -> Type {
        let numbers = &typing.0;
        match self.typer.shape(ty) {
            Shape::Int(Some(width)) => Type::Int(*width),
            Shape::Int(None) | Shape::Unknown { .. } | Shape::Length(_) => Type::Int(self.number(ty, numbers)),
            Shape::Float(Some(kind)) => Type::Float(*kind),
            Shape::Float(None) => {
                let bits = self.number(ty, numbers);
                Type::Float(FLOATS.into_iter().find(|f| f.bits() == bits).unwrap_or(FloatKind::Half))
            }
            Shape::Ptr => Type::PTR,
            Shape::Vector { len, elem } => Type::vector(u64::from(self.length(*len, numbers)), self.ty(*elem, typing)),
            Shape::Array { len, elem } => Type::array(*len, self.ty(*elem, typing)),
            Shape::Struct(fields) => Type::structure(fields.iter().map(|&f| self.ty(f, typing)).collect()),
        }
    }
}
