//! Value ranges of text prefixes, for every text that a [`Literal`] describes.

use super::alphabet::BAD;
use super::kernel::HYPHENS;
use super::literal::Digits;
use super::{Literal, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

impl Literal {
    /// Returns the smallest and largest `bits`-bit integer whose canonical text begins with
    /// `prefix`, by padding the prefix with the smallest and with the largest symbol.
    ///
    /// A prefix contains either no hyphens or all hyphens that it reaches: those of the canonical
    /// text or, since a lexical_uuid is also read as a UUID, those of a UUID. Hyphens between
    /// separate numbers are mandatory.
    pub(crate) fn prefix(&self, prefix: &[u8], bits: u8) -> Result<(Value, Value), Fault> {
        if self.fewest < self.symbols {
            // Texts without leading zeros: the values that share a prefix are not contiguous.
            return Err(Fault::new(ErrorCode::NotApplicable));
        }
        let begins = |&at: &usize| prefix.get(at) == Some(&b'-');
        let is_uuid = HYPHENS.starts_with(self.hyphens) && HYPHENS.iter().all(begins);
        let hyphens: &[usize] =
            match self.groups.is_empty() && !self.hyphens.first().is_some_and(begins) {
                true => &[],
                false if is_uuid => &HYPHENS,
                false => self.hyphens,
            };
        let longest = self.lead.len() + hyphens.len() + usize::from(self.symbols);
        if prefix.is_empty() || prefix.len() > longest {
            return Err(invalid_length(prefix));
        }
        let mut ends = [Digits::NONE; 2];
        for at in 0..longest {
            let given = prefix.get(at);
            let expected = match self.lead.get(at) {
                None if hyphens.contains(&at) => Some(&b'-'),
                lead => lead,
            };
            let digits = match (expected, given.map(|&byte| self.value_of(byte))) {
                (None, Some(digit)) if digit & BAD == 0 => [digit; 2],
                (None, None) => [0, self.greatest(at + 1 == longest)],
                _ if given.is_none() || given == expected => continue,
                _ => return Err(Fault::at(ErrorCode::InvalidCharacter, at)),
            };
            for (end, digit) in ends.iter_mut().zip(digits) {
                end.append(self, digit);
            }
        }
        let [low, high] = ends;
        // The upper end may exceed the integer: clamp it. The lower end exceeds it only if no id
        // has this prefix.
        let low = low.value(self, bits)?;
        Ok((low, high.value(self, bits).unwrap_or(Value::ones(bits))))
    }

    /// The largest symbol; in the last place, the largest one whose padding bits are zero.
    fn greatest(&self, is_last: bool) -> u8 {
        let spare = if is_last { (1 << self.spare) - 1 } else { 0 };
        (self.radix - 1) as u8 & !spare
    }
}
