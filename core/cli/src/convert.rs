//! `sortid convert`: the same id in another format or form.

use std::ffi::OsString;
use std::io::Write;
use std::str::FromStr;

use serde_json::Map;
use sortid::{AnyId, AnyTypeId, CONVERT_ALONE, Error, ErrorCode, Form, Format, Likelihood, Prefix};

use crate::failure::{Failure, Outcome};
use crate::input::{each_text, refuse};
use crate::names::{convertible, form_parser};
use crate::output::{Output, OutputMode, hex};
use crate::time;

/// Convert ids to another format, text form or type prefix
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid convert 3jzfcijpj2z2a --to timeid
  sortid convert --from uuid1 --to uuid6 < ids
  sortid convert --from any_uuid --to uuid7 < ids
  sortid convert --from uuid7 --form compact < ids
  sortid convert --from uuid7 --type order 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
  sortid convert --from uuid7 --type order order_01fwhe4ydgfk1shh6w1g60eecf

Formats, in both directions: tid and timeid, uuid1 and uuid6, xid and object_id, elasticflake and \
elasticsearch_id, uuid7 and ulid, any_uuid and each UUID.

Forms: canonical (all), compact (timeid, UUIDs, lexical_uuid: no hyphens), hex (scru160, flake, \
flake_idgen, sid), urn and typeid (UUIDs), base32 and base64 (sid), uuid (lexical_uuid, flake, \
ulid), decimal (tsid).")]
pub(crate) struct Args {
    /// Texts, or lines of standard input [default: -]
    #[arg(value_name = "TEXT")]
    texts: Vec<OsString>,
    /// Format of the texts [default: the only likely one that can be converted]
    #[arg(long, value_name = "FORMAT", value_parser = convertible())]
    from: Option<String>,
    /// Format to convert to
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = convertible(),
        required_unless_present_any = ["form", "prefix"],
        conflicts_with = "form"
    )]
    to: Option<String>,
    /// Text form to print
    #[arg(long, value_parser = form_parser())]
    form: Option<Form>,
    /// Type prefix: removed if present, otherwise prepended
    #[arg(
        long = "type",
        value_name = "PREFIX",
        value_parser = Prefix::from_str,
        conflicts_with_all = ["to", "form"]
    )]
    prefix: Option<Prefix>,
    /// Print a JSON object per line
    #[arg(long)]
    json: bool,
}

/// The requested conversion.
enum Conversion<'a> {
    Format(&'a str),
    Form(Format, Form),
    Type(Format, &'a Prefix),
}

impl Conversion<'_> {
    fn of(&self, text: &[u8], from: &str) -> Result<Converted, Error> {
        match *self {
            Conversion::Format(to) => sortid::convert(text, from, to)
                .map(|made| (made.text.to_string(), hex(&made.bytes))),
            Conversion::Form(format, form) => {
                let id = AnyId::parse(text, format)?;
                Ok((id.to_form(form)?.to_string(), hex(&id.to_bytes())))
            }
            Conversion::Type(format, prefix) => {
                let (made, id) = toggle_prefix(text, format, prefix)?;
                Ok((made, hex(&id.to_bytes())))
            }
        }
    }
}

/// Removes the prefix from a text that has it, or adds it to an id without one.
fn toggle_prefix(text: &[u8], format: Format, prefix: &Prefix) -> Result<(String, AnyId), Error> {
    match AnyTypeId::parse_expecting(text, format, prefix) {
        Ok(prefixed) => Ok((prefixed.id().to_string(), prefixed.id())),
        Err(error) if text.contains(&b'_') || error.code() == ErrorCode::NotApplicable => {
            Err(error)
        }
        Err(_) => {
            let prefixed = AnyTypeId::new(*prefix, AnyId::parse(text, format)?)?;
            Ok((prefixed.to_string(), prefixed.id()))
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut out = Output::new(args.json);
    let (flag, name) = target(args)?;
    if let Some(from) = &args.from {
        conversion(args, from)?;
    }
    each_text(&args.texts, &mut out, |out, text| {
        let (made, from) = match &args.from {
            Some(from) => (conversion(args, from)?.of(text, from), from.as_str()),
            None => match infer(args, text)? {
                Ok((from, made)) => (Ok(made), from.name()),
                Err(why) => return refuse(out, text, why),
            },
        };
        match made {
            Ok((made, hex)) if out.mode() == OutputMode::Json => {
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
            // An error of the flags, which every other text would repeat.
            Err(error) if error.code() == ErrorCode::NotApplicable => Err(Failure::refused(
                format_args!("--from {from} {flag} {name}"),
                error,
            )),
            Err(error) => refuse(out, text, error),
        }
    })
}

/// Returns the flag that selects the conversion, and its value.
fn target(args: &Args) -> Result<(&'static str, &str), Failure> {
    match (&args.to, args.form, &args.prefix) {
        (Some(to), ..) => Ok(("--to", to)),
        (None, Some(form), _) => Ok(("--form", form.name())),
        (None, None, Some(prefix)) => Ok(("--type", prefix.as_str())),
        (None, None, None) => Err(Failure::refused(
            "convert",
            "requires --to, --form or --type",
        )),
    }
}

fn conversion<'a>(args: &'a Args, from: &str) -> Result<Conversion<'a>, Failure> {
    if let Some(to) = &args.to {
        return Ok(Conversion::Format(to));
    }
    if CONVERT_ALONE.contains(&from) {
        let why = "can only be converted with --to";
        return Err(Failure::refused(from, why));
    }
    let format = from
        .parse::<Format>()
        .map_err(|error| Failure::refused("--from", error))?;
    match (args.form, &args.prefix) {
        (Some(form), _) => Ok(Conversion::Form(format, form)),
        (None, Some(prefix)) => Ok(Conversion::Type(format, prefix)),
        (None, None) => Err(Failure::refused(
            "convert",
            "requires --to, --form or --type",
        )),
    }
}

/// The new text, and the bytes in hexadecimal.
type Converted = (String, String);

/// Converts a text of unknown format, and returns that format with the result. Chooses the
/// likeliest reading that can be converted, unless another one is as likely.
fn infer(args: &Args, text: &[u8]) -> Result<Result<(Format, Converted), String>, Failure> {
    let now = time::now();
    let mut best: Option<(Likelihood, Vec<(Format, Converted)>)> = None;
    let mut seen = false;
    let readings = sortid::inspect_at(text, now)
        .readings()
        .filter(|reading| reading.epoch.is_none());
    for id in readings.map(|reading| reading.id) {
        seen = true;
        let format = id.format();
        let Ok(made) = conversion(args, format.name())?.of(text, format.name()) else {
            continue;
        };
        match &mut best {
            None => best = Some((id.likelihood(now), vec![(format, made)])),
            // Readings are ordered from likeliest to least likely.
            Some((likelihood, all)) if *likelihood == id.likelihood(now) => {
                all.push((format, made))
            }
            Some(_) => break,
        }
    }
    let mut all = best.map(|(_, all)| all).unwrap_or_default();
    Ok(match all.len() {
        1 => all.pop().ok_or_else(String::new),
        0 if seen => {
            Err("no likely format allows this conversion; set the format with --from".to_owned())
        }
        0 => Err("not an id of any format".to_owned()),
        _ => {
            let names: Vec<&str> = all.iter().map(|(format, _)| format.name()).collect();
            Err(format!(
                "may be {}; set the format with --from",
                names.join(" or ")
            ))
        }
    })
}
