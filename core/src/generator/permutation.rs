//! A random permutation of the numbers of so many bits, without a table: multiplications by odd
//! numbers, which are one to one, with shifts between that carry high bits down.

use crate::sys::rng::Rng;

const ROUNDS: usize = 3;

/// The width of what is permuted: `random` of uid11_xid.
const BITS: u8 = 22;
const MASK: u32 = (1 << BITS) - 1;

/// Maps each number of 22 bits to another, one to one, in an order that looks random.
#[derive(Clone, Copy)]
pub(super) struct Permutation {
    factors: [u32; ROUNDS],
    /// Laid over the result: whatever the rounds do, each number is equally likely at each place.
    whitening: u32,
}

impl Permutation {
    /// Of no bits.
    pub(super) const NONE: Permutation = Permutation {
        factors: [1; ROUNDS],
        whitening: 0,
    };

    /// A fresh one.
    pub(super) fn draw(stream: &mut Rng) -> Self {
        Self {
            factors: std::array::from_fn(|_| stream.bits(BITS) as u32 | 1),
            whitening: stream.bits(BITS) as u32,
        }
    }

    /// That of a tick, for all who have the key.
    pub(super) fn of([a, b, c, d]: [u64; 4], tick: u64) -> Self {
        let words = [a ^ tick, b, c, d];
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self::draw(&mut Rng::from_seed(seed))
    }

    /// The number at a place.
    #[inline(always)]
    pub(super) fn at(&self, place: u64) -> u64 {
        let mut number = place as u32;
        for factor in self.factors {
            number = number.wrapping_mul(factor) & MASK;
            number ^= number >> (BITS / 2);
        }
        u64::from(number ^ self.whitening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Format;
    use crate::layout::CounterSeed;

    #[test]
    fn permutation_yields_each_number_once() {
        let mut stream = Rng::from_seed([7; 32]);
        for _ in 0..2 {
            let permutation = Permutation::draw(&mut stream);
            let mut seen = vec![false; 1 << BITS];
            for place in 0..1u64 << BITS {
                let number = permutation.at(place) as usize;
                assert!(!seen[number], "{number} came twice");
                seen[number] = true;
            }
        }
    }

    #[test]
    fn two_permutations_differ() {
        let mut stream = Rng::from_seed([8; 32]);
        let (a, b) = (
            Permutation::draw(&mut stream),
            Permutation::draw(&mut stream),
        );
        let same = (0..1000)
            .filter(|&place| a.at(place) == b.at(place))
            .count();
        assert!(same < 5, "{same} of 1000 places agree");
    }

    #[test]
    fn permuted_counters_have_this_width_within_first_64_bits() {
        for format in Format::ALL {
            if let Some(counter) = format.row().layout.counter
                && counter.seed == CounterSeed::Permuted
            {
                assert_eq!(counter.place.width(), BITS, "{format}");
                assert!(counter.place.lowest_span().0 <= 64, "{format}");
            }
        }
    }
}
