//! C functions and JNI methods that the crate adds to libsortid.

use sortid::{AnyId, ErrorCode, Form, Format};
use sortid_uniffi::c::id::sortid_id;
use sortid_uniffi::calls::*;
use sortid_uniffi::error::Failure;
use sortid_uniffi::generator::RawGenerator;
use sortid_uniffi::given::{Given, Setting};
use sortid_uniffi::refused::last_refusal;
use sortid_uniffi::value::{UnixTime, Words};
use std::ffi::c_void;
use std::ptr;

/// The arguments that the JVM passes before those of a static method.
const STATIC: [*const c_void; 2] = [ptr::null(); 2];

/// The error of this thread's last call that failed.
fn refusal(status: i32) -> (i32, Option<u32>, Option<String>) {
    let refusal = last_refusal(None, None, 0);
    assert_eq!(refusal.code, status);
    (status, refusal.offset, refusal.subject)
}

fn refused(code: ErrorCode, offset: Option<u32>) -> (i32, Option<u32>, Option<String>) {
    (code as i32, offset, None)
}

const NOTHING: sortid_id = sortid_id {
    bytes: [0; 20],
    format: 0,
};

fn parse(format: u32, text: &str) -> i32 {
    let mut id = NOTHING;
    let start = text.as_ptr().cast();
    // SAFETY: the text has this length; the id is valid.
    unsafe { sortid_mobile_parse(start, text.len(), format, &raw mut id) }
}

#[test]
fn refusal_has_offset() {
    let tid = Format::Tid.code().into();
    assert_eq!(parse(tid, "3jzfcijpj2z2a"), 0);
    let character = |offset| refused(ErrorCode::InvalidCharacter, Some(offset));
    assert_eq!(refusal(parse(tid, "3jzfcijpj2z21")), character(12));
    assert_eq!(refusal(parse(tid, "1jzfcijpj2z22")), character(0));
    let length = refused(ErrorCode::InvalidLength, Some(0));
    assert_eq!(refusal(parse(tid, "")), length);
    let range = refused(ErrorCode::OutOfRange, None);
    assert_eq!(refusal(parse(tid, "zzzzzzzzzzzzz")), range);
    for code in [0, Format::ALL.len() as u32 + 1, u32::MAX] {
        let unknown = refused(ErrorCode::UnknownFormat, None);
        assert_eq!(refusal(parse(code, "3jzfcijpj2z2a")), unknown);
    }
}

#[test]
fn refusal_of_operation_has_subject() {
    let lacks = |subject: &str| {
        let code = ErrorCode::NotApplicable as i32;
        (code, None, Some(subject.to_owned()))
    };
    let mut id = NOTHING;
    let format = Format::AnyUuid.code().into();
    // SAFETY: the id is valid.
    let status = unsafe { sortid_mobile_new_id(format, &raw mut id) };
    assert_eq!(refusal(status), lacks("generation"));
    id.format = Format::Tid.code().into();
    let from = id;
    // SAFETY: the ids are valid.
    let status = unsafe { sortid_mobile_convert(&raw const from, format, &raw mut id) };
    assert_eq!(refusal(status), lacks("conversion"));
}

#[test]
fn refusal_describes_input() {
    let message = |input: &str, prefix: Option<&str>| {
        last_refusal(Some(input.to_owned()), prefix.map(str::to_owned), 0).message
    };
    assert_ne!(parse(Format::Tid.code().into(), "3jzfcijpj2z21"), 0);
    assert_eq!(
        message("3jzfcijpj2z21", None),
        "invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12"
    );
    let parse_prefixed = |text: &str, prefix: &str| {
        let (mut id, mut found) = (NOTHING, 0);
        // SAFETY: the texts have these lengths; the id and the length are valid.
        unsafe {
            sortid_mobile_prefixed_parse(
                text.as_ptr().cast(),
                text.len(),
                Format::Uuid7.code().into(),
                prefix.as_ptr().cast(),
                prefix.len(),
                &raw mut id,
                &raw mut found,
            )
        }
    };
    let text = "user_01fwhe4ydgfk1shh6w1g60eecf";
    assert_ne!(parse_prefixed(text, "order"), 0);
    assert_eq!(
        message(text, Some("order")),
        "wrong_prefix: \"user_01fwhe4ydgfk1shh6w1g60eecf\" is not a valid order id: \
         expected the prefix \"order\""
    );
    assert_ne!(parse_prefixed(text, "Order"), 0);
    assert_eq!(
        message(text, Some("Order")),
        "invalid_option: \"Order\" is not a valid prefix: a prefix has at most 63 characters a-z and _, \
         and neither begins nor ends with _"
    );
}

