//! Splitting a corpus among machines that do not talk to each other.
//!
//! A pair's shard depends on its name and its file's path below the searched folder only, so every machine splits alike, and pairs that
//! come or go do not move others.

use std::fmt;
use std::str::FromStr;

/// `--shard I/N`: the I-th of N parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("`{text}` is not I/N, for example 1/4");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let (index, count): (u64, u64) = (index.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
        if index == 0 || index > count {
            return Err(format!("shards count from 1: I is 1 to {count}, not {index}"));
        }
        Ok(Shard { index, count })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Which part, from 1, and of how many.
    #[must_use]
    pub fn parts(self) -> (u64, u64) {
        (self.index, self.count)
    }

    /// Whether this part has the pair `name` of the file `key` (its path below the searched folder).
    #[must_use]
    pub fn has(self, key: &str, name: &str) -> bool {
        let hash = blake3::Hasher::new().update(key.as_bytes()).update(b"\0").update(name.as_bytes()).finalize();
        let (first, _) = hash.as_bytes().split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
        u64::from_le_bytes(*first) % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_in_exactly_one_shard() {
        let shards: Vec<Shard> = (1..=3).map(|i| format!("{i}/3").parse().expect("a shard")).collect();
        let mut sizes = [0; 3];
        for i in 0..300 {
            let name = format!("src{i}");
            let owners: Vec<usize> = (0..3).filter(|&s| shards[s].has("f.ll", &name)).collect();
            assert_eq!(owners.len(), 1);
            sizes[owners[0]] += 1;
        }
        assert!(sizes.iter().all(|&n| n > 60), "{sizes:?}");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
