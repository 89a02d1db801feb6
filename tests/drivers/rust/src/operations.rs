//! Every operation of the suite on the crate's public API.

use std::ops::RangeInclusive;

use std::cmp::Ordering;

use serde_json::{Map, Value, json};
use sortid::{
    ByteOrder, ClockSource, Correction, Corrections, Error, Form, Format, Generator, Id, Options,
    Prefix, PrefixedId, Timestamp, UuidKind,
};

use crate::columns::columns;
use crate::request::{Failure, Request};

/// Runs the operation that a request names.
pub(crate) fn answer(request: &Request) -> Result<Value, Failure> {
    match request.text("op")? {
        "parse" => parse(request),
        "from_bytes" => Ok(id_json(
            Id::from_bytes(&request.bytes()?, request.format()?)?,
            &Options::new(),
        )?),
        "build" => Ok(id_json(
            Id::from_fields(request.fields()?, request.format()?)?,
            &Options::new(),
        )?),
        "forms" => forms(request),
        "parse_form" => {
            let id = Id::parse_form(request.text("text")?, request.format()?, form(request)?)?;
            Ok(json!({ "text": id.to_string() }))
        }
        "byte_order" => byte_order(request),
        "parse_lenient" => {
            let read = Id::parse_lenient(request.text("text")?, request.format()?)?;
            let corrections = names(read.corrections);
            Ok(json!({ "text": read.id.to_string(), "corrections": corrections }))
        }
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        "near_misses" => near_misses(request),
        "prefix" => {
            let ids = Id::prefix_range(request.text("prefix")?, request.format()?)?;
            Ok(bounds_json(ids))
        }
        "at" => {
            let (format, time) = (request.format()?, request.timestamp("unix")?);
            if let Some(prefix) = request.prefix()? {
                let min = PrefixedId::min_at(time, format, &prefix)?;
                return Ok(bounds_json(
                    min..=PrefixedId::max_at(time, format, &prefix)?,
                ));
            }
            let options = request.options()?;
            let ids = match options == Options::new() {
                true => Id::min_at(time, format)?..=Id::max_at(time, format)?,
                false => {
                    let min = Id::min_at_with(time, format, &options)?;
                    min..=Id::max_at_with(time, format, &options)?
                }
            };
            Ok(bounds_json(ids))
        }
        "range" => {
            let (from, to) = (request.timestamp("from")?, request.timestamp("to")?);
            if let Some(prefix) = request.prefix()? {
                let ids = PrefixedId::range(from, to, request.format()?, &prefix)?;
                return Ok(bounds_json(ids));
            }
            let options = request.options()?;
            let ids = Id::range_with(from, to, request.format()?, &options)?;
            Ok(bounds_json(ids))
        }
        "convert" => convert(request),
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        "inspect" => inspect(request),
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        "find_ids" => find_ids(request),
        "compare" => compare(request),
        "step" => {
            let id = Id::parse(request.text("text")?, request.format()?)?;
            let next = match request.text("to")? {
                "successor" => id.successor(),
                _ => id.predecessor(),
            };
            Ok(json!({ "text": next?.to_string() }))
        }
        "is_valid" => {
            let valid = Id::is_valid(request.text("text")?, request.format()?);
            Ok(json!({ "valid": valid }))
        }
        "formats" => {
            let format = request.format()?;
            Ok(json!({
                "code": format.code(),
                "bits": format.bits(),
                "text_len": format.text_len(),
                "text_len_min": format.text_len_min(),
                "text_sorts": format.text_sorts(),
                "bytes_sort": format.bytes_sort(),
            }))
        }
        "prefixed_parse" => prefixed_parse(request),
        "prefixed_text" => {
            let id = Id::parse(request.text("text")?, request.format()?)?;
            let prefixed = PrefixedId::new(request.text("prefix")?.parse()?, id)?;
            Ok(json!({ "text": prefixed.to_string() }))
        }
        "prefix_of" => {
            let prefix = sortid::prefix_of(request.text("text")?);
            Ok(json!({ "prefix": prefix }))
        }
        "generate" => generate(request),
        "after" => after(request),
        "threads" => threads(request),
        "columns" => columns(request),
        _ => Err(Failure::Unsupported),
    }
}

