//! Columns of ids as C structs, and the outcome of reading them.

use std::ffi::c_void;
use std::ptr::NonNull;

use sortid::columns::{Cells, Column, OnInvalid, Outcome, Unit};
use sortid::{Error, ErrorCode};

use super::boundary::{Described, OK, arg, array, explained, input};
use super::error::{Text, offset_of, sortid_error};
use super::format;

/// Texts of at most `width` bytes, padded with zero bytes.
pub const SORTID_ROWS_TEXT: u32 = 1;
/// Texts with `int32_t` offsets.
pub const SORTID_ROWS_TEXT_OFFSETS32: u32 = 2;
/// Texts with `int64_t` offsets.
pub const SORTID_ROWS_TEXT_OFFSETS64: u32 = 3;
/// Big-endian ids of `width` bytes.
pub const SORTID_ROWS_BYTES: u32 = 4;
/// Big-endian ids with `int32_t` offsets.
pub const SORTID_ROWS_BYTES_OFFSETS32: u32 = 5;
/// Big-endian ids with `int64_t` offsets.
pub const SORTID_ROWS_BYTES_OFFSETS64: u32 = 6;
/// `uint64_t` of a 64-bit format; for `timeid` in two's complement.
pub const SORTID_ROWS_U64: u32 = 7;

/// Stops at the first invalid row, and returns its status.
pub const SORTID_ON_INVALID_STOP: u32 = 0;
/// Makes invalid rows null, and counts them.
pub const SORTID_ON_INVALID_NULL: u32 = 1;

/// Times in seconds since 1970.
pub const SORTID_UNIT_S: u32 = 0;
/// Times in milliseconds since 1970.
pub const SORTID_UNIT_MS: u32 = 1;
/// Times in microseconds since 1970.
pub const SORTID_UNIT_US: u32 = 2;
/// Times in nanoseconds since 1970.
pub const SORTID_UNIT_NS: u32 = 3;

/// Greater than any status, also of later versions.
pub const SORTID_COUNTS_SIZE: usize = 64;

/// Ids of one format in the caller's memory, one for each row. Members that the kind does not use
/// are ignored.
#[repr(C)]
pub struct sortid_column {
    /// The rows; for the kinds with offsets, the bytes to which the offsets point.
    pub data: *const c_void,
    /// The size of `data` in bytes.
    pub size: usize,
    /// The number of rows.
    pub rows: usize,
    /// The width of a row in bytes, for SORTID_ROWS_TEXT and SORTID_ROWS_BYTES.
    pub width: usize,
    /// The distance in bytes between the starts of these rows; 0 if they are adjacent.
    pub stride: usize,
    /// For the kinds with offsets, `rows` + 1 offsets: row n is from offset n to offset n + 1.
    pub offsets: *const c_void,
    /// A bitmap of the rows that are not null, the lowest bit of a byte first; NULL if no row is.
    pub valid: *const u8,
    /// The bit of `valid` for the first row.
    pub valid_offset: usize,
    /// The format, `SORTID_FORMAT_…`.
    pub format: u32,
    /// The layout of the rows, `SORTID_ROWS_…`.
    pub kind: u32,
}

/// The outcome of reading a column. Written on failure too.
#[repr(C)]
pub struct sortid_outcome {
    /// The number of leading rows that were written.
    pub rows: usize,
    /// The number of null ones of these rows, including invalid ones.
    pub nulls: usize,
    /// The first invalid row; SIZE_MAX if none is.
    pub invalid_row: usize,
    /// The offset of the invalid byte in its text, as in `sortid_error`; -1 if there is none.
    pub invalid_offset: i64,
    /// The status of that row; SORTID_OK if none is invalid.
    pub invalid_status: i32,
    /// Zero.
    pub reserved: u32,
    /// The number of invalid rows for each status.
    pub counts: [usize; SORTID_COUNTS_SIZE],
}

impl sortid_outcome {
    const NOTHING: Self = Self {
        rows: 0,
        nulls: 0,
        invalid_row: usize::MAX,
        invalid_offset: -1,
        invalid_status: OK,
        reserved: 0,
        counts: [0; SORTID_COUNTS_SIZE],
    };

    fn of(outcome: &Outcome) -> Self {
        let mut result = Self {
            rows: outcome.rows,
            nulls: outcome.nulls,
            ..Self::NOTHING
        };
        if let Some((row, error)) = outcome.first {
            result.invalid_row = row;
            result.invalid_offset = offset_of(&error);
            result.invalid_status = error.code().number();
        }
        for (code, count) in outcome.counts() {
            if let Some(counted) = result.counts.get_mut(code.number() as usize) {
                *counted = count;
            }
        }
        result
    }
}

/// Runs the body of a function that reads a column, and writes its outcome. Takes `dyn Fn` to be
/// compiled once: reading a column is much slower than a dynamic call.
///
/// # Safety
/// `outcome` and `error` are null or valid for a write.
pub(crate) unsafe fn with_outcome<'a>(
    outcome: *mut sortid_outcome,
    error: *mut sortid_error,
    on_invalid: u32,
    body: &dyn Fn(OnInvalid) -> Result<(Outcome, Column<'a>), Described<'a>>,
) -> i32 {
    let write = |value: sortid_outcome| {
        if let Some(outcome) = NonNull::new(outcome) {
            // SAFETY: not null, so the caller guarantees that it is valid for a write.
            unsafe { outcome.write(value) };
        }
    };
    let (rows, message) = (&mut None, &mut None);
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe {
        explained(error, move || {
            // Initializes the output for every return below.
            write(sortid_outcome::NOTHING);
            let on_invalid = match on_invalid {
                SORTID_ON_INVALID_STOP => OnInvalid::Stop,
                SORTID_ON_INVALID_NULL => OnInvalid::Null,
                _ => return Err(Error::about(ErrorCode::InvalidOption, ON_INVALID).into()),
            };
            let (outcome, column) = body(on_invalid)?;
            write(sortid_outcome::of(&outcome));
            match outcome.first {
                Some((row, error)) if on_invalid == OnInvalid::Stop => {
                    let message = message.insert(rows.insert(column).explain(row, error));
                    let message = Text::Row(message);
                    Err(Described { error, message })
                }
                _ => Ok(()),
            }
        })
    }
}

