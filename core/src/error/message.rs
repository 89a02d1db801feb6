//! The sentences of errors, composed here for every language.

use core::fmt::{self, Display, Formatter, Write};

use super::cause::{Cause, name_and_sentence};
use super::spelling::similar;
use super::value::Error;
use crate::codec::Form;
use crate::codec::value::Value;
use crate::formats::Format;
use crate::formats::options::{Invalid, OPTIONS, OptionInfo, OptionKind, OptionNumber};
use crate::formats::row::{Field, Row, SortBy};
use crate::time::day::Day;
use sortid_engine::error::ErrorCode;

/// The most characters of a rejected input that a message shows.
const SHOWN: usize = 40;

/// An error with the rejected input: see [`Error::describe`].
#[derive(Clone, Copy)]
pub struct Message<'a> {
    error: Error,
    input: Option<&'a [u8]>,
    prefix: Option<&'a str>,
}

impl<'a> Message<'a> {
    #[inline]
    pub(super) const fn new(error: Error) -> Self {
        Self {
            error,
            input: None,
            prefix: None,
        }
    }

    #[inline]
    pub(super) const fn with_input(self, input: &'a [u8]) -> Self {
        Self {
            input: Some(input),
            ..self
        }
    }

    /// Adds the prefix that the text should have.
    ///
    /// ```
    /// use sortid::{Format, Prefix, AnyTypeId};
    ///
    /// let text = "user_01fwhe4ydgfk1shh6w1g60eecf";
    /// let prefix = Prefix::new("order")?;
    /// let error = AnyTypeId::parse_expecting(text, Format::Uuid7, &prefix).unwrap_err();
    /// assert_eq!(
    ///     error.describe(text).with_prefix("order").to_string(),
    ///     "wrong_prefix: \"user_01fwhe4ydgfk1shh6w1g60eecf\" is not a valid order id: \
    ///      expected the prefix \"order\""
    /// );
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_prefix(self, prefix: &'a str) -> Self {
        Self {
            prefix: Some(prefix),
            ..self
        }
    }

