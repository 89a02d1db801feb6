//! The functions past UniFFI, called as C, the JVM and Swift call them.

use sortid::shape::NOT_APPLICABLE;
use sortid::{ErrorCode, Form, Format, Id, Options, Timestamp};
use sortid_uniffi::direct::*;
use sortid_uniffi::error::Failure;
use sortid_uniffi::generator::RawGenerator;
use sortid_uniffi::given::{Given, Setting};
use sortid_uniffi::value::{UnixTime, Words};

/// What a result says: a code and an offset, or nothing.
fn said(outcome: i64) -> Option<(i32, Option<u32>)> {
    let offset = u32::try_from(outcome >> 32).ok();
    (outcome != 0).then_some((outcome as i32, offset))
}

fn next(generator: u64, format: u8) -> Result<[u64; 3], (i32, Option<u32>)> {
    let mut words = [0; 3];
    // SAFETY: room for three words; the generator is alive, or none.
    let outcome = unsafe { sortid_direct_next(generator, format, words.as_mut_ptr()) };
    said(outcome).map_or(Ok(words), Err)
}

fn parse(format: u8, text: &str) -> Result<[u64; 3], (i32, Option<u32>)> {
    let mut words = [0; 3];
    // SAFETY: the text has the given length; memory for three words.
    let outcome = unsafe {
        sortid_direct_parse(format, text.as_ptr(), text.len() as u64, words.as_mut_ptr())
    };
    said(outcome).map_or(Ok(words), Err)
}

fn text(format: u8, words: [u64; 3], form: u8) -> Result<String, (i32, Option<u32>)> {
    let (mut bytes, mut length) = ([0; 48], 0);
    let [high, middle, low] = words;
    // SAFETY: room for 48 bytes and a length.
    let outcome = unsafe {
        let out = bytes.as_mut_ptr();
        sortid_direct_text(format, high, middle, low as u32, form, out, &raw mut length)
    };
    let text = String::from_utf8_lossy(&bytes[..length as usize]).into_owned();
    said(outcome).map_or(Ok(text), Err)
}

#[test]
fn an_id_is_made_printed_and_read() {
    for &format in Format::ALL {
        if !format.is_made() {
            let refused = (ErrorCode::NotApplicable as i32, reason("generation"));
            assert_eq!(next(0, format.code()), Err(refused));
            continue;
        }
        let words = next(0, format.code()).expect("an id");
        let canonical = text(format.code(), words, 0).expect("a text");
        let id = Id::parse(&canonical, format).expect("the text of an id");
        assert_eq!(parse(format.code(), &canonical), Ok(words));
        for (number, &form) in (0..).zip(Form::ALL) {
            let ours = text(format.code(), words, number).ok();
            assert_eq!(
                ours,
                id.to_form(form).ok().map(|text| text.as_str().to_owned())
            );
        }
        let mut time = [0; 2];
        let [high, middle, low] = words;
        // SAFETY: room for two integers.
        let outcome = unsafe {
            sortid_direct_timestamp(format.code(), high, middle, low as u32, time.as_mut_ptr())
        };
        let expected = id
            .timestamp()
            .map(|time| [time.seconds(), time.nanos().into()]);
        match said(outcome) {
            None => assert_eq!(expected, Ok(time)),
            Some((code, _)) => assert_eq!(expected.map_err(|error| error.code() as i32), Err(code)),
        }
    }
}

#[test]
fn errors_are_a_code_and_an_offset() {
    let tid = Format::Tid.code();
    let character = (ErrorCode::InvalidCharacter as i32, Some(12));
    assert_eq!(parse(tid, "3jzfcijpj2z21"), Err(character));
    assert_eq!(parse(tid, "1jzfcijpj2z22"), Err((character.0, Some(0))));
    assert_eq!(
        parse(tid, ""),
        Err((ErrorCode::InvalidLength as i32, Some(0)))
    );
    assert_eq!(
        parse(tid, "zzzzzzzzzzzzz"),
        Err((ErrorCode::OutOfRange as i32, None))
    );
    let unknown = (ErrorCode::UnknownFormat as i32, None);
    for code in [0, Format::ALL.len() as u8 + 1, u8::MAX] {
        assert_eq!(next(0, code), Err(unknown));
        assert_eq!(parse(code, "3jzfcijpj2z2a"), Err(unknown));
    }
    assert_eq!(
        text(tid, [0; 3], u8::MAX),
        Err((ErrorCode::NotApplicable as i32, None))
    );
    let bad = (ErrorCode::InvalidVariant as i32, None);
    assert_eq!(
        text(Format::Uuid7.code(), [0; 3], 0),
        Err(bad),
        "bits that are no id"
    );
}