fn unix_json(time: Timestamp) -> Value {
    json!({ "seconds": time.seconds().to_string(), "nanos": time.nanos() })
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `null` if there is no time.
fn told(time: Result<Timestamp, Error>) -> Result<Value, Error> {
    match time {
        Ok(time) => Ok(unix_json(time)),
        Err(error) if error.code() == sortid::ErrorCode::NotApplicable => Ok(Value::Null),
        Err(error) => Err(error),
    }
}

fn id_json(id: Id, options: &Options) -> Result<Value, Error> {
    let unix = told(id.timestamp_with(options))?;
    let fields: Map<_, _> = id
        .fields()
        .map(|(name, value)| (name.to_string(), json!(value.to_string())))
        .collect();
    Ok(json!({
        "text": id.to_string(),
        "hex": hex(&id.to_bytes()),
        "fields": fields,
        "unix": unix,
        "reserved": id.is_reserved(),
        "kind": id.kind().map(UuidKind::name),
    }))
}

fn bounds_json<T: std::fmt::Display>(ids: RangeInclusive<T>) -> Value {
    json!({ "min": ids.start().to_string(), "max": ids.end().to_string() })
}

fn parse(request: &Request) -> Result<Value, Failure> {
    let id = Id::parse(request.text("text")?, request.format()?)?;
    Ok(id_json(id, &request.options()?)?)
}

fn forms(request: &Request) -> Result<Value, Failure> {
    let id = Id::parse(request.text("text")?, request.format()?)?;
    let forms: Map<_, _> = Form::ALL
        .iter()
        .filter_map(|&form| {
            let text = id.to_form(form).ok()?;
            Some((form.name().to_string(), json!(text.as_str())))
        })
        .collect();
    Ok(Value::Object(forms))
}

fn form(request: &Request) -> Result<Form, Failure> {
    let name = request.text("form")?;
    let form = Form::ALL.iter().find(|form| form.name() == name);
    form.copied()
        .ok_or_else(|| Failure::BadRequest(name.into()))
}

fn byte_order(request: &Request) -> Result<Value, Failure> {
    let (format, name) = (request.format()?, request.text("order")?);
    let order = ByteOrder::ALL.iter().find(|order| order.name() == name);
    let order = *order.ok_or_else(|| Failure::BadRequest(name.into()))?;
    if request.has("hex") {
        let id = Id::from_bytes_in(&request.bytes()?, format, order)?;
        return Ok(json!({ "text": id.to_string() }));
    }
    let id = Id::parse(request.text("text")?, format)?;
    Ok(json!({ "hex": hex(&id.to_bytes_in(order)?) }))
}

fn names(corrections: Corrections) -> Vec<&'static str> {
    corrections.iter().map(Correction::name).collect()
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn near_misses(request: &Request) -> Result<Value, Failure> {
    let misses = sortid::near_misses(request.text("text")?).map(|miss| {
        json!({
            "format": miss.id.format().name(),
            "text": miss.id.to_string(),
            "corrections": names(miss.corrections),
        })
    });
    Ok(json!({ "misses": misses.collect::<Vec<_>>() }))
}

/// Only here, an unknown format name is valid input.
fn convert(request: &Request) -> Result<Value, Failure> {
    let (from, to) = (request.text("format")?, request.text("to")?);
    let converted = sortid::convert(request.text("text")?, from, to)?;
    Ok(json!({ "text": converted.text.as_str(), "hex": hex(&converted.bytes) }))
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn inspect(request: &Request) -> Result<Value, Failure> {
    let readings: Vec<_> = sortid::inspect(request.text("text")?)
        .map(|reading| {
            let unix = reading.timestamp().map_or(Value::Null, unix_json);
            let mut answer = json!({ "format": reading.id.format().name(), "unix": unix });
            if let Some(epoch) = reading.epoch {
                answer["epoch"] = epoch.name().into();
            }
            answer
        })
        .collect();
    Ok(json!({ "readings": readings }))
}

/// Offsets count code points.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn find_ids(request: &Request) -> Result<Value, Failure> {
    let (text, formats) = (request.text("text")?, request.formats()?);
    let points = |end: usize| text[..end].chars().count();
    let found = sortid::find_ids(text, formats.as_deref()).map(|(place, id)| {
        let (start, end) = (points(place.start), points(place.end));
        json!({ "format": id.format().name(), "id": id.to_string(), "start": start, "end": end })
    });
    Ok(json!({ "found": found.collect::<Vec<_>>() }))
}

fn compare(request: &Request) -> Result<Value, Failure> {
    let format = request.format()?;
    let (a, b) = (
        Id::parse(request.text("a")?, format)?,
        Id::parse(request.text("b")?, format)?,
    );
    let order = match a.cmp(&b) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    Ok(json!({ "order": order }))
}

fn prefixed_parse(request: &Request) -> Result<Value, Failure> {
    let (text, format) = (request.text("text")?, request.format()?);
    let prefixed = match request.prefix()? {
        Some(prefix) => PrefixedId::parse_expecting(text, format, &prefix)?,
        None => PrefixedId::parse(text, format)?,
    };
    let unix = told(prefixed.timestamp())?;
    let (prefix, id) = (prefixed.prefix().as_str(), prefixed.id().to_string());
    Ok(json!({ "prefix": prefix, "id": id, "unix": unix }))
}

/// A generator with the request's options, on a manual clock where the request scripts one.
fn generator(request: &Request) -> Result<(Generator, Option<Vec<Timestamp>>), Failure> {
    let (mut options, times) = (request.options()?, request.times()?);
    if times.is_some() && !request.gives_option("clock") {
        options = options.clock(ClockSource::Manual);
    }
    Ok((Generator::dynamic(request.format()?, &options)?, times))
}

fn generate(request: &Request) -> Result<Value, Failure> {
    let count = request.number("count")?;
    if let Some(prefix) = request.prefix()? {
        return prefixed_generate(request.format()?, &prefix, count);
    }
    let (generator, times) = generator(request)?;
    let mut texts = Vec::with_capacity(count.min(1 << 20));
    for i in 0..count {
        let id = match &times {
            None => generator.next(),
            Some(times) => match times.get(i).or(times.last()) {
                Some(&time) => generator.next_at(time),
                None => return Err(Failure::BadRequest("`times` is empty".into())),
            },
        };
        match id {
            Ok(id) => texts.push(id.to_string()),
            Err(error) => {
                let texts = Some(texts);
                return Err(Failure::Refused { error, texts });
            }
        }
    }
    Ok(json!({ "texts": texts }))
}

/// Ids of a declaration, whose last one is described.
fn prefixed_generate(format: Format, prefix: &Prefix, count: usize) -> Result<Value, Failure> {
    let ids: Result<Vec<_>, _> = (0..count)
        .map(|_| PrefixedId::try_now(format, prefix))
        .collect();
    let ids = ids?;
    let texts: Vec<_> = ids.iter().map(PrefixedId::to_string).collect();
    let prefix = ids.last().map(|id| id.prefix().as_str());
    let kind = ids.last().and_then(|id| id.id().kind()).map(UuidKind::name);
    Ok(json!({ "texts": texts, "prefix": prefix, "kind": kind }))
}

/// Scripted readings before the last belong to ids of earlier calls.
fn after(request: &Request) -> Result<Value, Failure> {
    let (generator, times) = generator(request)?;
    let id = Id::parse(request.text("text")?, request.format()?)?;
    let next = match times.as_deref() {
        None => generator.next_after(id)?,
        Some([before @ .., last]) => {
            for &time in before {
                generator.next_at(time)?;
            }
            generator.next_after_at(id, *last)?
        }
        Some([]) => return Err(Failure::BadRequest("`times` is empty".into())),
    };
    Ok(json!({ "text": next.to_string() }))
}

fn threads(request: &Request) -> Result<Value, Failure> {
    let (threads, per_thread) = (request.number("threads")?, request.number("per_thread")?);
    let (generator, _) = generator(request)?;
    let texts = std::thread::scope(|scope| {
        let one = || -> Result<Vec<String>, Error> {
            let ids = generator.ids().take(per_thread);
            ids.map(|id| Ok(id?.to_string())).collect()
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        running
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(texts) => Ok(texts?),
                Err(_) => Err(Failure::BadRequest("a thread panicked".into())),
            })
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    Ok(json!({ "texts": texts }))
}
