//! Formats in plain JavaScript, for engines without native code and WebAssembly: each has a row of
//! constants, from which `node/scripts/modules.mjs` writes a module.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sortid::shape::{Making, Must, Run, Start, TimeCoding, TimeShape};
use sortid::{AnyId, ErrorCode, Form, Format, Options};

use super::sentences;
use super::types::shared_node_note;
use crate::names::{camel, screaming, sentence};

const NS_PER_MS: i128 = 1_000_000;

/// The prefixed format that has a module.
const PREFIXED: (&str, Format) = ("typeid", Format::Uuid7);

/// The constants of a module, by name, as JavaScript. A feature is on if its constant exists.
pub(crate) type Row = BTreeMap<&'static str, String>;

/// The text of the file, without formats that `engine.js` does not support.
pub(crate) fn json(formats: &[Format]) -> String {
    let mut modules = Map::new();
    for &format in formats {
        if let Some(row) = row(format) {
            modules.insert(format.name().to_owned(), module(format, &row));
        }
    }
    let (name, format) = PREFIXED;
    if let Some(row) = prefixed_row(format) {
        modules.insert(name.to_owned(), module(format, &row));
    }
    format!("{:#}\n", Value::Object(modules))
}

fn module(format: Format, row: &Row) -> Value {
    json!({
        "format": format.name(),
        "function": format!("{}Text", camel(format.name())),
        "summary": sentence(format.summary()),
        "note": shared_node_note(format, false),
        "constants": row,
    })
}

/// The row of a format's canonical text and further forms.
pub(crate) fn row(format: Format) -> Option<Row> {
    let Texts {
        forms,
        decimals,
        uuid,
    } = texts(format)?;
    let mut row = values(format, false)?;
    if let Some((least, most)) = decimals {
        row.insert("DECIMALS", format!("[{least}, {most}]"));
        let padded = format!("{:0>most$}", 1);
        if AnyId::parse(padded, format).is_ok() {
            row.insert("PADDED", most.to_string());
        }
    }
    if let Some(uuid) = uuid {
        row.insert("UUID_TEXT", format!("'{uuid}'"));
        row.insert("UUID", "true".to_owned());
    }
    if forms.is_empty() {
        return Some(row);
    }
    add_texts(&mut row, &forms, &symbols(format)?, format.radix())?;
    if format.spare_bits() > 0 {
        row.insert("SPARE", format!("{}n", format.spare_bits()));
    }
    let offset = |length: usize, bit: u8| format.offset_of_bit(length, bit);
    add_marks(&mut row, format, &forms, offset)?;
    Some(row)
}

/// The row of the text behind a prefix: 26 symbols of base32.
fn prefixed_row(format: Format) -> Option<Row> {
    const SYMBOLS: &str = "0123456789abcdefghjkmnpqrstvwxyz";
    const LENGTH: usize = 26;
    let mut row = values(format, true)?;
    row.insert("PREFIXED", "true".to_owned());
    row.insert("UUID", "true".to_owned());
    let forms = ["0".repeat(LENGTH)];
    add_texts(&mut row, &forms, SYMBOLS, 32)?;
    // The first symbol has three bits, each other one five.
    let offset = |_, bit: u8| Some((usize::from(bit) + 2) / 5);
    add_marks(&mut row, format, &forms, offset)?;
    Some(row)
}

/// The texts of a format.
struct Texts {
    /// The zero of each form with a fixed number of symbols, the canonical one first.
    forms: Vec<String>,
    /// The lengths of the shortest and longest valid decimal integers.
    decimals: Option<(usize, usize)>,
    /// The zero of the form `uuid`, if that is valid.
    uuid: Option<String>,
}

