//! `elasticsearch_k_ordered`: the ids of Elasticsearch's logs data streams since 8.17; read-only.

use crate::codec::packed::BASE64URL;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{told, typed};
use sortid_engine::time::Scale;

/// Parts that change slowly come first, so that Lucene's index compresses well.
const TIME: [(u8, u8); 3] = [(0, 32), (88, 8), (104, 8)];
const SEQUENCE: [(u8, u8); 3] = [(80, 8), (96, 8), (112, 8)];

/// How the layouts of logs data streams are recognized.
pub(super) const INSPECTED: Inspected = Inspected {
    // 2024-01-01: the year of version 8.17.
    likely_from: 1_704_067_200,
    // Nearly any text of base64url with this length is one.
    if_likely: true,
    among_words: AmongWords::ByTime,
    ..Inspected::BY_CODE
};

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &TIME),
        Field::new("node", &[(32, 48)]),
        Field::new("sequence", &SEQUENCE),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&TIME, Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&SEQUENCE),
            seed: CounterSeed::Zero,
        }),
        node: Some(NodeLayout::drawn(&[(32, 48)], 48)),
        ..Layout::NONE
    },
    read_only: Some("AZDL3so_Z3VZlAAQMJA6"),
    sorted: SortBy::Chance,
    text_sorts: false,
    inspected: INSPECTED,
    is_known: true,
    summary: "milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only",
    specification: "elastic/elasticsearch 1116d7d",
    ..Row::new(120, &BASE64URL, BASE64URL.literal())
};

typed! {
    /// An id that Elasticsearch 8.17 or later generated for a document of a logs data stream: 48
    /// bits of milliseconds since 1970, a 48-bit node, and a 24-bit sequence, as 20 base64url
    /// characters.
    ///
    /// The bytes sort by time to 65 s: the first four are the upper bits of the time, and the lower
    /// ones follow behind the node. Text does not sort, and no time has a range of ids. Cannot be
    /// generated.
    ElasticsearchKOrdered([u8; 15]), example "AZMlAso_Z3VZlADVMHg6";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// The node, 48 bits.
    node: u64 = 1;
    /// The sequence, 24 bits.
    sequence: u32 = 2;
}

told!(ElasticsearchKOrdered);
