//! Ids found in text: the bytes around them, their formats, and a comparison with a naive scanner.
#![cfg(all(feature = "scan", feature = "std"))]

#[path = "../common/mod.rs"]
mod common;
mod naive;
mod ordinary;

use naive::{is_of_word, naive};
use proptest::prelude::*;
use proptest::sample::select;
use sortid::{AnyId, AnyTypeId, Form, Format, Prefix, Timestamp, find_ids_at};

/// 2024-07-20.
const NOW: i64 = 1_721_433_600;

fn now() -> Timestamp {
    Timestamp::from_unix_ms(NOW * 1000)
}

fn found<'a>(text: &'a [u8], formats: Option<&[Format]>) -> Vec<(&'a str, Format)> {
    let ids = find_ids_at(text, formats, now());
    let word = |range| str::from_utf8(&text[range]).expect("ASCII");
    ids.map(|(range, id)| (word(range), id.format())).collect()
}

/// Returns ids of every format at several times: recent, in the future, long ago.
fn ids() -> Vec<AnyId> {
    let times = [
        0,
        1_000_000_000,
        NOW - 100_000_000,
        NOW,
        NOW + 86_000,
        NOW + 87_000,
        NOW + 1_000_000_000,
    ];
    let mut ids = Vec::new();
    for &format in Format::ALL {
        ids.push(common::some_id(format));
        for time in times {
            let time = |seconds| Timestamp::from_unix_ms((time + seconds) * 1000);
            if let Ok(range) = AnyId::range(time(0), time(60), format) {
                ids.extend([*range.start(), *range.end()]);
            }
        }
        let bytes = (0..=255).map(|byte| [byte; 20]);
        let ids_of_bytes =
            bytes.filter_map(|bytes| AnyId::from_bytes(&bytes[..format.byte_len()], format).ok());
        ids.extend(ids_of_bytes.step_by(16));
    }
    ids
}

fn prefixed(prefix: &str, id: AnyId) -> Option<String> {
    let prefix = Prefix::new(prefix).expect("a prefix");
    Some(AnyTypeId::new(prefix, id).ok()?.to_text().to_string())
}

/// Returns an id of a minute ago, or any id if the format has no time.
fn recent(format: Format) -> AnyId {
    let time = |seconds: i64| Timestamp::from_unix_ms((NOW - seconds) * 1000);
    match AnyId::range(time(60), time(59), format) {
        Ok(range) => *range.start(),
        Err(_) => common::some_id(format),
    }
}

