//! The fields of an id, by index.

use std::ptr;

use sortid::{Error, ErrorCode};

use crate::c::boundary::{arg, output, status};
use crate::c::id::{read, sortid_id};

/// Writes the upper 64 bits, with the sign, and the lower 64 bits of the field at an index of the
/// format's list.
///
/// # Safety
/// Each pointer is NULL or valid for its access.
pub unsafe extern "C" fn sortid_field_at(
    id: *const sortid_id,
    index: usize,
    high: *mut i64,
    low: *mut u64,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`); no error is written.
    unsafe {
        status(ptr::null_mut(), || {
            let (high, low) = (arg!(output(high))?, arg!(output(low))?);
            let field = read(id)?.fields().nth(index);
            let (_, field) = field.ok_or(Error::about(
                ErrorCode::InvalidField,
                "\0no field has this index",
            ))?;
            high.write((field >> 64) as i64);
            low.write(field as u64);
            Ok(())
        })
    }
}
