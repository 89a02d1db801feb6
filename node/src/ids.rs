//! Ids: text, bytes, integers, fields, time, order. The operand is in the first slot.

use std::cmp::Ordering;

use sortid::options::Epoch;
use sortid::{AnyId, ByteOrder, Error, ErrorCode, Form, NodeClass, Timeid, UuidKind};

use crate::call::{Answer, Call, Failure, Thrown, functions};
use crate::ints::{big, big_endian, big_of_bytes, big_unsigned, saturated, unsigned};
use crate::registers::{SLOTS, format_of};
use crate::values::{BigInt, Uint8Array};

functions! {
    "parse" parse;
    "isValid" is_valid;
    "fromBytes" from_bytes;
    "parseForm" parse_form;
    "parseLenient" parse_lenient;
    "suggestions" suggestions;
    "bytesIn" bytes_in;
    "fromBytesIn" from_bytes_in;
    "fromInt" from_int;
    "fromFields" from_fields;
    "text" text;
    "form" form;
    "integer" integer;
    "fields" fields;
    "timestamp" timestamp;
    "timestampOf" timestamp_of;
    "isReserved" is_reserved;
    "nodeClass" node_class;
    "kind" kind;
    "nodeOf" node_of;
    "compare" compare;
    "convertTo" convert_to;
    "neighbor" neighbor;
    "convert" convert;
    "convertBytes" convert_bytes;
    "readings" readings;
    "findIds" find_ids;
    "errors" errors;
}

/// `(text, code)`: parses an id to the first slot.
fn parse(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |text| {
        let id = AnyId::parse(text, format).map_err(|error| Thrown::describing(error, text))?;
        call.registers().set_id(0, id);
        call.nothing()
    })
}

/// `(text, code, index)`: parses the text form with this index in [`Form::ALL`] to the first slot.
fn parse_form(call: &Call<'_>) -> Answer {
    let (format, form) = (format_of(call.number(1)?)?, listed(Form::ALL, call, 2)?);
    call.with_text(0, |text| {
        let id = AnyId::parse_form(text, format, form);
        let id = id.map_err(|error| Thrown::describing(error, text))?;
        call.registers().set_id(0, id);
        call.nothing()
    })
}

/// `(text, code)`: parses an id to the first slot. Returns the corrections as bits.
fn parse_lenient(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |text| {
        let read = AnyId::parse_lenient(text, format);
        let read = read.map_err(|error| Thrown::describing(error, text))?;
        call.registers().set_id(0, read.id);
        call.value(u32::from(read.corrections.bits()))
    })
}

/// `(text)`: writes suggested ids for a text to the slots. Returns the corrections of each as bits.
fn suggestions(call: &Call<'_>) -> Answer {
    call.with_text(0, |text| {
        let mut corrections = Vec::new();
        for (slot, miss) in (0..SLOTS).zip(sortid::inspect_at(text, crate::now()).suggestions()) {
            call.registers().set_id(slot, miss.id);
            corrections.push(u32::from(miss.corrections.bits()));
        }
        call.value(corrections)
    })
}

/// The element of a list at the index in an argument.
fn listed<T: Copy>(all: &[T], call: &Call<'_>, argument: usize) -> Result<T, Failure> {
    let member = all.get(call.number(argument)? as usize).copied();
    member.ok_or(Failure::Type("an index of the list"))
}

/// `(index)`: the bytes in the order with this index in [`ByteOrder::ALL`].
fn bytes_in(call: &Call<'_>) -> Answer {
    let order = listed(ByteOrder::ALL, call, 0)?;
    let bytes = call.registers().id(0)?.to_bytes_in(order)?;
    call.value(Uint8Array::from(bytes.to_vec()))
}

/// `(bytes, code, index)`: reads bytes in the order with this index in [`ByteOrder::ALL`], to the
/// first slot.
fn from_bytes_in(call: &Call<'_>) -> Answer {
    let (bytes, format) = (call.bytes(0)?, format_of(call.number(1)?)?);
    let id = AnyId::from_bytes_in(bytes, format, listed(ByteOrder::ALL, call, 2)?)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// `(text, code)`: whether the text is an id.
fn is_valid(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |text| call.value(AnyId::is_valid(text, format)))
}

/// `(bytes, code)`: reads an id to the first slot.
fn from_bytes(call: &Call<'_>) -> Answer {
    let (bytes, format) = (call.bytes(0)?, format_of(call.number(1)?)?);
    call.registers()
        .set_id(0, AnyId::from_bytes(bytes, format)?);
    call.nothing()
}

