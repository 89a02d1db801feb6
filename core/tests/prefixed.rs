//! TypeId ids: cases of TypeID, every error with its offset, and the typed variant.
#![cfg(feature = "std")]

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use proptest::prelude::*;
use sortid::options::Epoch;
use sortid::{
    AnyId, AnyTypeId, AnyUuid, ErrorCode, Form, Format, Generator, IdType, Options, Prefix,
    Snowflake, Tid, Timestamp, TypedId, Uuid7, UuidKind,
};

sortid::id_type!(pub type OrderId = TypeId<Order>, format = Uuid7, prefix = "order");
sortid::id_type!(type AnyOrderId = TypeId<AnyOrder>, prefix = "order");
sortid::id_type!(type OrderTid = TypeId<TidOrder>, format = Tid, prefix = "order");
sortid::id_type!(type BareId = TypeId<Bare>, format = Uuid7, prefix = "");
sortid::id_type!(type PlainId = TypeId<Plain>, format = Uuid7);
sortid::id_type! {
    /// The longest prefix.
    type LongId = TypeId<Long>,
    format = Uuid7,
    prefix = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
}
sortid::id_type! {
    type MessageId = TypeId<Message>,
    format = Snowflake,
    options = Options::new().epoch(Epoch::Discord)
}

fn prefix(text: &str) -> Prefix {
    Prefix::new(text).expect("a prefix")
}

fn refused(text: &[u8], format: Format, expected: Option<&str>) -> (ErrorCode, Option<usize>) {
    let error = match expected {
        Some(expected) => AnyTypeId::parse_expecting(text, format, &prefix(expected)),
        None => AnyTypeId::parse(text, format),
    };
    let error = error.expect_err("refused");
    (error.code(), error.offset())
}

#[test]
fn prefix_new_validates_the_text() {
    for good in ["", "a", "order", "a_b", "a__b", &"z".repeat(63)] {
        assert_eq!(prefix(good).as_str(), good);
        assert_eq!(good.parse(), Ok(prefix(good)));
    }
    for bad in ["_", "_a", "a_", "A", "a1", "a-b", "é", &"z".repeat(64)] {
        let error = Prefix::new(bad).expect_err("refused");
        let found = (error.code(), error.subject());
        assert_eq!(found, (ErrorCode::InvalidOption, Some("prefix")), "{bad}");
    }
    assert!(prefix("order") < prefix("order_x") && prefix("order_x") < prefix("orders"));
}

#[test]
fn wrong_prefix_is_reported_before_other_errors() {
    use ErrorCode::{InvalidCharacter, InvalidLength, WrongPrefix};
    let id = "01h455vb4pex5vsknk084sn02q";
    for (text, code, offset) in [
        (format!("user_{id}"), WrongPrefix, 0),
        (id.to_owned(), WrongPrefix, 0),
        // Any text after the prefix.
        ("user_".to_owned(), WrongPrefix, 0),
        ("user_?".to_owned(), WrongPrefix, 0),
        (String::new(), WrongPrefix, 0),
        // Malformed prefixes.
        (format!("Order_{id}"), InvalidCharacter, 0),
        (format!("_{id}"), InvalidCharacter, 0),
        (format!("order__{id}"), InvalidCharacter, 5),
        (format!("{}_{id}", "a".repeat(64)), InvalidLength, 91),
        // A wrong length is reported rather than an invalid character before it.
        ("Order_".to_owned(), InvalidLength, 6),
        ("order_0".to_owned(), InvalidLength, 7),
        (format!("order_{id}\n"), InvalidLength, 33),
        (
            format!("order_{}", id.replace('b', "u")),
            InvalidCharacter,
            13,
        ),
    ] {
        let refused = refused(text.as_bytes(), Format::Uuid7, Some("order"));
        assert_eq!(refused, (code, Some(offset)), "{text}");
    }
    // An expected prefix may also be empty.
    let refused = refused(format!("order_{id}").as_bytes(), Format::Uuid7, Some(""));
    assert_eq!(refused, (WrongPrefix, Some(0)));
    assert!(AnyTypeId::parse_expecting(id, Format::Uuid7, &Prefix::EMPTY).is_ok());
}

