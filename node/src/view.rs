//! Memory of JavaScript's, or that it put here: it is there until JavaScript runs again.

use std::ffi::c_void;
use std::{ptr, slice};

use crate::call::Failure;

/// What elements are.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Bytes,
    /// Of 32 bits.
    Words,
    /// Of 64 bits.
    LongWords,
}

/// The memory of a view.
pub(crate) struct View {
    kind: Kind,
    length: usize,
    data: *mut c_void,
}

/// The memory of a view, to be filled.
pub(crate) enum Target<'a> {
    Bytes(&'a mut [u8]),
    Ints(&'a mut [u64]),
}

/// The ends of the rows of a column.
pub(crate) enum Offsets<'a> {
    Short(&'a [i32]),
    Long(&'a [i64]),
}

impl View {
    /// The error message if there is none.
    pub(crate) const NONE: Failure = Failure::Type("a Uint8Array, BigUint64Array or BigInt64Array");

    /// # Safety
    /// This number of elements of the kind, with their alignment, until JavaScript runs again; or no memory at all.
    pub(crate) unsafe fn new(kind: Kind, data: *mut c_void, length: usize) -> Self {
        Self { kind, length, data }
    }

    /// How many elements there are: an empty view may have no memory at all.
    fn length(&self) -> usize {
        match self.data.is_null() {
            true => 0,
            false => self.length,
        }
    }

    /// Where they begin.
    fn start<T>(&self) -> *mut T {
        match self.data.is_null() {
            true => ptr::NonNull::dangling().as_ptr(),
            false => self.data.cast(),
        }
    }

    /// # Safety
    /// Elements are of this size, and of no more alignment.
    unsafe fn elements<T>(&self) -> &[T] {
        // SAFETY: Node tells the length, and aligns each view by its type; no JavaScript runs, to change the memory or to take it away.
        unsafe { slice::from_raw_parts(self.start(), self.length()) }
    }

    /// Bytes to read.
    pub(crate) fn bytes(&self) -> Result<&[u8], Failure> {
        match self.kind {
            // SAFETY: elements are bytes.
            Kind::Bytes => Ok(unsafe { self.elements() }),
            _ => Err(Failure::Type("a Uint8Array")),
        }
    }

    /// Integers of 64 bits to read, those with a sign in two's complement.
    pub(crate) fn ints(&self) -> Result<&[u64], Failure> {
        match self.kind {
            Kind::LongWords => {
                // SAFETY: elements are of 64 bits.
                Ok(unsafe { self.elements() })
            }
            _ => Err(Failure::Type("a BigUint64Array or BigInt64Array")),
        }
    }

    /// Offsets to read.
    pub(crate) fn offsets(&self) -> Result<Offsets<'_>, Failure> {
        match self.kind {
            // SAFETY: elements are of 32 bits.
            Kind::Words => Ok(Offsets::Short(unsafe { self.elements() })),
            // SAFETY: elements are of 64 bits.
            Kind::LongWords => Ok(Offsets::Long(unsafe { self.elements() })),
            _ => Err(Failure::Type("an Int32Array or BigInt64Array")),
        }
    }

    /// The memory, by the type of its elements.
    ///
    /// # Safety
    /// Nobody else reads or writes it meanwhile: it is not shared between threads, and no JavaScript runs.
    pub(crate) unsafe fn target(&mut self) -> Result<Target<'_>, Failure> {
        let length = self.length();
        // SAFETY: Node tells type and length, and aligns each view by its type; the rest is the caller's promise.
        unsafe {
            match self.kind {
                Kind::Bytes => Ok(Target::Bytes(slice::from_raw_parts_mut(
                    self.start(),
                    length,
                ))),
                Kind::LongWords => Ok(Target::Ints(slice::from_raw_parts_mut(
                    self.start(),
                    length,
                ))),
                _ => Err(Self::NONE),
            }
        }
    }
}
