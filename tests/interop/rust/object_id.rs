use bson::oid::ObjectId;
use sortid::{AnyId, Format};

use super::{
    COUNT, assert_in_order, assert_now, assert_same_order, field, floored, instants, ours, read,
};

/// Compares the five bytes and the counter.
fn assert_fields(theirs: &ObjectId, id: &AnyId) {
    assert_eq!(theirs.bytes(), *id.to_bytes());
    let bytes = |from: usize, to: usize| {
        let bytes = theirs.bytes();
        bytes[from..to]
            .iter()
            .fold(0, |sum, &byte| sum << 8 | u128::from(byte))
    };
    assert_eq!(field(id, "random"), bytes(4, 9));
    assert_eq!(field(id, "counter"), bytes(9, 12));
    let ms = theirs.timestamp().timestamp_millis();
    assert_eq!(id.timestamp().map(|time| time.unix_ms()), Ok(ms));
}

#[test]
fn peer_ids_have_right_fields_and_order() {
    let mut both = Vec::new();
    for (seconds, nanos) in instants() {
        let node = nanos.to_be_bytes();
        let node = [node[0], node[1], node[2], node[3], seconds as u8];
        let counter = [node[3], node[2], node[4]];
        let theirs = ObjectId::from_parts(seconds as u32, node, counter);
        let id = read(&theirs.to_hex(), Format::ObjectId);
        assert_fields(&theirs, &id);
        assert_eq!(id.timestamp(), Ok(floored(seconds, 0, 1)));
        both.push((theirs, id));
    }
    for _ in 0..COUNT {
        let theirs = ObjectId::new();
        let id = read(&theirs.to_hex(), Format::ObjectId);
        assert_fields(&theirs, &id);
        assert_now(theirs.timestamp().to_system_time());
        both.push((theirs, id));
    }
    assert_same_order(both);
}

#[test]
fn peer_reads_our_ids_in_order() {
    let read = ours(Format::ObjectId).into_iter().map(|id| {
        let theirs = ObjectId::parse_str(id.to_string()).expect("an ObjectId");
        assert_fields(&theirs, &id);
        assert_now(theirs.timestamp().to_system_time());
        theirs
    });
    assert_in_order(&read.collect::<Vec<_>>());
}

#[test]
fn both_accept_upper_case() {
    let text = "507F1F77BCF86CD799439011";
    let theirs = ObjectId::parse_str(text).expect("an ObjectId");
    let id = AnyId::parse(text, Format::ObjectId).expect("an ObjectId");
    assert_eq!(theirs.to_hex(), id.to_string());
}
