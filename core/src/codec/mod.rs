//! Text in and out: one codec per alphabet and shape, portable, exact, without allocation.
//!
//! A codec knows symbols and their places, not formats: which values are ids is the row's affair.

pub(crate) mod base32;
pub(crate) mod base58;
pub(crate) mod scru160;
pub(crate) mod uuid;

use crate::error::{Error, ErrorCode};
use crate::text::MAX_TEXT;
use crate::value::Value;

/// A way to write an id.
///
/// | form | formats | example |
/// |---|---|---|
/// | `Canonical` | all | what `Display` prints |
/// | `Compact` | timeid, UUIDs | without hyphens |
/// | `Hex` | scru160 | 40 lower-case hexadecimal digits |
/// | `Urn` | UUIDs | `urn:uuid:` before the canonical form |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The format's own text.
    Canonical,
    /// Without hyphens (timeid, UUIDs).
    Compact,
    /// Hexadecimal (scru160).
    Hex,
    /// A URN (UUIDs, RFC 9562 section 4).
    Urn,
}

impl Form {
    /// Every form.
    pub const ALL: &'static [Form] = &[Form::Canonical, Form::Compact, Form::Hex, Form::Urn];

    /// The name: `canonical`, `compact`, `hex`, `urn`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Canonical => "canonical",
            Form::Compact => "compact",
            Form::Hex => "hex",
            Form::Urn => "urn",
        }
    }
}

/// The text forms of one or several formats.
pub(crate) trait Codec: Sync {
    /// Reads every form; a length of none of them is refused before any character is judged.
    fn parse(&self, text: &[u8]) -> Result<Value, Error>;

    /// Writes a form to the start of `out` and returns its length, or `None` where the codec lacks
    /// the form. Only ASCII is written.
    fn write(&self, value: Value, form: Form, out: &mut [u8; MAX_TEXT]) -> Option<usize>;

    /// Writes canonical texts one after another; `out` has room for exactly these.
    #[cfg(feature = "std")]
    fn write_many(&self, values: &[Value], out: &mut [u8]);

    /// The smallest and largest value whose canonical text begins with `prefix`.
    fn prefix(&self, prefix: &[u8]) -> Result<(Value, Value), Error>;

    /// The byte that holds a bit, in a text of a length that `parse` accepts; for errors.
    fn offset_of_bit(&self, _text_len: usize, _bit: u8) -> Option<usize> {
        None
    }
}

/// `write_many` by a codec's `write`.
#[cfg(feature = "std")]
#[inline]
fn write_each(codec: &impl Codec, values: &[Value], out: &mut [u8]) {
    let width = out.len() / values.len().max(1);
    if width == 0 {
        return;
    }
    for (value, slot) in values.iter().zip(out.chunks_exact_mut(width)) {
        let mut text = [0; MAX_TEXT];
        if let Some(len) = codec.write(*value, Form::Canonical, &mut text) {
            slot.copy_from_slice(text.get(..len).unwrap_or_default());
        }
    }
}

/// Marks bytes that are no symbol; every symbol's value is below it.
const BAD: u8 = 0x80;

/// `N` symbols in the order of their values, and the way back.
pub(crate) struct Alphabet<const N: usize> {
    pub(crate) symbols: [u8; N],
    values: [u8; 256],
}

impl<const N: usize> Alphabet<N> {
    pub(crate) const fn new(symbols: &[u8; N]) -> Self {
        let mut values = [BAD; 256];
        let mut i = 0;
        while i < N {
            values[symbols[i] as usize] = i as u8;
            i += 1;
        }
        Self {
            symbols: *symbols,
            values,
        }
    }

    /// Lower and upper case read alike.
    pub(crate) const fn ignoring_case(symbols: &[u8; N]) -> Self {
        let mut alphabet = Self::new(symbols);
        let mut i = 0;
        while i < N {
            alphabet.values[symbols[i].to_ascii_lowercase() as usize] = i as u8;
            alphabet.values[symbols[i].to_ascii_uppercase() as usize] = i as u8;
            i += 1;
        }
        alphabet
    }

    /// The value of a symbol, or a number with the top bit set.
    #[inline]
    pub(crate) const fn value(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    /// Reads symbols of `BITS` bits each into an integer, most significant first; `None` if any
    /// is bad. Badness is gathered and judged once, so that the loop has no branch.
    #[inline]
    pub(crate) const fn read<const BITS: u32>(&self, symbols: &[u8]) -> Option<u64> {
        let (mut int, mut seen, mut i) = (0, 0, 0);
        while i < symbols.len() {
            let value = self.values[symbols[i] as usize];
            seen |= value;
            int = (int << BITS) | value as u64;
            i += 1;
        }
        if seen & BAD == 0 { Some(int) } else { None }
    }

    /// Writes the low `out.len()` symbols of `BITS` bits each, most significant first.
    #[inline]
    pub(crate) const fn write<const BITS: u32>(&self, mut int: u64, out: &mut [u8]) {
        let mut i = out.len();
        while i > 0 {
            i -= 1;
            out[i] = self.symbols[(int & ((1 << BITS) - 1)) as usize];
            int >>= BITS;
        }
    }
}

/// `invalid_character` at the first byte that fails `good`; for the slow path of a refusal.
pub(crate) fn first_bad(text: &[u8], good: impl Fn(usize, u8) -> bool) -> Error {
    let offset = text
        .iter()
        .enumerate()
        .position(|(at, &byte)| !good(at, byte))
        .unwrap_or(text.len());
    Error::at(ErrorCode::InvalidCharacter, offset)
}

pub(crate) const fn invalid_length(text: &[u8]) -> Error {
    Error::at(ErrorCode::InvalidLength, text.len())
}

/// A prefix without its hyphens, padded to `N` symbols with the least and the greatest symbol.
///
/// Either no hyphen stands in the prefix, or one stands at each of `hyphens` (offsets in the full
/// hyphenated text) that it reaches.
pub(crate) fn pad_prefix<const N: usize>(
    prefix: &[u8],
    hyphens: &[usize],
    (least, greatest): (u8, u8),
    good: impl Fn(u8) -> bool,
) -> Result<([u8; N], [u8; N]), Error> {
    let hyphenated = hyphens
        .first()
        .is_some_and(|&at| prefix.get(at) == Some(&b'-'));
    let longest = if hyphenated { N + hyphens.len() } else { N };
    if prefix.is_empty() || prefix.len() > longest {
        return Err(invalid_length(prefix));
    }
    let (mut low, mut high, mut symbols) = ([least; N], [greatest; N], 0);
    for (at, &byte) in prefix.iter().enumerate() {
        if hyphenated && hyphens.contains(&at) {
            if byte == b'-' {
                continue;
            }
            return Err(Error::at(ErrorCode::InvalidCharacter, at));
        }
        if !good(byte) {
            return Err(Error::at(ErrorCode::InvalidCharacter, at));
        }
        (low[symbols], high[symbols]) = (byte, byte);
        symbols += 1;
    }
    Ok((low, high))
}
