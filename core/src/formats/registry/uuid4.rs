//! `uuid4`: 122 random bits (RFC 9562 section 5.4).

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{typed, uuid};

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("random_a", &[(0, 48)]),
        Field::new("random_b", &[(52, 12)]),
        Field::new("random_c", &[(66, 62)]),
    ],
    marks: &uuid_marks(4),
    layout: Layout {
        random: Place::new(&[(0, 48), (52, 12), (66, 62)]),
        random_enough: true,
        ..Layout::NONE
    },
    tells_time: false,
    sorted: SortBy::Chance,
    text_sorts: false,
    inspected: Inspected {
        // Most columns of UUIDs contain these.
        always_likely: true,
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "UUID version 4: 122 random bits, no time",
    specification: "RFC 9562, section 5.4",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a UUID version 4.
    #[doc(alias("new_v4", "uuid_v4"))]
    uuid4 or try_uuid4 -> Uuid4
}

typed! {
    /// A UUID version 4: 122 random bits. It contains no time and does not sort by it.
    Uuid4(u128), example "919108f7-52d1-4320-9bac-f847db4148a8";
    /// The first 48 bits.
    random_a: u64 = 0;
    /// The next 12 bits.
    random_b: u16 = 1;
    /// The last 62 bits.
    random_c: u64 = 2;
}

uuid!(Uuid4);