    /// The prefix that is expected, from the caller or the type.
    fn expected(&self) -> Option<&'a str> {
        match self.error.cause {
            Cause::Prefixed {
                prefix: Some(prefix),
                ..
            } => Some(*prefix),
            _ => self.prefix,
        }
        .filter(|prefix| !prefix.is_empty())
    }

    /// Writes why text, bytes or an integer are not an id.
    fn rejection(&self, f: &mut Formatter<'_>, row: &'static Row) -> fmt::Result {
        let name = Name(row.code);
        let quoted = self
            .input
            .filter(|_| !matches!(self.error.cause, Cause::Bits(_)));
        if let Some(input) = quoted {
            write!(f, "{} is not a valid ", Quoted(input))?;
            match (self.error.cause, self.expected()) {
                (Cause::Prefixed { .. }, Some(prefix)) => write!(f, "{prefix} id: ")?,
                (Cause::Form { form, .. }, _) => write!(f, "{name} in the form {}: ", form.name())?,
                _ => write!(f, "{name}: ")?,
            }
        }
        self.fault(f, row)?;
        let (code, offset) = (self.error.code, self.error.offset());
        match (quoted, code, offset) {
            (Some([b'{', .., b'}']), ErrorCode::InvalidLength, Some(38)) => {
                f.write_str("; lenient parsing reads texts in braces")
            }
            (None, ErrorCode::InvalidCharacter, Some(_)) => {
                write!(f, " of {}", name.with_article())
            }
            (None, ErrorCode::InvalidVersion, _) => match version(row) {
                Some(version) => write!(f, ", {} has {version}", name.with_article()),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Writes what is wrong, and what was expected.
    fn fault(&self, f: &mut Formatter<'_>, row: &'static Row) -> fmt::Result {
        let error = &self.error;
        let (place, is_quoted) = (error.offset(), self.input.is_some());
        match (error.code, place) {
            (ErrorCode::InvalidLength, length) => {
                match length {
                    Some(1) => f.write_str("1 byte, ")?,
                    length => write!(f, "{} bytes, ", length.unwrap_or_default())?,
                }
                match is_quoted && !matches!(error.cause, Cause::Bits(_)) {
                    true => f.write_str("expected ")?,
                    false => write!(f, "{} has ", Name(row.code).with_article())?,
                }
                self.lengths(f, row)
            }
            (ErrorCode::InvalidCharacter, Some(offset)) => match self.found() {
                Some(found) => {
                    f.write_str("unexpected '")?;
                    write_char(f, found)?;
                    write!(f, "' at byte {offset}")?;
                    match error.cause {
                        Cause::Prefixed { .. } if found.is_ascii_uppercase() => {
                            f.write_str(", prefixed ids are lower case")
                        }
                        _ => Ok(()),
                    }
                }
                None => write!(f, "unexpected byte at {offset}"),
            },
            (ErrorCode::InvalidVersion, _) => {
                f.write_str("unexpected UUID version")?;
                self.found_at(f)
            }
            (ErrorCode::InvalidVariant, _) => {
                f.write_str("unexpected UUID variant")?;
                self.found_at(f)?;
                f.write_str(", expected 8, 9, a or b")
            }
            (ErrorCode::OutOfRange, _) => match row.sorted {
                SortBy::Bytes => write!(
                    f,
                    "greater than the largest {}, {}",
                    Name(row.code),
                    row.codec.write(row.bounds().1, Form::Canonical)
                ),
                _ => write!(f, "no {} has this value", Name(row.code)),
            },
            (ErrorCode::WrongPrefix, _) => match self.expected() {
                Some(prefix) => write!(f, "expected the prefix \"{prefix}\""),
                None => f.write_str("expected another prefix"),
            },
            (code, _) => f.write_str(code.message()),
        }
    }

    /// The character at fault. Without the input, only if it is ASCII.
    fn found(&self) -> Option<char> {
        let (Cause::Text(_) | Cause::Prefixed { .. }) = self.error.cause else {
            return None;
        };
        match (self.input, self.error.offset()) {
            (Some(input), Some(offset)) => char_at(input, offset),
            _ => self.error.detail.filter(u8::is_ascii).map(char::from),
        }
    }

    /// Writes the character at fault, and where it is.
    fn found_at(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.found(), self.error.cause, self.error.detail) {
            // A symbol of base32 has only some of these bits.
            (Some(_), Cause::Prefixed { .. }, _) => {}
            (Some(found), ..) => write!(f, " {found}")?,
            (None, Cause::Bits(_), Some(version)) => write!(f, " {version:x}")?,
            _ => {}
        }
        match self.error.offset() {
            Some(offset) => write!(f, " at byte {offset}"),
            None => Ok(()),
        }
    }

    /// Writes the lengths that an id of the format may have.
    fn lengths(&self, f: &mut Formatter<'_>, row: &'static Row) -> fmt::Result {
        let (least, most) = match self.error.cause {
            Cause::Bits(_) => (row.bits / 8, row.bits / 8),
            Cause::Form { form, .. } => {
                let len = row.form_len(form);
                (len, len)
            }
            Cause::Prefixed { .. } if row.codec.only_writes(Form::Typeid) => {
                let len = row.codec.write(Value::ZERO, Form::Typeid).len() as u8;
                (len, len)
            }
            _ => (row.literal.shortest(), row.literal.len()),
        };
        let before = match (self.error.cause, self.expected()) {
            (Cause::Prefixed { .. }, Some(prefix)) => prefix.len() as u8 + 1,
            _ => 0,
        };
        write!(f, "{}", least + before)?;
        if least != most {
            write!(f, " to {}", most + before)?;
        }
        match (self.error.cause, before) {
            (Cause::Prefixed { .. }, 0) => f.write_str(" after the prefix"),
            (Cause::Form { form, .. }, _) if self.input.is_none() => {
                write!(f, " in the form {}", form.name())
            }
            _ => Ok(()),
        }
    }

    /// Writes the sentence of an error with a name.
    fn named(&self, f: &mut Formatter<'_>, subject: &'static str) -> fmt::Result {
        let (code, (name, sentence)) = (self.error.code, name_and_sentence(subject));
        match (code.is_of_store(), sentence) {
            (true, "") if name.is_empty() => f.write_str(code.message())?,
            (true, "") => write!(f, "{} ({name})", code.message())?,
            (true, note) => write!(f, "{} ({name}, {note})", code.message())?,
            (false, "") => self.plain(f, name)?,
            (false, sentence) => match (name, self.input) {
                ("prefix", Some(input)) => {
                    write!(f, "{} is not a valid prefix: {sentence}", Quoted(input))?;
                }
                _ => f.write_str(sentence)?,
            },
        }
        #[cfg(feature = "std")]
        if let Some(number) = self.error.os_error() {
            write!(f, ": {}", std::io::Error::from_raw_os_error(number))?;
        }
        Ok(())
    }

    /// Writes the sentence of a code, for an error that knows no more than a name.
    fn plain(&self, f: &mut Formatter<'_>, name: &str) -> fmt::Result {
        let (code, place) = (self.error.code, self.error.offset());
        match (code, self.input, place) {
            (ErrorCode::UnknownFormat, Some(input), _) => {
                write!(f, "no format is named {}", Quoted(input))?;
                let names = Format::ALL.iter().map(|format| format.name());
                suggest(f, input, names)
            }
            (ErrorCode::UnknownFormat, None, _) => f.write_str("no format has this name"),
            (ErrorCode::InvalidField, ..) => write!(f, "the field {name} is given twice"),
            (_, _, None) if code.message().contains(name) => f.write_str(code.message()),
            (_, _, None) => write!(f, "{} ({name})", code.message()),
            (ErrorCode::InvalidLength, _, Some(length)) => {
                write!(f, "{}: {length}", code.message())
            }
            (_, _, Some(offset)) => write!(f, "{}, at byte {offset}", code.message()),
        }
    }

    /// Writes the sentence of an error about an option.
    fn option(&self, f: &mut Formatter<'_>, why: Invalid) -> fmt::Result {
        let format = self.error.format;
        match why {
            Invalid::Unknown => match self.input {
                Some(input) => {
                    write!(f, "no option is named {}", Quoted(input))?;
                    if is_node_elsewhere(input) {
                        return f.write_str("; did you mean node?");
                    }
                    suggest(f, input, OPTIONS.iter().map(|option| option.name))
                }
                None => f.write_str("no option has this name"),
            },
            Invalid::Kind(option) => {
                let option = option.info();
                write!(f, "{} must be ", option.name)?;
                match option.kind {
                    OptionKind::Int if option.is_signed() => f.write_str("an integer")?,
                    OptionKind::Int => f.write_str("an integer from 0 on")?,
                    OptionKind::IntOr(word) => write!(f, "an integer from 0 on, or {word}")?,
                    OptionKind::Flag => f.write_str("true or false")?,
                    OptionKind::Choice(words) => {
                        f.write_str("one of ")?;
                        list(f, words.iter().copied())?;
                    }
                    OptionKind::Seed => f.write_str("32 bytes, or 64 hexadecimal digits")?,
                    OptionKind::Path => {
                        f.write_str("a path that is not empty and has no zero byte")?
                    }
                }
                match (option.kind, self.input) {
                    // A seed is a secret.
                    (OptionKind::Seed, _) | (_, None) => Ok(()),
                    (_, Some(input)) => write!(f, ", not {}", Quoted(input)),
                }
            }
            Invalid::Range {
                option,
                least,
                most,
                given,
            } => {
                option_of(f, option, format)?;
                write!(f, " is {least} to {most}, not {given}")
            }
            Invalid::OneOf {
                option,
                of: [a, b, c, d],
                given,
            } => {
                option_of(f, option, format)?;
                write!(f, " is {a}, {b}, {c} or {d}, not {given}")
            }
            Invalid::OffUnit {
                option,
                epoch_unix_ms,
                unit_ns,
            } => write!(
                f,
                "{} must be a multiple of the unit of {unit_ns} ns, not {epoch_unix_ms} ms",
                option.info().name
            ),
            Invalid::OfGenerators(option) => write!(
                f,
                "{} is an option of generators, not of how ids are read",
                option.info().name
            ),
            #[cfg(feature = "std")]
            Invalid::OfType(option) => write!(
                f,
                "{} is an option of the type, so its generators cannot set it",
                option.info().name
            ),
            Invalid::Excluded { option, by } => {
                let (option, by) = (option.info().name, by.info().name);
                write!(f, "{option} cannot be combined with {by}")
            }
            Invalid::Requires { option, other } => {
                let (option, other) = (option.info().name, other.info().name);
                write!(f, "{option} requires {other}")
            }
            Invalid::Because(subject) => self.named(f, subject),
        }
    }

    /// Writes the sentence of an error about a field.
    fn field(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.error.cause {
            Cause::NoField(row) => {
                write!(f, "{} has no field ", Name(row.code).with_article())?;
                match self.input {
                    Some(input) => write!(f, "{}; it has ", Quoted(input))?,
                    None => f.write_str("of this name; it has ")?,
                }
                list(f, row.fields.iter().map(|field| field.name))
            }
            Cause::Field { row, given } => {
                let number = usize::from(self.error.detail.unwrap_or_default());
                let Some(field) = row.fields.get(number) else {
                    return Ok(());
                };
                let (least, most) = bounds(row, field);
                let name = Name(row.code).with_article();
                write!(f, "{} of {name} is {least} to {most}", field.name)?;
                match given {
                    i64::MIN => f.write_str(", not a number of more than 64 bits"),
                    given => write!(f, ", not {given}"),
                }
            }
            _ => Ok(()),
        }
    }
}

impl Display for Message<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (code, cause) = (self.error.code, self.error.cause);
        write!(f, "{code}: ")?;
        if let Some(row) = cause.rejecting() {
            return self.rejection(f, row);
        }
        match cause {
            Cause::Named(subject) => self.named(f, subject),
            Cause::SimilarFormat(format) => {
                self.plain(f, "")?;
                match self.input {
                    Some(_) => Ok(()),
                    None => write!(f, "; did you mean {}?", format.name()),
                }
            }
            Cause::Lacks { row, what } => match row {
                Some(row) => write!(f, "{} ids {}", Name(row.code), what.rest()),
                None => write!(f, "these ids {}", what.rest()),
            },
            Cause::NoForm { row, form } => {
                let name = Name(row.code).with_article();
                write!(f, "{name} has no form {}; it has ", form.name())?;
                let forms = Form::ALL.iter().copied();
                list(
                    f,
                    forms.filter(|form| row.form_len(*form) > 0).map(Form::name),
                )
            }
            Cause::Conversion { from, to } => write!(
                f,
                "{} cannot be converted to {}",
                Name(from.code()).with_article(),
                Name(to.code()).with_article()
            ),
            Cause::OtherFormat { expected, given } => {
                write!(f, "an id of {expected} is expected, not of {given}")
            }
            Cause::Field { .. } | Cause::NoField(_) => self.field(f),
            Cause::NoOption { row, option } => {
                let name = Name(row.code);
                let option = option.info().name;
                write!(f, "{} has no option {option}", name.with_article())?;
                let own = |option: &&OptionInfo| option.is_of_few() && row.has_option(option);
                let own = OPTIONS.iter().filter(own).map(|option| option.name);
                if own.clone().next().is_none() {
                    return Ok(());
                }
                f.write_str("; its own are ")?;
                list(f, own)
            }
            Cause::Invalid(why) => self.option(f, why),
            Cause::Time { first, last, given } => {
                let (first, last) = (Day(first.into()), Day(last.into()));
                let name = Name(self.error.format).with_article();
                write!(f, "the times of {name} are from {first} to {last}")?;
                match given {
                    Some(given) => write!(f, ", not of {}", Day(given.into())),
                    None => Ok(()),
                }
            }
            Cause::Text(_) | Cause::Bits(_) | Cause::Form { .. } | Cause::Prefixed { .. } => Ok(()),
        }
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Message({self})")
    }
}

