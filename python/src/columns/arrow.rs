//! Import and export of Arrow columns by the PyCapsule interface.

use std::ffi::{CStr, c_void};
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sortid::ErrorCode;
use sortid::columns::OnInvalid;
use sortid::columns::arrow::{
    Answer, ArrowArray, ArrowArrayStream, ArrowSchema, ArrowType, DataType, RawArrowArray,
    RawArrowSchema,
};

use super::{Reading, count};
use crate::errors::{OrRaise, RefusedRow, other_format, refused};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
/// The capsule of the results of a column, which is private.
const RESULTS: &CStr = c"sortid_column";

/// The results of a column, shared by all exports.
struct Results {
    data_type: DataType,
    pieces: Vec<Arc<ArrowArray>>,
}

/// The source of the chunks of a column.
enum Pieces {
    /// A single array, until it is taken.
    Array(Option<ArrowArray>),
    Stream(ArrowArrayStream),
}

impl Pieces {
    /// Moves the schema and the chunks out of the capsules: one of a stream, or two of a schema and
    /// an array. Marks the moved structures as released.
    fn of(capsules: &Bound<'_, PyTuple>) -> PyResult<(ArrowSchema, Self)> {
        let capsule = |at| capsules.get_item(at);
        if capsules.len() == 1 {
            // SAFETY: the capsule's name identifies its type, and by the interface its structure is
            // valid.
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
                // Detached, because the producer may wait for a thread that waits for the
                // interpreter.
                // SAFETY: a valid stream by the interface.
                let next = py.detach(|| unsafe { stream.next() });
                next.map_err(|errno| failed(errno, stream))
            }
        }
    }
}

/// The exception for an error of a stream.
#[cold]
fn failed(errno: i32, stream: &mut ArrowArrayStream) -> PyErr {
    // SAFETY: a valid stream by the interface.
    let message = unsafe { stream.last_error() };
    PyOSError::new_err((errno, message.unwrap_or_default()))
}

/// The pointer of a capsule with this name.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut T> {
    // SAFETY: a valid object and a null-terminated name; returns null with an exception for other
    // capsules.
    let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    match pointer.is_null() {
        true => Err(PyErr::fetch(capsule.py())),
        false => Ok(pointer.cast()),
    }
}

/// A capsule with this name, which owns its value.
fn capsule<'py, T>(py: Python<'py>, name: &'static CStr, value: T) -> PyResult<Bound<'py, PyAny>> {
    unsafe extern "C" fn free<T>(capsule: *mut ffi::PyObject) {
        // SAFETY: the interpreter calls this once, with a capsule of a boxed `T` from below.
        unsafe {
            let boxed = ffi::PyCapsule_GetPointer(capsule, ffi::PyCapsule_GetName(capsule));
            drop(Box::from_raw(boxed.cast::<T>()));
        }
    }
    let boxed = Box::into_raw(Box::new(value));
    // SAFETY: a boxed value, a static name, and the destructor for `T`. Returns a new reference; or
    // null with an exception set, without taking ownership.
    unsafe {
        let capsule = ffi::PyCapsule_New(boxed.cast::<c_void>(), name.as_ptr(), Some(free::<T>));
        if capsule.is_null() {
            drop(Box::from_raw(boxed));
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// Whether a schema is a table of one column, which is read as that column.
fn is_table(schema: &RawArrowSchema) -> bool {
    // SAFETY: by the interface, a null-terminated string or null.
    let is_struct = !schema.format.is_null() && unsafe { CStr::from_ptr(schema.format) } == c"+s";
    is_struct && schema.n_children == 1 && !schema.children.is_null()
}

/// The only column of a chunk of a table, borrowed from it; `None` if the chunk is not such a
/// table.
fn of_table(table: &RawArrowArray) -> Option<RawArrowArray> {
    if table.n_children != 1 || table.children.is_null() || table.null_count > 0 {
        return None;
    }
    // SAFETY: by the interface, `children` points to `n_children` pointers.
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
    /// Reads all chunks, and counts the rejected rows by error code.
    fn pieces(
        &self,
        capsules: &Bound<'_, PyTuple>,
        counts: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<ArrowArray>> {
        let py = counts.py();
        let (schema, mut pieces) = Pieces::of(capsules)?;
        let in_table = is_table(&schema);
        let kind = match in_table {
            // SAFETY: by the interface, `children` points to `n_children` pointers.
            true => unsafe { ArrowType::of(&**schema.children) },
            // SAFETY: a valid schema by the interface.
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
                // SAFETY: a valid array by the interface, which this function owns.
                let column = unsafe { kind.column(piece, self.format) }?;
                let answer = self.query.answer(&column, self.on_invalid)?;
                let refused = answer
                    .outcome
                    .first
                    .filter(|_| self.on_invalid == OnInvalid::Stop);
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

/// Reads an Arrow column. Returns a capsule of the results, and the numbers of rows, nulls and
/// chunks.
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
    let results = Results {
        data_type: reading.query.data_type(reading.format),
        pieces: pieces.into_iter().map(Arc::new).collect(),
    };
    Ok((capsule(py, RESULTS, results)?, rows, nulls, count)
        .into_pyobject(py)?
        .into_any())
}

/// Exports results: the capsule of a stream or of the schema, or the two of schema and array.
#[pyfunction]
pub(crate) fn export_arrow<'py>(
    results: Bound<'py, PyAny>,
    kind: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = results.py();
    // SAFETY: the name identifies a capsule of `Results`, and `results` owns a reference to it.
    let Results { data_type, pieces } = unsafe { &*pointer::<Results>(&results, RESULTS)? };
    if kind == "stream" {
        let pieces = pieces.iter().map(shared).collect();
        return capsule(py, STREAM, ArrowArrayStream::of(*data_type, pieces));
    }
    let schema = capsule(py, SCHEMA, data_type.schema())?;
    match (kind, &**pieces) {
        ("array", [piece]) => {
            let array = capsule(py, ARRAY, shared(piece))?;
            Ok(PyTuple::new(py, [schema, array])?.into_any())
        }
        ("array", _) => Err(PyTypeError::new_err(
            "a column of several chunks is not an array",
        )),
        _ => Ok(schema),
    }
}

/// An array with the same buffers, which owns a reference to this one.
fn shared(piece: &Arc<ArrowArray>) -> ArrowArray {
    unsafe extern "C" fn release(array: *mut RawArrowArray) {
        // SAFETY: the consumer calls this once, with an array from `shared`.
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
    // SAFETY: the `Arc` owns the buffers until `release` drops it, in any thread.
    unsafe { ArrowArray::from_raw(raw) }
}
