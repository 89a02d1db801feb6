//! The error of the library: a code, and the cause below it.

mod cause;
mod message;
mod spelling;

use core::fmt;

pub use sortid_engine::error::ErrorCode;
use sortid_engine::error::{FILE_NOTE, NO_PLACE, place};

pub(crate) use cause::{Cause, Lack, OptionNumber};
pub use message::Message;
pub use spelling::is_same_spelling;

use crate::formats::Format;
use crate::formats::layout::TimeLayout;
use crate::formats::row::Row;
use crate::id::prefixed::Prefix;
use crate::time::{Tick, Timestamp};

/// An error: a code, the cause below it and, for rejected text, a position.
///
/// `Display` prints one sentence. It lacks the rejected input, which an error does not store:
/// [`describe`](Self::describe) adds it. 32 bytes and `Copy`, so that rejecting is as cheap as
/// accepting.
///
/// ```
/// use sortid::{ErrorCode, Tid};
///
/// let error = "3jzfcijpj2z21".parse::<Tid>().unwrap_err();
/// assert_eq!(error.code(), ErrorCode::InvalidCharacter);
/// assert_eq!(error.offset(), Some(12));
/// assert_eq!(error.to_string(), "invalid_character: unexpected '1' at byte 12 of a tid");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    pub(crate) code: ErrorCode,
    /// The offset of the byte at fault or, for files, the operating system's error number;
    /// [`NO_PLACE`] if neither applies.
    place: u32,
    pub(crate) cause: Cause,
}

const _: () = assert!(size_of::<Error>() <= 32);

impl Error {
    #[doc(hidden)]
    #[inline]
    pub const fn new(code: ErrorCode) -> Self {
        Self::about(code, "")
    }

    /// An error that names the field or option at fault. If a zero byte follows the name, the rest
    /// is the sentence for people.
    #[doc(hidden)]
    #[inline]
    pub const fn about(code: ErrorCode, subject: &'static str) -> Self {
        Self::by(code, Cause::Named(subject))
    }

    /// An error for an operation that ids lack.
    #[inline]
    pub(crate) const fn lacks(what: Lack) -> Self {
        Self::by(ErrorCode::NotApplicable, Cause::Lacks { row: None, what })
    }

    #[inline]
    pub(crate) const fn by(code: ErrorCode, cause: Cause) -> Self {
        Self {
            code,
            place: NO_PLACE,
            cause,
        }
    }

    #[inline]
    pub(crate) const fn at(code: ErrorCode, offset: usize) -> Self {
        Self {
            code,
            place: place(offset),
            cause: Cause::Named(""),
        }
    }

    /// Moves the offset by `before` bytes, for an error in the rest of a longer text.
    #[inline]
    pub(crate) const fn behind(self, before: usize) -> Self {
        match self.offset() {
            Some(offset) => Self {
                place: place(before + offset),
                ..self
            },
            None => self,
        }
    }

    /// The same error, about ids of the format with this row.
    #[inline]
    pub(crate) const fn of(self, row: &'static Row) -> Self {
        let cause = match (self.code, self.cause) {
            (_, Cause::Lacks { what, .. }) => Cause::Lacks {
                row: Some(row),
                what,
            },
            (
                ErrorCode::InvalidLength
                | ErrorCode::InvalidCharacter
                | ErrorCode::OutOfRange
                | ErrorCode::InvalidVariant
                | ErrorCode::InvalidVersion,
                Cause::Named(subject),
            ) if subject.is_empty() => Cause::Bits { row, version: None },
            (_, mut cause) => {
                if let Cause::Range { format: of, .. } | Cause::OneOf { format: of, .. } =
                    &mut cause
                {
                    *of = Some(row.format);
                }
                cause
            }
        };
        Self { cause, ..self }
    }

    /// The same error, about a text that is not an id of a format.
    #[cold]
    #[inline(never)]
    pub(crate) const fn of_text(self, row: &'static Row, text: &[u8]) -> Self {
        match self.of(row).cause {
            Cause::Bits { row, .. } => Self {
                cause: Cause::Text {
                    row,
                    found: match self.offset() {
                        Some(offset) if offset < text.len() => Some(text[offset]),
                        _ => None,
                    },
                },
                ..self
            },
            cause => Self { cause, ..self },
        }
    }

