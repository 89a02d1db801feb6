//! Reading of bytes: integers, fields, text, time, order.
//!
//! Input: format, reading options, two ids.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sortid::{AnyId, Error, ErrorCode, Form, Format};
use sortid_fuzz::{Given, Input, code, epoch_ms, has_gaps, unix_ns, with_marks};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let given = Given::read(&mut input, format, |option| option.reads);
    let bytes = input.rest();

    let read = AnyId::from_bytes(bytes, format);
    judged(format, bytes, read);
    let (first, second) = bytes.split_at(bytes.len().min(format.byte_len()));
    let ids = [first, second].map(|bytes| {
        let bytes = with_marks(format, bytes);
        let id = AnyId::from_bytes(&bytes, format);
        judged(format, &bytes, id);
        id
    });
    for id in ids.into_iter().chain([read]).flatten() {
        round_trips(id);
        times(id, &given);
    }
    if let [Ok(a), Ok(b)] = ids {
        ordered(a, b);
    }
});

/// Checks that bytes are accepted, or rejected for the right reason, and that integers agree.
fn judged(format: Format, bytes: &[u8], read: Result<AnyId, Error>) {
    let integer = match bytes.len() {
        len if len != format.byte_len() => {
            let error = read.expect_err("a wrong length");
            assert_eq!(error.code(), ErrorCode::InvalidLength);
            assert_eq!(error.offset(), Some(bytes.len()));
            return;
        }
        8 => AnyId::from_u64(
            u64::from_be_bytes(bytes.try_into().expect("8 bytes")),
            format,
        ),
        16 => AnyId::from_u128(
            u128::from_be_bytes(bytes.try_into().expect("16 bytes")),
            format,
        ),
        _ => read,
    };
    assert_eq!(integer, read);
    match read {
        Ok(id) => assert_eq!(&*id.to_bytes(), bytes),
        Err(error) => {
            let expected: &[ErrorCode] = match format {
                Format::Timeid => &[ErrorCode::OutOfRange],
                _ if !has_gaps(format) => &[],
                _ if format.reads(Form::Urn) => {
                    &[ErrorCode::InvalidVariant, ErrorCode::InvalidVersion]
                }
                _ => &[ErrorCode::OutOfRange],
            };
            assert!(expected.contains(&error.code()), "{format}: {error}");
        }
    }
}

fn round_trips(id: AnyId) {
    let format = id.format();
    assert_eq!(AnyId::parse(&*id.to_text(), format), Ok(id));
    assert_eq!(AnyId::from_fields(id.fields(), format), Ok(id));
    for (name, int) in id.fields() {
        assert_eq!(id.field(name), Ok(int));
    }
    let (narrow, wide) = (id.to_u64(), id.to_u128());
    assert_eq!(narrow.is_ok(), format.bits() == 64);
    assert_eq!(wide.is_ok(), format.bits() == 128);
    if let Ok(int) = narrow {
        assert_eq!(AnyId::from_u64(int, format), Ok(id));
    }
    if let Ok(int) = wide {
        assert_eq!(AnyId::from_u128(int, format), Ok(id));
    }
    assert_eq!(
        code(id.field("no such field")),
        Some(ErrorCode::InvalidField)
    );
}

/// Checks that the time matches the specification, and that options move it as documented.
fn times(id: AnyId, given: &Given<'_>) {
    let (format, told) = (id.format(), id.timestamp());
    match unix_ns(&id) {
        Some(ns) => assert_eq!(told.map(|time| time.unix_ns()), Ok(ns), "{id:?}"),
        None => assert_eq!(code(told), Some(ErrorCode::NotApplicable)),
    }
    assert_eq!(id.timestamp_with(&sortid::Options::new()), told);
    match id.timestamp_with(&given.options) {
        Ok(time) => {
            let ns = time.unix_ns();
            if let Some(epoch) = given.epoch_ms()
                && !matches!(format, Format::Uuid8 | Format::Custom64)
            {
                let moved = (epoch - epoch_ms(format)) * 1_000_000;
                assert_eq!(Some(ns - moved), unix_ns(&id));
            } else if given.has("precision") && format == Format::Uuid7Draft01 {
                let unit_ns = given.unit_ns(format);
                let floored = unix_ns(&id).map(|ns| ns.div_euclid(unit_ns) * unit_ns);
                assert_eq!(Some(ns), floored);
            } else if format == Format::Uuid8 {
                let epoch_ns = given.epoch_ms().unwrap_or(0) * 1_000_000;
                assert_eq!((ns - epoch_ns) % given.unit_ns(format), 0);
            }
        }
        Err(error) => assert!(matches!(
            error.code(),
            ErrorCode::InvalidOption | ErrorCode::NotApplicable | ErrorCode::TimestampOutOfRange
        )),
    }
}

/// Checks that texts and bytes sort like ids if the format says so; for timeid only on the same
/// side of 1970. Times sort like generated ids.
fn ordered(a: AnyId, b: AnyId) {
    let before_1970 = |id: &AnyId| id.format() == Format::Timeid && id.to_bytes()[0] & 0x80 != 0;
    assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    assert_eq!(a == b, a.to_bytes() == b.to_bytes());
    if before_1970(&a) == before_1970(&b) {
        let (format, order) = (a.format(), a.cmp(&b));
        let is_timeid = format == Format::Timeid;
        if format.bytes_sort() || is_timeid {
            assert_eq!(order, a.to_bytes().cmp(&b.to_bytes()));
        }
        if format.text_sorts() || is_timeid {
            assert_eq!(order, a.to_text().as_str().cmp(b.to_text().as_str()));
        }
    } else {
        assert_eq!(a < b, before_1970(&a));
    }
    if !a.format().can_generate() {
        return;
    }
    if let (Ok(earlier), Ok(later)) = (a.min(b).timestamp(), a.max(b).timestamp())
        && a.is_reserved() == b.is_reserved()
    {
        assert!(earlier <= later);
    }
}