#[test]
fn ids_are_distinguished_from_ordinary_words() {
    let v7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    let cases: &[(&str, &[(&str, Format)])] = &[
        ("", &[]),
        ("no id", &[]),
        (v7, &[(v7, Format::Uuid7)]),
        (
            "urn:uuid:017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
            &[("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", Format::Uuid7)],
        ),
        ("017f22e279b07cc398c4dc0c0c07398f", &[]),
        (
            "c232ab00-9414-11ec-b3c8-9f6bdeced846",
            &[("c232ab00-9414-11ec-b3c8-9f6bdeced846", Format::Uuid1)],
        ),
        (
            "9009ebcc-cd99-4b5f-90cf-9155607d2de9",
            &[("9009ebcc-cd99-4b5f-90cf-9155607d2de9", Format::Uuid4)],
        ),
        // Version 5, from a hashed name; nil; Microsoft's variant; an undefined version.
        (
            "2ed6657d-e927-568b-95e1-2665a8aea6a2",
            &[("2ed6657d-e927-568b-95e1-2665a8aea6a2", Format::AnyUuid)],
        ),
        ("00000000-0000-0000-0000-000000000000", &[]),
        ("{00021401-0000-0000-c000-000000000046}", &[]),
        ("2ed6657d-e927-968b-95e1-2665a8aea6a2", &[]),
        // A time long ago, but a valid version and variant.
        (
            "00000000-0001-7000-8000-000000000000",
            &[("00000000-0001-7000-8000-000000000000", Format::Uuid7)],
        ),
        (
            "at://did:plc:x/app.bsky.feed.post/3jzfcijpj2z2a?a=1",
            &[("3jzfcijpj2z2a", Format::Tid)],
        ),
        // Words of a tid's length, with no plausible time or a future one.
        (
            "administrated zzzzzzzzzzzzz 2222222222222 2026-03-01T10:00",
            &[],
        ),
        ("3kxn-lhr-3gxq-23", &[("3kxn-lhr-3gxq-23", Format::Timeid)]),
        (
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            &[("01ARZ3NDEKTSV4RRFFQ69G5FAV", Format::Ulid)],
        ),
        (
            "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
            &[("0ujtsYcgvSTl8PAuAdqWYSMnLOv", Format::Ksuid)],
        ),
        (
            "9m4e2mr0ui3e8a215n4g",
            &[("9m4e2mr0ui3e8a215n4g", Format::Xid)],
        ),
        (
            "507c7f79bcf86cd7994f6c0e",
            &[("507c7f79bcf86cd7994f6c0e", Format::ObjectId)],
        ),
        (
            "cjld2cjxh0000qzrmn831i7rn",
            &[("cjld2cjxh0000qzrmn831i7rn", Format::Cuid)],
        ),
        // Numbers, eleven characters and some others are found only if requested.
        (
            "1777150623882019211 113q8KFkAEs 0AWE5HZP3SKTK AVFgSgVHUP18jI2wRx0w",
            &[],
        ),
        (
            "order_01fwhe4ydgfk1shh6w1g60eecf",
            &[("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7)],
        ),
        (
            "an_order_3jzfcijpj2z2a,",
            &[("an_order_3jzfcijpj2z2a", Format::Tid)],
        ),
        // 26 characters without a prefix are read as a TypeID.
        (
            "01h455vb4pex5vsknk084sn02q",
            &[("01h455vb4pex5vsknk084sn02q", Format::Uuid7)],
        ),
        // Malformed prefixes, and texts that are not accepted after a prefix.
        (
            "Order_01fwhe4ydgfk1shh6w1g60eecf _01fwhe4ydgfk1shh6w1g60eecf order__3jzfcijpj2z2a order-3jzfcijpj2z2a",
            &[],
        ),
        ("order_017f22e2-79b0-7cc3-98c4-dc0c0c07398f", &[]),
        (
            "get_administrated a_1777150623882019211 an_113q8KFkAEs",
            &[],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text.as_bytes(), None), *expected, "{text}");
    }
}

#[test]
fn empty_format_list_finds_nothing() {
    assert_eq!(found(b"3jzfcijpj2z2a", Some(&[])), []);
    assert_eq!(found(b"3jzfcijpj2z2a", Some(&[Format::Ulid])), []);
}

#[test]
fn every_format_is_found_if_requested() {
    for &format in Format::ALL {
        let id = recent(format);
        let word = id.to_text();
        let text = format!("a {word}\n");
        let expected = [(&*word, format)];
        assert_eq!(found(text.as_bytes(), Some(&[format])), expected);
        let usual = found(text.as_bytes(), None);
        let is_found = usual
            .iter()
            .any(|(found, other)| *found == &*word && *other == format);
        assert_eq!(is_found, format.is_found(), "{usual:?}");
        // The same word is found if similar formats are also requested.
        assert!(
            found(text.as_bytes(), Some(Format::ALL))
                .iter()
                .any(|(found, _)| *found == &*word)
        );

        let Some(word) = prefixed("a_type", id) else {
            assert!(!format.takes_prefix());
            continue;
        };
        let text = format!("({word})");
        let is_listed = sortid::inspect_at(&*word, now())
            .readings()
            .any(|read| read.id == id)
            || format == Format::AnyUuid;
        assert_eq!(
            is_listed,
            format.resolution_ns().is_some() || format.reads(Form::Urn),
            "{format}"
        );
        let expected: &[_] = if is_listed { &[(&*word, format)] } else { &[] };
        assert_eq!(found(text.as_bytes(), Some(&[format])), expected);
    }
}

#[test]
fn one_letter_prefix_is_accepted() {
    for &format in Format::ALL {
        let Some(word) = prefixed("a", recent(format)) else {
            continue;
        };
        let found: Vec<_> = find_ids_at(&word, Some(&[format]), now()).collect();
        assert_eq!(found, naive(word.as_bytes(), Some(&[format]), now()));
        assert!(
            !found.is_empty() || matches!(format, Format::Uid11Fullrand | Format::Custom64),
            "{word}"
        );
    }
}

#[test]
fn requested_any_uuid_matches_every_kind() {
    for word in [
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "00021401-0000-0000-c000-000000000046",
        "2ed6657d-e927-968b-95e1-2665a8aea6a2",
        "prefix_0123456789abcdefghjkmnpqrs",
    ] {
        assert_eq!(found(word.as_bytes(), None), [], "{word}");
        let expected = [(word, Format::AnyUuid)];
        assert_eq!(found(word.as_bytes(), Some(&[Format::AnyUuid])), expected);
    }
    let v7 = b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    let both = [Format::AnyUuid, Format::Uuid7];
    assert_eq!(found(v7, Some(&both[..1]))[0].1, Format::AnyUuid);
    assert_eq!(found(v7, Some(&both))[0].1, Format::Uuid7);
}

#[test]
fn words_end_at_bytes_other_than_letters_digits_and_signs() {
    for &format in Format::ALL {
        let word = recent(format).to_text();
        // Next to a word character it would be part of a longer number, or follow a prefix.
        for byte in 0..=u8::MAX {
            let before = [&[byte], word.as_bytes()].concat();
            let behind = [word.as_bytes(), &[byte]].concat();
            for (text, begin) in [(before, 1), (behind, 0)] {
                let range = begin..begin + word.len();
                let ids: Vec<_> = find_ids_at(&text, Some(&[format]), now()).collect();
                let is_there = ids.iter().any(|(found, _)| *found == range);
                assert_eq!(is_there, !is_of_word(byte), "{format} {byte}");
            }
        }
    }
}

#[test]
fn words_are_found_at_every_offset() {
    for format in [
        Format::Tid,
        Format::Uuid7,
        Format::Snowflake,
        Format::Scru160,
    ] {
        let id = recent(format);
        let long = prefixed(&"p".repeat(Prefix::MAX_LEN), id).expect("a text");
        for word in [&*id.to_text(), &long] {
            for begin in 0..200 {
                for after in [0, 1, 70] {
                    let text = [".".repeat(begin), word.to_owned(), ".".repeat(after)].concat();
                    let ids: Vec<_> = find_ids_at(&text, Some(&[format]), now()).collect();
                    assert_eq!(ids, [(begin..begin + word.len(), id)]);
                    let more = "a".repeat(1 + after);
                    let glued = [
                        [".".repeat(begin), word.to_owned(), more.clone()].concat(),
                        [".".repeat(begin), more, word.to_owned()].concat(),
                    ];
                    for glued in glued {
                        let found = find_ids_at(&glued, Some(&[format]), now()).next();
                        assert_eq!(found, None, "{glued}");
                    }
                }
            }
        }
    }
}

#[test]
fn overlong_words_are_skipped() {
    let text = [vec![b'a'; 1 << 22], b".3jzfcijpj2z2a".to_vec()].concat();
    assert_eq!(found(&text, None), [("3jzfcijpj2z2a", Format::Tid)]);
    let too_long = format!("{}_01fwhe4ydgfk1shh6w1g60eecf", "p".repeat(64));
    assert_eq!(found(too_long.as_bytes(), None), []);
}

#[derive(Clone, Debug)]
enum Part {
    Whole(AnyId),
    TypeId(String, AnyId),
    Damaged(AnyId, usize, u8),
    Letters(String),
    Bytes(Vec<u8>),
}

impl Part {
    fn bytes(self) -> Vec<u8> {
        match self {
            Part::Whole(id) => id.to_text().as_bytes().to_vec(),
            Part::TypeId(prefix, id) => format!("{prefix}_{}", suffix(id)).into_bytes(),
            Part::Damaged(id, at, byte) => {
                let mut text = id.to_text().as_bytes().to_vec();
                let at = at % text.len();
                text[at] = byte;
                text
            }
            Part::Letters(letters) => letters.into_bytes(),
            Part::Bytes(bytes) => bytes,
        }
    }
}

fn suffix(id: AnyId) -> String {
    let form = id.to_form(Form::Typeid).unwrap_or(id.to_text());
    form.to_string()
}

fn parts() -> impl Strategy<Value = Vec<u8>> {
    let ids = ids();
    let id = || select(ids.clone());
    let sign = || select(b".,:;/ \n\"'(){}=\x7f\xe9\0@`[^".to_vec()).prop_map(|byte| vec![byte]);
    let part = prop_oneof![
        6 => sign().prop_map(Part::Bytes),
        4 => id().prop_map(Part::Whole),
        2 => ("[a-z_]{0,5}|[a-z]{60,65}|[A-Za-z0-9_-]{1,4}", id()).prop_map(|(prefix, id)| Part::TypeId(prefix, id)),
        2 => (id(), any::<usize>(), any::<u8>()).prop_map(|(id, at, byte)| Part::Damaged(id, at, byte)),
        2 => "[a-z]{1,40}|[0-9]{1,22}|[0-9a-zA-Z_-]{1,150}".prop_map(Part::Letters),
        1 => prop::collection::vec(any::<u8>(), 0..20).prop_map(Part::Bytes),
    ];
    let parts = prop::collection::vec((part, prop::option::of(sign())), 0..12);
    parts.prop_map(|parts| {
        let each = parts
            .into_iter()
            .map(|(part, sign)| [part.bytes(), sign.unwrap_or_default()].concat());
        each.collect::<Vec<_>>().concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn scanner_agrees_with_naive_scanner(text in parts(), some in any::<u64>(), named in any::<bool>()) {
        let formats: Vec<Format> = Format::ALL.iter().copied().filter(|format| some >> format.code() & 1 == 1).collect();
        let formats = named.then_some(&*formats);
        let quick: Vec<_> = find_ids_at(&text, formats, now()).collect();
        prop_assert_eq!(&quick, &naive(&text, formats, now()));
        // The ranges are ordered and disjoint, and the text of each parses as its id.
        prop_assert!(quick.is_sorted_by(|(a, _), (b, _)| a.end < b.start));
        for (range, id) in quick {
            let word = &text[range];
            let behind = AnyTypeId::parse(word, id.format()).map(AnyId::from);
            prop_assert!(AnyId::parse(word, id.format()) == Ok(id) || behind == Ok(id));
        }
    }
}

#[test]
fn find_ids_uses_the_system_clock() {
    let id = sortid::new_id(Format::Tid).expect("a tid");
    let text = format!("<{id}>");
    assert_eq!(
        sortid::find_ids(&text, None).collect::<Vec<_>>(),
        [(1..14, id)]
    );
}