#[test]
fn last_refusal_returns_error_of_same_thread() {
    let tid = Format::Tid.code().into();
    let status = parse(tid, "3jzfcijpj2z21");
    let other = std::thread::spawn(move || refusal(parse(tid, "1")));
    let length = refused(ErrorCode::InvalidLength, Some(1));
    assert_eq!(other.join().expect("no panic"), length);
    let character = refused(ErrorCode::InvalidCharacter, Some(12));
    assert_eq!(refusal(status), character);
}

/// A generator whose state file was removed, and the file's path.
fn without_file(name: &str) -> (std::sync::Arc<RawGenerator>, String) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}-{}.state", std::process::id()));
    let given = [
        ("state_file", file.display().to_string()),
        ("clock", "manual".to_owned()),
    ];
    let given = given.map(|(name, value)| Given {
        name: name.to_owned(),
        value: Setting::Word { value },
    });
    let generator = RawGenerator::new(Format::Tid.code(), given.into()).expect("a generator");
    std::fs::remove_file(&file).expect("there is a file");
    (generator, file.display().to_string())
}

#[test]
fn refusal_has_path_of_state_file() {
    let (generator, path) = without_file("calls");
    let (mut id, time) = (NOTHING, 1_721_390_460);
    let out = (&raw mut id) as i64;
    let address = generator.address() as i64;
    let [environment, class] = STATIC;
    // SAFETY: the generator is alive, the id valid.
    let status = unsafe {
        Java_sortid_internal_Calls_generatorNextAt(environment, class, address, time, 0, out)
    };
    let io = (ErrorCode::StoreIo as i32, None, Some(path));
    assert_eq!(refusal(status), io);

    let time = UnixTime {
        seconds: time,
        nanos: 0,
    };
    let id = Words {
        format: Format::Tid.code(),
        high: 1,
        middle: 0,
        low: 0,
    };
    let Err(Failure::Refused { refusal }) = generator.next_after_at(id, time) else {
        panic!("expected an error: the file was removed");
    };
    assert_eq!((refusal.code, refusal.subject), (io.0, io.2));
}

#[test]
fn jni_methods_round_trip_ids_of_each_format() {
    let [environment, class] = STATIC;
    for &format in Format::ALL {
        let code = i32::from(format.code());
        let new = sortid::new_id(format).or_else(|_| AnyId::from_fields([], format));
        let new = new.expect("an id");
        let text = new.to_text();
        let (start, length) = (text.as_bytes().as_ptr() as i64, text.len() as i64);
        let mut id = NOTHING;
        let out = (&raw mut id) as i64;
        // SAFETY: the text has this length; the id is valid.
        let status = unsafe {
            Java_sortid_internal_Calls_parse(environment, class, start, length, code, out)
        };
        assert_eq!(status, 0, "{format}");
        assert_eq!(
            id.bytes[..format.byte_len()],
            new.to_bytes()[..],
            "{format}"
        );
        let word = |at: usize| i64::from_be_bytes(std::array::from_fn(|i| id.bytes[at + i]));
        let low = i32::from_be_bytes(std::array::from_fn(|i| id.bytes[16 + i]));
        let (high, middle) = (word(0), word(8));
        for (number, &form) in (0..).zip(Form::ALL) {
            let (mut text, mut size) = ([0_u8; 49], 0_usize);
            let (start, room) = (text.as_mut_ptr() as i64, text.len() as i64);
            let needed = (&raw mut size) as i64;
            // SAFETY: the memory has this size.
            let status = unsafe {
                Java_sortid_internal_Calls_textForm(
                    environment,
                    class,
                    high,
                    middle,
                    low,
                    code,
                    number,
                    start,
                    room,
                    needed,
                )
            };
            let expected = new.to_form(form);
            let expected = expected.map_err(|error| error.code() as i32);
            assert_eq!(
                expected.as_ref().err(),
                Some(&status).filter(|status| **status != 0)
            );
            if let Ok(expected) = expected {
                assert_eq!(&text[..size - 1], expected.as_bytes(), "{format}, {form:?}");
            }
        }
        for (index, (name, value)) in (0..).zip(new.fields()) {
            let (mut high_word, mut low_word) = (0_i64, 0_u64);
            let (upper, lower) = ((&raw mut high_word) as i64, (&raw mut low_word) as i64);
            // SAFETY: both words are valid.
            let status = unsafe {
                Java_sortid_internal_Calls_fieldAt(
                    environment,
                    class,
                    high,
                    middle,
                    low,
                    code,
                    index,
                    upper,
                    lower,
                )
            };
            assert_eq!(status, 0);
            let field = i128::from(high_word) << 64 | i128::from(low_word);
            assert_eq!(field, value, "{format}, {name}");
        }
    }
}