/// The texts of a format; `None` if other kinds of text are valid, too.
fn texts(format: Format) -> Option<Texts> {
    let reads = |text: &str| AnyId::parse(text, format).is_ok();
    let mut zeros: Vec<String> = format.zeros().map(|text| text.to_string()).collect();
    let zero = AnyId::from_bytes(&[0; 16], format).ok();
    let zero = zero.filter(|_| format.reads(Form::Uuid));
    let uuid = zero.and_then(|zero| Some(zero.to_form(Form::Uuid).ok()?.to_string()));
    zeros.retain(|text| Some(text) != uuid.as_ref());
    let forms: Vec<String> = zeros.iter().filter(|text| *text != "0").cloned().collect();
    let has_decimals = forms.len() < zeros.len() || (zeros.is_empty() && format.radix() == 10);
    if !has_decimals {
        return (!forms.is_empty()).then_some(Texts {
            forms,
            decimals: None,
            uuid,
        });
    }
    let is_decimal = |length: &usize| {
        let is_other = forms.iter().any(|text| text.len() == *length);
        !is_other && reads(&"1".repeat(*length))
    };
    let lengths: Vec<usize> = (1..=format.text_len().max(20)).filter(is_decimal).collect();
    let (&least, &most) = (lengths.first()?, lengths.last()?);
    let is_contiguous = most - least + 1 == lengths.len();
    let decimals = Some((least, most));
    (is_contiguous && !reads("0x0") && !reads("-1")).then_some(Texts {
        forms,
        decimals,
        uuid,
    })
}

/// The constants of bits, time, generation and errors; `None` if the engine does not support them.
fn values(format: Format, is_prefixed: bool) -> Option<Row> {
    let making = format.making();
    let is_plain = format.can_generate() && !making.draws_again && making.node_with == 0;
    if !is_plain {
        return None;
    }
    let marks = marks(format)?;
    let bits = bits(format);
    let marked = marks.iter().fold(0, |all, mark| all | mark.bits());
    let random: Vec<Run> = making.random().collect();
    let mut bytes = marked.to_be_bytes().to_vec();
    bytes.rotate_left(16_usize.saturating_sub(format.byte_len()));
    bytes.resize(format.byte_len(), 0);
    let smallest = AnyId::from_bytes(&bytes, format).ok()?;
    let mut row = Row::from([
        ("BITS", format!("{bits}n")),
        ("MARKED", format!("{marked:#x}n")),
        ("RANDOM_BITS", width(&random).to_string()),
        ("RANDOM", runs(random.into_iter(), format)),
    ]);
    row.extend(sentences::row(smallest, is_prefixed)?);
    match format.time_shape(&Options::new()) {
        Ok(time) => add_time(&mut row, format, &time, making)?,
        Err(error) if error.code() == ErrorCode::NotApplicable && width_of_node(making) == 0 => {}
        Err(_) => return None,
    }
    Some(row)
}

fn width_of_node(making: Making) -> u32 {
    making
        .node()
        .chain(making.counter())
        .map(|(_, width)| width)
        .sum()
}

fn add_time(row: &mut Row, format: Format, time: &TimeShape, making: Making) -> Option<()> {
    let is_plain =
        time.coding == TimeCoding::Linear && time.first >= 0 && time.epoch_ns % NS_PER_MS == 0;
    if !is_plain {
        return None;
    }
    let (ms_per_tick, ticks_per_ms) = match time.unit_ns {
        unit if unit % NS_PER_MS == 0 => (unit / NS_PER_MS, 1),
        unit if NS_PER_MS % unit == 0 => (1, NS_PER_MS / unit),
        _ => return None,
    };
    let (kept_bits, start_bits) = match making.start {
        Start::Zero => (0, 0),
        Start::Random(bits) => (0, bits),
        Start::Kept(bits) => (bits, 0),
        Start::Permuted => return None,
    };
    let ticks = |ms: u64| format!("{}n", i128::from(ms) * NS_PER_MS / time.unit_ns);
    let counter: Vec<Run> = making.counter().collect();
    let greatest = 1_u128.checked_shl(width(&counter))? - 1;
    let of_time: Vec<Run> = time.runs().collect();
    if !format.bytes_sort() {
        // Compares the time, then the rest of the id, as for uuid1.
        let rest = (64, 64);
        if of_time.iter().any(|(at, width)| at + width > rest.0) || format.bits() != 128 {
            return None;
        }
        let order = of_time.iter().copied().chain([rest]);
        row.insert("ORDER", runs(order, format));
    }
    row.extend([
        ("EPOCH_MS", (time.epoch_ns / NS_PER_MS).to_string()),
        ("MS_PER_TICK", ms_per_tick.to_string()),
        ("TICKS_PER_MS", format!("{ticks_per_ms}n")),
        ("FIRST", format!("{}n", time.first)),
        ("LAST", format!("{}n", time.last)),
        ("TIME", runs(of_time.into_iter(), format)),
        ("COUNTER", runs(counter.into_iter(), format)),
        ("GREATEST", format!("{greatest}n")),
        ("START_BITS", start_bits.to_string()),
        ("MAX_LEAD", ticks(making.max_lead_ms)),
        ("TOLERANCE", ticks(making.rollback_tolerance_ms)),
    ]);
    if kept_bits > 0 {
        row.insert("KEPT_BITS", kept_bits.to_string());
    }
    if making.node_bits > 0 {
        row.insert("NODE", runs(making.node(), format));
        row.insert("NODE_BITS", making.node_bits.to_string());
    }
    Some(())
}

