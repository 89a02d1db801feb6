//! Construction from fields: an id is built only from fields that are known, given once, and fit.
//!
//! Input: format, then for each field a name and 16 bytes.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use sortid::{AnyId, ErrorCode, Format};
use sortid_fuzz::{Input, span};

/// Name bytes below this choose a field of the format. From here on, the excess is the length of a
/// name that follows.
const OWN: u8 = 224;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let fields: Vec<(&str, u32)> = format.fields().collect();
    let mut given = Vec::new();
    while !input.is_empty() && given.len() < 16 {
        let which = input.byte();
        let name = if which < OWN {
            fields[usize::from(which) % fields.len()].0
        } else {
            let name = input.bytes(usize::from(which - OWN));
            std::str::from_utf8(name).unwrap_or("?")
        };
        given.push((name, i128::from_le_bytes(input.array())));
    }

    let built = AnyId::from_fields(given.iter().copied(), format);
    match (expected(format, &fields, &given), built) {
        (Ok(values), Ok(id)) => {
            for (name, int) in id.fields() {
                let value = values.get(name).copied().unwrap_or(0);
                assert_eq!(int, value, "{name} of {id:?}");
            }
            assert_eq!(AnyId::from_bytes(&id.to_bytes(), format), Ok(id));
            assert_eq!(AnyId::parse(&*id.to_text(), format), Ok(id));
        }
        (Err((code, subject)), Err(error)) => {
            assert_eq!((error.code(), error.subject()), (code, subject));
        }
        (expected, built) => panic!("{built:?}, not {expected:?}"),
    }
});

type Refusal<'a> = (ErrorCode, Option<&'a str>);

/// Returns the given fields, or the first error.
fn expected<'a>(
    format: Format,
    fields: &[(&'a str, u32)],
    given: &[(&'a str, i128)],
) -> Result<BTreeMap<&'a str, i128>, Refusal<'a>> {
    let mut values = BTreeMap::new();
    for &(name, int) in given {
        let Some(&(_, width)) = fields.iter().find(|field| field.0 == name) else {
            return Err((ErrorCode::InvalidField, None));
        };
        let fits = span(format, name, width).contains(&int);
        if !fits || values.insert(name, int).is_some() {
            return Err((ErrorCode::InvalidField, Some(name)));
        }
    }
    if format == Format::Timeid && values.get("timestamp_us") == Some(&-1) {
        return Err((ErrorCode::TimestampOutOfRange, None));
    }
    Ok(values)
}
