//! Error messages that name the format and the rejected input.

use core::fmt::{self, Display, Formatter, Write};

use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::OPTIONS;

/// The most characters of a rejected text that a message shows.
const SHOWN: usize = 40;

/// The longest name that is compared with the names of formats.
const LONGEST_NAME: usize = 32;

/// Describes why a text is not an id of a format.
///
/// ```
/// use sortid::{Format, Id, explain_text};
///
/// let error = Id::parse("3jzfcijpj2z21", Format::Tid).unwrap_err();
/// assert_eq!(
///     explain_text(error, Format::Tid, b"3jzfcijpj2z21").to_string(),
///     "invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12"
/// );
/// ```
#[inline]
pub fn explain_text(error: Error, format: Format, text: &[u8]) -> impl Display {
    explain_prefixed(error, format, text, None)
}

/// Like [`explain_text`], for a text with a type prefix, which must be `expected` if that is given.
#[inline]
pub fn explain_prefixed<'a>(
    error: Error,
    format: Format,
    text: &'a [u8],
    expected: Option<&'a str>,
) -> impl Display + use<'a> {
    TextMessage {
        error,
        format,
        text,
        expected,
    }
}

/// Describes why bytes are not an id of a format.
#[inline]
pub fn explain_bytes(error: Error, format: Format, bytes: &[u8]) -> impl Display + use<> {
    BytesMessage {
        error,
        format,
        length: bytes.len(),
    }
}

/// Describes an option that a format rejects, with the options that it has.
///
/// `given` is the rejected value.
#[inline]
pub fn explain_option<'a>(
    error: Error,
    format: Format,
    given: Option<&'a dyn Display>,
) -> impl Display + use<'a> {
    OptionMessage {
        error,
        format,
        given,
    }
}

/// Describes a name that no format has, with the format that is probably meant.
///
/// ```
/// let message = sortid::explain_format_name("uuid-v7").to_string();
/// assert_eq!(message, "unknown_format: no format is named \"uuid-v7\"; did you mean uuid7?");
/// ```
#[inline]
pub fn explain_format_name(name: &str) -> impl Display {
    NameMessage { name }
}

struct TextMessage<'a> {
    error: Error,
    format: Format,
    text: &'a [u8],
    expected: Option<&'a str>,
}

impl Display for TextMessage<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (error, format) = (self.error, self.format);
        // About the expected prefix or the format, not the text.
        if let ErrorCode::InvalidOption | ErrorCode::NotApplicable = error.code() {
            return write!(f, "{error}");
        }
        let (code, text) = (error.code(), Shown(self.text));
        write!(f, "{code}: {text} is not a valid {format}: ")?;
        match (code, error.offset()) {
            (ErrorCode::InvalidLength, Some(length)) => {
                write!(f, "{length} bytes, expected ")?;
                match self.expected {
                    Some(_) => f.write_str("another number"),
                    None => write!(f, "{}", Lengths(format)),
                }
            }
            (ErrorCode::InvalidCharacter, Some(offset)) => match char_at(self.text, offset) {
                Some(found) => {
                    f.write_str("unexpected '")?;
                    write_char(f, found)?;
                    write!(f, "' at byte {offset}")
                }
                None => write!(f, "unexpected byte at {offset}"),
            },
            (ErrorCode::InvalidVersion, Some(offset)) => {
                f.write_str("unexpected UUID version")?;
                if let Some(found) = char_at(self.text, offset) {
                    write!(f, " {found}")?;
                }
                write!(f, " at byte {offset}")
            }
            (ErrorCode::WrongPrefix, _) => match self.expected {
                Some(prefix) => write!(f, "expected the prefix \"{prefix}\""),
                None => f.write_str(code.message()),
            },
            (_, Some(offset)) => write!(f, "{}, at byte {offset}", code.message()),
            (_, None) => f.write_str(code.message()),
        }
    }
}

struct BytesMessage {
    error: Error,
    format: Format,
    length: usize,
}

impl Display for BytesMessage {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (code, format) = (self.error.code(), self.format);
        match code {
            ErrorCode::InvalidLength => {
                let (length, expected) = (self.length, format.byte_len());
                write!(f, "{code}: {length} bytes, a {format} has {expected}")
            }
            _ => write!(
                f,
                "{code}: these bytes are not a valid {format}: {}",
                code.message()
            ),
        }
    }
}

struct OptionMessage<'a> {
    error: Error,
    format: Format,
    given: Option<&'a dyn Display>,
}