/// `(bigint, code)`: reads an id to the first slot.
fn from_int(call: &Call<'_>) -> Answer {
    let (int, format): (BigInt, _) = (call.argument(0)?, format_of(call.number(1)?)?);
    let outside = || {
        let error = Error::about(
            ErrorCode::OutOfRange,
            "\0no id of the format has this integer",
        );
        match saturated(&int) {
            i128::MIN | i128::MAX => Failure::from(error),
            int => Thrown::new(error, &format_args!("{error}: {int}")).into(),
        }
    };
    let id = match format.bits() {
        64 if format.is_signed() => {
            let int = i64::try_from(saturated(&int)).map_err(|_| outside())?;
            AnyId::from_u64(int as u64, format)
        }
        64 => {
            let int = unsigned(&int).and_then(|int| int.try_into().ok());
            AnyId::from_u64(int.ok_or_else(outside)?, format)
        }
        128 => AnyId::from_u128(unsigned(&int).ok_or_else(outside)?, format),
        _ => {
            let bytes = big_endian(&int, format.byte_len()).ok_or_else(outside)?;
            AnyId::from_bytes(&bytes, format)
        }
    }?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// `(names, values, code)`: composes an id in the first slot.
fn from_fields(call: &Call<'_>) -> Answer {
    let (names, values): (Vec<String>, Vec<BigInt>) = (call.argument(0)?, call.argument(1)?);
    let values = values.iter().map(saturated);
    let fields = names.iter().map(String::as_str).zip(values);
    let format = format_of(call.number(2)?)?;
    let is_unknown = |name: &&String| format.fields().all(|(known, _)| known != *name);
    let unknown = names.iter().find(is_unknown).map_or("", String::as_str);
    let id = AnyId::from_fields(fields, format)
        .map_err(|error| Thrown::describing(error, unknown.as_bytes()))?;
    call.registers().set_id(0, id);
    call.nothing()
}

fn text(call: &Call<'_>) -> Answer {
    call.ascii(&call.registers().id(0)?.to_text())
}

/// `(index)`: the text form with this index in [`Form::ALL`].
fn form(call: &Call<'_>) -> Answer {
    let form = listed(Form::ALL, call, 0)?;
    call.ascii(&call.registers().id(0)?.to_form(form)?)
}

/// The integer, signed if the format is.
fn integer(call: &Call<'_>) -> Answer {
    call.value(integer_of(call.registers().id(0)?)?)
}

pub(crate) fn integer_of(id: AnyId) -> Result<BigInt, Failure> {
    Ok(match id.format().bits() {
        64 if id.format().is_signed() => big((id.to_u64()? as i64).into()),
        64 => big_unsigned(id.to_u64()?.into()),
        128 => big_unsigned(id.to_u128()?),
        _ => big_of_bytes(&id.to_bytes()),
    })
}

/// The values of the fields, in the format's order.
fn fields(call: &Call<'_>) -> Answer {
    let id = call.registers().id(0)?;
    let values: Vec<BigInt> = id.fields().map(|(_, value)| big(value)).collect();
    call.value(values)
}

/// `(names, values)`: writes the time by options, if given, to the first register.
fn timestamp(call: &Call<'_>) -> Answer {
    let id = call.registers().id(0)?;
    // Building options takes longer than everything else.
    let time = match call.is_given(0)? {
        true => id.timestamp_with(&call.options(0, 1)?)?,
        false => id.timestamp()?,
    };
    call.registers().set_time(0, time);
    call.nothing()
}

/// `(generator)`: writes the time by a generator's options to the first register.
fn timestamp_of(call: &Call<'_>) -> Answer {
    let time = call.generator()?.timestamp(call.registers().id(0)?)?;
    call.registers().set_time(0, time);
    call.nothing()
}

fn is_reserved(call: &Call<'_>) -> Answer {
    call.value(call.registers().id(0)?.is_reserved())
}

/// The node class of a timeid; null for other formats.
fn node_class(call: &Call<'_>) -> Answer {
    let timeid = Timeid::try_from(call.registers().id(0)?);
    call.value(timeid.ok().map(|id| match id.node_class() {
        NodeClass::BestEffort => "best_effort",
        NodeClass::Context => "context",
        NodeClass::Global => "global",
    }))
}

/// The kind of UUID of an `any_uuid`; null for other formats.
fn kind(call: &Call<'_>) -> Answer {
    call.value(call.registers().id(0)?.kind().map(UuidKind::name))
}

/// The node; null for formats without one.
fn node_of(call: &Call<'_>) -> Answer {
    let node = call.registers().id(0)?.node();
    call.value(node.map(|node| big_unsigned(node.into())))
}

/// The order of the ids in the first two slots: -1, 0, 1.
fn compare(call: &Call<'_>) -> Answer {
    let (a, b) = (call.registers().id(0)?, call.registers().id(1)?);
    call.value(match a.cmp(&b) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    })
}

