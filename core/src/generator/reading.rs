//! The options by which a generator reads ids of its own kind.

use crate::formats::Format;
use crate::options::Options;

/// The options of a generator that say how its ids are read.
pub(super) enum Reading {
    /// Those of a default generator: no memory is needed for them.
    Default(&'static Options),
    Own(Box<Options>),
}

const NO_OPTIONS: &Options = &Options::new();

/// The default layout of a format whose bits do not tell it.
const DEFAULT_LAYOUT: &Options = &{
    let mut options = Options::new();
    options.unit_ns = Some(1_000_000);
    options
};

impl Reading {
    pub(super) fn of(format: Format, options: &Options) -> Self {
        let row = format.row();
        let reading = options.reading();
        match reading == *NO_OPTIONS {
            false => Self::Own(Box::new(reading)),
            true if row.tells_time || row.layout.time.is_none() => Self::Default(NO_OPTIONS),
            true => Self::Default(DEFAULT_LAYOUT),
        }
    }

    pub(super) fn options(&self) -> &Options {
        match self {
            Self::Default(options) => options,
            Self::Own(options) => options,
        }
    }
}
