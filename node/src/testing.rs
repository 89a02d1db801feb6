//! Test clocks: a time and a seed for the default generators.

use std::ptr;
use std::time::Duration;

use sortid::testing::TestClock;

use crate::call::{Answer, Call, functions};
use crate::scopes;

functions! {
    "beginTest" begin;
    "setTest" set;
    "advanceTest" advance;
    "endTest" end;
    "endTests" end_all;
}

/// `(now, seed)`: opens a scope at the time in the first register, which follows the function `now`
/// if given. Returns its number.
fn begin(call: &Call<'_>) -> Answer {
    let mut settings = TestClock::freeze(call.registers().time(0)?);
    if call.is_given(1)? {
        settings = settings.seed(call.seed(1)?);
    }
    let clock = settings.start()?;
    let now = match call.is_given(0)? {
        true => call.reference(0)?,
        false => ptr::null_mut(),
    };
    call.value(scopes::open(&call.env(), clock, now))
}

/// `(scope)`: sets the clock to the time in the first register.
fn set(call: &Call<'_>) -> Answer {
    let time = call.registers().time(0)?;
    scopes::with_clock(call.number(0)?, |clock| clock.set(time))?;
    call.nothing()
}

/// `(scope, milliseconds)`: moves the clock forward.
fn advance(call: &Call<'_>) -> Answer {
    let by = Duration::from_millis(call.argument::<f64>(1)? as u64);
    scopes::with_clock(call.number(0)?, |clock| clock.advance(by))?;
    call.nothing()
}

/// `(scope)`: ends the scope and those inside it.
fn end(call: &Call<'_>) -> Answer {
    scopes::end(call.number(0)?);
    call.nothing()
}

fn end_all(call: &Call<'_>) -> Answer {
    scopes::end_all();
    call.nothing()
}
