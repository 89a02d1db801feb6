//! Columns as arrays of Arrow's C data interface.

use std::ffi::c_char;

use sortid::columns::arrow::{Answer, ArrowType, RawArrowArray, RawArrowSchema};
use sortid::columns::{Bounds, Column, OnInvalid, TimeReader};

use super::boundary::{Described, arg, describing, input, output, text_bytes, utf8};
use super::column::{sortid_outcome, unit, with_outcome};
use super::error::sortid_error;
use super::format;
use super::options::{self, sortid_option};
use super::time::sortid_time;

/// Reads the time of each row of an array, as `timestamp[unit, UTC]`.
///
/// The caller still owns `schema` and `array`, which contain texts (`u`, `U`, `vu`), big-endian ids
/// (`z`, `Z`, `vz`, `w:N`), integers of a 64-bit format (`l`, `L`), or a dictionary of any of them.
/// The sizes of their buffers cannot be checked: the producer guarantees them. Unit, options and
/// `on_invalid` are as for `sortid_column_times`. Writes `*out_schema` and `*out_array`, whose
/// `release` frees their memory, on success only, and `*outcome`, which may be NULL, on failure
/// too. `error` may be NULL, and names the invalid member of a structure.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, also for missing buffers and released structures;
/// `SORTID_ERR_UNKNOWN_FORMAT`; `SORTID_ERR_INVALID_LENGTH` for lengths, offsets and counts that
/// are negative, overflow, exceed the rows or do not match the type, and for offsets and views
/// outside their buffer; `SORTID_ERR_NOT_APPLICABLE` for other types, integers of a wider format,
/// unaligned buffers, and a format without a time; `SORTID_ERR_INVALID_OPTION`;
/// `SORTID_ERR_BUFFER_TOO_SMALL` if memory is exhausted; the status of the first invalid row with
/// SORTID_ON_INVALID_STOP.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_times(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    unit: u32,
    on_invalid: u32,
    options: *const sortid_option,
    count: usize,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            let options = options::read(options, count)?;
            let clock = TimeReader::new(column.format(), self::unit(unit)?, &options)?;
            Ok(column.arrow_times(&clock, on_invalid)?)
        })
    }
}

/// Reads rows of an array into fixed-size binary ids.
///
/// Their Arrow extension type is `arrow.uuid` for formats of UUIDs, and `sortid.` with the name of
/// the format for the others. The rest is as in `sortid_arrow_times`. Errors: as for
/// `sortid_arrow_times`, without those of the unit and the options.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_parse(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    on_invalid: u32,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            Ok(column.arrow_ids(on_invalid)?)
        })
    }
}

/// Reads rows of an array into the integers of a 64-bit format: uint64, for `timeid` int64.
///
/// The rest is as in `sortid_arrow_times`. Errors: as for `sortid_arrow_times`, without those of
/// the unit and the options; `SORTID_ERR_NOT_APPLICABLE` for wider formats.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_ints(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    on_invalid: u32,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            Ok(column.arrow_ints(on_invalid)?)
        })
    }
}

/// Writes rows of an array as canonical texts: utf8, or large_utf8 if `is_large`.
///
/// The rest is as in `sortid_arrow_times`. Errors: as for `sortid_arrow_times`, without those of
/// the unit and the options; `SORTID_ERR_BUFFER_TOO_SMALL` also for utf8 texts of more than 2 GiB
/// in all.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_texts(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    is_large: bool,
    on_invalid: u32,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            Ok(column.arrow_texts(is_large, on_invalid)?)
        })
    }
}

/// Reads one field of each row of an array, as uint64.
///
/// The rest is as in `sortid_arrow_times`. Errors: as for `sortid_arrow_times`, without those of
/// the unit and the options; `SORTID_ERR_INVALID_FIELD` for a name that the format lacks;
/// `SORTID_ERR_NOT_APPLICABLE` for a field of more than 64 bits.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_field(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    name: *const c_char,
    length: usize,
    on_invalid: u32,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            let name = arg!(text_bytes(name, length))?;
            let answer = column.arrow_field(utf8(name), on_invalid);
            answer.map_err(describing(name))
        })
    }
}

/// Reads whether the time of each row of an array is in the half-open interval [from, to), as
/// booleans; null for null rows.
///
/// The interval is as for `sortid_range`, with the same `options`. The rest is as in
/// `sortid_arrow_times`.
///
/// Errors: as for `sortid_arrow_times`, without those of the unit; `SORTID_ERR_INVALID_OPTION` also
/// for an empty interval; `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_arrow_between(
    schema: *const RawArrowSchema,
    array: *const RawArrowArray,
    format: u32,
    from: sortid_time,
    to: sortid_time,
    on_invalid: u32,
    options: *const sortid_option,
    count: usize,
    out_schema: *mut RawArrowSchema,
    out_array: *mut RawArrowArray,
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
) -> i32 {
    let given = (schema, array, format, on_invalid);
    let out = (out_schema, out_array, outcome, error);
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        convert(given, out, &|column, on_invalid| {
            let options = options::read(options, count)?;
            let bounds = Bounds::new(from.checked()?, to.checked()?, column.format(), &options)?;
            Ok(column.arrow_between(&bounds, on_invalid)?)
        })
    }
}

type Out = (
    *mut RawArrowSchema,
    *mut RawArrowArray,
    *mut sortid_outcome,
    *mut sortid_error,
);

/// Reads an array, and writes the result of `by` unless it stopped at an invalid row.
///
/// # Safety
/// Each pointer is null or valid for the access that its name states; the structures follow the
/// Arrow C data interface.
unsafe fn convert<'a>(
    (schema, array, format, on_invalid): (*const RawArrowSchema, *const RawArrowArray, u32, u32),
    (out_schema, out_array, outcome, error): Out,
    by: &dyn Fn(&Column<'_>, OnInvalid) -> Result<Answer, Described<'a>>,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_outcome(outcome, error, on_invalid, &|on_invalid| {
            let (out_schema, out_array) = (arg!(output(out_schema))?, arg!(output(out_array))?);
            let (schema, array) = (arg!(input(schema))?, arg!(input(array))?);
            let format = format::required(format)?;
            let column = ArrowType::of(schema)?.column(array, format)?;
            let answer = by(&column, on_invalid)?;
            if on_invalid == OnInvalid::Null || answer.outcome.first.is_none() {
                out_schema.write(answer.data_type.schema().into_raw());
                out_array.write(answer.array.into_raw());
            }
            Ok((answer.outcome, column))
        })
    }
}