#[test]
fn ids_are_in_the_order_of_the_core() {
    let order = |one: Id, other: Id| {
        let (a, b, mut out) = (Words::from(one), Words::from(other), i64::MAX);
        // SAFETY: room for one integer.
        let outcome = unsafe {
            sortid_direct_compare(
                a.format,
                a.high,
                a.middle,
                a.low,
                b.high,
                b.middle,
                b.low,
                &raw mut out,
            )
        };
        assert_eq!(said(outcome), None);
        out
    };
    // Which SQL Server has vice versa than bytes and text are.
    let read = |text| Id::parse(text, Format::CombMssql).expect("an id");
    let elder = read("ffffffff-ffff-4fff-bfff-018e5f3bff48");
    let newer = read("00000000-0000-4000-8000-018e5f3bff49");
    assert_eq!(order(elder, newer), -1);
    assert_eq!(order(newer, elder), 1);
    assert_eq!(order(newer, newer), 0);
}

#[test]
fn fills_tell_how_far_they_came() {
    let generator = RawGenerator::new(Format::Tid.code(), Vec::new()).expect("a generator");
    let (address, tid) = (generator.address(), Format::Tid.code());
    let (mut ints, mut bytes, mut filled) = ([0; 8], [0; 26], [u64::MAX; 3]);
    // SAFETY: the generator is alive; the buffers have the given sizes, and three words.
    let outcomes = unsafe {
        let (ints, bytes, filled) = (ints.as_mut_ptr(), bytes.as_mut_ptr(), filled.as_mut_ptr());
        let ints = sortid_direct_fill_u64(address, tid, ints, 8, filled);
        let whole = (ints, filled.read());
        let text = sortid_direct_fill_text(address, tid, bytes, 26, filled);
        let texts = (text, filled.read());
        let uneven = sortid_direct_fill_bytes(address, tid, bytes, 26, filled);
        let none = sortid_direct_fill_u64(address, tid, std::ptr::null_mut(), 0, filled);
        [whole, texts, (uneven, filled.read()), (none, filled.read())]
    };
    let length = (ErrorCode::InvalidLength as i32, Some(26));
    assert_eq!(
        outcomes.map(|(outcome, _)| said(outcome)),
        [None, None, Some(length), None]
    );
    assert_eq!(outcomes.map(|(_, filled)| filled), [8, 2, 0, 0]);
    assert!(ints.is_sorted() && ints[0] > 0);
    assert!(bytes[..13] < bytes[13..]);
    assert_eq!(generator.status().ids, 10);
}

/// The path behind the first of three words.
fn path(words: [u64; 3]) -> String {
    let [_, address, length] = words;
    // SAFETY: so the library says, and that it stays there.
    let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_state_file_is_named_by_every_way_to_an_id() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("direct-{}.state", std::process::id()));
    let text = |value: &str| Setting::Word {
        value: value.to_owned(),
    };
    let given = [
        ("state_file", text(&file.display().to_string())),
        ("clock", text("manual")),
    ];
    let given = given.map(|(name, value)| Given {
        name: name.to_owned(),
        value,
    });
    let tid = Format::Tid.code();
    let generator = RawGenerator::new(tid, given.into()).expect("a generator");
    let address = generator.address();
    let at = |seconds: i64| {
        let mut words = [0; 3];
        // SAFETY: room for three words; the generator is alive.
        let outcome =
            unsafe { sortid_direct_next_at(address, tid, seconds, 0, words.as_mut_ptr()) };
        (said(outcome), words)
    };
    assert_eq!(at(1_721_390_400).0, None);
    std::fs::remove_file(&file).expect("there is a file");
    let io = Some((ErrorCode::StoreIo as i32, None));
    let (outcome, words) = at(1_721_390_460);
    assert_eq!(outcome, io);
    assert_eq!(path(words), file.display().to_string());

    let later = UnixTime {
        seconds: 1_721_390_460,
        nanos: 0,
    };
    let id = Words {
        format: tid,
        high: 1,
        middle: 0,
        low: 0,
    };
    let Err(Failure::Refused { code, subject, .. }) = generator.next_after_at(id, later) else {
        panic!("the file is gone");
    };
    assert_eq!(
        (code, subject),
        (ErrorCode::StoreIo as i32, Some(path(words)))
    );
}

