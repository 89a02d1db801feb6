//! A seeded pseudorandom number generator.

/// SplitMix64. Own code, so that the numbers never change with a dependency.
pub(crate) struct Prng(u64);

impl Prng {
    /// Seeds a generator with the FNV-1a hash of a text.
    ///
    /// The standard library's hash may change between releases.
    pub(crate) fn of_text(text: &str) -> Self {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// Seeds a generator with a number, mixed so that consecutive numbers give unrelated streams.
    pub(crate) fn of_number(number: u64) -> Self {
        Self(Self(number).bits())
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Lossless: the remainder is less than `bound`.
        (self.bits() % (bound as u64).max(1)) as usize
    }

    /// Returns `true` with probability 1/`n`.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A random element; `None` if `choices` is empty.
    pub(crate) fn choose<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(choices.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn bits_equal_published_values_and_depend_on_the_seed() {
        // The first outputs of SplitMix64 for seed 0, as published by its authors.
        let mut prng = Prng(0);
        assert_eq!(prng.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(prng.bits(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(Prng::of_text("case").bits(), Prng::of_text("case").bits());
        assert_ne!(Prng::of_text("case").bits(), Prng::of_text("cast").bits());
        assert_ne!(Prng::of_number(1).bits(), Prng::of_number(2).bits());
    }

    #[test]
    fn below_reaches_every_number() {
        let mut prng = Prng::of_number(7);
        let drawn: BTreeSet<usize> = (0..200).map(|_| prng.below(6)).collect();
        assert_eq!(drawn, (0..6).collect());
        assert_eq!(prng.below(0), 0);
        assert_eq!(prng.choose::<u8>(&[]), None);
    }
}
