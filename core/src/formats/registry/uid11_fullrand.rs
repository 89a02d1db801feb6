//! `uid11_fullrand`: 64 random bits (uid11 section 5).

use crate::codec::base58::Fixed11;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::typed;

pub(crate) const ROW: Row = Row {
    fields: &[Field::new("random", &[(0, 64)])],
    layout: Layout {
        random: Place::new(&[(0, 64)]),
        random_enough: true,
        ..Layout::NONE
    },
    tells_time: false,
    is_known: true,
    summary: "64 random bits, no time",
    specification: "uid11 1.0, section 5",
    ..Row::new(64, &Fixed11, Fixed11::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a random uid11.
    uid11_fullrand or try_uid11_fullrand -> Uid11Fullrand
}

typed! {
    /// A uid11 of 64 random bits, without a time, as 11 base58 characters.
    Uid11Fullrand(u64), example "jpXCZedGfVQ";
    /// All 64 bits.
    random: u64 = 0;
}