impl Error {
    /// Describes the error with the rejected input: a text, the name of a format, option or field,
    /// or the value of an option. At most 40 characters of it are shown, escaped.
    ///
    /// ```
    /// use sortid::{Format, AnyId};
    ///
    /// let error = AnyId::parse("nonsense", Format::Uuid7).unwrap_err();
    /// assert_eq!(
    ///     error.describe("nonsense").to_string(),
    ///     "invalid_length: \"nonsense\" is not a valid uuid7: 8 bytes, expected 36"
    /// );
    /// let error = "uuid-v7".parse::<Format>().unwrap_err();
    /// assert_eq!(
    ///     error.describe("uuid-v7").to_string(),
    ///     "unknown_format: no format is named \"uuid-v7\"; did you mean uuid7?"
    /// );
    /// ```
    #[inline]
    pub fn describe<'a>(&self, input: &'a (impl AsRef<[u8]> + ?Sized)) -> Message<'a> {
        Message::new(*self).with_input(input.as_ref())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message::new(*self).fmt(f)
    }
}

/// Prints the sentence of `Display`, because `unwrap` and a `main` that returns an error show it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {}

/// The name of the format with a code, in sentences.
#[derive(Clone, Copy)]
struct Name(u8);

impl Name {
    fn as_str(self) -> &'static str {
        match Format::ALL.get((self.0 as usize).wrapping_sub(1)) {
            Some(Format::AnyUuid) => "UUID",
            Some(format) => format.name(),
            None => "id",
        }
    }

    /// The name after "a" or "an", by its sound: a uuid7, a ulid, an xid.
    fn with_article(self) -> impl Display {
        let name = self.as_str();
        let article = match name.as_bytes() {
            [b'a' | b'e' | b'i' | b'o' | b'x', ..] => "an",
            _ => "a",
        };
        Words(article, name)
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

struct Words(&'static str, &'static str);

impl Display for Words {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

fn option_of(f: &mut Formatter<'_>, option: OptionNumber, format: u8) -> fmt::Result {
    f.write_str(option.info().name)?;
    match format {
        0 => Ok(()),
        format => write!(f, " of {}", Name(format).with_article()),
    }
}

/// The version of a format's UUIDs.
fn version(row: &Row) -> Option<u128> {
    let marks = row.marks.iter();
    let mut versions = marks.filter(|mark| mark.code == ErrorCode::InvalidVersion);
    versions.next().map(|mark| mark.value)
}

/// The least and the greatest number that fits a field.
fn bounds(row: &Row, field: &Field) -> (i128, i128) {
    let largest = row.layout.largest(field.place);
    match field.signed {
        true => {
            let half = 1 << (field.place.width() - 1);
            (-half, half - 1)
        }
        false => (0, largest as i128),
    }
}

fn list<'a>(f: &mut Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let mut separator = "";
    for name in names {
        write!(f, "{separator}{name}")?;
        separator = ", ";
    }
    match separator {
        "" => f.write_str("none"),
        _ => Ok(()),
    }
}

/// Whether a format's field, or another library's option, has this name for the option `node`.
fn is_node_elsewhere(input: &[u8]) -> bool {
    let letters = input.iter().filter(|letter| **letter != b'_');
    ["clockid", "machine", "nodeid", "shard", "shardid"]
        .iter()
        .any(|name| letters.clone().map(u8::to_ascii_lowercase).eq(name.bytes()))
}

/// Asks for the name that is probably meant.
fn suggest<'a>(
    f: &mut Formatter<'_>,
    input: &[u8],
    names: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    match str::from_utf8(input)
        .ok()
        .and_then(|name| similar(name, names))
    {
        Some(name) => write!(f, "; did you mean {name}?"),
        None => Ok(()),
    }
}

