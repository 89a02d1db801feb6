//! Canonical texts that are read while compiling, where the kernels cannot run: one loop over any
//! alphabet, for constants only.

use super::alphabet::{Alphabet, BAD};
use super::invalid_length;
use crate::error::{Error, ErrorCode};
use crate::value::Value;

/// How a canonical text is made of symbols.
#[derive(Clone, Copy)]
pub(crate) struct Literal {
    values: &'static [u8; 256],
    radix: u32,
    symbols: u8,
    /// How many symbols are enough, where there are no leading zeros.
    fewest: u8,
    /// What stands before them.
    lead: &'static [u8],
    /// So many symbols each are a number of so many bits of its own; without any, all are one.
    groups: &'static [(u8, u8)],
    /// How many low bits the symbols have beyond those of the integer, all zero.
    spare: u8,
    /// Offsets in the text, ascending.
    hyphens: &'static [usize],
    /// Whether the symbols are a number in two's complement.
    signed: bool,
}

/// 192 bits, most significant first: what the symbols of any format hold.
type Words = [u32; 6];

impl Literal {
    /// So many symbols, most significant first.
    pub(crate) const fn new<const N: usize>(alphabet: &'static Alphabet<N>, symbols: u8) -> Self {
        Self {
            values: alphabet.values(),
            radix: N as u32,
            symbols,
            fewest: symbols,
            lead: &[],
            groups: &[],
            spare: 0,
            hyphens: &[],
            signed: false,
        }
    }

    pub(crate) const fn with_hyphens(mut self, hyphens: &'static [usize]) -> Self {
        self.hyphens = hyphens;
        self
    }

    pub(crate) const fn signed(mut self) -> Self {
        self.signed = true;
        self
    }

    /// From so many symbols on, without leading zeros.
    pub(crate) const fn from(mut self, fewest: u8) -> Self {
        self.fewest = fewest;
        self
    }

    /// With these bytes before the symbols.
    pub(crate) const fn after(mut self, lead: &'static [u8]) -> Self {
        self.lead = lead;
        self
    }

    /// Of several numbers, of at most 128 bits together: so many symbols and bits each.
    pub(crate) const fn of(mut self, groups: &'static [(u8, u8)]) -> Self {
        self.groups = groups;
        self
    }

    /// With so many low bits too many.
    pub(crate) const fn with_spare(mut self, bits: u8) -> Self {
        self.spare = bits;
        self
    }

    /// Whether a byte is a symbol.
    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.value_of(byte) & BAD == 0
    }

    /// Whether a byte stands somewhere in such a text.
    #[cfg(feature = "schemars")]
    pub(crate) fn may_have(&self, byte: u8) -> bool {
        let is_hyphen = byte == b'-' && !self.hyphens.is_empty();
        self.has(byte) || is_hyphen || self.lead.contains(&byte)
    }

    /// The length of the longest text.
    pub(crate) const fn len(&self) -> u8 {
        (self.lead.len() + self.hyphens.len()) as u8 + self.symbols
    }

    /// The length of the shortest text.
    pub(crate) const fn shortest(&self) -> u8 {
        self.len() - self.symbols + self.fewest
    }

    /// Reads a canonical text of an integer of so many bits.
    pub(crate) const fn read(&self, text: &[u8], bits: u8) -> Result<Value, Error> {
        if text.len() > self.len() as usize || text.len() < self.shortest() as usize {
            return Err(invalid_length(text));
        }
        if self.fewest < self.symbols && text.len() > 1 && self.value_of(text[0]) == 0 {
            // A zero before a bad symbol is not to blame.
            let offset = if self.value_of(text[1]) & BAD == 0 {
                0
            } else {
                1
            };
            return Err(Error::at(ErrorCode::InvalidCharacter, offset));
        }
        let (mut words, mut hyphens, mut at) = ([0; 6], 0, 0);
        let (mut whole, mut group, mut in_group) = (0_u128, 0, 0);
        while at < text.len() {
            if at < self.lead.len() {
                if text[at] != self.lead[at] {
                    return Err(Error::at(ErrorCode::InvalidCharacter, at));
                }
            } else if hyphens < self.hyphens.len() && self.hyphens[hyphens] == at {
                if text[at] != b'-' {
                    return Err(Error::at(ErrorCode::InvalidCharacter, at));
                }
                hyphens += 1;
            } else {
                let digit = self.value_of(text[at]);
                if digit & BAD != 0 {
                    return Err(Error::at(ErrorCode::InvalidCharacter, at));
                }
                words = self.appended(words, digit);
                in_group += 1;
                if group < self.groups.len() && self.groups[group].0 == in_group {
                    let [.., a, b] = words;
                    whole = whole << self.groups[group].1 | (a as u128) << 32 | b as u128;
                    (words, group, in_group) = ([0; 6], group + 1, 0);
                }
            }
            at += 1;
        }
        match self.groups {
            [] => self.value(words, bits),
            _ => Ok(Value::from_u128(whole)),
        }
    }

    const fn value_of(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    const fn appended(&self, mut words: Words, digit: u8) -> Words {
        let (mut carry, mut i) = (digit as u64, words.len());
        while i > 0 {
            i -= 1;
            carry += words[i] as u64 * self.radix as u64;
            words[i] = carry as u32;
            carry >>= 32;
        }
        words
    }

    /// The low bits as a value; those above are zero or, of a negative number, all set.
    const fn value(&self, words: Words, bits: u8) -> Result<Value, Error> {
        let [a, b, c, d, e, f] = words;
        let mut top = ((a as u128) << 32) | b as u128;
        let mut low = ((c as u128) << 96) | ((d as u128) << 64) | ((e as u128) << 32) | f as u128;
        if self.spare > 0 {
            if low << (128 - self.spare) != 0 {
                return Err(Error::new(ErrorCode::OutOfRange));
            }
            (top, low) = (
                top >> self.spare,
                low >> self.spare | top << (128 - self.spare),
            );
        }
        let (above, value) = match bits {
            160 => (top >> 32, Value::from_parts((top << 96) | (low >> 32), f)),
            128 => (top, Value::from_u128(low)),
            _ => (
                top << (128 - bits) | low >> bits,
                Value::from_u128(low << (128 - bits)),
            ),
        };
        let negative = self.signed && value.to_u64() >> 63 == 1;
        let expected = if negative { self.ones_above(bits) } else { 0 };
        if above == expected {
            Ok(value)
        } else {
            Err(Error::new(ErrorCode::OutOfRange))
        }
    }

    /// The bits that the symbols have beyond those of the integer; a signed text is of a power of two.
    const fn ones_above(&self, bits: u8) -> u128 {
        let held = self.radix.trailing_zeros() * self.symbols as u32;
        (1 << (held - bits as u32)) - 1
    }

    /// Where the symbol stands that holds a bit, of a text whose symbols hold just the integer.
    pub(crate) const fn offset_of_bit(&self, bit: u8) -> usize {
        let (mut at, mut i) = ((bit as u32 / self.radix.trailing_zeros()) as usize, 0);
        while i < self.hyphens.len() {
            if self.hyphens[i] <= at {
                at += 1;
            }
            i += 1;
        }
        at
    }
}
