//! Prefixed ids: the id is in the first slot, the prefix is passed as text.

use sortid::{Prefix, TypeId};

use crate::call::{Answer, Call, Failure, Thrown, functions};
use crate::registers::format_of;

functions! {
    "parsePrefixed" parse;
    "isPrefixed" is_valid;
    "prefixedText" text;
    "checkPrefix" check_prefix;
    "prefixedPattern" pattern;
    "prefixOf" prefix_of;
    "madeWithPrefix" generated_with_prefix;
    "prefixedTimestamp" timestamp;
}

impl Call<'_> {
    /// Parses an argument as a prefix.
    pub(crate) fn prefix(&self, index: usize) -> Result<Prefix, Failure> {
        self.with_text(index, |prefix| {
            let read = Prefix::try_from(prefix);
            Ok(read.map_err(|error| Thrown::describing(error, prefix))?)
        })
    }

    /// `(text, code, prefix)`: parses a prefixed id, with the expected prefix if it is given.
    fn prefixed(&self) -> Result<Result<TypeId, Failure>, Failure> {
        let format = format_of(self.number(1)?)?;
        let expected = match self.is_given(2)? {
            true => Some(self.prefix(2)?),
            false => None,
        };
        self.with_text(0, |text| {
            let parsed = match &expected {
                Some(prefix) => TypeId::parse_expecting(text, format, prefix),
                None => TypeId::parse(text, format),
            };
            let expected = expected.as_ref().map_or("", Prefix::as_str);
            Ok(parsed.map_err(|error| {
                Thrown::new(error, &error.describe(text).with_prefix(expected)).into()
            }))
        })
    }
}

/// Writes the id to the first slot. Returns its prefix.
fn parse(call: &Call<'_>) -> Answer {
    let prefixed = call.prefixed()??;
    call.registers().set_id(0, prefixed.id());
    call.ascii(prefixed.prefix().as_str())
}

fn is_valid(call: &Call<'_>) -> Answer {
    call.value(call.prefixed()?.is_ok())
}

/// `(prefix)`: the text of the id with this prefix.
fn text(call: &Call<'_>) -> Answer {
    let prefixed = TypeId::new(call.prefix(0)?, call.registers().id(0)?)?;
    call.ascii(&prefixed.to_text())
}

/// `(prefix, code)`: fails for an invalid prefix, and for a format without prefixed ids.
fn check_prefix(call: &Call<'_>) -> Answer {
    let (prefix, format) = (call.prefix(0)?, format_of(call.number(1)?)?);
    TypeId::pattern(&prefix, format)?;
    call.ascii(prefix.as_str())
}

/// `(prefix, code)`: the regular expression of texts with this prefix.
fn pattern(call: &Call<'_>) -> Answer {
    call.value(TypeId::pattern(
        &call.prefix(0)?,
        format_of(call.number(1)?)?,
    )?)
}

/// `(text)`: the prefix before its last `_`; empty if there is no valid one.
fn prefix_of(call: &Call<'_>) -> Answer {
    call.with_text(0, |text| call.ascii(sortid::prefix_of(text)))
}

/// `(code)`: the name of the format of new prefixed ids, and of the bounds of ranges.
fn generated_with_prefix(call: &Call<'_>) -> Answer {
    let made = format_of(call.number(0)?)?.generated_with_prefix();
    call.ascii(made.name())
}

/// Writes the id's time to the first register; for an `any_uuid`, the time by its version.
fn timestamp(call: &Call<'_>) -> Answer {
    let prefixed = TypeId::new(Prefix::EMPTY, call.registers().id(0)?)?;
    call.registers().set_time(0, prefixed.timestamp()?);
    call.nothing()
}
