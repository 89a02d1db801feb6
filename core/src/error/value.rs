//! The error: a code, the cause below it, and a position.

use sortid_engine::error::{ErrorCode, NO_PLACE, place};

use super::cause::{Cause, Lack};
use super::spelling::similar;

use crate::codec::fault::Fault;
use crate::formats::Format;
use crate::formats::options::{Invalid, OptionNumber};
use crate::formats::row::Row;

/// An error: a code, the cause below it and, for rejected text, a position.
///
/// `Display` prints one sentence. It lacks the rejected input, which an error does not store:
/// [`describe`](Error::describe) adds it. 32 bytes and `Copy`, so that rejecting is as cheap as
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
    /// The code of the format; 0 if the error is about none.
    pub(crate) format: u8,
    /// The byte at fault, the version of another UUID, or the number of the field at fault.
    pub(crate) detail: Option<u8>,
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

    /// An error for a name that no format has.
    #[cold]
    pub(crate) fn no_format(name: &str) -> Self {
        let names = Format::ALL.iter().map(|format| format.name());
        let meant = similar(name, names).and_then(Format::from_any_spelling);
        let cause = meant.map_or(Cause::Named(""), Cause::SimilarFormat);
        Self::by(ErrorCode::UnknownFormat, cause)
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
            format: 0,
            detail: None,
            place: NO_PLACE,
            cause,
        }
    }

    #[inline]
    pub(crate) const fn at(code: ErrorCode, offset: usize) -> Self {
        Self {
            code,
            format: 0,
            detail: None,
            place: place(offset),
            cause: Cause::Named(""),
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
            ) if subject.is_empty() => Cause::Bits(row),
            (_, cause) => cause,
        };
        Self {
            format: row.code,
            cause,
            ..self
        }
    }

    /// The same error, about a text that is not an id of a format.
    #[cold]
    #[inline(never)]
    pub(crate) const fn of_text(self, row: &'static Row, text: &[u8]) -> Self {
        let cause = match self.of(row).cause {
            Cause::Bits(row) => Cause::Text(row),
            cause => return Self { cause, ..self },
        };
        let detail = match self.offset() {
            Some(offset) if offset < text.len() => Some(text[offset]),
            _ => None,
        };
        Self {
            detail,
            cause,
            ..self
        }
    }

    /// The same error, about a text that is not an id of a format with a prefix.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_prefixed(self, row: &'static Row, text: &[u8]) -> Self {
        let error = self.of_text(row, text);
        error.because(Cause::Prefixed { row, prefix: None })
    }

    /// The same error, with the prefix that a type has.
    #[cold]
    pub(crate) const fn expecting(mut self, expected: &'static &'static str) -> Self {
        if let Cause::Prefixed { prefix, .. } = &mut self.cause {
            *prefix = Some(expected);
        }
        self
    }

    /// The error for an id of another format.
    #[doc(hidden)]
    #[cold]
    pub const fn of_other_format(expected: Format, given: Format) -> Self {
        Self::by(
            ErrorCode::NotApplicable,
            Cause::OtherFormat { expected, given },
        )
    }

    #[inline]
    pub(crate) const fn of_format(mut self, format: Format) -> Self {
        self.format = format as u8;
        self
    }

    #[inline]
    pub(crate) const fn with_detail(mut self, detail: Option<u8>) -> Self {
        self.detail = detail;
        self
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
        let subject = match (self.cause, self.detail) {
            (Cause::Field { row, .. }, Some(field)) => row.fields[usize::from(field)].name,
            (cause, _) => cause.subject(),
        };
        Some(subject).filter(|subject| !subject.is_empty())
    }
}

impl From<Fault> for Error {
    #[inline]
    fn from(fault: Fault) -> Self {
        Self::of_fault(fault)
    }
}

impl From<Invalid> for Error {
    #[cold]
    fn from(why: Invalid) -> Self {
        Self::by(ErrorCode::InvalidOption, Cause::Invalid(why))
    }
}

impl From<sortid_engine::error::Error> for Error {
    #[inline]
    fn from(error: sortid_engine::error::Error) -> Self {
        Self::of_engine(error)
    }
}

impl Error {
    /// The error for an option that ids of the format do not have.
    #[cold]
    pub(crate) fn no_option(row: &'static Row, option: &str) -> Self {
        let option = OptionNumber::named(option);
        Self::by(ErrorCode::InvalidOption, Cause::NoOption { row, option })
    }

    #[inline]
    pub(crate) const fn of_fault(fault: Fault) -> Self {
        match fault.offset {
            Some(offset) => Self::at(fault.code, offset as usize),
            None => Self::new(fault.code),
        }
    }

    #[inline]
    pub(crate) const fn of_engine(error: sortid_engine::error::Error) -> Self {
        Self {
            code: error.code(),
            format: 0,
            detail: None,
            place: error.place(),
            cause: Cause::Named(error.subject()),
        }
    }
}
