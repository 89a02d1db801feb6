//! `sortid formats`: the list of formats.

use std::io::Write;

use comfy_table::{ContentArrangement, Table, presets};
use serde_json::{Map, Value};
use sortid::{AnyId, Form, Format};

use crate::failure::{Failure, Outcome};
use crate::output::{Output, OutputMode, WIDTH};
use crate::style::{NAME, TEXT};

/// List the formats
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In a pipe, values are separated by tabs: code, name, text length, example, bits, fields with their \
bits, time unit in nanoseconds, options of the format, specification. Empty values are `-`.")]
pub(crate) struct Args {
    /// Print a JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut out = Output::new(args.json);
    let examples = Format::ALL
        .iter()
        .map(|&format| {
            format
                .example()
                .map_err(|error| Failure::failed(format, error))
        })
        .collect::<Result<Vec<AnyId>, Failure>>()?;
    match out.mode() {
        OutputMode::Human => {
            for group in Group::ALL {
                let ids = || examples.iter().filter(|id| Group::of(id.format()) == group);
                writeln!(out, "{TEXT}{}{TEXT:#}", group.title())?;
                for line in table(ids()).lines() {
                    writeln!(out, "{}", with_name_styled(&line))?;
                }
                writeln!(out)?;
            }
        }
        OutputMode::Tsv => {
            for example in &examples {
                writeln!(out, "{}", line(example))?;
            }
        }
        OutputMode::Json => {
            for example in &examples {
                out.json(&object(example))?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// The kind of column or field for which people choose a format, derived from the format's
/// properties.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Uuid,
    Decimal,
    Short,
    Long,
    Document,
}

impl Group {
    const ALL: [Group; 5] = [
        Group::Uuid,
        Group::Decimal,
        Group::Short,
        Group::Long,
        Group::Document,
    ];

    fn of(format: Format) -> Self {
        match format.bits() {
            _ if format.reads(Form::Urn) => Group::Uuid,
            64 if format.text_len_min() == 1 => Group::Decimal,
            64 => Group::Short,
            65..128 => Group::Document,
            _ => Group::Long,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Group::Uuid => "UUIDs, for a column of type uuid",
            Group::Decimal => "Decimal integers, for a bigint",
            Group::Short => "Short texts of 64 bits, which fit a bigint too",
            Group::Long => "Texts of 128 and 160 bits",
            Group::Document => "Ids of 12 and 15 bytes, as document stores make them",
        }
    }
}

fn fields(format: Format) -> Vec<String> {
    format
        .fields()
        .map(|(name, bits)| format!("{name}:{bits}"))
        .collect()
}

pub(crate) fn resolution(format: Format) -> String {
    let Some(ns) = format.resolution_ns() else {
        return "-".to_owned();
    };
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "µs")];
    let whole = units.into_iter().find(|(unit, _)| ns % unit == 0);
    let (unit, name) = whole.unwrap_or((1, "ns"));
    format!("{} {name}", ns / unit)
}

fn table<'a>(examples: impl Iterator<Item = &'a AnyId>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH as u16)
        .set_header(["format", "time", "example, what it is, options"]);
    for example in examples {
        let format = example.format();
        let mut about = vec![example.to_string(), format.summary().to_owned()];
        if !format.options().is_empty() {
            about.push(format.options().join(" "));
        }
        table.add_row([
            format!("{}\n{} bits", format, format.bits()),
            resolution(format),
            about.join("\n"),
        ]);
    }
    table
}

/// Applied to the finished table, which would count the escape codes as columns.
fn with_name_styled(line: &str) -> String {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.parse::<Format>().is_ok() {
        line.replacen(first, &format!("{NAME}{first}{NAME:#}"), 1)
    } else {
        line.to_owned()
    }
}

fn line(example: &AnyId) -> String {
    let format = example.format();
    let or_none = |text: String| {
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    };
    let resolution_ns = format.resolution_ns();
    [
        format.code().to_string(),
        format.name().to_owned(),
        format.text_len().to_string(),
        example.to_string(),
        format.bits().to_string(),
        fields(format).join(","),
        or_none(resolution_ns.map(|ns| ns.to_string()).unwrap_or_default()),
        or_none(format.options().join(",")),
        format.specification().to_owned(),
    ]
    .join("\t")
}

fn object(example: &AnyId) -> Map<String, Value> {
    let format = example.format();
    let fields: Map<String, Value> = format
        .fields()
        .map(|(name, bits)| (name.to_owned(), bits.into()))
        .collect();
    let mut object = Map::new();
    object.insert("code".into(), format.code().into());
    object.insert("name".into(), format.name().into());
    object.insert("text_len".into(), format.text_len().into());
    object.insert("example".into(), example.to_text().as_str().into());
    object.insert("bits".into(), format.bits().into());
    object.insert("fields".into(), fields.into());
    object.insert("resolution_ns".into(), format.resolution_ns().into());
    object.insert("options".into(), format.options().into());
    object.insert("specification".into(), format.specification().into());
    object
}
