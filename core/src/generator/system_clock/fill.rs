//! Batches of ids, written to the caller's memory as ids, text, bytes or integers.

use crate::codec::value::Value;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::ClockSource;
use crate::generator::api::Generator;
use crate::generator::hot_layout::HotLayout;
use crate::generator::run::Run;
use crate::id::Id;
use crate::id::typed::Target;
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;

/// The maximum number of ids per clock read and lock.
const BATCH: usize = 4096;

/// How often a fill that a reseed interrupts begins again with the whole memory. Each further
/// attempt is for half as many ids, and ends in an error.
const WHOLE_ATTEMPTS: u32 = 8;

/// How many values are generated before they are written as text.
const CHUNK: usize = 256;

/// The result of a fill. After an error, the ids at the start of the memory are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Filled {
    /// The number of valid ids.
    pub ids: usize,
    /// Why there are not more ids.
    pub error: Option<Error>,
}

impl Filled {
    /// Returns the number of ids if the memory is full.
    ///
    /// # Errors
    /// The error that stopped the fill.
    pub fn complete(self) -> Result<usize, Error> {
        match self.error {
            None => Ok(self.ids),
            Some(error) => Err(error),
        }
    }

    fn failed(error: Error) -> Self {
        Self {
            ids: 0,
            error: Some(error),
        }
    }
}

impl<T: Target> Generator<T> {
    /// Fills a slice of ids.
    ///
    /// Returns the same ids and errors as repeated calls of [`next`](Self::next), and
    /// `counter_exhausted` after a part if [`reseed`](crate::reseed) interrupts it again and again.
    ///
    /// ```
    /// use sortid::{Generator, Uuid7};
    ///
    /// let mut ids = [Uuid7::from_bytes([0x77; 16]).unwrap_or(sortid::uuid7()); 3];
    /// Generator::<Uuid7>::new()?.fill(&mut ids).complete()?;
    /// assert!(ids.is_sorted());
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn fill(&self, ids: &mut [T]) -> Filled {
        let hot = &self.engine.plan.hot;
        self.fill_runs(ids, 1, |run, ids, rng| {
            each_into(run, hot, rng, ids, |slot, value| {
                *slot = self.to_target(value)
            })
        })
    }

