//! What the inspector page knows of ids: a module that is handed bytes and answers with JSON.
//!
//! The page puts a text where [`room`] says, calls [`card`], or [`begin`], [`feed`] for each piece and [`end`], and reads the answer where [`told`] says. Nothing is
//! asked of the system: the page tells the time.

mod card;
// As `sortid stats` counts, so does the page.
#[path = "../../core/cli/src/stats/counts.rs"]
mod counts;
#[path = "../../core/cli/src/stats/histogram.rs"]
mod histogram;
mod tally;

use std::cell::RefCell;

use serde_json::Value;
use sortid::Timestamp;

use tally::Tally;

/// What is between two calls: the page is one caller at a time.
#[derive(Default)]
struct Desk {
    given: Vec<u8>,
    told: String,
    tally: Option<Tally>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a text of so many bytes, and tells where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.given.clear();
        desk.given.resize(len, 0);
        desk.given.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> *const u8 {
    DESK.with_borrow(|desk| desk.told.as_ptr())
}

/// Tells of the first id of the text, at this time in Unix milliseconds; how many bytes there are to say.
#[unsafe(no_mangle)]
pub extern "C" fn card(now_ms: f64) -> usize {
    DESK.with_borrow_mut(|desk| {
        let card = card::of(&desk.given, time(now_ms));
        desk.tell(&card)
    })
}

/// Begins to count the ids of a text.
#[unsafe(no_mangle)]
pub extern "C" fn begin(now_ms: f64) {
    DESK.with_borrow_mut(|desk| desk.tally = Some(Tally::new(time(now_ms))));
}

/// Counts those of the next piece.
#[unsafe(no_mangle)]
pub extern "C" fn feed() {
    DESK.with_borrow_mut(|desk| {
        if let Some(tally) = &mut desk.tally {
            tally.feed(&desk.given);
        }
    });
}

/// Tells what all pieces together have; how many bytes there are to say.
#[unsafe(no_mangle)]
pub extern "C" fn end() -> usize {
    DESK.with_borrow_mut(|desk| {
        let tally = desk.tally.take();
        let told = tally.map_or(Value::Null, Tally::told);
        desk.tell(&told)
    })
}

impl Desk {
    fn tell(&mut self, value: &Value) -> usize {
        self.told = value.to_string();
        self.told.len()
    }
}

fn time(unix_ms: f64) -> Timestamp {
    Timestamp::from_unix_ms(unix_ms as i64)
}
