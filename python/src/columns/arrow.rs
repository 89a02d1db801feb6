//! Columns of Arrow: taken from the capsules of its interface for Python, and given out in such.

use std::ffi::{CStr, c_void};
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sortid::ErrorCode;
use sortid::columns::OnRefusal;
use sortid::columns::arrow::{
    Answer, ArrowArray, ArrowArrayStream, ArrowSchema, ArrowType, DataType, RawArrowArray,
    RawArrowSchema,
};

use super::{Reading, count};
use crate::errors::{OrRaise, RefusedRow, other_format, refused};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
/// What the answers of a column are kept in.
const HELD: &CStr = c"sortid_column";

/// The results of a column, which each request gets.
struct Held {
    data_type: DataType,
    pieces: Vec<Arc<ArrowArray>>,
}

/// Where the pieces of a column come from.
enum Pieces {
    /// One.
    Array(Option<ArrowArray>),
    Stream(ArrowArrayStream),
}

impl Pieces {
    /// The type, and where the pieces come from, out of the capsule of a stream, or those of a schema and an array: whose they were sees them
    /// released.
    fn of(capsules: &Bound<'_, PyTuple>) -> PyResult<(ArrowSchema, Self)> {
        let capsule = |at| capsules.get_item(at);
        if capsules.len() == 1 {
            // SAFETY: the capsule's name states its type; the structure is valid by the protocol, and now owned here.
            let mut stream = unsafe { ArrowArrayStream::take(pointer(&capsule(0)?, STREAM)?) };
            // SAFETY: as above.
            let schema = capsules.py().detach(|| unsafe { stream.schema() });
            let schema = schema.map_err(|errno| failed(errno, &mut stream))?;
            return Ok((schema, Self::Stream(stream)));
        }
        // SAFETY: as above.
        unsafe {
            let schema = ArrowSchema::take(pointer(&capsule(0)?, SCHEMA)?);
            let array = ArrowArray::take(pointer(&capsule(1)?, ARRAY)?);
            Ok((schema, Self::Array(Some(array))))
        }
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Option<ArrowArray>> {
        match self {
            Self::Array(array) => Ok(array.take()),
            Self::Stream(stream) => {
                // Their code runs, which may wait for a thread that waits for the interpreter.
                // SAFETY: it was given as what the interface has it to be.
                let next = py.detach(|| unsafe { stream.next() });
                next.map_err(|errno| failed(errno, stream))
            }
        }
    }
}

/// Why a stream came to an end.
#[cold]
fn failed(errno: i32, stream: &mut ArrowArrayStream) -> PyErr {
    // SAFETY: it was given as what the interface has it to be.
    let why = unsafe { stream.last_error() };
    PyOSError::new_err((errno, why.unwrap_or_default()))
}

/// What a capsule of this name points to.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut T> {
    // SAFETY: an object, and a name that ends in zero; null with an exception set for any other capsule.
    let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    match pointer.is_null() {
        true => Err(PyErr::fetch(capsule.py())),
        false => Ok(pointer.cast()),
    }
}

/// A capsule of this name, which drops what it holds.
fn capsule<'py, T>(py: Python<'py>, name: &'static CStr, value: T) -> PyResult<Bound<'py, PyAny>> {
    unsafe extern "C" fn free<T>(capsule: *mut ffi::PyObject) {
        // SAFETY: the interpreter calls it once, with a capsule that `capsule` made of a `T` under its own name.
        unsafe {
            let held = ffi::PyCapsule_GetPointer(capsule, ffi::PyCapsule_GetName(capsule));
            drop(Box::from_raw(held.cast::<T>()));
        }
    }
    let held = Box::into_raw(Box::new(value));
    // SAFETY: memory of our own, a name that stays, and what frees the one under the other; a new reference, or null with an exception
    // set, which leaves the memory ours.
    unsafe {
        let made = ffi::PyCapsule_New(held.cast::<c_void>(), name.as_ptr(), Some(free::<T>));
        if made.is_null() {
            drop(Box::from_raw(held));
        }
        Bound::from_owned_ptr_or_err(py, made)
    }
}

/// A table of one column is that column.
fn is_table(schema: &RawArrowSchema) -> bool {
    // SAFETY: a text that ends in zero, or null, as the interface has it.
    let is_struct = !schema.format.is_null() && unsafe { CStr::from_ptr(schema.format) } == c"+s";
    is_struct && schema.n_children == 1 && !schema.children.is_null()
}

/// The only column of a piece of a table, which is borrowed from it; `None` where the piece is none.
fn of_table(table: &RawArrowArray) -> Option<RawArrowArray> {
    if table.n_children != 1 || table.children.is_null() || table.null_count > 0 {
        return None;
    }
    // SAFETY: as many as it has, as the interface has it.
    let column = unsafe { (*table.children).as_ref() }?;
    let offset = column.offset.checked_add(table.offset)?;
    let needed = table.offset.checked_add(table.length)?;
    (!column.is_released() && needed <= column.length).then_some(RawArrowArray {
        length: table.length,
        null_count: -1,
        offset,
        ..*column
    })
}

