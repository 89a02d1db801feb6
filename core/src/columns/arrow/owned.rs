//! Exported arrays and types, which the receiver frees.

use core::ffi::{c_char, c_void};
use core::ptr;
use std::alloc::{Layout, alloc_zeroed};

use super::abi::{ArrowArray, ArrowSchema, RawArrowArray, RawArrowSchema};
use crate::error::{Error, ErrorCode};

/// The flag of a column that may have nulls.
const NULLABLE: i64 = 2;

/// A buffer of an exported array. Its address does not change when it is moved.
pub(super) enum Buffer {
    Bytes(Vec<u8>),
    Narrow(Vec<i32>),
    Ints(Vec<i64>),
    Words(Vec<u64>),
}

impl Buffer {
    fn address(&self) -> *const c_void {
        match self {
            Buffer::Bytes(bytes) => bytes.as_ptr().cast(),
            Buffer::Narrow(ints) => ints.as_ptr().cast(),
            Buffer::Ints(ints) => ints.as_ptr().cast(),
            Buffer::Words(words) => words.as_ptr().cast(),
        }
    }
}

/// A type for which all zeros are a valid value.
pub(super) trait Zero: Copy {}
impl Zero for u8 {}
impl Zero for i32 {}
impl Zero for i64 {}
impl Zero for u64 {}

/// Allocates `count` zeros, which the system provides when they are first touched. Fails with
/// `buffer_too_small` if the allocation fails.
pub(super) fn zeros<T: Zero>(count: usize) -> Result<Vec<T>, Error> {
    let none = Error::new(ErrorCode::BufferTooSmall);
    let layout = Layout::array::<T>(count).map_err(|_| none)?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout has a size above zero.
    let at = unsafe { alloc_zeroed(layout) };
    if at.is_null() {
        return Err(none);
    }
    // SAFETY: the memory has a vector's layout and allocator, and all zeros are a valid `T`.
    Ok(unsafe { Vec::from_raw_parts(at.cast(), count, count) })
}

/// The memory behind an exported type.
struct Type {
    /// The format string, with a zero byte at the end.
    letters: Vec<u8>,
    metadata: Option<Vec<u8>>,
}

impl ArrowSchema {
    /// Creates an exported type without a name.
    pub(super) fn owned(letters: &str, metadata: Option<Vec<u8>>) -> Self {
        let letters = letters.bytes().chain([0]).collect();
        let held = Box::new(Type { letters, metadata });
        let metadata = held.metadata.as_ref();
        let raw = RawArrowSchema {
            format: held.letters.as_ptr().cast::<c_char>(),
            name: c"".as_ptr(),
            metadata: metadata.map_or(ptr::null(), |bytes| bytes.as_ptr().cast()),
            flags: NULLABLE,
            release: Some(release_schema),
            private_data: Box::into_raw(held).cast(),
            ..RawArrowSchema::EMPTY
        };
        // SAFETY: `held` is only read, by any thread, until `release_schema` frees it.
        unsafe { Self::from_raw(raw) }
    }
}

unsafe extern "C" fn release_schema(schema: *mut RawArrowSchema) {
    // SAFETY: called once, with a structure from `owned`.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<Type>()));
        (*schema).release = None;
    }
}

/// The memory behind an exported array.
struct Held {
    addresses: Vec<*const c_void>,
    _buffers: Vec<Buffer>,
}

impl ArrowArray {
    /// Creates an exported array, which has a validity bitmap only if there are nulls.
    pub(super) fn owned(rows: usize, nulls: usize, valid: Vec<u8>, buffers: Vec<Buffer>) -> Self {
        let bitmap = (nulls > 0).then_some(Buffer::Bytes(valid));
        let first = bitmap.as_ref().map_or(ptr::null(), Buffer::address);
        let addresses = [first]
            .into_iter()
            .chain(buffers.iter().map(Buffer::address));
        let mut held = Box::new(Held {
            addresses: addresses.collect(),
            _buffers: bitmap.into_iter().chain(buffers).collect(),
        });
        let raw = RawArrowArray {
            length: rows as i64,
            null_count: nulls as i64,
            n_buffers: held.addresses.len() as i64,
            buffers: held.addresses.as_mut_ptr(),
            release: Some(release_array),
            private_data: Box::into_raw(held).cast(),
            ..RawArrowArray::EMPTY
        };
        // SAFETY: `held` is only read, by any thread, until `release_array` frees it.
        unsafe { Self::from_raw(raw) }
    }
}

unsafe extern "C" fn release_array(array: *mut RawArrowArray) {
    // SAFETY: called once, with a structure from `owned`.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Held>()));
        (*array).release = None;
    }
}
