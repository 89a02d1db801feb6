//! Exchanges ids with other crates: fields, times and order, and texts that only they accept.

mod cuid;
mod ksuid;
mod object_id;
mod scru;
mod snowflake;
mod sonyflake;
mod typeid;
mod ulid;
mod uuid;
mod xid;

use std::fmt::Debug;
use std::time::{Duration, SystemTime};

use sortid::{AnyId, ErrorCode, Format, Generator, Options, Timestamp};

const COUNT: usize = 1000;

/// Instants at odd fractions of a second, in seconds and nanoseconds.
fn instants() -> impl Iterator<Item = (u64, u32)> {
    (0..COUNT as u64).map(|i| {
        let nanos = (i * 999_983) % 1_000_000_000;
        (1_721_407_246 + i * 86_399, nanos as u32)
    })
}

/// The instant as a `SystemTime`.
fn system(seconds: u64, nanos: u32) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos)
}

/// The instant as a `Timestamp`, rounded down to a unit in nanoseconds.
fn floored(seconds: u64, nanos: u32, unit_ns: u32) -> Timestamp {
    Timestamp::new(seconds as i64, nanos / unit_ns * unit_ns).expect("a time")
}

/// Parses a text of the other crate with sortid.
fn read(text: &str, format: Format) -> AnyId {
    let id = AnyId::parse(text, format).expect("a valid id");
    assert_eq!(id.to_string(), text);
    id
}

/// Consecutive ids of sortid.
fn ours(format: Format) -> Vec<AnyId> {
    let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
    let ids = generator.ids().take(COUNT);
    ids.map(|id| id.expect("an id")).collect()
}

fn field(id: &AnyId, name: &str) -> u128 {
    let value = id.field(name).expect("a field of the format");
    value.try_into().expect("no sign")
}

/// Checks that a time is current, whatever its unit.
fn assert_now(time: SystemTime) {
    let apart = SystemTime::now().duration_since(time);
    let apart = apart.unwrap_or_else(|ahead| ahead.duration());
    assert!(apart < Duration::from_secs(60), "{time:?}");
}

/// Checks that both crates sort the ids in the same order.
fn assert_same_order<T: Ord + Debug>(mut theirs: Vec<(T, AnyId)>) {
    theirs.sort_by(|one, other| one.0.cmp(&other.0));
    for pair in theirs.windows(2) {
        let both = (pair[0].0.cmp(&pair[1].0), pair[0].1.cmp(&pair[1].1));
        assert_eq!(both.0, both.1, "{pair:?}");
    }
}

/// Checks that a sequence of our ids is strictly increasing in the other crate's order.
fn assert_in_order<T: Ord + Debug>(read: &[T]) {
    for pair in read.windows(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}

/// Checks that sortid rejects a text that the other crate accepts.
fn assert_refused(text: &str, format: Format, code: ErrorCode, offset: Option<usize>) {
    let error = AnyId::parse(text, format).expect_err(text);
    assert_eq!((error.code(), error.offset()), (code, offset), "{text}");
}
