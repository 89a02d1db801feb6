//! A run: ids that follow one another by counting alone, and how their random bits are added.

use super::entropy::Stream;
use super::permutation::Permutation;
use crate::layout::{CounterSeed, Layout};
use crate::value::{Place, Value};

/// How one id of a run differs from the next, random bits aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// In nothing.
    Nothing,
    /// By one in the lowest counted bit.
    Count,
    /// By the next value of a permutation.
    Permute,
}

/// What of a generator's layout the making of an id needs.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    step: Step,
    /// The lowest bit that is counted up: of the counter, or without one of the tick.
    shift: u32,
    /// How many bits in one piece stand above and with it.
    width: u32,
    random: Place,
    nonzero: Option<Place>,
}

impl Shape {
    pub(super) fn new(layout: &Layout) -> Self {
        let (counted, step) = match (layout.counter, layout.time) {
            (Some(counter), _) if counter.seed == CounterSeed::Permuted => {
                (counter.place, Step::Permute)
            }
            (Some(counter), _) => (counter.place, Step::Count),
            (None, Some(time)) => (time.place, Step::Count),
            (None, None) => (Place::NONE, Step::Nothing),
        };
        let (end, width) = counted.lowest_span();
        Self {
            step,
            // All that is counted stands in the first 128 bits: a test of the layouts says so.
            shift: 128 - end.clamp(1, 128),
            width,
            random: layout.random,
            nonzero: layout.nonzero,
        }
    }

    /// Whether the counter runs through a permutation.
    pub(super) fn is_permuted(&self) -> bool {
        self.step == Step::Permute
    }

    /// Whether each id has random bits of its own.
    pub(super) fn is_random(&self) -> bool {
        self.random.width() > 0
    }

    /// How often `int` can count up without a carry out of the lowest piece.
    pub(super) fn room(&self, int: u128) -> u128 {
        let ones = (1 << self.width) - 1;
        ones - (int & ones)
    }

    /// The id of these bits, with its own random ones.
    #[inline]
    pub(super) fn complete(&self, bits: u128, stream: &mut Stream) -> Value {
        let known = Value::from_u128(bits);
        loop {
            let value = known.or(self.random.write(stream.bits(self.random.width())));
            // One time in 2^24 or fewer; then the bits are drawn again.
            match self.nonzero {
                Some(node) if node.read(value) == 0 => continue,
                _ => return value,
            }
        }
    }
}

/// Ids that need no other look at the clock: `count` of them, from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The fixed bits, the time, and the counter of the first; without random bits.
    pub(super) first: u128,
    /// How many there are at most, the first included.
    pub(super) count: u64,
    /// Of a permuted counter: the permutation, and the place of the first id in it.
    pub(super) permutation: Permutation,
    pub(super) from: u64,
}

impl Run {
    /// The bits of the n-th id, n from 0.
    #[inline]
    pub(super) fn bits(&self, shape: &Shape, nth: u64) -> u128 {
        match shape.step {
            Step::Nothing => self.first,
            Step::Count => self.first + (u128::from(nth) << shape.shift),
            Step::Permute => {
                let value = u128::from(self.permutation.at(self.from + nth));
                self.first | (value << shape.shift)
            }
        }
    }

    /// Ids made from no run.
    pub(super) const NONE: Run = Run {
        first: 0,
        count: 0,
        permutation: Permutation::NONE,
        from: 0,
    };

    /// First and difference, where the ids of a 64-bit format are an arithmetic progression.
    pub(super) fn progression(&self, shape: &Shape) -> Option<(u64, u64)> {
        let plain = shape.step == Step::Count && !shape.is_random() && shape.shift >= 64;
        plain.then(|| ((self.first >> 64) as u64, 1 << (shape.shift - 64)))
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::Format;

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
