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
    /// That bit set.
    unit: u128,
    /// How many bits in one piece stand above and with it.
    width: u32,
    random: Random,
    /// Zero is drawn again: the random bits are all there is of a node.
    nonzero: bool,
}

/// Where the bits lie that each id draws for itself, and how many they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Random {
    None,
    /// They end where the first 64, 128 or 160 bits end.
    End64(u8),
    End128(u8),
    End160(u8),
    Apart(Place),
}

impl Random {
    fn new(place: Place) -> Self {
        let (end, width) = place.lowest_span();
        match (place.width(), end) {
            (0, _) => Random::None,
            (all, 64) if u32::from(all) == width => Random::End64(all),
            (all, 128) if u32::from(all) == width => Random::End128(all),
            (all, 160) if place.mask() == Place::new(&[(160 - all, all)]).mask() => {
                Random::End160(all)
            }
            _ => Random::Apart(place),
        }
    }

    #[inline(always)]
    fn width(self) -> u8 {
        match self {
            Random::None => 0,
            Random::End64(width) | Random::End128(width) | Random::End160(width) => width,
            Random::Apart(place) => place.width(),
        }
    }

    #[inline(always)]
    fn lay(self, bits: u128, drawn: u128) -> Value {
        match self {
            Random::None => Value::from_u128(bits),
            Random::End64(_) => Value::from_u128(bits | drawn << 64),
            Random::End128(_) => Value::from_u128(bits | drawn),
            Random::End160(_) => Value::from_parts(bits | drawn >> 32, drawn as u32),
            Random::Apart(place) => Value::from_u128(bits).or(place.write(drawn)),
        }
    }
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
        // All that is counted stands in the first 128 bits: a test of the layouts says so.
        let shift = 128 - end.clamp(1, 128);
        Self {
            step,
            shift,
            unit: 1 << shift,
            width,
            random: Random::new(layout.random),
            nonzero: layout
                .nonzero
                .is_some_and(|node| node.read(layout.fixed) == 0 && layout.random != Place::NONE),
        }
    }

    /// Whether the counter runs through a permutation.
    pub(super) fn is_permuted(&self) -> bool {
        self.step == Step::Permute
    }

    /// Whether each id has random bits of its own.
    pub(super) fn is_random(&self) -> bool {
        self.random != Random::None
    }

    /// How often `int` can count up without a carry out of the lowest piece.
    pub(super) fn room(&self, int: u128) -> u128 {
        let ones = (1 << self.width) - 1;
        ones - (int & ones)
    }

    /// The id of these bits, with its own random ones.
    #[inline(always)]
    pub(super) fn complete(&self, bits: u128, stream: &mut Stream) -> Value {
        loop {
            let drawn = stream.bits(self.random.width());
            // One time in 2^24 or fewer.
            if drawn != 0 || !self.nonzero {
                return self.random.lay(bits, drawn);
            }
        }
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
            Step::Count => {
                self.first = first.wrapping_add(shape.unit);
                Some(first)
            }
            Step::Permute => {
                let value = u128::from(self.permutation.at(self.from));
                self.from += 1;
                Some(first | (value << shape.shift))
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