/// `(code)`: replaces the id by the converted id.
fn convert_to(call: &Call<'_>) -> Answer {
    let id = call
        .registers()
        .id(0)?
        .convert(format_of(call.number(0)?)?)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// `(isAfter)`: replaces the id by its successor (1) or predecessor (0).
fn neighbor(call: &Call<'_>) -> Answer {
    let id = call.registers().id(0)?;
    let neighbor = match call.number(0)? {
        0 => id.predecessor(),
        _ => id.successor(),
    };
    call.registers().set_id(0, neighbor?);
    call.nothing()
}

/// `(text, from, to)`: converts text between named formats. Returns text and bytes.
fn convert(call: &Call<'_>) -> Answer {
    let (from, to): (String, String) = (call.argument(1)?, call.argument(2)?);
    call.with_text(0, |text| {
        let result = sortid::convert(text, &from, &to);
        converted(call, result, [&from, &to], text)
    })
}

/// `(bytes, from, to)`: converts bytes between named formats. Returns text and bytes.
fn convert_bytes(call: &Call<'_>) -> Answer {
    let (from, to): (String, String) = (call.argument(1)?, call.argument(2)?);
    let result = sortid::convert_bytes(call.bytes(0)?, &from, &to);
    converted(call, result, [&from, &to], &[])
}

fn converted(
    call: &Call<'_>,
    result: Result<sortid::Converted, Error>,
    names: [&str; 2],
    text: &[u8],
) -> Answer {
    let converted = result.map_err(|error| {
        let is_unknown = |name: &&str| {
            let error = sortid::convert_bytes(&[], name, name).err();
            error.is_some_and(|error| error.code() == ErrorCode::UnknownFormat)
        };
        let unknown = names.into_iter().find(is_unknown);
        Thrown::describing(error, unknown.map_or(text, str::as_bytes))
    })?;
    let bytes = Uint8Array::from(converted.bytes.to_vec());
    call.value((converted.text.to_string(), bytes))
}

/// `(text)`: writes the readings of a text to the slots. Returns their epochs.
fn readings(call: &Call<'_>) -> Answer {
    call.with_text(0, |text| {
        let mut epochs = Vec::new();
        for (slot, reading) in (0..SLOTS).zip(sortid::inspect_at(text, crate::now()).readings()) {
            call.registers().set_id(slot, reading.id);
            epochs.push(reading.epoch.map(Epoch::name));
        }
        call.value(epochs)
    })
}

/// `(text, codes)`: finds ids of these formats, or of the core's default ones. Returns for each the
/// format's code, start and end in UTF-16 units, and bytes.
fn find_ids(call: &Call<'_>) -> Answer {
    let formats = match call.is_given(1)? {
        true => {
            let codes = call.bytes(1)?.iter().map(|&code| format_of(code.into()));
            Some(codes.collect::<Result<Vec<_>, _>>()?)
        }
        false => None,
    };
    call.with_text(0, |text| {
        let (mut passed, mut units) = (0, 0);
        let ids = sortid::find_ids_at(text, formats.as_deref(), crate::now());
        let found = ids.map(|(place, id)| {
            let before = text.get(passed..place.start).unwrap_or_default();
            let start = units + utf16_units(before);
            (passed, units) = (place.end, start + place.len() as u32);
            let bytes = Uint8Array::from(id.to_bytes().to_vec());
            (u32::from(id.format().code()), start, units, bytes)
        });
        call.value(found.collect::<Vec<_>>())
    })
}

/// The length in UTF-16 of UTF-8 text: a code point of four bytes has two units, any other has one.
fn utf16_units(text: &[u8]) -> u32 {
    let units = |&byte: &u8| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0);
    text.iter().map(units).sum()
}

/// `(text)`: the codes of the formats that reject a text, and their errors.
fn errors(call: &Call<'_>) -> Answer {
    call.with_text(0, |text| {
        let (mut codes, mut errors) = (Vec::new(), Vec::new());
        for (format, error) in sortid::inspect_at(text, crate::now()).errors() {
            codes.push(u32::from(format.code()));
            errors.push(call.error(Thrown::describing(error, text))?);
        }
        call.value((codes, errors))
    })
}
