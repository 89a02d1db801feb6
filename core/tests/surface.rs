//! Standard Rust interfaces of ids: conversions, constants, ranges, hexadecimal.
#![cfg(feature = "std")]

mod common;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use sortid::options::ClockSource;
use sortid::{
    AnyId, Error, ErrorCode, Form, Format, Generator, Options, Tid, Timeid, Timestamp, TypedId,
    Uuid7, Uuid8, compare_bytes,
};

/// Returns variations of a canonical text: with replaced bytes, shortened, and extended.
fn variations(text: &str) -> impl Iterator<Item = String> {
    let bytes = [
        b'0', b'1', b'2', b'7', b'g', b'j', b'k', b'z', b'G', b'V', b'-', b'?',
    ];
    let replaced = (0..text.len()).flat_map(move |at| bytes.map(|byte| (at, byte)));
    let replaced = replaced.map(|(at, byte)| {
        let mut changed = text.as_bytes().to_vec();
        changed[at] = byte;
        String::from_utf8(changed).expect("ASCII")
    });
    let all_of = |byte: u8| (byte as char).to_string().repeat(text.len());
    let hyphened = move |byte: u8| {
        let mark = |symbol: char| if symbol == '-' { '-' } else { byte as char };
        text.chars().map(mark).collect::<String>()
    };
    let whole = bytes
        .into_iter()
        .flat_map(move |byte| [all_of(byte), hyphened(byte)]);
    let shorter = (0..text.len()).map(|length| text[..length].to_owned());
    replaced
        .chain(whole)
        .chain(shorter)
        .chain([format!("{text}2")])
}