#[test]
fn only_canonical_text_is_accepted_after_a_prefix() {
    use ErrorCode::{InvalidCharacter, InvalidLength, NotApplicable};
    for (text, format, code, offset) in [
        ("a_222222222222a", Format::Timeid, InvalidLength, Some(15)),
        (
            "a_0xffffffffffffffff",
            Format::FlakeIdgen,
            InvalidCharacter,
            Some(3),
        ),
        ("a_01", Format::Snowflake, InvalidCharacter, Some(2)),
        ("a_", Format::Snowflake, InvalidLength, Some(2)),
        (
            "a_017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
            Format::Uuid7,
            InvalidLength,
            Some(38),
        ),
        ("-OoOoOoOoOoOoOoOoOoO", Format::PushId, NotApplicable, None),
        ("", Format::Elasticflake, NotApplicable, None),
    ] {
        assert_eq!(
            refused(text.as_bytes(), format, None),
            (code, offset),
            "{text}"
        );
    }
    // Upper and lower case are handled by the format's own parser.
    let ulid = AnyTypeId::parse("a_01arz3ndektsv4rrffq69g5fav", Format::Ulid).expect("a ulid");
    assert_eq!(ulid.to_string(), "a_01ARZ3NDEKTSV4RRFFQ69G5FAV");
}

#[test]
fn typed_prefixed_id_has_size_and_order_of_its_id() {
    assert_eq!(size_of::<OrderId>(), size_of::<Uuid7>());
    assert_eq!(size_of::<OrderTid>(), size_of::<Tid>());
    fn is_shared<T: Send + Sync + Copy>() {}
    is_shared::<OrderId>();
    let ids: Vec<OrderId> = (0..1000).map(|_| OrderId::now()).collect();
    assert!(ids.is_sorted());
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    let texts: Vec<String> = ids.iter().map(OrderId::to_string).collect();
    assert!(texts.is_sorted());
    let id = ids[0];
    let dynamic = AnyTypeId::from(id);
    assert_eq!(
        (dynamic.prefix(), dynamic.id()),
        (&prefix("order"), id.id().into())
    );
    assert_eq!(OrderId::try_from(dynamic), Ok(id));
    assert_eq!(texts[0].parse(), Ok(id));
    assert_eq!(
        texts[0],
        format!(
            "order_{}",
            AnyId::from(id)
                .to_form(Form::Typeid)
                .expect("typeid")
                .as_str()
        )
    );
    assert!(OrderId::is_valid(&texts[0]) && !OrderId::is_valid(id.id().to_string()));

    let other = AnyTypeId::new(prefix("user"), id.id()).expect("prefixed");
    let code = OrderId::try_from(other).map_err(|error| error.code());
    assert_eq!(code, Err(ErrorCode::WrongPrefix));
    let other = AnyTypeId::new(prefix("order"), Tid::try_now().expect("a tid")).expect("prefixed");
    let code = OrderId::try_from(other).map_err(|error| error.code());
    assert_eq!(code, Err(ErrorCode::NotApplicable));

    let bare = BareId::new(id.id());
    assert_eq!(format!("order_{bare}"), texts[0]);
    let long = LongId::new(id.id());
    assert_eq!(long.to_text().len(), 63 + 1 + 26);
    let plain = PlainId::new(id.id());
    assert_eq!(plain.to_string(), id.id().to_string());
    assert_eq!(plain.to_string().replace('-', "").parse(), Ok(plain));
    let tids = (OrderTid::try_now(), OrderTid::try_now());
    assert!(tids.0.expect("a tid") < tids.1.expect("a tid"));
}

