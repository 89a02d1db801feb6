//! base32-sortable (atproto TID) and its signed, hyphenated sister base32lex (draft-goldman-tid).
//!
//! Thirteen symbols hold 65 bits, one more than the integer: for `tid` that bit is zero, for
//! `timeid` it repeats the sign.

use super::{Alphabet, Codec, Form, Runs, first_bad, head, invalid_length, kernel, pad_prefix};
use crate::error::{Error, ErrorCode};
use crate::text::MAX_TEXT;
use crate::value::Value;

const SORTABLE: Runs<32> = Runs::new(&Alphabet::new(b"234567abcdefghijklmnopqrstuvwxyz"));
const LENGTH: usize = 13;

fn is_symbol(byte: u8) -> bool {
    SORTABLE.table.has(byte)
}

/// The top symbol, and the low 64 of the 65 bits.
#[inline(always)]
fn read(symbols: &[u8; LENGTH]) -> Option<(u8, u64)> {
    // Two groups of eight symbols, of which three are in both.
    let groups = [*part(symbols, 0), *part(symbols, 5)];
    let [[high, low]] = kernel::base32_read(SORTABLE, [groups])?;
    Some(((high >> 35) as u8, (high << 25) | low))
}

/// The symbols and three more; `high` holds the bits from the 25th on.
#[inline(always)]
fn write(high: u64, int: u64) -> [u8; 16] {
    kernel::base32_write(SORTABLE, [high, int << 15])
}

#[inline(always)]
fn part(symbols: &[u8], at: usize) -> &[u8; 8] {
    symbols[at..].first_chunk().unwrap_or(&[0; 8])
}

#[cold]
fn bad_symbol(text: &[u8]) -> Error {
    first_bad(text, |_, byte| is_symbol(byte))
}

/// `tid`: an unsigned integer.
pub(crate) struct Sortable;

impl Sortable {
    /// `prefix` is what the symbols came from, for the error.
    #[inline(always)]
    fn value(symbols: &[u8; LENGTH], prefix: &[u8]) -> Result<Value, Error> {
        match read(symbols) {
            Some((0..16, int)) => Ok(Value::from_u64(int)),
            Some(_) => Err(Error::new(ErrorCode::OutOfRange)),
            None => Err(bad_symbol(prefix)),
        }
    }

    #[inline(always)]
    fn write(int: u64) -> [u8; 16] {
        write(int >> 25, int)
    }
}

impl Codec for Sortable {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        match text.try_into() {
            Ok(symbols) => Self::value(symbols, text),
            Err(_) => Err(invalid_length(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        (form == Form::Canonical).then(|| {
            *head(out) = Self::write(value.to_u64());
            LENGTH
        })
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        let mut last = Last::of(values.first().map_or(0, |value| value.to_u64()));
        super::write_each(values, out, |value, out| last.write(value.to_u64(), out));
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &[], (b'2', b'z'), is_symbol)?;
        Ok((Self::value(&low, prefix)?, Self::value(&high, prefix)?))
    }
}

/// The text of an integer, from which that of a near one is made.
///
/// Ids of one run differ in their last ticks only: the eleventh of thirteen symbols.
#[cfg(feature = "std")]
struct Last {
    int: u64,
    /// The first eight symbols, and the last eight with a hole for the eleventh.
    first: u64,
    rest: u64,
}

#[cfg(feature = "std")]
impl Last {
    /// The bits of the eleventh symbol, and where it lies in the last eight.
    const BITS: u64 = 31 << 10;
    const AT: u32 = 8 * 5;

    #[inline(always)]
    fn of(int: u64) -> Self {
        let symbols = Sortable::write(int);
        let first = u64::from_le_bytes(*part(&symbols, 0));
        let rest = u64::from_le_bytes(*part(&symbols, 5)) & !(0xff << Self::AT);
        Self { int, first, rest }
    }

