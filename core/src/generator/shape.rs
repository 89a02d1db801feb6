//! What of a layout the making of an id needs: what is counted, and where random bits lie. A constant of the plain functions, so that the compiler
//! leaves nothing of it to be looked up.

use super::permutation::Permutation;
use crate::formats::Format;
use crate::layout::{CounterSeed, Layout};
use crate::sys::rng::Rng;
use crate::value::{Place, Value};

/// For how long a reading of the clock serves. A microsecond at least: within that, ids of microseconds
/// carry later ticks anyway. A hundredth of a longer tick. Not at all where ticks are shorter than what a look costs.
pub(super) const fn serves_ns(layout: &Layout) -> u64 {
    match layout.time {
        // Nothing is read.
        None => u64::MAX,
        Some(time) if time.scale.unit_ns < 1000 => 0,
        Some(time) if time.scale.unit_ns < 100_000 => 1000,
        Some(time) => (time.scale.unit_ns / 100) as u64,
    }
}

/// How one id of a run differs from the next, random bits aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// In nothing.
    Nothing,
    /// By one in the lowest counted bit.
    Count,
    /// By the next value of a permutation.
    Permute,
}

/// What of a generator's layout the making of an id needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(super) step: Step,
    /// The lowest bit that is counted up: of the counter, or without one of the tick.
    pub(super) shift: u32,
    /// That bit set.
    pub(super) unit: u128,
    /// How many bits in one piece stand above and with it.
    width: u32,
    pub(super) random: Random,
    /// Zero is drawn again: the random bits are all there is of a node.
    pub(super) nonzero: bool,
    /// What is greater is drawn again; of random bits whose numbers end with them nothing is.
    largest: Option<u64>,
    /// A reading of the clock serves for several ids.
    pub(super) is_gated: bool,
}

/// The bits that each id draws for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Random {
    /// How many words of the stream they take.
    pub(super) words: u8,
    /// What of the words is kept: of the first two, and of the others.
    kept: [u64; 2],
    lie: Lie,
}

/// Where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// In one piece that ends where the first 64, 128 or 160 bits end.
    End64,
    End128,
    End160,
    Apart(Place),
}

impl Random {
    const fn new(place: Place) -> Self {
        let ones = place.max();
        let lie = match place.end_of_one_piece() {
            Some(64) => Lie::End64,
            Some(128) => Lie::End128,
            Some(160) => Lie::End160,
            _ => Lie::Apart(place),
        };
        Self {
            words: place.width().div_ceil(32),
            kept: [ones as u64, (ones >> 64) as u64],
            lie,
        }
    }

    #[inline(always)]
    fn draw(&self, stream: &mut Rng) -> [u64; 2] {
        match self.words {
            0 => [0, 0],
            1 => self.keep(&[stream.word()]),
            2 => self.keep(&stream.two_words()),
            3 => self.keep(&stream.three_words()),
            _ => {
                let ([a, b], [c, d]) = (stream.two_words(), stream.two_words());
                self.keep(&[a, b, c, d])
            }
        }
    }

    /// What is kept of words, the first one lowest.
    #[inline(always)]
    pub(super) fn keep(&self, words: &[u32]) -> [u64; 2] {
        let word = |nth: usize| words.get(nth).map_or(0, |&word| u64::from(word));
        let [low, high] = [word(1) << 32 | word(0), word(3) << 32 | word(2)];
        [low & self.kept[0], high & self.kept[1]]
    }

    #[inline(always)]
    pub(super) fn lay(&self, bits: u128, [low, high]: [u64; 2]) -> Value {
        let drawn = u128::from(high) << 64 | u128::from(low);
        match self.lie {
            Lie::End128 => Value::from_u128(bits | drawn),
            Lie::End64 => Value::from_u128(bits | drawn << 64),
            Lie::End160 => Value::from_parts(bits | drawn >> 32, low as u32),
            Lie::Apart(place) => Value::from_u128(bits).or(place.write(drawn)),
        }
    }
}

impl Shape {
    pub(super) const fn new(layout: &Layout) -> Self {
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
        // All that is counted stands in the first 128 bits: a test of the layouts says so.
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
            random: Random::new(layout.random),
            nonzero: match layout.nonzero {
                Some(node) => node.read(layout.fixed) == 0 && layout.random.width() > 0,
                None => false,
            },
            largest: match layout.largest(layout.random) {
                largest if largest < layout.random.max() => Some(largest as u64),
                _ => None,
            },
            is_gated: serves_ns(layout) > 0,
        }
    }

    /// That of a format's default generator.
    pub(crate) const fn of(format: Format) -> Self {
        Self::new(&format.row().layout)
    }

    /// Whether the counter runs through a permutation.
    pub(super) fn is_permuted(&self) -> bool {
        self.step == Step::Permute
    }

    /// The bits of a permutation's value at a place.
    #[inline(always)]
    pub(super) fn permuted(&self, permutation: Permutation, place: u64) -> u128 {
        // In the first 64 bits: a test of the permutation says so.
        u128::from(permutation.at(place) << (self.shift % 64)) << 64
    }

    /// Whether each id has random bits of its own.
    pub(super) fn is_random(&self) -> bool {
        self.random.words > 0
    }

    /// How often `int` can count up without a carry out of the lowest piece.
    pub(super) fn room(&self, int: u128) -> u128 {
        let ones = u128::MAX >> (128 - self.width.clamp(1, 128));
        ones - (int & ones)
    }

    /// Whether all random bits may be an id's.
    pub(super) fn takes_all(&self) -> bool {
        !self.nonzero && self.largest.is_none()
    }

    /// The id of these bits, with its own random ones.
    // Once in a WebAssembly module, whose size counts for more.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn complete(&self, bits: u128, stream: &mut Rng) -> Value {
        if !self.is_random() {
            return Value::from_u128(bits);
        }
        // Such numbers have two words: a test of the shapes says so.
        if let Some(largest) = self.largest {
            let drawn = stream.small(self.random.kept[0], largest);
            return self.random.lay(bits, [drawn, 0]);
        }
        let mut drawn = self.random.draw(stream);
        // Zero is one time in 2^24 or fewer.
        while self.nonzero && drawn == [0, 0] {
            drawn = self.random.draw(stream);
        }
        self.random.lay(bits, drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_random_fields_have_two_words_and_may_be_zero() {
        for &format in Format::ALL {
            let shape = Shape::of(format);
            if shape.largest.is_some() {
                assert_eq!((shape.random.words, shape.nonzero), (2, false), "{format}");
            }
        }
    }

    #[test]
    fn time_and_counter_lie_in_first_128_bits() {
        for format in Format::ALL {
            let layout = format.row().layout;
            let counter = layout.counter.map(|counter| counter.place);
            for place in [counter, layout.time.map(|time| time.place)]
                .into_iter()
                .flatten()
            {
                assert!(place.lowest_span().0 <= 128, "{format}");
            }
        }
    }
}
