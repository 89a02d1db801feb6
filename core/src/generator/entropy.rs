//! Random bits: ChaCha12, keyed by the operating system, or by a seed for tests.
//!
//! What is not seeded draws from a stream of the calling thread, so that drawing needs no lock; a
//! stream of another generation or epoch (of the process that this one was forked from, of the
//! time before a reseeding) is never continued.
//!
//! The stream of a seed is part of the interface: see `docs/decisions/0005-seed-stream.md`.

use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering};

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::process::{self, Generation};
use crate::error::{Error, ErrorCode};

/// A key stream, read as 32-bit words.
pub(super) struct Stream(ChaCha12Rng);

impl Stream {
    pub(super) fn from_seed(seed: [u8; 32]) -> Self {
        Self(ChaCha12Rng::from_seed(seed))
    }

    fn from_os() -> Result<Self, Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|_| Error::new(ErrorCode::EntropyUnavailable))?;
        Ok(Self::from_seed(key))
    }

    /// An integer of `bits` random bits, at most 128: whole words, the first one lowest.
    #[inline]
    pub(super) fn bits(&mut self, bits: u8) -> u128 {
        let mut int = 0;
        let mut drawn = 0;
        while drawn < bits {
            int |= u128::from(self.0.next_u32()) << drawn;
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
            let word = self.0.next_u32();
            if word < fair {
                return word % bound;
            }
        }
    }
}

/// Raised when streams must not go on though the process is the same: see `reseed`.
static EPOCH: AtomicU64 = AtomicU64::new(0);

/// Makes every thread draw a new key before its next bit.
pub(super) fn advance_epoch() {
    EPOCH.fetch_add(1, Ordering::Release);
}

/// A thread's stream, and for which process and epoch it was keyed.
struct Keyed {
    stream: Stream,
    generation: Generation,
    epoch: u64,
}

thread_local! {
    // Without a destructor the stream can be reached as long as its thread lives, and reaching it
    // costs no check.
    static KEYED: UnsafeCell<ManuallyDrop<Option<Keyed>>> =
        const { UnsafeCell::new(ManuallyDrop::new(None)) };
}

/// Uses the calling thread's stream.
#[inline]
pub(super) fn with_thread_stream<R>(
    generation: Generation,
    draw: impl FnOnce(&mut Stream) -> R,
) -> Result<R, Error> {
    KEYED.with(|keyed| {
        // SAFETY: the cell is the thread's own, and this is the only place that looks into it;
        // `draw` is one of this module's callers, none of which comes back here.
        let keyed = unsafe { &mut **keyed.get() };
        let epoch = EPOCH.load(Ordering::Acquire);
        match keyed {
            Some(keyed) if keyed.generation == generation && keyed.epoch == epoch => {
                Ok(draw(&mut keyed.stream))
            }
            _ => {
                *keyed = Some(Keyed {
                    stream: Stream::from_os()?,
                    generation,
                    epoch,
                });
                match keyed {
                    Some(keyed) => Ok(draw(&mut keyed.stream)),
                    None => Err(Error::new(ErrorCode::EntropyUnavailable)),
                }
            }
        }
    })
}

/// Where a generator's random bits come from.
pub(super) enum Entropy {
    /// A seed: always under the generator's lock, in the order of the ids.
    Seeded(Box<Stream>),
    /// The calling thread.
    Thread,
}

impl Entropy {
    pub(super) fn new(seed: Option<[u8; 32]>) -> Self {
        match seed {
            Some(seed) => Entropy::Seeded(Box::new(Stream::from_seed(seed))),
            None => Entropy::Thread,
        }
    }

    pub(super) fn is_seeded(&self) -> bool {
        matches!(self, Entropy::Seeded(_))
    }

    /// Uses the stream.
    #[inline]
    pub(super) fn with<R>(&mut self, draw: impl FnOnce(&mut Stream) -> R) -> Result<R, Error> {
        match self {
            Entropy::Seeded(stream) => Ok(draw(stream)),
            Entropy::Thread => with_thread_stream(process::generation(), draw),
        }
    }

    /// See [`Stream::bits`].
    #[inline]
    pub(super) fn bits(&mut self, bits: u8) -> Result<u128, Error> {
        self.with(|stream| stream.bits(bits))
    }
}
