//! A run: ids that follow one another by counting alone.

use super::permutation::Permutation;
use super::shape::{Shape, Step};
use crate::formats::Format;
use crate::sys::rng::Rng;
use crate::value::Value;

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
    pub(super) const NONE: Run = Run {
        first: 0,
        count: 0,
        permutation: Permutation::NONE,
        from: 0,
    };

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

    /// First and difference, where the ids are an arithmetic progression in their first 64 bits and have no others set.
    pub(super) fn progression(&self, shape: &Shape) -> Option<(u64, u64)> {
        let plain = shape.step == Step::Count && !shape.is_random() && shape.shift >= 64;
        let plain = plain && self.first as u64 == 0;
        plain.then(|| ((self.first >> 64) as u64, 1 << (shape.shift - 64)))
    }

    /// The ids of a run, in order, with their random bits.
    #[inline(always)]
    pub(super) fn each(self, shape: &Shape, stream: &mut Rng, sink: impl FnMut(Value)) {
        // The commonest shape as a constant: the compiler makes a loop of its own for it.
        const COMMONEST: Shape = Shape::of(Format::Uuid7);
        if *shape == COMMONEST {
            self.each_of(&COMMONEST, stream, sink);
        } else {
            self.each_of(shape, stream, sink);
        }
    }

    #[inline(always)]
    fn each_of(mut self, shape: &Shape, stream: &mut Rng, mut sink: impl FnMut(Value)) {
        if shape.is_random() && shape.takes_all() {
            stream.groups(shape.random.words.into(), self.count, |words| {
                let bits = self.pop(shape).unwrap_or_default();
                sink(shape.random.lay(bits, shape.random.keep(words)));
            });
        } else {
            while let Some(bits) = self.pop(shape) {
                sink(shape.complete(bits, stream));
            }
        }
    }
}
