//! Every operation of the suite on the crate's public API.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use sortid::options::ClockSource;
use sortid::{
    AnyId, AnyTypeId, ByteOrder, Converted, Corrected, Correction, Corrections, Error, Form,
    Format, Generator, IdType, Options, Prefix, Timestamp, UuidKind,
};

use crate::columns::columns;
use crate::request::{Failure, Request};

/// Runs the operation that a request names.
#[rustfmt::skip]
pub(crate) fn answer(r: &Request) -> Result<Value, Failure> {
    Ok(match r.text("op")? {
        // <generated: operations>
        "parse" => id_json(AnyId::parse(r.text("text")?, r.format()?)?, &r.options()?)?,
        "from_bytes" => id_json(AnyId::from_bytes(&r.bytes()?, r.format()?)?, &r.options()?)?,
        "build" => id_json(AnyId::from_fields(r.fields()?, r.format()?)?, &r.options()?)?,
        "forms" => forms(r)?,
        "parse_form" => json!({ "text": AnyId::parse_form(r.text("text")?, r.format()?, r.form()?)?.to_string() }),
        "byte_order" => byte_order(r)?,
        "keyed" => keyed(r)?,
        "parse_lenient" => corrected_json(&AnyId::parse_lenient(r.text("text")?, r.format()?)?),
        "near_misses" => near_misses(r)?,
        "prefix" => bounds_json(AnyId::prefix_range(r.text("prefix")?, r.format()?)?),
        "at" => at(r)?,
        "range" => range(r)?,
        "convert" => converted_json(&sortid::convert(r.text("text")?, r.text("format")?, r.text("to")?)?),
        "inspect" => inspect(r)?,
        "find_ids" => find_ids(r)?,
        "compare" => json!({ "order": r.parsed("a")?.cmp(&r.parsed("b")?) as i8 }),
        "step" => json!({ "text": match r.text("to")? { "successor" => r.parsed("text")?.successor(), _ => r.parsed("text")?.predecessor() }?.to_string() }),
        "is_valid" => json!({ "valid": AnyId::is_valid(r.text("text")?, r.format()?) }),
        "formats" => formats(r)?,
        "prefixed_parse" => prefixed_parse(r)?,
        "prefixed_text" => json!({ "text": ({ let id = r.parsed("text")?; AnyTypeId::new(r.text("prefix")?.parse()?, id) })?.to_string() }),
        "prefix_of" => json!({ "prefix": sortid::prefix_of(r.text("text")?) }),
        "generate" => generate(r)?,
        "after" => after(r)?,
        "threads" => threads(r)?,
        "columns" => columns(r)?,
        // </generated>
        _ => return Err(Failure::Unsupported),
    })
}

// Without a clock the crate has no scanner.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use self::{absent as find_ids, absent as inspect, absent as near_misses};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn absent(_: &Request) -> Result<Value, Failure> {
    Err(Failure::Unsupported)
}

