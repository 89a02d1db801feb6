//! Calls for one id: made, converted to the caller's type, and made again if the process is another one by then.

use std::time::Duration;

use super::Engine;
use crate::error::Error;
use crate::generator::plan::Known;
use crate::sys::Deadline;
use crate::time::{Tick, Timestamp};
use crate::value::Value;

impl Engine {
    /// The next id at the system's time, converted by `convert`.
    #[inline(always)]
    pub(in crate::generator) fn next<K: Known, R>(
        &self,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            let made = match self.next_at_once::<K>(Deadline::NEVER)? {
                Some(made) => made,
                None => self.made_after(None)?,
            };
            if let Some(id) = made.converted(&convert) {
                return Ok(id);
            }
        }
    }

    /// [`next`](Self::next), or `None` if there is no id within about `time`.
    #[inline(always)]
    pub(in crate::generator) fn next_within<K: Known, R>(
        &self,
        time: Duration,
        convert: impl Fn(Value) -> R,
    ) -> Result<Option<R>, Error> {
        loop {
            let made = match self.next_at_once::<K>(Deadline::PASSED)? {
                Some(made) => made,
                None => match self.look_within(None, Deadline::after(time))? {
                    Some(made) => made,
                    None => return Ok(None),
                },
            };
            if let Some(id) = made.converted(&convert) {
                return Ok(Some(id));
            }
        }
    }

    /// The next id at the system's time, greater than one of tick `after`, converted by `convert`.
    pub(in crate::generator) fn next_after<R>(
        &self,
        after: Option<Tick>,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            if let Some(id) = self.made_after(after)?.converted(&convert) {
                return Ok(id);
            }
        }
    }

    /// The next id, taking `time` for the clock's reading, converted by `convert`.
    pub(in crate::generator) fn next_at<R>(
        &self,
        time: Timestamp,
        after: Option<Tick>,
        convert: impl Fn(Value) -> R,
    ) -> Result<R, Error> {
        loop {
            if let Some(id) = self.made_at(time, after)?.converted(&convert) {
                return Ok(id);
            }
        }
    }
}