fn add_texts(row: &mut Row, forms: &[String], symbols: &str, radix: u32) -> Option<()> {
    let zero = symbols.chars().next()?;
    let digits = |text: &str| text.matches(zero).count();
    let count = digits(forms.first()?);
    // All forms must have the same number of symbols.
    if forms.iter().any(|text| digits(text) != count) {
        return None;
    }
    let chunk = (1..).take_while(|&symbols| scale(radix, symbols).is_some());
    let chunk = chunk.last()?;
    row.extend([
        ("SYMBOLS", format!("'{symbols}'")),
        ("RADIX", radix.to_string()),
        ("CHUNK", chunk.to_string()),
        ("SCALE", format!("{}n", scale(radix, chunk)?)),
        ("DIGITS", count.to_string()),
        ("ZERO", format!("'{}'", forms.first()?)),
        (
            "ZEROS",
            list(forms.iter().enumerate().map(|(nth, text)| match nth {
                0 => "ZERO".to_owned(),
                _ => format!("'{text}'"),
            })),
        ),
    ]);
    Some(())
}

/// Adds the marks that parsing checks, with the offset of their error in each form.
fn add_marks(
    row: &mut Row,
    format: Format,
    forms: &[String],
    offset: impl Fn(usize, u8) -> Option<usize>,
) -> Option<()> {
    let marks = marks(format)?;
    let checked = marks
        .iter()
        .filter(|mark| mark.code != ErrorCode::OutOfRange);
    let js = checked.map(|mark| {
        let offsets = forms.iter().map(|text| offset(text.len(), mark.bit));
        let offsets = offsets.flatten().map(|offset| offset.to_string());
        let (mask, bits, code) = (mark.mask(), mark.bits(), screaming(mark.code.name()));
        format!("[{mask:#x}n, {bits:#x}n, {code}, {}]", list(offsets))
    });
    let js: Vec<String> = js.collect();
    if !js.is_empty() {
        row.insert("MARKS", list(js.into_iter()));
    }
    Some(())
}

/// `radix` to the power of `symbols`, if a number of JavaScript represents it.
fn scale(radix: u32, symbols: u32) -> Option<u64> {
    let scale = u64::from(radix).checked_pow(symbols);
    scale.filter(|&scale| scale <= 1 << 53)
}

/// The canonical symbols in the order of their values, then rounds of other accepted symbols, as
/// many as the value with most symbols needs.
fn symbols(format: Format) -> Option<String> {
    let values: Vec<Vec<u8>> = (0..u8::try_from(format.radix()).ok()?)
        .map(|value| format.symbols(value).collect())
        .collect();
    let rounds = values.iter().map(Vec::len).max()?;
    let rounds = (0..rounds).flat_map(|round| {
        let symbol = move |read: &Vec<u8>| read.get(round).or(read.first()).copied();
        values.iter().map(symbol)
    });
    String::from_utf8(rounds.collect::<Option<_>>()?).ok()
}

