//! Operations on columns in the caller's memory: times, integers, bytes, texts, fields, intervals
//! and validity.

use std::ffi::c_char;

use sortid::Error;
use sortid::columns::{Bounds, Column, OnInvalid, Outcome, TimeReader};

use super::boundary::{Described, arg, array_mut, describing, text_bytes, utf8};
use super::column::{
    SORTID_ON_INVALID_NULL, read, sortid_column, sortid_outcome, unit, with_outcome,
};
use super::error::sortid_error;
use super::options::{self, sortid_option};
use super::time::sortid_time;

/// Reads the time of each row.
///
/// `unit` is one of `SORTID_UNIT_…`, and times are floored to it. `options` are the options for
/// reading: `epoch_unix_ms`, `precision`, `timestamp_bits`, `unit_ns`; may be NULL if `count` is 0.
/// `on_invalid`, one of `SORTID_ON_INVALID_…`, applies to rows that are not ids or whose time
/// exceeds 64 bits. Writes `column->rows` integers to `times`, 0 for null rows, and the same number
/// of bits to `valid`, which may be NULL: the lowest bit of a byte first, 1 for a row with a time.
/// If an invalid row stops the call, the rows before it are written; `*outcome`, which may be NULL,
/// has their number. Allocates nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`; `SORTID_ERR_INVALID_LENGTH` for
/// rows outside the memory; `SORTID_ERR_NOT_APPLICABLE` for a format without a time, a kind that is
/// not one of `SORTID_ROWS_…`, integers of a wider format, and unaligned integers and offsets;
/// `SORTID_ERR_INVALID_OPTION`, also for an unknown unit or `on_invalid`; the status of the invalid
/// row that stops the call: as for `sortid_parse` and `sortid_from_bytes`, and
/// `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_times(
    column: *const sortid_column,
    unit: u32,
    on_invalid: u32,
    options: *const sortid_option,
    count: usize,
    times: *mut i64,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_outcome(outcome, error, on_invalid, &|on_invalid| {
            let column = read(column)?;
            let options = options::read(options, count)?;
            let clock = TimeReader::new(column.format(), self::unit(unit)?, &options)?;
            let times = arg!(array_mut(times, column.len()))?;
            let valid = bitmap(valid, &column)?;
            Ok((column.times(&clock, times, valid, on_invalid)?, column))
        })
    }
}

/// Reads rows into big-endian ids, one after another.
///
/// `size` is the memory in bytes, for `column->rows` ids of `sortid_format_bytes_size` bytes. A
/// null row is all zeros. The rest is as in `sortid_column_times`. Errors: as for
/// `sortid_column_times`, without those of the unit and the options, and
/// `SORTID_ERR_BUFFER_TOO_SMALL`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_parse(
    column: *const sortid_column,
    on_invalid: u32,
    bytes: *mut u8,
    size: usize,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        let out = (bytes, Some(size), valid, outcome, error);
        into(column, on_invalid, out, |column, out, valid, on_invalid| {
            Ok(column.bytes(out, valid, on_invalid)?)
        })
    }
}

/// Writes rows as canonical texts, one after another, without separators and without terminators.
///
/// `size` is the memory in bytes, for `column->rows` texts of `sortid_format_text_size` - 1 bytes.
/// Shorter texts are padded with zero bytes, and a null row is all zeros. The rest is as in
/// `sortid_column_times`.
///
/// Errors: as for `sortid_column_times`, without those of the unit and the options, and
/// `SORTID_ERR_BUFFER_TOO_SMALL`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_texts(
    column: *const sortid_column,
    on_invalid: u32,
    texts: *mut c_char,
    size: usize,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let texts = texts.cast::<u8>();
    // SAFETY: guaranteed by the caller (see `# Safety`); `c_char` and `u8` have the same layout.
    unsafe {
        let out = (texts, Some(size), valid, outcome, error);
        into(column, on_invalid, out, |column, out, valid, on_invalid| {
            Ok(column.written(out, valid, on_invalid)?)
        })
    }
}

/// Reads rows into the integers of a 64-bit format; for `timeid` in two's complement, so `values`
/// may be `int64_t`.
///
/// Writes `column->rows` integers to `values`, 0 for null rows. The rest is as in
/// `sortid_column_times`.
///
/// Errors: as for `sortid_column_times`, without those of the unit and the options;
/// `SORTID_ERR_NOT_APPLICABLE` for wider formats.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_ints(
    column: *const sortid_column,
    on_invalid: u32,
    values: *mut u64,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        let out = (values, None, valid, outcome, error);
        into(column, on_invalid, out, |column, out, valid, on_invalid| {
            Ok(column.ints(out, valid, on_invalid)?)
        })
    }
}

