//! Random permutations of 22-bit numbers, computed without a table: multiplications by odd numbers,
//! which are bijective, alternate with shifts that mix high bits into low ones.

use crate::sys::rng::Rng;

const ROUNDS: usize = 3;

/// The width of permuted numbers: the field `random` of uid11_xid.
pub const BITS: u8 = 22;
const MASK: u32 = (1 << BITS) - 1;

/// A bijective map of the 22-bit numbers that appears random.
#[derive(Clone, Copy)]
pub struct Permutation {
    factors: [u32; ROUNDS],
    /// XORed to the result: makes each number equally likely at each index.
    whitening: u32,
}

impl Permutation {
    pub const NONE: Permutation = Permutation {
        factors: [1; ROUNDS],
        whitening: 0,
    };

    pub fn draw(rng: &mut Rng) -> Self {
        Self {
            factors: std::array::from_fn(|_| rng.bits(BITS) as u32 | 1),
            whitening: rng.bits(BITS) as u32,
        }
    }

    /// The permutation of a tick, the same for all that have the key.
    pub fn of([a, b, c, d]: [u64; 4], tick: u64) -> Self {
        let words = [a ^ tick, b, c, d];
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self::draw(&mut Rng::from_seed(seed))
    }

    #[inline(always)]
    pub fn at(&self, index: u64) -> u64 {
        let mut number = index as u32;
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

    #[test]
    fn permutation_yields_each_number_once() {
        let mut rng = Rng::from_seed([7; 32]);
        for _ in 0..2 {
            let permutation = Permutation::draw(&mut rng);
            let mut seen = vec![false; 1 << BITS];
            for index in 0..1u64 << BITS {
                let number = permutation.at(index) as usize;
                assert!(!seen[number], "{number} came twice");
                seen[number] = true;
            }
        }
    }

    #[test]
    fn two_permutations_differ() {
        let mut rng = Rng::from_seed([8; 32]);
        let drawn = [(); 2].map(|()| Permutation::draw(&mut rng));
        let of_ticks = [1, 2].map(|tick| Permutation::of([1, 2, 3, 4], tick));
        for [a, b] in [drawn, of_ticks] {
            let same = (0..1000).filter(|&index| a.at(index) == b.at(index));
            assert!(same.count() < 5);
        }
    }
}
