//! Descriptions of canonical texts, and a parser for constants: one loop for any alphabet, because
//! the kernels cannot run at compile time.

use super::alphabet::{Alphabet, BAD};
use super::invalid_length;
use crate::codec::fault::Fault;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

/// The structure of a format's canonical text.
#[derive(Clone, Copy)]
pub(crate) struct Literal {
    values: &'static [u8; 256],
    pub(super) radix: u32,
    pub(super) symbols: u8,
    /// The minimum number of symbols; less than `symbols` if the text has no leading zeros.
    pub(super) fewest: u8,
    /// The bytes before the symbols.
    pub(super) lead: &'static [u8],
    /// Symbols and bits of each number in the text; empty if all symbols form one number.
    pub(super) groups: &'static [(u8, u8)],
    /// The number of low padding bits that the symbols hold beyond the integer, all zero.
    pub(super) spare: u8,
    /// Offsets in the text, ascending.
    pub(super) hyphens: &'static [usize],
    /// Whether the symbols encode a two's complement number.
    signed: bool,
}

/// 192 bits, most significant first: enough for the symbols of any format.
type Words = [u32; 6];

impl Literal {
    /// A text of `symbols` symbols, most significant first.
    #[inline]
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

    #[inline]
    pub(crate) const fn with_hyphens(mut self, hyphens: &'static [usize]) -> Self {
        self.hyphens = hyphens;
        self
    }

    #[inline]
    pub(crate) const fn signed(mut self) -> Self {
        self.signed = true;
        self
    }

    /// Allows texts of `fewest` symbols or more, without leading zeros.
    #[inline]
    pub(crate) const fn from(mut self, fewest: u8) -> Self {
        self.fewest = fewest;
        self
    }

    /// Puts these bytes before the symbols.
    #[inline]
    pub(crate) const fn after(mut self, lead: &'static [u8]) -> Self {
        self.lead = lead;
        self
    }

    /// Divides the symbols into several numbers of at most 128 bits together, given the symbols and
    /// bits of each.
    #[inline]
    pub(crate) const fn of(mut self, groups: &'static [(u8, u8)]) -> Self {
        self.groups = groups;
        self
    }

    /// Adds `bits` low padding bits.
    #[inline]
    pub(crate) const fn with_spare(mut self, bits: u8) -> Self {
        self.spare = bits;
        self
    }

