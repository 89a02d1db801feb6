//! Writes the initial corpus of each target: every test vector, in the encodings of the targets.
//!
//! `seed VECTORS CORPUS` reads the JSON files in VECTORS, and writes a folder per target in CORPUS.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sortid::options::OptionValue;
use sortid::{AnyId, Format, Timestamp};
use sortid_fuzz::{later, write_option, write_time};

/// Steps of the generator's script. The length of a burst is a power of two; a byte holds the
/// exponent.
const NEXT_AT: u8 = 1;
const BURST: u8 = 2;
const AFTER: u8 = 4;

/// Kinds of cells of a column.
const FIXED_TEXTS: u8 = 2;
const TEXTS_OF_BITS: u8 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [vectors, corpus] = &arguments[..] else {
        return Err("usage: seed VECTORS CORPUS".into());
    };
    let mut written: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in fs::read_dir(vectors)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file: Value = serde_json::from_slice(&fs::read(&path)?)?;
        let of_file = file["format"].as_str().ok_or("no format")?;
        for case in file["cases"].as_array().ok_or("no cases")? {
            let own = case["format"].as_str().unwrap_or(of_file);
            // A case of `convert` may name something that is not a format.
            let format: Format = own.parse().or(of_file.parse())?;
            for (target, input) in inputs(format, case) {
                let number = written.entry(target).or_default();
                let folder = Path::new(corpus).join(target);
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(format!("{format}-{number}")), input)?;
                *number += 1;
            }
        }
    }
    for (target, number) in written {
        println!("{target}: {number} inputs");
    }
    Ok(())
}

/// Returns the byte that chooses a format.
fn format_byte(format: Format) -> u8 {
    let place = Format::ALL.iter().position(|other| *other == format);
    place.unwrap_or_default() as u8
}

/// Returns the byte that chooses a format by its name; 0 for an unknown name.
fn name_byte(name: &str) -> u8 {
    name.parse().map_or(0, format_byte)
}

/// Returns the inputs that perform a case; none for a case without an encoding, such as threads.
fn inputs(format: Format, case: &Value) -> Vec<(&'static str, Vec<u8>)> {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let about_text = |from: &str, to: &str, text: &str| {
        let mut input = vec![name_byte(from), name_byte(to)];
        input.extend([1, 0, 0, 0, 0]);
        input.extend(text.bytes());
        ("text", input)
    };
    // Among words, with the default formats and with all.
    let among_words = |text: &str| {
        [[0; 9], [0xff; 9]].map(|formats| {
            let text = format!("a {text}, {format}_{text}");
            (
                "scan",
                [&formats[..], &[1, 0, 0, 0, 0], text.as_bytes()].concat(),
            )
        })
    };
    let id_bytes = |text: &str| AnyId::parse(text, format).map(|id| id.to_bytes().to_vec());
    match text("op") {
        "parse" => {
            let mut inputs = vec![about_text(format.name(), "timeid", text("text"))];
            // A row of utf8, without a bitmap or keys.
            if text("text").len() < 64 {
                let mut input = vec![
                    format_byte(format),
                    0,
                    1,
                    0,
                    1,
                    1,
                    0,
                    text("text").len() as u8,
                ];
                input.extend(text("text").bytes());
                inputs.push(("arrow", input));
            }
            inputs.extend(among_words(text("text")));
            if let Ok(bytes) = id_bytes(text("text")) {
                let mut input = with_options(format, case);
                input.extend(&bytes);
                inputs.push(("bytes", input));
                inputs.push(("columns", columns(format, TEXTS_OF_BITS, &bytes)));
            }
            inputs.push((
                "columns",
                columns(format, FIXED_TEXTS, text("text").as_bytes()),
            ));
            inputs
        }
        "from_bytes" => {
            let mut input = with_options(format, case);
            input.extend(hex(text("hex")));
            vec![("bytes", input)]
        }
        "compare" => {
            let mut input = with_options(format, case);
            for text in [text("a"), text("b")] {
                input.extend(id_bytes(text).unwrap_or_default());
            }
            vec![("bytes", input)]
        }
        "convert" => {
            let from = case["format"].as_str().unwrap_or(format.name());
            vec![about_text(from, text("to"), text("text"))]
        }
        "forms" | "is_valid" | "inspect" | "find_ids" | "step" | "prefixed_parse" | "prefix_of" => {
            let mut inputs = vec![about_text(format.name(), "tid", text("text"))];
            inputs.extend(among_words(text("text")));
            inputs
        }
        "build" => vec![("fields", fields(format, &case["fields"]))],
        "prefix" => {
            let mut input = vec![format_byte(format), text("prefix").len() as u8];
            input.extend(text("prefix").bytes());
            vec![("prefix", input)]
        }
        "at" | "range" => {
            let mut input = with_options(format, case);
            for key in ["unix", "from", "to"] {
                if let Some(time) = time(&case[key]) {
                    write_time(&mut input, time);
                }
            }
            vec![("times", input)]
        }
        "generate" | "after" => vec![("generator", script(format, case))],
        _ => Vec::new(),
    }
}

