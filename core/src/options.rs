//! The closed list of options: for generators, and for reading ids made with other than the defaults.

use crate::error::{Error, ErrorCode};
use crate::formats::Format;

/// An option's value as a binding or a command line hands it over.
///
/// Integers may also come as decimal text, a seed as 64 hexadecimal digits, a path as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue<'a> {
    /// An integer.
    Int(i128),
    /// Text: a choice, a path, or a number in decimal digits.
    Text(&'a str),
    /// A flag.
    Bool(bool),
    /// Bytes: a seed; on Unix a path.
    Bytes(&'a [u8]),
}

/// What kind of value an option takes, for bindings that judge types and for help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// An integer.
    Int,
    /// An integer, or this word.
    IntOr(&'static str),
    /// A flag.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// 32 bytes.
    Seed,
    /// The path of a file, not empty and without a zero byte: text, or on Unix bytes.
    Path,
}

/// How an option's type reads what it is given.
trait ReadOption: Sized {
    const KIND: OptionKind;
    fn read(value: OptionValue<'_>) -> Option<Self>;
}

impl ReadOption for i128 {
    const KIND: OptionKind = OptionKind::Int;

    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Int(int) => Some(int),
            OptionValue::Text(text) if !text.starts_with('+') => text.parse().ok(),
            _ => None,
        }
    }
}

impl ReadOption for u64 {
    const KIND: OptionKind = OptionKind::Int;

    fn read(value: OptionValue<'_>) -> Option<Self> {
        i128::read(value)?.try_into().ok()
    }
}

impl ReadOption for i64 {
    const KIND: OptionKind = OptionKind::Int;

    fn read(value: OptionValue<'_>) -> Option<Self> {
        i128::read(value)?.try_into().ok()
    }
}

impl ReadOption for bool {
    const KIND: OptionKind = OptionKind::Flag;

    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Bool(flag) => Some(flag),
            OptionValue::Text("true") => Some(true),
            OptionValue::Text("false") => Some(false),
            _ => None,
        }
    }
}

impl ReadOption for [u8; 32] {
    const KIND: OptionKind = OptionKind::Seed;

    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Bytes(bytes) => bytes.try_into().ok(),
            OptionValue::Text(text) => {
                let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
                let mut seed = [0; 32];
                for (byte, pair) in seed.iter_mut().zip(digits.chunks_exact(2)) {
                    *byte = crate::codec::uuid::HEX.read::<4>(pair)? as u8;
                }
                Some(seed)
            }
            _ => None,
        }
    }
}

/// The path of a state file; there is none without the standard library.
#[cfg(feature = "std")]
type FilePath = std::path::PathBuf;
#[cfg(not(feature = "std"))]
type FilePath = core::convert::Infallible;

impl ReadOption for FilePath {
    const KIND: OptionKind = OptionKind::Path;

    #[cfg(feature = "std")]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        let path: &std::ffi::OsStr = match value {
            OptionValue::Text(text) => text.as_ref(),
            #[cfg(unix)]
            OptionValue::Bytes(bytes) => std::os::unix::ffi::OsStrExt::from_bytes(bytes),
            _ => return None,
        };
        // No file is called so on any system, and C's texts would end at the zero.
        let names_a_file = !path.is_empty() && !path.as_encoded_bytes().contains(&0);
        names_a_file.then(|| path.into())
    }

    #[cfg(not(feature = "std"))]
    fn read(_value: OptionValue<'_>) -> Option<Self> {
        None
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$choice_doc:meta])* $choice:ident $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$choice_doc])* $choice,)*
        }

        impl ReadOption for $name {
            const KIND: OptionKind = OptionKind::Choice(&[$($text),*]);

            fn read(value: OptionValue<'_>) -> Option<Self> {
                match value {
                    $(OptionValue::Text($text) => Some($name::$choice),)*
                    _ => None,
                }
            }
        }
    )*};
}

