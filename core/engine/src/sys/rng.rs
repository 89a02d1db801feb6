//! A random number generator: ChaCha12, keyed by the operating system or a seed.
//!
//! The output for a seed is part of the public interface: see
//! `docs/decisions/0005-seed-stream.md`.

use chacha20::rand_core::SeedableRng;
use chacha20::rand_core::block::Generator;
use chacha20::{ChaChaCore, R12, variants::Legacy};

/// The number of words that the cipher computes at a time.
const WORDS: usize = 64;

pub struct Rng {
    words: [u32; WORDS],
    next: usize,
    cipher: ChaChaCore<R12, Legacy>,
}

impl Rng {
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self {
            words: [0; WORDS],
            next: WORDS,
            cipher: ChaChaCore::from_seed(seed),
        }
    }

    #[inline(always)]
    pub fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.refill();
        }
        // Always in bounds: the remainder avoids the check.
        let word = self.words[self.next % WORDS];
        self.next += 1;
        word
    }

    /// The next two words, in order.
    #[inline(always)]
    pub fn two_words(&mut self) -> [u32; 2] {
        match *self.buffered() {
            [a, b, ..] => {
                self.next += 2;
                [a, b]
            }
            _ => self.words_across_refill(),
        }
    }

    /// The next three words, in order.
    #[inline(always)]
    pub fn three_words(&mut self) -> [u32; 3] {
        match *self.buffered() {
            [a, b, c, ..] => {
                self.next += 3;
                [a, b, c]
            }
            _ => self.words_across_refill(),
        }
    }

    /// Draws 64-bit integers until one, masked with `kept`, is at most `largest`.
    ///
    /// Selects the first of three draws without an unpredictable branch.
    #[inline(always)]
    pub fn small(&mut self, kept: u64, largest: u64) -> u64 {
        loop {
            let int = |[low, high]: [u32; 2]| (u64::from(high) << 32 | u64::from(low)) & kept;
            let drawn = match *self.buffered() {
                [a, b, c, d, e, f, ..] => {
                    let [first, second, third] = [[a, b], [c, d], [e, f]].map(int);
                    let (is_first, is_second) = (first <= largest, second <= largest);
                    let (later, words) = if is_second { (second, 4) } else { (third, 6) };
                    let (drawn, words) = if is_first { (first, 2) } else { (later, words) };
                    self.next += words;
                    drawn
                }
                _ => int(self.two_words()),
            };
            if drawn <= largest {
                return drawn;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn words_across_refill<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| self.word())
    }

    /// Calls `with` for each of `times` groups of `WIDTH` words.
    ///
    /// Yields the same words as single calls, but updates `next` only once per buffer.
    #[inline(always)]
    pub fn groups<const WIDTH: usize>(
        &mut self,
        mut times: u64,
        mut with: impl FnMut(&[u32; WIDTH]),
    ) {
        while times > 0 {
            let (groups, _) = self.buffered().as_chunks::<WIDTH>();
            if groups.is_empty() {
                with(&std::array::from_fn(|_| self.word()));
                times -= 1;
                continue;
            }
            let count = groups.len().min(times as usize);
            groups[..count].iter().for_each(&mut with);
            self.next += count * WIDTH;
            times -= count as u64;
        }
    }

    /// The words that are computed but not drawn.
    #[inline(always)]
    fn buffered(&self) -> &[u32] {
        self.words.get(self.next..).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        self.cipher.generate(&mut self.words);
        self.next = 0;
    }

    /// An integer of `bits` random bits, at most 128, from whole words, the first one lowest.
    pub fn bits(&mut self, bits: u8) -> u128 {
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

    /// A uniformly distributed number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        // Reject numbers from here on, or small results would be likelier.
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.word();
            if word < fair {
                return word % bound;
            }
        }
    }
}
