use sortid::{ErrorCode, Format};
use ulid::{Generator, Ulid};

use super::{
    assert_in_order, assert_now, assert_refused, assert_same_order, field, floored, instants, ours,
    read, system,
};

#[test]
fn peer_ids_have_right_fields_and_order() {
    let mut generator = Generator::new();
    let mut both = Vec::new();
    for (seconds, nanos) in instants() {
        let time = system(seconds, nanos);
        // The second id of a millisecond increments the first.
        for _ in 0..2 {
            let theirs = generator.generate_from_datetime(time).expect("a ulid");
            let id = read(&theirs.to_string(), Format::Ulid);
            assert_eq!(id.to_u128(), Ok(theirs.0));
            assert_eq!(field(&id, "timestamp_ms"), theirs.timestamp_ms().into());
            assert_eq!(field(&id, "randomness"), theirs.random());
            assert_eq!(id.timestamp(), Ok(floored(seconds, nanos, 1_000_000)));
            both.push((theirs, id));
        }
    }
    assert_same_order(both);
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Ulid).into_iter().map(|id| {
        let theirs = Ulid::from_string(&id.to_string()).expect("a ulid");
        assert_eq!(theirs.to_bytes(), *id.to_bytes());
        assert_eq!(
            u128::from(theirs.timestamp_ms()),
            field(&id, "timestamp_ms")
        );
        assert_eq!(theirs.random(), field(&id, "randomness"));
        assert_now(theirs.datetime());
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

#[test]
fn peer_wraps_out_of_range_values() {
    let text = "8ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    let wrapped = Ulid::from_string(text).expect("it takes it");
    assert_eq!(wrapped.to_string(), "0ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    assert_refused(text, Format::Ulid, ErrorCode::OutOfRange, None);
}
