//! `sortid-bench-kernels MICROSECONDS`: times texts of ids, without peers, in batches this long.
//!
//! `sortid-bench --kernel` compiles this once for all vector kernels and once for the portable
//! ones, and measures several such processes in turns. The program prints the names of its rows,
//! one per line, and an empty line; then it reads row numbers, and answers each with the
//! nanoseconds per id.

#[path = "../../src/rows/samples.rs"]
mod samples;
#[allow(dead_code, reason = "shared with the program that has peers")]
#[path = "../../src/side.rs"]
mod side;
#[macro_use]
#[path = "../../src/rows/ours.rs"]
mod ours;

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use sortid::ids::{Scru64, Scru128};
use sortid::{
    Generator, Ksuid, ObjectId, Options, Scru160, Snowflake, Tid, Tsid, Uid11Xid, Ulid, Uuid7, Xid,
};

use side::Side;

/// The number of ids of a fill, and of a batch of fills: each takes a microsecond of lead.
const IDS: usize = 4096;
const TIDS: u64 = 8 * IDS as u64;
const AN_HOUR_MS: u64 = 3_600_000;

macro_rules! rows {
    ($($name:literal $type:ident $samples:ident $length:literal,)*) => {
        vec![$(
            (concat!($name, " text from value"), printing!(samples::$samples())),
            (concat!($name, " text to value"), parsing!($type, texts::<$length, _>(samples::$samples(), $type::to_text))),
        )*]
    };
}

fn rows() -> Vec<(&'static str, Side)> {
    let mut rows = rows![
        "tid" Tid tids 13,
        "base58" Uid11Xid xids 11,
        "UUID" Uuid7 uuids 36,
        "base32hex 160 bits" Scru160 scru160s 32,
        "ulid" Ulid ulids 26,
        "ksuid" Ksuid ksuids 27,
        "xid" Xid xids_of_12_bytes 20,
        "object_id" ObjectId object_ids 24,
        "snowflake" Snowflake snowflakes 19,
        "tsid" Tsid tsids 13,
        "scru128" Scru128 scru128s 25,
        "scru64" Scru64 scru64s 12,
    ];
    rows.push(("fill 4096 tids as text", tids_as_text()));
    rows
}

/// The texts of ids, contiguous in memory.
fn texts<const N: usize, T>(ids: Vec<T>, to_text: impl Fn(T) -> sortid::Text) -> Vec<[u8; N]> {
    let texts = ids.into_iter().map(to_text);
    let texts: Result<_, _> = texts.map(|text| text.as_bytes().try_into()).collect();
    texts.expect("all texts of a format have the same length")
}

fn tids_as_text() -> Side {
    let options = Options::new().max_lead_ms(AN_HOUR_MS);
    let generator = Generator::<Tid>::with(&options).expect("entropy for a generator");
    let mut texts = vec![0; IDS * generator.format().text_len()];
    let side = Side::bulk(IDS as u64, move || {
        let filled = generator.fill_text(&mut texts);
        filled.complete().expect("as many tids as fit");
        black_box(&mut texts);
    });
    side.in_bursts_of(TIDS)
}

fn main() -> ExitCode {
    let batch = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let Some(batch) = batch.map(Duration::from_micros) else {
        return ExitCode::from(2);
    };
    match serve(batch) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(batch: Duration) -> std::io::Result<()> {
    let mut rows = rows();
    let mut sizes = vec![0; rows.len()];
    let mut out = std::io::stdout();
    for (name, _) in &rows {
        writeln!(out, "{name}")?;
    }
    writeln!(out)?;
    for line in std::io::stdin().lock().lines() {
        let number = line?.parse().ok();
        let Some((number, (_, side))) =
            number.and_then(|number: usize| rows.get_mut(number).map(|row| (number, row)))
        else {
            return Err(std::io::ErrorKind::InvalidInput.into());
        };
        if sizes[number] == 0 {
            sizes[number] = side.batch_size(batch);
        }
        // Warms up: after a pause the processor is not at full speed.
        side.ns_per_operation(sizes[number]);
        writeln!(out, "{}", side.ns_per_operation(sizes[number]))?;
    }
    Ok(())
}
