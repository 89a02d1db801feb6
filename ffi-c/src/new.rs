//! New ids of the process-wide default generators.

use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};

use sortid::{AnyId, Error, ErrorCode, Format, TypedId, new_id, new_id_at, new_of};

use super::boundary::{
    arg, array, binary, explained, output, status, status_of_new, write_text, write_text_of,
};
use super::error::sortid_error;
use super::format;
use super::id::sortid_id;
use super::time::sortid_time;

/// A new id of a format whose number is known at run time, from the process-wide default generator.
///
/// Processes of several users or machines, or on systems other than Linux, may repeat each other's
/// ids of a format whose node has 16 bits or fewer. A generator with an assigned node or a lease
/// file prevents this: see docs/choosing.md.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, and those of
/// `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_new_id(
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let new = new_id(format::required(format)?)?;
            id.write(sortid_id::of(new));
            Ok(())
        })
    }
}

/// A new id whose tick contains `time`: for ids of existing rows, and for tests.
///
/// Within a process no id repeats. Ids of one tick are in the order of the calls, except of
/// uid11_xid. Times may be in any order for formats whose counter has 40 bits or more: uuid7, ulid,
/// ksuid, scru128, push_id, sid, comb_guid, ordered_uuid. In other formats they must not decrease.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_CLOCK_ROLLBACK` for a time that must not decrease, `SORTID_ERR_COUNTER_EXHAUSTED` if
/// the tick has no ids left, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` also for 10^9 nanoseconds or more,
/// `SORTID_ERR_NOT_APPLICABLE` for a format without time, `SORTID_ERR_ENTROPY_UNAVAILABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_new_id_at(
    time: sortid_time,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let new = new_id_at(time.checked()?, format::required(format)?)?;
            id.write(sortid_id::of(new));
            Ok(())
        })
    }
}

/// The id of a time and a key: equal arguments return equal ids, in every language and process.
///
/// Without a secret, anybody who sees an id can test a guessed key, such as an e-mail address.
/// `secret` is 16 to 64 private random bytes, or NULL. `name_space` distinguishes equal keys of
/// several tables; it may be empty. Texts are hashed unchanged.
///
/// Writes `*id`, whose tick contains `time`. Ids of one tick have no order.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_NOT_APPLICABLE`
/// unless the format has a linear time, at least 62 other bits and no node,
/// `SORTID_ERR_INVALID_LENGTH` for an empty key or a secret of another length,
/// `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` also for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_keyed(
    time: sortid_time,
    key: *const c_void,
    key_length: usize,
    format: u32,
    name_space: *const c_void,
    name_space_length: usize,
    secret: *const c_void,
    secret_length: usize,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let id = arg!(output(id))?;
            let format = format::required(format)?;
            let key = arg!(binary(key, key_length))?;
            let name_space: *const u8 = name_space.cast();
            let name_space = arg!(array(name_space, name_space_length))?;
            let secret = match (secret.is_null(), secret_length) {
                (true, 0) => None,
                _ => Some(arg!(binary(secret, secret_length))?),
            };
            let keyed = AnyId::keyed(time.checked()?, key, format, name_space, secret)?;
            id.write(sortid_id::of(keyed));
            Ok(())
        })
    }
}

/// Reseeds every generator of this process before its next id, as after a fork.
///
/// For a process that was resumed from a snapshot or checkpoint. Generators with a seed, and those
/// that only an assigned node distinguishes, return SORTID_ERR_FORKED_GENERATOR until
/// `sortid_generator_reseed` assigns a new one, unless created with `allow_fork`.
///
/// Errors: `SORTID_ERR_ENTROPY_UNAVAILABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_reseed(error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { status(error, sortid::reseed) }
}

/// # Safety
/// `id` and `error` are null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn id<T: TypedId>(id: *mut sortid_id, error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        if const { !T::FORMAT.is_compiled_apart() } {
            return sortid_new_id(T::FORMAT.code().into(), id, error);
        }
        status_of_new(error, || {
            let id = arg!(output(id))?;
            id.write(sortid_id::of(new_of::<T>()?));
            Ok(())
        })
    }
}

/// # Safety
/// `text` is null or valid for writes of `size` bytes; `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn text<T: TypedId, const LENGTH: usize>(
    text: *mut c_char,
    size: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        if const { !T::FORMAT.is_compiled_apart() } {
            return text_of(T::FORMAT, text, size, error);
        }
        status_of_new(error, || {
            let out = arg!(output(text))?;
            if size <= LENGTH {
                return Err(Error::new(ErrorCode::BufferTooSmall));
            }
            write_text_of::<LENGTH, _>(&new_of::<T>()?.to_text(), out, size, ptr::null_mut())
        })
    }
}

/// [`text`] for formats without specialized code.
///
/// # Safety
/// As for [`text`].
#[inline(never)]
unsafe fn text_of(format: Format, text: *mut c_char, size: usize, error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let out = arg!(output(text))?;
            if size <= format.text_len() {
                return Err(Error::new(ErrorCode::BufferTooSmall));
            }
            write_text(&new_id(format)?.to_text(), out, size, ptr::null_mut())
        })
    }
}

/// # Safety
/// `bytes` is null or valid for writes of `size` bytes; `error` is null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn bytes<T: TypedId>(
    bytes: *mut u8,
    size: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        if const { !T::FORMAT.is_compiled_apart() } {
            return bytes_of(T::FORMAT, bytes, size, error);
        }
        status_of_new(error, || {
            let out = arg!(output(bytes))?;
            if size < T::FORMAT.byte_len() {
                return Err(Error::new(ErrorCode::BufferTooSmall));
            }
            let bytes = new_of::<T>()?.to_bytes();
            for (at, &byte) in bytes.iter().enumerate() {
                out.add(at).write(byte);
            }
            Ok(())
        })
    }
}

/// [`bytes`] for formats without specialized code.
///
/// # Safety
/// As for [`bytes`].
#[inline(never)]
unsafe fn bytes_of(format: Format, bytes: *mut u8, size: usize, error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let out = arg!(output(bytes))?;
            if size < format.byte_len() {
                return Err(Error::new(ErrorCode::BufferTooSmall));
            }
            let bytes = new_id(format)?.to_bytes();
            out.copy_from_nonoverlapping(NonNull::from(&*bytes).cast(), bytes.len());
            Ok(())
        })
    }
}

/// # Safety
/// `value` and `error` are null or valid for a write.
#[inline(always)]
pub(crate) unsafe fn int<T: TypedId>(value: *mut u64, error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        if const { !T::FORMAT.is_compiled_apart() } {
            return int_of(T::FORMAT, value, error);
        }
        status_of_new(error, || {
            let value = arg!(output(value))?;
            value.write(new_of::<T>()?.to_u64()?);
            Ok(())
        })
    }
}

/// [`int`] for formats without specialized code.
///
/// # Safety
/// As for [`int`].
#[inline(never)]
unsafe fn int_of(format: Format, value: *mut u64, error: *mut sortid_error) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let value = arg!(output(value))?;
            value.write(new_id(format)?.to_u64()?);
            Ok(())
        })
    }
}
