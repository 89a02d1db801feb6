//! The questions about each row, and the memory for the answers of a chunk.

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::columns::arrow::{Answer, DataType};
use sortid::columns::{Answers, Bounds, Column, OnInvalid, Outcome, Question, TimeReader, Unit};
use sortid::{AnyId, Error, ErrorCode, Format, Options};

use crate::element::unpadded;
use crate::errors::{OrRaise, raise_after, refused};
use crate::id::owned;
use crate::object::new_object;
use crate::text::{new_str, with_text};
use crate::time::Instant;

/// NumPy's value for a missing time.
const NO_TIME: i64 = i64::MIN;

/// A question about each row, and the Python type of its answers.
pub(crate) struct Query {
    question: Question,
    is_signed: bool,
}

impl Query {
    /// Parses the question's name and its argument: a unit, the name of a field, or two instants.
    pub(super) fn of(
        question: &str,
        argument: &Bound<'_, PyAny>,
        format: Format,
        options: &Options,
    ) -> PyResult<Self> {
        let py = argument.py();
        // The argument, if it is not a pair.
        let text = || {
            with_text(argument.as_borrowed(), |text| {
                String::from_utf8_lossy(text).into_owned()
            })
        };
        let question = match question {
            "times" => {
                let name = text()?;
                let unit = Unit::named(&name).ok_or_else(|| {
                    let sentence = format!("unit must be 's', 'ms', 'us' or 'ns', not {name:?}");
                    refused(py, ErrorCode::InvalidOption, "unit", sentence)
                })?;
                let clock = TimeReader::new(format, unit, options);
                Question::Times(clock.map_err(|error| raise_after(py, error, 0))?)
            }
            "ints" => Question::Ints,
            "bytes" => Question::Bytes,
            "texts" => Question::Texts,
            "field" => {
                let name = text()?;
                AnyId::from_fields([(name.as_str(), 0)], format).or_raise_for(py, &name)?;
                Question::field(&name, format)
            }
            _ => {
                let [start, stop] = [0, 1].map(|end| argument.get_item(end)?.extract::<Instant>());
                Question::Between(Bounds::new(start?.0, stop?.0, format, options).or_raise(py)?)
            }
        };
        let is_signed = question.is_signed(format);
        Ok(Self {
            question,
            is_signed,
        })
    }

    /// The number of bytes of an answer in memory.
    pub(super) fn width(&self, format: Format) -> usize {
        match self.question {
            Question::Times(_) | Question::Ints | Question::Field(_) => 8,
            Question::Bytes => format.byte_len(),
            Question::Texts => format.text_len(),
            Question::Between(_) => 1,
        }
    }

    /// Reads the rows of a column into `scratch`.
    pub(super) fn read(
        &self,
        column: &Column<'_>,
        scratch: &mut Scratch,
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        let rows = column.len();
        let len = rows * self.width(column.format());
        let valid = sized(&mut scratch.valid, rows.div_ceil(8));
        let answers = match self.question {
            Question::Times(_) => Answers::Times(sized(&mut scratch.times, rows)),
            Question::Ints | Question::Field(_) => Answers::Ints(sized(&mut scratch.ints, rows)),
            Question::Bytes | Question::Texts => Answers::Bytes(sized(&mut scratch.bytes, len)),
            Question::Between(_) => Answers::Bytes(sized(&mut scratch.inside, rows.div_ceil(8))),
        };
        let outcome = column.answer(&self.question, answers, valid, on_invalid)?;
        scratch.without = outcome.nulls;
        Ok(outcome)
    }

    /// Reads the rows of a column into an Arrow array.
    pub(super) fn answer(
        &self,
        column: &Column<'_>,
        on_invalid: OnInvalid,
    ) -> Result<Answer, Error> {
        match &self.question {
            Question::Times(clock) => column.arrow_times(clock, on_invalid),
            Question::Ints => column.arrow_ints(on_invalid),
            Question::Bytes => column.arrow_ids(on_invalid),
            Question::Texts => column.arrow_texts(true, on_invalid),
            Question::Field(name) => column.arrow_field(name, on_invalid),
            Question::Between(bounds) => column.arrow_between(bounds, on_invalid),
        }
    }

    /// The type of the Arrow array.
    pub(super) fn data_type(&self, format: Format) -> DataType {
        match self.question {
            Question::Times(clock) => DataType::Times(clock.unit()),
            Question::Ints | Question::Field(_) if self.is_signed => DataType::Ints,
            Question::Ints | Question::Field(_) => DataType::Words,
            Question::Bytes => DataType::Ids(format),
            Question::Texts => DataType::LargeTexts,
            Question::Between(_) => DataType::Flags,
        }
    }

