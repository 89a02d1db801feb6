//! `type-safe-id`: TypeIDs, which sortid reads as prefixed ids of version 7.

use sortid::{AnyTypeId, ErrorCode, Format, Prefix, Timestamp, Uuid7};
use type_safe_id::{DynamicType, TypeSafeId};
use uuid::{ContextV7, Uuid};

use super::{COUNT, assert_in_order, assert_now, floored, instants, system};

type Theirs = TypeSafeId<DynamicType>;

sortid::id_type!(type OrderId = TypeId<Order>, format = Uuid7, prefix = "order");

/// Includes the longest prefix, and one with a separator.
fn prefixes() -> [String; 4] {
    let longest = "x".repeat(63);
    ["", "order", "line_item", &longest].map(str::to_owned)
}

/// Parses a text of the other crate with sortid.
fn read(theirs: &Theirs) -> AnyTypeId {
    let text = theirs.to_string();
    let id = AnyTypeId::parse(&text, Format::Uuid7).expect("a TypeID");
    assert_eq!(id.to_string(), text);
    assert_eq!(id.prefix().as_str(), theirs.type_prefix());
    assert_eq!(*id.id().to_bytes(), *theirs.uuid().as_bytes());
    id
}

#[test]
fn peer_ids_have_right_prefix_and_time() {
    for prefix in prefixes() {
        let kind = || DynamicType::new(&prefix).expect("a prefix");
        for (seconds, nanos) in instants() {
            let time = uuid::Timestamp::from_unix(ContextV7::new(), seconds, nanos);
            let theirs = Theirs::from_type_and_uuid(kind(), Uuid::new_v7(time));
            let time = read(&theirs).id().timestamp();
            assert_eq!(time, Ok(floored(seconds, nanos, 1_000_000)));
        }
        let now = read(&Theirs::new_with_type(kind())).id().timestamp();
        assert_now(now.and_then(TryInto::try_into).expect("a time"));
    }
}

#[test]
fn peer_reads_our_ids_in_order() {
    let mut run = Vec::new();
    for _ in 0..COUNT {
        let id = OrderId::now();
        let theirs: Theirs = id.to_string().parse().expect("a TypeID");
        assert_eq!(theirs.type_prefix(), "order");
        assert_eq!(*theirs.uuid().as_bytes(), id.id().to_bytes());
        let time = theirs.uuid().get_timestamp().expect("a time").to_unix();
        assert_eq!(id.id().timestamp(), Timestamp::from(system(time.0, time.1)));
        run.push(theirs);
    }
    assert_in_order(&run);
}

/// The peer also accepts version 4, but a TypeID requires version 7.
#[test]
fn peer_accepts_any_uuid() {
    let text = "user_7mfb0gpp6c8dsaasre0asc7n3s";
    let theirs: Theirs = text.parse().expect("it takes it");
    assert_eq!(theirs.uuid().get_version_num(), 4);
    let refused = AnyTypeId::parse(text, Format::Uuid7).map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::InvalidVersion));
}

#[test]
fn both_reject_invalid_cases_of_the_specification() {
    for (text, code, offset) in [
        (
            "PREFIX_00000000000000000000000000",
            ErrorCode::InvalidCharacter,
            Some(0),
        ),
        (
            "_01h455vb4pex5vsknk084sn02q",
            ErrorCode::InvalidCharacter,
            Some(0),
        ),
        (
            "prefix_01H455VB4PEX5VSKNK084SN02Q",
            ErrorCode::InvalidCharacter,
            Some(9),
        ),
        (
            "prefix_81h455vb4pex5vsknk084sn02q",
            ErrorCode::OutOfRange,
            None,
        ),
        (
            "prefix_01h455vb4pex5vsknk084sn02",
            ErrorCode::InvalidLength,
            Some(32),
        ),
    ] {
        assert!(text.parse::<Theirs>().is_err(), "{text}");
        let error = AnyTypeId::parse(text, Format::Uuid7).expect_err(text);
        assert_eq!((error.code(), error.offset()), (code, offset), "{text}");
    }
    for prefix in ["_a", "a_", "a1", "A", &"x".repeat(64)] {
        assert!(DynamicType::new(prefix).is_err(), "{prefix}");
        assert!(Prefix::new(prefix).is_err(), "{prefix}");
    }
}
