//! Batch validation of raw bits.

use crate::codec::Codec;
use crate::codec::value::{Place, Value};
use crate::error::Error;
use crate::formats::Format;
use crate::formats::row::Row;

/// A format's validation rules, with everything precomputed that is the same for all values.
pub(super) struct Validator {
    row: &'static Row,
    /// The mask of the fixed bits, and their values.
    mark_mask: Value,
    marks: Value,
    /// The mask of the time, and the one time that no id has.
    hole: Option<(Value, Value)>,
    has_limits: bool,
}

impl Validator {
    pub(super) fn of(format: Format) -> Self {
        let row = format.row();
        let join = |values: Value, place: Place, int: u128| values.or(place.write(int));
        let (mut mark_mask, mut marks) = (Value::ZERO, Value::ZERO);
        for mark in row.marks {
            mark_mask = mark_mask.or(mark.place().mask());
            marks = join(marks, mark.place(), mark.value);
        }
        let time = row.layout.time;
        let hole = time.and_then(|time| Some((time.place.mask(), time.write(time.hole?))));
        Self {
            row,
            mark_mask,
            marks,
            hole,
            has_limits: !row.layout.limits.is_empty(),
        }
    }

    pub(super) fn bits(&self) -> u8 {
        self.row.bits
    }

    pub(super) fn codec(&self) -> &'static dyn Codec {
        self.row.codec
    }

    /// Parses a text in any form.
    #[inline]
    pub(super) fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        self.row.parse(text)
    }

    #[inline(always)]
    fn accepts(&self, value: Value) -> bool {
        let fits = value.and(self.mark_mask).is(self.marks);
        match self.has_limits {
            true => self.row.check(value).is_ok(),
            false => {
                fits && self
                    .hole
                    .is_none_or(|(mask, hole)| !value.and(mask).is(hole))
            }
        }
    }

    /// Returns a bitmask of the invalid ones among up to 64 values.
    pub(super) fn invalid_values(&self, values: &[Value]) -> u64 {
        if !self.has_limits && self.hole.is_none() {
            let ((mark_mask, lowest), (marks, _)) =
                (self.mark_mask.to_parts(), self.marks.to_parts());
            let differ = |value: &Value| value.to_u128() & mark_mask ^ marks;
            // Nearly always no value differs.
            let any = |any, value| any | differ(value);
            if lowest == 0 && (mark_mask == 0 || values.iter().fold(0, any) == 0) {
                return 0;
            }
        }
        mask(values.iter().map(|&value| !self.accepts(value)))
    }

    /// Returns a bitmask of the invalid ones among up to 64 integers of a 64-bit format; the lowest
    /// bit is the first integer.
    #[inline]
    pub(super) fn invalid_ints(&self, ints: &[u64]) -> u64 {
        if self.has_limits {
            let values = ints.iter().map(|&int| Value::from_u64(int));
            return mask(values.map(|value| self.row.check(value).is_err()));
        }
        let (mark_mask, marks) = (self.mark_mask.to_u64(), self.marks.to_u64());
        let differ = |int: u64| (int & mark_mask) ^ marks;
        let mut invalid = 0;
        // Nearly always no integer differs.
        if mark_mask != 0 && ints.iter().fold(0, |any, &int| any | differ(int)) != 0 {
            invalid = mask(ints.iter().map(|&int| differ(int) != 0));
        }
        if let Some((time_mask, hole)) = self.hole {
            let (time_mask, hole) = (time_mask.to_u64(), hole.to_u64());
            invalid |= mask(ints.iter().map(|&int| int & time_mask == hole));
        }
        invalid
    }
}

/// Collects up to 64 booleans into a bitmask, the first in the lowest bit.
pub(super) fn mask(answers: impl Iterator<Item = bool>) -> u64 {
    let bits = answers
        .enumerate()
        .map(|(nth, answer)| u64::from(answer) << nth);
    bits.fold(0, |mask, bit| mask | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_validated_as_single_values() {
        let words = (0..3000_u64).map(|nth| nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let corners =
            (0..64).flat_map(|bit| [1 << bit, u64::MAX << bit, u64::MAX >> bit, !(1 << bit)]);
        let words: Vec<u64> = words.chain(corners).collect();
        for &format in Format::ALL {
            let (validator, row) = (Validator::of(format), format.row());
            for pair in words.windows(2) {
                let bits = Value::from_u128(u128::from(pair[0]) << 64 | u128::from(pair[1]));
                let value = bits.and(Value::ones(row.bits));
                assert_eq!(
                    validator.accepts(value),
                    row.check(value).is_ok(),
                    "{format} {value:?}"
                );
            }
            if row.bits == 64 {
                for ints in words.chunks(64) {
                    let each = ints
                        .iter()
                        .map(|&int| row.check(Value::from_u64(int)).is_err());
                    assert_eq!(validator.invalid_ints(ints), mask(each), "{format}");
                }
            }
        }
    }
}