    #[inline(always)]
    fn write(&mut self, int: u64, out: &mut [u8; LENGTH]) {
        if (int ^ self.int) & !Self::BITS != 0 {
            *self = Self::of(int);
        }
        let symbol = SORTABLE.table.symbols[((int & Self::BITS) >> 10) as usize];
        let rest = self.rest | (symbol as u64) << Self::AT;
        out[..8].copy_from_slice(&self.first.to_le_bytes());
        out[5..].copy_from_slice(&rest.to_le_bytes());
    }
}

/// `timeid`: a two's complement integer, shown `TTTT-TTT-TTTT-CC`.
pub(crate) struct Lex;

impl Lex {
    const HYPHENS: [usize; 3] = [4, 8, 13];
    const HYPHENATED: usize = LENGTH + Self::HYPHENS.len();

    /// The upper two bits of the top symbol are the sign and its repetition.
    #[inline]
    fn value(symbols: &[u8; LENGTH]) -> Option<Result<Value, Error>> {
        let (top, int) = read(symbols)?;
        Some(match top >> 3 {
            0b00 | 0b11 => Ok(Value::from_u64(int)),
            _ => Err(Error::new(ErrorCode::OutOfRange)),
        })
    }

    #[inline]
    fn symbols(value: Value) -> [u8; 16] {
        let int = value.to_u64();
        write((int as i64 >> 25) as u64, int)
    }

    #[inline]
    fn hyphenated(value: Value) -> [u8; Self::HYPHENATED] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, ..] = Self::symbols(value);
        [a, b, c, d, b'-', e, f, g, b'-', h, i, j, k, b'-', l, m]
    }

    fn is_good(hyphenated: bool, at: usize, byte: u8) -> bool {
        if hyphenated && Self::HYPHENS.contains(&at) {
            byte == b'-'
        } else {
            is_symbol(byte)
        }
    }
}

impl Codec for Lex {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let mut symbols = [0; LENGTH];
        let hyphenated = match text.len() {
            LENGTH => {
                symbols.copy_from_slice(text);
                false
            }
            Self::HYPHENATED => {
                symbols[..4].copy_from_slice(&text[..4]);
                symbols[4..7].copy_from_slice(&text[5..8]);
                symbols[7..11].copy_from_slice(&text[9..13]);
                symbols[11..].copy_from_slice(&text[14..]);
                true
            }
            _ => return Err(invalid_length(text)),
        };
        let well_placed = !hyphenated || Self::HYPHENS.iter().all(|&at| text[at] == b'-');
        match Self::value(&symbols) {
            Some(value) if well_placed => value,
            _ => Err(first_bad(text, |at, byte| {
                Self::is_good(hyphenated, at, byte)
            })),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        match form {
            Form::Compact => {
                *head(out) = Self::symbols(value);
                Some(LENGTH)
            }
            Form::Canonical => {
                *head(out) = Self::hyphenated(value);
                Some(Self::HYPHENATED)
            }
            Form::Hex | Form::Urn => None,
        }
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(values, out, |value, out| *out = Self::hyphenated(value));
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &Self::HYPHENS, (b'2', b'z'), is_symbol)?;
        let bound = |symbols| Self::value(symbols).unwrap_or(Err(invalid_length(prefix)));
        Ok((bound(&low)?, bound(&high)?))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_run_are_those_of_its_values() {
        let mut ints = Vec::new();
        for start in [0u64, 0x1234_5678_9abc_def0, u64::MAX - (100 << 10)] {
            // Ticks, then other nodes, then both, then back, then far.
            ints.extend((0..100).map(|tick| start + (tick << 10)));
            ints.extend((0..100).map(|node| start + node));
            ints.extend((0..100).rev().map(|step| start + step * 0x3ff));
            ints.extend((0..64).map(|bit| start ^ (1 << bit)));
        }
        let values: Vec<_> = ints.into_iter().map(Value::from_u64).collect();
        let mut texts = vec![0; values.len() * LENGTH];
        Sortable.write_many(&values, &mut texts);
        for (value, text) in values.iter().zip(texts.chunks(LENGTH)) {
            let mut single = [0; MAX_TEXT];
            let len = Sortable.write(*value, Form::Canonical, &mut single);
            assert_eq!(text, &single[..len.expect("canonical")]);
        }
    }
}
