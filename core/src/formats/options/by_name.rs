//! Faults of options by the names of the options, and options by their numbers.

use core::ops::RangeInclusive;

use super::invalid::{Invalid, OptionNumber};
use super::{OPTIONS, OptionInfo};

/// Faults of options by their names, which are known to exist.
impl Invalid {
    #[cold]
    pub(crate) fn kind(option: &str) -> Self {
        Self::Kind(OptionNumber::named(option))
    }

    #[cold]
    pub(crate) fn excluded(option: &str, by: &str) -> Self {
        let (option, by) = (OptionNumber::named(option), OptionNumber::named(by));
        Self::Excluded { option, by }
    }

    #[cold]
    pub(crate) fn of_generators(option: &str) -> Self {
        Self::OfGenerators(OptionNumber::named(option))
    }

    #[cfg(feature = "std")]
    #[cold]
    pub(crate) fn of_type(option: &str) -> Self {
        Self::OfType(OptionNumber::named(option))
    }

    #[cold]
    pub(crate) fn requires(option: &str, other: &str) -> Self {
        let (option, other) = (OptionNumber::named(option), OptionNumber::named(other));
        Self::Requires { option, other }
    }

    #[cold]
    pub(crate) fn range(option: &str, given: u64, bounds: RangeInclusive<u64>) -> Self {
        Self::Range {
            option: OptionNumber::named(option),
            least: *bounds.start() as u8,
            most: *bounds.end(),
            given,
        }
    }

    #[cold]
    pub(crate) fn one_of(option: &str, given: u64, of: &'static [u64; 4]) -> Self {
        let option = OptionNumber::named(option);
        Self::OneOf { option, given, of }
    }

    #[cold]
    pub(crate) fn off_unit(option: &str, epoch_unix_ms: i64, unit_ns: u64) -> Self {
        Self::OffUnit {
            option: OptionNumber::named(option),
            epoch_unix_ms,
            unit_ns,
        }
    }
}

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
