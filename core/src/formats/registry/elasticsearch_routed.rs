//! `elasticsearch_routed`: an `elasticsearch_k_ordered` with the hash by which its document is routed;
//! read-only.

use super::elasticsearch_k_ordered::INSPECTED;
use crate::codec::base64url_152::Base64url152;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::row::*;
use crate::id::typed::{told, typed};
use sortid_engine::time::Scale;

const TIME: [(u8, u8); 3] = [(0, 32), (120, 8), (136, 8)];
const SEQUENCE: [(u8, u8); 3] = [(80, 8), (128, 8), (144, 8)];
/// The least significant byte first.
const HASH: [(u8, u8); 4] = [(112, 8), (104, 8), (96, 8), (88, 8)];

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("timestamp_ms", &TIME),
        Field::new("node", &[(32, 48)]),
        Field::new("sequence", &SEQUENCE),
        Field::new("routing_hash", &HASH),
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
    read_only: Some("AZDL3so_Z3VZlADvvq3eEDCQOg"),
    sorted: SortBy::Chance,
    text_sorts: false,
    inspected: INSPECTED,
    is_known: true,
    summary: "milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only",
    specification: "elastic/elasticsearch 1116d7d",
    ..Row::new(152, &Base64url152, Base64url152::LITERAL)
};

typed! {
    /// An id that Elasticsearch 8.17 or later generated for a document of a logs data stream that
    /// is routed by its fields: an [`ElasticsearchKOrdered`](crate::ElasticsearchKOrdered) with a
    /// 32-bit hash, as 26 base64url characters.
    ///
    /// The bytes sort by time to 65 s, text does not, and no time has a range of ids. Cannot be
    /// generated.
    ElasticsearchRouted([u8; 19]), example "AZ5wRIo_EcJ70Arvvq3eiBt7LA";
    /// Milliseconds since 1970, 48 bits.
    timestamp_ms: u64 = 0;
    /// The node, 48 bits.
    node: u64 = 1;
    /// The sequence, 24 bits.
    sequence: u32 = 2;
    /// The hash of the fields that route the document, 32 bits.
    routing_hash: u32 = 3;
}

told!(ElasticsearchRouted);
