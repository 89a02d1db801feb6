use std::str::FromStr;
use std::time::SystemTime;

use sortid::{ErrorCode, Format};
use svix_ksuid::{Ksuid, KsuidLike};

use super::{
    assert_in_order, assert_now, assert_refused, assert_same_order, field, floored, instants, ours,
    read, system,
};

fn payload(id: &sortid::AnyId) -> Vec<u8> {
    let payload = field(id, "payload_hi") << 64 | field(id, "payload_lo");
    payload.to_be_bytes().to_vec()
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    let mut both = Vec::new();
    for (seconds, nanos) in instants() {
        let theirs = Ksuid::new(Some(system(seconds, nanos)), None);
        let id = read(&theirs.to_string(), Format::Ksuid);
        assert_eq!(*id.to_bytes(), *theirs.bytes());
        assert_eq!(field(&id, "timestamp_s"), theirs.timestamp_raw().into());
        assert_eq!(payload(&id), theirs.payload());
        assert_eq!(id.timestamp(), Ok(floored(seconds, nanos, 1_000_000_000)));
        both.push((theirs, id));
    }
    assert_same_order(both);
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Ksuid).into_iter().map(|id| {
        let theirs = Ksuid::from_str(&id.to_string()).expect("a ksuid");
        assert_eq!(*theirs.bytes(), *id.to_bytes());
        assert_eq!(
            u128::from(theirs.timestamp_raw()),
            field(&id, "timestamp_s")
        );
        assert_eq!(theirs.payload(), payload(&id));
        assert_now(theirs.timestamp::<SystemTime>());
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

/// A text above the largest id wraps to nil, and a time before the epoch to 2150.
#[test]
fn peer_wraps_out_of_range_values() {
    for (text, wrapped) in [
        ("aWgEPTl1tmebfsQzFP4bxwgy80W", "000000000000000000000000000"),
        ("zzzzzzzzzzzzzzzzzzzzzzzzzzz", "PTJlaWEy6DLOK7Z0kavO23J1rzT"),
    ] {
        let theirs = Ksuid::from_str(text).expect("it takes it");
        assert_eq!(theirs.to_string(), wrapped);
        assert_refused(text, Format::Ksuid, ErrorCode::OutOfRange, None);
    }
    let early = Ksuid::from_seconds(Some(1_399_999_999), None);
    assert_eq!(early.timestamp_raw(), u32::MAX);
    let time = sortid::Timestamp::new(1_399_999_999, 0).expect("a time");
    let ours = sortid::AnyId::min_at(time, Format::Ksuid).map_err(|error| error.code());
    assert_eq!(ours, Err(ErrorCode::TimestampOutOfRange));
}
