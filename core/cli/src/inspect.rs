//! `sortid inspect`: what is this id?

use std::io::Write;

use sortid::{Error, ErrorCode, Format, Id, Timestamp, UuidKind};

use crate::args::Inspect;
use crate::failure::{Failure, Outcome, complain};
use crate::input::{each_text, refuse, shown};
use crate::output::{FAINT, Look, NAME, Output, TEXT, WARNING, fields, members};
use crate::{epochs, kinds, time};

pub(crate) fn run(inspect: &Inspect) -> Result<Outcome, Failure> {
    inspect.options.0.check_reading()?;
    let mut out = Output::new(inspect.json);
    each_text(&inspect.texts, &mut out, |out, text| {
        let readings: Vec<Id> = sortid::inspect(text).collect();
        if readings.is_empty() {
            return refuse_unread(inspect, out, text);
        }
        if out.look() == Look::People {
            writeln!(out, "{TEXT}{}{TEXT:#}", shown(text))?;
        }
        let prefix = sortid::prefix_of(text);
        if out.look() == Look::People && !prefix.is_empty() {
            writeln!(out, "  prefix {NAME}{prefix}{NAME:#}")?;
        }
        let widest = readings.iter().map(|id| id.format().name().len()).max();
        for id in &readings {
            let time = time_of(id, inspect)?;
            match out.look() {
                Look::People => block(out, text, id, time, widest.unwrap_or_default())?,
                Look::Plain => line(out, id, time, prefix_of(text, id))?,
                Look::Json => object(out, text, id, time)?,
            }
        }
        // Who gave an epoch asks for no other.
        if out.look() == Look::People && !inspect.options.0.gives_epoch() {
            for reading in epochs::readings(text, Timestamp::now()) {
                writeln!(out, "  {FAINT}{reading}{FAINT:#}")?;
            }
        }
        Ok(Outcome::Done)
    })
}

/// The prefix of a reading; of the whole text, which has `_` among its symbols, none.
fn prefix_of<'a>(text: &'a [u8], id: &Id) -> Option<&'a str> {
    let prefix = sortid::prefix_of(text);
    Some(prefix).filter(|prefix| !prefix.is_empty() && id.format().takes_prefix())
}

fn time_of(id: &Id, inspect: &Inspect) -> Result<Option<Timestamp>, Failure> {
    let options = inspect.options.0.reading(id.format())?;
    Ok(id.timestamp_with(&options).ok())
}

fn block(
    out: &mut Output,
    text: &[u8],
    id: &Id,
    time: Option<Timestamp>,
    widest: usize,
) -> Result<(), Failure> {
    let format = id.format();
    let time = time.map_or("tells no time".to_owned(), |time| time::shown(time, format));
    write!(out, "  {NAME}{:widest$}{NAME:#}  {time}", format.name())?;
    if let Some(kind) = id.kind() {
        write!(out, "  {}", kinds::shown(kind))?;
    }
    if id.is_reserved() {
        write!(out, "  {WARNING}reserved: never generated{WARNING:#}")?;
    }
    writeln!(out)?;
    let canonical = id.to_text();
    if canonical.as_bytes() != text {
        writeln!(out, "  {:widest$}  {TEXT}{canonical}{TEXT:#}", "")?;
    }
    write!(out, "{FAINT}")?;
    out.wrapped(widest + 4, &fields(id))?;
    write!(out, "{FAINT:#}")?;
    Ok(())
}

fn line(
    out: &mut Output,
    id: &Id,
    time: Option<Timestamp>,
    prefix: Option<&str>,
) -> Result<(), Failure> {
    let format = id.format();
    let time = time.map_or("-".to_owned(), |time| time::shown(time, format));
    write!(out, "{}\t{format}\t{time}", id.to_text())?;
    for (name, int) in id.fields() {
        write!(out, "\t{name}={int}")?;
    }
    if let Some(kind) = id.kind() {
        write!(out, "\tkind={kind}")?;
    }
    if id.is_reserved() {
        write!(out, "\treserved")?;
    }
    if let Some(prefix) = prefix {
        write!(out, "\tprefix={prefix}")?;
    }
    Ok(writeln!(out)?)
}

fn object(out: &mut Output, text: &[u8], id: &Id, time: Option<Timestamp>) -> Result<(), Failure> {
    let mut object = serde_json::Map::new();
    object.insert("input".into(), String::from_utf8_lossy(text).into());
    object.extend(members(id, time));
    object.insert("reserved".into(), id.is_reserved().into());
    object.insert("kind".into(), id.kind().map(UuidKind::name).into());
    if let Some(prefix) = prefix_of(text, id) {
        object.insert("prefix".into(), prefix.into());
    }
    Ok(out.json(&object)?)
}

fn refuse_unread(inspect: &Inspect, out: &mut Output, text: &[u8]) -> Result<Outcome, Failure> {
    let why = format!("not an id of any format: {}", reason(text));
    let outcome = refuse(out, text, why)?;
    if inspect.why {
        for (format, error) in sortid::refusals(text) {
            complain(shown(text), format_args!("{format}: {error}"));
        }
    }
    Ok(outcome)
}

/// The refusal that came furthest: a value that no id has, before a wrong variant or version,
/// before the last of the bad characters, before the length.
fn reason(text: &[u8]) -> String {
    let refusals: Vec<(Format, Error)> = sortid::refusals(text).collect();
    let progress = |error: &Error| match error.code() {
        ErrorCode::InvalidLength => (0, None),
        ErrorCode::InvalidCharacter => (1, error.offset()),
        ErrorCode::InvalidVersion => (2, None),
        ErrorCode::InvalidVariant => (3, None),
        _ => (4, None),
    };
    let furthest = refusals
        .iter()
        .map(|(_, error)| *error)
        .max_by_key(progress)
        .filter(|error| error.code() != ErrorCode::InvalidLength);
    let Some(furthest) = furthest else {
        // Not of one byte: there are integers of one digit.
        let code = ErrorCode::InvalidLength;
        return format!("{code}: no format has a text of {} bytes", text.len());
    };
    let formats: Vec<&str> = refusals
        .iter()
        .filter(|(_, error)| *error == furthest)
        .map(|(format, _)| format.name())
        .collect();
    format!("{}: {furthest}", formats.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_that_of_the_format_that_came_furthest() {
        for (text, expected) in [
            ("kjzfcijpj2z2a", "tid, timeid: out_of_range: "),
            ("3jzfcijpj2z21", "tid, timeid: invalid_character: "),
            (
                "urn:uuid:123e4567-e89b-42d3-2456-426614174000",
                "uuid6, uuid7_draft01, uuid7, uuid8, ordered_uuid, comb_guid, comb_mssql, uuid1, uuid4: invalid_variant: ",
            ),
            ("", "invalid_length: no format has a text of 0 bytes"),
            (
                "a",
                "snowflake, sharding_id, flake_idgen, sonyflake, mastodon: invalid_character: ",
            ),
        ] {
            let reason = reason(text.as_bytes());
            assert!(reason.starts_with(expected), "{reason}");
        }
    }
}