/// Bits that are the same in every id.
pub(crate) struct Mark {
    run: Run,
    value: u128,
    /// The distance from the run to the id's last bit.
    shift: u32,
    code: ErrorCode,
    /// The bit that the error names.
    bit: u8,
}

impl Mark {
    pub(crate) fn mask(&self) -> u128 {
        u128::MAX >> (128 - self.run.1) << self.shift
    }

    pub(crate) fn bits(&self) -> u128 {
        self.value << self.shift
    }
}

/// The fixed bits of a format; `None` if it has other rules.
pub(crate) fn marks(format: Format) -> Option<Vec<Mark>> {
    let marks = format.rules().map(|rule| {
        let mut runs = rule.runs();
        let (Must::Be(value), Some(run), None) = (rule.must, runs.next(), runs.next()) else {
            return None;
        };
        // Only numbers that are too large have an error without an offset.
        let is_top = run.0 == 0 && value == 0;
        if rule.code == ErrorCode::OutOfRange && !is_top || format.bits() > 128 {
            return None;
        }
        Some(Mark {
            run,
            value,
            shift: format.bits() - run.0 - run.1,
            code: rule.code,
            bit: rule.bit,
        })
    });
    marks.collect()
}

/// The width of an id, without leading bits that are always zero.
fn bits(format: Format) -> u32 {
    let zeros = format
        .rules()
        .filter(|rule| rule.code == ErrorCode::OutOfRange);
    let zeros = zeros.flat_map(|rule| rule.runs().map(|(_, width)| width).collect::<Vec<_>>());
    format.bits() - zeros.sum::<u32>()
}

fn width(runs: &[Run]) -> u32 {
    runs.iter().map(|(_, width)| width).sum()
}

/// Runs of bits, the lowest first, each as `[shift, width, mask]`.
fn runs(runs: impl Iterator<Item = Run>, format: Format) -> String {
    let mut runs: Vec<Run> = runs.collect();
    runs.reverse();
    list(runs.iter().map(|(at, width)| {
        let ones = u128::MAX >> (128 - width);
        format!("[{}n, {width}n, {ones:#x}n]", format.bits() - at - width)
    }))
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_of_unsupported_format_is_none() {
        let has = |format: Format| row(format).is_some();
        for format in [
            Format::Tid,
            Format::Uuid7,
            Format::Ulid,
            Format::Snowflake,
            Format::Tsid,
            Format::Xid,
            Format::Uuid4,
            Format::Uuid1,
        ] {
            assert!(has(format), "{format}");
        }
        // In order: a sign; several numbers; limits; a permutation; a fraction.
        for format in [
            Format::Timeid,
            Format::Sid,
            Format::Cuid,
            Format::Uid11Xid,
            Format::Uuid7Draft01,
        ] {
            assert!(!has(format), "{format}");
        }
    }

    #[test]
    fn row_has_the_bits_and_texts_of_the_core() {
        let row = row(Format::Uuid7).expect("a row");
        for (name, value) in [
            ("SYMBOLS", "'0123456789abcdef0123456789ABCDEF'"),
            (
                "MARKS",
                "[[0xc000000000000000n, 0x8000000000000000n, INVALID_VARIANT, [19, 16, 28]], \
                 [0xf0000000000000000000n, 0x70000000000000000000n, INVALID_VERSION, [14, 12, 23]]]",
            ),
            ("TIME", "[[80n, 48n, 0xffffffffffffn]]"),
            ("COUNTER", "[[32n, 30n, 0x3fffffffn], [64n, 12n, 0xfffn]]"),
            ("MAX_LEAD", "1000n"),
            ("TOLERANCE", "10000n"),
        ] {
            assert_eq!(row.get(name).map(String::as_str), Some(value), "{name}");
        }
        let snowflake = super::row(Format::Snowflake).expect("a row");
        assert_eq!(snowflake["DECIMALS"], "[1, 19]");
        assert_eq!(snowflake["BITS"], "63n");
        let tsid = super::row(Format::Tsid).expect("a row");
        assert_eq!(tsid["DECIMALS"], "[14, 20]");
    }
}
