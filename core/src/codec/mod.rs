//! Text in and out: one codec per alphabet and shape, portable, exact, without allocation.
//!
//! A codec knows symbols and their places, not formats: which values are ids is the row's affair.
//! It reads and writes whole texts; the loops over symbols are in [`kernel`].

mod alphabet;
pub(crate) mod base32;
pub(crate) mod base36;
pub(crate) mod base58;
pub(crate) mod base62;
pub(crate) mod cuid;
pub(crate) mod decimal;
mod kernel;
pub(crate) mod lexical;
mod literal;
mod number;
pub(crate) mod packed;
pub(crate) mod pair;
mod prefix;
pub(crate) mod scru160;
pub(crate) mod tsid;
pub(crate) mod uuid;

use crate::error::{Error, ErrorCode};
use crate::text::Text;
use crate::value::Value;

use alphabet::{Alphabet, Runs, Symbols};
pub(crate) use kernel::{BLOCK, Bytes64, ahead, is_of_word, map_each, read_each, word_masks};
pub(crate) use literal::Literal;

/// A way to write an id.
///
/// | form | formats | example |
/// |---|---|---|
/// | `Canonical` | all | what `Display` prints |
/// | `Compact` | timeid, UUIDs, lexical_uuid | without hyphens |
/// | `Hex` | scru160, flake, flake_idgen, sid | lower-case hexadecimal digits |
/// | `Urn` | UUIDs | `urn:uuid:` before the canonical form |
/// | `Base32` | sid | two times 13 characters |
/// | `Base64` | sid | two times 11 characters |
/// | `Uuid` | lexical_uuid, flake, ulid | the bits as a UUID has them; `parse` does not read it as a ulid |
/// | `Typeid` | UUIDs | 26 characters, as a TypeID ends; `parse` does not read it |
/// | `Decimal` | tsid | the 64-bit integer; of 14 digits and more it is read |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The format's own text.
    Canonical,
    /// Without hyphens (timeid, UUIDs, lexical_uuid).
    Compact,
    /// Hexadecimal (scru160, flake, flake_idgen, sid).
    Hex,
    /// A URN (UUIDs, RFC 9562 section 4).
    Urn,
    /// base32 (sid).
    Base32,
    /// base64 (sid).
    Base64,
    /// As a UUID is written (lexical_uuid, flake, ulid).
    Uuid,
    /// As behind the prefix of a TypeID (UUIDs, TypeID v0.3.0).
    Typeid,
    /// The integer in decimal digits (tsid).
    Decimal,
}

impl Form {
    /// Every form.
    pub const ALL: &'static [Form] = &[
        Form::Canonical,
        Form::Compact,
        Form::Hex,
        Form::Urn,
        Form::Base32,
        Form::Base64,
        Form::Uuid,
        Form::Typeid,
        Form::Decimal,
    ];

    /// The name: `canonical`, `compact`, `hex`, `urn`, `base32`, `base64`, `uuid`, `typeid`,
    /// `decimal`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Canonical => "canonical",
            Form::Compact => "compact",
            Form::Hex => "hex",
            Form::Urn => "urn",
            Form::Base32 => "base32",
            Form::Base64 => "base64",
            Form::Uuid => "uuid",
            Form::Typeid => "typeid",
            Form::Decimal => "decimal",
        }
    }
}

/// Up to 64 ids that were read of a column: integers of 64-bit formats, or wider values.
pub(crate) struct Block {
    pub(crate) ints: [u64; BLOCK],
    pub(crate) values: [Value; BLOCK],
}

/// Writes many canonical texts of one length, one after another, into a memory that has room for exactly these.
type Many = fn(&[Value], &mut [u8]);

/// The text forms of one or several formats.
pub(crate) trait Codec: Sync {
    /// Reads every form but those that are written only; a length of none of them is refused before any character is judged.
    fn parse(&self, text: &[u8]) -> Result<Value, Error>;

    /// Writes a form; an empty text where the codec lacks it.
    ///
    /// A text is returned whole by whoever makes it, never filled in: it is then made where it is
    /// to be, while memory that a called function fills would be copied.
    fn write(&self, value: Value, form: Form) -> Text;

    /// A quicker way to read up to 64 texts at once, if there is one: answers by their bits which it has read, and leaves the others to
    /// [`parse`](Self::parse).
    fn read_many(&self, _texts: &[&[u8]], _ids: &mut Block) -> u64 {
        0
    }

    /// A quicker way to write many canonical texts, if there is one.
    fn many(&self) -> Option<Many> {
        None
    }

    /// Whether a form is written and not read.
    fn only_writes(&self, _form: Form) -> bool {
        false
    }

    /// The byte that holds a bit, in a text of a length that `parse` accepts; for errors.
    fn offset_of_bit(&self, _text_len: usize, _bit: u8) -> Option<usize> {
        None
    }
}

impl dyn Codec {
    /// Writes canonical texts one after another; `out` has room for exactly these, each as long as the longest and filled
    /// up with zero bytes.
    pub(crate) fn write_many(&self, values: &[Value], out: &mut [u8]) {
        if let Some(many) = self.many() {
            return many(values, out);
        }
        let longest = out.len() / values.len().max(1);
        for (value, slot) in values.iter().zip(out.chunks_exact_mut(longest.max(1))) {
            let text = self.write(*value, Form::Canonical);
            let (head, rest) = slot.split_at_mut(text.len());
            head.copy_from_slice(text.as_bytes());
            rest.fill(0);
        }
    }
}

/// [`Codec::many`] of texts of `LENGTH` bytes, by a function that writes one.
#[inline(always)]
fn write_each<const LENGTH: usize>(
    values: &[Value],
    out: &mut [u8],
    write: impl Fn(Value) -> Text,
) {
    let (texts, _) = out.as_chunks_mut::<LENGTH>();
    for (value, text) in values.iter().zip(texts) {
        text.copy_from_slice(write(*value).head::<LENGTH>());
    }
}

/// The first sixteen symbols of a text and the last, some of them the same; `None` of a shorter one.
#[inline(always)]
fn halves(text: &[u8]) -> Option<(&kernel::Half, &kernel::Half)> {
    text.first_chunk().zip(text.last_chunk())
}

/// `invalid_character` at the first byte that fails `good`; for the slow path of a refusal, so compiled once for all codecs.
#[cold]
#[inline(never)]
pub(crate) fn first_bad(text: &[u8], good: &dyn Fn(usize, u8) -> bool) -> Error {
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

/// `invalid_character` for a zero before another digit, in a text that has no leading zeros.
pub(crate) fn free_zero(text: &[u8], is_digit: impl Fn(u8) -> bool) -> Result<(), Error> {
    match text {
        [b'0', next, ..] if is_digit(*next) => Err(Error::at(ErrorCode::InvalidCharacter, 0)),
        _ => Ok(()),
    }
}
