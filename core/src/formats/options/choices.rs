//! Options whose value is one of several words.

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

            #[inline]
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
    /// The source of a generator's time.
    ClockSource {
        /// The system clock, for `next`, `next_after` and fills.
        System "system",
        /// The caller: only `next_at` and `next_after_at` are allowed.
        Manual "manual",
    }

    /// Whether a drawn node is claimed among the processes of this user.
    NodeClaim {
        /// It is: a generator without a claim fails.
        Required "required",
        /// It is not: the generator makes no system call for it.
        Drawn "drawn",
    }

    /// The reaction to a tick that has no id left.
    OnExhausted {
        /// Move the tick ahead of the clock, by at most `max_lead_ms`; then wait.
        Advance "advance",
        /// Fail with `counter_exhausted`.
        Error "error",
    }

    /// The reaction to a clock that was set back beyond the tolerance.
    OnRollback {
        /// Follow the clock. Order is broken, and a drawn node and the counter are drawn again.
        Reset "reset",
        /// Fail with `clock_rollback`.
        Error "error",
    }

    /// The order of uid11_xid inside a millisecond.
    Order {
        /// A random permutation of all values.
        Random "random",
        /// A random first value, then one up.
        Monotonic "monotonic",
    }

    /// The precision of uuid7 (RFC 9562 section 6.2) and uuid7_draft01 (its Figures 3, 4 and 5).
    Precision {
        /// Milliseconds. In uuid7_draft01: 12 fraction bits, 12-bit sequence.
        Ms "ms",
        /// Microseconds. In uuid7: 12 bits of the millisecond's fraction, 30-bit counter; in
        /// uuid7_draft01: 24 fraction bits, 14-bit sequence.
        Us "us",
        /// Nanoseconds. In uuid7_draft01: 38 fraction bits, 8-bit sequence; not in uuid7.
        Ns "ns",
    }

    /// The order of custom64's fields below the time.
    FieldOrder {
        /// The node above the sequence.
        NodeSequence "node_sequence",
        /// The sequence above the node, as in a Sonyflake.
        SequenceNode "sequence_node",
    }

    /// A system whose layout a custom64 has.
    Preset {
        /// Sonyflake 2, with its default settings: 39 bits of 10 ms since 2025, 8 bits of sequence,
        /// 16 bits of machine.
        SonyflakeV2 "sonyflake_v2",
        /// Baidu's UidGenerator: 28 bits of seconds since 2016-05-19T16:00:00Z, to 2024-11-20; 22
        /// bits of worker, 13 bits of sequence.
        UidGenerator "uid_generator",
        /// Yitter's IdGenerator: milliseconds since 2020-02-19T18:20:02Z, 6 bits of worker, 6 bits
        /// of sequence, whose first five values are reserved there.
        Yitter "yitter",
        /// CockroachDB's `unique_rowid()`: 48 bits of 10 µs since 2015, 15 bits of node.
        Cockroachdb "cockroachdb",
        /// TikTok: 32 bits of seconds since 1970; the others are not documented.
        Tiktok "tiktok",
        /// Discord: 42 bits of milliseconds since 2015, 10 bits of worker and process, 12 bits of
        /// increment.
        Discord "discord",
        /// Simpleflake: 41 bits of milliseconds since 2000-01-01T05:00:00Z, 23 random bits, which
        /// count here.
        Simpleflake "simpleflake",
    }

    /// The use of scru160's counter field (SCRU160 "counter").
    Usage {
        /// All 16 bits count.
        Default "default",
        /// The top ten bits are the microsecond; the other six count.
        Microsecond "microsecond",
    }
}

macro_rules! epochs {
    ($($(#[$doc:meta])* $name:ident $word:literal = $unix_ms:literal,)*) => {
        choices! {
            /// A named epoch: the start of time of a format that has the option `epoch_unix_ms`.
            ///
            /// ```
            /// use sortid::options::Epoch;
            /// use sortid::{Format, AnyId, Options};
            ///
            /// let id = AnyId::parse("175928847299117063", Format::Snowflake)?;
            /// let time = id.timestamp_with(&Options::new().epoch(Epoch::Discord))?;
            /// assert_eq!(time.unix_ms(), Epoch::Discord.unix_ms() + 41_944_705_796);
            /// # Ok::<(), sortid::Error>(())
            /// ```
            Epoch { $($(#[$doc])* $name $word,)* }
        }

        impl Epoch {
            /// Every named epoch.
            pub const ALL: &'static [Epoch] = &[$(Epoch::$name),*];

            /// Returns the name.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(Epoch::$name => $word),* }
            }

            /// Returns the epoch in Unix milliseconds.
            #[inline]
            pub const fn unix_ms(self) -> i64 {
                match self { $(Epoch::$name => $unix_ms),* }
            }
        }
    };
}

epochs! {
    /// 2010-11-04T01:42:54.657Z: the epoch of `snowflake` and of most of its copies.
    Twitter "twitter" = 1_288_834_974_657,
    /// 2015-01-01: for Discord's ids as `snowflake`, to 2084, when they need the top bit.
    Discord "discord" = 1_420_070_400_000,
    /// 2011-08-24T21:07:01.721Z: the epoch of `sharding_id`.
    Instagram "instagram" = 1_314_220_021_721,
    /// 1970: for LinkedIn's ids as `snowflake`, to 2039; not documented by LinkedIn.
    Linkedin "linkedin" = 0,
    /// 1970: for ids that ClickHouse generates as `snowflake`.
    Unix "unix" = 0,
    /// 2025-01-01: the epoch of `sonyflake` version 2.
    SonyflakeV2 "sonyflake_v2" = 1_735_689_600_000,
}

impl Precision {
    #[inline]
    pub(crate) const fn unit_ns(self) -> u32 {
        match self {
            Precision::Ms => 1_000_000,
            Precision::Us => 1000,
            Precision::Ns => 1,
        }
    }
}

/// The amount by which a clock may be set back before `on_rollback` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollbackTolerance {
    /// At most this number of milliseconds.
    Ms(u64),
    /// Any amount: ids always stay in order.
    Unlimited,
}

impl ReadOption for RollbackTolerance {
    const KIND: OptionKind = OptionKind::IntOr("unlimited");

    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Text("unlimited") => Some(RollbackTolerance::Unlimited),
            _ => u64::read(value).map(RollbackTolerance::Ms),
        }
    }
}
