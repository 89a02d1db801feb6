//! The destination of the answers: a new list, or memory of the caller.

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::{ErrorCode, Format};

use super::query::{Query, Scratch};
use crate::buffer::{Access, Buffer};
use crate::bulk::List;
use crate::errors::refused;

/// The destination of the answers of all rows.
pub(super) enum Output<'py> {
    /// A list, with `None` for a row without an answer.
    List(List<'py>),
    Memory {
        out: Buffer<'py>,
        /// A byte for each row: 1 if it has no answer, otherwise 0.
        nulls: Option<Buffer<'py>>,
    },
}

impl<'py> Output<'py> {
    /// Memory of the caller for `rows` rows of `width` bytes.
    pub(super) fn memory(
        out: &Bound<'py, PyAny>,
        nulls: Option<&Bound<'py, PyAny>>,
        rows: usize,
        width: usize,
    ) -> PyResult<Self> {
        let py = out.py();
        let out = Buffer::of(out, Access::Write)?;
        let nulls = nulls.map(|nulls| Buffer::of(nulls, Access::Write));
        let nulls = nulls.transpose()?;
        let is_short = |nulls: &Buffer<'_>| nulls.len() != rows;
        if nulls.as_ref().is_some_and(is_short) || Some(out.len()) != rows.checked_mul(width) {
            let sentence = "out must have the size of one answer for each row";
            return Err(refused(py, ErrorCode::InvalidLength, "out", sentence));
        }
        Ok(Self::Memory { out, nulls })
    }

    /// Stores the answers of the leading `rows` rows of a chunk, which begins at row `first`.
    pub(super) fn store(
        &self,
        py: Python<'py>,
        (first, rows): (usize, usize),
        query: &Query,
        format: Format,
        scratch: &mut Scratch,
    ) -> PyResult<()> {
        match self {
            Self::List(list) => {
                if let Some(times) = query.all_times(rows, scratch) {
                    for (row, &time) in (first..).zip(times) {
                        // SAFETY: the token proves that the thread is attached.
                        list.put(row, unsafe { ffi::PyLong_FromLongLong(time) })?;
                    }
                    return Ok(());
                }
                for row in 0..rows {
                    list.put(first + row, query.as_object(py, row, format, scratch)?)?;
                }
            }
            Self::Memory { out, nulls } => {
                let at = first * query.width(format);
                // SAFETY: the buffer is alive, was requested as writable, and has this width for
                // each row.
                unsafe {
                    out.memory()
                        .write(at, query.as_memory(rows, format, scratch))
                };
                if let Some(nulls) = nulls {
                    // SAFETY: the same, with one byte for each row.
                    unsafe { nulls.memory().write(first, &scratch.nulls(rows)) };
                }
            }
        }
        Ok(())
    }
}
