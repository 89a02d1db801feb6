//! A run: ids that follow one another by counting alone, and how their random bits are added.

use super::entropy::Stream;
use super::gate::SHORT_NS;
use super::permutation::Permutation;
use crate::formats::Format;
use crate::layout::{Coding, CounterLayout, CounterSeed, Layout, TimeLayout};
use crate::value::{Place, Value};

/// How one id of a run differs from the next, random bits aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// In nothing.
    Nothing,
    /// By one in the lowest counted bit.
    Count,
    /// Likewise; but ticks are so short that the processor's counter tells them, and a lease has several. Their
    /// lowest bit, and how many stand in one piece above and with it.
    CountInTicks { shift: u32, width: u32 },
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
    random: Random,
    /// Zero is drawn again: the random bits are all there is of a node.
    nonzero: bool,
    /// Ids may be taken beside other processes, from a state file.
    pub(super) in_crowds: bool,
}

/// The bits that each id draws for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Random {
    /// How many words of the stream they take.
    words: u8,
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
    fn draw(&self, stream: &mut Stream) -> [u64; 2] {
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
    fn keep(&self, words: &[u32]) -> [u64; 2] {
        let word = |nth: usize| words.get(nth).map_or(0, |&word| u64::from(word));
        let [low, high] = [word(1) << 32 | word(0), word(3) << 32 | word(2)];
        [low & self.kept[0], high & self.kept[1]]
    }

    #[inline(always)]
    fn lay(&self, bits: u128, [low, high]: [u64; 2]) -> Value {
        let drawn = u128::from(high) << 64 | u128::from(low);
        match self.lie {
            Lie::End128 => Value::from_u128(bits | drawn),
            Lie::End64 => Value::from_u128(bits | drawn << 64),
            Lie::End160 => Value::from_parts(bits | drawn >> 32, low as u32),
            Lie::Apart(place) => Value::from_u128(bits).or(place.write(drawn)),
        }
    }
}

impl Step {
    /// That of a format with a counter; `may_lead`: so much lead is allowed that the processor's counter, which may be a
    /// little ahead of the clock, can tell ticks.
    const fn counting(counter: &CounterLayout, time: &TimeLayout, may_lead: bool) -> Self {
        // Each tick must begin with the same place of the counter.
        let restarts = matches!(counter.seed, CounterSeed::Zero | CounterSeed::Kept(_));
        let (end, width) = time.place.lowest_span();
        if may_lead
            && restarts
            && time.scale.unit_ns < SHORT_NS
            && matches!(time.coding, Coding::Linear)
            && end <= 128
        {
            let shift = 128 - end;
            Step::CountInTicks { shift, width }
        } else {
            Step::Count
        }
    }
}

impl Shape {
    pub(super) const fn new(layout: &Layout, may_lead: bool) -> Self {
        let (counted, step) = match (layout.counter, layout.time) {
            (Some(counter), Some(time)) => (
                counter.place,
                match counter.seed {
                    CounterSeed::Permuted => Step::Permute,
                    _ => Step::counting(&counter, &time, may_lead),
                },
            ),
            (Some(counter), None) => (counter.place, Step::Count),
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
            in_crowds: false,
        }
    }

    /// That of a format's default generator.
    pub(crate) const fn of(format: Format) -> Self {
        Self::new(&format.row().layout, true)
    }

    /// Whether the counter runs through a permutation.
    pub(super) fn is_permuted(&self) -> bool {
        self.step == Step::Permute
    }

    /// The ids of a run, in order, with their random bits.
    #[inline(always)]
    pub(super) fn each(&self, run: Run, stream: &mut Stream, sink: impl FnMut(Value)) {
        // The commonest shape as a constant: the compiler makes a loop of its own for it.
        const COMMONEST: Shape = Shape::of(Format::Uuid7);
        if *self == COMMONEST {
            COMMONEST.each_of(run, stream, sink);
        } else {
            self.each_of(run, stream, sink);
        }
    }

    #[inline(always)]
    fn each_of(&self, mut run: Run, stream: &mut Stream, mut sink: impl FnMut(Value)) {
        if self.is_random() && !self.nonzero {
            stream.groups(self.random.words.into(), run.count, |words| {
                let bits = run.pop(self).unwrap_or_default();
                sink(self.random.lay(bits, self.random.keep(words)));
            });
        } else {
            while let Some(bits) = run.pop(self) {
                sink(self.complete(bits, stream));
            }
        }
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
        let ones = (1 << self.width) - 1;
        ones - (int & ones)
    }

    /// The id of these bits, with its own random ones.
    #[inline(always)]
    pub(super) fn complete(&self, bits: u128, stream: &mut Stream) -> Value {
        if !self.is_random() {
            return Value::from_u128(bits);
        }
        let mut drawn = self.random.draw(stream);
        // One time in 2^24 or fewer.
        while self.nonzero && drawn == [0, 0] {
            drawn = self.random.draw(stream);
        }
        self.random.lay(bits, drawn)
    }
}

/// Ids that need no other look at the clock: `count` of them, from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The fixed bits, the time, and the counter of the first; without random bits.
    pub(super) first: u128,
    /// How many there are, the first included.
    pub(super) count: u64,
    /// Of a permuted counter: the permutation, and the place of the first id in it.
    pub(super) permutation: Permutation,
    pub(super) from: u64,
}

impl Run {
    /// Takes the first id off, and gives its bits.
    #[inline(always)]
    pub(super) fn pop(&mut self, shape: &Shape) -> Option<u128> {
        self.count = self.count.checked_sub(1)?;
        let first = self.first;
        match shape.step {
            Step::Nothing => Some(first),
            Step::Count | Step::CountInTicks { .. } => {
                self.first = first.wrapping_add(shape.unit);
                Some(first)
            }
            Step::Permute => {
                let bits = shape.permuted(self.permutation, self.from);
                self.from += 1;
                Some(first | bits)
            }
        }
    }

    /// Takes ids off a run that counts, of which it has as many.
    pub(super) fn skip(&mut self, shape: &Shape, ids: u64) {
        self.count = self.count.saturating_sub(ids);
        self.first = self
            .first
            .wrapping_add(shape.unit.wrapping_mul(u128::from(ids)));
    }

    /// First and difference, where the ids of a 64-bit format are an arithmetic progression.
    pub(super) fn progression(&self, shape: &Shape) -> Option<(u64, u64)> {
        let plain = shape.step == Step::Count && !shape.is_random() && shape.shift >= 64;
        plain.then(|| ((self.first >> 64) as u64, 1 << (shape.shift - 64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::plan::Plan;
    use crate::options::Options;

    /// The plain functions rely on it.
    #[test]
    fn a_default_generator_has_the_shape_of_its_format() {
        for &format in Format::ALL {
            let plan = Plan::new(format, &Options::new()).expect("the defaults");
            assert_eq!(plan.shape, Shape::of(format), "{format}");
        }
    }

    #[test]
    fn what_is_counted_stands_in_the_first_128_bits() {
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