    /// Whether a byte is a symbol.
    #[inline]
    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.value_of(byte) & BAD == 0
    }

    /// Whether a byte can occur in a canonical text.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn may_have(&self, byte: u8) -> bool {
        let is_hyphen = byte == b'-' && !self.hyphens.is_empty();
        self.has(byte) || is_hyphen || self.lead.contains(&byte)
    }

    /// Whether the first and last two bytes of a text, not counting the lead, can occur in a
    /// canonical text.
    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) fn may_begin_and_end(&self, text: &[u8]) -> bool {
        let may_be = |byte: &u8| self.has(*byte) || *byte == b'-';
        let symbols = text.get(self.lead.len()..).unwrap_or_default();
        let ends = symbols.iter().rev().take(2);
        ends.chain(symbols.iter().take(2)).all(may_be)
    }

    /// The number of hyphens in every text.
    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) const fn hyphens(&self) -> usize {
        self.hyphens.len()
    }

    /// Whether the symbols form several numbers.
    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) const fn is_grouped(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The maximum text length.
    #[inline]
    pub(crate) const fn len(&self) -> u8 {
        (self.lead.len() + self.hyphens.len()) as u8 + self.symbols
    }

    /// The minimum text length.
    #[inline]
    pub(crate) const fn shortest(&self) -> u8 {
        self.len() - self.symbols + self.fewest
    }

    /// Parses the canonical text of an integer of `bits` bits.
    #[inline]
    pub(crate) const fn read(&self, text: &[u8], bits: u8) -> Result<Value, Fault> {
        if text.len() > self.len() as usize || text.len() < self.shortest() as usize {
            return Err(invalid_length(text));
        }
        if self.fewest < self.symbols && text.len() > 1 && self.value_of(text[0]) == 0 {
            // If the symbol after the zero is bad, report that one.
            let offset = if self.value_of(text[1]) & BAD == 0 {
                0
            } else {
                1
            };
            return Err(Fault::at(ErrorCode::InvalidCharacter, offset));
        }
        let (mut digits, mut hyphens, mut at) = (Digits::NONE, 0, 0);
        while at < text.len() {
            let byte = text[at];
            let is_good = if at < self.lead.len() {
                byte == self.lead[at]
            } else if hyphens < self.hyphens.len() && self.hyphens[hyphens] == at {
                hyphens += 1;
                byte == b'-'
            } else {
                digits.append(self, self.value_of(byte));
                self.value_of(byte) & BAD == 0
            };
            if !is_good {
                return Err(Fault::at(ErrorCode::InvalidCharacter, at));
            }
            at += 1;
        }
        digits.value(self, bits)
    }

    /// Whether the text is one unsigned number with a fixed number of symbols.
    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) const fn is_one_number(&self) -> bool {
        self.groups.is_empty() && !self.signed && self.fewest == self.symbols
    }

    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) const fn spare(&self) -> u32 {
        self.spare as u32
    }

    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) const fn radix(&self) -> u32 {
        self.radix
    }

    /// Returns the value of a symbol, or [`BAD`] for any other byte.
    #[inline]
    pub(crate) const fn value_of(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    /// Returns the low bits as a value. The bits above must be zero, or all ones if the number is
    /// negative.
    #[inline]
    const fn value(&self, words: Words, bits: u8) -> Result<Value, Fault> {
        let [a, b, c, d, e, f] = words;
        let mut top = ((a as u128) << 32) | b as u128;
        let mut low = ((c as u128) << 96) | ((d as u128) << 64) | ((e as u128) << 32) | f as u128;
        if self.spare > 0 {
            if low << (128 - self.spare) != 0 {
                return Err(Fault::new(ErrorCode::OutOfRange));
            }
            (top, low) = (
                top >> self.spare,
                low >> self.spare | top << (128 - self.spare),
            );
        }
        let (above, value) = match bits {
            129.. => {
                let left = 160 - bits;
                let head = top << (96 + left) | low >> (32 - left);
                let tail = (low << left) as u32;
                (top >> (bits - 128), Value::from_parts(head, tail))
            }
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
            Err(Fault::new(ErrorCode::OutOfRange))
        }
    }

    /// The bits that the symbols hold above the integer, all set. A signed format's radix is a
    /// power of two.
    #[inline]
    const fn ones_above(&self, bits: u8) -> u128 {
        let held = self.radix.trailing_zeros() * self.symbols as u32;
        (1 << (held - bits as u32)) - 1
    }

    /// Returns the offset of the symbol that encodes a bit. The symbols must hold no bits beyond
    /// the integer.
    #[inline]
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

/// An accumulator for digits, most significant first.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    words: Words,
    /// With several numbers: the complete ones joined, how many there are, and the digits so far of
    /// the next one.
    whole: u128,
    group: usize,
    in_group: u8,
}

impl Digits {
    pub(super) const NONE: Self = Self {
        words: [0; 6],
        whole: 0,
        group: 0,
        in_group: 0,
    };

    #[inline]
    pub(super) const fn append(&mut self, literal: &Literal, digit: u8) {
        let (mut carry, mut i) = (digit as u64, self.words.len());
        while i > 0 {
            i -= 1;
            carry += self.words[i] as u64 * literal.radix as u64;
            self.words[i] = carry as u32;
            carry >>= 32;
        }
        self.in_group += 1;
        if self.group < literal.groups.len() && literal.groups[self.group].0 == self.in_group {
            let [.., a, b] = self.words;
            let bits = literal.groups[self.group].1;
            self.whole = self.whole << bits | (a as u128) << 32 | b as u128;
            (self.words, self.group, self.in_group) = ([0; 6], self.group + 1, 0);
        }
    }

    #[inline]
    pub(super) const fn value(self, literal: &Literal, bits: u8) -> Result<Value, Fault> {
        match literal.groups {
            [] => literal.value(self.words, bits),
            _ => Ok(Value::from_u128(self.whole)),
        }
    }
}
