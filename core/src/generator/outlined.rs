//! Calls of the engine that are not on the fast path, compiled once. The engine is generic, so
//! whatever else calls it is compiled in each crate that generates ids.

use std::ffi::CStr;
use std::ops::Deref;

use sortid_engine::call::fill::Sink;
use sortid_engine::call::{Clock, Given, Issued};
use sortid_engine::plan::Plan;
use sortid_engine::status::Status;

use super::Engine;
use crate::Sys;
use crate::error::Error;
use crate::sys::Deadline;
use crate::time::{Tick, UnixTime};
use sortid_engine::error::Error as EngineError;

/// An engine that leaves its state file at the end.
pub(super) struct OwnedEngine(Engine);

impl OwnedEngine {
    pub(super) fn new(plan: Plan, given: Given<'_>) -> Result<Self, Error> {
        Ok(Self(Engine::new(plan, given)?))
    }

    pub(super) fn of(
        plan: Plan,
        clock: Option<(&'static dyn Clock, [u8; 32])>,
    ) -> Result<Self, Error> {
        Ok(Self(Engine::of(plan, clock)?))
    }

    pub(super) fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        Ok(self.0.reseed(seed, node)?)
    }

    pub(super) fn node(&self) -> Result<Option<u64>, Error> {
        Ok(self.0.node()?)
    }

    pub(super) fn status(&self) -> (Status, &'static CStr) {
        self.0.status()
    }
}

impl Deref for OwnedEngine {
    type Target = Engine;
    #[inline(always)]
    fn deref(&self) -> &Engine {
        &self.0
    }
}

impl Drop for OwnedEngine {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[inline(never)]
pub(super) fn next_slow(
    engine: &Engine,
    after: Option<Tick>,
    deadline: Deadline,
) -> Result<Issued, EngineError> {
    engine.next_slow(after, deadline)
}

pub(super) fn next_manual(
    engine: &Engine,
    time: UnixTime,
    after: Option<Tick>,
) -> Result<Issued, EngineError> {
    engine.next_manual(time, after)
}

pub(super) fn issue_batch(
    engine: &Engine,
    most: u64,
    sink: &mut Sink<'_>,
) -> Result<u64, EngineError> {
    engine.issue_batch(most, sink)
}

pub(super) fn reseed_all() -> Result<(), Error> {
    Ok(sortid_engine::call::slow::reseed::<Sys>()?)
}
