//! Many ids at once: made into lists, bytes and buffers, and read from buffers.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sortid::{Filled, Generator, Id, Timestamp};

use crate::buffer::{Access, Buffer};
use crate::element::{Element, unpadded};
use crate::errors::{OrRaise, exception};
use crate::format::PyFormat;
use crate::object::new_object;
use crate::text::new_str;
use crate::time::{floor_ms, floor_us};

/// How many ids are made before others have their turn, and signals are looked at.
const CHUNK: usize = 4096;

/// Makes `count` ids in chunks, of each of which `fill` makes the ids while others have the interpreter, and `keep` keeps
/// the first so many.
fn in_chunks<S: Send>(
    py: Python<'_>,
    count: usize,
    scratch: &mut S,
    fill: impl Fn(&mut S, usize) -> Filled + Send + Sync,
    mut keep: impl FnMut(&S, usize, usize) -> PyResult<()>,
) -> PyResult<()> {
    let mut made = 0;
    while made < count {
        let want = CHUNK.min(count - made);
        let filled = py.detach(|| fill(scratch, want));
        keep(scratch, made, filled.ids)?;
        made += filled.ids;
        if let Some(error) = filled.error {
            return Err(exception(py, error, Some(made)));
        }
        py.check_signals()?;
    }
    Ok(())
}

/// A list that is being filled.
struct List<'py>(Bound<'py, PyList>);

impl<'py> List<'py> {
    fn new(py: Python<'py>, count: usize) -> PyResult<Self> {
        // SAFETY: a new reference, or null with an exception set.
        let list =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyList_New(count as ffi::Py_ssize_t))? };
        Ok(Self(list.cast_into()?))
    }

    fn put(&self, at: usize, item: *mut ffi::PyObject) -> PyResult<()> {
        if item.is_null() {
            return Err(PyErr::fetch(self.0.py()));
        }
        // SAFETY: a list that nobody else has, and a new reference, which it takes over.
        match unsafe { ffi::PyList_SetItem(self.0.as_ptr(), at as ffi::Py_ssize_t, item) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(self.0.py())),
        }
    }
}

/// The next `count` ids as text.
pub(crate) fn take<'py>(
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
    in_chunks(py, count, &mut scratch, fill, |scratch, made, ids| {
        for (nth, text) in scratch.chunks_exact(width).take(ids).enumerate() {
            // SAFETY: what the core writes as text is ASCII.
            let text = unsafe { std::str::from_utf8_unchecked(unpadded(text)) };
            list.put(made + nth, new_str(py, text))?;
        }
        Ok(())
    })?;
    Ok(list.0)
}

/// The next `count` ids as `Id`s.
pub(crate) fn take_ids<'py>(
    py: Python<'py>,
    generator: &Generator,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let list = List::new(py, count)?;
    // Memory to be overwritten: an id of zeros is one of every format.
    let zero = Id::from_fields([], generator.format()).or_raise(py)?;
    let mut scratch = vec![zero; CHUNK.min(count)];
    let fill = |scratch: &mut Vec<Id>, want| match scratch.get_mut(..want) {
        Some(ids) => generator.fill(ids),
        None => generator.fill(&mut []),
    };
    in_chunks(py, count, &mut scratch, fill, |scratch, made, ids| {
        for (nth, id) in scratch.iter().take(ids).enumerate() {
            list.put(made + nth, new_object(py, *id))?;
        }
        Ok(())
    })?;
    Ok(list.0)
}

/// The next `count` ids as big-endian bytes, one after another.
pub(crate) fn take_bytes<'py>(
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
                return Err(exception(py, error, Some(at)));
            }
            py.check_signals()?;
        }
        Ok(())
    })
}

