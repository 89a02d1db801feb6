//! The memory that column operations use beyond their output.

use std::fs;
use std::hint::black_box;

use sortid::columns::{Column, OnInvalid, TimeReader, Unit};
use sortid::{Format, Options};

use super::ROWS;
use super::samples::Texts;

/// Where Linux reports a process's peak memory, and resets it.
const STATUS: &str = "/proc/self/status";
const ANEW: (&str, &str) = ("/proc/self/clear_refs", "5");

/// A line with the growth of the process while texts become times, bytes and texts.
pub(super) fn line() -> String {
    match grown() {
        Some(kib) => format!("memory beyond the output of {ROWS} rows, at most: {kib} KiB"),
        None => "memory beyond the output: NOT MEASURED, the system does not tell".to_owned(),
    }
}

fn grown() -> Option<u64> {
    let (format, mut valid) = (Format::Uuid7, vec![1; ROWS.div_ceil(8)]);
    let texts = Texts::new(format);
    let clock = TimeReader::new(format, Unit::Milliseconds, &Options::new()).ok()?;
    // Written to, so that the pages are allocated.
    let (mut times, mut bytes, mut written) =
        (vec![1; ROWS], vec![1; ROWS * 16], vec![1; ROWS * 36]);
    let column = Column::texts(texts.cells(), format).ok()?;
    fs::write(ANEW.0, ANEW.1).ok()?;
    let before = status_kib("VmRSS")?;
    let null = OnInvalid::Null;
    let read = [
        column.times(&clock, &mut times, &mut valid, null).ok()?,
        column.bytes(&mut bytes, &mut valid, null).ok()?,
        column.written(&mut written, &mut valid, null).ok()?,
    ];
    black_box((&times, &bytes, &written, read.len()));
    Some(status_kib("VmHWM")?.saturating_sub(before))
}

/// A value of the process's status, in KiB.
fn status_kib(name: &str) -> Option<u64> {
    let status = fs::read_to_string(STATUS).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
