//! The C function that reads columns of ids.
//!
//! Operations with complex arguments (times, an interval) are created once, through UniFFI, as a
//! [`RawReading`].

use std::ptr;
use std::sync::Arc;

use sortid::columns::{
    Answers, Bounds, Cells, Column, OnInvalid, Outcome, Question, TimeReader, Unit,
};
use sortid::{Error, ErrorCode, Format};

use crate::c::boundary::status;
use crate::c::id::sortid_id;
use crate::error::{Failure, Refusal};
use crate::given::{Given, options};
use crate::refused;
use crate::value::{UnixTime, format};

/// A request. It consists of 64-bit words, so that all languages write the same layout. Addresses
/// of integers are aligned.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "it is the name in C")]
pub struct sortid_column_request {
    /// The code of the format.
    pub format: u64,
    /// 1 for texts, 0 for big-endian ids and integers.
    pub is_text: u64,
    /// The memory layout of the rows: [`cells`].
    pub cells: u64,
    /// The number of rows; ignored for rows of one width.
    pub rows: u64,
    /// The address of the bytes of all rows, or of the integers.
    pub data: u64,
    /// The number of bytes at `data`.
    pub data_length: u64,
    /// The width of a row, or the address of `rows` + 1 offsets.
    pub aside: u64,
    /// The address of the validity bitmap; 0 if no row is null.
    pub valid: u64,
    /// The bit of the first row.
    pub valid_offset: u64,
    /// The operation: [`what`].
    pub what: u64,
    /// The address of a [`RawReading`] or of a field's name, or a row number.
    pub with: u64,
    /// The length of the name in bytes.
    pub with_length: u64,
    /// 1 if invalid rows become null, 0 if reading stops at the first.
    pub on_invalid: u64,
    /// The address of memory for the results.
    pub out: u64,
    /// The number of bytes at `out`.
    pub out_length: u64,
    /// The address of memory for the validity bitmap of the results; 0 for none.
    pub out_valid: u64,
}

/// Numbers of [`sortid_column_request::cells`].
pub mod cells {
    /// Integers of 64 bits.
    pub const INTS: u64 = 0;
    /// Rows of one width.
    pub const FIXED: u64 = 1;
    /// Offsets of 32 bits.
    pub const OFFSETS_32: u64 = 2;
    /// Offsets of 64 bits.
    pub const OFFSETS_64: u64 = 3;
}

/// Numbers of [`sortid_column_request::what`].
pub mod what {
    /// Checks the column without reading its rows.
    pub const NOTHING: u64 = 0;
    /// Times, 8 bytes a row.
    pub const TIMES: u64 = 1;
    /// Integers, 8 bytes a row.
    pub const INTS: u64 = 2;
    /// Big-endian ids, of the format's width.
    pub const BYTES: u64 = 3;
    /// Canonical texts, padded with zero bytes to the format's longest text.
    pub const TEXTS: u64 = 4;
    /// A field, 8 bytes a row.
    pub const FIELD: u64 = 5;
    /// A bitmap of the rows in an interval.
    pub const BETWEEN: u64 = 6;
    /// Valid rows, only in `out_valid`.
    pub const VALID: u64 = 7;
    /// The id of one row, as a `sortid_id`.
    pub const ID: u64 = 8;
}

/// The number of counts, by error code. Greater than the highest code.
pub const SORTID_COLUMN_COUNTS: usize = 64;

const _: () = {
    let mut at = 0;
    while at < ErrorCode::ALL.len() {
        assert!((ErrorCode::ALL[at].number() as usize) < SORTID_COLUMN_COUNTS);
        at += 1;
    }
};

/// The response to a request.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "it is the name in C")]
pub struct sortid_column_response {
    /// The number of results.
    pub rows: u64,
    /// The number of null results.
    pub nulls: u64,
    /// The first invalid row, see [`column_refusal`]; -1 if all are valid.
    pub refused: i64,
    /// The number of invalid rows by error code.
    pub counts: [u64; SORTID_COLUMN_COUNTS],
}

impl From<&Outcome> for sortid_column_response {
    fn from(outcome: &Outcome) -> Self {
        let mut response = Self::refusing(outcome.first);
        (response.rows, response.nulls) = (outcome.rows as u64, outcome.nulls as u64);
        for (code, count) in outcome.counts() {
            response.counts[code.number() as usize] = count as u64;
        }
        response
    }
}