impl Reading {
    /// Reads all pieces, and tells how many rows each code refused.
    fn pieces(
        &self,
        capsules: &Bound<'_, PyTuple>,
        counts: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<ArrowArray>> {
        let py = counts.py();
        let (schema, mut pieces) = Pieces::of(capsules)?;
        let in_table = is_table(&schema);
        let kind = match in_table {
            // SAFETY: as many children as it has, as the interface has it.
            true => unsafe { ArrowType::of(&**schema.children) },
            // SAFETY: it was given as what the interface has it to be.
            false => unsafe { ArrowType::of(&schema) },
        }
        .or_raise(py)?;
        if let Some(other) = kind.format().filter(|format| *format != self.format) {
            return Err(other_format(py, self.format, other));
        }
        let (mut read, mut rows) = (Vec::new(), 0);
        while let Some(piece) = pieces.next(py)? {
            let inside = in_table.then(|| of_table(&piece));
            let piece = match &inside {
                None => &*piece,
                Some(Some(column)) => column,
                Some(None) => {
                    let sentence = "a table must have one column, and no null rows";
                    return Err(refused(py, ErrorCode::InvalidLength, "table", sentence));
                }
            };
            let answer = py.detach(|| {
                // SAFETY: it was given as what the interface has it to be, and is ours.
                let column = unsafe { kind.column(piece, self.format) }?;
                let answer = self.ask.answer(&column, self.on_refusal)?;
                let refused = answer
                    .outcome
                    .first
                    .filter(|_| self.on_refusal == OnRefusal::Stop);
                Ok((answer, refused.map(|first| RefusedRow::new(&column, first))))
            });
            let (Answer { array, outcome, .. }, refused) = answer.or_raise(py)?;
            if let Some(refused) = refused {
                return Err(refused.exception(py, rows));
            }
            for (code, rows) in outcome.counts() {
                count(counts, code.name(), rows)?;
            }
            rows += outcome.rows;
            read.push(array);
            py.check_signals()?;
        }
        Ok(read)
    }
}

/// Reads a column of Arrow: what holds the answers, how many rows and how many nulls those are, and in how many pieces.
pub(super) fn read<'py>(
    reading: &Reading,
    capsules: &Bound<'py, PyTuple>,
    counts: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = counts.py();
    let pieces = reading.pieces(capsules, counts)?;
    let sum = |of: fn(&ArrowArray) -> i64| pieces.iter().map(of).sum::<i64>();
    let (rows, nulls) = (sum(|piece| piece.length), sum(|piece| piece.null_count));
    let count = pieces.len();
    let held = Held {
        data_type: reading.ask.data_type(reading.format),
        pieces: pieces.into_iter().map(Arc::new).collect(),
    };
    Ok((capsule(py, HELD, held)?, rows, nulls, count)
        .into_pyobject(py)?
        .into_any())
}

/// Gives answers out: a capsule of the stream, of the schema, or of both the schema and the only array.
#[pyfunction]
pub(crate) fn give_arrow<'py>(held: Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = held.py();
    // SAFETY: a capsule of this name holds it, and we hold the capsule.
    let Held { data_type, pieces } = unsafe { &*pointer::<Held>(&held, HELD)? };
    if what == "stream" {
        let pieces = pieces.iter().map(shared).collect();
        return capsule(py, STREAM, ArrowArrayStream::of(*data_type, pieces));
    }
    let schema = capsule(py, SCHEMA, data_type.schema())?;
    match (what, &**pieces) {
        ("array", [piece]) => {
            let array = capsule(py, ARRAY, shared(piece))?;
            Ok(PyTuple::new(py, [schema, array])?.into_any())
        }
        ("array", _) => Err(PyTypeError::new_err(
            "a column of several pieces is no array",
        )),
        _ => Ok(schema),
    }
}

/// An array like this one, which keeps it alive.
fn shared(piece: &Arc<ArrowArray>) -> ArrowArray {
    unsafe extern "C" fn release(array: *mut RawArrowArray) {
        // SAFETY: called once, with what `shared` made.
        unsafe {
            drop(Arc::from_raw(
                (*array).private_data.cast::<ArrowArray>().cast_const(),
            ));
            (*array).release = None;
        }
    }
    let raw = RawArrowArray {
        length: piece.length,
        null_count: piece.null_count,
        n_buffers: piece.n_buffers,
        buffers: piece.buffers,
        release: Some(release),
        private_data: Arc::into_raw(Arc::clone(piece)).cast_mut().cast(),
        ..RawArrowArray::EMPTY
    };
    // SAFETY: the `Arc` keeps the buffers until `release` drops it, in any thread.
    unsafe { ArrowArray::from_raw(raw) }
}
