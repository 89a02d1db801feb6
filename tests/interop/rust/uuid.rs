use sortid::{AnyId, ErrorCode, Format, Timestamp};
use uuid::{ContextV7, NoContext, Uuid};

use super::{COUNT, assert_now, field, floored, instants, system};

fn read(theirs: Uuid, format: Format) -> AnyId {
    let text = theirs.hyphenated().to_string();
    let id = AnyId::parse(&text, format).expect("a valid id");
    assert_eq!(id.to_string(), text);
    assert_eq!(*id.to_bytes(), *theirs.as_bytes());
    id
}

#[test]
fn peer_ids_have_right_time() {
    let node = [1, 2, 3, 4, 5, 6];
    for (seconds, nanos) in instants() {
        let time = uuid::Timestamp::from_unix(ContextV7::new(), seconds, nanos);
        let v7 = read(Uuid::new_v7(time), Format::Uuid7);
        assert_eq!(v7.timestamp(), Ok(floored(seconds, nanos, 1_000_000)));
        let time = uuid::Timestamp::from_unix(NoContext, seconds, nanos);
        let v6 = read(Uuid::new_v6(time, &node), Format::Uuid6);
        assert_eq!(v6.timestamp(), Ok(floored(seconds, nanos, 100)));
        assert_eq!(field(&v6, "node"), 0x010203040506);
        let v1 = Uuid::new_v1(time, &node);
        let read = read(v1, Format::Uuid1);
        assert_eq!(read.timestamp(), v6.timestamp());
        assert_eq!(field(&read, "node"), 0x010203040506);
        let converted = sortid::convert(read.to_string(), "uuid1", "uuid6").expect("a version 1");
        assert_eq!(converted.text.as_str(), v6.to_string());
    }
}

#[test]
fn peer_ids_of_every_version_are_read() {
    let nil = [Uuid::nil(), Uuid::max(), Uuid::from_u128(1)];
    for theirs in nil.into_iter().chain((0..COUNT).map(|_| Uuid::new_v4())) {
        let any = read(theirs, Format::AnyUuid);
        let time = any.timestamp().map_err(|error| error.code());
        assert_eq!(time, Err(ErrorCode::NotApplicable));
        let known = AnyId::parse(any.to_string(), Format::Uuid4).is_ok();
        let is_four = theirs.get_version_num() == 4;
        assert_eq!(known, is_four, "{theirs}");
    }
}

#[test]
fn peer_reads_our_ids_with_right_time() {
    for _ in 0..COUNT {
        for (id, version) in [
            (AnyId::from(sortid::uuid7()), 7),
            (AnyId::from(sortid::uuid6()), 6),
            (AnyId::from(sortid::uuid1()), 1),
        ] {
            let theirs: Uuid = id.to_string().parse().expect("a UUID");
            assert_eq!(
                (theirs.get_version_num(), theirs.get_variant()),
                (version, uuid::Variant::RFC4122)
            );
            let (seconds, nanos) = theirs.get_timestamp().expect("a time").to_unix();
            assert_eq!(id.timestamp(), Timestamp::new(seconds as i64, nanos));
            assert_now(system(seconds, nanos));
        }
        let four = sortid::uuid4().to_string();
        let theirs: Uuid = four.parse().expect("a UUID");
        assert_eq!(
            (theirs.get_version_num(), theirs.get_variant()),
            (4, uuid::Variant::RFC4122)
        );
        assert_eq!(theirs.hyphenated().to_string(), four);
    }
}
