//! The items of a list: texts, bytes, integers, ids, and `None` for a missing row.

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use sortid::Format;

use super::chunk::{CHUNK, Chunk, Kind};
use crate::errors::is_refusal;
use crate::id::from_int;
use crate::id::read;
use crate::text::with_text;

/// A list, and its initial length.
pub(super) struct Items<'py> {
    list: Bound<'py, PyList>,
    len: usize,
}

impl<'py> Items<'py> {
    pub(super) fn of(list: Bound<'py, PyList>) -> Self {
        Self {
            len: list.len(),
            list,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Copies items of one kind into a chunk. An item that is rejected before the core reads it has
    /// a chunk of its own.
    pub(super) fn next(&self, first: usize, chunk: &mut Chunk, format: Format) -> PyResult<()> {
        let mut known = None;
        chunk.clear();
        for at in first..self.len.min(first + CHUNK) {
            let Ok(item) = self.list.get_item(at) else {
                return Err(PyRuntimeError::new_err("the list shrank while it was read"));
            };
            let item = item.as_borrowed();
            let is_valid = !item.is_none();
            if is_valid {
                let is_text =
                    item.is_exact_instance_of::<PyString>() || item.is_instance_of::<PyString>();
                let kind = match is_text {
                    true => Kind::Texts,
                    false => Kind::Bytes,
                };
                if *known.get_or_insert(kind) != kind {
                    break;
                }
                chunk.kind = kind;
                if let Err(refusal) = put(chunk, item, format) {
                    if !is_refusal(&refusal, item.py())? {
                        return Err(refusal);
                    }
                    // Ends the chunk before the item, unless the item is the first.
                    chunk.refusal = (at == first).then_some(refusal);
                    break;
                }
            }
            chunk.end_row(is_valid);
        }
        Ok(())
    }
}

/// Appends the bytes of an item.
fn put(chunk: &mut Chunk, item: Borrowed<'_, '_, PyAny>, format: Format) -> PyResult<()> {
    let data = &mut chunk.data;
    if chunk.kind == Kind::Texts {
        return with_text(item, |text| data.extend_from_slice(text));
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        data.extend_from_slice(bytes.as_bytes());
        return Ok(());
    }
    let py = item.py();
    // SAFETY: a valid object.
    let id = match unsafe { ffi::PyIndex_Check(item.as_ptr()) } {
        0 => read(py, item, format)?,
        _ => from_int(py, item, format)?,
    };
    data.extend_from_slice(&id.to_bytes());
    Ok(())
}
