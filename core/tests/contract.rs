//! Guarantees of the types: sizes, order, conversions, and the lists of formats and codes.

use std::collections::HashSet;

use sortid::options::OPTIONS;
use sortid::{AnyId, Error, ErrorCode, Form, Format, Scru160, Tid, Timeid, Uuid1, Uuid6, Uuid7};

#[test]
fn format_codes_count_from_one_without_gaps() {
    // Codes index the tables of default generators and nodes.
    for (index, format) in Format::ALL.iter().enumerate() {
        assert_eq!(format.code() as usize, index + 1);
        assert_eq!(format.name().parse::<Format>(), Ok(*format));
    }
    assert_eq!(
        "nil".parse::<Format>().map_err(|error| error.code()),
        Err(ErrorCode::UnknownFormat)
    );
}

#[test]
fn error_codes_never_change() {
    // The numbers are part of the C ABI: changing one breaks every caller.
    let codes: Vec<_> = ErrorCode::ALL
        .iter()
        .map(|code| (code.number(), code.name()))
        .collect();
    let expected = [
        (1, "invalid_length"),
        (2, "invalid_character"),
        (3, "out_of_range"),
        (4, "invalid_variant"),
        (5, "invalid_version"),
        (6, "timestamp_out_of_range"),
        (7, "invalid_field"),
        (8, "invalid_option"),
        (9, "unknown_format"),
        (10, "not_applicable"),
        (11, "clock_rollback"),
        (12, "counter_exhausted"),
        (13, "entropy_unavailable"),
        (14, "forked_generator"),
        (15, "wrong_prefix"),
        (16, "lead_exceeded"),
        (20, "store_io"),
        (21, "store_corrupt"),
        (22, "store_foreign"),
        (23, "store_locked"),
        (24, "store_read_only"),
        (25, "store_full"),
        (26, "lease_expired"),
        (30, "null_argument"),
        (31, "buffer_too_small"),
        (32, "panic"),
    ];
    assert_eq!(codes, expected);
}

#[test]
fn option_names_are_unique_and_formats_use_listed_ones() {
    let names: HashSet<_> = OPTIONS.iter().map(|option| option.name).collect();
    assert_eq!(names.len(), OPTIONS.len());
    for format in Format::ALL {
        assert!(!format.summary().is_empty() && !format.specification().is_empty());
        for option in format.options() {
            assert!(names.contains(option), "{format} names {option}");
        }
    }
}

#[test]
fn fields_and_fixed_bits_cover_each_format() {
    for format in Format::ALL {
        let bits: u32 = format.fields().map(|(_, bits)| bits).sum();
        let marks = match format {
            Format::Uid11Snowish | Format::Snowflake | Format::Sonyflake | Format::Scru64 => 1,
            Format::Sid | Format::Cuid => 2,
            _ if format.reads(Form::Urn) && format.can_generate() => 6,
            _ => 0,
        };
        assert_eq!(bits + marks, format.bits(), "{format}");
    }
}

#[test]
fn newtypes_have_no_size_overhead() {
    assert_eq!(size_of::<Tid>(), 8);
    assert_eq!(size_of::<Timeid>(), 8);
    assert_eq!(size_of::<Uuid7>(), 16);
    assert_eq!(size_of::<Scru160>(), 20);
    assert_eq!(size_of::<Error>(), 32);
}

#[test]
fn conversions_are_const() {
    const TID: Result<Tid, Error> = Tid::from_u64(0x17fd_6873_eaf0_7c06);
    const TIME: u64 = match TID {
        Ok(tid) => tid.timestamp_us(),
        Err(_) => 0,
    };
    assert_eq!(TIME, 1_688_137_381_887_007);
    const REFUSED: Result<Uuid7, Error> = Uuid7::from_u128(0);
    assert_eq!(
        REFUSED.map_err(|error| error.code()),
        Err(ErrorCode::InvalidVariant)
    );
}

#[test]
fn ids_of_different_formats_sort_by_code_and_differ() {
    let text = "3jzfcijpj2z2a";
    let (tid, timeid) = (
        AnyId::parse(text, Format::Tid).expect("a tid"),
        AnyId::parse(text, Format::Timeid).expect("a timeid"),
    );
    assert_ne!(tid, timeid);
    assert!(tid < timeid);
    assert_eq!(
        Tid::try_from(timeid).map_err(|error| error.code()),
        Err(ErrorCode::NotApplicable)
    );
}

#[test]
fn timeids_sort_by_time_across_1970() {
    let texts = [
        "s222-222-2222-22",
        "zzzz-zzz-zzzy-zz",
        "2222-222-2222-22",
        "bzzz-zzz-zzzz-zz",
    ];
    let typed: Vec<Timeid> = texts
        .iter()
        .map(|text| text.parse().expect("a timeid"))
        .collect();
    let dynamic: Vec<AnyId> = typed.iter().map(|&id| id.into()).collect();
    let ints: Vec<i64> = typed.iter().map(|id| id.to_i64()).collect();
    assert!(typed.is_sorted() && dynamic.is_sorted() && ints.is_sorted());
}

#[test]
fn node_classes_follow_the_draft() {
    use sortid::NodeClass::{BestEffort, Context, Global};
    for (node, class) in [
        ("22", BestEffort),
        ("2z", BestEffort),
        ("32", Context),
        ("yz", Context),
        ("z2", Global),
        ("zz", Global),
    ] {
        let id: Timeid = format!("3kxn-lhr-3gxq-{node}").parse().expect("a timeid");
        assert_eq!(id.node_class(), class, "R-TIMEID-5, {node}");
    }
}

