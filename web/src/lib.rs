//! The ids of the web page: a WebAssembly module that reads bytes and answers with JSON.
//!
//! The page writes a text to the address that [`room`] returns, calls a function, and reads the
//! answer at the address that [`answer`] returns. To count the ids of a long text, it calls
//! [`begin`], [`feed`] for each piece, and [`end`]. The page provides time and random bytes.

mod card;
// The page counts as `sortid stats` does.
#[path = "../../core/cli/src/stats/counts.rs"]
mod counts;
mod generated;
#[path = "../../core/cli/src/stats/histogram.rs"]
mod histogram;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host;
mod tally;

use std::cell::RefCell;

use serde_json::Value;
use sortid::Timestamp;

use tally::Tally;

/// The state between two calls. The page calls from one thread.
#[derive(Default)]
struct Exchange {
    input: Vec<u8>,
    answer: String,
    tally: Option<Tally>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// Allocates an input of `len` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.input.clear();
        exchange.input.resize(len, 0);
        exchange.input.as_mut_ptr()
    })
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.answer.as_ptr())
}

/// Explains the first id of the input at this time, in Unix milliseconds. Returns the number of
/// bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn card(now_ms: f64) -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let card = card::of(&exchange.input, time(now_ms));
        exchange.set_answer(&card)
    })
}

/// Lists the formats. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn formats() -> usize {
    EXCHANGE.with_borrow_mut(|exchange| exchange.set_answer(&generated::formats()))
}

/// Generates `count` ids of the format with this code. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn generate(format: u32, count: u32) -> usize {
    EXCHANGE.with_borrow_mut(|exchange| exchange.set_answer(&generated::ids(format, count)))
}

/// Computes the first and the last id of a format in an interval that excludes its end, in Unix
/// milliseconds. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn range(format: u32, from_ms: f64, to_ms: f64) -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let range = generated::range(format, time(from_ms), time(to_ms));
        exchange.set_answer(&range)
    })
}

/// Begins to count the ids of a text.
#[unsafe(no_mangle)]
pub extern "C" fn begin(now_ms: f64) {
    EXCHANGE.with_borrow_mut(|exchange| exchange.tally = Some(Tally::new(time(now_ms))));
}

/// Counts the ids of the next piece, which is the input.
#[unsafe(no_mangle)]
pub extern "C" fn feed() {
    EXCHANGE.with_borrow_mut(|exchange| {
        if let Some(tally) = &mut exchange.tally {
            tally.feed(&exchange.input);
        }
    });
}

/// Summarizes all pieces. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn end() -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        let tally = exchange.tally.take();
        let summary = tally.map_or(Value::Null, Tally::told);
        exchange.set_answer(&summary)
    })
}

impl Exchange {
    fn set_answer(&mut self, value: &Value) -> usize {
        self.answer = value.to_string();
        self.answer.len()
    }
}

fn time(unix_ms: f64) -> Timestamp {
    Timestamp::from_unix_ms(unix_ms as i64)
}
