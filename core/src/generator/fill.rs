//! Many ids at once: into ids, text, bytes and integers of the caller's memory.

use super::Generator;
use super::run::Run;
use super::shape::Shape;
use crate::error::{Error, ErrorCode};
use crate::id::Id;
use crate::options::ClockSource;
use crate::sys::process::{self, Generation};
use crate::sys::rng::Rng;
use crate::typed::Target;
use crate::value::Value;

/// How many ids share one reading of the clock and one hold of the lock, at most.
const BATCH: usize = 4096;

/// How many values are made before they are written as text.
const CHUNK: usize = 256;

/// How far a fill came: the ids at the start of the memory are valid, also after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Filled {
    /// How many leading ids are valid.
    pub ids: usize,
    /// Why there are not more.
    pub error: Option<Error>,
}

impl Filled {
    /// The number of ids if the memory is full, else the error.
    ///
    /// # Errors
    /// What stopped the fill.
    pub fn complete(self) -> Result<usize, Error> {
        match self.error {
            None => Ok(self.ids),
            Some(error) => Err(error),
        }
    }

    fn refused(error: Error) -> Self {
        Self {
            ids: 0,
            error: Some(error),
        }
    }
}

impl<T: Target> Generator<T> {
    /// Fills a slice of ids.
    ///
    /// The ids are those of as many calls of [`next`](Self::next); the errors are its errors.
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
        self.fill_runs(ids, 1, |batch, ids, stream| {
            let mut slots = ids.iter_mut();
            batch.run.each(batch.shape, stream, |value| {
                if let Some(slot) = slots.next() {
                    *slot = self.yielded(value);
                }
            });
        })
    }

    /// Fills memory with canonical texts, one after another without separators; those shorter than the format's longest
    /// are filled up with zero bytes.
    ///
    /// # Errors
    /// `invalid_length` where the length is no multiple of the format's text length; else as
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
        let (codec, width) = (
            self.engine.plan.format.row().codec,
            self.engine.plan.format.text_len(),
        );
        let mut values = [Value::ZERO; CHUNK];
        self.fill_runs(texts, width, |mut batch, texts, stream| {
            for texts in texts.chunks_mut(CHUNK * width) {
                let values = &mut values[..texts.len() / width];
                batch.next_chunk(values, stream);
                codec.write_many(values, texts);
            }
        })
    }

    /// Fills memory with big-endian ids, one after another.
    ///
    /// # Errors
    /// `invalid_length` where the length is no multiple of the format's width; else as
    /// [`fill`](Self::fill).
    pub fn fill_bytes(&self, bytes: &mut [u8]) -> Filled {
        let width = self.engine.plan.format.byte_len();
        self.fill_runs(bytes, width, |batch, bytes, stream| {
            let mut slots = bytes.chunks_exact_mut(width);
            batch.run.each(batch.shape, stream, |value| {
                if let Some(slot) = slots.next() {
                    value.write_bytes(slot);
                }
            });
        })
    }

    /// Fills 64-bit integers; those of timeid in two's complement.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; else as [`fill`](Self::fill).
    pub fn fill_u64(&self, ints: &mut [u64]) -> Filled {
        if self.engine.plan.format.bits() != 64 {
            return Filled::refused(Error::new(ErrorCode::NotApplicable));
        }
        self.fill_runs(ints, 1, |batch, ints, stream| {
            match batch.run.progression(batch.shape) {
                Some((mut int, step)) => {
                    for slot in ints {
                        *slot = int;
                        int = int.wrapping_add(step);
                    }
                }
                None => {
                    let mut slots = ints.iter_mut();
                    batch.run.each(batch.shape, stream, |value| {
                        if let Some(slot) = slots.next() {
                            *slot = value.to_u64();
                        }
                    });
                }
            }
        })
    }

    /// The ids to come, one by one: an iterator that never ends by itself.
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

    /// Makes ids at the system's time for a memory that takes `width` elements for each, or as many as go before an
    /// error, and hands them on run by run, each with its part of the memory.
    ///
    /// `invalid_length` where the memory is no multiple of the width.
    fn fill_runs<M>(
        &self,
        memory: &mut [M],
        width: usize,
        mut sink: impl FnMut(Batch<'_>, &mut [M], &mut Rng),
    ) -> Filled {
        if !memory.len().is_multiple_of(width) {
            return Filled::refused(Error::at(ErrorCode::InvalidLength, memory.len()));
        }
        if let Err(error) = self.engine.expect_clock(ClockSource::System) {
            return Filled::refused(error);
        }
        process::in_one_generation(|begun| self.fill_in(begun, memory, width, &mut sink))
    }

    /// Fills the memory as long as the process is that of this generation.
    fn fill_in<M>(
        &self,
        begun: Generation,
        memory: &mut [M],
        width: usize,
        sink: &mut impl FnMut(Batch<'_>, &mut [M], &mut Rng),
    ) -> Filled {
        let count = memory.len() / width;
        let shape = &self.engine.plan.shape;
        let mut ids = 0;
        while ids < count && process::is_current(begun) {
            let most = (count - ids).min(BATCH) as u64;
            let made = self.engine.fill(most, |run, stream| {
                let end = ids + run.count as usize;
                let part = &mut memory[ids * width..end * width];
                sink(Batch { run, shape }, part, stream);
            });
            match made {
                Ok(made) => ids += made as usize,
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

/// What is made under one reading of the clock.
struct Batch<'a> {
    run: Run,
    shape: &'a Shape,
}

impl Batch<'_> {
    /// The next `values.len()` ids, of which there are as many.
    fn next_chunk(&mut self, values: &mut [Value], stream: &mut Rng) {
        let shape = self.shape;
        match self.run.progression(shape) {
            Some((mut int, step)) => {
                for value in values.iter_mut() {
                    *value = Value::from_u64(int);
                    int = int.wrapping_add(step);
                }
                self.run.skip(shape, values.len() as u64);
            }
            None => {
                for value in values {
                    let bits = self.run.pop(shape).unwrap_or_default();
                    *value = shape.complete(bits, stream);
                }
            }
        }
    }
}

/// The ids of a generator, without end: see [`Generator::ids`].
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
