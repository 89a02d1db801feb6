//! What an error is about, below its code.

use core::ops::RangeInclusive;

use super::{Error, ErrorCode, name_and_sentence};
use crate::codec::Form;
use crate::formats::Format;
use crate::formats::options::{OPTIONS, OptionInfo};
use crate::id::prefixed::Prefix;

/// What an error is about. Integers and static references alone: errors are `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cause {
    /// A name, which may be empty: an option, a field, what a format lacks, or the path of a file.
    /// A sentence may follow a zero byte.
    Named(&'static str),
    /// A text that is not an id. `found` is the byte at the offset.
    Text { format: Format, found: Option<u8> },
    /// Bytes or an integer that are not an id, with the version of another UUID.
    Bits { format: Format, version: Option<u8> },
    /// A text of another length than the format's ids have in a form.
    Form { format: Format, form: Form },
    /// A text that is not an id with a prefix.
    Prefixed {
        format: Format,
        found: Option<u8>,
        prefix: Option<&'static Prefix>,
    },
    /// An operation that ids of the format lack: a name of [`LACKS`](super::message::LACKS).
    Lacks { format: Format, what: &'static str },
    /// A form that the format lacks.
    NoForm { format: Format, form: Form },
    /// Two formats that do not convert.
    Conversion { from: Format, to: Format },
    /// An id of another format than the expected one.
    OtherFormat { expected: Format, given: Format },
    /// A number that does not fit a field, as its upper and lower half.
    Field {
        format: Format,
        field: u8,
        given: [u64; 2],
    },
    /// A name that no field of the format has.
    NoField(Format),
    /// A name that no option has.
    UnknownOption,
    /// An option that the format lacks.
    NoOption {
        format: Format,
        option: OptionNumber,
    },
    /// A value of another kind than the option's.
    Kind(OptionNumber),
    /// An integer outside the bounds of an option.
    Range {
        format: Option<Format>,
        option: OptionNumber,
        least: u8,
        most: u64,
        given: u64,
    },
    /// An integer that is none of those which an option may be.
    OneOf {
        format: Option<Format>,
        option: OptionNumber,
        given: u64,
        of: &'static [u64; 4],
    },
    /// An epoch that is not a multiple of the unit.
    OffUnit {
        option: OptionNumber,
        epoch_unix_ms: i64,
        unit_ns: u64,
    },
    /// An option that another one excludes.
    Excluded {
        option: OptionNumber,
        by: OptionNumber,
    },
    /// An option that requires another one.
    Requires {
        option: OptionNumber,
        other: OptionNumber,
    },
    /// A time outside the range of a format with its options, in days since 1970.
    Time {
        format: Format,
        first: i32,
        last: i32,
        given: Option<i32>,
    },
}

impl Cause {
    /// Returns the name at fault, or an empty string.
    #[inline]
    pub(crate) fn subject(&self) -> &'static str {
        match *self {
            Self::Named(subject) => name_and_sentence(subject).0,
            Self::Lacks { what, .. } => what,
            Self::NoForm { .. } => "form",
            Self::Conversion { .. } => "conversion",
            Self::OtherFormat { .. } => "format",
            Self::Field { format, field, .. } => {
                let field = format.row().fields.get(usize::from(field));
                field.map_or("", |field| field.name)
            }
            Self::NoOption { option, .. }
            | Self::Kind(option)
            | Self::Range { option, .. }
            | Self::OneOf { option, .. }
            | Self::OffUnit { option, .. }
            | Self::Excluded { option, .. }
            | Self::Requires { option, .. } => option.info().name,
            _ => "",
        }
    }

    /// Returns the format that the error is about.
    #[inline]
    pub(crate) const fn format(&self) -> Option<Format> {
        match *self {
            Self::Text { format, .. }
            | Self::Bits { format, .. }
            | Self::Form { format, .. }
            | Self::Prefixed { format, .. } => Some(format),
            _ => None,
        }
    }
}

/// Errors about options, by their names, which are known to exist.
impl Error {
    /// An error with the name of an option and, after a zero byte, a sentence.
    #[inline]
    pub(crate) const fn invalid_option(subject: &'static str) -> Self {
        Self::about(ErrorCode::InvalidOption, subject)
    }

    #[cold]
    pub(crate) fn no_option(format: Format, option: &str) -> Self {
        let option = OptionNumber::named(option);
        Self::by(ErrorCode::InvalidOption, Cause::NoOption { format, option })
    }

    #[cold]
    pub(crate) fn wrong_kind(option: &str) -> Self {
        let cause = Cause::Kind(OptionNumber::named(option));
        Self::by(ErrorCode::InvalidOption, cause)
    }

    #[cold]
    pub(crate) fn excluded(option: &str, by: &str) -> Self {
        let (option, by) = (OptionNumber::named(option), OptionNumber::named(by));
        Self::by(ErrorCode::InvalidOption, Cause::Excluded { option, by })
    }

    #[cold]
    pub(crate) fn requires(option: &str, other: &str) -> Self {
        let (option, other) = (OptionNumber::named(option), OptionNumber::named(other));
        Self::by(ErrorCode::InvalidOption, Cause::Requires { option, other })
    }

    /// The least value is below 256.
    #[cold]
    pub(crate) fn out_of_bounds(option: &str, given: u64, bounds: RangeInclusive<u64>) -> Self {
        let cause = Cause::Range {
            format: None,
            option: OptionNumber::named(option),
            least: *bounds.start() as u8,
            most: *bounds.end(),
            given,
        };
        Self::by(ErrorCode::InvalidOption, cause)
    }

    #[cold]
    pub(crate) fn not_of(option: &str, given: u64, of: &'static [u64; 4]) -> Self {
        let cause = Cause::OneOf {
            format: None,
            option: OptionNumber::named(option),
            given,
            of,
        };
        Self::by(ErrorCode::InvalidOption, cause)
    }

    #[cold]
    pub(crate) fn off_unit(option: &str, epoch_unix_ms: i64, unit_ns: u64) -> Self {
        let cause = Cause::OffUnit {
            option: OptionNumber::named(option),
            epoch_unix_ms,
            unit_ns,
        };
        Self::by(ErrorCode::InvalidOption, cause)
    }
}

/// The place of an option in [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OptionNumber(u8);

impl OptionNumber {
    /// The number of an option by its name, which is known to exist.
    pub(crate) fn named(name: &str) -> Self {
        let number = OPTIONS.iter().position(|option| option.name == name);
        debug_assert!(number.is_some(), "no option {name}");
        Self(number.unwrap_or_default() as u8)
    }

    pub(crate) fn info(self) -> &'static OptionInfo {
        OPTIONS.get(usize::from(self.0)).unwrap_or(&OPTIONS[0])
    }
}
