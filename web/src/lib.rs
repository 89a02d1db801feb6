//! The ids of the web page: a WebAssembly module that reads bytes and answers with JSON.
//!
//! The page writes a text to the address that [`allocate`] returns, calls a function, and reads the
//! answer at the address that [`answer`] returns. To count the ids of a long text, it calls
//! [`begin`], [`feed`] for each piece, and [`end`]. The page provides time and random bytes.

mod card;
// Shared with `sortid stats`.
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
struct State {
    input: Vec<u8>,
    answer: String,
    tally: Option<Tally>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Allocates an input of `len` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.clear();
        state.input.resize(len, 0);
        state.input.as_mut_ptr()
    })
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// Explains the first id of the input at this time, in Unix milliseconds. Returns the number of
/// bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn card(now_ms: f64) -> usize {
    STATE.with_borrow_mut(|state| {
        let card = card::of(&state.input, time(now_ms));
        state.set_answer(&card)
    })
}

/// Lists the formats. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn formats() -> usize {
    STATE.with_borrow_mut(|state| state.set_answer(&generated::formats()))
}

/// Generates `count` ids of the format with this code. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn generate(format: u32, count: u32) -> usize {
    STATE.with_borrow_mut(|state| state.set_answer(&generated::ids(format, count)))
}

/// Computes the first and the last id of a format in an interval that excludes its end, in Unix
/// milliseconds. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn range(format: u32, from_ms: f64, to_ms: f64) -> usize {
    STATE.with_borrow_mut(|state| {
        let range = generated::range(format, time(from_ms), time(to_ms));
        state.set_answer(&range)
    })
}

/// Begins to count the ids of a text.
#[unsafe(no_mangle)]
pub extern "C" fn begin(now_ms: f64) {
    STATE.with_borrow_mut(|state| state.tally = Some(Tally::new(time(now_ms))));
}

/// Counts the ids of the next piece, which is the input.
#[unsafe(no_mangle)]
pub extern "C" fn feed() {
    STATE.with_borrow_mut(|state| {
        if let Some(tally) = &mut state.tally {
            tally.feed(&state.input);
        }
    });
}

/// Summarizes all pieces. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn end() -> usize {
    STATE.with_borrow_mut(|state| {
        let tally = state.tally.take();
        let summary = tally.map_or(Value::Null, Tally::summary);
        state.set_answer(&summary)
    })
}

impl State {
    fn set_answer(&mut self, value: &Value) -> usize {
        self.answer = value.to_string();
        self.answer.len()
    }
}

fn time(unix_ms: f64) -> Timestamp {
    Timestamp::from_unix_ms(unix_ms as i64)
}