#[test]
fn parse_const_agrees_with_parse() {
    let (mut read, mut refused) = (0, 0);
    for &format in Format::ALL {
        let text = common::some_id(format).to_string();
        for text in variations(&text).chain([text.clone()]) {
            let constant = AnyId::parse_const(&text, format);
            let lengths = format.text_len_min()..=format.text_len();
            // flake_idgen also has a hexadecimal form of this length, which is not for constants.
            let is_other = text.starts_with("0x");
            match lengths.contains(&text.len()) && !is_other {
                true => assert_eq!(constant, AnyId::parse(&text, format), "{format}: {text}"),
                false => {
                    let code = constant.map_err(|error| error.code());
                    let is_length = code == Err(ErrorCode::InvalidLength);
                    assert!(is_length || (is_other && code.is_err()), "{format}: {text}");
                }
            }
            match constant {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        read > 500 && refused > 500,
        "{read} read, {refused} refused"
    );
}

/// Stores and loads an id as code that is generic over formats does.
fn store_and_load<T: TypedId>(id: T) -> Result<T, Error> {
    let text = T::parse(&*id.to_text())?;
    let bytes = T::from_bytes(text.to_bytes())?;
    let displayed: T = bytes.to_string().parse()?;
    assert_eq!(id.timestamp().is_ok(), id.into().timestamp().is_ok());
    Ok(*HashSet::from([displayed]).get(&id).expect("the same id"))
}

macro_rules! conversions {
    ($($name:path)*) => {
        #[test]
        fn newtypes_have_the_standard_conversions() {
            let mut formats = Vec::new();
            $({
                let id = <$name>::try_from(common::some_id(<$name>::FORMAT)).expect("an id");
                let (text, bytes) = (id.to_string(), id.to_bytes());
                for id in [id, <$name>::MIN, <$name>::MAX] {
                    assert_eq!(store_and_load(id), Ok(id));
                }
                assert!(<$name>::MIN < id && id < <$name>::MAX);
                assert_eq!(<$name>::try_from(&*text), Ok(id));
                assert_eq!(<$name>::try_from(bytes), Ok(id));
                assert_eq!(<$name>::try_from(&bytes[..]), Ok(id));
                let short = <$name>::try_from(&bytes[1..]).expect_err("too short");
                assert_eq!(short.code(), ErrorCode::InvalidLength);
                assert_eq!(short.offset(), Some(bytes.len() - 1));
                assert_eq!(<[u8; _]>::from(id), bytes);
                assert_eq!(String::from(id), text);
                assert_eq!(format!("{id}"), text);
                assert_eq!(id.to_form(Form::Canonical).expect("a form").as_str(), text);
                assert!(<$name>::is_valid(&text) && !<$name>::is_valid("?"));
                assert_eq!(<$name>::from_fields(AnyId::from(id).fields()), Ok(id));
                match <$name>::prefix_range(&text) {
                    Ok(whole) => assert_eq!(whole, id..=id),
                    Err(error) => assert_eq!(error.code(), ErrorCode::NotApplicable),
                }

                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(format!("{id:x}"), hex);
                assert_eq!(format!("{id:X}"), hex.to_uppercase());
                assert_eq!(format!("{id:#x}"), format!("0x{hex}"));
                assert_eq!(format!("{:x}", AnyId::from(id)), hex);
                formats.push(<$name>::FORMAT);
            })*
            assert_eq!(formats, Format::ALL);
        }
    };
}
sortid::with_types!(conversions);

#[test]
fn generator_can_be_used_in_catch_unwind() {
    let generator = Generator::<Tid>::new().expect("a generator");
    let caught = std::panic::catch_unwind(|| generator.next());
    assert!(caught.expect("no panic").is_ok());
}

/// Flips each bit, so that the difference is in the first eight bytes and after them.
#[test]
fn bytes_compare_like_ids() {
    let padded = |id: AnyId| {
        let mut bytes = [0; 20];
        bytes[..id.to_bytes().len()].copy_from_slice(&id.to_bytes());
        bytes
    };
    let mut compared = 0;
    for &format in Format::ALL {
        let id = common::some_id(format);
        for bit in 0..8 * format.byte_len() {
            let mut flipped = id.to_bytes().to_vec();
            flipped[bit / 8] ^= 0x80 >> (bit % 8);
            let Ok(other) = AnyId::from_bytes(&flipped, format) else {
                continue;
            };
            for (a, b) in [(id, other), (other, id), (id, id)] {
                assert_eq!(
                    compare_bytes(format, &padded(a), &padded(b)),
                    a.cmp(&b),
                    "{a:?} {b:?}"
                );
            }
            compared += 1;
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn integers_convert_both_ways() {
    let tid = Tid::try_from(6u64).expect("a tid");
    assert_eq!(u64::from(tid), 6);
    let timeid = Timeid::try_from(-1024i64 * 7).expect("a timeid");
    assert_eq!(i64::from(timeid), -1024 * 7);
    let refused: Result<Uuid7, Error> = 0u128.try_into();
    assert_eq!(
        refused.map_err(|error| error.code()),
        Err(ErrorCode::InvalidVariant)
    );
    let uuid7 = Uuid7::now();
    assert_eq!(Uuid7::try_from(u128::from(uuid7)), Ok(uuid7));
    assert_eq!(sortid::scru160().as_ref().len(), 20);
}

/// Formats whose ids a `bigint` column stores convert from and to `i64`.
#[test]
fn crate_root_has_the_common_types() {
    let (_, list) = include_str!("../src/lib.rs")
        .split_once("pub use ids::{")
        .expect("a list");
    let (list, _) = list.split_once("};").expect("an end");
    let names = list.split(',').map(|name| name.trim().to_owned());
    let names: BTreeSet<_> = names.filter(|name| !name.is_empty()).collect();
    let common = Format::ALL.iter().filter(|format| format.is_known());
    let common: BTreeSet<_> = common.map(|format| format!("{format:?}")).collect();
    assert_eq!(names, common);
}

#[test]
fn bigint_formats_convert_to_signed_integers() {
    let mut formats = vec![Format::Timeid];
    macro_rules! convert {
        ($($name:ident)*) => {$({
            let id = sortid::ids::$name::try_from(common::some_id(Format::$name)).expect("an id");
            let int = i64::try_from(id).expect("an integer");
            assert_eq!(int as u64, id.to_u64());
            assert_eq!(sortid::ids::$name::try_from(int), Ok(id));
            let negative = sortid::ids::$name::from_i64(-1).map_err(|error| error.code());
            assert_eq!(negative, Err(ErrorCode::OutOfRange));
            formats.push(Format::$name);
        })*};
    }
    convert! { Tid Uid11Snowish Snowflake ShardingId Sonyflake Mastodon Scru64 Custom64 }
    formats.sort();
    let stored = |format: &&Format| format.stored() == sortid::Stored::Integer;
    assert!(Format::ALL.iter().filter(stored).eq(&formats));
    let snowflake: sortid::Snowflake = "1777150623882019211".parse().expect("an id");
    assert_eq!(i64::from(snowflake), 1_777_150_623_882_019_211);
    let reserved = Tid::from_u64(1 << 63).expect("an id");
    let refused = reserved.to_i64().map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::OutOfRange));
}

#[test]
fn bytes_are_borrowed_from_the_id() {
    let xid = sortid::Xid::from_bytes([7; 12]).expect("an id");
    assert_eq!(xid.as_bytes(), &[7; 12]);
    assert_eq!(xid.as_ref() as &[u8], [7; 12]);
}

#[test]
fn newtypes_convert_to_each_other() {
    let tid: Tid = "3jzfcijpj2z2a".parse().expect("an id");
    let timeid: Timeid = tid.convert().expect("the same content");
    assert_eq!(timeid.to_string(), "3jzf-cij-pj2z-2a");
    assert_eq!(timeid.convert(), Ok(tid));
    let refused = tid.convert::<Uuid7>().map_err(|error| error.code());
    assert_eq!(refused, Err(ErrorCode::NotApplicable));
}

#[test]
fn times_of_the_standard_library_are_bounds() {
    let noon = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_721_390_400);
    let hour = std::time::Duration::from_secs(3600);
    let range = Uuid7::range(noon, noon + hour).expect("a range");
    assert_eq!(range.start(), &Uuid7::min_at(noon).expect("an id"));
    let timestamp = Timestamp::from(noon);
    assert_eq!(range.start().timestamp(), timestamp);
    assert_eq!(timestamp.to_string(), "2024-07-19T12:00:00Z");
    let options = Options::new().clock(ClockSource::Manual);
    let generator = Generator::<Uuid7>::with(&options).expect("a generator");
    let id = generator.next_at(noon).expect("an id");
    assert!(range.contains(&id));
}

/// `unwrap` and a failing `main` print `Debug`.
#[test]
fn debug_of_a_timestamp_contains_its_text() {
    let time = Timestamp::from_unix_ms(1_688_137_381_887);
    assert_eq!(format!("{time:?}"), "Timestamp(2023-06-30T15:03:01.887Z)");
}

#[test]
fn debug_of_an_error_contains_its_message() {
    let error = "3jzfcijpj2z21".parse::<Tid>().expect_err("no tid");
    assert_eq!(
        format!("{error:?}"),
        "Error(invalid_character: unexpected '1' at byte 12 of a tid)"
    );
}

#[test]
fn id_macros_work_in_constants() {
    const ADMIN: Tid = sortid::literals::tid!("3jzfcijpj2z2a");
    const FIRST: Timeid = sortid::literals::timeid!("s222-222-2222-22");
    static ROOT: Uuid7 = sortid::literals::uuid7!("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
    assert_eq!(ADMIN.to_string(), "3jzfcijpj2z2a");
    assert_eq!(FIRST.to_string(), "s222-222-2222-22");
    assert_eq!(ROOT.to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

#[test]
fn ranges_work_with_standard_collections() {
    let hour = |n: i64| Timestamp::from_unix_ms(1_700_000_000_000 + n * 3_600_000);
    let posts: BTreeMap<_, _> = (0..10)
        .map(|n| (Uuid7::max_at(hour(n)).expect("an id"), n))
        .collect();
    let range = Uuid7::range(hour(3), hour(6)).expect("a range");
    assert!(posts.range(range.clone()).map(|(_, n)| *n).eq(3..6));
    assert!(range.contains(&Uuid7::min_at(hour(5)).expect("an id")));
    let reading = Options::new().timestamp_bits(48).unit_ns(1_000_000);
    let layout = reading.clone().clock(ClockSource::Manual);
    let generator = Generator::<Uuid8>::with(&layout).expect("a generator");
    let id = generator.next_at(hour(4)).expect("an id");
    let range = Uuid8::range_with(hour(4), hour(5), &reading).expect("a range");
    assert!(range.contains(&id));
    assert_eq!(id.timestamp_with(&reading), Ok(hour(4)));
    let range = Uuid7::range(hour(3), hour(6)).expect("a range");
    let dynamic = AnyId::range(hour(3), hour(6), Format::Uuid7).expect("a range");
    assert_eq!(
        dynamic,
        AnyId::from(*range.start())..=AnyId::from(*range.end())
    );
}

#[test]
fn milliseconds_and_microseconds_convert_both_ways() {
    for int in [i64::MIN, -1, 0, 1_700_000_000_123, i64::MAX] {
        assert_eq!(Timestamp::from_unix_ms(int).unix_ms(), int);
        assert_eq!(Timestamp::from_unix_us(int).unix_us(), int);
    }
    let floored = Timestamp::from_unix_ns(-1).expect("in range");
    assert_eq!((floored.unix_ms(), floored.unix_us()), (-1, -1));
    assert_eq!(Timestamp::MAX.unix_ms(), i64::MAX);
    let first = Timestamp::new(i64::MIN, 0).expect("in range");
    assert_eq!((first.unix_ms(), first.unix_us()), (i64::MIN, i64::MIN));
}

/// Doc comments contain the number as a literal, because a macro cannot compute a part of one.
#[cfg(feature = "scan")]
#[test]
fn docs_of_functions_name_the_values_of_a_shared_node() {
    for &format in Format::ALL {
        let path = format!(
            "{}/src/formats/registry/{format}.rs",
            env!("CARGO_MANIFEST_DIR")
        );
        let file = std::fs::read_to_string(path).expect("a file for each format");
        let Some((_, docs)) = file.split_once("plain! {") else {
            assert!(!format.can_generate(), "{format} has no functions");
            continue;
        };
        let lines: Vec<_> = docs
            .lines()
            .map(|line| line.trim().trim_start_matches("///"))
            .collect();
        let docs = lines.concat();
        let Some(node) = format.shared_node() else {
            assert!(!docs.contains("Two other processes"), "{format}");
            continue;
        };
        for part in [
            "on one Linux machine claim different".to_owned(),
            "Two other processes have the same".to_owned(),
            format!("in one of {} cases", node.grouped_values()),
            format!("assign the option `{}`", node.option),
        ] {
            assert!(docs.contains(&part), "{format} lacks {part:?}");
        }
    }
}

#[test]
fn bounds_ignore_generator_only_options() {
    use sortid::{AnyId, Format, Options, Timestamp};

    let options = Options::new().max_lead_ms(0);
    let times = [
        i64::MIN,
        -1,
        0,
        1_288_834_974_658,
        1_721_390_400_007,
        1 << 50,
        i64::MAX,
    ];
    let takes_it = |format: &&Format| format.can_generate() && format.resolution_ns().is_some();
    for &format in Format::ALL.iter().filter(takes_it) {
        for from in times.map(Timestamp::from_unix_ms) {
            let (min, max) = (AnyId::min_at(from, format), AnyId::max_at(from, format));
            assert_eq!(min, AnyId::min_at_with(from, format, &options), "{format}");
            assert_eq!(max, AnyId::max_at_with(from, format, &options), "{format}");
            for to in times.map(Timestamp::from_unix_ms) {
                let given = AnyId::range_with(from, to, format, &options);
                assert_eq!(AnyId::range(from, to, format), given, "{format}");
            }
        }
    }
}

#[test]
fn open_ranges_extend_to_the_limits_of_the_format() {
    use sortid::{AnyId, ErrorCode, Format, Options, Timestamp};

    let (none, noon) = (Options::new(), Timestamp::from_unix_ms(1_721_390_400_007));
    for &format in Format::ALL {
        let open = |from, to| AnyId::open_range(from, to, format, &none);
        let all = match open(None, None) {
            Ok(all) => all,
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::NotApplicable, "{format}");
                continue;
            }
        };
        let later = Timestamp::from_unix_ms(noon.unix_ms() + 86_400_000);
        let day = AnyId::range(noon, later, format).expect("a range");
        assert_eq!(open(Some(noon), Some(later)), Ok(day.clone()), "{format}");
        assert_eq!(
            open(Some(noon), None),
            Ok(*day.start()..=*all.end()),
            "{format}"
        );
        assert_eq!(
            open(None, Some(later)),
            Ok(*all.start()..=*day.end()),
            "{format}"
        );
        let (first, last) = (all.start().timestamp(), all.end().timestamp());
        let (first, last) = (first.expect("a time"), last.expect("a time"));
        assert_eq!(AnyId::min_at(first, format), Ok(*all.start()), "{format}");
        assert_eq!(AnyId::max_at(last, format), Ok(*all.end()), "{format}");
        let beyond = open(Some(Timestamp::MAX), None).expect_err("beyond the format");
        assert_eq!(beyond.code(), ErrorCode::TimestampOutOfRange, "{format}");
    }
}