fn unix_json(time: Timestamp) -> Value {
    json!({ "seconds": time.seconds().to_string(), "nanos": time.nanos() })
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The time; `null` if the id has none.
fn told(time: Result<Timestamp, Error>) -> Result<Value, Error> {
    match time {
        Ok(time) => Ok(unix_json(time)),
        Err(error) if error.code() == sortid::ErrorCode::NotApplicable => Ok(Value::Null),
        Err(error) => Err(error),
    }
}

fn id_json(id: AnyId, options: &Options) -> Result<Value, Error> {
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

fn forms(request: &Request) -> Result<Value, Failure> {
    let id = request.parsed("text")?;
    let forms: Map<_, _> = Form::ALL
        .iter()
        .filter_map(|&form| {
            let text = id.to_form(form).ok()?;
            Some((form.name().to_string(), json!(text.as_str())))
        })
        .collect();
    Ok(Value::Object(forms))
}

fn byte_order(request: &Request) -> Result<Value, Failure> {
    let (format, name) = (request.format()?, request.text("order")?);
    let order = ByteOrder::ALL.iter().find(|order| order.name() == name);
    let order = *order.ok_or_else(|| Failure::BadRequest(name.into()))?;
    if request.has("hex") {
        let id = AnyId::from_bytes_in(&request.bytes()?, format, order)?;
        return Ok(json!({ "text": id.to_string() }));
    }
    Ok(json!({ "hex": hex(&request.parsed("text")?.to_bytes_in(order)?) }))
}

fn keyed(request: &Request) -> Result<Value, Failure> {
    let optional = |key: &str| request.has(key).then(|| request.text(key)).transpose();
    let key = match request.has("hex") {
        true => request.bytes()?,
        false => request.text("key")?.into(),
    };
    let namespace = optional("namespace")?.unwrap_or_default();
    let secret = optional("secret")?.map(str::as_bytes);
    let id = AnyId::keyed(
        request.timestamp("unix")?,
        key,
        request.format()?,
        namespace,
        secret,
    )?;
    Ok(json!({ "text": id.to_string() }))
}

fn names(corrections: Corrections) -> Vec<&'static str> {
    corrections.iter().map(Correction::name).collect()
}

fn corrected_json(read: &Corrected<AnyId>) -> Value {
    json!({ "text": read.id.to_string(), "corrections": names(read.corrections) })
}

fn converted_json(converted: &Converted) -> Value {
    json!({ "text": converted.text.as_str(), "hex": hex(&converted.bytes) })
}

fn at(request: &Request) -> Result<Value, Failure> {
    let (format, time) = (request.format()?, request.timestamp("unix")?);
    if let Some(prefix) = request.prefix()? {
        let declared = IdType::new(format).with_prefix(prefix)?;
        let (min, max) = (declared.min_at(time)?, declared.max_at(time)?);
        return Ok(bounds_json(declared.to_text(min)?..=declared.to_text(max)?));
    }
    let options = request.options()?;
    let ids = match options == Options::new() {
        true => AnyId::min_at(time, format)?..=AnyId::max_at(time, format)?,
        false => {
            let min = AnyId::min_at_with(time, format, &options)?;
            min..=AnyId::max_at_with(time, format, &options)?
        }
    };
    Ok(bounds_json(ids))
}

fn range(request: &Request) -> Result<Value, Failure> {
    let (from, to) = (request.timestamp("from")?, request.timestamp("to")?);
    if let Some(prefix) = request.prefix()? {
        let declared = IdType::new(request.format()?).with_prefix(prefix)?;
        let (min, max) = declared.range(Some(from), Some(to))?.into_inner();
        return Ok(bounds_json(declared.to_text(min)?..=declared.to_text(max)?));
    }
    let options = request.options()?;
    let ids = AnyId::range_with(from, to, request.format()?, &options)?;
    Ok(bounds_json(ids))
}

fn formats(request: &Request) -> Result<Value, Failure> {
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

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn near_misses(request: &Request) -> Result<Value, Failure> {
    let misses = sortid::inspect(request.text("text")?)
        .suggestions()
        .map(|miss| {
            json!({
                "format": miss.id.format().name(),
                "text": miss.id.to_string(),
                "corrections": names(miss.corrections),
            })
        });
    Ok(json!({ "misses": misses.collect::<Vec<_>>() }))
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn inspect(request: &Request) -> Result<Value, Failure> {
    let readings: Vec<_> = sortid::inspect(request.text("text")?)
        .readings()
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

fn prefixed_parse(request: &Request) -> Result<Value, Failure> {
    let (text, format) = (request.text("text")?, request.format()?);
    let prefixed = match request.prefix()? {
        Some(prefix) => AnyTypeId::parse_expecting(text, format, &prefix)?,
        None => AnyTypeId::parse(text, format)?,
    };
    let unix = told(prefixed.timestamp())?;
    let (prefix, id) = (prefixed.prefix().as_str(), prefixed.id().to_string());
    Ok(json!({ "prefix": prefix, "id": id, "unix": unix }))
}

/// A generator with the request's options, and with a manual clock if the request scripts one.
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

/// Generates ids of a declared prefix, and describes the last one.
fn prefixed_generate(format: Format, prefix: &Prefix, count: usize) -> Result<Value, Failure> {
    let declared = IdType::new(format).with_prefix(*prefix)?;
    let ids: Result<Vec<_>, _> = (0..count).map(|_| declared.try_now()).collect();
    let ids = ids?;
    let texts = ids.iter().map(|id| Ok(declared.to_text(*id)?.to_string()));
    let texts: Result<Vec<_>, Error> = texts.collect();
    let prefix = ids.last().and(declared.prefix()).map(Prefix::as_str);
    let kind = ids.last().and_then(AnyId::kind).map(UuidKind::name);
    Ok(json!({ "texts": texts?, "prefix": prefix, "kind": kind }))
}

/// All scripted readings but the last are for ids of earlier calls.
fn after(request: &Request) -> Result<Value, Failure> {
    let (generator, times) = generator(request)?;
    let id = request.parsed("text")?;
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
