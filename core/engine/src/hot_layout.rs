//! The parts of a layout that issuing an id needs: the counted bits and the random bits. They are
//! constants in the plain functions, so that nothing is looked up at run time.

use super::permutation::Permutation;
use crate::layout::{CounterSeed, Layout};
use crate::sys::rng::Rng;
use crate::value::{Place, Value};

/// How long a clock reading may be reused. Ticks of 1 to 100 µs: 1 µs, since ids within that time
/// have later ticks anyway. Longer ticks: a hundredth of a tick. Shorter ticks, which take less
/// time than a clock read: not at all.
pub const fn window_ns(layout: &Layout) -> u64 {
    match layout.time {
        // No clock is needed.
        None => u64::MAX,
        Some(time) if time.scale.unit_ns < 1000 => 0,
        Some(time) if time.scale.unit_ns < 100_000 => 1000,
        Some(time) => (time.scale.unit_ns / 100) as u64,
    }
}

/// How one id of a run differs from the next, apart from random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Nothing,
    Count,
    /// By the next value of a permutation.
    Permute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotLayout {
    pub step: Step,
    /// The lowest counted bit: of the counter, or without one of the tick.
    pub shift: u32,
    /// The value of that bit.
    pub unit: u128,
    /// The width of the contiguous piece that ends with that bit.
    width: u32,
    pub random: RandomField,
    /// Zero is drawn again: the random bits are the whole node.
    nonzero: bool,
    /// Greater random values are drawn again. `None`: all are valid.
    largest: Option<u64>,
    /// A clock reading may be reused for several ids.
    pub caches_clock: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomField {
    /// How many 32-bit words are drawn.
    pub words: u8,
    /// The bits that are kept of the first two words, and of the others.
    kept: [u64; 2],
    placement: Placement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placement {
    /// In one piece that ends with the first 64, 128 or 160 bits.
    End64,
    End128,
    End160,
    Scattered(Place),
}

impl RandomField {
    const fn new(place: Place) -> Self {
        let ones = place.max();
        let placement = match place.end_of_one_piece() {
            Some(64) => Placement::End64,
            Some(128) => Placement::End128,
            Some(160) => Placement::End160,
            _ => Placement::Scattered(place),
        };
        Self {
            words: place.width().div_ceil(32),
            kept: [ones as u64, (ones >> 64) as u64],
            placement,
        }
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> [u64; 2] {
        match self.words {
            0 => [0, 0],
            1 => self.mask(&[rng.word()]),
            2 => self.mask(&rng.two_words()),
            3 => self.mask(&rng.three_words()),
            _ => {
                let ([a, b], [c, d]) = (rng.two_words(), rng.two_words());
                self.mask(&[a, b, c, d])
            }
        }
    }

    /// The bits that are kept of words, the first one lowest.
    #[inline(always)]
    pub fn mask(&self, words: &[u32]) -> [u64; 2] {
        let word = |nth: usize| words.get(nth).map_or(0, |&word| u64::from(word));
        let [low, high] = [word(1) << 32 | word(0), word(3) << 32 | word(2)];
        [low & self.kept[0], high & self.kept[1]]
    }

    #[inline(always)]
    pub fn insert(&self, bits: u128, [low, high]: [u64; 2]) -> Value {
        let drawn = u128::from(high) << 64 | u128::from(low);
        match self.placement {
            Placement::End128 => Value::from_u128(bits | drawn),
            Placement::End64 => Value::from_u128(bits | drawn << 64),
            Placement::End160 => Value::from_parts(bits | drawn >> 32, low as u32),
            Placement::Scattered(place) => Value::from_u128(bits).or(place.write(drawn)),
        }
    }
}

impl HotLayout {
    pub const fn new(layout: &Layout) -> Self {
        let (counted, step) = match (layout.counter, layout.time) {
            (Some(counter), _) => (
                counter.place,
                match counter.seed {
                    CounterSeed::Permuted => Step::Permute,
                    _ => Step::Count,
                },
            ),
            (None, Some(time)) => (time.place, Step::Count),
            (None, None) => (Place::NONE, Step::Nothing),
        };
        let (end, width) = counted.lowest_span();
        // Everything counted lies in the first 128 bits, which a test below checks.
        let shift = 128
            - match end {
                0 => 1,
                1..=128 => end,
                _ => 128,
            };
        Self {
            step,
            shift,
            unit: 1 << shift,
            width,
            random: RandomField::new(layout.random),
            nonzero: match layout.nonzero {
                Some(node) => node.read(layout.fixed) == 0 && layout.random.width() > 0,
                None => false,
            },
            largest: match layout.largest(layout.random) {
                largest if largest < layout.random.max() => Some(largest as u64),
                _ => None,
            },
            caches_clock: window_ns(layout) > 0,
        }
    }

    pub fn is_permuted(&self) -> bool {
        self.step == Step::Permute
    }

    /// The counter bits for an index into a permutation.
    #[inline(always)]
    pub fn permuted(&self, permutation: Permutation, index: u64) -> u128 {
        // In the first 64 bits, which a test of `permutation` checks.
        u128::from(permutation.at(index) << (self.shift % 64)) << 64
    }

    pub fn is_random(&self) -> bool {
        self.random.words > 0
    }

    /// How often `int` can count up without a carry out of the lowest piece.
    pub fn room(&self, int: u128) -> u128 {
        let ones = u128::MAX >> (128 - self.width.clamp(1, 128));
        ones - (int & ones)
    }

    pub fn accepts_all(&self) -> bool {
        !self.nonzero && self.largest.is_none()
    }

    /// Completes an id with random bits.
    // Not inlined into WebAssembly modules, where size matters more.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn complete(&self, bits: u128, rng: &mut Rng) -> Value {
        if !self.is_random() {
            return Value::from_u128(bits);
        }
        // Such fields have two words, which a test below checks.
        if let Some(largest) = self.largest {
            let drawn = rng.small(self.random.kept[0], largest);
            return self.random.insert(bits, [drawn, 0]);
        }
        let mut drawn = self.random.draw(rng);
        // Zero has a probability of 2^-24 or less.
        while self.nonzero && drawn == [0, 0] {
            drawn = self.random.draw(rng);
        }
        self.random.insert(bits, drawn)
    }
}

/// Scatters an integer of up to 64 bits over the first 128 bits of an id: a [`Place`], prepared for
/// speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScatterMask {
    /// The piece that ends lowest, and the others.
    lowest: Piece,
    others: [Piece; 2],
    has_others: bool,
}

/// Contiguous bits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    right: u32,
    ones: u64,
    left: u32,
}