#[test]
fn prefixed_ranges_match_the_format() {
    let hour = |n: i64| Timestamp::from_unix_ms(1_700_000_000_000 + n * 3_600_000);
    let ids: BTreeSet<OrderId> = (0..10)
        .map(|n| OrderId::max_at(hour(n)).expect("an id"))
        .collect();
    let range = OrderId::range(hour(3), hour(6)).expect("a range");
    assert_eq!(ids.range(range).count(), 3);
    let (min, max) = (OrderId::min_at(hour(3)), OrderId::max_at(hour(3)));
    assert!(min.expect("an id") < max.expect("an id"));
}

#[test]
fn typeid_of_any_uuid_generates_and_bounds_version_7() {
    let (first, second) = (AnyOrderId::now(), AnyOrderId::try_now().expect("an id"));
    assert!(first < second);
    assert_eq!(first.id().kind(), UuidKind::Version7);
    assert_eq!(first.to_string().parse(), Ok(first));
    let strict: OrderId = first.to_string().parse().expect("a version 7");
    assert_eq!(AnyUuid::from(strict.id()), first.id());
    let time = Timestamp::from_unix_ms(1_645_557_742_000);
    let (min, max) = (AnyOrderId::min_at(time), AnyOrderId::max_at(time));
    let range = AnyOrderId::range(time, Timestamp::from_unix_ms(1_645_557_742_001));
    assert_eq!(range, Ok(min.expect("an id")..=max.expect("an id")));
    let strict = OrderId::min_at(time).expect("an id");
    assert_eq!(min.map(|id| id.to_string()), Ok(strict.to_string()));
    let declared = IdType::new(Format::AnyUuid).with_prefix(prefix("order"));
    let least = declared.and_then(|declared| declared.min_at(time));
    assert_eq!(
        least.and_then(|id| AnyTypeId::new(prefix("order"), id)),
        min.map(AnyTypeId::from)
    );
    assert_eq!(
        sortid::new::<AnyUuid>().map_err(|error| error.code()),
        Err(ErrorCode::NotApplicable)
    );
}

#[test]
fn timestamp_of_a_typeid_is_that_of_its_version() {
    let time = |text: &str| {
        let id = AnyUuid::parse(text).expect("a UUID");
        let typed = AnyOrderId::new(id).timestamp();
        let dynamic = AnyTypeId::new(prefix("order"), id).and_then(|id| id.timestamp());
        assert_eq!(typed, dynamic);
        typed.map(|time| time.to_string())
    };
    for text in [
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
        "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    ] {
        assert_eq!(time(text).as_deref(), Ok("2022-02-22T19:22:22Z"));
    }
    for text in [
        "919108f7-52d1-4320-9bac-f847db4148a8",
        "00000000-0000-0000-0000-000000000000",
        // Version 7 of another variant.
        "017f22e2-79b0-7cc3-58c4-dc0c0c07398f",
    ] {
        let error = time(text).expect_err("no time");
        assert_eq!(
            (error.code(), error.subject()),
            (ErrorCode::NotApplicable, Some("time"))
        );
    }
    let tid = AnyTypeId::parse("order_3jzfcijpj2z2a", Format::Tid).expect("a tid");
    assert_eq!(tid.timestamp(), tid.id().timestamp());
}

#[test]
fn declared_options_apply_to_times_ranges_and_generators() {
    let id: MessageId = "175928847299117063".parse().expect("a snowflake");
    let time = id.timestamp().expect("a time");
    assert_eq!(time.to_string(), "2016-04-30T11:18:25.796Z");
    let (min, max) = (MessageId::min_at(time), MessageId::max_at(time));
    let (min, max) = (min.expect("an id"), max.expect("an id"));
    assert!(min <= id && id <= max);
    let range = MessageId::range(time, Timestamp::from_unix_ms(time.unix_ms() + 1));
    assert_eq!(range, Ok(min..=max));
    let generator = Generator::<MessageId>::new().expect("a generator");
    let other = Generator::<MessageId>::with(&Options::new().epoch_unix_ms(0));
    let error = other.expect_err("an option of the type");
    assert_eq!(error.subject(), Some("epoch_unix_ms"), "{error}");
    let now = Timestamp::now().seconds();
    for id in [
        generator.next(),
        MessageId::try_now(),
        sortid::new(),
        sortid::new_within(Duration::MAX).map(|id| id.expect("an id")),
        MessageId::at(Timestamp::now()),
    ] {
        let id: MessageId = id.expect("an id");
        let time = id.timestamp().expect("a time").seconds();
        assert!(time.abs_diff(now) < 60, "{id}");
    }
    assert_eq!(
        MessageId::TYPE.default_generator().map(|g| g.format()),
        Ok(Format::Snowflake)
    );
}

