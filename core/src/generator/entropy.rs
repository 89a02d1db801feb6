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

use chacha20::rand_core::SeedableRng;
use chacha20::rand_core::block::Generator;
use chacha20::{ChaChaCore, R12, variants::Legacy};

use super::process::{self, Generation};
use super::run::Shape;
use crate::error::{Error, ErrorCode};
use crate::value::Value;

/// What the cipher makes at a time.
const WORDS: usize = 64;

/// A key stream, read as 32-bit words.
pub(super) struct Stream {
    words: [u32; WORDS],
    next: usize,
    cipher: ChaChaCore<R12, Legacy>,
}

impl Stream {
    pub(super) fn from_seed(seed: [u8; 32]) -> Self {
        Self {
            words: [0; WORDS],
            next: WORDS,
            cipher: ChaChaCore::from_seed(seed),
        }
    }

    fn from_os() -> Result<Self, Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|_| Error::new(ErrorCode::EntropyUnavailable))?;
        Ok(Self::from_seed(key))
    }

    #[inline(always)]
    fn word(&mut self) -> u32 {
        let word = match self.words.get(self.next) {
            Some(&word) => word,
            None => self.refill(),
        };
        self.next += 1;
        word
    }

    /// The first of the next words.
    #[cold]
    fn refill(&mut self) -> u32 {
        self.cipher.generate(&mut self.words);
        self.next = 0;
        self.words[0]
    }

    /// An integer of `bits` random bits, at most 128: whole words, the first one lowest.
    #[inline(always)]
    pub(super) fn bits(&mut self, bits: u8) -> u128 {
        if bits == 0 {
            return 0;
        }
        let low = match bits {
            0..=32 => u64::from(self.word()),
            _ => self.two_words(),
        };
        if bits <= 64 {
            return u128::from(low & (u64::MAX >> (64 - bits)));
        }
        let high = match bits {
            0..=96 => u64::from(self.word()),
            _ => self.two_words(),
        };
        (u128::from(high & (u64::MAX >> (128 - bits))) << 64) | u128::from(low)
    }

    #[inline]
    fn two_words(&mut self) -> u64 {
        let low = u64::from(self.word());
        u64::from(self.word()) << 32 | low
    }

    /// A number below `bound` (at least 1), each equally likely.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        // Numbers from here on would make small results likelier.
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.word();
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

/// The calling thread's stream.
///
/// # Safety
/// The reference must be gone before the thread comes here again.
#[inline(always)]
unsafe fn thread_stream<'a>(generation: Generation) -> Result<&'a mut Stream, Error> {
    let keyed = KEYED.with(UnsafeCell::get);
    // SAFETY: the cell is the thread's own and lives as long as the thread; the caller sees to it
    // that there is no other reference.
    let keyed: &mut Option<Keyed> = unsafe { &mut *keyed };
    let epoch = EPOCH.load(Ordering::Acquire);
    let is_current = keyed
        .as_ref()
        .is_some_and(|keyed| keyed.generation == generation && keyed.epoch == epoch);
    if !is_current {
        key(keyed, generation, epoch)?;
    }
    match keyed {
        Some(keyed) => Ok(&mut keyed.stream),
        None => Err(Error::new(ErrorCode::EntropyUnavailable)),
    }
}

/// Uses the calling thread's stream; `draw` does not make ids by other means.
#[inline]
pub(super) fn with_thread_stream<R>(
    generation: Generation,
    draw: impl FnOnce(&mut Stream) -> R,
) -> Result<R, Error> {
    // SAFETY: the callers, all of this folder, hand in closures that draw from this stream alone.
    unsafe { thread_stream(generation) }.map(draw)
}

/// Adds an id's random bits, from the calling thread's stream.
#[inline(always)]
pub(super) fn complete(shape: &Shape, bits: u128, generation: Generation) -> Result<Value, Error> {
    if !shape.is_random() {
        return Ok(Value::from_u128(bits));
    }
    // SAFETY: nothing but the stream is touched while the reference lives.
    let stream = unsafe { thread_stream(generation)? };
    Ok(shape.complete(bits, stream))
}

/// Begins the stream of a thread, or begins it anew.
#[cold]
fn key(keyed: &mut Option<Keyed>, generation: Generation, epoch: u64) -> Result<(), Error> {
    *keyed = Some(Keyed {
        stream: Stream::from_os()?,
        generation,
        epoch,
    });
    Ok(())
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
