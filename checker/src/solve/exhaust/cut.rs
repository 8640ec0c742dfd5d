//! Who chooses the variables of an obligation, and where terms that depend on one side's choices end.

use llvet_encoder::term::{Pool, Term};
use rustc_hash::FxHashMap;

use crate::solve::instantiate::Game;

/// The variables of an obligation by who chooses them, and when.
pub(super) struct Roles {
    pub(super) inputs: Vec<Term>,
    pub(super) source_fixed: Vec<Term>,
    pub(super) source_reread: Vec<Term>,
    pub(super) target_fixed: Vec<Term>,
    pub(super) target_reread: Vec<Term>,
}

impl Roles {
    pub(super) fn new(pool: &Pool, formula: Term, game: &Game) -> Roles {
        let (source_fixed, source_reread) = (Vec::new(), Vec::new());
        let mut roles = Roles { inputs: Vec::new(), source_fixed, source_reread, target_fixed: Vec::new(), target_reread: Vec::new() };
        for var in pool.free_vars(&[formula]) {
            let role = if game.source_fixed.contains(&var) {
                &mut roles.source_fixed
            } else if game.source_reread.contains(&var) {
                &mut roles.source_reread
            } else if game.target_reread.contains(&var) {
                &mut roles.target_reread
            } else if game.seeds.choices.contains(&var) {
                &mut roles.target_fixed
            } else {
                &mut roles.inputs
            };
            role.push(var);
        }
        roles
    }

    /// Whether the source chooses anything.
    pub(super) fn source_chooses(&self) -> bool {
        !self.source_fixed.is_empty() || !self.source_reread.is_empty()
    }

    /// Whether inputs decide everything.
    pub(super) fn nobody_chooses(&self) -> bool {
        !self.source_chooses() && self.target_fixed.is_empty() && self.target_reread.is_empty()
    }

    /// A number of executions that enumeration takes at least (some inputs may be poison, which needs no bits).
    pub(super) fn least_executions(&self, pool: &Pool) -> u128 {
        let bits = |vars: &[Term]| vars.iter().map(|&v| u64::from(pool.width(v))).sum::<u64>();
        let source = bits(&self.source_fixed) + bits(&self.source_reread);
        let target = bits(&self.target_fixed) + bits(&self.target_reread);
        let numbers: Vec<Term> = self.inputs.iter().copied().filter(|&v| pool.width(v) > 1).collect();
        let all = bits(&numbers) + source.max(target);
        u32::try_from(all).ok().and_then(|all| 1u128.checked_shl(all)).unwrap_or(u128::MAX)
    }
}

/// Which choices a term depends on.
const SOURCE: u8 = 1;
const TARGET: u8 = 2;

/// The maximal terms below the cut, by whose choices they depend on.
pub(super) struct Cut {
    pub(super) source: Vec<Term>,
    pub(super) target: Vec<Term>,
    /// On nobody's.
    pub(super) common: Vec<Term>,
}

impl Cut {
    pub(super) fn new(pool: &Pool, formula: Term, roles: &Roles) -> Cut {
        let order = pool.topological(&[formula]);
        let mut colors: FxHashMap<Term, u8> = FxHashMap::default();
        for &term in &order {
            let own = if roles.source_fixed.contains(&term) || roles.source_reread.contains(&term) {
                SOURCE
            } else if roles.target_fixed.contains(&term) || roles.target_reread.contains(&term) {
                TARGET
            } else {
                0
            };
            let color = pool.args(term).iter().fold(own, |mask, arg| mask | colors[arg]);
            colors.insert(term, color);
        }
        let mut cut = Cut { source: Vec::new(), target: Vec::new(), common: Vec::new() };
        let mixed = SOURCE | TARGET;
        for &term in order.iter().filter(|t| colors[*t] == mixed) {
            for &arg in pool.args(term).iter().filter(|a| colors[*a] != mixed && pool.as_value(**a).is_none()) {
                cut.place(arg, colors[&arg]);
            }
        }
        if colors[&formula] != mixed {
            cut.place(formula, colors[&formula]);
        }
        cut
    }

    fn place(&mut self, term: Term, color: u8) {
        let part = match color {
            SOURCE => &mut self.source,
            TARGET => &mut self.target,
            _ => &mut self.common,
        };
        if !part.contains(&term) {
            part.push(term);
        }
    }
}