/// A repository of rows by their ids, as programs write it.
struct Rows<T>(BTreeSet<T>);

impl<T: TypedId> Rows<T> {
    fn add(&mut self, text: &str) -> Result<T, sortid::Error> {
        let id: T = text.parse()?;
        assert_eq!(&*id.to_text(), id.to_string());
        self.0.insert(id);
        T::from_bytes(id.to_bytes())
    }
}

#[test]
fn generic_code_takes_newtypes_and_declared_types() {
    fn check<T: TypedId>(id: T) {
        let mut rows = Rows(BTreeSet::new());
        assert_eq!(rows.add(&id.to_string()), Ok(id));
        assert_eq!(T::TYPE.parse(id.to_string()), Ok(id.into()));
        assert_eq!(T::TYPE.timestamp(id), id.timestamp());
        assert!(T::try_now().expect("an id") > id);
        let generator = Generator::<T>::new().expect("a generator");
        let ids = (
            generator.next().expect("an id"),
            generator.next().expect("an id"),
        );
        assert!(ids.0 < ids.1);
    }
    check(Uuid7::now());
    check(OrderId::now());
    check(AnyOrderId::now());
    check(PlainId::now());
    check(OrderTid::try_now().expect("an id"));
    check(MessageId::try_now().expect("an id"));
}

#[cfg(feature = "scan")]
#[test]
fn inspect_reads_ids_after_a_prefix() {
    // 2026-11-20T00:00:00Z.
    let now = Timestamp::from_unix_ms(1_795_132_800_000);
    let read = |text: &str| -> Vec<&'static str> {
        let formats = sortid::inspect_at(text, now)
            .readings()
            .map(|reading| reading.id.format().name());
        formats.collect()
    };
    assert_eq!(
        read("order_01fwhe4ydgfk1shh6w1g60eecf"),
        ["uuid7", "ulid", "uuid7_draft01"]
    );
    assert_eq!(read("01h455vb4pex5vsknk084sn02q"), ["uuid7", "ulid"]);
    assert_eq!(read("01H455VB4PEX5VSKNK084SN02Q"), ["ulid"]);
    // Version and variant of a version 7, but the year 2199.
    assert_eq!(read("06nyrhm000ez2v3qkqjzzzzzzz"), ["ulid"]);
    assert_eq!(read("order_3jzfcijpj2z2a"), ["tid"]);
    // A tid of 1970 is read only without a prefix.
    assert_eq!(read("order_222222222222a"), [""; 0]);
    assert!(read("222222222222a").contains(&"tid"));
    // `_` is in the alphabets of these two formats.
    let push = "-oooooooo_oooooooooo";
    assert!(read(push).contains(&"push_id") && sortid::prefix_of(push).is_empty());
    let whole = "ooooooooo_oooooooooo";
    assert!(read(whole).contains(&"elasticflake"));
    assert_eq!(sortid::prefix_of(whole), "ooooooooo");
    assert_eq!(sortid::prefix_of("a_b_c"), "a_b");
    for none in ["", "_", "_a", "a__b", "A_b", "ab", "1_2"] {
        assert_eq!(sortid::prefix_of(none), "", "{none}");
    }
    assert_eq!(sortid::prefix_of(b"order_\xff"), "order");
    assert_eq!(sortid::prefix_of(b"orde\xff_"), "");
}

fn any_prefix() -> impl Strategy<Value = Prefix> {
    "([a-z]([a-z_]{0,61}[a-z])?)?".prop_map(|text| prefix(&text))
}

