use std::str::FromStr;

use sortid::Format;

use super::{COUNT, assert_in_order, assert_now, assert_same_order, field, ours, read};

fn assert_fields(theirs: &xid::Id, id: &sortid::AnyId) {
    assert_eq!(*theirs.as_bytes(), *id.to_bytes());
    let [a, b, c] = theirs.machine();
    let machine = u32::from_be_bytes([0, a, b, c]);
    assert_eq!(field(id, "machine"), machine.into());
    assert_eq!(field(id, "pid"), theirs.pid().into());
    assert_eq!(field(id, "counter"), theirs.counter().into());
    assert_eq!(id.timestamp(), Ok(theirs.time().into()));
    assert_now(theirs.time());
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    let theirs = (0..COUNT).map(|_| {
        let theirs = xid::new();
        let id = read(&theirs.to_string(), Format::Xid);
        assert_fields(&theirs, &id);
        (theirs, id)
    });
    assert_same_order(theirs.collect());
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::Xid).into_iter().map(|id| {
        let theirs = xid::Id::from_str(&id.to_string()).expect("an xid");
        assert_fields(&theirs, &id);
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

#[test]
fn both_reject_upper_case_and_bits_after_the_96th() {
    for text in ["9M4E2MR0UI3E8A215N4G", "c6e52g2mrqcjl44hf179"] {
        assert!(xid::Id::from_str(text).is_err(), "{text}");
        assert!(!sortid::AnyId::is_valid(text, Format::Xid), "{text}");
    }
}