choices! {
    /// Where a generator reads the time.
    ClockSource {
        /// The system's clock: `next`, `next_after` and fills.
        System "system",
        /// The caller: `next_at` and `next_after_at` alone.
        Manual "manual",
    }

    /// What happens when a tick has no id left.
    OnExhausted {
        /// The tick moves on ahead of the clock, by at most `max_lead_ms`; then the call waits.
        Advance "advance",
        /// `counter_exhausted`.
        Error "error",
    }

    /// What happens when the clock was set back beyond the tolerance.
    OnRollback {
        /// Time follows the clock; order is broken, and what is drawn is drawn anew.
        Reset "reset",
        /// `clock_rollback`.
        Error "error",
    }

    /// Order inside a millisecond of uid11_xid.
    Order {
        /// A random permutation of all values.
        Random "random",
        /// The first value random, then one up.
        Monotonic "monotonic",
    }

    /// Precision of uuid7_draft01 (its Figures 3, 4 and 5).
    Precision {
        /// Milliseconds: 12 fraction bits, 12-bit sequence.
        Ms "ms",
        /// Microseconds: 24 fraction bits, 14-bit sequence.
        Us "us",
        /// Nanoseconds: 38 fraction bits, 8-bit sequence.
        Ns "ns",
    }

    /// How scru160 uses its counter field (SCRU160 "counter").
    Usage {
        /// All 16 bits count.
        Default "default",
        /// The top ten bits are the microsecond, the other six count.
        Microsecond "microsecond",
    }
}

impl Precision {
    pub(crate) const fn unit_ns(self) -> u32 {
        match self {
            Precision::Ms => 1_000_000,
            Precision::Us => 1000,
            Precision::Ns => 1,
        }
    }
}

/// How far a clock may be set back before `on_rollback` decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollbackTolerance {
    /// This many milliseconds.
    Ms(u64),
    /// However far: ids stay in order always.
    Unlimited,
}

impl ReadOption for RollbackTolerance {
    const KIND: OptionKind = OptionKind::IntOr("unlimited");

    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Text("unlimited") => Some(RollbackTolerance::Unlimited),
            _ => u64::read(value).map(RollbackTolerance::Ms),
        }
    }
}

/// An option, for help texts, command lines and bindings.
///
/// ```
/// use sortid::{Format, OPTIONS};
///
/// let options = OPTIONS.iter().filter(|option| option.is_for(Format::Tid));
/// assert!(options.clone().any(|option| option.name == "clock_id"));
/// assert!(!options.clone().any(|option| option.name == "precision"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// The name, for [`Options::set`].
    pub name: &'static str,
    /// What it says, in one sentence, with its default in parentheses.
    pub summary: &'static str,
    /// Whether it is for reading too: ids whose bits do not tell how they were made.
    pub reads: bool,
    /// What kind of value it takes.
    pub kind: OptionKind,
    scope: Scope,
}

impl OptionInfo {
    /// Whether generators of this format have it.
    pub fn is_for(&self, format: Format) -> bool {
        let row = format.row();
        match self.scope {
            Scope::All => true,
            Scope::Time => row.layout.time.is_some(),
            Scope::Own => row.options.contains(&self.name),
        }
    }
}

/// Which formats an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Every format.
    All,
    /// Every format that generates by time.
    Time,
    /// The formats whose row names it.
    Own,
}

