//! The three structures of Arrow's C data interface, bit for bit, and their owners.
//!
//! The structures are plain data with public fields. An owner releases its structure once, so safe
//! code cannot create a second owner:
//!
//! ```compile_fail
//! use sortid::columns::arrow::ArrowArray;
//!
//! fn twin(of: &ArrowArray) -> ArrowArray {
//!     ArrowArray {
//!         length: of.length,
//!         null_count: of.null_count,
//!         offset: of.offset,
//!         n_buffers: of.n_buffers,
//!         n_children: of.n_children,
//!         buffers: of.buffers,
//!         children: of.children,
//!         dictionary: of.dictionary,
//!         release: of.release,
//!         private_data: of.private_data,
//!     }
//! }
//! ```
//!
//! Nor can it call `from_raw`, or change a field that the owner relies on:
//!
//! ```compile_fail,E0133
//! use sortid::columns::arrow::ArrowArray;
//!
//! fn twin(of: &ArrowArray) -> ArrowArray {
//!     ArrowArray::from_raw(**of)
//! }
//! ```
//!
//! ```compile_fail,E0594
//! use sortid::columns::arrow::{ArrowArray, ArrowSchema};
//!
//! fn rename(schema: &mut ArrowSchema, name: *const std::ffi::c_char) {
//!     schema.name = name;
//! }
//! ```
//!
//! Reading the fields is safe:
//!
//! ```
//! use sortid::columns::arrow::{ArrowArray, RawArrowArray};
//!
//! fn copy(of: &ArrowArray) -> RawArrowArray {
//!     **of
//! }
//! assert!(copy(&ArrowArray::empty()).is_released());
//! ```

use core::ffi::{c_char, c_int, c_void};
use core::ops::Deref;
use core::ptr;

/// The type of a column: C's `struct ArrowSchema`. Owns nothing: dropping it releases nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowSchema {
    /// The format string of the type.
    pub format: *const c_char,
    /// The column's name, or null.
    pub name: *const c_char,
    /// Keys and values, each prefixed with its length, or null.
    pub metadata: *const c_char,
    /// 2 if the column may have nulls.
    pub flags: i64,
    /// The number of children.
    pub n_children: i64,
    /// The types of the children.
    pub children: *mut *mut RawArrowSchema,
    /// The type of a dictionary's values, or null.
    pub dictionary: *mut RawArrowSchema,
    /// Frees the structure's memory. Null after the release, or after a move of the content.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowSchema)>,
    /// Private to the producer.
    pub private_data: *mut c_void,
}

/// The memory of a column: C's `struct ArrowArray`. Owns nothing: dropping it releases nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowArray {
    /// The number of rows.
    pub length: i64,
    /// The number of null rows; −1 if unknown.
    pub null_count: i64,
    /// The number of rows in the buffers before the first one.
    pub offset: i64,
    /// The number of buffers.
    pub n_buffers: i64,
    /// The number of children.
    pub n_children: i64,
    /// The buffers. The first is the validity bitmap, or null if no row is null.
    pub buffers: *mut *const c_void,
    /// The memory of the children.
    pub children: *mut *mut RawArrowArray,
    /// The values of a dictionary, or null.
    pub dictionary: *mut RawArrowArray,
    /// Frees the structure's memory. Null after the release, or after a move of the content.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowArray)>,
    /// Private to the producer.
    pub private_data: *mut c_void,
}

/// A column in several pieces: C's `struct ArrowArrayStream`. Owns nothing: dropping it releases
/// nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowArrayStream {
    /// Writes the type of all pieces. Returns 0 or an `errno`.
    pub get_schema:
        Option<unsafe extern "C" fn(*mut RawArrowArrayStream, *mut RawArrowSchema) -> c_int>,
    /// Writes the next piece, or a released array after the last one. Returns 0 or an `errno`.
    pub get_next:
        Option<unsafe extern "C" fn(*mut RawArrowArrayStream, *mut RawArrowArray) -> c_int>,
    /// Returns the message of the last error, or null.
    pub get_last_error: Option<unsafe extern "C" fn(*mut RawArrowArrayStream) -> *const c_char>,
    /// Frees the structure's memory. Null after the release, or after a move of the content.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowArrayStream)>,
    /// Private to the producer.
    pub private_data: *mut c_void,
}

/// Declares each structure's empty value and its owner.
macro_rules! owned {
    ($($(#[$doc:meta])* $owner:ident($raw:ident) { $($field:ident: $empty:expr),* $(,)? })*) => { $(
        // SAFETY: plain data. Safe code does not follow its pointers, and `from_raw` requires that
        // any thread may release it.
        unsafe impl Send for $raw {}
        // SAFETY: as above.
        unsafe impl Sync for $raw {}

        impl $raw {
            /// A released structure, for a producer to write into.
            pub const EMPTY: Self = Self { $($field: $empty,)* release: None, private_data: ptr::null_mut() };

            /// Returns whether the structure was released or its content moved elsewhere.
            pub const fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Debug)]
        pub struct $owner($raw);

        impl $owner {
            /// Creates an owner of nothing.
            pub const fn empty() -> Self {
                Self($raw::EMPTY)
            }

            /// Takes ownership of a structure.
            ///
            /// # Safety
            /// The structure is valid by the rules of the interface, or released. Any thread may
            /// read and release it, and nobody else releases it.
            pub const unsafe fn from_raw(raw: $raw) -> Self {
                Self(raw)
            }

            /// Takes ownership of a structure in a producer's memory, and leaves a released one
            /// there.
            ///
            /// # Safety
            /// `from` is aligned and points to a structure that fulfils the conditions of
            /// [`from_raw`](Self::from_raw). Nobody else uses it during the call.
            pub const unsafe fn take(from: *mut $raw) -> Self {
                // SAFETY: guaranteed by the caller (see `# Safety`).
                Self(unsafe { ptr::replace(from, $raw::EMPTY) })
            }

            /// Gives up ownership. The caller must call `release`, or the memory leaks.
            pub const fn into_raw(self) -> $raw {
                let raw = self.0;
                core::mem::forget(self);
                raw
            }
        }

        impl Deref for $owner {
            type Target = $raw;

            fn deref(&self) -> &$raw {
                &self.0
            }
        }

        impl Drop for $owner {
            fn drop(&mut self) {
                if let Some(release) = self.0.release {
                    // SAFETY: `from_raw` requires a valid structure that nobody else releases.
                    unsafe { release(&mut self.0) }
                }
            }
        }
    )* };
}

owned! {
    /// The owner of a [`RawArrowSchema`], with the same memory layout. Dropping it releases the
    /// structure.
    ArrowSchema(RawArrowSchema) {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
    }
    /// The owner of a [`RawArrowArray`], with the same memory layout. Dropping it releases the
    /// structure.
    ArrowArray(RawArrowArray) {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
    }
    /// The owner of a [`RawArrowArrayStream`], with the same memory layout. Dropping it releases
    /// the structure.
    ArrowArrayStream(RawArrowArrayStream) {
        get_schema: None,
        get_next: None,
        get_last_error: None,
    }
}

impl ArrowArrayStream {
    /// Returns the structure for the producer's functions, which write into it.
    pub(super) const fn raw(&mut self) -> &mut RawArrowArrayStream {
        &mut self.0
    }
}
