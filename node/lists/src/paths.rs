//! Formats in plain JavaScript, for where neither native code nor WebAssembly runs: one module each, all by the same text, with what the
//! core's data of the format at its top.

use std::io;

use sortid::{Format, Must, Options, Run, Start, TimeCoding};

use crate::names::sentence;
use crate::splice::splice;
use crate::types::shared_node_note;

/// Where they lie in the package.
pub(crate) const FOLDER: &str = "formats";

/// All that a module does, for any format.
const ENGINE: &str = include_str!("engine.js");

const NS_PER_MS: i128 = 1_000_000;

/// The modules with their types. Formats are left out that the engine would need a line of its own for.
pub(crate) fn modules() -> io::Result<Vec<(String, String)>> {
    let mut modules = Vec::new();
    for &format in Format::ALL {
        let Some(row) = row(format) else { continue };
        let text = splice(ENGINE, "row", &row)
            .ok_or_else(|| io::Error::other("the engine has no <generated: row>"))?;
        modules.push((format!("{format}.js"), text));
        modules.push((format!("{format}.d.ts"), types(format)));
    }
    Ok(modules)
}

/// What the engine has of a format, if that is all there is to it.
fn row(format: Format) -> Option<String> {
    let time = format.time_shape(&Options::new()).ok()?;
    let (making, bits) = (format.making(), format.bits());
    let zeros: Vec<String> = format.zeros().map(|text| text.to_string()).collect();
    let symbols = symbols(format)?;
    let written = symbols.get(..format.radix() as usize)?;
    let digits = |text: &str| text.matches(written.chars().next().unwrap_or('0')).count();
    let count = zeros.first().map(|text| digits(text))?;
    let is_plain = format.is_made()
        && format.bytes_sort()
        && time.coding == TimeCoding::Linear
        && time.first >= 0
        && time.epoch_ns % NS_PER_MS == 0
        && !making.draws_again
        && making.node_with == 0
        // Further forms have the same symbols, and each its own length.
        && zeros.iter().all(|text| digits(text) == count);
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
    let marks = marks(format, &zeros)?;
    let ticks = |ms: u64| i128::from(ms) * NS_PER_MS / time.unit_ns;
    let width = |runs: &[Run]| runs.iter().map(|(_, width)| width).sum::<u32>();
    let counter: Vec<Run> = making.counter().collect();
    let random: Vec<Run> = making.random().collect();
    let greatest = 1_u128.checked_shl(width(&counter))? - 1;
    let chunk = (1..).take_while(|&symbols| scale(format, symbols).is_some());
    let chunk = chunk.last()?;
    let consts = [
        ("BITS", format!("{bits}n")),
        ("SYMBOLS", format!("'{symbols}'")),
        ("RADIX", format.radix().to_string()),
        ("CHUNK", chunk.to_string()),
        ("SCALE", format!("{}n", scale(format, chunk)?)),
        ("DIGITS", count.to_string()),
        ("ZEROS", list(zeros.iter().map(|text| format!("'{text}'")))),
        ("MARKS", list(marks.iter().map(Mark::js))),
        ("MARKED", format!("{:#x}n", marked(&marks))),
        ("EPOCH_MS", (time.epoch_ns / NS_PER_MS).to_string()),
        ("MS_PER_TICK", ms_per_tick.to_string()),
        ("TICKS_PER_MS", format!("{ticks_per_ms}n")),
        ("FIRST", format!("{}n", time.first)),
        ("LAST", format!("{}n", time.last)),
        ("TIME", runs(time.runs(), bits)),
        ("COUNTER", runs(counter.into_iter(), bits)),
        ("GREATEST", format!("{greatest}n")),
        ("START_BITS", start_bits.to_string()),
        ("KEPT_BITS", kept_bits.to_string()),
        ("NODE", runs(making.node(), bits)),
        ("NODE_BITS", making.node_bits.to_string()),
        ("RANDOM_BITS", width(&random).to_string()),
        ("RANDOM", runs(random.into_iter(), bits)),
        ("MAX_LEAD", format!("{}n", ticks(making.max_lead_ms))),
        (
            "TOLERANCE",
            format!("{}n", ticks(making.rollback_tolerance_ms)),
        ),
    ];
    let consts = consts.map(|(name, value)| format!("const {name} = {value};"));
    let about = format!(
        "// `{format}`: {}. Generated from the core's row by scripts/renew.mjs; the rest is the same for all formats.\n",
        format.summary()
    );
    is_plain.then(|| about + &consts.join("\n"))
}

