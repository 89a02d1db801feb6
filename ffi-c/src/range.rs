//! The bounds of ids of an instant, an interval or a prefix, for database queries.

use std::ffi::c_char;

use sortid::{AnyId, Error, Format, Options, Timestamp};

use super::boundary::{arg, describing, explained, output, status, text_bytes};
use super::error::sortid_error;
use super::format;
use super::id::sortid_id;
use super::options::{self, sortid_option};
use super::time::sortid_time;

/// The smallest id of the tick that contains an instant.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_NOT_APPLICABLE` for a format without a time, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for
/// a tick outside the format's range, and for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_min_at(
    time: sortid_time,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let id = arg!(output(id))?;
            let format = format::required(format)?;
            let min = AnyId::min_at(time.checked()?, format)?;
            id.write(sortid_id::of(min));
            Ok(())
        })
    }
}

/// The largest id of the tick that contains an instant.
///
/// Writes `*id`. Errors: as `sortid_min_at`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_max_at(
    time: sortid_time,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let id = arg!(output(id))?;
            let format = format::required(format)?;
            let max = AnyId::max_at(time.checked()?, format)?;
            id.write(sortid_id::of(max));
            Ok(())
        })
    }
}

/// `sortid_min_at` for ids with another epoch, layout (uuid8) or precision.
///
/// `options` are the options for reading, as for `sortid_range`. Writes `*id`. `error` names the
/// invalid option.
///
/// Errors: as `sortid_min_at`; `SORTID_ERR_INVALID_OPTION`; `SORTID_ERR_INVALID_LENGTH` for a count
/// too large for memory.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_min_at_with(
    time: sortid_time,
    format: u32,
    options: *const sortid_option,
    count: usize,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe {
        write_bound(
            time,
            format,
            (options, count),
            AnyId::min_at_with,
            id,
            error,
        )
    }
}

/// `sortid_max_at` for ids with another epoch, layout (uuid8) or precision: see
/// `sortid_min_at_with`.
///
/// Writes `*id`. Errors: as `sortid_min_at_with`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_max_at_with(
    time: sortid_time,
    format: u32,
    options: *const sortid_option,
    count: usize,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe {
        write_bound(
            time,
            format,
            (options, count),
            AnyId::max_at_with,
            id,
            error,
        )
    }
}

/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn write_bound(
    time: sortid_time,
    format: u32,
    (options, count): (*const sortid_option, usize),
    bound: fn(Timestamp, Format, &Options) -> Result<AnyId, Error>,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let id = arg!(output(id))?;
            let (format, options) = (format::required(format)?, options::read(options, count)?);
            id.write(sortid_id::of(bound(time.checked()?, format, &options)?));
            Ok(())
        })
    }
}

/// The smallest and the largest id of the half-open interval [from, to): from the tick that
/// contains `from` to the last tick that begins before `to`.
///
/// `options` are the options for reading: `epoch`, `epoch_unix_ms`, `precision`, `timestamp_bits`,
/// `unit_ns`. May be the options of the generator of the ids: others have no effect. May be NULL if
/// `count` is 0. Writes `*min` and `*max`. `error` names the invalid option. Errors: as
/// `sortid_min_at`; `SORTID_ERR_INVALID_OPTION`, also for an empty interval;
/// `SORTID_ERR_INVALID_LENGTH` for a count too large for memory.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_range(
    from: sortid_time,
    to: sortid_time,
    format: u32,
    options: *const sortid_option,
    count: usize,
    min: *mut sortid_id,
    max: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (min, max) = (arg!(output(min))?, arg!(output(max))?);
            let format = format::required(format)?;
            let ids = match count {
                // Faster than building and comparing empty options.
                0 => AnyId::range(from.checked()?, to.checked()?, format)?,
                _ => {
                    let options = options::read(options, count)?;
                    AnyId::range_with(from.checked()?, to.checked()?, format, &options)?
                }
            };
            min.write(sortid_id::of(*ids.start()));
            max.write(sortid_id::of(*ids.end()));
            Ok(())
        })
    }
}

/// The smallest and the largest id whose canonical text begins with a prefix.
///
/// The prefix has either all hyphens of the full text or none. Writes `*min` and `*max`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_LENGTH` for
/// an empty prefix or one longer than the text, `SORTID_ERR_INVALID_CHARACTER`,
/// `SORTID_ERR_OUT_OF_RANGE` if no id begins with it, `SORTID_ERR_INVALID_VARIANT` and
/// `SORTID_ERR_INVALID_VERSION` if it contains a wrong one.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefix_range(
    prefix: *const c_char,
    length: usize,
    format: u32,
    min: *mut sortid_id,
    max: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (min, max) = (arg!(output(min))?, arg!(output(max))?);
            let prefix = arg!(text_bytes(prefix, length))?;
            let ids = AnyId::prefix_range(prefix, format::required(format)?);
            let ids = ids.map_err(describing(prefix))?;
            min.write(sortid_id::of(*ids.start()));
            max.write(sortid_id::of(*ids.end()));
            Ok(())
        })
    }
}
