//! The functions past UniFFI, called as C, the JVM and Swift call them.

use sortid::{ErrorCode, Form, Format, Id};
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
            let refused = (ErrorCode::NotApplicable as i32, None);
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
