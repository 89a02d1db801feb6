//! Pseudo-random numbers that follow from a seed.

/// SplitMix64 (Steele, Lea and Flood 2014). One word of state, so that a run can have many
/// independent streams.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The first stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// A stream of a seed. Streams of different numbers are independent.
    pub fn stream(seed: u64, stream: u64) -> Self {
        let mut rng = Self(seed ^ stream.wrapping_mul(0xd605_bbb5_8c8a_bbb5));
        rng.word();
        rng
    }

    /// 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from `least` to `most`, both included.
    #[inline]
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// A number from `least` to `most`, each power of two equally likely.
    pub fn magnitude(&mut self, least: u64, most: u64) -> u64 {
        let (low, high) = (least.max(1).ilog2(), most.max(1).ilog2());
        let bits = self.between(low.into(), high.into());
        let drawn = (1 << bits) | (self.word() & ((1 << bits) - 1));
        drawn.clamp(least, most)
    }

    /// `true` with a probability of 1 in `times`.
    #[inline]
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of the items, which must not be empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// Mixes the bits of a word.
#[inline]
pub fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_repeats_for_a_seed_and_stream() {
        let words = |seed, stream| {
            let mut rng = Rng::stream(seed, stream);
            [rng.word(), rng.word()]
        };
        assert_eq!(words(7, 1), words(7, 1));
        assert_ne!(words(7, 1), words(8, 1));
        assert_ne!(words(7, 1), words(7, 2));
    }

    #[test]
    fn between_and_magnitude_stay_within_bounds() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            assert!((3..=5).contains(&rng.between(3, 5)));
            assert!((10..=99).contains(&rng.magnitude(10, 99)));
        }
    }
}
