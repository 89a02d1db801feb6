//! base32-sortable (atproto TID) and its signed, hyphenated variant base32lex (draft-goldman-tid).
//!
//! Thirteen symbols hold 65 bits, one more than the integer. The extra bit is zero for `tid` and
//! repeats the sign for `timeid`.

#[cfg(feature = "columns")]
use super::Block;
use super::kernel::{self, Symbols13};
use super::{Alphabet, Codec, Form, Literal, Runs, Symbols, first_bad, invalid_length};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

const SORTABLE: &Alphabet<32> = &Alphabet::new(b"234567abcdefghijklmnopqrstuvwxyz");
const LENGTH: usize = size_of::<Symbols13>();

/// The base32-sortable alphabet as a type.
struct Base32Sortable;

impl Symbols<32> for Base32Sortable {
    const RUNS: Runs<32> = Runs::new(SORTABLE);
}

fn is_symbol(byte: u8) -> bool {
    SORTABLE.has(byte)
}

/// Reads 64 bits. The top bit of the first symbol must be 0.
#[inline(always)]
fn read(symbols: &Symbols13) -> Option<u64> {
    kernel::base32_read_64::<Base32Sortable>(symbols)
}

/// Writes 64 bits as thirteen symbols. The top bit of the first symbol is 0.
#[inline(always)]
fn write(int: u64) -> Text {
    kernel::base32_write_64::<Base32Sortable>(int)
}

/// The `tid` codec: an unsigned integer.
pub(crate) struct Sortable;

impl Sortable {
    pub(crate) const LITERAL: Literal = Literal::new(SORTABLE, LENGTH as u8);

    /// `prefix` is the input to report errors against.
    #[inline(always)]
    fn value(symbols: &Symbols13, prefix: &[u8]) -> Result<Value, Fault> {
        match read(symbols) {
            Some(int) => Ok(Value::from_u64(int)),
            None => Err(Self::refused(prefix)),
        }
    }

    /// Returns the error for a rejected text: a bad symbol, or else a first symbol that is too
    /// large.
    #[cold]
    fn refused(text: &[u8]) -> Fault {
        if text.iter().copied().all(is_symbol) {
            Fault::new(ErrorCode::OutOfRange)
        } else {
            first_bad(text, &|_, byte| is_symbol(byte))
        }
    }
}

impl Codec for Sortable {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.try_into() {
            Ok(symbols) => Self::value(symbols, text),
            Err(_) => Err(invalid_length(text)),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => write(value.to_u64()),
            _ => Text::EMPTY,
        }
    }

    #[cfg(feature = "columns")]
    fn read_many(&self, texts: &[&[u8]], ids: &mut Block) -> u64 {
        kernel::base32_read_64_each::<Base32Sortable>(texts, &mut ids.ints)
    }

    #[cfg(feature = "columns")]
    fn many(&self) -> Option<super::Many> {
        Some(|values, out| Last::write_each(values.iter().map(|value| value.to_u64()), out))
    }
}

/// The text of an integer, reused to write the text of a nearby one.
///
/// Ids of one run differ only in the low bits of the time, the eleventh of the thirteen symbols.
#[cfg(feature = "columns")]
struct Last {
    int: u64,
    /// The first eight symbols, and the last eight with the eleventh zeroed.
    first: u64,
    rest: u64,
}

#[cfg(feature = "columns")]
impl Last {
    /// The bits of the eleventh symbol, and its bit offset within the last eight symbols.
    const BITS: u64 = 31 << 10;
    const AT: u32 = 8 * 5;

    #[inline(always)]
    fn of(int: u64) -> Self {
        let symbols = u128::from_le_bytes(*write(int).head());
        let first = symbols as u64;
        let rest = (symbols >> (8 * 5)) as u64 & !(0xff << Self::AT);
        Self { int, first, rest }
    }

    fn write_each(ints: impl Iterator<Item = u64>, out: &mut [u8]) {
        let mut last = Self::of(0);
        let (texts, _) = out.as_chunks_mut();
        for (int, text) in ints.zip(texts) {
            last.write(int, text);
        }
    }

