//! `sortid convert`: the same id in another format or form.

use std::io::Write;

use serde_json::Map;
use sortid::{Error, ErrorCode, Form, Format, Id};

use crate::args::{Convert, ELASTICSEARCH_ID};
use crate::failure::{Failure, Outcome};
use crate::input::{each_text, refuse};
use crate::output::{Look, Output, hex};

/// What is asked for.
enum Wanted<'a> {
    Format(&'a str),
    Form(Format, Form),
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
        }
    }
}

pub(crate) fn run(convert: &Convert) -> Result<Outcome, Failure> {
    let from = convert.from.as_str();
    let (wanted, flag, name) = match (&convert.to, convert.form) {
        (Some(to), _) => (Wanted::Format(to), "--to", to.as_str()),
        (None, Some(_)) if from == ELASTICSEARCH_ID => {
            return Err(Failure::refused(
                "--form",
                "elasticsearch_id is only converted, --to elasticflake",
            ));
        }
        (None, Some(form)) => {
            let format = from
                .parse()
                .map_err(|error| Failure::refused("--from", error))?;
            (Wanted::Form(format, form), "--form", form.name())
        }
        (None, None) => return Err(Failure::refused("convert", "give --to or --form")),
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