    /// The same error, about a text that is not an id of a format with a prefix.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_prefixed(self, row: &'static Row, text: &[u8]) -> Self {
        match self.of(row).cause {
            Cause::Bits { .. } | Cause::Text { .. } | Cause::Named("") => Self {
                cause: Cause::Prefixed {
                    row,
                    found: self.offset().and_then(|offset| text.get(offset).copied()),
                    prefix: None,
                },
                ..self
            },
            cause => Self { cause, ..self },
        }
    }

    /// The same error, with the prefix that a type has.
    #[cold]
    pub(crate) const fn expecting(mut self, expected: &'static Prefix) -> Self {
        if let Cause::Prefixed { prefix, .. } = &mut self.cause {
            *prefix = Some(expected);
        }
        self
    }

    /// The error for an id of another format.
    #[cold]
    pub(crate) const fn of_other_format(expected: Format, given: Format) -> Self {
        Self::by(
            ErrorCode::NotApplicable,
            Cause::OtherFormat { expected, given },
        )
    }

    /// The error for a time outside the range of a format's ids.
    #[cold]
    pub(crate) fn outside(format: Format, time: &TimeLayout, given: Option<Timestamp>) -> Self {
        let day = |time: Timestamp| i32::try_from(time.day().0).ok();
        let start = |tick: Tick| {
            time.scale
                .start(tick)
                .ok()
                .and_then(|start| day(Timestamp(start)))
        };
        let cause = Cause::Time {
            format,
            first: start(time.first).unwrap_or(i32::MIN),
            last: start(time.last).unwrap_or(i32::MAX),
            given: given.and_then(day),
        };
        Self::by(ErrorCode::TimestampOutOfRange, cause)
    }

    #[inline]
    pub(crate) const fn because(self, cause: Cause) -> Self {
        Self { cause, ..self }
    }

    /// Returns the error code.
    #[inline]
    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    /// Returns the offset of the byte at fault, counted from 0: the first bad byte for
    /// `invalid_character`, the byte with the wrong bits for `invalid_variant` and
    /// `invalid_version`, the length of the text for `invalid_length`, and 0 for `wrong_prefix`.
    #[inline]
    pub const fn offset(&self) -> Option<usize> {
        if self.place == NO_PLACE || self.code.is_of_store() {
            None
        } else {
            Some(self.place as usize)
        }
    }

    /// Returns the operating system's error number, for `store_*` errors that a system call caused.
    #[inline]
    pub const fn os_error(&self) -> Option<i32> {
        if self.place == NO_PLACE || !self.code.is_of_store() {
            None
        } else {
            Some(self.place as i32)
        }
    }

    /// Returns the name of the option or field at fault, if any; for `not_applicable`, what the
    /// format lacks; for `store_*` errors and `lease_expired`, the path of the file.
    #[inline]
    pub fn subject(&self) -> Option<&'static str> {
        Some(self.cause.subject()).filter(|subject| !subject.is_empty())
    }

    /// Describes the error with the rejected input: a text, the name of a format, option or field,
    /// or the value of an option. At most 40 characters of it are shown, escaped.
    ///
    /// ```
    /// use sortid::{Format, Id};
    ///
    /// let error = Id::parse("nonsense", Format::Uuid7).unwrap_err();
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

impl From<sortid_engine::error::Error> for Error {
    #[inline]
    fn from(error: sortid_engine::error::Error) -> Self {
        Self::of_engine(error)
    }
}

impl Error {
    #[inline]
    pub(crate) const fn of_engine(error: sortid_engine::error::Error) -> Self {
        Self {
            code: error.code(),
            place: error.place(),
            cause: Cause::Named(error.subject()),
        }
    }
}

impl fmt::Display for Error {
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

/// Splits a name from the sentence behind it.
#[inline]
fn name_and_sentence(subject: &'static str) -> (&'static str, &'static str) {
    subject.split_once(FILE_NOTE).unwrap_or((subject, ""))
}
