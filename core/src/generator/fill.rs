//! Many ids at once: into ids, text, bytes and integers of the caller's memory.

use super::Generator;
use super::state::Next;
use crate::codec::Form;
use crate::error::{Error, ErrorCode};
use crate::id::Id;
use crate::options::ClockSource;
use crate::text::MAX_TEXT;
use crate::time::Timestamp;
use crate::typed::Target;
use crate::value::Value;

/// How many ids share one reading of the clock and one hold of the lock.
const BATCH: usize = 64;

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
        let count = ids.len();
        let mut slots = ids.iter_mut();
        self.each(count, |value| {
            if let Some(slot) = slots.next() {
                *slot = self.yielded(value);
            }
        })
    }

    /// Fills memory with canonical texts, one after another without separators.
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
        let codec = self.format.row().codec;
        self.fill_chunks(texts, self.format.text_len(), |value, slot| {
            let mut text = [0; MAX_TEXT];
            if let Some(len) = codec.write(value, Form::Canonical, &mut text) {
                slot.copy_from_slice(text.get(..len).unwrap_or_default());
            }
        })
    }

    /// Fills memory with big-endian ids, one after another.
    ///
    /// # Errors
    /// `invalid_length` where the length is no multiple of the format's width; else as
    /// [`fill`](Self::fill).
    pub fn fill_bytes(&self, bytes: &mut [u8]) -> Filled {
        let width = self.format.byte_len();
        self.fill_chunks(bytes, width, |value, slot| {
            slot.copy_from_slice(value.to_bytes().get(..width).unwrap_or_default());
        })
    }

    /// Fills 64-bit integers; those of timeid in two's complement.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; else as [`fill`](Self::fill).
    pub fn fill_u64(&self, ints: &mut [u64]) -> Filled {
        if self.format.bits() != 64 {
            return Filled::refused(Error::new(ErrorCode::NotApplicable));
        }
        let count = ints.len();
        let mut slots = ints.iter_mut();
        self.each(count, |value| {
            if let Some(slot) = slots.next() {
                *slot = value.to_u64();
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

    fn fill_chunks(
        &self,
        memory: &mut [u8],
        width: usize,
        mut write: impl FnMut(Value, &mut [u8]),
    ) -> Filled {
        if !memory.len().is_multiple_of(width) {
            return Filled::refused(Error::at(ErrorCode::InvalidLength, memory.len()));
        }
        let count = memory.len() / width;
        let mut slots = memory.chunks_exact_mut(width);
        self.each(count, |value| {
            if let Some(slot) = slots.next() {
                write(value, slot);
            }
        })
    }

    /// Makes `count` ids at the system's time, or as many as go before an error.
    fn each(&self, count: usize, mut sink: impl FnMut(Value)) -> Filled {
        if let Err(error) = self.expect_clock(ClockSource::System) {
            return Filled::refused(error);
        }
        let mut ids = 0;
        while ids < count {
            if let Err(error) = self.batch(count, &mut ids, &mut sink) {
                return Filled {
                    ids,
                    error: Some(error),
                };
            }
        }
        Filled { ids, error: None }
    }

    fn batch(
        &self,
        count: usize,
        ids: &mut usize,
        sink: &mut impl FnMut(Value),
    ) -> Result<(), Error> {
        let mut state = self.lock()?;
        let now = Timestamp::now();
        for _ in 0..BATCH.min(count - *ids) {
            match state.next(now, None)? {
                Next::Id(value) => sink(value),
                Next::Wait(until) => {
                    drop(state);
                    return self.wait_for(until);
                }
            }
            *ids += 1;
        }
        Ok(())
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
