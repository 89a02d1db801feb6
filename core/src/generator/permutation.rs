//! A random permutation of the numbers of so many bits, without a table: multiplications by odd
//! numbers, which are one to one, with shifts between that carry high bits down.

use super::entropy::Stream;

const ROUNDS: usize = 3;

/// Maps each number of so many bits to another, one to one, in an order that looks random.
#[derive(Clone, Copy)]
pub(super) struct Permutation {
    factors: [u32; ROUNDS],
    /// Laid over the result: whatever the rounds do, each number is equally likely at each place.
    whitening: u32,
    mask: u32,
    half: u32,
}

impl Permutation {
    /// Of no bits.
    pub(super) const NONE: Permutation = Permutation {
        factors: [1; ROUNDS],
        whitening: 0,
        mask: 0,
        half: 0,
    };

    /// A fresh one of at most 32 bits.
    pub(super) fn draw(bits: u8, stream: &mut Stream) -> Self {
        Self {
            factors: std::array::from_fn(|_| stream.bits(bits) as u32 | 1),
            whitening: stream.bits(bits) as u32,
            mask: u32::MAX >> (32 - bits),
            half: u32::from(bits).div_ceil(2),
        }
    }

    /// The number at a place.
    #[inline(always)]
    pub(super) fn at(&self, place: u64) -> u64 {
        let mut number = place as u32;
        for factor in self.factors {
            number = number.wrapping_mul(factor) & self.mask;
            number ^= number >> self.half;
        }
        u64::from(number ^ self.whitening)
    }
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
