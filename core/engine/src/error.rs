//! Error codes, and the error type.

use core::fmt;

macro_rules! codes {
    ($($number:literal $variant:ident $name:literal $message:literal;)*) => {
        /// The kind of an error, with the same name and number in every language.
        ///
        /// Numbers are stable and never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(#[doc = concat!("`", $name, "`: ", $message, ".")] $variant = $number,)*
        }

        impl ErrorCode {
            /// All codes in the order of their numbers.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant),*];

            /// The code's name, for example `invalid_length`.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(ErrorCode::$variant => $name),* }
            }

            /// The message for people: one sentence without a full stop.
            #[inline]
            pub const fn message(self) -> &'static str {
                match self { $(ErrorCode::$variant => $message),* }
            }
        }
    };
}

codes! {
    1 InvalidLength "invalid_length" "wrong length for the format";
    2 InvalidCharacter "invalid_character" "invalid or misplaced character";
    3 OutOfRange "out_of_range" "the value is outside the range of the format";
    4 InvalidVariant "invalid_variant" "the UUID variant bits are not 10";
    5 InvalidVersion "invalid_version" "the UUID version does not match the format";
    6 TimestampOutOfRange "timestamp_out_of_range" "the time is outside the range of the format";
    7 InvalidField "invalid_field" "unknown field, or a value too wide for its bits";
    8 InvalidOption "invalid_option" "unknown option, unsupported option for this format, or invalid value";
    9 UnknownFormat "unknown_format" "unknown format name";
    10 NotApplicable "not_applicable" "the format has no time, or no such conversion or text form";
    11 ClockRollback "clock_rollback" "the clock was set back further than tolerated";
    12 CounterExhausted "counter_exhausted" "the tick has no ids left, and the clock has not advanced";
    13 EntropyUnavailable "entropy_unavailable" "the operating system returned no random bytes";
    14 ForkedGenerator "forked_generator" "a forked process needs its own seed or node";
    15 WrongPrefix "wrong_prefix" "missing or wrong type prefix";
    16 LeadExceeded "lead_exceeded" "the id would be further ahead of the clock than allowed";
    20 StoreIo "store_io" "the file cannot be read or written";
    21 StoreCorrupt "store_corrupt" "the file is damaged";
    22 StoreForeign "store_foreign" "the file belongs to another format or program";
    23 StoreLocked "store_locked" "the file is locked by another process";
    24 StoreReadOnly "store_read_only" "the file cannot be written";
    25 StoreFull "store_full" "the disk is full";
    26 LeaseExpired "lease_expired" "the lease of the node has expired";
    30 NullArgument "null_argument" "a pointer is null";
    31 BufferTooSmall "buffer_too_small" "the buffer is too small";
    32 Panic "panic" "an internal error was caught";
}

impl ErrorCode {
    /// The code's number, for example 1 for `invalid_length`.
    #[inline]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Whether the error is about a state file or a lease file. Such errors name the path.
    #[inline]
    pub const fn is_of_store(self) -> bool {
        matches!(self.number(), 20..30)
    }
}

impl fmt::Display for ErrorCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An error: a code and, for rejected text, a position.
///
/// Small and `Copy`, so that rejecting is as cheap as accepting.
///
/// ```
/// use sortid::{ErrorCode, Tid};
///
/// let error = "3jzfcijpj2z21".parse::<Tid>().unwrap_err();
/// assert_eq!(error.code(), ErrorCode::InvalidCharacter);
/// assert_eq!(error.offset(), Some(12));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    code: ErrorCode,
    /// The offset of the byte at fault or, for state files, the operating system's error number;
    /// `u32::MAX` if neither applies.
    place: u32,
    subject: &'static str,
}

const NO_PLACE: u32 = u32::MAX;

/// The subject of the error for an interval that ends before it begins.
pub const EMPTY_INTERVAL: &str = "to";

/// Why an operation does not apply to a format, by the subject of the error.
#[doc(hidden)]
pub const NOT_APPLICABLE: &[(&str, &str)] = &[
    (
        "byte_order",
        "only ids of 128 bits have other orders of bytes",
    ),
    ("conversion", "there is no conversion between these formats"),
    (
        "environment",
        "this platform has no environment variables for `node_from_env`",
    ),
    ("form", "the format has no such text form"),
    ("format", "the id is of another format"),
    ("generation", "ids of this format are only read"),
    (
        "integer",
        "the format has another number of bits than the integer",
    ),
    ("order", "ids of this format do not sort by their time"),
    ("prefix", "ids of this format take no type prefix"),
    (
        "range",
        "ids whose texts begin alike do not form a range in this format",
    ),
    ("time", "ids of this format contain no time"),
];

