//! Reading of text: parsing, forms, `inspect`, conversions, names.
//!
//! Input: two names, a time, the text.
#![no_main]

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use sortid::{AnyId, AnyTypeId, Error, ErrorCode, Form, Format, Prefix, Timestamp};
use sortid_fuzz::{Input, NOON, code};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let (from, to, now) = (name(&mut input), name(&mut input), input.time(NOON));
    let text = input.rest();
    for &format in Format::ALL {
        match AnyId::parse(text, format) {
            Ok(id) => accepted(id, text),
            Err(error) => refused(format, text, error),
        }
    }
    typed(text);
    prefixed(text);
    inspected(text, now);
    converted(text, from, to);
    named(text);
});

/// Reads the name of a format.
fn name(input: &mut Input<'_>) -> &'static str {
    Format::ALL[usize::from(input.byte()) % Format::ALL.len()].name()
}

fn accepted(id: AnyId, text: &[u8]) {
    let format = id.format();
    assert!(AnyId::is_valid(text, format));
    let mut is_a_form = false;
    for &form in Form::ALL {
        match id.to_form(form) {
            // Some forms are only written.
            Ok(_) if !format.reads(form) => {}
            // Short decimal texts are only written: they could be symbols.
            Ok(written) if form == Form::Decimal && written.len() <= format.text_len() => {}
            Ok(written) => {
                assert_eq!(
                    AnyId::parse(&*written, format),
                    Ok(id),
                    "{form:?} of {id:?}"
                );
                // Hexadecimal and most of base32 ignore case.
                is_a_form |= written.as_bytes().eq_ignore_ascii_case(text);
            }
            Err(error) => assert_eq!(error.code(), ErrorCode::NotApplicable),
        }
    }
    // A hexadecimal integer may have more or fewer leading zeros.
    let is_hexadecimal = text.starts_with(b"0x");
    // A decimal tsid may have leading zeros up to 20 digits.
    let is_padded = format == Format::Tsid && text.len() == 20;
    assert!(
        is_a_form || is_hexadecimal || is_padded,
        "{id:?} was read from something else"
    );
    let lengths = format.text_len_min()..=format.text_len();
    assert!(lengths.contains(&id.to_text().len()));
    assert_eq!(id.to_string(), &*id.to_text());
    assert_eq!(id.to_form(Form::Canonical), Ok(id.to_text()));
}

fn refused(format: Format, text: &[u8], error: Error) {
    assert!(!AnyId::is_valid(text, format));
    let zero = AnyId::from_fields([], format).expect("zero is an id of every format");
    let read = Form::ALL.iter().filter(|&&form| format.reads(form));
    let lengths = read.filter_map(|&form| zero.to_form(form).ok());
    let lengths: BTreeSet<usize> = lengths.map(|form| form.len()).collect();
    let is_of_one_length = format.text_len_min() == format.text_len();
    if is_of_one_length && !format.reads(Form::Decimal) {
        let length_is_right = lengths.contains(&text.len());
        assert_eq!(error.code() != ErrorCode::InvalidLength, length_is_right);
    }
    match (error.code(), error.offset()) {
        (ErrorCode::InvalidLength, offset) => assert_eq!(offset, Some(text.len())),
        // Whether a zero is a leading one depends on the next byte.
        (ErrorCode::InvalidCharacter, Some(0)) if text[0] == b'0' => {}
        (ErrorCode::InvalidCharacter, Some(at)) => {
            // Bytes after the first bad one are ignored.
            let mut spoilt = text.to_vec();
            spoilt[at + 1..].fill(b'!');
            assert_eq!(AnyId::parse(spoilt, format), Err(error));
        }
        (ErrorCode::InvalidVariant | ErrorCode::InvalidVersion, Some(at)) => {
            assert!(at < text.len() && format.bits() == 128);
        }
        (ErrorCode::OutOfRange, None) => {}
        _ => panic!("{format} refuses by {error:?}"),
    }
}

/// Checks that the newtypes parse like the dynamic id.
fn typed(text: &[u8]) {
    fn agrees<T: sortid::TypedId + FromStr<Err = Error> + Debug>(text: &str) {
        let typed = text.parse::<T>().map(Into::<AnyId>::into);
        assert_eq!(typed, AnyId::parse(text, T::FORMAT));
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    macro_rules! all_agree {
        ($($name:path)*) => { $(agrees::<$name>(text);)* };
    }
    sortid::with_types!(all_agree);
}

/// Checks that an id with a prefix is written as it was read, and that `prefix_of` agrees.
fn prefixed(text: &[u8]) {
    let prefix = sortid::prefix_of(text);
    assert!(text.starts_with(prefix.as_bytes()) && Prefix::new(prefix).is_ok());
    for &format in Format::ALL {
        let other = Prefix::new("other").expect("a prefix");
        let expecting = AnyTypeId::parse_expecting(text, format, &other);
        match AnyTypeId::parse(text, format) {
            Ok(read) => {
                let written = read.to_text();
                assert!(written.as_bytes().eq_ignore_ascii_case(text), "{read:?}");
                assert_eq!(AnyTypeId::parse(&*written, format), Ok(read));
                assert_eq!(read.prefix().as_str(), prefix);
                let expected = match *read.prefix() == other {
                    true => None,
                    false => Some(ErrorCode::WrongPrefix),
                };
                assert_eq!(code(expecting), expected);
                let own = AnyTypeId::parse_expecting(text, format, read.prefix());
                assert_eq!(own, Ok(read));
            }
            Err(error) => {
                assert!(error.offset().is_none_or(|at| at <= text.len()));
                assert!(expecting.is_err());
            }
        }
    }
}

/// Checks that each reading is of a format that accepts the text or the part after its prefix, and
/// that formats are distinct and in the documented order. All other formats reject the text, or
/// accept it but are not listed.
fn inspected(text: &[u8], now: Timestamp) {
    // Readings with a named epoch repeat ids.
    let own = sortid::inspect_at(text, now)
        .readings()
        .filter(|reading| reading.epoch.is_none());
    let readings: Vec<AnyId> = own.map(|reading| reading.id).collect();
    let refusals: Vec<(Format, Error)> = sortid::inspect_at(text, now).errors().collect();
    for reading in &readings {
        let whole = AnyId::parse(text, reading.format());
        let behind = AnyTypeId::parse(text, reading.format()).map(AnyId::from);
        assert!(whole.as_ref() == Ok(reading) || behind.as_ref() == Ok(reading));
    }
    for &(format, error) in &refusals {
        assert_eq!(AnyId::parse(text, format), Err(error));
    }
    assert!(refusals.is_sorted_by_key(|(format, _)| format.code()));
    let formats: BTreeSet<Format> = readings.iter().map(|id| id.format()).collect();
    assert_eq!(formats.len(), readings.len());
    let read = Format::ALL
        .iter()
        .filter(|&&format| AnyId::is_valid(text, format));
    assert_eq!(read.count() + refusals.len(), Format::ALL.len());
    assert!(readings.is_sorted_by_key(AnyId::is_reserved));
    let place = |format| readings.iter().position(|id| id.format() == format);
    if let (Some(rfc), Some(draft)) = (place(Format::Uuid7), place(Format::Uuid7Draft01)) {
        let rank = |at: usize| match readings[at].timestamp().expect("a time").seconds() {
            ..1_262_304_000 => 2,
            time if time <= now.seconds().saturating_add(86_400) => 0,
            time if time <= now.seconds().saturating_add(315_576_000) => 1,
            _ => 2,
        };
        assert_eq!(draft < rfc, rank(draft) < rank(rfc));
    }
    if let Some(xid) = place(Format::Uid11Xid) {
        for other in [
            Format::Uid11Fullrand,
            Format::Uid11Snowish,
            Format::Uid11TsSeqRand,
        ] {
            assert!(place(other).is_none_or(|place| xid < place));
        }
    }
}

/// Returns the canonical text and the bytes of an input of `convert`.
fn read(text: &[u8], from: &str) -> Result<(String, Vec<u8>), Error> {
    let id = AnyId::parse(text, from.parse()?)?;
    Ok((id.to_string(), id.to_bytes().to_vec()))
}

fn converted(text: &[u8], from: &str, to: &str) {
    let there = sortid::convert(text, from, to);
    let (canonical, bytes) = match read(text, from) {
        Ok(read) => read,
        Err(error) => {
            assert_eq!(there, Err(error));
            return;
        }
    };
    assert_eq!(sortid::convert_bytes(&bytes, from, to), there);
    if let (Ok(from), Ok(to)) = (from.parse(), to.parse()) {
        let id = AnyId::parse(text, from).expect("read above");
        let other = id.convert(to).map(|id| id.to_string());
        assert_eq!(other, there.map(|there| there.text.to_string()));
    }
    match there {
        Ok(there) => {
            let back = sortid::convert(&*there.text, to, from).expect("the way back");
            assert_eq!((&*back.text, &*back.bytes), (&*canonical, &*bytes));
        }
        Err(error) => assert!(matches!(
            error.code(),
            ErrorCode::NotApplicable
                | ErrorCode::OutOfRange
                | ErrorCode::InvalidVariant
                | ErrorCode::InvalidVersion
        )),
    }
}

/// Checks that only names of formats are names; `convert` knows a few more.
fn named(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    match text.parse::<Format>() {
        Ok(format) => assert_eq!(format.name(), text),
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::UnknownFormat);
            let unknown = code(sortid::convert("", text, "tid"));
            assert_eq!(
                unknown == Some(ErrorCode::UnknownFormat),
                !sortid::CONVERT_ALONE.contains(&text)
            );
        }
    }
}