    #[inline(always)]
    fn write(&mut self, int: u64, out: &mut [u8; LENGTH]) {
        if (int ^ self.int) & !Self::BITS != 0 {
            *self = Self::of(int);
        }
        let symbol = SORTABLE.symbols[((int & Self::BITS) >> 10) as usize];
        let rest = self.rest | (symbol as u64) << Self::AT;
        out[..8].copy_from_slice(&self.first.to_le_bytes());
        out[5..].copy_from_slice(&rest.to_le_bytes());
    }
}

/// The `timeid` codec: a two's complement integer, formatted as `TTTT-TTT-TTTT-CC`.
pub(crate) struct Lex;

impl Lex {
    const HYPHENS: [usize; 3] = [4, 8, 13];
    pub(crate) const LITERAL: Literal = Literal::new(SORTABLE, LENGTH as u8)
        .with_hyphens(&Self::HYPHENS)
        .signed();
    const HYPHENATED: usize = LENGTH + Self::HYPHENS.len();

    /// Checks that the upper two bits of the first symbol agree: the sign and its repetition.
    #[inline]
    fn value(symbols: &Symbols13) -> Option<Result<Value, Fault>> {
        let first = SORTABLE.value(symbols[0]);
        let mut unsigned = *symbols;
        unsigned[0] = SORTABLE.symbols[(first & 0xf) as usize];
        let int = read(&unsigned).filter(|_| SORTABLE.has(symbols[0]))?;
        Some(match first >> 3 {
            0b00 | 0b11 => Ok(Value::from_u64(int)),
            _ => Err(Fault::new(ErrorCode::OutOfRange)),
        })
    }

    #[inline]
    fn symbols(value: Value) -> Symbols13 {
        let int = value.to_u64();
        let mut symbols = *write(int).head();
        symbols[0] = SORTABLE.symbols[((int as i64 >> 60) & 31) as usize];
        symbols
    }

    #[inline]
    fn hyphenated(value: Value) -> Text {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m] = Self::symbols(value);
        Text::new(
            [a, b, c, d, b'-', e, f, g, b'-', h, i, j, k, b'-', l, m],
            Self::HYPHENATED,
        )
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
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
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
            _ => Err(first_bad(text, &|at, byte| {
                Self::is_good(hyphenated, at, byte)
            })),
        }
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Compact => Text::new(Self::symbols(value), LENGTH),
            Form::Canonical => Self::hyphenated(value),
            _ => Text::EMPTY,
        }
    }

    #[cfg(feature = "columns")]
    fn many(&self) -> Option<super::Many> {
        Some(|values, out| super::write_each::<{ Self::HYPHENATED }>(values, out, Self::hyphenated))
    }
}

#[cfg(all(test, feature = "columns"))]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_run_are_those_of_its_values() {
        let mut ints = Vec::new();
        for start in [0u64, 0x1234_5678_9abc_def0, u64::MAX - (100 << 10)] {
            // Consecutive ticks, other nodes, both descending, and single flipped bits.
            ints.extend((0..100).map(|tick| start + (tick << 10)));
            ints.extend((0..100).map(|node| start + node));
            ints.extend((0..100).rev().map(|step| start + step * 0x3ff));
            ints.extend((0..64).map(|bit| start ^ (1 << bit)));
        }
        let values: Vec<_> = ints.iter().copied().map(Value::from_u64).collect();
        // Tested directly because processors with a faster way do not use `Last`.
        let mut texts = vec![0; values.len() * LENGTH];
        let mut by_last = texts.clone();
        let sortable: &dyn Codec = &Sortable;
        sortable.write_many(&values, &mut texts);
        Last::write_each(ints.into_iter(), &mut by_last);
        assert_eq!(texts, by_last);
        for (value, text) in values.iter().zip(texts.chunks(LENGTH)) {
            assert_eq!(text, Sortable.write(*value, Form::Canonical).as_bytes());
        }
    }
}
