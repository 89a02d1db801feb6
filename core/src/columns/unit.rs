//! The units of a column's times.

/// The unit of a column's times, which count from 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// `s`.
    Seconds,
    /// `ms`.
    #[default]
    Milliseconds,
    /// `us`.
    Microseconds,
    /// `ns`.
    Nanoseconds,
}

impl Unit {
    /// Every unit, longest first.
    pub const ALL: &'static [Unit] = &[
        Unit::Seconds,
        Unit::Milliseconds,
        Unit::Microseconds,
        Unit::Nanoseconds,
    ];

    /// Returns the name: `s`, `ms`, `us`, `ns`.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Seconds => "s",
            Unit::Milliseconds => "ms",
            Unit::Microseconds => "us",
            Unit::Nanoseconds => "ns",
        }
    }

    /// Returns the unit with this name, if there is one.
    pub fn named(name: &str) -> Option<Unit> {
        Self::ALL.iter().copied().find(|unit| unit.name() == name)
    }

    pub(super) const fn ns(self) -> i128 {
        match self {
            Unit::Seconds => 1_000_000_000,
            Unit::Milliseconds => 1_000_000,
            Unit::Microseconds => 1000,
            Unit::Nanoseconds => 1,
        }
    }
}
