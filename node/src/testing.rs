//! Test clocks: a time and a seed for the generators behind the plain functions.

use std::time::Duration;

use sortid::ErrorCode;
use sortid::testing::TestClock;

use crate::call::{Answer, Call, Failure, functions};

functions! {
    "beginTest" begin;
    "setTest" set;
    "advanceTest" advance;
    "endTest" end;
    "endTests" end_all;
}

/// `(follows, seed)`: a scope that begins at the time in the first register, by its number.
fn begin(call: &Call<'_>) -> Answer {
    let mut settings = TestClock::frozen(call.registers().time(0)?);
    if call.is_given(1)? {
        let seed = call.bytes(1)?.try_into();
        let refused = Failure::Code(ErrorCode::InvalidOption, Some("seed"));
        settings = settings.seed(seed.map_err(|_| refused)?);
    }
    let follows = call.argument::<bool>(0)?.then(|| call.env().raw());
    call.value(call.scopes().begin(settings, follows)?)
}

/// `(scope)`: sets the time to that in the first register.
fn set(call: &Call<'_>) -> Answer {
    let time = call.registers().time(0)?;
    let scopes = call.scopes();
    scopes.with_clock(call.number(0)?, |clock| clock.set(time))?;
    call.nothing()
}

/// `(scope, milliseconds)`
fn advance(call: &Call<'_>) -> Answer {
    let by = Duration::from_millis(call.argument::<f64>(1)? as u64);
    let scopes = call.scopes();
    scopes.with_clock(call.number(0)?, |clock| clock.advance(by))?;
    call.nothing()
}

/// `(scope)`
fn end(call: &Call<'_>) -> Answer {
    call.scopes().end(call.number(0)?);
    call.nothing()
}

/// Ends every scope of this thread.
fn end_all(call: &Call<'_>) -> Answer {
    call.scopes().end_all();
    call.nothing()
}
