//! Which values have canonical texts that begin alike: one algorithm for every text that a [`Literal`] describes.

use super::alphabet::BAD;
use super::literal::Digits;
use super::{Literal, invalid_length};
use crate::error::{Error, ErrorCode};
use crate::value::Value;

impl Literal {
    /// The smallest and largest integer of so many bits whose canonical text begins with `prefix`: what is missing is filled
    /// up with the least and with the greatest symbol.
    ///
    /// Either no hyphen stands in the prefix, or one in each of their places that it reaches; between numbers of their own
    /// they always stand.
    pub(crate) fn prefix(&self, prefix: &[u8], bits: u8) -> Result<(Value, Value), Error> {
        if self.fewest < self.symbols {
            // What begins with so many digits is no interval of values.
            return Err(Error::new(ErrorCode::NotApplicable));
        }
        let begins = |&at: &usize| prefix.get(at) == Some(&b'-');
        let hyphens = match self.groups.is_empty() && !self.hyphens.first().is_some_and(begins) {
            true => &[],
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
                _ => return Err(Error::at(ErrorCode::InvalidCharacter, at)),
            };
            for (end, digit) in ends.iter_mut().zip(digits) {
                end.append(self, digit);
            }
        }
        let [low, high] = ends;
        // The greatest symbols may be more than there is; the least are so only where no id begins like this.
        let low = low.value(self, bits)?;
        Ok((low, high.value(self, bits).unwrap_or(Value::ones(bits))))
    }

    /// The greatest symbol; in the last place, the greatest that no spare bits are set of.
    fn greatest(&self, is_last: bool) -> u8 {
        let spare = if is_last { (1 << self.spare) - 1 } else { 0 };
        (self.radix - 1) as u8 & !spare
    }
}