/// What options are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Generate,
    /// To read, or to bound, ids whose bits do not tell how they were made.
    Read,
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, $scope:ident, $reads:literal;)*) => {
        /// Options of a generator, or of a reading. What is not given has the format's default.
        ///
        /// An option that the format lacks, or a value out of bounds, is refused as
        /// `invalid_option` where the options are used.
        ///
        /// ```
        /// use sortid::{Options, OptionValue};
        ///
        /// let mut options = Options::new().clock_id(7).max_lead_ms(20);
        /// options.set("rollback_tolerance_ms", OptionValue::Text("unlimited"))?;
        /// # #[cfg(feature = "std")] {
        /// let id = sortid::Generator::<sortid::Tid>::with(&options)?.next()?;
        /// assert_eq!(id.clock_id(), 7);
        /// # }
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $(pub(crate) $name: Option<$type>,)*
        }

        /// Every option there is.
        pub const OPTIONS: &[OptionInfo] = &[$(OptionInfo {
            name: stringify!($name),
            summary: concat!($($doc),*),
            reads: $reads,
            kind: <$type as ReadOption>::KIND,
            scope: Scope::$scope,
        }),*];

        impl Options {
            /// No option given.
            pub const fn new() -> Self {
                Self { $($name: None),* }
            }

            $($(#[doc = $doc])*
            #[must_use]
            pub fn $name(mut self, $name: $type) -> Self {
                self.$name = Some($name);
                self
            })*

            /// Sets an option by name, as bindings and command lines do.
            ///
            /// # Errors
            /// `invalid_option` for an unknown name or a value of the wrong type.
            pub fn set(&mut self, name: &str, value: OptionValue<'_>) -> Result<(), Error> {
                match name {
                    $(stringify!($name) => {
                        self.$name = Some(ReadOption::read(value).ok_or(
                            Error::about(ErrorCode::InvalidOption, stringify!($name)))?);
                    })*
                    _ => return Err(Error::new(ErrorCode::InvalidOption)),
                }
                Ok(())
            }

            /// `invalid_option` for the first option given that is not for this use.
            pub(crate) fn check(&self, format: Format, purpose: Purpose) -> Result<(), Error> {
                let given = [$(self.$name.is_some()),*];
                let refused = OPTIONS.iter().zip(given).find(|(option, given)| {
                    *given && !(option.is_for(format) && (purpose == Purpose::Generate || option.reads))
                });
                match refused {
                    Some((option, _)) => Err(Error::about(ErrorCode::InvalidOption, option.name)),
                    None => Ok(()),
                }
            }
        }
    };
}

options! {
    /// Where the time is read: `system` or `manual`.
    clock: ClockSource, All, false;
    /// 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times.
    seed: [u8; 32], All, false;
    /// Whether a forked child may go on with what was given to the parent (false).
    allow_fork: bool, All, false;
    /// How far a tick may run ahead of the highest reading of the clock, in milliseconds (1000).
    max_lead_ms: u64, Time, false;
    /// What happens when a tick has no id left: `advance` or `error`.
    on_exhausted: OnExhausted, Time, false;
    /// How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`.
    rollback_tolerance_ms: RollbackTolerance, Time, false;
    /// What happens beyond that: `reset` or `error`.
    on_rollback: OnRollback, Time, false;
    /// The file by which other processes, and later ones, go on above these ids (none); made if it is not there.
    state_file: FilePath, Time, false;
    /// The clock identifier of tid, 0–1023 (drawn).
    clock_id: u64, Own, false;
    /// The node: of timeid 0–1023 (drawn from 0–31); of uuid8 62 or 54 bits, not zero (random); of lexical_uuid 64 bits, of flake and elasticflake 48, of xid
    /// and object_id 40, of cuid a fingerprint, 0–1679615 (drawn).
    node: u64, Own, false;
    /// The machine: of uid11_snowish, snowflake and flake_idgen 0–1023, of sonyflake 0–65535 (drawn).
    machine: u64, Own, false;
    /// The upper half of the machine of snowflake and flake_idgen, 0–31, beside `worker` (drawn).
    datacenter: u64, Own, false;
    /// The lower half of the machine of snowflake and flake_idgen, 0–31, beside `datacenter` (drawn).
    worker: u64, Own, false;
    /// The shard of sharding_id, 0–8191 (drawn).
    shard: u64, Own, false;
    /// An identifier in the top bits of a UUID's node (random).
    machine_id: u64, Own, false;
    /// The width of `machine_id`, 1–16 bits (16).
    machine_bits: u64, Own, false;
    /// Order of uid11_xid inside a millisecond: `random` or `monotonic`.
    order: Order, Own, false;
    /// Precision of uuid7_draft01: `ms`, `us` or `ns` (us).
    precision: Precision, Own, true;
    /// Use of scru160's counter: `default` or `microsecond`.
    usage: Usage, Own, false;
    /// How many bits of scru160's random16 extend its counter, 0–16 (0).
    counter_bits: u64, Own, false;
    /// How many random bits the counter of scru160 starts with (all but its top bit).
    counter_seed_bits: u64, Own, false;
    /// A node in the low bits of scru160's random16 (random).
    node_id: u64, Own, false;
    /// The width of `node_id` (what `counter_bits` leaves of 16).
    node_bits: u64, Own, false;
    /// The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of uuid8 and flake_idgen (0), of snowflake (1288834974657), of
    /// sharding_id (1314220021721), of sonyflake, in tens of milliseconds (1409529600000).
    epoch_unix_ms: i64, Own, true;
    /// How many timestamp bits a uuid8 has: 32, 48, 60 or 64 (48).
    timestamp_bits: u64, Own, true;
    /// The unit of a uuid8's timestamp in nanoseconds (1000000).
    unit_ns: u64, Own, true;
}

