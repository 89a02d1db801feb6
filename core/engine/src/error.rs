//! Error codes, and the errors of the engine.

use core::fmt;

macro_rules! codes {
    ($($number:literal $variant:ident $name:literal $message:literal;)*) => {
        /// The kind of an error, with the same name and number in every language.
        ///
        /// Numbers are stable and never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
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
    1 InvalidLength "invalid_length" "wrong length";
    2 InvalidCharacter "invalid_character" "invalid or misplaced character";
    3 OutOfRange "out_of_range" "the value is outside the range of the format";
    4 InvalidVariant "invalid_variant" "the UUID variant bits are not 10";
    5 InvalidVersion "invalid_version" "the UUID version does not match the format";
    6 TimestampOutOfRange "timestamp_out_of_range" "the time is outside the range of the format";
    7 InvalidField "invalid_field" "the field or its value is not valid";
    8 InvalidOption "invalid_option" "the option or its value is not valid";
    9 UnknownFormat "unknown_format" "no format has this name";
    10 NotApplicable "not_applicable" "ids of the format lack this";
    11 ClockRollback "clock_rollback" "the clock was set back by more than rollback_tolerance_ms";
    12 CounterExhausted "counter_exhausted" "the tick has no ids left, and the clock has not advanced";
    13 EntropyUnavailable "entropy_unavailable" "the operating system returned no random bytes";
    14 ForkedGenerator "forked_generator" "this process is a fork: call reseed, with a node of its own if one was assigned";
    15 WrongPrefix "wrong_prefix" "another prefix is expected";
    16 LeadExceeded "lead_exceeded" "the id would be ahead of the clock by more than max_lead_ms";
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

/// Why the engine issues no id: a code and, for some codes, a name or an offset. The library turns it
/// into its own error, which describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    /// The operating system's error number or, if the code is not about a file, an offset or a
    /// length; `u32::MAX` for none.
    place: u32,
    subject: &'static str,
}

/// The place of an error that has none.
pub const NO_PLACE: u32 = u32::MAX;

/// Separates a path from what else the message says of the file. Paths cannot contain it.
pub const FILE_NOTE: char = '\0';

impl Error {
    #[inline]
    pub const fn new(code: ErrorCode) -> Self {
        Self::about(code, "")
    }

    /// An error that names the option at fault.
    #[inline]
    pub const fn about(code: ErrorCode, subject: &'static str) -> Self {
        Self {
            code,
            place: NO_PLACE,
            subject,
        }
    }

    /// An error about memory of this length.
    #[inline]
    pub const fn of_length(length: usize) -> Self {
        Self {
            code: ErrorCode::InvalidLength,
            place: place(length),
            subject: "",
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

    #[inline]
    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    #[inline]
    pub const fn place(&self) -> u32 {
        self.place
    }

    /// The name of an option, or the path of a file with a note behind it; empty for neither.
    #[inline]
    pub const fn subject(&self) -> &'static str {
        self.subject
    }
}

/// An offset or a length as the place of an error.
#[inline]
pub const fn place(offset: usize) -> u32 {
    match offset < NO_PLACE as usize {
        true => offset as u32,
        false => NO_PLACE,
    }
}
