use std::time::{Duration, SystemTime};

use sonyflake::{Sonyflake, decompose};
use sortid::{ErrorCode, Format, Timestamp};

use super::{assert_in_order, assert_now, assert_refused, assert_same_order, field, ours, read};

/// Two ticks of the peer: each ends after 256 ids, and the caller sleeps.
const BURST: usize = 512;

/// The `SystemTime` of their time since 2014-09-01.
fn system(theirs: u64) -> SystemTime {
    let nanos = decompose(theirs.into()).nanos_time().unsigned_abs();
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_409_529_600) + Duration::from_nanos(nanos)
}

fn assert_fields(theirs: u64, id: &sortid::AnyId) {
    assert_eq!(id.to_u64(), Ok(theirs));
    let parts = decompose(theirs.into());
    assert_eq!(field(id, "timestamp_10ms"), parts.time.into());
    assert_eq!(field(id, "sequence"), parts.sequence.into());
    assert_eq!(field(id, "machine"), parts.machine_id.into());
    assert_eq!(id.timestamp(), Ok(Timestamp::from(system(theirs))));
    assert_now(system(theirs));
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    let machine = || Ok(0xabcd);
    let builder = Sonyflake::builder().machine_id(&machine);
    let generator = builder.finalize().expect("a generator");
    let theirs = (0..BURST).map(|_| {
        let theirs = generator.next_id().expect("an id").to_u64();
        let id = read(&theirs.to_string(), Format::Sonyflake);
        assert_fields(theirs, &id);
        assert_eq!(field(&id, "machine"), 0xabcd);
        (theirs, id)
    });
    let theirs: Vec<_> = theirs.collect();
    assert_in_order(&theirs.iter().map(|(_, id)| id).collect::<Vec<_>>());
    assert_same_order(theirs);
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Sonyflake).into_iter().map(|id| {
        let theirs: u64 = id.to_string().parse().expect("a number");
        assert_fields(theirs, &id);
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

/// The peer reads the top bit as a time beyond the last.
#[test]
fn peer_accepts_a_top_bit() {
    let theirs = 1u64 << 63;
    let parts = decompose(theirs.into());
    assert_eq!((parts.msb, parts.time), (1, 1 << 39));
    assert_refused(
        &theirs.to_string(),
        Format::Sonyflake,
        ErrorCode::OutOfRange,
        None,
    );
}