#[test]
fn errors_report_code_offset_and_subject() {
    let error = |text: &str| text.parse::<Uuid7>().expect_err("refused");
    let version = error("017f22e2-79b0-4cc3-98c4-dc0c0c07398f");
    assert_eq!(
        version.to_string(),
        "invalid_version: unexpected UUID version 4 at byte 14, a uuid7 has 7"
    );
    let variant = error("urn:uuid:017f22e2-79b0-7cc3-18c4-dc0c0c07398f");
    assert_eq!(
        (variant.code(), variant.offset()),
        (ErrorCode::InvalidVariant, Some(28))
    );
    let bare = error("017f22e279b04cc398c4dc0c0c07398f");
    assert_eq!(
        (bare.code(), bare.offset()),
        (ErrorCode::InvalidVersion, Some(12))
    );
    let field = AnyId::from_fields([("clock_id", 1024)], Format::Tid).expect_err("refused");
    assert_eq!(field.subject(), Some("clock_id"));
}

#[test]
fn lone_surrogate_counts_as_three_bytes() {
    // UTF-8 has no lone surrogates. Languages that allow them pass one as three bytes.
    let text = b"\xed\xa0\x80fcijpj2z2a";
    let error = Tid::parse(text).expect_err("refused");
    assert_eq!(
        (error.code(), error.offset()),
        (ErrorCode::InvalidCharacter, Some(0))
    );
}

#[test]
fn unsupported_forms_are_not_applicable() {
    let tid = AnyId::parse("3jzfcijpj2z2a", Format::Tid).expect("a tid");
    for form in [Form::Compact, Form::Hex, Form::Urn] {
        let refused = tid.to_form(form).map_err(|error| error.code());
        assert_eq!(refused, Err(ErrorCode::NotApplicable));
    }
}

#[test]
fn integer_conversions_require_matching_width() {
    let uuid = AnyId::from(example());
    assert!(uuid.to_u64().is_err());
    assert_eq!(
        AnyId::from_u128(uuid.to_u128().expect("128 bits"), Format::Uuid7),
        Ok(uuid)
    );
    assert!(AnyId::from_u64(0, Format::Scru160).is_err());
    assert!(AnyId::from_u128(0, Format::Tid).is_err());
}

fn example() -> Uuid7 {
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        .parse()
        .expect("a UUID")
}

#[test]
fn uuid1_accepts_text_and_bytes_and_rejects_other_versions() {
    let v1: Uuid1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
        .parse()
        .expect("version 1");
    let v6 = Uuid6::from(v1);
    assert_eq!(v6.to_string(), "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
    assert_eq!(Uuid1::from_bytes(v1.to_bytes()), Ok(v1));
    assert_eq!(
        Uuid1::from_bytes(v6.to_bytes()).map_err(|error| error.code()),
        Err(ErrorCode::InvalidVersion)
    );
    let bytes = sortid::convert_bytes(&v6.to_bytes(), "uuid6", "uuid1").expect("converted");
    assert_eq!(&*bytes.bytes, &v1.to_bytes());
}

#[cfg(feature = "bson")]
#[test]
fn object_id_converts_to_and_from_bson() {
    use bson::oid::ObjectId as Oid;
    use sortid::ObjectId;

    let theirs = Oid::parse_str("507c7f79bcf86cd7994f6c0e").expect("an ObjectId");
    let ours = ObjectId::from(theirs);
    assert_eq!(ours.to_string(), theirs.to_hex());
    assert_eq!(Oid::from(ours), theirs);
    assert_eq!(Oid::try_from(AnyId::from(theirs)), Ok(theirs));
    assert_eq!(ours, ObjectId::from(Oid::from(ours)));
    // An xid also has twelve bytes.
    let other = AnyId::from_bytes(&theirs.bytes(), Format::Xid).expect("an xid");
    assert_eq!(
        Oid::try_from(other).map_err(|error| error.code()),
        Err(ErrorCode::NotApplicable)
    );
}

#[cfg(feature = "bson")]
#[test]
fn bson_document_contains_the_twelve_bytes() {
    let id = sortid::literals::object_id!("507c7f79bcf86cd7994f6c0e");
    let document = bson::doc! { "_id": id };
    assert_eq!(document.get_object_id("_id").ok(), Some(id.into()));
    let bytes = document.to_vec().expect("a document");
    assert!(bytes.windows(12).any(|bytes| bytes == id.to_bytes()));
}

#[cfg(feature = "uuid")]
#[test]
fn uuid7_converts_to_and_from_uuid_crate() {
    let theirs = uuid::Uuid::parse_str("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").expect("a UUID");
    let ours = Uuid7::try_from(theirs).expect("version 7");
    assert_eq!(uuid::Uuid::from(ours), theirs);
    let ulid = sortid::Ulid::try_from(theirs).expect("any bits");
    assert_eq!(ulid.to_string(), "01FWHE4YDGFK1SHH6W1G60EECF");
    assert_eq!(uuid::Uuid::from(ulid), theirs);
    assert_eq!(ours.to_string(), theirs.to_string());
    assert!(Uuid6::try_from(theirs).is_err());
}

#[test]
fn values_and_generators_cross_catch_unwind() {
    fn is_unwind_safe<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    is_unwind_safe::<Uuid7>();
    is_unwind_safe::<AnyId>();
    is_unwind_safe::<Error>();
    #[cfg(feature = "std")]
    {
        is_unwind_safe::<sortid::Options>();
        is_unwind_safe::<sortid::Generator<Tid>>();
    }
}