impl Piece {
    #[inline(always)]
    fn write(self, int: u64) -> u128 {
        u128::from(int >> self.right & self.ones) << self.left
    }
}

impl ScatterMask {
    /// Returns `None` if the place is wider than 64 bits, or not within the first 128.
    pub const fn new(place: Place) -> Option<Self> {
        let mut pieces = [Piece {
            right: 0,
            ones: 0,
            left: 0,
        }; 3];
        let (mut rest, mut right, mut nth) = (place, 0, 0);
        while nth < pieces.len() {
            let (end, width) = rest.lowest_span();
            if width == 0 {
                break;
            }
            if end > 128 || right + width > 64 {
                return None;
            }
            pieces[nth] = Piece {
                right,
                ones: u64::MAX >> (64 - width),
                left: 128 - end,
            };
            right += width;
            rest = rest.split(rest.width() - width as u8).0;
            nth += 1;
        }
        let [lowest, others @ ..] = pieces;
        Some(Self {
            lowest,
            others,
            has_others: others[0].ones > 0,
        })
    }

    #[inline(always)]
    pub fn write(&self, int: u64) -> u128 {
        let bits = self.lowest.write(int);
        if !self.has_others {
            return bits;
        }
        let [second, third] = self.others;
        bits | second.write(int) | third.write(int)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scatter_mask_writes_the_same_bits_as_its_place() {
        for spans in [
            &[(0, 48)][..],
            &[(1, 53)],
            &[(52, 12), (66, 30)],
            &[(0, 32), (32, 16), (52, 12)],
            &[(0, 64)],
            &[(112, 16)],
        ] {
            let place = Place::new(spans);
            let mask = ScatterMask::new(place).expect("at most 64 bits within the first 128");
            for int in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
                assert_eq!(
                    mask.write(int),
                    place.write(int.into()).to_u128(),
                    "{spans:?}"
                );
            }
        }
        assert!(ScatterMask::new(Place::new(&[(0, 65)])).is_none());
        assert!(ScatterMask::new(Place::new(&[(120, 16)])).is_none());
    }
}
