//! The generation algorithm with scripted clocks, ruling by ruling.
#![cfg(feature = "std")]

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod fields;
mod lead;
mod reading;
#[cfg(feature = "scan")]
mod unrelated;

use sortid::{AnyId, Error, ErrorCode, Format, Options};

const SECOND: i64 = 1_000_000;

fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}

fn unix_us(id: AnyId, options: &Options) -> i128 {
    let time = id.timestamp_with(options).expect("a time");
    time.unix_ns().div_euclid(1000)
}

/// Returns options for reading a format's time. The default layout of uuid8 and custom64 must be
/// given explicitly.
fn reading(format: Format) -> Options {
    match format {
        Format::Uuid8 | Format::Custom64 => Options::new().unit_ns(1_000_000),
        _ => Options::new(),
    }
}
