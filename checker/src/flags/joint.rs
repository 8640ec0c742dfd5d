//! The largest sets of flags that hold together.
//!
//! Flags are monotone: with a set, each of its subsets holds. So one check of all candidates usually settles the matter, and otherwise
//! the sets form a down-closed family whose maximal members are searched from above.

/// Most candidates whose subsets are all looked at; with more, one maximal set is found greedily.
const MAX_EXHAUSTIVE: usize = 8;

/// Sets of flags that hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint<T> {
    /// Maximal sets: to none of them can a further candidate be added. The largest come first.
    pub sets: Vec<Vec<T>>,
    /// Whether these are all maximal sets: no check was undecided and the search was complete.
    pub complete: bool,
}

/// Finds the maximal subsets of the candidates that hold. `holds` says whether a set does, or `None` when that could not be decided; it
/// must be monotone, and the empty set must hold.
pub fn largest<T: Copy>(candidates: &[T], mut holds: impl FnMut(&[T]) -> Option<bool>) -> Joint<T> {
    let mut complete = true;
    let mut ask = |set: &[T]| match holds(set) {
        Some(answer) => answer,
        None => {
            complete = false;
            false
        }
    };
    if candidates.is_empty() || ask(candidates) {
        return Joint { sets: vec![candidates.to_vec()], complete };
    }
    if candidates.len() > MAX_EXHAUSTIVE {
        let sets = vec![greedy(candidates, ask)];
        return Joint { sets, complete: false };
    }
    let all = 1_u32 << candidates.len();
    let mut masks: Vec<u32> = (0..all - 1).collect();
    masks.sort_by_key(|mask| (std::cmp::Reverse(mask.count_ones()), *mask));
    let chosen = |mask: u32| (0..candidates.len()).filter(|i| mask >> i & 1 == 1).map(|i| candidates[i]).collect::<Vec<T>>();
    let mut maximal: Vec<u32> = Vec::new();
    for mask in masks {
        let covered = maximal.iter().any(|m| m & mask == mask);
        if !covered && (mask == 0 || ask(&chosen(mask))) {
            maximal.push(mask);
        }
    }
    Joint { sets: maximal.into_iter().map(chosen).collect(), complete }
}

/// One maximal set: candidates are added in order as long as the set holds.
fn greedy<T: Copy>(candidates: &[T], mut ask: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut set = Vec::new();
    for &candidate in candidates {
        set.push(candidate);
        if !ask(&set) {
            set.pop();
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_together_takes_one_question() {
        let mut asked = 0;
        let joint = largest(&[1, 2, 3], |_| {
            asked += 1;
            Some(true)
        });
        assert_eq!((joint.sets, joint.complete, asked), (vec![vec![1, 2, 3]], true, 1));
    }

    #[test]
    fn every_maximal_set_is_found_largest_first() {
        // 1 excludes 3 and 4.
        let joint = largest(&[1, 2, 3, 4], |s| Some(!(s.contains(&1) && (s.contains(&3) || s.contains(&4)))));
        assert_eq!((joint.sets, joint.complete), (vec![vec![2, 3, 4], vec![1, 2]], true));
    }

    #[test]
    fn undecided_sets_do_not_hold_and_are_admitted() {
        let joint = largest(&[1, 2], |s| (s.len() < 2).then_some(true));
        assert_eq!((joint.sets, joint.complete), (vec![vec![1], vec![2]], false));
    }

    #[test]
    fn many_candidates_give_one_maximal_set() {
        let many: Vec<u32> = (0..20).collect();
        let joint = largest(&many, |s| Some(s.len() <= 5));
        assert_eq!((joint.sets, joint.complete), (vec![vec![0, 1, 2, 3, 4]], false));
    }
}