impl Display for OptionMessage<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (error, format) = (self.error, self.format);
        let known = error.subject().and_then(|subject| {
            let mut options = OPTIONS.iter();
            options.find(|option| option.name == subject)
        });
        let (ErrorCode::InvalidOption, Some(option)) = (error.code(), known) else {
            return write!(f, "{error}");
        };
        write!(f, "{}: ", error.code())?;
        if !option.is_for(format) {
            write!(f, "{format} has no option {}; it has ", option.name)?;
            let known = OPTIONS.iter().filter(|option| option.is_for(format));
            for (nth, option) in known.enumerate() {
                let separator = if nth == 0 { "" } else { ", " };
                write!(f, "{separator}{}", option.name)?;
            }
            return Ok(());
        }
        write!(f, "{} of {format} cannot be ", option.name)?;
        match self.given {
            Some(given) => write!(f, "{given}")?,
            None => f.write_str("this value")?,
        }
        write!(f, ": {}", option.summary.trim().trim_end_matches('.'))
    }
}

struct NameMessage<'a> {
    name: &'a str,
}

impl Display for NameMessage<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (code, name) = (ErrorCode::UnknownFormat, Shown(self.name.as_bytes()));
        write!(f, "{code}: no format is named {name}")?;
        match similar(self.name) {
            Some(format) => write!(f, "; did you mean {format}?"),
            None => Ok(()),
        }
    }
}

/// A text in quotes, shortened and escaped.
struct Shown<'a>(&'a [u8]);

impl Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        let mut left = SHOWN;
        for chunk in self.0.utf8_chunks() {
            let invalid = !chunk.invalid().is_empty();
            for char in chunk.valid().chars().chain(invalid.then_some('\u{fffd}')) {
                if left == 0 {
                    return f.write_str("…\"");
                }
                left -= 1;
                write_char(f, char)?;
            }
        }
        f.write_str("\"")
    }
}

/// Writes a character, escaped if it is a control character, a quote or a backslash. Does not use
/// `escape_debug`, whose tables are larger than this whole module.
#[inline]
fn write_char(f: &mut Formatter<'_>, char: char) -> fmt::Result {
    match char {
        '"' | '\\' => write!(f, "\\{char}"),
        '\0'..='\x1f' | '\x7f'..='\u{9f}' => write!(f, "\\u{{{:x}}}", char as u32),
        _ => f.write_char(char),
    }
}

/// The lengths of a format's canonical text.
struct Lengths(Format);

impl Display for Lengths {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0.text_len_min(), self.0.text_len());
        match least == most {
            true => write!(f, "{most}"),
            false => write!(f, "{least} to {most}"),
        }
    }
}

/// The character that begins at an offset.
#[inline]
fn char_at(text: &[u8], offset: usize) -> Option<char> {
    let chunk = text.get(offset..)?.utf8_chunks().next()?;
    chunk.valid().chars().next()
}

/// A name as lower-case letters and digits, without a `v` before the version of a UUID.
struct Spelled {
    bytes: [u8; LONGEST_NAME],
    len: usize,
}

