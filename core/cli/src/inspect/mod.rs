//! `sortid inspect`: the readings of a text.

pub(crate) mod card;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;

use sortid::options::Epoch;
use sortid::{
    AnyId, Correction, Error, ErrorCode, Format, Options, Reading, Readings as Ids, Timestamp,
    UuidKind,
};

use crate::failure::{Failure, Level, Outcome};
use crate::input::{each_text, escaped, refuse};
use crate::options::{ReadingOptions, Readings};
use crate::output::{Output, OutputMode};
use crate::style::{FAINT, NAME, TEXT};
use crate::{decimal, time};

use card::Card;

/// Explain ids: matching formats, likeliest first, times and fields
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sortid inspect 3jzfcijpj2z2a
  sortid inspect --json < ids
  sortid inspect order_01fwhe4ydgfk1shh6w1g60eecf
  sortid inspect --why 123e4567-e89b-42d3-a456-426614174000
  sortid inspect --unit-ns 1000000 00000000-03e8-8000-8000-000000000001
  sortid inspect --epoch discord 175928847299117063
  sortid inspect 'GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200'

If no format matches a whole text, ids are searched in it: in quotes, brackets, URLs, log lines.

In a pipe, values are separated by tabs: text, format, time (or -), each field as name=value, the \
kind of an any_uuid as kind=value, `reserved` for ids that are never generated, the type prefix as \
prefix=value, and an epoch that is not the format's own as epoch=value. A text without an id is an \
error, and the exit code is 1.")]
pub(crate) struct Args {
    /// Texts, or lines of standard input [default: -]
    #[arg(value_name = "TEXT")]
    texts: Vec<OsString>,
    /// Print a JSON object for each matching format
    #[arg(long)]
    json: bool,
    /// If nothing matches, explain why each format rejected the text
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    options: ReadingOptions,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let readings = args.options.0.readings()?;
    let mut out = Output::new(args.json);
    let now = time::now();
    each_text(&args.texts, &mut out, |out, text| {
        let is_found = IDS.with_borrow_mut(|ids| {
            let mut is_found = false;
            let mut places = sortid::places(text, now, ids);
            while let Some((place, ids)) = places.next_place() {
                is_found = true;
                let found = Found {
                    input: text,
                    at: place.start,
                    text: text.get(place).unwrap_or_default(),
                    ids,
                };
                found.print(args, &readings, out, now)?;
            }
            Ok::<_, Failure>(is_found)
        })?;
        match is_found {
            true => Ok(Outcome::Done),
            false => refuse_unread(args, out, text),
        }
    })
}

thread_local! {
    /// The readings of the current text. Reused, since the type is large.
    static IDS: RefCell<Ids> = const { RefCell::new(Ids::NONE) };
}

/// The text of an id, and its position in the input.
struct Found<'a> {
    input: &'a [u8],
    at: usize,
    text: &'a [u8],
    /// The readings, likeliest first.
    ids: &'a Ids,
}

