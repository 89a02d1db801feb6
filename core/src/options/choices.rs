//! Options that are one word of several.

use super::value::{OptionKind, OptionValue, ReadOption};

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

macro_rules! epochs {
    ($($(#[$doc:meta])* $name:ident $word:literal = $unix_ms:literal,)*) => {
        choices! {
            /// Where the time of a format begins that has the option `epoch_unix_ms`: a word for a number.
            ///
            /// ```
            /// use sortid::{Epoch, Format, Id, Options};
            ///
            /// let id = Id::parse("175928847299117063", Format::FlakeIdgen)?;
            /// let time = id.timestamp_with(&Options::new().epoch(Epoch::Discord))?;
            /// assert_eq!(time.unix_ms(), Epoch::Discord.unix_ms() + 41_944_705_796);
            /// # Ok::<(), sortid::Error>(())
            /// ```
            Epoch { $($(#[$doc])* $name $word,)* }
        }

        impl Epoch {
            /// Every epoch with a name.
            pub const ALL: &'static [Epoch] = &[$(Epoch::$name),*];

            /// The word.
            pub const fn name(self) -> &'static str {
                match self { $(Epoch::$name => $word),* }
            }

            /// The number that it stands for, in Unix milliseconds.
            pub const fn unix_ms(self) -> i64 {
                match self { $(Epoch::$name => $unix_ms),* }
            }
        }
    };
}

epochs! {
    /// 2010-11-04T01:42:54.657Z: of `snowflake`, and of most copies of it.
    Twitter "twitter" = 1_288_834_974_657,
    /// 2015-01-01: for ids of Discord, as `flake_idgen` to 2154, as `snowflake` to 2084.
    Discord "discord" = 1_420_070_400_000,
    /// 2011-08-24T21:07:01.721Z: of `sharding_id`.
    Instagram "instagram" = 1_314_220_021_721,
    /// 1970, for ids of LinkedIn as `snowflake`, to 2039; not documented by its makers.
    Linkedin "linkedin" = 0,
    /// 1970, for what ClickHouse makes as `snowflake`.
    Unix "unix" = 0,
    /// 2025-01-01: of `sonyflake` in version 2.
    SonyflakeV2 "sonyflake_v2" = 1_735_689_600_000,
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