/// Reads one field of each row, of up to 64 bits; a signed one in two's complement.
///
/// Writes `column->rows` integers to `values`, 0 for null rows. The rest is as in
/// `sortid_column_times`.
///
/// Errors: as for `sortid_column_times`, without those of the unit and the options;
/// `SORTID_ERR_INVALID_FIELD` for a name that the format lacks; `SORTID_ERR_NOT_APPLICABLE` for a
/// wider field.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_field(
    column: *const sortid_column,
    name: *const c_char,
    length: usize,
    on_invalid: u32,
    values: *mut u64,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        let field = |column: &Column<'_>, values: &mut [u64], valid: &mut [u8], on_invalid| {
            let name = arg!(text_bytes(name, length))?;
            let outcome = column.field(utf8(name), values, valid, on_invalid);
            outcome.map_err(describing(name))
        };
        let out = (values, None, valid, outcome, error);
        into(column, on_invalid, out, field)
    }
}

/// Reads whether the time of each row is in the half-open interval [from, to).
///
/// The interval is as for `sortid_range`, with the same `options`. Writes `column->rows` bits to
/// `inside`, the lowest of a byte first: 1 for a row in the interval, 0 for all others, also null
/// and invalid ones. The rest is as in `sortid_column_times`. Errors: as for `sortid_column_times`,
/// without those of the unit; `SORTID_ERR_INVALID_OPTION` also for an empty interval;
/// `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_between(
    column: *const sortid_column,
    from: sortid_time,
    to: sortid_time,
    on_invalid: u32,
    options: *const sortid_option,
    count: usize,
    inside: *mut u8,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_outcome(outcome, error, on_invalid, &|on_invalid| {
            let column = read(column)?;
            let options = options::read(options, count)?;
            let bounds = Bounds::new(from.checked()?, to.checked()?, column.format(), &options)?;
            let inside = arg!(array_mut(inside, column.len().div_ceil(8)))?;
            let valid = bitmap(valid, &column)?;
            Ok((column.between(&bounds, inside, valid, on_invalid)?, column))
        })
    }
}

/// Reads whether each row is a valid id, as `sortid_is_valid` does.
///
/// Writes `column->rows` bits to `valid`, the lowest of a byte first: 1 for an id, 0 for a null or
/// invalid row. `*outcome`, which may be NULL, counts the invalid ones by status. Allocates
/// nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_LENGTH` and
/// `SORTID_ERR_NOT_APPLICABLE` as in `sortid_column_times`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_column_valid(
    column: *const sortid_column,
    valid: *mut u8,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_outcome(outcome, error, SORTID_ON_INVALID_NULL, &|_| {
            let column = read(column)?;
            let valid = arg!(array_mut(valid, column.len().div_ceil(8)))?;
            Ok((column.valid(valid)?, column))
        })
    }
}

type Out<T> = (
    *mut T,
    Option<usize>,
    *mut u8,
    *mut sortid_outcome,
    *mut sortid_error,
);

/// Reads a column into consecutive values: one for each row, or `count`.
///
/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn into<'a, T>(
    column: *const sortid_column,
    on_invalid: u32,
    (out, size, valid, outcome, error): Out<T>,
    by: impl Fn(&Column<'_>, &mut [T], &mut [u8], OnInvalid) -> Result<Outcome, Described<'a>>,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_outcome(outcome, error, on_invalid, &|on_invalid| {
            let column = read(column)?;
            let out = arg!(array_mut(out, size.unwrap_or(column.len())))?;
            let outcome = by(&column, out, bitmap(valid, &column)?, on_invalid)?;
            Ok((outcome, column))
        })
    }
}

/// The output bitmap of a column's rows; empty if `valid` is null.
///
/// # Safety
/// `valid` is null or valid for writes of a bit for each row.
unsafe fn bitmap<'a>(valid: *mut u8, column: &Column<'_>) -> Result<&'a mut [u8], Error> {
    match valid.is_null() {
        true => Ok(&mut []),
        // SAFETY: guaranteed by the caller (see `# Safety`).
        false => unsafe { arg!(array_mut(valid, column.len().div_ceil(8))) },
    }
}
