//! `sortid convert`: the same id in another format or form.

use std::io::Write;

use serde_json::Map;
use sortid::{CONVERT_ALONE, Error, ErrorCode, Form, Format, Id, Prefix, PrefixedId};

use crate::args::Convert;
use crate::failure::{Failure, Outcome};
use crate::input::{each_text, refuse};
use crate::output::{Look, Output, hex};

/// What is asked for.
enum Wanted<'a> {
    Format(&'a str),
    Form(Format, Form),
    Type(Format, &'a Prefix),
}

impl Wanted<'_> {
    /// The new text, and the bytes in hexadecimal.
    fn of(&self, text: &[u8], from: &str) -> Result<(String, String), Error> {
        match *self {
            Wanted::Format(to) => sortid::convert(text, from, to)
                .map(|made| (made.text.to_string(), hex(&made.bytes))),
            Wanted::Form(format, form) => {
                let id = Id::parse(text, format)?;
                Ok((id.to_form(form)?.to_string(), hex(&id.to_bytes())))
            }
            Wanted::Type(format, prefix) => {
                let (made, id) = turned(text, format, prefix)?;
                Ok((made, hex(&id.to_bytes())))
            }
        }
    }
}

/// A text without its prefix where it has it, with it where it is an id without one.
fn turned(text: &[u8], format: Format, prefix: &Prefix) -> Result<(String, Id), Error> {
    match PrefixedId::parse_expecting(text, format, prefix) {
        Ok(prefixed) => Ok((prefixed.id().to_string(), prefixed.id())),
        Err(error) if text.contains(&b'_') || error.code() == ErrorCode::NotApplicable => {
            Err(error)
        }
        Err(_) => {
            let prefixed = PrefixedId::new(*prefix, Id::parse(text, format)?)?;
            Ok((prefixed.to_string(), prefixed.id()))
        }
    }
}

pub(crate) fn run(convert: &Convert) -> Result<Outcome, Failure> {
    let from = convert.from.as_str();
    let format = || {
        from.parse::<Format>()
            .map_err(|error| Failure::refused("--from", error))
    };
    let (wanted, flag, name) = match (&convert.to, convert.form, &convert.prefix) {
        (Some(to), ..) => (Wanted::Format(to), "--to", to.as_str()),
        (None, ..) if CONVERT_ALONE.contains(&from) => {
            return Err(Failure::refused(
                from,
                "it is only converted, --to a format",
            ));
        }
        (None, Some(form), _) => (Wanted::Form(format()?, form), "--form", form.name()),
        (None, None, Some(prefix)) => (Wanted::Type(format()?, prefix), "--type", prefix.as_str()),
        (None, None, None) => {
            return Err(Failure::refused("convert", "give --to, --form or --type"));
        }
    };
    let mut out = Output::new(convert.json);
    each_text(&convert.texts, &mut out, |out, text| {
        match wanted.of(text, from) {
            Ok((made, hex)) if out.look() == Look::Json => {
                let mut object = Map::new();
                object.insert("input".into(), String::from_utf8_lossy(text).into());
                object.insert("from".into(), from.into());
                object.insert(flag.trim_start_matches('-').into(), name.into());
                object.insert("text".into(), made.into());
                object.insert("hex".into(), hex.into());
                out.json(&object)?;
                Ok(Outcome::Done)
            }
            Ok((made, _)) => {
                writeln!(out, "{made}")?;
                Ok(Outcome::Done)
            }
            // The fault of the flags, so that of every text to come.
            Err(error) if error.code() == ErrorCode::NotApplicable => Err(Failure::refused(
                format_args!("--from {from} {flag} {name}"),
                error,
            )),
            Err(error) => refuse(out, text, error),
        }
    })
}
