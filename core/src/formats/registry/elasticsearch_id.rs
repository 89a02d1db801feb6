//! `elasticsearch_id`: the fields of an elasticflake in the order of Elasticsearch 6 and later (except
//! in logs data streams since 8.17), and of OpenSearch; read-only.

use crate::codec::packed::BASE64URL;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{told, typed};
use sortid_engine::time::Scale;

/// The sequence and the time are split so that Lucene's index compresses well.
const TIME: [(u8, u8); 6] = [(40, 8), (32, 8), (24, 8), (16, 8), (96, 8), (112, 8)];
const SEQUENCE: [(u8, u8); 3] = [(8, 8), (104, 8), (0, 8)];

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &TIME),
        Field::new("node", &[(48, 48)]),
        Field::new("sequence", &SEQUENCE),
    ],
    layout: Layout {
        time: Some(TimeLayout::linear(&TIME, Scale::UNIX_MS)),
        counter: Some(CounterLayout {
            place: Place::new(&SEQUENCE),
            seed: CounterSeed::Zero,
        }),
        node: Some(NodeLayout::drawn(&[(48, 48)], 48)),
        ..Layout::NONE
    },
    read_only: Some("5Fn9ypABPruyFHPoAA6V"),
    sorted: SortBy::Chance,
    text_sorts: false,
    inspected: Inspected {
        // 2017-06-01: the first version 6 with this order.
        likely_from: 1_496_275_200,
        // Any 20 symbols of base64url are one.
        if_likely: true,
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only",
    specification: "elastic/elasticsearch 891db0d",
    ..Row::new(120, &BASE64URL, BASE64URL.literal())
};

typed! {
    /// An id that Elasticsearch 6 and later or OpenSearch generated for a document: 48 bits of
    /// milliseconds since 1970, a 48-bit node, and a 24-bit sequence, as 20 base64url characters.
    /// Since 8.17, documents of logs data streams have an
    /// [`ElasticsearchKOrdered`](crate::ElasticsearchKOrdered).
    ///
    /// The bytes of time and sequence are scattered: neither bytes nor text sort by time, and no
    /// time has a range of ids. Cannot be generated. Converts to [`Elasticflake`](crate::ids::Elasticflake),
    /// whose bytes sort.
    ElasticsearchId([u8; 15]), example "W0tpsmIBdwcYyG50zbta";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// The node, 48 bits.
    node: u64 = 1;
    /// The sequence, 24 bits.
    sequence: u32 = 2;
}

told!(ElasticsearchId);
