//! The search for the simplest combination of predicates that is true on exactly the wanted rows.

use std::cmp::Reverse;

/// Most predicates in a combination.
pub const MAX_SIZE: usize = 3;
/// Combinations of one size that are returned.
const MAX_FOUND: usize = 4;
/// Predicates of which three are combined; the first ones that differ on the rows.
const MAX_TRIPLES: usize = 200;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(rows: I) -> Bits {
        let mut bits = Bits { words: Vec::new(), len: 0 };
        for row in rows {
            if bits.len.is_multiple_of(64) {
                bits.words.push(0);
            }
            if let Some(last) = bits.words.last_mut() {
                *last |= u64::from(row) << (bits.len % 64);
            }
            bits.len += 1;
        }
        bits
    }
}

impl Bits {
    /// All of `len` rows.
    #[must_use]
    pub fn ones(len: usize) -> Bits {
        std::iter::repeat_n(true, len).collect()
    }

    /// How many rows there are, in the set or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no row is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        Bits { words: self.words.iter().zip(&other.words).map(|(&a, &b)| f(a, b)).collect(), len: self.len }
    }

    /// Rows of both.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Rows of either.
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// The other rows.
    #[must_use]
    pub fn not(&self) -> Bits {
        Bits::ones(self.len).zip(self, |all, a| all & !a)
    }

    fn is_within(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    fn count(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }
}

/// A combination of predicates, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Always false.
    False,
    /// Always true.
    True,
    /// All of them.
    And(Vec<usize>),
    /// Some of them.
    Or(Vec<usize>),
    /// The first, or both of the others.
    OrAnd(usize, [usize; 2]),
}

/// Combinations of exactly `size` predicates that, on the rows of `care`, hold on the rows of `wanted` and on no others. Earlier
/// predicates are preferred.
#[must_use]
pub fn fitting(columns: &[Bits], wanted: &Bits, care: &Bits, size: usize) -> Vec<Formula> {
    let wanted = wanted.and(care);
    let columns: Vec<Bits> = columns.iter().map(|c| c.and(care)).collect();
    let of = |indices: &mut dyn Iterator<Item = usize>| indices.take(MAX_FOUND).collect::<Vec<usize>>();
    match size {
        0 if wanted == *care => vec![Formula::True],
        0 if wanted.is_empty() => vec![Formula::False],
        0 => Vec::new(),
        1 => of(&mut (0..columns.len()).filter(|&i| columns[i] == wanted)).into_iter().map(|i| Formula::And(vec![i])).collect(),
        2 => pairs(&columns, &wanted),
        _ => triples(&columns, &wanted),
    }
}

/// Predicates and conjunctions of two that hold on some row of `wanted` and only on rows of `allowed`; those that hold on most of the
/// wanted rows come first.
#[must_use]
pub fn implying(columns: &[Bits], wanted: &Bits, allowed: &Bits) -> Vec<Formula> {
    let useful = |bits: &Bits| bits.is_within(allowed) && !bits.and(wanted).is_empty();
    let ones = (0..columns.len()).map(|i| (columns[i].clone(), vec![i]));
    let twos = (0..columns.len()).flat_map(|i| (i + 1..columns.len()).map(move |j| (columns[i].and(&columns[j]), vec![i, j])));
    let mut found: Vec<(u32, Vec<usize>)> =
        ones.chain(twos).filter(|(bits, _)| useful(bits)).map(|(bits, f)| (bits.and(wanted).count(), f)).collect();
    found.sort_by_key(|(count, indices)| (Reverse(*count), indices.len(), indices.iter().sum::<usize>()));
    found.into_iter().take(MAX_FOUND).map(|(_, indices)| Formula::And(indices)).collect()
}