    /// The answers of the leading rows in the caller's encoding; null is NumPy's NaT for times,
    /// otherwise zeros.
    pub(super) fn as_memory<'r>(
        &self,
        rows: usize,
        format: Format,
        scratch: &'r mut Scratch,
    ) -> &'r [u8] {
        let bytes = match self.question {
            Question::Times(_) => {
                let bytes = scratch.valid.iter().enumerate();
                for (nth, _) in bytes.filter(|(_, byte)| **byte != u8::MAX) {
                    for row in nth * 8..rows.min(nth * 8 + 8) {
                        if !is_set(&scratch.valid, row) {
                            scratch.times[row] = NO_TIME;
                        }
                    }
                }
                // SAFETY: every byte of an integer is a valid `u8`.
                unsafe { scratch.times.align_to().1 }
            }
            // SAFETY: as above.
            Question::Ints | Question::Field(_) => unsafe { scratch.ints.align_to().1 },
            Question::Bytes | Question::Texts => &scratch.bytes,
            Question::Between(_) => {
                let inside = (0..rows).map(|row| is_set(&scratch.inside, row).into());
                scratch.bytes = inside.collect();
                &scratch.bytes
            }
        };
        bytes.get(..rows * self.width(format)).unwrap_or_default()
    }

    /// The times of the leading rows, if the question is about times and every row has one.
    pub(super) fn all_times<'r>(&self, rows: usize, scratch: &'r Scratch) -> Option<&'r [i64]> {
        match self.question {
            Question::Times(_) if scratch.without == 0 => scratch.times.get(..rows),
            _ => None,
        }
    }

    /// The answer of a row as a Python object.
    #[inline(always)]
    pub(super) fn as_object(
        &self,
        py: Python<'_>,
        row: usize,
        format: Format,
        scratch: &Scratch,
    ) -> PyResult<*mut ffi::PyObject> {
        if !is_set(&scratch.valid, row) {
            return owned(py, py.None());
        }
        let int = || scratch.ints.get(row).copied().unwrap_or_default();
        let bytes = || {
            let width = self.width(format);
            let bytes = scratch.bytes.get(row * width..).unwrap_or_default();
            bytes.get(..width).unwrap_or_default()
        };
        match self.question {
            Question::Times(_) => {
                let time = scratch.times.get(row).copied().unwrap_or_default();
                // SAFETY: the token proves that the thread is attached.
                Ok(unsafe { ffi::PyLong_FromLongLong(time) })
            }
            Question::Field(_) if self.is_signed => owned(py, int().cast_signed()),
            Question::Ints | Question::Field(_) => owned(py, int()),
            Question::Bytes => Ok(new_object(
                py,
                AnyId::from_bytes(bytes(), format).or_raise(py)?,
            )),
            Question::Texts => {
                // SAFETY: the core writes ASCII texts.
                let text = unsafe { std::str::from_utf8_unchecked(unpadded(bytes())) };
                Ok(new_str(py, text))
            }
            Question::Between(_) => owned(py, is_set(&scratch.inside, row)),
        }
    }
}

/// The answers of a chunk. The question determines which vector has them.
#[derive(Default)]
pub(crate) struct Scratch {
    times: Vec<i64>,
    ints: Vec<u64>,
    bytes: Vec<u8>,
    /// A bit for each row, set if its time is in the interval.
    inside: Vec<u8>,
    /// A bit for each row, set if it has an answer.
    valid: Vec<u8>,
    /// The number of rows without an answer.
    without: usize,
}

impl Scratch {
    /// A byte for each of the leading rows: 1 if it has no answer, otherwise 0.
    pub(super) fn nulls(&self, rows: usize) -> Vec<u8> {
        let nulls = (0..rows).map(|row| u8::from(!is_set(&self.valid, row)));
        nulls.collect()
    }

    /// Stores one row without an answer.
    pub(super) fn clear(&mut self, query: &Query, format: Format) {
        sized(&mut self.times, 1).fill(0);
        sized(&mut self.ints, 1).fill(0);
        sized(&mut self.bytes, query.width(format)).fill(0);
        sized(&mut self.inside, 1).fill(0);
        sized(&mut self.valid, 1).fill(0);
        self.without = 1;
    }
}

/// Resizes the memory to this length and returns it.
fn sized<T: Clone + Default>(memory: &mut Vec<T>, len: usize) -> &mut [T] {
    memory.resize(len, T::default());
    memory
}

/// Whether the bit of a row is set.
fn is_set(bits: &[u8], row: usize) -> bool {
    bits.get(row / 8)
        .is_some_and(|byte| byte >> (row % 8) & 1 == 1)
}
