//! Declared types: the type is the first argument, the id is in the first slot.

use sortid::{AnyTypeId, IdType, Options};

use crate::call::{Answer, Call, Failure, Thrown, functions};
use crate::handles::{Content, create_handle};
use crate::registers::format_of;

functions! {
    "idType" declare;
    "typePattern" pattern;
    "typesEqual" equal;
    "typeParse" parse;
    "typeIsValid" is_valid;
    "typeText" text;
    "typeTimestamp" timestamp;
    "typeAt" at;
    "typeNext" next;
    "parseTypeId" parse_any;
    "prefixOf" prefix_of;
}

impl Call<'_> {
    /// Passes the type in the first argument and the text in the second to `run`.
    fn with_typed_text(&self, run: impl FnOnce(&IdType, &[u8]) -> Answer) -> Answer {
        let declared = self.id_type(0)?;
        self.with_text(1, |text| run(&declared, text))
    }
}

/// `(code, prefix, names, values)`: declares a type. Returns it, and the name of the format that it
/// generates. Draws no random bits before the first id.
fn declare(call: &Call<'_>) -> Answer {
    let mut declared = IdType::new(format_of(call.number(0)?)?);
    if call.is_given(1)? {
        declared = call.with_text(1, |prefix| {
            let read = prefix.try_into();
            let prefix = read.map_err(|error| Thrown::describing(error, prefix))?;
            Ok(declared.with_prefix(prefix)?)
        })?;
    }
    let options = call.options(2, 3)?;
    if options != Options::new() {
        declared = declared.with_options(&options)?;
    }
    create_handle(call, Content::declared(declared))
}

/// The name of the format that is generated; the regular expression of texts, if the type has a
/// prefix.
fn pattern(call: &Call<'_>) -> Answer {
    let declared = call.id_type(0)?;
    let pattern = declared
        .prefix()
        .map(|prefix| AnyTypeId::pattern(prefix, declared.format()));
    call.value((declared.generated_format().name(), pattern.transpose()?))
}

/// `(type, other)`
fn equal(call: &Call<'_>) -> Answer {
    call.value(*call.id_type(0)? == *call.id_type(1)?)
}

/// `(type, text)`: parses an id to the first slot.
fn parse(call: &Call<'_>) -> Answer {
    call.with_typed_text(|declared, text| {
        let id = declared
            .parse(text)
            .map_err(|error| described(error, text, declared.prefix()))?;
        call.registers().set_id(0, id);
        call.nothing()
    })
}

fn described(error: sortid::Error, text: &[u8], prefix: Option<&sortid::Prefix>) -> Failure {
    let expected = prefix.map_or("", sortid::Prefix::as_str);
    Thrown::new(error, &error.describe(text).with_prefix(expected)).into()
}

/// `(type, text)`
fn is_valid(call: &Call<'_>) -> Answer {
    call.with_typed_text(|declared, text| call.value(declared.is_valid(text)))
}

/// The text of the id.
fn text(call: &Call<'_>) -> Answer {
    call.ascii(&call.id_type(0)?.to_text(call.registers().id(0)?)?)
}

/// Writes the id's time to the first register.
fn timestamp(call: &Call<'_>) -> Answer {
    let time = call.id_type(0)?.timestamp(call.registers().id(0)?)?;
    call.registers().set_time(0, time);
    call.nothing()
}

/// Generates an id at the time in the first register.
fn at(call: &Call<'_>) -> Answer {
    let id = call.id_type(0)?.at(call.registers().time(0)?)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// `(generator, type)`: the text of the generator's next id. The generator may be the type.
fn next(call: &Call<'_>) -> Answer {
    let id = call.generator()?.next()?;
    call.ascii(&call.id_type(1)?.to_text(id)?)
}

/// `(text, code)`: parses a TypeID with any prefix to the first slot. Returns the prefix.
fn parse_any(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |text| {
        let read = AnyTypeId::parse(text, format).map_err(|error| described(error, text, None))?;
        call.registers().set_id(0, read.id());
        call.ascii(read.prefix().as_str())
    })
}

/// `(text)`: the prefix before its last `_`; empty if there is no valid one.
fn prefix_of(call: &Call<'_>) -> Answer {
    call.with_text(0, |text| call.ascii(sortid::prefix_of(text)))
}
