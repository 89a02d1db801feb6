//! Setup of an instance.

use crate::call::{Answer, Call, functions};
use crate::registers::{SLOT_WORDS, TIMES_AT};

functions! {
    "start" start;
}

/// `(makeError)`: the registers, the number of words of a slot, and the offset of the times.
fn start(call: &Call<'_>) -> Answer {
    call.set_make_error(0)?;
    let mut started = call.object()?;
    started.set("memory", call.unknown(call.memory()?))?;
    started.set("slotWords", SLOT_WORDS as u32)?;
    started.set("timesAt", TIMES_AT as u32)?;
    call.value(started)
}