/// Fills a writable buffer, and tells how many ids that are.
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
    // Ids are made in memory of our own, and copied: the buffer may be unaligned, and others may look at it.
    let keep = |bytes: &[u8], made: usize, ids: usize| {
        let bytes = bytes.get(..ids * width).unwrap_or_default();
        // SAFETY: the buffer lives, was asked for to be written, and has `count` times `width` bytes.
        unsafe { memory.write(made * width, bytes) };
        Ok(())
    };
    let len = CHUNK.min(count);
    if element == Element::Int {
        let mut scratch = vec![0; len];
        let fill = |scratch: &mut Vec<u64>, want| match scratch.get_mut(..want) {
            Some(ints) => generator.fill_u64(ints),
            None => generator.fill_u64(&mut []),
        };
        in_chunks(py, count, &mut scratch, fill, |scratch, made, ids| {
            // SAFETY: the bytes of integers.
            let bytes = unsafe { scratch.align_to().1 };
            keep(bytes, made, ids)
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
        in_chunks(py, count, &mut scratch, fill, |scratch, made, ids| {
            keep(scratch, made, ids)
        })?;
    }
    Ok(count)
}

/// A unit in which times are read.
type Unit = fn(Timestamp) -> i128;

/// Reads the time of every id of a buffer into `out`, or into a new `array.array('q')`.
fn read_times<'py>(
    ids: &Bound<'py, PyAny>,
    format: PyFormat,
    out: Option<Bound<'py, PyAny>>,
    unit: Unit,
) -> PyResult<Bound<'py, PyAny>> {
    let py = ids.py();
    let format = format.0;
    let source = Buffer::of(ids, Access::Read)?;
    let element = Element::of(&source, format, py)?;
    let width = element.width(format);
    let count = source.len() / width;
    let out = match out {
        Some(out) => out,
        None => new_array(py, count)?,
    };
    let target = Buffer::of(&out, Access::Write)?;
    let is_signed = matches!(target.format().trim_start_matches(['@', '=']), "q" | "l");
    if target.itemsize() != 8
        || !(is_signed
            || (cfg!(target_endian = "little") && matches!(target.format(), "<q" | "<l")))
    {
        return Err(pyo3::exceptions::PyTypeError::new_err(
            "expected a buffer of signed 64-bit integers for the times",
        ));
    }
    if target.len() != count * 8 {
        let length = sortid::ErrorCode::InvalidLength;
        return Err(crate::errors::refused(py, length, "out"));
    }
    let (from, to) = (source.memory(), target.memory());
    let (mut bytes, mut times) = (vec![0; CHUNK * width], Vec::with_capacity(CHUNK));
    let mut read = 0;
    while read < count {
        let want = CHUNK.min(count - read);
        let error = py.detach(|| {
            let bytes = bytes.get_mut(..want * width).unwrap_or_default();
            // SAFETY: the buffer lives, and has `count` times `width` bytes.
            unsafe { from.read(read * width, bytes) };
            times.clear();
            let error = bytes.chunks_exact(width).find_map(|bytes| {
                match time_of(element, format, bytes, unit) {
                    Ok(time) => {
                        times.push(time);
                        None
                    }
                    Err(error) => Some(error),
                }
            });
            // SAFETY: the bytes of integers.
            let bytes = unsafe { times.align_to().1 };
            // SAFETY: the buffer lives, was asked for to be written, and has `count` times 8 bytes.
            unsafe { to.write(read * 8, bytes) };
            error
        });
        read += times.len();
        match error {
            None => py.check_signals()?,
            Some(Some(error)) => return Err(exception(py, error, Some(read))),
            Some(None) => {
                let code = sortid::ErrorCode::TimestampOutOfRange;
                return Err(crate::errors::refused(py, code, "64 bits"));
            }
        }
    }
    drop(target);
    Ok(out)
}

/// The time of one id; no error of the core's where it passes 64 bits.
fn time_of(
    element: Element,
    format: sortid::Format,
    bytes: &[u8],
    unit: Unit,
) -> Result<i64, Option<sortid::Error>> {
    let time = element.read(format, bytes).and_then(|id| id.timestamp());
    unit(time.map_err(Some)?).try_into().map_err(|_| None)
}

fn new_array(py: Python<'_>, count: usize) -> PyResult<Bound<'_, PyAny>> {
    let array = py.import("array")?.getattr("array")?;
    array.call1(("q", PyBytes::new(py, &[0; 8])))?.mul(count)
}

/// Reads the times of many ids, in milliseconds since 1970, floored.
#[pyfunction]
#[pyo3(signature = (ids, format, out = None))]
pub(crate) fn read_unix_ms<'py>(
    ids: &Bound<'py, PyAny>,
    format: PyFormat,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    read_times(ids, format, out, floor_ms)
}

/// Reads the times of many ids, in microseconds since 1970, floored.
#[pyfunction]
#[pyo3(signature = (ids, format, out = None))]
pub(crate) fn read_unix_us<'py>(
    ids: &Bound<'py, PyAny>,
    format: PyFormat,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    read_times(ids, format, out, floor_us)
}

/// Reads the times of many ids, in nanoseconds since 1970.
#[pyfunction]
#[pyo3(signature = (ids, format, out = None))]
pub(crate) fn read_unix_ns<'py>(
    ids: &Bound<'py, PyAny>,
    format: PyFormat,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    read_times(ids, format, out, Timestamp::unix_ns)
}