impl Spelled {
    /// `None` for longer names.
    #[inline]
    fn new(name: &str) -> Option<Self> {
        let mut spelled = Self {
            bytes: [0; LONGEST_NAME],
            len: 0,
        };
        for byte in name.bytes().filter(|byte| !b"-_ ".contains(byte)) {
            let byte = byte.to_ascii_lowercase();
            if byte == b'v' && spelled.as_bytes() == b"uuid" {
                continue;
            }
            *spelled.bytes.get_mut(spelled.len)? = byte;
            spelled.len += 1;
        }
        Some(spelled)
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The number of characters to insert, remove or replace (Levenshtein).
    #[inline]
    fn distance(&self, other: &Self) -> usize {
        let mut row: [usize; LONGEST_NAME + 1] = core::array::from_fn(|at| at);
        for (above, &a) in self.as_bytes().iter().enumerate() {
            let mut diagonal = above;
            row[0] = above + 1;
            for (left, &b) in other.as_bytes().iter().enumerate() {
                let replaced = diagonal + usize::from(a != b);
                diagonal = row[left + 1];
                row[left + 1] = replaced.min(row[left].min(diagonal) + 1);
            }
        }
        row[other.len]
    }
}

/// The format whose name is most similar, if one is similar enough.
#[inline]
fn similar(name: &str) -> Option<Format> {
    let wanted = Spelled::new(name)?;
    let distance = |&format: &Format| {
        let known = Spelled::new(format.name())?;
        let distance = wanted.distance(&known);
        (distance * 3 <= known.len).then_some((distance, format))
    };
    let closest = Format::ALL.iter().filter_map(distance);
    Some(closest.min_by_key(|(distance, _)| *distance)?.1)
}

impl Format {
    /// Returns the format with this name in any case, with or without hyphens and underscores, and
    /// with an optional `v` before the version of a UUID.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert_eq!(Format::from_any_spelling("UUIDv7"), Some(Format::Uuid7));
    /// assert_eq!(Format::from_any_spelling("ObjectId"), Some(Format::ObjectId));
    /// assert_eq!(Format::from_any_spelling("uuid3"), None);
    /// ```
    #[inline]
    pub fn from_any_spelling(name: &str) -> Option<Self> {
        let mut formats = Self::ALL.iter().copied();
        formats.find(|format| is_same_spelling(format.name(), name))
    }
}

/// Whether two names differ only in case, hyphens, underscores and the `v` before the version of a
/// UUID.
#[doc(hidden)]
#[inline]
pub fn is_same_spelling(one: &str, other: &str) -> bool {
    match (Spelled::new(one), Spelled::new(other)) {
        (Some(one), Some(other)) => one.as_bytes() == other.as_bytes(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;
    use crate::formats::options::Options;
    use crate::id::Id;

    fn parsed(text: &str, format: Format) -> String {
        let error = Id::parse(text, format).expect_err("an error");
        explain_text(error, format, text.as_bytes()).to_string()
    }

    #[test]
    fn text_message_names_format_text_and_reason() {
        for (text, format, message) in [
            (
                "abc",
                Format::Uuid7,
                "invalid_length: \"abc\" is not a valid uuid7: 3 bytes, expected 36",
            ),
            (
                "",
                Format::Snowflake,
                "invalid_length: \"\" is not a valid snowflake: 0 bytes, expected 1 to 19",
            ),
            (
                "3jzfcijpj2zé",
                Format::Tid,
                "invalid_character: \"3jzfcijpj2zé\" is not a valid tid: unexpected 'é' at byte 11",
            ),
            (
                "017f22e2-79b0-4cc3-98c4-dc0c0c07398f",
                Format::Uuid7,
                "invalid_version: \"017f22e2-79b0-4cc3-98c4-dc0c0c07398f\" is not a valid uuid7: \
                 unexpected UUID version 4 at byte 14",
            ),
            (
                "9999999999999999999",
                Format::Snowflake,
                "out_of_range: \"9999999999999999999\" is not a valid snowflake: \
                 the value is outside the range of the format",
            ),
        ] {
            assert_eq!(parsed(text, format), message);
        }
    }

    #[test]
    fn long_and_binary_texts_are_shortened_and_escaped() {
        let message = parsed(&"x".repeat(1000), Format::Tid);
        assert!(
            message.contains(&std::format!("\"{}…\"", "x".repeat(SHOWN))),
            "{message}"
        );
        let error = Id::parse(b"\xff\n", Format::Tid).expect_err("an error");
        let message = explain_text(error, Format::Tid, b"\xff\n").to_string();
        assert!(message.contains("\"\u{fffd}\\u{a}\""), "{message}");
    }

    #[test]
    fn prefix_message_names_the_expected_prefix() {
        let text = b"user_01fwhe4ydgfk1shh6w1g60eecf";
        let error = Error::at(ErrorCode::WrongPrefix, 0);
        let message = explain_prefixed(error, Format::Uuid7, text, Some("order")).to_string();
        assert!(
            message.ends_with("is not a valid uuid7: expected the prefix \"order\""),
            "{message}"
        );
    }

    #[test]
    fn bytes_message_names_the_expected_length() {
        let error = Id::from_bytes(&[0; 3], Format::Uuid7).expect_err("an error");
        let message = explain_bytes(error, Format::Uuid7, &[0; 3]).to_string();
        assert_eq!(message, "invalid_length: 3 bytes, a uuid7 has 16");
        let error = Id::from_bytes(&[0; 16], Format::Uuid7).expect_err("an error");
        let message = explain_bytes(error, Format::Uuid7, &[0; 16]).to_string();
        assert!(message.starts_with("invalid_variant: these bytes are not a valid uuid7: "));
    }

    #[test]
    fn option_message_lists_options_or_describes_the_value() {
        let error = Error::about(ErrorCode::InvalidOption, "machine");
        let message = explain_option(error, Format::Tid, None).to_string();
        assert!(
            message.starts_with("invalid_option: tid has no option machine; it has clock, seed, ")
        );
        let options = Options::new().clock_id(5000);
        let refused = Format::Tid
            .row()
            .layout_with(&options, crate::formats::options::Purpose::Generate);
        let message = explain_option(refused.expect_err("an error"), Format::Tid, Some(&5000));
        let message = message.to_string();
        assert!(
            message.starts_with("invalid_option: clock_id of tid cannot be 5000: "),
            "{message}"
        );
    }

    #[test]
    fn similar_name_is_suggested() {
        for (name, format) in [
            ("uuid-7", "uuid7"),
            ("UUIDv7", "uuid7"),
            ("snowflak", "snowflake"),
            ("Ulid", "ulid"),
            ("objectid", "object_id"),
        ] {
            let message = explain_format_name(name).to_string();
            assert!(
                message.ends_with(&std::format!("; did you mean {format}?")),
                "{message}"
            );
        }
        for name in ["", "postgres", &"x".repeat(100)] {
            let message = explain_format_name(name).to_string();
            assert!(!message.contains("did you mean"), "{message}");
        }
    }

    #[test]
    fn spellings_of_formats_are_unique() {
        for &format in Format::ALL {
            assert_eq!(Format::from_any_spelling(format.name()), Some(format));
        }
    }
}
