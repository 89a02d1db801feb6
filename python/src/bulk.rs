//! Bulk generation into lists, bytes and buffers.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sortid::{AnyId, Filled, Generator};

use crate::buffer::{Access, Buffer};
use crate::element::{Element, unpadded};
use crate::errors::{OrRaise, raise_after};
use crate::object::new_object;
use crate::text::new_str;

/// The number of ids between two checks for signals.
const CHUNK: usize = 4096;

/// Generates `count` ids in chunks: `fill` generates a chunk while other threads can run Python,
/// and `store` stores its valid ids.
fn in_chunks<S: Send>(
    py: Python<'_>,
    count: usize,
    scratch: &mut S,
    fill: &(dyn Fn(&mut S, usize) -> Filled + Send + Sync),
    store: &mut dyn FnMut(&S, usize, usize) -> PyResult<()>,
) -> PyResult<()> {
    let mut done = 0;
    while done < count {
        let want = CHUNK.min(count - done);
        let filled = py.detach(|| fill(scratch, want));
        store(scratch, done, filled.ids)?;
        done += filled.ids;
        if let Some(error) = filled.error {
            return Err(raise_after(py, error, done));
        }
        py.check_signals()?;
    }
    Ok(())
}

/// A new list, not yet full.
pub(crate) struct List<'py>(pub(crate) Bound<'py, PyList>);

impl<'py> List<'py> {
    pub(crate) fn new(py: Python<'py>, count: usize) -> PyResult<Self> {
        // SAFETY: returns a new reference, or null with an exception set.
        let list =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyList_New(count as ffi::Py_ssize_t))? };
        Ok(Self(list.cast_into()?))
    }

    pub(crate) fn put(&self, at: usize, item: *mut ffi::PyObject) -> PyResult<()> {
        if item.is_null() {
            return Err(PyErr::fetch(self.0.py()));
        }
        // SAFETY: no other code has the list; it takes ownership of the new reference.
        match unsafe { ffi::PyList_SetItem(self.0.as_ptr(), at as ffi::Py_ssize_t, item) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(self.0.py())),
        }
    }
}

/// The next `count` ids as text.
pub(crate) fn next_texts<'py>(
    py: Python<'py>,
    generator: &Generator,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let width = generator.format().text_len();
    let list = List::new(py, count)?;
    let mut scratch = vec![0; CHUNK.min(count) * width];
    let fill = |scratch: &mut Vec<u8>, want| match scratch.get_mut(..want * width) {
        Some(texts) => generator.fill_text(texts),
        None => generator.fill_text(&mut []),
    };
    in_chunks(py, count, &mut scratch, &fill, &mut |scratch, done, ids| {
        for (nth, text) in scratch.chunks_exact(width).take(ids).enumerate() {
            // SAFETY: the core writes ASCII texts.
            let text = unsafe { std::str::from_utf8_unchecked(unpadded(text)) };
            list.put(done + nth, new_str(py, text))?;
        }
        Ok(())
    })?;
    Ok(list.0)
}

/// The next `count` ids as `AnyId`s.
pub(crate) fn next_ids<'py>(
    py: Python<'py>,
    generator: &Generator,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let list = List::new(py, count)?;
    // Initial values, to be overwritten: all zeros are a valid id of every format.
    let zero = AnyId::from_fields([], generator.format()).or_raise(py)?;
    let mut scratch = vec![zero; CHUNK.min(count)];
    let fill = |scratch: &mut Vec<AnyId>, want| match scratch.get_mut(..want) {
        Some(ids) => generator.fill(ids),
        None => generator.fill(&mut []),
    };
    in_chunks(py, count, &mut scratch, &fill, &mut |scratch, done, ids| {
        for (nth, id) in scratch.iter().take(ids).enumerate() {
            list.put(done + nth, new_object(py, *id))?;
        }
        Ok(())
    })?;
    Ok(list.0)
}

/// The next `count` ids as big-endian bytes, one after another.
pub(crate) fn next_bytes<'py>(
    py: Python<'py>,
    generator: &Generator,
    count: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let width = generator.format().byte_len();
    let len = count
        .checked_mul(width)
        .filter(|len| isize::try_from(*len).is_ok());
    let len = len.ok_or_else(|| pyo3::exceptions::PyMemoryError::new_err(()))?;
    PyBytes::new_with(py, len, |bytes| {
        let mut at = 0;
        for chunk in bytes.chunks_mut(CHUNK * width) {
            let filled = py.detach(|| generator.fill_bytes(chunk));
            at += filled.ids;
            if let Some(error) = filled.error {
                return Err(raise_after(py, error, at));
            }
            py.check_signals()?;
        }
        Ok(())
    })
}

/// Fills a writable buffer and returns the number of ids.
pub(crate) fn fill(
    py: Python<'_>,
    generator: &Generator,
    object: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    let format = generator.format();
    let buffer = Buffer::of(object, Access::Write)?;
    let element = Element::of(&buffer, format, py)?;
    let width = element.width(format);
    let (count, memory) = (buffer.len() / width, buffer.memory());
    // Copied from memory of its own: the buffer may be unaligned, and other threads may read it.
    let store = |bytes: &[u8], done: usize, ids: usize| {
        let bytes = bytes.get(..ids * width).unwrap_or_default();
        // SAFETY: the buffer is alive, was requested as writable, and has `count * width` bytes.
        unsafe { memory.write(done * width, bytes) };
        Ok(())
    };
    let len = CHUNK.min(count);
    if element == Element::Int {
        let mut scratch = vec![0; len];
        let fill = |scratch: &mut Vec<u64>, want| match scratch.get_mut(..want) {
            Some(ints) => generator.fill_u64(ints),
            None => generator.fill_u64(&mut []),
        };
        in_chunks(py, count, &mut scratch, &fill, &mut |scratch, done, ids| {
            // SAFETY: every byte of an integer is a valid `u8`.
            let bytes = unsafe { scratch.align_to().1 };
            store(bytes, done, ids)
        })?;
    } else {
        let mut scratch = vec![0; len * width];
        let fill = |scratch: &mut Vec<u8>, want| {
            let bytes = scratch.get_mut(..want * width).unwrap_or_default();
            match element {
                Element::Text => generator.fill_text(bytes),
                _ => generator.fill_bytes(bytes),
            }
        };
        in_chunks(py, count, &mut scratch, &fill, &mut |scratch, done, ids| {
            store(scratch, done, ids)
        })?;
    }
    Ok(count)
}
