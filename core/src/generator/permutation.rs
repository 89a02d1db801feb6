//! A random permutation of the numbers of so many bits, without a table: a Feistel network.

use super::entropy::Stream;

const ROUNDS: usize = 4;

/// Maps each number of `2 * half` bits to another, one to one, in an order that looks random.
#[derive(Clone, Copy)]
pub(super) struct Permutation {
    keys: [u32; ROUNDS],
    /// Laid over the result: whatever the rounds do, each number is equally likely at each place.
    whitening: u64,
    half: u32,
}

impl Permutation {
    /// Of no bits.
    pub(super) const NONE: Permutation = Permutation {
        keys: [0; ROUNDS],
        whitening: 0,
        half: 0,
    };

    /// A fresh one of an even number of bits.
    pub(super) fn draw(bits: u8, stream: &mut Stream) -> Self {
        Self {
            keys: std::array::from_fn(|_| stream.bits(32) as u32),
            whitening: stream.bits(bits) as u64,
            half: u32::from(bits) / 2,
        }
    }

    /// The number at a place.
    #[inline]
    pub(super) fn at(&self, place: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let (mut left, mut right) = ((place >> self.half) as u32 & mask, place as u32 & mask);
        for key in self.keys {
            (left, right) = (right, left ^ (mix(right ^ key) & mask));
        }
        ((u64::from(left) << self.half) | u64::from(right)) ^ self.whitening
    }
}

/// Every input bit moves every output bit (the finisher of MurmurHash3).
fn mix(mut word: u32) -> u32 {
    word ^= word >> 16;
    word = word.wrapping_mul(0x85eb_ca6b);
    word ^= word >> 13;
    word = word.wrapping_mul(0xc2b2_ae35);
    word ^ (word >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        let mut stream = Stream::from_seed([7; 32]);
        for bits in [4, 10, 22] {
            let permutation = Permutation::draw(bits, &mut stream);
            let mut seen = vec![false; 1 << bits];
            for place in 0..1u64 << bits {
                let number = permutation.at(place) as usize;
                assert!(!seen[number], "{number} of {bits} bits came twice");
                seen[number] = true;
            }
        }
    }

    #[test]
    fn two_draws_differ() {
        let mut stream = Stream::from_seed([8; 32]);
        let (a, b) = (
            Permutation::draw(22, &mut stream),
            Permutation::draw(22, &mut stream),
        );
        let same = (0..1000)
            .filter(|&place| a.at(place) == b.at(place))
            .count();
        assert!(same < 5, "{same} of 1000 places agree");
    }
}
