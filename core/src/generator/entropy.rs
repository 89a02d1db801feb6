//! Random bits: ChaCha12, keyed by the operating system, or by a seed for tests.
//!
//! What is not seeded draws from a stream of the calling thread, so that drawing needs no lock; a
//! stream of another generation or epoch (of the process that this one was forked from, of the
//! time before a reseeding) is never continued.
//!
//! The stream of a seed is part of the interface: see `docs/decisions/0005-seed-stream.md`.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
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
    pub(super) fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.refill();
        }
        // Never beyond the end: the mask spares the check.
        let word = self.words[self.next % WORDS];
        self.next += 1;
        word
    }

    /// The words to come, in order.
    #[inline(always)]
    pub(super) fn two_words(&mut self) -> [u32; 2] {
        match *self.ready() {
            [a, b, ..] => {
                self.next += 2;
                [a, b]
            }
            _ => self.words_across(),
        }
    }

    /// The words to come, in order.
    #[inline(always)]
    pub(super) fn three_words(&mut self) -> [u32; 3] {
        match *self.ready() {
            [a, b, c, ..] => {
                self.next += 3;
                [a, b, c]
            }
            _ => self.words_across(),
        }
    }

    /// Words of which some are still to be made.
    #[cold]
    #[inline(never)]
    fn words_across<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| self.word())
    }

    /// Hands on the words to come in groups of `width`, at most four, so many times.
    ///
    /// They are those that single calls give, but the place in the stream is not written down after each group.
    #[inline(always)]
    pub(super) fn groups(&mut self, width: usize, mut times: u64, mut with: impl FnMut(&[u32])) {
        let mut across = [0; 4];
        while times > 0 {
            let whole = self.ready().len() / width;
            if whole == 0 {
                for word in &mut across[..width] {
                    *word = self.word();
                }
            }
            let (words, drawn) = match whole {
                0 => (&across[..width], 0),
                _ => (self.ready(), whole.min(times as usize)),
            };
            for group in words.chunks_exact(width).take(times as usize) {
                with(group);
            }
            self.next += drawn * width;
            times -= drawn.max(1) as u64;
        }
    }

    /// The words that are made and not drawn.
    #[inline(always)]
    fn ready(&self) -> &[u32] {
        self.words.get(self.next..).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        self.cipher.generate(&mut self.words);
        self.next = 0;
    }

    /// An integer of `bits` random bits, at most 128: whole words, the first one lowest.
    pub(super) fn bits(&mut self, bits: u8) -> u128 {
        let (mut int, mut drawn) = (0, 0);
        while drawn < bits {
            int |= u128::from(self.word()) << drawn;
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
    generation: Option<Generation>,
    epoch: u64,
    /// Keyed if there is a generation.
    stream: MaybeUninit<Stream>,
}

thread_local! {
    // Without a destructor the stream can be reached as long as its thread lives, and reaching it
    // costs no check.
    static KEYED: UnsafeCell<Keyed> = const {
        UnsafeCell::new(Keyed {
            generation: None,
            epoch: 0,
            stream: MaybeUninit::uninit(),
        })
    };
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
    let keyed: &mut Keyed = unsafe { &mut *keyed };
    let epoch = EPOCH.load(Ordering::Acquire);
    if keyed.generation != Some(generation) || keyed.epoch != epoch {
        keyed.key(generation, epoch)?;
    }
    // SAFETY: there is a generation, so the stream was written.
    Ok(unsafe { keyed.stream.assume_init_mut() })
}

impl Keyed {
    /// Begins the stream, or begins it anew.
    #[cold]
    fn key(&mut self, generation: Generation, epoch: u64) -> Result<(), Error> {
        self.stream.write(Stream::from_os()?);
        self.generation = Some(generation);
        self.epoch = epoch;
        Ok(())
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

/// Where a generator's random bits come from.
pub(super) enum Entropy {
    /// A seed: always under the generator's lock, in the order of the ids.
    Seeded(Box<Stream>),
    /// The calling thread.
    Thread,
}

impl Entropy {
    /// From the seed; without one, only if the operating system gives random bytes.
    pub(super) fn new(seed: Option<[u8; 32]>) -> Result<Self, Error> {
        match seed {
            Some(seed) => Ok(Entropy::Seeded(Box::new(Stream::from_seed(seed)))),
            None => with_thread_stream(process::generation(), |_| Entropy::Thread),
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