/// What is expected, by a subject of `invalid_option` that is not an option.
const EXPECTED: &[(&str, &str)] = &[
    (EMPTY_INTERVAL, "`to` must be later than `from`"),
    (
        "SCRU64_NODE_SPEC",
        "SCRU64_NODE_SPEC must be a node and its width, such as 42/8 or 0xb00/12, not an id",
    ),
    (
        "SORTID_NODE",
        "SORTID_NODE must be `drawn` or a decimal number that is a node of the format",
    ),
    (
        "TSIDCREATOR_NODE",
        "TSIDCREATOR_NODE must be a decimal number below 2^`node_bits`, without leading zeros",
    ),
    (
        "TSID_NODE",
        "TSID_NODE must be a decimal number below 2^`node_bits`, without leading zeros",
    ),
    (
        "XID_MACHINE_ID",
        "XID_MACHINE_ID must be a decimal number, at most 16777215",
    ),
];

/// Separates a path from what else the message says of the file. Paths cannot contain it.
pub const FILE_NOTE: char = '\0';

impl Error {
    #[doc(hidden)]
    #[inline]
    pub const fn new(code: ErrorCode) -> Self {
        Self::about(code, "")
    }

    /// An error that names the field or option at fault.
    #[doc(hidden)]
    #[inline]
    pub const fn about(code: ErrorCode, subject: &'static str) -> Self {
        Self {
            code,
            place: NO_PLACE,
            subject,
        }
    }

    /// An error for an operation that the format lacks, with a subject of `NOT_APPLICABLE`.
    #[inline]
    pub const fn not_applicable(subject: &'static str) -> Self {
        Self::about(ErrorCode::NotApplicable, subject)
    }

    #[inline]
    pub const fn at(code: ErrorCode, offset: usize) -> Self {
        let place = if offset < NO_PLACE as usize {
            offset as u32
        } else {
            NO_PLACE
        };
        Self {
            code,
            place,
            subject: "",
        }
    }

    /// Moves the offset by `before` bytes, for an error in the rest of a longer text.
    #[inline]
    pub const fn behind(self, before: usize) -> Self {
        match self.offset() {
            Some(offset) => Self::at(self.code, before + offset),
            None => self,
        }
    }

    /// An error that names a state file, with the operating system's error number if a system call
    /// failed.
    #[inline]
    pub const fn about_file(code: ErrorCode, path: &'static str, os_error: Option<i32>) -> Self {
        let place = match os_error {
            Some(number) if number >= 0 => number as u32,
            _ => NO_PLACE,
        };
        Self {
            code,
            place,
            subject: path,
        }
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
    pub const fn subject(&self) -> Option<&'static str> {
        let (subject, _) = self.subject_and_note();
        if subject.is_empty() {
            None
        } else {
            Some(subject)
        }
    }

    /// Returns the subject, and what else the message says of the file.
    #[inline]
    const fn subject_and_note(&self) -> (&'static str, &'static str) {
        let mut at = 0;
        while at < self.subject.len() {
            // Checked: a panic of `split_at` would link the standard library's character tables
            // into small modules.
            if self.subject.as_bytes()[at] == 0
                && let (Some((subject, _)), Some((_, note))) = (
                    self.subject.split_at_checked(at),
                    self.subject.split_at_checked(at + 1),
                )
            {
                return (subject, note);
            }
            at += 1;
        }
        (self.subject, "")
    }
}

impl fmt::Display for Error {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = match self.code {
            ErrorCode::NotApplicable => NOT_APPLICABLE,
            ErrorCode::InvalidOption => EXPECTED,
            _ => &[],
        };
        if let Some((_, reason)) = reasons.iter().find(|(subject, _)| *subject == self.subject) {
            return write!(f, "{}: {reason}", self.code);
        }
        write!(f, "{}: {}", self.code.name(), self.code.message())?;
        match self.subject_and_note() {
            ("", _) => {}
            (subject, "") => write!(f, " ({subject})")?,
            (subject, note) => write!(f, " ({subject}, {note})")?,
        }
        #[cfg(feature = "std")]
        if let Some(number) = self.os_error() {
            let error = std::io::Error::from_raw_os_error(number);
            return write!(f, ": {error}");
        }
        match (self.code, self.offset()) {
            (ErrorCode::InvalidLength, Some(length)) => write!(f, ": {length} bytes"),
            (_, Some(offset)) => write!(f, ", at byte {offset}"),
            (_, None) => Ok(()),
        }
    }
}

/// Prints the sentence of `Display`, because `unwrap` and a `main` that returns an error show it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {}
