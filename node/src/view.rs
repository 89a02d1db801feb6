//! Memory of JavaScript's views, valid until JavaScript runs again.

use std::ffi::c_void;
use std::{ptr, slice};

use crate::call::Failure;

/// The type of elements.
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
    /// The error for a value that is not a view.
    pub(crate) const NONE: Failure = Failure::Type("a Uint8Array, BigUint64Array or BigInt64Array");

    /// # Safety
    /// `data` must be null, or point to `length` aligned elements of the kind that stay valid until
    /// JavaScript runs again.
    pub(crate) unsafe fn new(kind: Kind, data: *mut c_void, length: usize) -> Self {
        Self { kind, length, data }
    }

    /// The number of elements. The data of an empty view may be null.
    fn length(&self) -> usize {
        match self.data.is_null() {
            true => 0,
            false => self.length,
        }
    }

    /// The address of the first element.
    fn start<T>(&self) -> *mut T {
        match self.data.is_null() {
            true => ptr::NonNull::dangling().as_ptr(),
            false => self.data.cast(),
        }
    }

    /// # Safety
    /// `T` must have the elements' size, at most their alignment, and no invalid bit patterns.
    unsafe fn elements<T>(&self) -> &[T] {
        // SAFETY: the caller of `new` guarantees memory of this length and alignment, which only
        // JavaScript could change or detach, and the caller guarantees the type.
        unsafe { slice::from_raw_parts(self.start(), self.length()) }
    }

    /// Bytes to read.
    pub(crate) fn bytes(&self) -> Result<&[u8], Failure> {
        match self.kind {
            // SAFETY: the elements are bytes.
            Kind::Bytes => Ok(unsafe { self.elements() }),
            _ => Err(Failure::Type("a Uint8Array")),
        }
    }

    /// Integers of 64 bits to read; signed ones are in two's complement.
    pub(crate) fn ints(&self) -> Result<&[u64], Failure> {
        match self.kind {
            Kind::LongWords => {
                // SAFETY: the elements have 64 bits.
                Ok(unsafe { self.elements() })
            }
            _ => Err(Failure::Type("a BigUint64Array or BigInt64Array")),
        }
    }

    /// Offsets to read.
    pub(crate) fn offsets(&self) -> Result<Offsets<'_>, Failure> {
        match self.kind {
            // SAFETY: the elements have 32 bits.
            Kind::Words => Ok(Offsets::Short(unsafe { self.elements() })),
            // SAFETY: the elements have 64 bits.
            Kind::LongWords => Ok(Offsets::Long(unsafe { self.elements() })),
            _ => Err(Failure::Type("an Int32Array or BigInt64Array")),
        }
    }

    /// The memory to write, by the type of its elements.
    ///
    /// # Safety
    /// Nothing else may use the memory meanwhile: it must not be shared between threads, and no
    /// JavaScript may run.
    pub(crate) unsafe fn target(&mut self) -> Result<Target<'_>, Failure> {
        let length = self.length();
        // SAFETY: the caller of `new` guarantees type, length and alignment; the caller guarantees
        // exclusive use.
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