fn pairs(columns: &[Bits], wanted: &Bits) -> Vec<Formula> {
    let (above, below) = candidates(columns, wanted);
    let mut found = Vec::new();
    for (list, join, make) in [
        (&above, Bits::and as fn(&Bits, &Bits) -> Bits, Formula::And as fn(Vec<usize>) -> Formula),
        (&below, Bits::or as fn(&Bits, &Bits) -> Bits, Formula::Or as fn(Vec<usize>) -> Formula),
    ] {
        for (n, &i) in list.iter().enumerate() {
            let partners = list[n + 1..].iter().filter(|&&j| join(&columns[i], &columns[j]) == *wanted);
            found.extend(partners.map(|&j| (i + j, make(vec![i, j]))));
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    found.into_iter().take(MAX_FOUND).map(|(_, f)| f).collect()
}

/// Predicates that hold on all wanted rows, of which conjunctions are made, and those that hold on no other rows, for disjunctions.
fn candidates(columns: &[Bits], wanted: &Bits) -> (Vec<usize>, Vec<usize>) {
    let all = || 0..columns.len();
    (all().filter(|&i| wanted.is_within(&columns[i])).collect(), all().filter(|&i| columns[i].is_within(wanted)).collect())
}

fn triples(columns: &[Bits], wanted: &Bits) -> Vec<Formula> {
    let mut seen: Vec<usize> = Vec::new();
    for i in 0..columns.len() {
        if seen.len() < MAX_TRIPLES && !seen.iter().any(|&j| columns[i] == columns[j]) {
            seen.push(i);
        }
    }
    let (above, below) = candidates(columns, wanted);
    let within = |list: Vec<usize>| list.into_iter().filter(|i| seen.contains(i)).collect::<Vec<_>>();
    let (above, below) = (within(above), within(below));
    let mut found: Vec<(usize, Formula)> = Vec::new();
    for (list, join, make) in [
        (&above, Bits::and as fn(&Bits, &Bits) -> Bits, Formula::And as fn(Vec<usize>) -> Formula),
        (&below, Bits::or as fn(&Bits, &Bits) -> Bits, Formula::Or as fn(Vec<usize>) -> Formula),
    ] {
        for (n, &i) in list.iter().enumerate() {
            for (m, &j) in list.iter().enumerate().skip(n + 1) {
                let two = join(&columns[i], &columns[j]);
                let third = list[m + 1..].iter().filter(|&&k| join(&two, &columns[k]) == *wanted);
                found.extend(third.map(|&k| (i + j + k, make(vec![i, j, k]))));
            }
        }
    }
    for (n, &j) in seen.iter().enumerate() {
        for &k in &seen[n + 1..] {
            let both = columns[j].and(&columns[k]);
            if both.is_within(wanted) && !both.is_empty() {
                let first = below.iter().filter(|&&i| columns[i].or(&both) == *wanted);
                found.extend(first.map(|&i| (i + j + k, Formula::OrAnd(i, [j, k]))));
            }
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    found.into_iter().take(MAX_FOUND).map(|(_, f)| f).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str) -> Bits {
        text.chars().map(|c| c == '1').collect()
    }

    fn search(columns: &[&str], wanted: &str, care: &str, size: usize) -> Vec<Formula> {
        let columns: Vec<Bits> = columns.iter().map(|c| bits(c)).collect();
        fitting(&columns, &bits(wanted), &bits(care), size)
    }

    #[test]
    fn constants_and_single_predicates() {
        assert_eq!(search(&["10"], "11", "11", 0), [Formula::True]);
        assert_eq!(search(&["10"], "00", "11", 0), [Formula::False]);
        assert_eq!(search(&["10"], "10", "10", 0), [Formula::True]);
        assert_eq!(search(&["10", "01", "01"], "01", "11", 1), [Formula::And(vec![1]), Formula::And(vec![2])]);
        // Rows that do not matter may differ.
        assert_eq!(search(&["110"], "010", "011", 1), [Formula::And(vec![0])]);
        assert_eq!(search(&["110"], "010", "111", 1), []);
    }

    #[test]
    fn combinations_of_two_and_three() {
        assert_eq!(search(&["1100", "0110", "0111"], "0100", "1111", 2), [Formula::And(vec![0, 1]), Formula::And(vec![0, 2])]);
        assert_eq!(search(&["1000", "0010", "0001"], "1010", "1111", 2), [Formula::Or(vec![0, 1])]);
        assert_eq!(search(&["1000", "0110", "0011"], "1010", "1111", 2), []);
        assert_eq!(search(&["1000", "0110", "0011"], "1010", "1111", 3), [Formula::OrAnd(0, [1, 2])]);
        assert_eq!(search(&["1000", "0100", "0010"], "1110", "1111", 3), [Formula::Or(vec![0, 1, 2])]);
        assert_eq!(search(&["1110", "1101", "1011"], "1000", "1111", 3), [Formula::And(vec![0, 1, 2])]);
    }

    #[test]
    fn the_weakest_sufficient_predicate_comes_first() {
        let columns = ["1000", "1100", "1111", "0000"].map(bits);
        assert_eq!(implying(&columns, &bits("1110"), &bits("1110"))[0], Formula::And(vec![1]));
        assert_eq!(implying(&columns, &bits("1000"), &bits("1110"))[0], Formula::And(vec![0]));
        assert_eq!(implying(&columns[3..], &bits("1110"), &bits("1110")), []);
    }

    #[test]
    fn more_rows_than_a_word_has_bits() {
        let odd: Bits = (0..130).map(|i| i % 2 == 1).collect();
        assert_eq!((odd.len(), odd.count(), odd.not().count()), (130, 65, 65));
        assert!(odd.and(&odd.not()).is_empty() && odd.or(&odd.not()) == Bits::ones(130));
    }
}
