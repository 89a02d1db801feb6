//! Columns in several pieces: import and export of Arrow streams.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;

use super::abi::{
    ArrowArray, ArrowArrayStream, ArrowSchema, RawArrowArray, RawArrowArrayStream, RawArrowSchema,
};
use super::answers::DataType;

/// The `errno` (EINVAL) for a stream that was released or lacks a function.
const INVALID: c_int = 22;

impl ArrowArrayStream {
    /// Returns the type of all pieces.
    ///
    /// # Errors
    /// The producer's `errno`; 22 if the stream was released or lacks the function.
    ///
    /// # Safety
    /// The stream is valid by the rules of the interface.
    pub unsafe fn schema(&mut self) -> Result<ArrowSchema, c_int> {
        let mut schema = RawArrowSchema::EMPTY;
        let get = self.get_schema.filter(|_| !self.is_released());
        // SAFETY: guaranteed by the caller (see `# Safety`).
        match unsafe { get.ok_or(INVALID)?(self.raw(), &mut schema) } {
            // SAFETY: the producer gives up ownership of the structure.
            0 => Ok(unsafe { ArrowSchema::from_raw(schema) }),
            errno => Err(errno),
        }
    }

    /// Returns the next piece, or `None` after the last one.
    ///
    /// # Errors
    /// As for [`schema`](Self::schema).
    ///
    /// # Safety
    /// The stream is valid by the rules of the interface.
    pub unsafe fn next(&mut self) -> Result<Option<ArrowArray>, c_int> {
        let mut array = RawArrowArray::EMPTY;
        let get = self.get_next.filter(|_| !self.is_released());
        // SAFETY: guaranteed by the caller (see `# Safety`).
        match unsafe { get.ok_or(INVALID)?(self.raw(), &mut array) } {
            // SAFETY: the producer gives up ownership of the structure.
            0 => Ok((!array.is_released()).then(|| unsafe { ArrowArray::from_raw(array) })),
            errno => Err(errno),
        }
    }

    /// Returns the producer's message about the last error, if it has one.
    ///
    /// # Safety
    /// The stream is valid by the rules of the interface.
    pub unsafe fn last_error(&mut self) -> Option<String> {
        let get = self.get_last_error.filter(|_| !self.is_released())?;
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let words = unsafe { get(self.raw()) };
        if words.is_null() {
            return None;
        }
        // SAFETY: the text ends with a zero byte and stays valid until the next call.
        let words = unsafe { CStr::from_ptr(words) };
        Some(words.to_string_lossy().into_owned())
    }

    /// Creates a stream of pieces whose rows all have the type `data_type`.
    pub fn of(data_type: DataType, pieces: Vec<ArrowArray>) -> Self {
        let held = Box::new(Held {
            data_type,
            pieces: pieces.into_iter(),
        });
        let raw = RawArrowArrayStream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release),
            private_data: Box::into_raw(held).cast(),
        };
        // SAFETY: any thread may use and free `held`, one at a time.
        unsafe { Self::from_raw(raw) }
    }
}

/// The memory behind an exported stream.
struct Held {
    data_type: DataType,
    pieces: std::vec::IntoIter<ArrowArray>,
}

unsafe extern "C" fn get_schema(
    stream: *mut RawArrowArrayStream,
    out: *mut RawArrowSchema,
) -> c_int {
    // SAFETY: called with a stream from `of`, by one thread at a time, and with room for a schema.
    unsafe {
        let held = &*(*stream).private_data.cast::<Held>();
        out.write(held.data_type.schema().into_raw());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut RawArrowArrayStream, out: *mut RawArrowArray) -> c_int {
    // SAFETY: called with a stream from `of`, by one thread at a time, and with room for an array.
    unsafe {
        let held = &mut *(*stream).private_data.cast::<Held>();
        let piece = held.pieces.next().unwrap_or(ArrowArray::empty());
        out.write(piece.into_raw());
    }
    0
}

unsafe extern "C" fn get_last_error(_stream: *mut RawArrowArrayStream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release(stream: *mut RawArrowArrayStream) {
    // SAFETY: called once, with a stream from `of`.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Held>()));
        (*stream).release = None;
    }
}
