//! Text codecs: one per alphabet and text structure, portable, exact, without allocation.
//!
//! A codec knows symbols and their positions, not formats: the format's row decides which values
//! are valid ids. A codec reads and writes whole texts; the loops over symbols are in [`kernel`].

mod alphabet;
pub(crate) mod base32;
pub(crate) mod base36;
pub(crate) mod base58;
pub(crate) mod base62;
pub(crate) mod base64url_152;
pub(crate) mod cuid;
pub(crate) mod decimal;
pub(crate) mod fault;
pub(crate) mod hex;
#[cfg_attr(
    not(all(feature = "columns", feature = "scan")),
    allow(
        dead_code,
        unused_imports,
        reason = "parts that only those features use"
    )
)]
mod kernel;
pub(crate) mod lexical;
mod literal;
mod number;
pub(crate) mod packed;
pub(crate) mod pair;
mod prefix;
pub(crate) mod scru160;
pub(crate) mod spelling;
pub(crate) mod text;
pub(crate) mod tsid;
pub(crate) mod uuid;
pub(crate) use sortid_engine::value;

use core::panic::RefUnwindSafe;

use crate::codec::text::Text;
use crate::codec::value::Value;
use fault::Fault;
use sortid_engine::error::ErrorCode;

use alphabet::{Alphabet, Runs, Symbols};
#[cfg(feature = "columns")]
pub(crate) use kernel::{BLOCK, ahead, map_each, read_each};
#[cfg(feature = "scan")]
pub(crate) use kernel::{Bytes64, is_of_word, word_masks};
pub(crate) use literal::Literal;

/// A text form of an id.
///
/// | form | formats | text |
/// |---|---|---|
/// | `Canonical` | all | what `Display` prints |
/// | `Compact` | timeid, UUIDs, lexical_uuid | without hyphens |
/// | `Hex` | scru160, flake, flake_idgen, sid | lower-case hexadecimal digits |
/// | `Urn` | UUIDs | `urn:uuid:` before the canonical form |
/// | `Base32` | sid | two groups of 13 characters |
/// | `Base64` | sid | two groups of 11 characters |
/// | `Uuid` | lexical_uuid, flake, ulid | a UUID with the same bits |
/// | `Typeid` | UUIDs | 26 characters, the suffix of a TypeID; write-only |
/// | `Decimal` | tsid | the 64-bit integer; `parse` accepts 14 digits or more |
/// | `Braced` | UUIDs | the canonical form in braces, as .NET's `B` |
/// | `Upper` | UUIDs | the canonical form in upper case |
/// | `Base36` | 128 bits | 25 digits, as uuid-creator; they sort |
/// | `Base57` | 128 bits | 22 digits, as shortuuid of PyPI; they sort |
/// | `Base58` | 128 bits | 22 digits of Bitcoin's alphabet, as Symfony; they sort |
/// | `Base58Flickr` | 128 bits | 22 digits of Flickr's alphabet, as short-uuid of npm |
/// | `Base62` | 128 bits | 22 digits, as uuid-creator; they sort |
/// | `Base64url` | 128 bits | 22 symbols of RFC 4648, as slugid |
/// | `Crockford` | 128 bits | 26 symbols, as a ULID and Symfony's `toBase32`; they sort |
///
/// `parse` reads none of the last nine: [`AnyId::parse_form`](crate::AnyId::parse_form) does.
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
    /// The UUID form (lexical_uuid, flake, ulid).
    Uuid,
    /// The suffix of a TypeID (UUIDs, TypeID v0.3.0).
    Typeid,
    /// The integer in decimal (tsid).
    Decimal,
    /// In braces (UUIDs).
    Braced,
    /// In upper case (UUIDs).
    Upper,
    /// base36 (128 bits).
    Base36,
    /// base57, the alphabet of shortuuid (128 bits).
    Base57,
    /// base58, Bitcoin's alphabet (128 bits).
    Base58,
    /// base58, Flickr's alphabet (128 bits).
    Base58Flickr,
    /// base62 (128 bits).
    Base62,
    /// base64url (128 bits, RFC 4648 section 5).
    Base64url,
    /// Crockford's base32 (128 bits).
    Crockford,
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
        Form::Braced,
        Form::Upper,
        Form::Base36,
        Form::Base57,
        Form::Base58,
        Form::Base58Flickr,
        Form::Base62,
        Form::Base64url,
        Form::Crockford,
    ];

    /// The form's name, in lower case: `canonical`, `base58_flickr`.
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
            Form::Braced => "braced",
            Form::Upper => "upper",
            Form::Base36 => "base36",
            Form::Base57 => "base57",
            Form::Base58 => "base58",
            Form::Base58Flickr => "base58_flickr",
            Form::Base62 => "base62",
            Form::Base64url => "base64url",
            Form::Crockford => "crockford",
        }
    }
}