#[test]
fn a_state_file_is_named_by_a_fill() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("fill-{}.state", std::process::id()));
    let given = Given {
        name: "state_file".to_owned(),
        value: Setting::Word {
            value: file.display().to_string(),
        },
    };
    let tid = Format::Tid.code();
    let generator = RawGenerator::new(tid, vec![given]).expect("a generator");
    std::fs::remove_file(&file).expect("there is a file");
    let (mut ints, mut words) = ([0; 8], [u64::MAX; 3]);
    // SAFETY: the generator is alive; the buffers have the given sizes, and three words.
    let outcome = unsafe {
        let (ints, words) = (ints.as_mut_ptr(), words.as_mut_ptr());
        sortid_direct_fill_u64(generator.address(), tid, ints, 8, words)
    };
    assert_eq!(said(outcome), Some((ErrorCode::StoreIo as i32, None)));
    assert_eq!(words[0], 0);
    assert_eq!(path(words), file.display().to_string());
}

/// What a function writes, or what it says.
fn written<const N: usize>(
    call: impl FnOnce(*mut u64) -> i64,
) -> Result<[u64; N], (i32, Option<u32>)> {
    let mut words = [0; N];
    let outcome = call(words.as_mut_ptr());
    said(outcome).map_or(Ok(words), Err)
}

/// The core's answer, as a direct function gives it.
/// The place of a reason for `not_applicable`.
fn reason(subject: &str) -> Option<u32> {
    let place = NOT_APPLICABLE
        .iter()
        .position(|(known, _)| *known == subject);
    place.map(|place| place as u32)
}

fn told<T>(result: Result<T, sortid::Error>) -> Result<T, (i32, Option<u32>)> {
    let place = |error: sortid::Error| match error.code() {
        ErrorCode::NotApplicable => reason(error.subject()?),
        _ => error.offset().and_then(|offset| offset.try_into().ok()),
    };
    result.map_err(|error| (error.code() as i32, place(error)))
}

fn three(id: Id) -> [u64; 3] {
    let words = Words::from(id);
    [words.high, words.middle, words.low.into()]
}

/// Bytes of several patterns, and of a new id if the format has a generator.
fn samples(format: Format) -> Vec<[u8; 20]> {
    let mut samples = vec![[0; 20], [u8::MAX; 20], [0x7F; 20], [0x80; 20]];
    if let Ok(id) = sortid::new_id(format) {
        let mut bytes = [0; 20];
        bytes[..format.byte_len()].copy_from_slice(&id.to_bytes());
        samples.push(bytes);
    }
    samples
}

#[test]
fn words_are_the_bytes() {
    for &format in Format::ALL {
        for bytes in samples(format) {
            let Ok(id) = Id::from_bytes(&bytes[..format.byte_len()], format) else {
                continue;
            };
            let [high, middle, low] = three(id);
            let words = [high.to_be_bytes(), middle.to_be_bytes()].concat();
            let words = [words, (low as u32).to_be_bytes().to_vec()].concat();
            assert_eq!(words[..format.byte_len()], id.to_bytes()[..], "{format}");
        }
    }
}

#[test]
fn values_are_read_as_by_the_core() {
    for &format in Format::ALL {
        let code = format.code();
        for sample in samples(format) {
            let bytes = &sample[..format.byte_len()];
            let expected = told(Id::from_bytes(bytes, format));
            // SAFETY: the bytes have this length; room for three words.
            let read = written(|out| unsafe {
                sortid_direct_from_bytes(code, bytes.as_ptr(), bytes.len() as u64, out)
            });
            assert_eq!(read, expected.map(three), "{format} of {bytes:?}");
            let word = |at: usize| u64::from_be_bytes(std::array::from_fn(|i| sample[at + i]));
            let low = u32::from_be_bytes(std::array::from_fn(|i| sample[16 + i]));
            let (high, middle) = (word(0), word(8));
            let checked = said(sortid_direct_check(code, high, middle, low));
            assert_eq!(checked, expected.err(), "{format} of {bytes:?}");

            // SAFETY: room for one word.
            let reserved =
                written(|out| unsafe { sortid_direct_is_reserved(code, high, middle, low, out) });
            let is_reserved = |id: Id| [u64::from(id.is_reserved())];
            assert_eq!(reserved, expected.map(is_reserved), "{format}");
            for place in 0..=format.fields().count() {
                // SAFETY: room for two words.
                let field = written(|out| unsafe {
                    sortid_direct_field(code, high, middle, low, place as u8, out)
                });
                let value = |id: Id| match id.fields().nth(place) {
                    Some((_, value)) => Ok([(value >> 64) as u64, value as u64]),
                    None => Err((ErrorCode::InvalidField as i32, None)),
                };
                assert_eq!(field, expected.and_then(value), "{format}, field {place}");
            }
            for &to in Format::ALL {
                // SAFETY: room for three words.
                let converted = written(|out| unsafe {
                    sortid_direct_convert(code, high, middle, low, to.code(), out)
                });
                let convert = |id: Id| told(id.convert(to)).map(three);
                assert_eq!(converted, expected.and_then(convert), "{format} to {to}");
            }
        }
    }
}

