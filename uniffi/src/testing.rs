//! A clock and a seed for tests, which the process-wide generators use.

use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sortid::Timestamp;
use sortid::testing::{Settings, TestClock};

use crate::error::Failure;
use crate::value::{UnixTime, seed};

/// A clock of the calling language.
#[uniffi::export(callback_interface)]
pub trait RawClock: Send + Sync {
    /// The time. An invalid one is outside the range of every format. Must not throw.
    fn now(&self) -> UnixTime;
}

/// The clock of a test. Only [`RawTestClock::end`] ends it, since Swift may release an object after
/// its last use, and the JVM later.
#[derive(Debug, uniffi::Object)]
pub struct RawTestClock(Mutex<Option<ManuallyDrop<TestClock>>>);

#[uniffi::export]
impl RawTestClock {
    /// Freezes the time.
    #[uniffi::constructor]
    pub fn freeze(time: UnixTime, with_seed: Option<Vec<u8>>) -> Result<Arc<Self>, Failure> {
        Self::start(TestClock::freeze(Timestamp::try_from(time)?), with_seed)
    }

    /// Follows another clock.
    #[uniffi::constructor]
    pub fn follow(
        clock: Box<dyn RawClock>,
        with_seed: Option<Vec<u8>>,
    ) -> Result<Arc<Self>, Failure> {
        let now = move || clock.now().try_into().unwrap_or(Timestamp::MAX);
        Self::start(TestClock::follow(now), with_seed)
    }

    /// Sets the time.
    pub fn set(&self, time: UnixTime) -> Result<(), Failure> {
        let time = Timestamp::try_from(time)?;
        if let Some(clock) = &*self.clock() {
            clock.set(time);
        }
        Ok(())
    }

    /// Moves the time forward.
    pub fn advance(&self, seconds: u64, nanos: u32) {
        if let Some(clock) = &*self.clock() {
            clock.advance(Duration::new(seconds, nanos));
        }
    }

    /// Ends the scope.
    pub fn end(&self) {
        drop(self.clock().take().map(ManuallyDrop::into_inner));
    }
}

impl RawTestClock {
    fn start(settings: Settings, with_seed: Option<Vec<u8>>) -> Result<Arc<Self>, Failure> {
        let settings = match with_seed {
            Some(bytes) => settings.seed(seed(&bytes)?),
            None => settings,
        };
        let clock = ManuallyDrop::new(settings.start()?);
        Ok(Arc::new(Self(Mutex::new(Some(clock)))))
    }

    fn clock(&self) -> MutexGuard<'_, Option<ManuallyDrop<TestClock>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
