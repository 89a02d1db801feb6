//! The three structures of the interface, bit for bit, and their owners.
//!
//! The structures are plain data whose fields anybody may set. An owner releases its structure once, so safe code cannot make a second owner:
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
//! The same without `unsafe`, and a change of a field that the owner relies on:
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

/// The type of a column, as `struct ArrowSchema` in C. It owns nothing: dropping it releases nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowSchema {
    /// The type, in the letters of the specification.
    pub format: *const c_char,
    /// The column's name, or null.
    pub name: *const c_char,
    /// Pairs of texts with their lengths before them, or null.
    pub metadata: *const c_char,
    /// 2 for a column that may have nulls.
    pub flags: i64,
    /// How many children the type has.
    pub n_children: i64,
    /// Their types.
    pub children: *mut *mut RawArrowSchema,
    /// The type of the values of a dictionary.
    pub dictionary: *mut RawArrowSchema,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowSchema)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// The memory of a column, as `struct ArrowArray` in C. It owns nothing: dropping it releases nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowArray {
    /// How many rows it has.
    pub length: i64,
    /// How many of them are null; −1 if that is unknown.
    pub null_count: i64,
    /// How many rows stand in the buffers before the first one.
    pub offset: i64,
    /// How many buffers there are.
    pub n_buffers: i64,
    /// How many children there are.
    pub n_children: i64,
    /// The buffers; the first is the bitmap of rows that are there, or null where all are.
    pub buffers: *mut *const c_void,
    /// The memory of its children.
    pub children: *mut *mut RawArrowArray,
    /// The values of a dictionary.
    pub dictionary: *mut RawArrowArray,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowArray)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// A column in several pieces, as `struct ArrowArrayStream` in C. It owns nothing: dropping it releases nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawArrowArrayStream {
    /// Writes the type of all pieces; answers 0, or an `errno`.
    pub get_schema:
        Option<unsafe extern "C" fn(*mut RawArrowArrayStream, *mut RawArrowSchema) -> c_int>,
    /// Writes the next piece, or a released one behind the last; answers 0, or an `errno`.
    pub get_next:
        Option<unsafe extern "C" fn(*mut RawArrowArrayStream, *mut RawArrowArray) -> c_int>,
    /// Why the last call failed, or null.
    pub get_last_error: Option<unsafe extern "C" fn(*mut RawArrowArrayStream) -> *const c_char>,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut RawArrowArrayStream)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// Each structure's empty value, and its owner.
macro_rules! owned {
    ($($(#[$doc:meta])* $owner:ident($raw:ident) { $($field:ident: $empty:expr),* $(,)? })*) => { $(
        // SAFETY: plain data. Safe code does not follow its pointers, and `from_raw` requires that any thread may release it.
        unsafe impl Send for $raw {}
        // SAFETY: as above.
        unsafe impl Sync for $raw {}

        impl $raw {
            /// A released structure, for a producer to write into.
            pub const EMPTY: Self = Self { $($field: $empty,)* release: None, private_data: ptr::null_mut() };

            /// Whether it was released, or its content moved elsewhere.
            pub const fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Debug)]
        pub struct $owner($raw);

        impl $owner {
            /// The owner of nothing.
            pub const fn empty() -> Self {
                Self($raw::EMPTY)
            }

            /// Takes ownership of a structure.
            ///
            /// # Safety
            /// The structure is valid by the rules of the interface, or released. Any thread may read and release it, and
            /// nobody else releases it.
            pub const unsafe fn from_raw(raw: $raw) -> Self {
                Self(raw)
            }

            /// Takes ownership of a structure in a producer's memory, and leaves a released one there.
            ///
            /// # Safety
            /// `from` is aligned and points to a structure that fulfils the conditions of [`from_raw`](Self::from_raw). Nobody
            /// else uses it during the call.
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
    /// The owner of a [`RawArrowSchema`], which dropping it releases. In memory it is the structure alone.
    ArrowSchema(RawArrowSchema) {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
    }
    /// The owner of a [`RawArrowArray`], which dropping it releases. In memory it is the structure alone.
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
    /// The owner of a [`RawArrowArrayStream`], which dropping it releases. In memory it is the structure alone.
    ArrowArrayStream(RawArrowArrayStream) {
        get_schema: None,
        get_next: None,
        get_last_error: None,
    }
}

impl ArrowArrayStream {
    /// The structure, for the producer's functions, which write into it.
    pub(super) const fn raw(&mut self) -> &mut RawArrowArrayStream {
        &mut self.0
    }
}