/// How many numbers so many symbols have, if a number of JavaScript holds each.
fn scale(format: Format, symbols: u32) -> Option<u64> {
    let scale = u64::from(format.radix()).checked_pow(symbols);
    scale.filter(|&scale| scale <= 1 << 53)
}

/// The symbols that are written in the order of their values, and once more those that are read for them, as often as it takes.
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
struct Mark {
    mask: u128,
    bits: u128,
    code: &'static str,
    /// Where the error says they are, in each form.
    offsets: Vec<String>,
}

impl Mark {
    fn js(&self) -> String {
        let Mark {
            mask, bits, code, ..
        } = self;
        let offsets = list(self.offsets.iter().cloned());
        format!("[{mask:#x}n, {bits:#x}n, '{code}', {offsets}]")
    }
}

/// None of a format that asks for more of its ids, or for it in bits that no integer here has.
fn marks(format: Format, zeros: &[String]) -> Option<Vec<Mark>> {
    let marks = format.rules().map(|rule| {
        let mut runs = rule.runs();
        let (Must::Be(value), Some((at, width)), None) = (rule.must, runs.next(), runs.next())
        else {
            return None;
        };
        let shift = 128_u32
            .checked_sub(at + width)
            .filter(|_| format.bits() == 128)?;
        let offsets = zeros
            .iter()
            .map(|text| format.offset_of_bit(text.len(), rule.bit));
        Some(Mark {
            mask: ((1 << width) - 1) << shift,
            bits: value << shift,
            code: rule.code.name(),
            offsets: offsets.flatten().map(|offset| offset.to_string()).collect(),
        })
    });
    marks.collect()
}

fn marked(marks: &[Mark]) -> u128 {
    marks.iter().fold(0, |all, mark| all | mark.bits)
}

/// Runs of bits, the lowest first: how far each lies above the end of the id, its width, and as many ones.
fn runs(runs: impl Iterator<Item = Run>, bits: u32) -> String {
    let mut runs: Vec<Run> = runs.collect();
    runs.reverse();
    list(runs.iter().map(|(at, width)| {
        format!(
            "[{}n, {width}n, {:#x}n]",
            bits - at - width,
            u128::MAX >> (128 - width)
        )
    }))
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

fn types(format: Format) -> String {
    let (name, about) = (format.name(), sentence(format.summary()));
    include_str!("engine.d.ts")
        .replace(" * NODE\n *\n", &shared_node_note(format))
        .replace("FORMAT", name)
        .replace("SUMMARY", &about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_are_more_than_their_row_are_left_out() {
        let has = |format: Format| row(format).is_some();
        for format in [Format::Tid, Format::Uuid7, Format::Ulid] {
            assert!(has(format), "{format}");
        }
        // A sign; several numbers; limits; a permutation; spare bits; numbers without leading zeros; no time; a fraction.
        for format in [
            Format::Timeid,
            Format::Sid,
            Format::Cuid,
            Format::Uid11Xid,
            Format::Xid,
            Format::Snowflake,
            Format::Uuid4,
            Format::Uuid7Draft01,
        ] {
            assert!(!has(format), "{format}");
        }
    }

    #[test]
    fn a_row_is_that_of_the_core() {
        let row = row(Format::Uuid7).expect("a module");
        for line in [
            "const SYMBOLS = '0123456789abcdef0123456789ABCDEF';",
            "const MARKS = [[0xc000000000000000n, 0x8000000000000000n, 'invalid_variant', [19, 16, 28]], \
             [0xf0000000000000000000n, 0x70000000000000000000n, 'invalid_version', [14, 12, 23]]];",
            "const TIME = [[80n, 48n, 0xffffffffffffn]];",
            "const COUNTER = [[32n, 30n, 0x3fffffffn], [64n, 12n, 0xfffn]];",
            "const MAX_LEAD = 1000n;",
            "const TOLERANCE = 10000n;",
        ] {
            assert!(row.lines().any(|is| is == line), "{line}\n\nin\n\n{row}");
        }
    }
}