/// Encodes a column without nulls, with one cell repeated beyond the size of a block.
fn columns(format: Format, cells: u8, row: &[u8]) -> Vec<u8> {
    let mut input = vec![format_byte(format), cells, 0, 0];
    input.extend([row.len() as u8; 8]);
    input.extend(row.repeat(70));
    input
}

fn hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    bytes.map(Option::unwrap_or_default).collect()
}

/// Numbers that may exceed 2^53 are text.
fn int(value: &Value) -> Option<i128> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_i64().map(i128::from),
    }
}

fn time(value: &Value) -> Option<Timestamp> {
    let (seconds, nanos) = (int(&value["seconds"])?, int(&value["nanos"])?);
    Timestamp::new(seconds.try_into().ok()?, nanos.try_into().ok()?).ok()
}

/// Encodes the format and the options, with which all inputs with options begin.
fn with_options(format: Format, case: &Value) -> Vec<u8> {
    let (mut options, mut count) = (Vec::new(), 0);
    let mut put = |name: &str, value: OptionValue<'_>| {
        count += u8::from(write_option(&mut options, name, value));
    };
    if let Some(given) = case["options"].as_object() {
        for (name, value) in given {
            match value {
                Value::Bool(flag) => put(name, OptionValue::Bool(*flag)),
                Value::String(text) => put(name, OptionValue::Text(text)),
                other => put(name, OptionValue::Int(int(other).unwrap_or_default())),
            }
        }
    }
    if let Some(seed) = case["seed"].as_str() {
        put("seed", OptionValue::Bytes(&hex(seed)));
    }
    let mut input = vec![format_byte(format), count];
    input.extend(options);
    input
}

fn fields(format: Format, given: &Value) -> Vec<u8> {
    let mut input = vec![format_byte(format)];
    for (name, value) in given.as_object().into_iter().flatten() {
        let own = format.fields().position(|(field, _)| field == name);
        let Some(int) = int(value) else { continue };
        match own {
            Some(place) => input.push(place as u8),
            None => {
                let name = &name.as_bytes()[..name.len().min(31)];
                input.push(224 + name.len() as u8);
                input.extend(name);
            }
        }
        input.extend(int.to_le_bytes());
    }
    input
}

/// Encodes the case's times as steps, and the remaining ids as a burst.
fn script(format: Format, case: &Value) -> Vec<u8> {
    let mut input = with_options(format, case);
    let times = case["times"].as_array().into_iter().flatten();
    let times: Vec<Timestamp> = times.filter_map(time).collect();
    match times.first() {
        Some(&first) => write_time(&mut input, first),
        None => input.extend([1, 0, 0, 0, 0]),
    }
    let after = case["text"].as_str().map(|text| AnyId::parse(text, format));
    if let Some(Ok(id)) = after {
        let mut bytes = id.to_bytes().to_vec();
        bytes.resize(20, 0);
        input.push(AFTER);
        input.extend(bytes);
    }
    for &time in &times {
        input.push(NEXT_AT);
        write_time(&mut input, time);
    }
    let count = case["count"].as_u64().unwrap_or(1).min(4096) as usize;
    let left = count.saturating_sub(times.len());
    if left > 0 {
        input.extend([BURST, left.next_power_of_two().ilog2() as u8]);
    }
    // Continue past the case: back beyond the default tolerance, then through ticks already used.
    if let Some(&first) = times.first() {
        for time in [later(first, -30_000_000_000), first, first] {
            input.push(NEXT_AT);
            write_time(&mut input, time);
        }
    }
    input
}
