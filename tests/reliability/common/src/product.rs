//! The library on a test's operating system: generators of all formats, with the plans that the
//! library derives from formats and options.

use std::time::Duration;

use sortid::plans;
use sortid_engine::call::{Engine, Own};
use sortid_engine::slot;
use sortid_engine::sys::{Deadline, Os};
use sortid_engine::time::UnixTime;
use sortid_engine::value::Value;

pub use sortid::lease::Kind;
pub use sortid::options::{
    ClockSource, Epoch, FieldOrder, OnExhausted, OnRollback, OptionValue, Order, Precision,
    RollbackTolerance, Usage,
};
pub use sortid::plans::{default_plan, plan};
pub use sortid::{
    AnyId, Error, ErrorCode, Filled, Format, NodeOrigin, Options, Status, Timestamp, options,
};
pub use sortid_engine::call::slow::reseed;

/// The counterpart of `sortid::Generator`.
pub struct Generator<S: Os> {
    engine: Engine<S>,
    format: Format,
}

impl<S: Os> Generator<S> {
    /// Creates a generator.
    pub fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let engine = Engine::new(plan(format, options)?, plans::given(options))?;
        Ok(Self { engine, format })
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The next id.
    pub fn next(&self) -> Result<AnyId, Error> {
        self.engine
            .next::<Own, _, _>(Engine::next_slow, |value| self.id(value))
    }

    /// The next id, or `None` if `timeout` passes first.
    pub fn next_within(&self, timeout: Duration) -> Result<Option<AnyId>, Error> {
        self.engine
            .next_within::<Own, _, _>(timeout, Engine::next_slow, |value| self.id(value))
    }

    /// The next id that is greater than a given one.
    pub fn next_after(&self, id: AnyId) -> Result<AnyId, Error> {
        self.engine.plan.expect_system_clock::<S>()?;
        let after = plans::tick_of(self.format, &self.engine.plan.layout, id)?;
        Engine::<S>::converted(
            |value| self.id(value),
            || self.engine.next_slow(Some(after), Deadline::NEVER),
        )
    }

    /// The next id for a manual clock.
    pub fn next_at(&self, time: Timestamp) -> Result<AnyId, Error> {
        let time = UnixTime::from_unix_ns(time.unix_ns())?;
        Engine::<S>::converted(
            |value| self.id(value),
            || self.engine.next_manual(time, None),
        )
    }

    /// Fills memory with big-endian ids.
    pub fn fill_bytes(&self, bytes: &mut [u8]) -> Filled {
        let (width, hot) = (self.format.byte_len(), &self.engine.plan.hot);
        let filled = self
            .engine
            .fill(bytes, width, Engine::issue_batch, |run, bytes, rng| {
                let mut slots = bytes.chunks_exact_mut(width);
                run.each(hot, rng, |value| {
                    value.write_bytes(slots.next().expect("as many as ids"))
                });
            });
        filled.into()
    }

    /// Fills memory with ids of 64 bits.
    pub fn fill_u64(&self, ints: &mut [u64]) -> Filled {
        let hot = &self.engine.plan.hot;
        let filled = self
            .engine
            .fill(ints, 1, Engine::issue_batch, |run, ints, rng| {
                let mut slots = ints.iter_mut();
                run.each(hot, rng, |value| {
                    *slots.next().expect("as many as ids") = value.to_u64()
                });
            });
        filled.into()
    }

    /// The statistics.
    pub fn status(&self) -> Status {
        self.engine.status().0
    }

    /// Redraws all random values, or uses this seed and node.
    pub fn reseed(&self, seed: Option<[u8; 32]>, node: Option<u64>) -> Result<(), Error> {
        Ok(self.engine.reseed(seed, node)?)
    }

    fn id(&self, value: Value) -> AnyId {
        AnyId::from_value(self.format, value)
    }
}

impl<S: Os> Drop for Generator<S> {
    fn drop(&mut self) {
        self.engine.leave();
    }
}

/// The default generator of a process.
pub fn default_generator<S: Os>(format: Format) -> Result<&'static Generator<S>, Error> {
    let slot = &S::statics().defaults[usize::from(format.code()) - 1];
    let make = || -> Result<_, Error> {
        let engine = Engine::of(default_plan(format), None)?;
        let fresh = Generator { engine, format };
        // SAFETY: on this system, nothing else publishes generators in this slot.
        Ok(unsafe { slot::publish::<S, _>(fresh, slot) })
    };
    // SAFETY: as above.
    unsafe { slot::get_or::<S, _, _>(slot, make) }
}
