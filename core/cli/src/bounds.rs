//! `sortid range` and `sortid prefix`: the first and the last id.

use std::io::Write;
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use sortid::{Format, Id, Options};

use crate::args::{Prefix, Range};
use crate::failure::{Failure, Outcome};
use crate::input::shown;
use crate::output::{FAINT, Look, NAME, Output, TEXT, hex};
use crate::time;

pub(crate) fn range(range: &Range) -> Result<Outcome, Failure> {
    let to = range.to.unwrap_or_else(time::now);
    if range.from >= to {
        return Err(Failure::refused("--to", "not after --from"));
    }
    let given = &range.options.0;
    let options = given.all()?;
    let bounds = Id::range_with(range.from, to, range.format, &options);
    let bounds = bounds.map_err(|error| given.refusal(range.format, error))?;
    print(range.format, bounds, &options, range.json)
}

pub(crate) fn prefix(prefix: &Prefix) -> Result<Outcome, Failure> {
    let text = prefix.text.as_encoded_bytes();
    let bounds = Id::prefix_range(text, prefix.format);
    let bounds = bounds.map_err(|error| {
        Failure::refused(shown(text), format_args!("{}: {error}", prefix.format))
    })?;
    print(prefix.format, bounds, &Options::new(), prefix.json)
}

fn print(
    format: Format,
    ids: RangeInclusive<Id>,
    options: &Options,
    json: bool,
) -> Result<Outcome, Failure> {
    let (min, max) = ids.into_inner();
    let mut out = Output::new(json);
    match out.look() {
        Look::People => {
            for (label, id) in [("min", min), ("max", max)] {
                write!(out, "{NAME}{label}{NAME:#}  {TEXT}{id}{TEXT:#}")?;
                if let Ok(time) = id.timestamp_with(options) {
                    write!(out, "  {FAINT}{}{FAINT:#}", time::shown(time, format))?;
                }
                writeln!(out)?;
            }
        }
        Look::Plain => writeln!(out, "{min}\n{max}")?,
        Look::Json => {
            let mut object = Map::new();
            object.insert("format".into(), format.name().into());
            object.insert("min".into(), bound(&min));
            object.insert("max".into(), bound(&max));
            out.json(&object)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn bound(id: &Id) -> Value {
    json!({ "text": id.to_text().as_str(), "hex": hex(&id.to_bytes()) })
}
