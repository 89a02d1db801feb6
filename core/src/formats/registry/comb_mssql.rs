//! `comb_mssql`: RT.Comb's GUID for SQL Server, a UUID version 4 that ends with the time.

use crate::codec::uuid::Uuid;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{timed, typed, uuid};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("rand_a", &[(0, 48)]),
        Field::new("rand_b", &[(52, 12)]),
        Field::new("rand_c", &[(66, 14)]),
        Field::new("unix_ts_ms", &[(80, 48)]),
    ],
    marks: &uuid_marks(4),
    layout: Layout {
        time: Some(TimeLayout::linear(&[(80, 48)], Scale::UNIX_MS)),
        // The bits that SQL Server compares directly after the time.
        counter: Some(CounterLayout {
            place: Place::new(&[(66, 14), (56, 8)]),
            seed: CounterSeed::Random(21),
        }),
        random: Place::new(&[(0, 48), (52, 4)]),
        random_enough: true,
        ..Layout::NONE
    },
    // Bytes 10–15, 8–9, then 7, 6, and so on to 0.
    sorted: SortBy::Places(&[
        Place::new(&[(80, 48), (64, 16), (56, 8)]),
        Place::new(&[(48, 8), (40, 8), (32, 8)]),
        Place::new(&[(24, 8), (16, 8), (8, 8)]),
        Place::new(&[(0, 8)]),
    ]),
    text_sorts: false,
    inspected: Inspected {
        // Every UUID version 4 is valid.
        if_likely: true,
        ..Inspected::BY_CODE
    },
    summary: "UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server",
    specification: "richardtallent/RT.Comb 2759820, SQL Server order",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a COMB GUID in SQL Server order.
    comb_mssql or try_comb_mssql -> CombMssql
}

typed! {
    /// A COMB GUID in SQL Server order: a UUID version 4 whose last 48 bits are milliseconds since
    /// 1970, which `uniqueidentifier` compares first. 22 of the other bits count up.
    ///
    /// Ordered as in SQL Server; text, bytes and integers are not in this order. Bytes are in the
    /// order of the text, not in the order of .NET's `ToByteArray` (3 2 1 0 · 5 4 · 7 6 · 8–15).
    CombMssql(u128), example "d01c25cc-63a7-47cc-b5ba-018e5f3bff48";
    /// 48 random bits.
    rand_a: u64 = 0;
    /// 12 bits: four random bits and the end of the counter.
    rand_b: u16 = 1;
    /// 14 bits: the top of the counter.
    rand_c: u16 = 2;
    /// Milliseconds since 1970, 48 bits.
    unix_ts_ms: u64 = 3;
}

timed!(CombMssql);
uuid!(CombMssql);
