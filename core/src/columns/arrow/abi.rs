//! The three structures of the interface, bit for bit, and how they let go of what they hold.

use core::ffi::{c_char, c_int, c_void};
use core::ptr;

/// The type of a column, as `struct ArrowSchema` of C.
///
/// It owns what its producer made: dropping it calls `release`, if that is still there. What somebody else owns is borrowed by a reference.
#[repr(C)]
#[derive(Debug)]
pub struct ArrowSchema {
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
    pub children: *mut *mut ArrowSchema,
    /// The type of the values of a dictionary.
    pub dictionary: *mut ArrowSchema,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// The memory of a column, as `struct ArrowArray` of C.
///
/// Owned as [`ArrowSchema`] is.
#[repr(C)]
#[derive(Debug)]
pub struct ArrowArray {
    /// How many rows it has.
    pub length: i64,
    /// How many of them are null; −1 where nobody counted.
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
    pub children: *mut *mut ArrowArray,
    /// The values of a dictionary.
    pub dictionary: *mut ArrowArray,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// A column in several pieces, as `struct ArrowArrayStream` of C.
///
/// Owned as [`ArrowSchema`] is.
#[repr(C)]
#[derive(Debug)]
pub struct ArrowArrayStream {
    /// Writes the type of all pieces; answers 0, or an `errno`.
    pub get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    /// Writes the next piece, or a released one behind the last; answers 0, or an `errno`.
    pub get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    /// Why the last call failed, or null.
    pub get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    /// Frees all of it; null once that is done, or the content moved elsewhere.
    pub release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    /// The producer's own.
    pub private_data: *mut c_void,
}

/// What each of the three can do.
macro_rules! released {
    ($($name:ident { $($field:ident: $empty:expr),* $(,)? })*) => { $(
        // SAFETY: the interface lets any thread read and release, one at a time; what is shared is only read.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// One that was released: room for a producer to write into.
            pub const fn empty() -> Self {
                Self { $($field: $empty,)* release: None, private_data: ptr::null_mut() }
            }

            /// Whether it was released, or its content moved elsewhere.
            pub const fn is_released(&self) -> bool {
                self.release.is_none()
            }

            /// Moves the content out of memory of others, who see a released one then.
            ///
            /// # Safety
            /// `from` points to one that is valid, which nobody else uses meanwhile.
            pub const unsafe fn take(from: *mut Self) -> Self {
                // SAFETY: as the caller promises; what stays behind drops nothing.
                unsafe { ptr::replace(from, Self::empty()) }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: whoever set it asks for one call, with the structure that it stands in.
                    unsafe { release(self) }
                }
            }
        }
    )* };
}

released! {
    ArrowSchema {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
    }
    ArrowArray {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
    }
    ArrowArrayStream {
        get_schema: None,
        get_next: None,
        get_last_error: None,
    }
}
