//! Random bits: ChaCha12, keyed by the operating system, or by a seed for tests.
//!
//! The stream of a seed is part of the interface: it changes only with a major version. It is the
//! key stream of ChaCha12 (64-bit counter and nonce, both zero) read as little-endian 32-bit words.

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::error::{Error, ErrorCode};

pub(super) struct Entropy {
    stream: ChaCha12Rng,
    seeded: bool,
}

impl Entropy {
    pub(super) fn from_os() -> Result<Self, Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|_| Error::new(ErrorCode::EntropyUnavailable))?;
        Ok(Self {
            stream: ChaCha12Rng::from_seed(key),
            seeded: false,
        })
    }

    pub(super) fn from_seed(seed: [u8; 32]) -> Self {
        Self {
            stream: ChaCha12Rng::from_seed(seed),
            seeded: true,
        }
    }

    /// From the seed, or else from the operating system.
    pub(super) fn new(seed: Option<[u8; 32]>) -> Result<Self, Error> {
        match seed {
            Some(seed) => Ok(Self::from_seed(seed)),
            None => Self::from_os(),
        }
    }

    pub(super) fn is_seeded(&self) -> bool {
        self.seeded
    }

    /// An integer of `bits` random bits, at most 128: whole words, the first one lowest.
    #[inline]
    pub(super) fn bits(&mut self, bits: u8) -> u128 {
        let mut int = 0;
        let mut drawn = 0;
        while drawn < bits {
            int |= u128::from(self.stream.next_u32()) << drawn;
            drawn += 32;
        }
        if bits < 128 {
            int & ((1 << bits) - 1)
        } else {
            int
        }
    }

    /// A number below `bound` (at least 1), each equally likely.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        // Numbers from here on would make small results likelier.
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.stream.next_u32();
            if word < fair {
                return word % bound;
            }
        }
    }
}