impl Options {
    /// Whether the layout of a uuid8 is named, so that its time can be read.
    pub(crate) fn names_layout(&self) -> bool {
        self.timestamp_bits.is_some() || self.unit_ns.is_some() || self.epoch_unix_ms.is_some()
    }
}

/// A value in its bounds, or its default; `invalid_option` with its name.
pub(crate) fn bounded(
    name: &'static str,
    given: Option<u64>,
    default: u64,
    bounds: core::ops::RangeInclusive<u64>,
) -> Result<u64, Error> {
    match given {
        None => Ok(default),
        Some(value) if bounds.contains(&value) => Ok(value),
        Some(_) => Err(Error::about(ErrorCode::InvalidOption, name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind that lied would have bindings refuse what is right, or hand on what is not.
    #[test]
    fn options_take_values_of_their_kind_and_no_others() {
        let seed = [7; 32];
        for option in OPTIONS {
            let takes = |value| Options::new().set(option.name, value).is_ok();
            let (int, word, words): (_, _, &[&str]) = match option.kind {
                OptionKind::Int => (true, None, &[]),
                OptionKind::IntOr(word) => (true, Some(word), &[]),
                OptionKind::Choice(words) => (false, None, words),
                OptionKind::Flag | OptionKind::Seed | OptionKind::Path => (false, None, &[]),
            };
            assert_eq!(takes(OptionValue::Int(1)), int, "{}", option.name);
            let flag = option.kind == OptionKind::Flag;
            assert_eq!(takes(OptionValue::Bool(true)), flag, "{}", option.name);
            let is_path = option.kind == OptionKind::Path && cfg!(feature = "std");
            let bytes = option.kind == OptionKind::Seed || (is_path && cfg!(unix));
            assert_eq!(takes(OptionValue::Bytes(&seed)), bytes, "{}", option.name);
            let any_word = takes(OptionValue::Text("no such word"));
            assert_eq!(any_word, is_path, "{}", option.name);
            // Bindings hand these over in the place of what no option takes.
            for nothing in [OptionValue::Text(""), OptionValue::Bytes(&[])] {
                assert!(!takes(nothing), "{}", option.name);
            }
            for word in words.iter().copied().chain(word) {
                assert!(takes(OptionValue::Text(word)), "{} {word}", option.name);
            }
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn what_no_file_can_be_called_is_no_path() {
        for path in ["", "\0", "a\0b"] {
            let set = Options::new().set("state_file", OptionValue::Text(path));
            let refused = Error::about(ErrorCode::InvalidOption, "state_file");
            assert_eq!(set, Err(refused), "{path:?}");
        }
    }
}
