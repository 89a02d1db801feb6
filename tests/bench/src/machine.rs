//! The machine of the measurement.

use std::fs;
use std::thread;

use crate::shut::VERDICT;

/// A line with processor, cores, Linux's clock source, and compiler.
pub(crate) fn line() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let rustc = option_env!("SORTID_BENCH_RUSTC").unwrap_or("an unknown compiler");
    format!(
        "{}, {cores} cores, clocksource {}, {rustc}",
        processor(),
        clocksource()
    )
}

/// Linux's current clock source, if available.
fn clocksource() -> String {
    let text = fs::read_to_string(VERDICT);
    text.map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}

/// The processor's name on Linux, otherwise the architecture.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").ok().and_then(|info| {
        let mut lines = info.lines();
        lines.find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == "model name").then(|| value.trim().to_owned())
        })
    });
    text.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