/// A block of up to 64 ids read from a column: integers for 64-bit formats, values for wider ones.
#[cfg(feature = "columns")]
pub(crate) struct Block {
    pub(crate) ints: [u64; BLOCK],
    pub(crate) values: [Value; BLOCK],
}

/// Writes canonical texts of one length, one after another. The buffer has exactly the room they
/// need.
#[cfg(feature = "columns")]
type Many = fn(&[Value], &mut [u8]);

/// The text forms of one or more formats.
pub(crate) trait Codec: RefUnwindSafe + Sync {
    /// Parses every readable form. Checks the length before any character.
    fn parse(&self, text: &[u8]) -> Result<Value, Fault>;

    /// Writes a value in a form. Returns an empty text if the codec lacks the form.
    ///
    /// Returns the text by value instead of filling a buffer: a returned text is built directly in
    /// the caller's memory, a filled buffer would be copied.
    fn write(&self, value: Value, form: Form) -> Text;

    /// Reads up to 64 texts at once, if the codec has a faster way. Returns a bit mask of the texts
    /// that were read; the caller passes the others to [`parse`](Self::parse).
    #[cfg(feature = "columns")]
    fn read_many(&self, _texts: &[&[u8]], _ids: &mut Block) -> u64 {
        0
    }

    /// Returns a faster way to write many canonical texts, if there is one.
    #[cfg(feature = "columns")]
    fn many(&self) -> Option<Many> {
        None
    }

    /// Whether a form is write-only.
    fn only_writes(&self, _form: Form) -> bool {
        false
    }

    /// Returns the offset of the byte that encodes a bit, for error messages. `text_len` must be a
    /// length that `parse` accepts.
    fn offset_of_bit(&self, _text_len: usize, _bit: u8) -> Option<usize> {
        None
    }
}

#[cfg(any(feature = "columns", feature = "std"))]
impl dyn Codec {
    /// Writes canonical texts one after another, each padded with zero bytes to the length of the
    /// longest. `out` has exactly the room they need.
    pub(crate) fn write_many(&self, values: &[Value], out: &mut [u8]) {
        #[cfg(feature = "columns")]
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

/// Implements [`Codec::many`] for texts of `LENGTH` bytes with a function that writes one text.
#[cfg(feature = "columns")]
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

/// Returns the first and the last sixteen symbols, which may overlap. Returns `None` if the text is
/// shorter than sixteen bytes.
#[inline(always)]
fn halves(text: &[u8]) -> Option<(&kernel::Half, &kernel::Half)> {
    text.first_chunk().zip(text.last_chunk())
}

/// Returns `invalid_character` at the first byte that fails `good`. Compiled once for all codecs
/// because it only runs on errors.
#[cold]
#[inline(never)]
pub(crate) fn first_bad(text: &[u8], good: &dyn Fn(usize, u8) -> bool) -> Fault {
    let offset = text
        .iter()
        .enumerate()
        .position(|(at, &byte)| !good(at, byte))
        .unwrap_or(text.len());
    Fault::at(ErrorCode::InvalidCharacter, offset)
}

pub(crate) const fn invalid_length(text: &[u8]) -> Fault {
    Fault::at(ErrorCode::InvalidLength, text.len())
}

/// Returns `invalid_character` if the text starts with a superfluous zero.
pub(crate) fn free_zero(text: &[u8], is_digit: impl Fn(u8) -> bool) -> Result<(), Fault> {
    match text {
        [b'0', next, ..] if is_digit(*next) => Err(Fault::at(ErrorCode::InvalidCharacter, 0)),
        _ => Ok(()),
    }
}
