//! base32-sortable (atproto TID) and its signed, hyphenated sister base32lex (draft-goldman-tid).
//!
//! Thirteen symbols hold 65 bits, one more than the integer: for `tid` that bit is zero, for
//! `timeid` it repeats the sign.

use super::{Alphabet, Codec, Form, first_bad, invalid_length, pad_prefix};
use crate::error::{Error, ErrorCode};
use crate::text::MAX_TEXT;
use crate::value::Value;

static SORTABLE: Alphabet<32> = Alphabet::new(b"234567abcdefghijklmnopqrstuvwxyz");
const LENGTH: usize = 13;

fn is_symbol(byte: u8) -> bool {
    SORTABLE.value(byte) < 32
}

/// The top symbol and the 60 bits of the twelve others.
#[inline]
fn read(symbols: &[u8; LENGTH]) -> Option<(u8, u64)> {
    let top = SORTABLE.value(symbols[0]);
    let rest = SORTABLE.read::<5>(&symbols[1..])?;
    (top < 32).then_some((top, rest))
}

#[inline]
fn write(top: u8, int: u64, out: &mut [u8]) {
    SORTABLE.write::<5>(int, &mut out[1..LENGTH]);
    out[0] = SORTABLE.symbols[top as usize];
}

/// `tid`: an unsigned integer.
pub(crate) struct Sortable;

impl Sortable {
    #[inline]
    fn value(symbols: &[u8; LENGTH], text: &[u8]) -> Result<Value, Error> {
        match read(symbols) {
            Some((top, rest)) if top < 16 => Ok(Value::from_u64(((top as u64) << 60) | rest)),
            Some(_) => Err(Error::new(ErrorCode::OutOfRange)),
            None => Err(first_bad(text, |_, byte| is_symbol(byte))),
        }
    }
}

impl Codec for Sortable {
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let symbols = text.try_into().map_err(|_| invalid_length(text))?;
        Self::value(symbols, text)
    }

    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        let int = value.to_u64();
        (form == Form::Canonical).then(|| {
            write((int >> 60) as u8, int, out);
            LENGTH
        })
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(self, values, out);
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &[], (b'2', b'z'), is_symbol)?;
        Ok((Self::value(&low, prefix)?, Self::value(&high, prefix)?))
    }
}

/// `timeid`: a two's complement integer, shown `TTTT-TTT-TTTT-CC`.
pub(crate) struct Lex;

impl Lex {
    const HYPHENS: [usize; 3] = [4, 8, 13];
    const HYPHENATED: usize = LENGTH + Self::HYPHENS.len();

    /// The upper two bits of the top symbol are the sign and its repetition.
    fn value(symbols: &[u8; LENGTH]) -> Option<Result<Value, Error>> {
        let (top, rest) = read(symbols)?;
        Some(match top >> 3 {
            0b00 | 0b11 => Ok(Value::from_u64(((top as u64) << 60) | rest)),
            _ => Err(Error::new(ErrorCode::OutOfRange)),
        })
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

    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize> {
        let int = value.to_u64();
        let top = ((int as i64 >> 60) & 31) as u8;
        let mut symbols = [0; LENGTH];
        write(top, int, &mut symbols);
        match form {
            Form::Compact => {
                out[..LENGTH].copy_from_slice(&symbols);
                Some(LENGTH)
            }
            Form::Canonical => {
                out[..4].copy_from_slice(&symbols[..4]);
                out[5..8].copy_from_slice(&symbols[4..7]);
                out[9..13].copy_from_slice(&symbols[7..11]);
                out[14..16].copy_from_slice(&symbols[11..]);
                for at in Self::HYPHENS {
                    out[at] = b'-';
                }
                Some(Self::HYPHENATED)
            }
            Form::Hex | Form::Urn => None,
        }
    }

    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]) {
        super::write_each(self, values, out);
    }

    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error> {
        let (low, high) = pad_prefix(prefix, &Self::HYPHENS, (b'2', b'z'), is_symbol)?;
        let bound = |symbols| Self::value(symbols).unwrap_or(Err(invalid_length(prefix)));
        Ok((bound(&low)?, bound(&high)?))
    }
}
