//! A stream of random words: ChaCha12 under a key, which is the operating system's or a seed.
//!
//! What a seed gives is part of the interface: see `docs/decisions/0005-seed-stream.md`.

use chacha20::rand_core::SeedableRng;
use chacha20::rand_core::block::Generator;
use chacha20::{ChaChaCore, R12, variants::Legacy};

/// What the cipher makes at a time.
const WORDS: usize = 64;

/// A key stream, read as 32-bit words.
pub(crate) struct Stream {
    words: [u32; WORDS],
    next: usize,
    cipher: ChaChaCore<R12, Legacy>,
}

impl Stream {
    pub(crate) fn from_seed(seed: [u8; 32]) -> Self {
        Self {
            words: [0; WORDS],
            next: WORDS,
            cipher: ChaChaCore::from_seed(seed),
        }
    }

    #[inline(always)]
    pub(crate) fn word(&mut self) -> u32 {
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
    pub(crate) fn two_words(&mut self) -> [u32; 2] {
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
    pub(crate) fn three_words(&mut self) -> [u32; 3] {
        match *self.ready() {
            [a, b, c, ..] => {
                self.next += 3;
                [a, b, c]
            }
            _ => self.words_across(),
        }
    }

    /// Draws two words at a time until what is kept of them, the first one lowest, is at most this.
    ///
    /// Of three draws the first that will do is chosen without a branch: which one that is nobody foresees.
    #[inline(always)]
    pub(crate) fn small(&mut self, kept: u64, largest: u64) -> u64 {
        loop {
            let int = |[low, high]: [u32; 2]| (u64::from(high) << 32 | u64::from(low)) & kept;
            let drawn = match *self.ready() {
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
    pub(crate) fn groups(&mut self, width: usize, mut times: u64, mut with: impl FnMut(&[u32])) {
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
    pub(crate) fn bits(&mut self, bits: u8) -> u128 {
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
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
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
