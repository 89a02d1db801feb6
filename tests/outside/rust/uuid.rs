use sortid::{Format, Id, Timestamp};
use uuid::{ContextV7, NoContext, Uuid};

use super::{COUNT, assert_now, field, floored, instants, system};

fn read(theirs: Uuid, format: Format) -> Id {
    let text = theirs.hyphenated().to_string();
    let id = Id::parse(&text, format).expect("a valid id");
    assert_eq!(id.to_string(), text);
    assert_eq!(*id.to_bytes(), *theirs.as_bytes());
    id
}

#[test]
fn theirs_have_the_right_time() {
    let node = [1, 2, 3, 4, 5, 6];
    for (seconds, nanos) in instants() {
        let time = uuid::Timestamp::from_unix(ContextV7::new(), seconds, nanos);
        let v7 = read(Uuid::new_v7(time), Format::Uuid7);
        assert_eq!(v7.timestamp(), Ok(floored(seconds, nanos, 1_000_000)));
        let time = uuid::Timestamp::from_unix(NoContext, seconds, nanos);
        let v6 = read(Uuid::new_v6(time, &node), Format::Uuid6);
        assert_eq!(v6.timestamp(), Ok(floored(seconds, nanos, 100)));
        assert_eq!(field(&v6, "node"), 0x010203040506);
        let v1 = Uuid::new_v1(time, &node).hyphenated().to_string();
        let converted = sortid::convert(&v1, "uuid1", "uuid6").expect("a version 1");
        assert_eq!(converted.text.as_str(), v6.to_string());
    }
}

#[test]
fn ours_are_read_with_the_right_time() {
    for _ in 0..COUNT {
        for (id, version) in [
            (Id::from(sortid::uuid7()), 7),
            (Id::from(sortid::uuid6()), 6),
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
    }
}