impl sortid_column_response {
    fn refusing(first: Option<(usize, Error)>) -> Self {
        if let Some((_, error)) = first {
            refused::note(error);
        }
        Self {
            rows: 0,
            nulls: 0,
            refused: first.map_or(-1, |(row, _)| row as i64),
            counts: [0; SORTID_COLUMN_COUNTS],
        }
    }
}

/// A prepared operation that reads times or compares them with an interval.
#[derive(Debug, uniffi::Object)]
pub struct RawReading(Question);

#[uniffi::export]
impl RawReading {
    /// Reads times in a unit, an index in the core's list.
    #[uniffi::constructor]
    pub fn times(format_code: u8, unit: u8, given: Vec<Given>) -> Result<Arc<Self>, Failure> {
        let unit = Unit::ALL.get(usize::from(unit)).copied();
        let unit = unit.ok_or(UNKNOWN)?;
        let clock = TimeReader::new(format(format_code)?, unit, &options(&given)?)?;
        Ok(Arc::new(Self(Question::Times(clock))))
    }

    /// Compares times with a half-open interval.
    #[uniffi::constructor]
    pub fn between(
        format_code: u8,
        from: UnixTime,
        to: UnixTime,
        given: Vec<Given>,
    ) -> Result<Arc<Self>, Failure> {
        let (from, to) = (from.try_into()?, to.try_into()?);
        let bounds = Bounds::new(from, to, format(format_code)?, &options(&given)?)?;
        Ok(Arc::new(Self(Question::Between(bounds))))
    }

    /// The address for [`sortid_column_request::with`], valid as long as this object exists.
    pub fn address(&self) -> u64 {
        std::ptr::from_ref(&self.0) as u64
    }
}

/// Reads a column. `response` counts invalid rows, which are not an error. The offset of an error
/// is the first row outside the memory.
///
/// # Safety
/// The memory at the addresses in `request` must match the fields of [`sortid_column_request`], and nothing
/// else may access `out` and `out_valid` during the call. `response` must be valid for writes.
pub unsafe extern "C" fn sortid_column_read(
    request: *const sortid_column_request,
    response: *mut sortid_column_response,
) -> i32 {
    // SAFETY: the caller guarantees this (see `# Safety`); no error is written.
    unsafe {
        status(ptr::null_mut(), || {
            let request = request.read_unaligned();
            response.write_unaligned(read(&request)?);
            Ok(())
        })
    }
}