#[test]
fn wrong_lengths_are_named() {
    let length = |length| Err((ErrorCode::InvalidLength as i32, Some(length)));
    for (bytes, expected) in [(vec![], length(0)), (vec![0; 9], length(9))] {
        // SAFETY: the bytes have this length; room for three words.
        let read = written::<3>(|out| unsafe {
            let tid = Format::Tid.code();
            sortid_direct_from_bytes(tid, bytes.as_ptr(), bytes.len() as u64, out)
        });
        assert_eq!(read, expected);
    }
}

#[test]
fn bounds_are_those_of_the_core() {
    let times = [
        (i64::MIN, 0),
        (-1, 999_999_999),
        (0, 0),
        (1_721_390_400, 7),
        (1_721_390_401, 0),
        (1_721_390_401, 1_000_000_000),
        (i64::MAX, 0),
        (0, u32::MAX), // no end
    ];
    let time = |(seconds, nanos)| sortid::Timestamp::new(seconds, nanos);
    for &format in Format::ALL {
        let code = format.code();
        for from in times {
            let at = |bound: fn(sortid::Timestamp, Format) -> Result<Id, sortid::Error>| {
                told(time(from).and_then(|time| bound(time, format))).map(three)
            };
            // SAFETY: room for three words.
            let min = written(|out| unsafe { sortid_direct_min_at(code, from.0, from.1, out) });
            assert_eq!(min, at(Id::min_at), "{format} at {from:?}");
            // SAFETY: room for three words.
            let max = written(|out| unsafe { sortid_direct_max_at(code, from.0, from.1, out) });
            assert_eq!(max, at(Id::max_at), "{format} at {from:?}");
            for to in times {
                // SAFETY: room for six words.
                let range = written::<6>(|out| unsafe {
                    sortid_direct_range(code, from.0, from.1, to.0, to.1, out)
                });
                let end = |end: (i64, u32)| match end.1 {
                    u32::MAX => Ok(None),
                    _ => time(end).map(Some),
                };
                let both = end(from).and_then(|from| Ok((from, end(to)?)));
                let range_of = |(from, to)| Id::open_range(from, to, format, &Options::new());
                let expected = told(both.and_then(range_of));
                let words = |ids: std::ops::RangeInclusive<Id>| {
                    let ([a, b, c], [d, e, f]) = (three(*ids.start()), three(*ids.end()));
                    [a, b, c, d, e, f]
                };
                assert_eq!(range, expected.map(words), "{format}, {from:?} to {to:?}");
            }
        }
    }
}

/// Without a clock that goes back: the times of most formats must not.
#[test]
fn an_id_of_a_given_time_has_it() {
    let time = Timestamp::new(1_700_000_000, 123_456_789).expect("a time");
    for &format in Format::ALL {
        let code = format.code();
        // SAFETY: room for three words.
        let words = written::<3>(|out| unsafe {
            sortid_direct_new_at(code, time.seconds(), time.nanos(), out)
        });
        match (words, sortid::new_id_at(time, format)) {
            (Ok(words), Ok(next)) if format.resolution_ns().is_some() => {
                let min = Id::min_at(time, format).map(three).expect("a bound");
                let max = Id::max_at(time, format).map(three).expect("a bound");
                assert!(
                    format == Format::CombMssql || (min..=max).contains(&words),
                    "{format}"
                );
                assert_ne!(words, three(next), "{format}");
            }
            (words, Ok(_)) => assert!(words.is_ok(), "{format}"),
            // Without a counter there is one id of a time.
            (Ok(_), Err(error)) => assert_eq!(error.code(), ErrorCode::CounterExhausted),
            (words, Err(error)) => assert_eq!(words, told(Err(error)), "{format}"),
        }
    }
    // SAFETY: room for three words.
    let invalid = written::<3>(|out| unsafe { sortid_direct_new_at(9, 0, 1_000_000_000, out) });
    assert_eq!(invalid, Err((ErrorCode::TimestampOutOfRange as i32, None)));
}
