//! Batches of ids: runs, each for a part of the caller's memory.

use super::Engine;
use crate::error::{Error, ErrorCode};
use crate::run::{Batch, Run};
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;
use crate::sys::{Deadline, Os, entropy};

/// The maximum number of ids per clock read and lock.
const BATCH: usize = 4096;

/// How often a fill that a reseed interrupts begins again with the whole memory. Each further
/// attempt is for half as many ids, and ends in an error.
const WHOLE_ATTEMPTS: u32 = 8;

/// What takes the ids of a run, and the generator for their random bits.
pub type Sink<'a> = dyn FnMut(Run, &mut Rng) + 'a;

/// The result of a fill. After an error, the ids at the start of the memory are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Filled<E = Error> {
    /// The number of valid ids.
    pub ids: usize,
    /// Why there are not more ids.
    pub error: Option<E>,
}

impl<E> Filled<E> {
    /// Returns the number of ids if the memory is full.
    ///
    /// # Errors
    /// The error that stopped the fill.
    pub fn complete(self) -> Result<usize, E> {
        match self.error {
            None => Ok(self.ids),
            Some(error) => Err(error),
        }
    }

    #[doc(hidden)]
    pub const fn failed(error: E) -> Self {
        Self {
            ids: 0,
            error: Some(error),
        }
    }
}

impl Filled {
    /// The same with the error of a library.
    pub fn into<E: From<Error>>(self) -> Filled<E> {
        Filled {
            ids: self.ids,
            error: self.error.map(E::from),
        }
    }
}

impl<S: Os> Engine<S> {
    /// Issues ids until the memory, with `width` elements per id, is full or an error occurs. Calls
    /// `sink` for each run with its part of the memory, and with the generator for random bits.
    ///
    /// `issue` is [`issue_batch`](Self::issue_batch), compiled once. `invalid_length` if the memory
    /// is not a multiple of the width.
    pub fn fill<M>(
        &self,
        memory: &mut [M],
        width: usize,
        issue: fn(&Self, u64, &mut Sink<'_>) -> Result<u64, Error>,
        mut sink: impl FnMut(Run, &mut [M], &mut Rng),
    ) -> Filled {
        if !memory.len().is_multiple_of(width) {
            return Filled::failed(Error::of_length(memory.len()));
        }
        if let Err(error) = self.plan.expect_system_clock::<S>() {
            return Filled::failed(error);
        }
        in_one_generation::<S, _>(memory.len() / width, |begun, count| {
            self.fill_in(begun, &mut memory[..count * width], width, issue, &mut sink)
        })
    }

    /// Fills the memory while the process has this generation.
    fn fill_in<M>(
        &self,
        begun: Generation,
        memory: &mut [M],
        width: usize,
        issue: fn(&Self, u64, &mut Sink<'_>) -> Result<u64, Error>,
        sink: &mut impl FnMut(Run, &mut [M], &mut Rng),
    ) -> Filled {
        let count = memory.len() / width;
        let mut ids = 0;
        while ids < count && process::is_current::<S>(begun) {
            let most = (count - ids).min(BATCH) as u64;
            let issued = issue(self, most, &mut |run, rng| {
                let end = ids + run.count as usize;
                let part = &mut memory[ids * width..end * width];
                sink(run, part, rng);
            });
            match issued {
                Ok(issued) => ids += issued as usize,
                Err(error) => {
                    return Filled {
                        ids,
                        error: Some(error),
                    };
                }
            }
        }
        Filled { ids, error: None }
    }

    /// Issues at most `most` ids, and passes them to `sink` with the generator for their random
    /// bits. Returns how many.
    ///
    /// Before using the ids, the caller must check that the process is still the same.
    pub fn issue_batch(&self, most: u64, sink: &mut Sink<'_>) -> Result<u64, Error> {
        let issued = self.issue_unblocked(Deadline::NEVER, |state, given_time| {
            let reading = self.read_clock(state, given_time);
            self.issue_run(state, reading, None, Batch::Ids(most))
        });
        let (mut state, generation, run) = issued?;
        let issued = run.count;
        // Seeded streams are consumed in id order, hence under the lock.
        if state.identity.entropy.is_seeded() {
            state.identity.entropy.with(|rng| sink(run, rng))?;
            drop(state);
        } else {
            drop(state);
            entropy::with_thread_rng::<S, _>(generation, |rng| sink(run, rng))?;
        }
        Ok(issued)
    }
}

/// Calls `fill` with the number of ids, again after each fork or reseed during the call.
///
/// A thread that reseeds again and again would prevent every long fill. So later attempts are for
/// fewer ids, and end with `counter_exhausted`.
pub fn in_one_generation<S: Os, E: From<Error>>(
    count: usize,
    mut fill: impl FnMut(Generation, usize) -> Filled<E>,
) -> Filled<E> {
    process::in_one_generation::<S, _>(|begun, before| {
        let halvings = before.saturating_sub(WHOLE_ATTEMPTS);
        let goal = count.checked_shr(halvings).unwrap_or(0).max(count.min(1));
        let mut filled = fill(begun, goal);
        if goal < count && filled.error.is_none() {
            filled.error = Some(Error::new(ErrorCode::CounterExhausted).into());
        }
        filled
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::S;

    /// As beside a thread that reseeds while more than 100 ids are generated.
    #[test]
    fn fill_that_reseeds_interrupt_ends_with_a_part() {
        let mut attempts = 0;
        let filled: Filled = in_one_generation::<S, _>(1000, |_, ids| {
            attempts += 1;
            if ids > 100 {
                process::reseed::<S>();
            }
            Filled { ids, error: None }
        });
        assert_eq!((filled.ids, attempts), (62, WHOLE_ATTEMPTS + 5));
        let error = filled.error.map(|error| error.code());
        assert_eq!(error, Some(ErrorCode::CounterExhausted));
    }
}