/// An input in quotes, shortened and escaped.
struct Quoted<'a>(&'a [u8]);

impl Display for Quoted<'_> {
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

/// Writes a character, escaped if it is a quote, a backslash, or one that would move or hide the
/// text around it: control characters, ends of lines, and marks of direction. Does not use
/// `escape_debug`, whose tables are larger than this whole module.
fn write_char(f: &mut Formatter<'_>, char: char) -> fmt::Result {
    match char {
        '"' | '\\' => write!(f, "\\{char}"),
        '\0'..='\x1f'
        | '\x7f'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => write!(f, "\\u{{{:x}}}", char as u32),
        _ => f.write_char(char),
    }
}

/// The character that begins at an offset.
fn char_at(text: &[u8], offset: usize) -> Option<char> {
    let chunk = text.get(offset..)?.utf8_chunks().next()?;
    chunk.valid().chars().next()
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;
    use crate::id::AnyId;
    use crate::id::prefixed::AnyTypeId;

    fn parsed(text: &[u8], format: Format) -> String {
        let error = AnyId::parse(text, format).expect_err("an error");
        error.describe(text).to_string()
    }

    #[test]
    fn long_and_binary_texts_are_shortened_and_escaped() {
        let message = parsed("é".repeat(1000).as_bytes(), Format::Tid);
        assert!(
            message.contains(&std::format!("\"{}…\"", "é".repeat(SHOWN))),
            "{message}"
        );
        let message = parsed(b"\xff\n", Format::Tid);
        assert!(message.contains("\"\u{fffd}\\u{a}\""), "{message}");
    }

    #[test]
    fn error_without_its_input_names_format_and_reason() {
        for (error, message) in [
            (
                AnyId::parse("abc", Format::Uuid7).err(),
                "invalid_length: 3 bytes, a uuid7 has 36",
            ),
            (
                AnyId::from_bytes(&[0; 3], Format::Xid).err(),
                "invalid_length: 3 bytes, an xid has 12",
            ),
            (
                AnyTypeId::parse("order_0", Format::AnyUuid).err(),
                "invalid_length: 7 bytes, a UUID has 26 after the prefix",
            ),
            (
                "ulidd".parse::<Format>().err(),
                "unknown_format: no format has this name; did you mean ulid?",
            ),
            (
                "nanoid".parse::<Format>().err(),
                "unknown_format: no format has this name",
            ),
        ] {
            assert_eq!(error.expect("an error").to_string(), message);
        }
    }

    #[test]
    fn lists_fit_the_message_of_c() {
        for format in Format::ALL.iter() {
            for option in OPTIONS {
                let lacks = Error::no_option(format.row(), option.name).to_string();
                assert!(lacks.len() < 256, "{lacks}");
            }
            let error = Error::by(ErrorCode::InvalidField, Cause::NoField(format.row()));
            let lacks = error.describe("x".repeat(SHOWN).as_str()).to_string();
            assert!(lacks.len() < 256, "{lacks}");
        }
    }

    #[test]
    fn node_is_suggested_for_its_names_elsewhere() {
        for name in ["clock_id", "clockId", "machine", "node_id", "shard"] {
            assert!(is_node_elsewhere(name.as_bytes()), "{name}");
        }
        for option in OPTIONS {
            assert!(
                !is_node_elsewhere(option.name.as_bytes()),
                "{}",
                option.name
            );
        }
    }

    #[test]
    fn similar_name_is_suggested() {
        let message = |name: &str| {
            let error = name.parse::<Format>().expect_err("no format");
            error.describe(name).to_string()
        };
        for (name, format) in [
            ("uuid-7", "uuid7"),
            ("UUIDv7", "uuid7"),
            ("snowflak", "snowflake"),
            ("Ulid", "ulid"),
            ("objectid", "object_id"),
        ] {
            let message = message(name);
            assert!(
                message.ends_with(&std::format!("; did you mean {format}?")),
                "{message}"
            );
        }
        for name in ["", "postgres", &"x".repeat(100)] {
            assert!(!message(name).contains("did you mean"), "{name}");
        }
        for &format in Format::ALL {
            assert_eq!(Format::from_any_spelling(format.name()), Some(format));
        }
    }
}