fn any_id() -> impl Strategy<Value = AnyId> {
    let formats: Vec<Format> = Format::ALL
        .iter()
        .copied()
        .filter(|format| format.takes_prefix())
        .collect();
    (proptest::sample::select(formats), any::<[u8; 20]>()).prop_filter_map(
        "not an id",
        |(format, mut bytes)| {
            // Version and variant, if the format is a UUID.
            let zero = AnyId::from_fields([], format).ok()?;
            if format.reads(Form::Urn) {
                bytes[6] = zero.to_bytes()[6] | (bytes[6] & 0x0f);
                bytes[8] = zero.to_bytes()[8] | (bytes[8] & 0x3f);
            }
            if format == Format::Cuid {
                bytes[0] &= 0x1f;
                bytes[10] &= 0xfe;
            }
            bytes[0] &= 0x3f;
            bytes[8] &= 0xbf;
            AnyId::from_bytes(&bytes[..format.byte_len()], format).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_prefixed_text_parses_back(prefix in any_prefix(), other in any_prefix(), id in any_id()) {
        let prefixed = AnyTypeId::new(prefix, id).expect("takes a prefix");
        let (text, format) = (prefixed.to_text(), id.format());
        prop_assert_eq!(AnyTypeId::parse(&*text, format), Ok(prefixed));
        prop_assert_eq!(AnyTypeId::parse_expecting(&*text, format, &prefix), Ok(prefixed));
        prop_assert_eq!(sortid::prefix_of(&*text), prefix.as_str());
        prop_assert_eq!(text.to_string(), text.as_str());
        let refused = AnyTypeId::parse_expecting(&*text, format, &other);
        prop_assert!(refused.is_ok() == (prefix == other), "{}", other);
        let is_uuid = !format.reads(Form::Typeid) && id.to_form(Form::Typeid).is_ok();
        let suffix = text.strip_prefix(prefix.as_str()).expect("its prefix").trim_start_matches('_');
        match is_uuid {
            true => prop_assert_eq!(Ok(suffix.len()), id.to_form(Form::Typeid).map(|text| text.len())),
            false => prop_assert_eq!(suffix, &*id.to_text()),
        }
    }

    #[test]
    fn changed_byte_is_accepted_or_reported_at_its_offset(prefix in any_prefix(), id in any_id(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let prefixed = AnyTypeId::new(prefix, id).expect("takes a prefix");
        let mut text = prefixed.to_text().as_bytes().to_vec();
        let at = at.index(text.len());
        text[at] = byte;
        match AnyTypeId::parse(&text, id.format()) {
            Ok(read) => prop_assert!(read.to_text().as_bytes().eq_ignore_ascii_case(&text)),
            Err(error) => match (error.code(), error.offset()) {
                (ErrorCode::InvalidLength, offset) => {
                    // The byte is a new separator, or replaced the old one.
                    prop_assert!(byte == b'_' || at == prefix.as_str().len());
                    prop_assert_eq!(offset, Some(text.len()));
                }
                (ErrorCode::InvalidCharacter, Some(offset)) => {
                    prop_assert!(offset == at || byte == b'_' || byte == b'0' || at == prefix.as_str().len(), "{} {}", offset, at);
                }
                (ErrorCode::InvalidVariant | ErrorCode::InvalidVersion, Some(offset)) => prop_assert_eq!(offset, at),
                (code, offset) => prop_assert_eq!((code, offset), (ErrorCode::OutOfRange, None)),
            },
        }
    }

    #[test]
    fn prefixed_ids_sort_by_prefix_then_id(a in (any_prefix(), any_id()), b in (any_prefix(), any_id())) {
        let prefixed = |(prefix, id): (Prefix, AnyId)| AnyTypeId::new(prefix, id).expect("takes a prefix");
        let by_parts = a.0.as_str().cmp(b.0.as_str()).then(a.1.cmp(&b.1));
        prop_assert_eq!(prefixed(a).cmp(&prefixed(b)), by_parts);
    }
}