/// Returns the error of an invalid row. `request` is the address of the last request of this thread to
/// [`sortid_column_read`], which reported the row; `saved` is as in [`refused::last_refusal`].
#[uniffi::export(default(saved = 0))]
pub fn column_refusal(request: u64, row: u64, saved: u64) -> Result<Refusal, Failure> {
    let error = refused::last(saved);
    // SAFETY: the packages pass the address of a request that outlives the call.
    let request = unsafe { (request as *const sortid_column_request).read_unaligned() };
    let format = format(u8::try_from(request.format).unwrap_or_default())?;
    // SAFETY: the memory of the request also outlives the call.
    let column = unsafe { column(&request, format) }?;
    Ok(Refusal::new(error, column.explain(row as usize, error)))
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn read(request: &sortid_column_request) -> Result<sortid_column_response, Error> {
    let format = format(u8::try_from(request.format).unwrap_or_default())?;
    // SAFETY: the caller guarantees this (see `# Safety`).
    let column = unsafe { column(request, format) }?;
    let on_invalid = match request.on_invalid {
        0 => OnInvalid::Stop,
        _ => OnInvalid::Null,
    };
    let bits = column.len().div_ceil(8);
    // SAFETY: the caller guarantees this (see `# Safety`).
    let valid = unsafe { room::<u8>(request.out_valid, bits) };
    let out_length = request.out_length as usize;
    // SAFETY: the caller guarantees that `out` is aligned for the operation (see `# Safety`); only
    // one of these closures is called.
    let times = || unsafe { room::<i64>(request.out, out_length / 8) };
    // SAFETY: as for `times`.
    let ints = || unsafe { room::<u64>(request.out, out_length / 8) };
    // SAFETY: as for `times`.
    let bytes = || unsafe { room::<u8>(request.out, out_length) };
    // SAFETY: the caller guarantees that the address is of a live reading (see `# Safety`).
    let reading = || unsafe { (request.with as *const Question).as_ref() };
    let question = match request.what {
        what::NOTHING => return Ok(sortid_column_response::refusing(None)),
        what::TIMES | what::BETWEEN => match (request.what, *reading().ok_or(UNKNOWN)?) {
            (what::TIMES, question @ Question::Times(_))
            | (what::BETWEEN, question @ Question::Between(_)) => question,
            _ => return Err(UNKNOWN),
        },
        what::INTS => Question::Ints,
        what::BYTES => Question::Bytes,
        what::TEXTS => Question::Texts,
        what::FIELD => {
            // SAFETY: the caller guarantees that the name is readable (see `# Safety`).
            let name = unsafe { words_of::<u8>(request.with, request.with_length as usize) };
            // The names of fields are UTF-8.
            Question::field(std::str::from_utf8(name).unwrap_or_default(), format)
        }
        what::VALID => return Ok(sortid_column_response::from(&column.valid(valid)?)),
        what::ID => {
            // SAFETY: the caller guarantees this (see `# Safety`).
            return Ok(unsafe { id(&column, request) });
        }
        _ => return Err(UNKNOWN),
    };
    let answers = match request.what {
        what::TIMES => Answers::Times(times()),
        what::INTS | what::FIELD => Answers::Ints(ints()),
        _ => Answers::Bytes(bytes()),
    };
    let outcome = column.answer(&question, answers, valid, on_invalid)?;
    Ok(sortid_column_response::from(&outcome))
}

/// The error of a request with an unknown number, which the packages do not send.
const UNKNOWN: Error = Error::about(
    ErrorCode::NotApplicable,
    "\0the request has an unknown number",
);

/// # Safety
/// As [`sortid_column_read`].
unsafe fn cells<'a>(request: &sortid_column_request) -> Result<Cells<'a>, Error> {
    let (rows, length) = (request.rows as usize, request.data_length as usize);
    // SAFETY: the caller guarantees this (see `# Safety`).
    let data = || unsafe { words_of::<u8>(request.data, length) };
    Ok(match request.cells {
        // SAFETY: the caller guarantees this (see `# Safety`).
        cells::INTS => Cells::Ints(unsafe { words_of::<u64>(request.data, rows) }),
        cells::FIXED => Cells::Fixed {
            data: data(),
            width: request.aside as usize,
        },
        cells::OFFSETS_32 => Cells::Offsets32 {
            data: data(),
            // SAFETY: the caller guarantees this (see `# Safety`).
            offsets: unsafe { words_of::<i32>(request.aside, rows + 1) },
        },
        cells::OFFSETS_64 => Cells::Offsets64 {
            data: data(),
            // SAFETY: the caller guarantees this (see `# Safety`).
            offsets: unsafe { words_of::<i64>(request.aside, rows + 1) },
        },
        _ => return Err(UNKNOWN),
    })
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn column<'a>(request: &sortid_column_request, format: Format) -> Result<Column<'a>, Error> {
    // SAFETY: the caller guarantees this (see `# Safety`).
    let cells = unsafe { cells(request) }?;
    let column = match request.is_text {
        0 => Column::binary(cells, format),
        _ => Column::texts(cells, format),
    }?;
    if request.valid == 0 {
        return Ok(column);
    }
    let offset = request.valid_offset as usize;
    let bytes = (offset + column.len()).div_ceil(8);
    // SAFETY: the caller guarantees this (see `# Safety`).
    let valid = unsafe { words_of::<u8>(request.valid, bytes) };
    column.with_validity(valid, offset)
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn id(column: &Column<'_>, request: &sortid_column_request) -> sortid_column_response {
    let row = request.with as usize;
    let (refused, nulls) = match column.get(row) {
        None => (None, 1),
        Some(Err(error)) => (Some((row, error)), 0),
        Some(Ok(id)) => {
            // SAFETY: the caller guarantees this (see `# Safety`).
            unsafe { (request.out as *mut sortid_id).write_unaligned(sortid_id::of(id)) };
            (None, 0)
        }
    };
    let mut response = sortid_column_response::refusing(refused);
    response.nulls = nulls;
    response
}

/// # Safety
/// The memory at `address` must have `count` elements while the slice is used. If `count` is 0,
/// `address` is not read.
unsafe fn words_of<'a, T>(address: u64, count: usize) -> &'a [T] {
    match count {
        0 => &[],
        // SAFETY: the caller guarantees this (see `# Safety`).
        _ => unsafe { std::slice::from_raw_parts(address as *const T, count) },
    }
}

/// # Safety
/// As [`words_of`], and nothing else may access the memory. Address 0 returns an empty slice.
unsafe fn room<'a, T>(address: u64, count: usize) -> &'a mut [T] {
    match (address, count) {
        (0, _) | (_, 0) => &mut [],
        // SAFETY: the caller guarantees this (see `# Safety`).
        _ => unsafe { std::slice::from_raw_parts_mut(address as *mut T, count) },
    }
}
