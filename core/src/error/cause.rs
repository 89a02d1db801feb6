//! What an error is about, below its code.

use core::ops::RangeInclusive;

use super::{Error, ErrorCode, name_and_sentence};
use crate::codec::Form;
use crate::formats::Format;
use crate::formats::options::{OPTIONS, OptionInfo};
use crate::formats::row::Row;
use crate::id::prefixed::Prefix;

/// What an error is about. Integers and static references alone: errors are `Copy`. Rows instead of
/// formats where the sentence needs them, so that a program links only those that it uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cause {
    /// A name, which may be empty: an option, a field, what a format lacks, or the path of a file.
    /// A sentence may follow a zero byte.
    Named(&'static str),
    /// A text that is not an id. `found` is the byte at the offset.
    Text {
        row: &'static Row,
        found: Option<u8>,
    },
    /// Bytes or an integer that are not an id, with the version of another UUID.
    Bits {
        row: &'static Row,
        version: Option<u8>,
    },
    /// A text of another length than the format's ids have in a form.
    Form { row: &'static Row, form: Form },
    /// A text that is not an id with a prefix.
    Prefixed {
        row: &'static Row,
        found: Option<u8>,
        prefix: Option<&'static Prefix>,
    },
    /// An operation that ids of the format, or of all in question, lack.
    Lacks {
        row: Option<&'static Row>,
        what: Lack,
    },
    /// A form that the format lacks.
    NoForm { row: &'static Row, form: Form },
    /// Two formats that do not convert.
    Conversion { from: Format, to: Format },
    /// An id of another format than the expected one.
    OtherFormat { expected: Format, given: Format },
    /// A number that does not fit a field. `given` is 0 if it `is_wide`, of more than 64 bits.
    Field {
        row: &'static Row,
        field: u8,
        given: i64,
        is_wide: bool,
    },
    /// A name that no field of the format has.
    NoField(&'static Row),
    /// A name that no option has.
    UnknownOption,
    /// An option that the format lacks.
    NoOption {
        row: &'static Row,
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
            Self::Lacks { what, .. } => what.name(),
            Self::NoForm { .. } => "form",
            Self::Conversion { .. } => "conversion",
            Self::OtherFormat { .. } => "format",
            Self::Field { row, field, .. } => {
                let field = row.fields.get(usize::from(field));
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

    /// Returns the row of the format whose id something is not.
    #[inline]
    pub(crate) const fn rejecting(&self) -> Option<&'static Row> {
        match *self {
            Self::Text { row, .. }
            | Self::Bits { row, .. }
            | Self::Form { row, .. }
            | Self::Prefixed { row, .. } => Some(row),
            _ => None,
        }
    }
}

macro_rules! lacks {
    ($($variant:ident $name:literal $rest:literal,)*) => {
        /// What ids of a format lack.
        #[allow(dead_code, reason = "some belong to features")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Lack {
            $($variant),*
        }

        impl Lack {
            /// The subject of the error.
            #[inline]
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The rest of a sentence that begins with "uuid4 ids".
            pub(crate) const fn rest(self) -> &'static str {
                match self { $(Self::$variant => $rest),* }
            }
        }
    };
}

lacks! {
    ByteOrder "byte_order" "have one order of bytes: only ids of 128 bits have others",
    Conversion "conversion" "do not convert to a column of a server",
    Generation "generation" "are only read: none are generated",
    Integer "integer" "have another number of bits than the integer: use bytes",
    Keyed "keyed" "are not made from keys: their bits beside the time are too few, or a node",
    Neighbor "neighbor" "have no neighbors: some numbers of their width are not an id",
    Order "order" "do not sort by their time",
    Prefix "prefix" "take no prefix",
    Range "range" "do not form a range if their texts begin alike",
    TextInteger "integer" "as text are expected, not integers",
    Time "time" "contain no time",
}

/// Errors about options, by their names, which are known to exist.
impl Error {
    /// An error with the name of an option and, after a zero byte, a sentence.
    #[inline]
    pub(crate) const fn invalid_option(subject: &'static str) -> Self {
        Self::about(ErrorCode::InvalidOption, subject)
    }

    #[cold]
    pub(crate) fn no_option(row: &'static Row, option: &str) -> Self {
        let option = OptionNumber::named(option);
        Self::by(ErrorCode::InvalidOption, Cause::NoOption { row, option })
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
