//! Why options are not valid.

/// Why an option or its value is not valid, whatever the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Invalid {
    /// No option has the name.
    Unknown,
    /// A value of another kind than the option's.
    Kind(OptionNumber),
    /// An integer outside the bounds of an option. The least one is below 256.
    Range {
        option: OptionNumber,
        least: u8,
        most: u64,
        given: u64,
    },
    /// An integer that is none of those which an option may be.
    OneOf {
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
    /// An option of generators in a declared type.
    OfGenerators(OptionNumber),
    /// An option of a declared type that its generator was given, too.
    #[cfg(feature = "std")]
    OfType(OptionNumber),
    /// The name of an option and, after a zero byte, the sentence.
    Because(&'static str),
}

/// The place of an option in [`OPTIONS`](super::OPTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OptionNumber(pub(super) u8);
