//! Where the answers go: a new list, or memory of the caller.

use pyo3::ffi;
use pyo3::prelude::*;
use sortid::{ErrorCode, Format};

use super::ask::{Ask, Room};
use crate::buffer::{Access, Buffer};
use crate::bulk::List;
use crate::errors::refused;

/// Where the answers of all rows go.
pub(super) enum Kept<'py> {
    /// With `None` for a row without one.
    List(List<'py>),
    Memory {
        out: Buffer<'py>,
        /// A byte for each row, which is 1 for one without an answer.
        nulls: Option<Buffer<'py>>,
    },
}

impl<'py> Kept<'py> {
    /// Memory for this number of rows of a width.
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
            let sentence = "the memory must have room for one answer for each row";
            return Err(refused(py, ErrorCode::InvalidLength, "out", sentence));
        }
        Ok(Self::Memory { out, nulls })
    }

    /// Keeps the answers of the leading rows of a chunk that begins at a row.
    pub(super) fn keep(
        &self,
        py: Python<'py>,
        (first, rows): (usize, usize),
        ask: &Ask,
        format: Format,
        room: &mut Room,
    ) -> PyResult<()> {
        match self {
            Self::List(list) => {
                if let Some(times) = ask.all_times(rows, room) {
                    for (row, &time) in (first..).zip(times) {
                        // SAFETY: the thread is attached, as the token says.
                        list.put(row, unsafe { ffi::PyLong_FromLongLong(time) })?;
                    }
                    return Ok(());
                }
                for row in 0..rows {
                    list.put(first + row, ask.as_object(py, row, format, room)?)?;
                }
            }
            Self::Memory { out, nulls } => {
                let at = first * ask.width(format);
                // SAFETY: the buffer is alive, was requested as writable, and has memory of this width for all rows.
                unsafe { out.memory().write(at, ask.as_memory(rows, format, room)) };
                if let Some(nulls) = nulls {
                    // SAFETY: as above, with a byte for each row.
                    unsafe { nulls.memory().write(first, &room.nulls(rows)) };
                }
            }
        }
        Ok(())
    }
}