impl Found<'_> {
    fn print(
        &self,
        args: &Args,
        readings: &Readings,
        out: &mut Output,
        now: Timestamp,
    ) -> Result<(), Failure> {
        let is_human = out.mode() == OutputMode::Human;
        if is_human {
            self.head(out)?;
        }
        // A given epoch rules out the others.
        let gives_epoch = args.options.0.gives_epoch();
        let all = self.ids.all();
        let all = all.filter(|reading| reading.epoch.is_none() || !gives_epoch);
        for (nth, reading) in all.enumerate() {
            let reading = &reading;
            let id = &reading.id;
            let time = match reading.epoch {
                Some(_) => reading.timestamp().ok(),
                None => readings.time_of(id),
            };
            match out.mode() {
                OutputMode::Tsv => line(out, reading, time, self.prefix_of(id))?,
                OutputMode::Json => self.object(out, reading, time)?,
                OutputMode::Human => {
                    let tick = time.and_then(|time| {
                        let next = Timestamp::from_unix_ns(time.unix_ns() + 1).ok()?;
                        let given = readings.of(id.format()).cloned().unwrap_or_default();
                        let options = match reading.epoch {
                            Some(epoch) => Options::new().epoch(epoch),
                            None => given,
                        };
                        let ids = AnyId::range_with(time, next, id.format(), &options).ok()?;
                        Some(ids.into_inner())
                    });
                    let card = Card {
                        reading,
                        time,
                        tick,
                        now,
                    };
                    match nth {
                        0 => card.write(out)?,
                        _ => card.write_short(out)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn head(&self, out: &mut Output) -> Result<(), Failure> {
        writeln!(out, "{TEXT}{}{TEXT:#}", escaped(self.text))?;
        if self.text.len() < self.input.len() {
            let at = self.at;
            writeln!(out, "  {FAINT}found at byte {at}{FAINT:#}")?;
        }
        let prefix = sortid::prefix_of(self.text);
        if !prefix.is_empty() {
            writeln!(out, "  prefix {NAME}{prefix}{NAME:#}")?;
        }
        Ok(())
    }

    /// Returns the prefix of a reading, or `None` if its format takes no prefix. Then `_` is one of
    /// the id's symbols.
    fn prefix_of(&self, id: &AnyId) -> Option<&str> {
        let prefix = sortid::prefix_of(self.text);
        Some(prefix).filter(|prefix| !prefix.is_empty() && id.format().takes_prefix())
    }

    fn object(
        &self,
        out: &mut Output,
        reading: &Reading,
        time: Option<Timestamp>,
    ) -> Result<(), Failure> {
        let id = &reading.id;
        let mut object = out.object();
        object.text("input", &String::from_utf8_lossy(self.input));
        object.members(id, time);
        object.word("reserved", if id.is_reserved() { "true" } else { "false" });
        object.text_or_null("kind", id.kind().map(UuidKind::name));
        object.text_or_null("prefix", self.prefix_of(id));
        object.text_or_null("epoch", reading.epoch.map(Epoch::name));
        object.int("found_at", self.at as i128);
        Ok(object.end()?)
    }
}

fn line(
    out: &mut Output,
    reading: &Reading,
    time: Option<Timestamp>,
    prefix: Option<&str>,
) -> Result<(), Failure> {
    let id = &reading.id;
    let format = id.format();
    let mut text = out.line();
    text.push_str(id.to_text().as_str());
    text.push('\t');
    text.push_str(format.name());
    text.push('\t');
    match time {
        Some(time) => time::push(&mut text, time, format),
        None => text.push('-'),
    }
    for (name, int) in id.fields() {
        text.push('\t');
        text.push_str(name);
        text.push('=');
        decimal::push(&mut text, int);
    }
    if let Some(kind) = id.kind() {
        text.push_str("\tkind=");
        text.push_str(kind.name());
    }
    if id.is_reserved() {
        text.push_str("\treserved");
    }
    if let Some(prefix) = prefix {
        text.push_str("\tprefix=");
        text.push_str(prefix);
    }
    if let Some(epoch) = reading.epoch {
        text.push_str("\tepoch=");
        text.push_str(epoch.name());
    }
    text.push('\n');
    Ok(out.end(text)?)
}

fn refuse_unread(args: &Args, out: &mut Output, text: &[u8]) -> Result<Outcome, Failure> {
    let misses: Vec<_> = sortid::inspect_at(text, time::now())
        .suggestions()
        .collect();
    let why = format!("not an id of any format: {}", reason(text, &misses));
    // Only for the report: the outcome is `NotFound`.
    let _: Outcome = refuse(out, text, why)?;
    for miss in &misses {
        out.report(Level::Note, escaped(text), near_miss(miss))?;
    }
    if misses.is_empty()
        && let Some(format) = sortid::near_by_length(text)
    {
        let (count, right) = (text.len(), format.text_len());
        let hint = format!("similar to {format}, but with {count} characters instead of {right}");
        out.report(Level::Note, escaped(text), hint)?;
    }
    if args.why {
        for (format, error) in sortid::inspect_at(text, time::now()).errors() {
            out.report(
                Level::Note,
                escaped(text),
                format_args!("{format}: {error}"),
            )?;
        }
    }
    Ok(Outcome::NotFound)
}

fn near_miss(miss: &sortid::Suggestion) -> String {
    let (format, meant) = (miss.id.format(), miss.id);
    if let Some((at, taken, symbol)) = miss.look_alike {
        return format!(
            "similar to {format}, except for `{taken}` at byte {at}; did you mean `{symbol}`, as in {meant}?"
        );
    }
    let words: Vec<_> = miss.corrections.iter().map(Correction::words).collect();
    let words = words.join(", ");
    format!("similar to {format}, except for {words}; did you mean {meant}?")
}

/// Returns the refusal that came furthest: a value that no id has, then a wrong variant, then a
/// wrong version, then the last invalid character, then the length. If there are near misses, only
/// their formats count.
fn reason(text: &[u8], misses: &[sortid::Suggestion]) -> String {
    let is_near = |format| misses.iter().any(|miss| miss.id.format() == format);
    let refusals: Vec<(Format, Error)> = sortid::inspect_at(text, time::now())
        .errors()
        .filter(|&(format, _)| misses.is_empty() || is_near(format))
        .collect();
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
        // The length is never wrong for one byte, since some formats have integers with one digit.
        let code = ErrorCode::InvalidLength;
        return format!("{code}: no format has a text of {} bytes", text.len());
    };
    let formats: Vec<&str> = refusals
        .iter()
        .filter(|(_, error)| (error.code(), error.offset()) == (furthest.code(), furthest.offset()))
        .map(|(format, _)| format.name())
        .collect();
    let code = furthest.code();
    match (&formats[..], furthest.offset()) {
        ([format], _) => format!("{format}: {furthest}"),
        (_, Some(at)) => format!(
            "{}: {code}: {}, at byte {at}",
            formats.join(", "),
            code.message()
        ),
        (_, None) => format!("{}: {code}: {}", formats.join(", "), code.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_is_that_of_the_closest_format() {
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
                "snowflake, sharding_id, flake_idgen, sonyflake, mastodon, custom64: invalid_character: ",
            ),
        ] {
            let reason = reason(text.as_bytes(), &[]);
            assert!(reason.starts_with(expected), "{reason}");
        }
    }
}
