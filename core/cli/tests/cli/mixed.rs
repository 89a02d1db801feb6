//! A file of a thousand ids of twenty systems.

use std::collections::BTreeMap;

use sortid::options::{ClockSource, Epoch};
use sortid::{AnyId, AnyTypeId, Format, Generator, Options, Timestamp};

use crate::{json_lines, sortid_reading};

const EACH: usize = 50;

/// A system, the format and epoch that `inspect` shows for its ids, and how many of fifty ids that
/// must be the first reading of. An integer does not tell which of several systems made it.
const SYSTEMS: [(&str, Format, Option<Epoch>, usize); 20] = [
    ("UUIDv7", Format::Uuid7, None, EACH),
    ("UUIDv6", Format::Uuid6, None, EACH),
    ("UUIDv1", Format::Uuid1, None, EACH),
    ("TypeID", Format::Uuid7, None, EACH),
    ("ULID", Format::Ulid, None, EACH),
    ("KSUID", Format::Ksuid, None, EACH),
    ("SCRU128", Format::Scru128, None, EACH),
    ("TID", Format::Tid, None, EACH),
    ("ObjectID", Format::ObjectId, None, EACH),
    ("xid", Format::Xid, None, EACH),
    ("cuid", Format::Cuid, None, EACH),
    ("Firebase", Format::PushId, None, EACH),
    ("Elasticsearch", Format::ElasticsearchId, None, EACH),
    ("Mastodon", Format::Mastodon, None, 0),
    ("Twitter", Format::Snowflake, None, 0),
    ("Discord", Format::Snowflake, Some(Epoch::Discord), EACH),
    ("LinkedIn", Format::Snowflake, Some(Epoch::Linkedin), 0),
    ("Instagram", Format::ShardingId, None, 0),
    ("Sonyflake", Format::Sonyflake, None, 0),
    ("TSID", Format::Tsid, None, 0),
];

/// The instants of a system's ids: March 2020 to January 2026.
fn times() -> impl Iterator<Item = Timestamp> {
    const BEGIN_MS: i64 = 1_583_020_800_000;
    const STEP_MS: i64 = 43 * 86_400_000 + 12_345_670;
    (0..EACH as i64).map(|n| Timestamp::from_unix_ms(BEGIN_MS + n * STEP_MS))
}

/// As Elasticsearch's `TimeBasedUUIDGenerator` puts time, sequence and address together.
fn elasticsearch_id(time: Timestamp, sequence: u32) -> AnyId {
    let time = (time.unix_ms() as u64).to_be_bytes();
    let sequence = sequence.to_be_bytes();
    let mut bytes = [0x5a; 15];
    bytes[..2].copy_from_slice(&[sequence[3], sequence[1]]);
    bytes[2..6].copy_from_slice(&[time[5], time[4], time[3], time[2]]);
    bytes[12..].copy_from_slice(&[time[6], sequence[2], time[7]]);
    AnyId::from_bytes(&bytes, Format::ElasticsearchId).expect("15 bytes")
}

fn ids(system: &str, format: Format, epoch: Option<Epoch>) -> Vec<String> {
    let mut options = Options::new().clock(ClockSource::Manual);
    if let Some(epoch) = epoch {
        options = options.epoch(epoch);
    }
    if format == Format::ElasticsearchId {
        let ids = (0..).zip(times());
        return ids
            .map(|(n, time)| elasticsearch_id(time, n * 97_003).to_string())
            .collect();
    }
    let generator = Generator::dynamic(format, &options).expect("a generator");
    let ids = times().map(|time| generator.next_at(time).expect("an id"));
    match system {
        "TypeID" => {
            let prefix = "user".parse().expect("a prefix");
            let prefixed = ids.map(|id| AnyTypeId::new(prefix, id).expect("a prefixed id"));
            prefixed.map(|id| id.to_string()).collect()
        }
        _ => ids.map(|id| id.to_string()).collect(),
    }
}

#[test]
fn inspect_reads_a_thousand_mixed_ids() {
    let of_systems = SYSTEMS.map(|(system, format, epoch, _)| ids(system, format, epoch));
    let mixed: String = (0..EACH)
        .flat_map(|n| of_systems.iter().map(move |ids| format!("{}\n", ids[n])))
        .collect();
    assert_eq!(mixed.lines().count(), 1000);
    let out = sortid_reading("inspect --json", mixed.as_bytes()).good();
    // Integers, SCRU128s and push ids look like other words, so a search must name them.
    let found = sortid_reading(
        "grep --count --from 2020-01-01 --to 2026-02-01",
        mixed.as_bytes(),
    )
    .good();
    assert_eq!(found, "550\n");
    let mut readings: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for reading in json_lines(&out) {
        let input = reading["input"].as_str().expect("a text").to_owned();
        readings.entry(input).or_default().push(reading);
    }
    for (ids, (system, format, epoch, most_first)) in of_systems.iter().zip(SYSTEMS) {
        let mut first = 0;
        for (id, time) in ids.iter().zip(times()) {
            let is_it = |reading: &serde_json::Value| {
                let seconds = reading["unix"]["seconds"].as_str();
                reading["format"] == format.name()
                    && reading["epoch"].as_str() == epoch.map(Epoch::name)
                    && seconds == Some(&time.seconds().to_string())
            };
            let readings = &readings[id];
            assert!(readings.iter().any(is_it), "{system}: {id}: {readings:#?}");
            first += usize::from(is_it(&readings[0]));
        }
        assert!(
            first >= most_first,
            "{system}: {first} of {EACH} come first"
        );
    }
}