    /// Fills memory with canonical texts without separators. Texts shorter than the format's
    /// longest are padded with zero bytes.
    ///
    /// # Errors
    /// `invalid_length` if the length is not a multiple of the format's text length; otherwise as
    /// [`fill`](Self::fill).
    ///
    /// ```
    /// use sortid::{Generator, Tid};
    ///
    /// let mut texts = [0; 26];
    /// assert_eq!(Generator::<Tid>::new()?.fill_text(&mut texts).complete()?, 2);
    /// assert!(texts[..13] < texts[13..]);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn fill_text(&self, texts: &mut [u8]) -> Filled {
        let (format, hot) = (self.format, &self.engine.plan.hot);
        let (codec, width) = (format.row().codec, format.text_len());
        let mut values = [Value::ZERO; CHUNK];
        self.fill_runs(texts, width, |mut run, texts, rng| {
            for texts in texts.chunks_mut(CHUNK * width) {
                let values = &mut values[..texts.len() / width];
                take_values(&mut run, hot, values, rng);
                codec.write_many(values, texts);
            }
        })
    }

    /// Fills memory with big-endian ids.
    ///
    /// # Errors
    /// `invalid_length` if the length is not a multiple of the format's width; otherwise as
    /// [`fill`](Self::fill).
    pub fn fill_bytes(&self, bytes: &mut [u8]) -> Filled {
        let (format, hot) = (self.format, &self.engine.plan.hot);
        let width = format.byte_len();
        self.fill_runs(bytes, width, |run, bytes, rng| {
            let slots = bytes.chunks_exact_mut(width);
            each_into(run, hot, rng, slots, |slot, value| value.write_bytes(slot))
        })
    }

    /// Fills 64-bit integers, for timeid in two's complement.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; otherwise as [`fill`](Self::fill).
    pub fn fill_u64(&self, ints: &mut [u64]) -> Filled {
        let (format, hot) = (self.format, &self.engine.plan.hot);
        if format.bits() != 64 {
            return Filled::failed(Error::not_applicable("integer"));
        }
        self.fill_runs(ints, 1, |run, ints, rng| write_ints(run, hot, ints, rng))
    }

    /// An endless iterator over new ids.
    ///
    /// ```
    /// use sortid::{Generator, Scru160};
    ///
    /// let generator = Generator::<Scru160>::new()?;
    /// let ids: Vec<Scru160> = generator.ids().take(5).collect::<Result<_, _>>()?;
    /// assert!(ids.is_sorted());
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn ids(&self) -> Ids<'_, T> {
        Ids { generator: self }
    }

    /// Issues ids until the memory, with `width` elements per id, is full or an error occurs. Calls
    /// `sink` for each run with its part of the memory.
    ///
    /// `invalid_length` if the memory is not a multiple of the width.
    fn fill_runs<M>(
        &self,
        memory: &mut [M],
        width: usize,
        mut sink: impl FnMut(Run, &mut [M], &mut Rng),
    ) -> Filled {
        if !memory.len().is_multiple_of(width) {
            return Filled::failed(Error::at(ErrorCode::InvalidLength, memory.len()));
        }
        if let Err(error) = self.engine.plan.expect_clock(ClockSource::System) {
            return Filled::failed(error);
        }
        in_one_generation(memory.len() / width, |begun, count| {
            self.fill_in(begun, &mut memory[..count * width], width, &mut sink)
        })
    }

    /// Fills the memory while the process has this generation.
    fn fill_in<M>(
        &self,
        begun: Generation,
        memory: &mut [M],
        width: usize,
        sink: &mut impl FnMut(Run, &mut [M], &mut Rng),
    ) -> Filled {
        let count = memory.len() / width;
        let mut ids = 0;
        while ids < count && process::is_current(begun) {
            let most = (count - ids).min(BATCH) as u64;
            let issued = self.engine.fill(most, &mut |run, rng| {
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
}

/// Calls `fill` with the number of ids, again after each fork or reseed during the call.
///
/// A thread that reseeds again and again would prevent every long fill. So later attempts are for
/// fewer ids, and end with `counter_exhausted`.
fn in_one_generation(count: usize, mut fill: impl FnMut(Generation, usize) -> Filled) -> Filled {
    process::in_one_generation(|begun, before| {
        let halvings = before.saturating_sub(WHOLE_ATTEMPTS);
        let goal = count.checked_shr(halvings).unwrap_or(0).max(count.min(1));
        let mut filled = fill(begun, goal);
        if goal < count && filled.error.is_none() {
            filled.error = Some(Error::new(ErrorCode::CounterExhausted));
        }
        filled
    })
}

/// Calls `fill` with the length of the memory to fill, of `len` elements with `width` per id, again
/// after each fork or reseed during the call, for fewer ids at last.
#[doc(hidden)]
pub fn fill_in_one_process(
    len: usize,
    width: usize,
    mut fill: impl FnMut(usize) -> Filled,
) -> Filled {
    match len.is_multiple_of(width) {
        true => in_one_generation(len / width, |_, count| fill(count * width)),
        false => fill(len),
    }
}

/// Writes ids as integers.
fn write_ints(run: Run, layout: &HotLayout, ints: &mut [u64], rng: &mut Rng) {
    match run.progression(layout) {
        Some((mut int, step)) => {
            for slot in ints {
                *slot = int;
                int = int.wrapping_add(step);
            }
        }
        None => each_into(run, layout, rng, ints, |slot, value| *slot = value.to_u64()),
    }
}

/// Takes the next `values.len()` ids of a run, which has at least as many.
fn take_values(run: &mut Run, layout: &HotLayout, values: &mut [Value], rng: &mut Rng) {
    match run.progression(layout) {
        Some((mut int, step)) => {
            run.skip(layout, values.len() as u64);
            for value in values {
                *value = Value::from_u64(int);
                int = int.wrapping_add(step);
            }
        }
        None => {
            for value in values {
                let bits = run.pop(layout).unwrap_or_default();
                *value = layout.complete(bits, rng);
            }
        }
    }
}

/// An endless iterator over new ids: see [`Generator::ids`].
#[derive(Debug)]
pub struct Ids<'a, T = Id> {
    generator: &'a Generator<T>,
}

impl<T: Target> Iterator for Ids<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.generator.next())
    }
}

/// Passes each id, completed with random bits, to `put` with its slot.
#[inline(always)]
fn each_into<S>(
    run: Run,
    layout: &HotLayout,
    rng: &mut Rng,
    slots: impl IntoIterator<Item = S>,
    mut put: impl FnMut(S, Value),
) {
    // The most common layout as a constant: the compiler specializes the loop for it.
    const COMMONEST: HotLayout = HotLayout::of(Format::Uuid7);
    let mut slots = slots.into_iter();
    let sink = |value| {
        if let Some(slot) = slots.next() {
            put(slot, value);
        }
    };
    match *layout == COMMONEST {
        true => run.each(&COMMONEST, rng, sink),
        false => run.each(layout, rng, sink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As beside a thread that reseeds while more than 100 ids are generated.
    #[test]
    fn fill_that_reseeds_interrupt_ends_with_a_part() {
        let mut attempts = 0;
        let filled = fill_in_one_process(8 * 1000, 8, |len| {
            attempts += 1;
            if len > 8 * 100 {
                process::reseed();
            }
            Filled {
                ids: len / 8,
                error: None,
            }
        });
        assert_eq!((filled.ids, attempts), (62, WHOLE_ATTEMPTS + 5));
        let error = filled.error.map(|error| error.code());
        assert_eq!(error, Some(ErrorCode::CounterExhausted));
    }
}
