//! What an error is about, below its code.

use crate::codec::Form;
use crate::formats::Format;
use crate::formats::options::{Invalid, OptionNumber};
use crate::formats::row::Row;
use sortid_engine::error::FILE_NOTE;

/// What an error is about. Integers and static references alone: errors are `Copy`. Rows instead of
/// formats where the sentence needs them, so that a program links only those that it uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cause {
    /// A name, which may be empty: an option, a field, what a format lacks, or the path of a file.
    /// A sentence may follow a zero byte.
    Named(&'static str),
    /// A text that is not an id.
    Text(&'static Row),
    /// Bytes or an integer that are not an id.
    Bits(&'static Row),
    /// A text of another length than the format's ids have in a form.
    Form { row: &'static Row, form: Form },
    /// A text that is not an id with a prefix.
    Prefixed {
        row: &'static Row,
        prefix: Option<&'static &'static str>,
    },
    /// A name that no format has, but a similar one.
    SimilarFormat(Format),
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
    /// A number that does not fit a field; `i64::MIN` for one of more than 64 bits.
    Field { row: &'static Row, given: i64 },
    /// A name that no field of the format has.
    NoField(&'static Row),
    /// An option that the format lacks.
    NoOption {
        row: &'static Row,
        option: OptionNumber,
    },
    /// An option, or a value of one, that is not valid.
    Invalid(Invalid),
    /// A time outside the range of a format with its options, in days since 1970.
    Time {
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
            Self::NoOption { option, .. } => option.info().name,
            Self::Invalid(why) => match why {
                Invalid::Unknown => "",
                Invalid::Because(subject) => name_and_sentence(subject).0,
                Invalid::Kind(option)
                | Invalid::OfGenerators(option)
                | Invalid::Range { option, .. }
                | Invalid::OneOf { option, .. }
                | Invalid::OffUnit { option, .. }
                | Invalid::Excluded { option, .. }
                | Invalid::Requires { option, .. } => option.info().name,
                #[cfg(feature = "std")]
                Invalid::OfType(option) => option.info().name,
            },
            _ => "",
        }
    }

    /// Returns the row of the expected format, for what is not an id.
    #[inline]
    pub(crate) const fn rejecting(&self) -> Option<&'static Row> {
        match *self {
            Self::Text(row)
            | Self::Bits(row)
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

/// Splits a name from the sentence behind it.
#[inline]
pub(super) fn name_and_sentence(subject: &'static str) -> (&'static str, &'static str) {
    subject.split_once(FILE_NOTE).unwrap_or((subject, ""))
}
