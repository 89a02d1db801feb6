//! Columns in several pieces: those of others, piece by piece, and ours.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;

use super::abi::{
    ArrowArray, ArrowArrayStream, ArrowSchema, RawArrowArray, RawArrowArrayStream, RawArrowSchema,
};
use super::answers::Told;

/// The `errno` of a stream that was released, or lacks a function: that of a bad argument.
const INVALID: c_int = 22;

impl ArrowArrayStream {
    /// The type of all pieces.
    ///
    /// # Errors
    /// The producer's `errno`; 22 for a stream that was released.
    ///
    /// # Safety
    /// The stream is what the interface has it to be.
    pub unsafe fn schema(&mut self) -> Result<ArrowSchema, c_int> {
        let mut schema = RawArrowSchema::EMPTY;
        let get = self.get_schema.filter(|_| !self.is_released());
        // SAFETY: guaranteed by the caller (see `# Safety`).
        match unsafe { get.ok_or(INVALID)?(self.raw(), &mut schema) } {
            // SAFETY: the producer gives away what it wrote.
            0 => Ok(unsafe { ArrowSchema::from_raw(schema) }),
            errno => Err(errno),
        }
    }

    /// The next piece; `None` behind the last.
    ///
    /// # Errors
    /// As for [`schema`](Self::schema).
    ///
    /// # Safety
    /// The stream is what the interface has it to be.
    pub unsafe fn next(&mut self) -> Result<Option<ArrowArray>, c_int> {
        let mut array = RawArrowArray::EMPTY;
        let get = self.get_next.filter(|_| !self.is_released());
        // SAFETY: guaranteed by the caller (see `# Safety`).
        match unsafe { get.ok_or(INVALID)?(self.raw(), &mut array) } {
            // SAFETY: the producer gives away what it wrote.
            0 => Ok((!array.is_released()).then(|| unsafe { ArrowArray::from_raw(array) })),
            errno => Err(errno),
        }
    }

    /// Why the last call failed, in the producer's words, if it has any.
    ///
    /// # Safety
    /// The stream is what the interface has it to be.
    pub unsafe fn last_error(&mut self) -> Option<String> {
        let get = self.get_last_error.filter(|_| !self.is_released())?;
        // SAFETY: as the caller promises.
        let words = unsafe { get(self.raw()) };
        if words.is_null() {
            return None;
        }
        // SAFETY: a text that ends with a zero byte, and stays until the next call.
        let words = unsafe { CStr::from_ptr(words) };
        Some(words.to_string_lossy().into_owned())
    }

    /// A stream of our own: pieces whose rows are all what `told` says.
    pub fn of(told: Told, pieces: Vec<ArrowArray>) -> Self {
        let held = Box::new(Held {
            told,
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

/// What a stream of ours points to.
struct Held {
    told: Told,
    pieces: std::vec::IntoIter<ArrowArray>,
}

unsafe extern "C" fn get_schema(
    stream: *mut RawArrowArrayStream,
    out: *mut RawArrowSchema,
) -> c_int {
    // SAFETY: called with what `of` made, by one at a time, and with room for a schema.
    unsafe {
        let held = &*(*stream).private_data.cast::<Held>();
        out.write(held.told.schema().into_raw());
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut RawArrowArrayStream, out: *mut RawArrowArray) -> c_int {
    // SAFETY: called with what `of` made, by one at a time, and with room for an array.
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
    // SAFETY: called once, by who has what `of` made.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Held>()));
        (*stream).release = None;
    }
}
