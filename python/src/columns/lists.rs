//! The items of a list: texts, bytes, integers, ids, and `None` for a row that is not there.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use sortid::Format;

use super::chunk::{CHUNK, Chunk, Kind};
use crate::errors::is_refusal;
use crate::id::read;
use crate::methods::from_int;
use crate::text::with_text;

/// A list that nobody changes meanwhile.
pub(super) struct Items<'py>(pub(super) Bound<'py, PyTuple>);

impl Items<'_> {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes items as long as they are of one kind; one that is refused before the core sees it stands alone.
    pub(super) fn next(&self, first: usize, chunk: &mut Chunk, format: Format) -> PyResult<()> {
        let mut known = None;
        chunk.clear();
        for at in first..self.len().min(first + CHUNK) {
            let item = self.0.get_borrowed_item(at)?;
            let is_there = !item.is_none();
            if is_there {
                let kind = match item.is_instance_of::<PyString>() {
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
                    // After those before it.
                    chunk.refusal = (at == first).then_some(refusal);
                    break;
                }
            }
            chunk.end_row(is_there);
        }
        Ok(())
    }
}

/// Puts in the bytes of an item.
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
    // SAFETY: an object.
    let id = match unsafe { ffi::PyIndex_Check(item.as_ptr()) } {
        0 => read(py, item, format)?,
        _ => from_int(py, item, format)?,
    };
    data.extend_from_slice(&id.to_bytes());
    Ok(())
}