const ON_INVALID: &str = "\0on_refusal must be SORTID_ON_INVALID_STOP or SORTID_ON_INVALID_NULL";

/// The unit with this number.
pub(crate) fn unit(number: u32) -> Result<Unit, Error> {
    let unit = Unit::ALL.get(number as usize).copied();
    let unknown = "\0unit must be SORTID_UNIT_S, SORTID_UNIT_MS, SORTID_UNIT_US or SORTID_UNIT_NS";
    unit.ok_or(Error::about(ErrorCode::InvalidOption, unknown))
}

/// Converts to a column of the core.
///
/// # Safety
/// `column` is null or valid for a read, and its members are valid as documented while `'a` lasts.
pub(crate) unsafe fn read<'a>(column: *const sortid_column) -> Result<Column<'a>, Error> {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    let column = unsafe { arg!(input(column)) }?;
    let format = format::required(column.format)?;
    let is_text = matches!(column.kind, SORTID_ROWS_TEXT..=SORTID_ROWS_TEXT_OFFSETS64);
    // SAFETY: as above.
    let cells = unsafe { cells(column) }?;
    let read = match is_text {
        true => Column::texts(cells, format)?,
        false => Column::binary(cells, format)?,
    };
    if column.valid.is_null() {
        return Ok(read);
    }
    let end = column.valid_offset.checked_add(column.rows).ok_or(SHORT)?;
    // SAFETY: as above.
    let valid = unsafe { arg!(array(column.valid, end.div_ceil(8))) }?;
    read.with_validity(valid, column.valid_offset)
}

const SHORT: Error = Error::about(
    ErrorCode::InvalidLength,
    "\0the rows are longer than the memory of the column",
);

/// # Safety
/// The members are valid as documented while `'a` lasts.
unsafe fn cells<'a>(column: &sortid_column) -> Result<Cells<'a>, Error> {
    let rows = column.rows;
    if column.kind == SORTID_ROWS_U64 {
        if column.size / size_of::<u64>() < rows {
            return Err(SHORT);
        }
        // SAFETY: guaranteed by the caller (see `# Safety`).
        return Ok(Cells::Ints(unsafe { aligned(column.data, rows) }?));
    }
    // SAFETY: guaranteed by the caller (see `# Safety`).
    let data: &[u8] = unsafe { arg!(array(column.data.cast(), column.size)) }?;
    let offsets = rows.checked_add(1).ok_or(SHORT)?;
    Ok(match column.kind {
        SORTID_ROWS_TEXT | SORTID_ROWS_BYTES => {
            let width = column.width;
            let stride = match column.stride {
                0 => width,
                stride => stride,
            };
            let before = rows.saturating_sub(1).checked_mul(stride);
            let size = match rows {
                0 => Some(0),
                _ => before.and_then(|before| before.checked_add(width)),
            };
            let data = size.and_then(|size| data.get(..size)).ok_or(SHORT)?;
            match stride == width {
                true => Cells::Fixed { data, width },
                false => Cells::Strided {
                    data,
                    width,
                    stride,
                },
            }
        }
        SORTID_ROWS_TEXT_OFFSETS32 | SORTID_ROWS_BYTES_OFFSETS32 => Cells::Offsets32 {
            data,
            // SAFETY: guaranteed by the caller (see `# Safety`).
            offsets: unsafe { aligned(column.offsets, offsets) }?,
        },
        SORTID_ROWS_TEXT_OFFSETS64 | SORTID_ROWS_BYTES_OFFSETS64 => Cells::Offsets64 {
            data,
            // SAFETY: as above.
            offsets: unsafe { aligned(column.offsets, offsets) }?,
        },
        _ => {
            let unknown = "\0kind must be one of SORTID_ROWS_...";
            return Err(Error::about(ErrorCode::NotApplicable, unknown));
        }
    })
}

/// An array of integers; `not_applicable` unless aligned.
///
/// # Safety
/// `pointer` is null or valid for reads of `count` integers while `'a` lasts.
unsafe fn aligned<'a, T>(pointer: *const c_void, count: usize) -> Result<&'a [T], Error> {
    let pointer: *const T = pointer.cast();
    if !pointer.is_aligned() {
        let unaligned = "\0integers and offsets must be aligned";
        return Err(Error::about(ErrorCode::NotApplicable, unaligned));
    }
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { arg!(array(pointer, count)) }
}

const _: () = {
    let mut codes = ErrorCode::ALL;
    while let [first, rest @ ..] = codes {
        assert!((first.number() as usize) < SORTID_COUNTS_SIZE);
        codes = rest;
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_numbers_match_the_core() {
        let numbers = [
            SORTID_UNIT_S,
            SORTID_UNIT_MS,
            SORTID_UNIT_US,
            SORTID_UNIT_NS,
        ];
        let names = numbers.map(|number| unit(number).expect("a unit").name());
        assert_eq!(names, ["s", "ms", "us", "ns"]);
        assert!(unit(4).is_err());
    }
}
