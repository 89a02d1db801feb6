//! Batches of ids, written to the caller's memory as ids, text, bytes or integers.

use crate::Sys;
use crate::codec::value::Value;
use crate::error::{Error, Lack};
use crate::formats::Format;
use crate::generator::api::Generator;
use crate::generator::outlined::issue_batch;
use crate::id::AnyId;
use crate::id::typed::Id;
use crate::sys::rng::Rng;
use sortid_engine::call::fill::in_one_generation;
use sortid_engine::hot_layout::HotLayout;
use sortid_engine::run::Run;

/// The result of a fill. After an error, the ids at the start of the memory are valid.
pub type Filled = sortid_engine::call::fill::Filled<Error>;

/// How many values are generated before they are written as text.
const CHUNK: usize = 256;

impl<T: Id> Generator<T> {
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
        let filled = self.engine.fill(ids, 1, issue_batch, |run, ids, rng| {
            each_into(run, hot, rng, ids, |slot, value| {
                *slot = self.to_target(value)
            })
        });
        filled.into()
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
        let filled = self
            .engine
            .fill(texts, width, issue_batch, |mut run, texts, rng| {
                for texts in texts.chunks_mut(CHUNK * width) {
                    let values = &mut values[..texts.len() / width];
                    take_values(&mut run, hot, values, rng);
                    codec.write_many(values, texts);
                }
            });
        filled.into()
    }

    /// Fills memory with big-endian ids.
    ///
    /// # Errors
    /// `invalid_length` if the length is not a multiple of the format's width; otherwise as
    /// [`fill`](Self::fill).
    pub fn fill_bytes(&self, bytes: &mut [u8]) -> Filled {
        let (format, hot) = (self.format, &self.engine.plan.hot);
        let width = format.byte_len();
        let filled = self
            .engine
            .fill(bytes, width, issue_batch, |run, bytes, rng| {
                let slots = bytes.chunks_exact_mut(width);
                each_into(run, hot, rng, slots, |slot, value| value.write_bytes(slot))
            });
        filled.into()
    }

    /// Fills 64-bit integers, for timeid in two's complement.
    ///
    /// # Errors
    /// `not_applicable` for wider formats; otherwise as [`fill`](Self::fill).
    pub fn fill_u64(&self, ints: &mut [u64]) -> Filled {
        let (format, hot) = (self.format, &self.engine.plan.hot);
        if format.bits() != 64 {
            return Filled::failed(format.row().lacks(Lack::Integer));
        }
        let filled = self.engine.fill(ints, 1, issue_batch, |run, ints, rng| {
            write_ints(run, hot, ints, rng)
        });
        filled.into()
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
        true => in_one_generation::<Sys, _>(len / width, |_, count| fill(count * width)),
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
pub struct Ids<'a, T = AnyId> {
    generator: &'a Generator<T>,
}

impl<T: Id> Iterator for Ids<'_, T> {
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
    const COMMONEST: HotLayout = HotLayout::new(&Format::Uuid7.row().layout);
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
