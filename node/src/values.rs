//! Node's types of big integers, options and memory.

use std::ptr;

use napi::bindgen_prelude::Either4;
pub(crate) use napi::bindgen_prelude::{BigInt, Uint8Array};
use napi::sys::{self, TypedarrayType};

use crate::call::{Call, Failure};
use crate::view::{Kind, View};

/// A value of one of the types that options accept.
pub(crate) type Either = Either4<BigInt, String, bool, Uint8Array>;

impl Call<'_> {
    /// The memory of an argument that is a view on an `ArrayBuffer`.
    pub(crate) fn view(&self, index: usize) -> Result<View, Failure> {
        self.view_of(self.raw_argument(index))
    }

    /// The memory of a view on an `ArrayBuffer`.
    pub(crate) fn view_of(&self, value: sys::napi_value) -> Result<View, Failure> {
        let (mut kind, mut length, mut data) = (0, 0, ptr::null_mut());
        // SAFETY: a value of this call; the other pointers are to local variables, or null for
        // unused results.
        let status = unsafe {
            sys::napi_get_typedarray_info(
                self.env().raw(),
                value,
                &mut kind,
                &mut length,
                &mut data,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        let kind = match (status, kind) {
            (sys::Status::napi_ok, TypedarrayType::uint8_array) => Kind::Bytes,
            (sys::Status::napi_ok, TypedarrayType::int32_array) => Kind::Words,
            (
                sys::Status::napi_ok,
                TypedarrayType::biguint64_array | TypedarrayType::bigint64_array,
            ) => Kind::LongWords,
            _ => return Err(View::NONE),
        };
        // SAFETY: Node returns memory of this length, aligned for the type; null for empty views.
        Ok(unsafe { View::new(kind, data, length) })
    }
}
