//! Calls that read the system clock, where there is one.

mod declared;
mod defaults;
mod fill;

use std::marker::PhantomData;
use std::time::Duration;

use crate::Sys;
use crate::error::Error;
use crate::formats::Format;
use crate::formats::options::Options;
use crate::generator::Engine;
use crate::generator::api::Generator;
use crate::generator::outlined::{OwnedEngine, next_slow};
use crate::generator::plans;
use crate::generator::testing::TestSource;
use crate::id::AnyId;
use crate::id::typed::Id;
use crate::sys::Deadline;
use sortid_engine::call::{Clock, Own};
use sortid_engine::plan::Plan;

pub(crate) use defaults::new_at;
pub use defaults::{default_generator, new, new_id, new_id_at, new_of, new_of_within, new_within};
pub use fill::Filled;
pub use fill::{Ids, fill_in_one_process};

impl Generator<AnyId> {
    /// Creates a default generator, with the clock and the seed of a test, if any. Mentions no
    /// format, so that the linker can drop formats that a program does not use.
    #[inline]
    pub(super) fn of(
        format: Format,
        plan: Plan,
        test: Option<&'static TestSource>,
    ) -> Result<Self, Error> {
        Ok(Self {
            engine: OwnedEngine::of(plan, test.map(|source| (source as &dyn Clock, source.seed)))?,
            format,
            read_options: Options::new(),
            _open_file: None,
            target: PhantomData,
        })
    }
}

impl<T: Id> Generator<T> {
    /// The next id, by the system clock.
    ///
    /// Waits if the tick is `max_lead_ms` ahead of the clock.
    ///
    /// # Errors
    /// `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`, `forked_generator`,
    /// `entropy_unavailable` (in a forked child); `invalid_option` with a manual clock, or if the
    /// host of a WebAssembly module provides no clock yet.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator would end at the first error: see `ids`"
    )]
    #[inline(always)]
    pub fn next(&self) -> Result<T, Error> {
        self.engine
            .next::<Own, _, _>(next_slow, |value| self.to_target(value))
    }

    /// The next id, or `None` if it is not available within about `timeout`.
    ///
    /// For callers that must not sleep while they hold a resource, or that check something else now
    /// and then. With a timeout of zero, the call does not wait for the clock. With a state file,
    /// it may still wait for a sync, about once per second of ids.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use sortid::{Generator, Uuid7};
    ///
    /// assert!(Generator::<Uuid7>::new()?.next_within(Duration::ZERO)?.is_some());
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn next_within(&self, timeout: Duration) -> Result<Option<T>, Error> {
        self.engine
            .next_within::<Own, _, _>(timeout, next_slow, |value| self.to_target(value))
    }

    /// The next id, greater than `id` and all earlier ids: a logical clock.
    ///
    /// # Errors
    /// `lead_exceeded` if the new id would be more than `max_lead_ms` ahead of the clock;
    /// `timestamp_out_of_range` if no id of the format is greater; `not_applicable` for an id of
    /// another format, or a format without time; otherwise as [`next`](Self::next).
    ///
    /// ```
    /// use sortid::{Generator, Tid};
    ///
    /// let (ours, theirs) = (Generator::<Tid>::new()?, Generator::<Tid>::new()?);
    /// let received = theirs.next()?;
    /// assert!(ours.next_after(received)? > received);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    ///
    /// atproto requires the `rev` of a commit to be greater than the previous one, even if the
    /// clock that made the previous one was ahead. A limit of 10^13 ms lies beyond the last tid:
    ///
    /// ```
    /// use sortid::{Generator, Options, Tid};
    ///
    /// let revs = Generator::<Tid>::with(&Options::new().max_lead_ms(10_000_000_000_000))?;
    /// let previous: Tid = "bzzzzzzzzzyzz".parse()?; // of the year 2255
    /// assert_eq!(revs.next_after(previous)?.timestamp_us(), previous.timestamp_us() + 1);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn next_after(&self, id: T) -> Result<T, Error> {
        self.engine.plan.expect_system_clock::<Sys>()?;
        let after = plans::tick_of(self.format, &self.engine.plan.layout, id.into())?;
        Engine::converted(
            |value| self.to_target(value),
            || next_slow(&self.engine, Some(after), Deadline::NEVER),
        )
    }
}
