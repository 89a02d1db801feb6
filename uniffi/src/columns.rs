//! Whole columns of ids, without UniFFI: one function; words say what to read and where to write.
//!
//! Questions with more arguments than a number (times, an interval) are created once, by UniFFI, as a [`RawReading`].

use std::ptr;
use std::sync::Arc;

use sortid::columns::{Answers, Bounds, Cells, Clock, Column, OnRefusal, Outcome, Question, Unit};
use sortid::{Error, ErrorCode, Format};

use crate::c::boundary::status;
use crate::c::id::sortid_id;
use crate::error::{Failure, Refusal};
use crate::given::{Given, options};
use crate::refused;
use crate::value::{UnixTime, format};

/// A request. It consists of words, so that its layout is the same for every writer; addresses of integers are aligned.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "it is the name in C")]
pub struct sortid_column_ask {
    /// The code of the format.
    pub format: u64,
    /// 1 for texts, 0 for big-endian ids and integers.
    pub is_text: u64,
    /// Where each row stands: [`cells`].
    pub cells: u64,
    /// How many rows there are; of one width as many as `data` holds.
    pub rows: u64,
    /// The address of the bytes of all rows, or of the integers.
    pub data: u64,
    /// How many bytes they are.
    pub data_length: u64,
    /// The width of a row, or the address of one offset more than there are rows.
    pub aside: u64,
    /// The address of a bitmap of the rows that are there; 0 where all are.
    pub valid: u64,
    /// The bit at which it begins.
    pub valid_offset: u64,
    /// The question: [`what`].
    pub what: u64,
    /// The address of a [`RawReading`]'s, or of the name of a field, or a row.
    pub with: u64,
    /// How many bytes the name has.
    pub with_length: u64,
    /// 1 where refused rows become null, 0 where the rows end before the first.
    pub on_refusal: u64,
    /// The address of room for all rows.
    pub out: u64,
    /// How many bytes it is.
    pub out_length: u64,
    /// The address of memory for a bitmap of the rows that are written; 0 for none.
    pub out_valid: u64,
}

/// Numbers of [`sortid_column_ask::cells`].
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

/// Numbers of [`sortid_column_ask::what`].
pub mod what {
    /// Whether there can be such a column: its rows are not read.
    pub const NOTHING: u64 = 0;
    /// Times, 8 bytes a row.
    pub const TIMES: u64 = 1;
    /// Integers, 8 bytes a row.
    pub const INTS: u64 = 2;
    /// Big-endian ids, as many bytes a row as the format has.
    pub const BYTES: u64 = 3;
    /// Canonical texts, as many bytes a row as the format's longest has, zero bytes behind shorter ones.
    pub const TEXTS: u64 = 4;
    /// A field, 8 bytes a row.
    pub const FIELD: u64 = 5;
    /// Which rows lie in an interval, as a bitmap.
    pub const BETWEEN: u64 = 6;
    /// Which rows are ids: in `out_valid` alone.
    pub const VALID: u64 = 7;
    /// The id of one row, as a `sortid_id`.
    pub const ID: u64 = 8;
}

/// Room for a count for each code, by its number, and for codes to come.
pub const SORTID_COLUMN_COUNTS: usize = 64;

const _: () = {
    let mut at = 0;
    while at < ErrorCode::ALL.len() {
        assert!((ErrorCode::ALL[at].number() as usize) < SORTID_COLUMN_COUNTS);
        at += 1;
    }
};

/// What became of the rows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "it is the name in C")]
pub struct sortid_column_told {
    /// How many leading rows were written.
    pub rows: u64,
    /// How many of them are null.
    pub nulls: u64,
    /// The first row that was refused, see [`column_refusal`]; -1 if none was.
    pub refused: i64,
    /// How many rows were refused by each code.
    pub counts: [u64; SORTID_COLUMN_COUNTS],
}

impl From<&Outcome> for sortid_column_told {
    fn from(outcome: &Outcome) -> Self {
        let mut told = Self::refusing(outcome.first);
        (told.rows, told.nulls) = (outcome.rows as u64, outcome.nulls as u64);
        for (code, count) in outcome.counts() {
            told.counts[code.number() as usize] = count as u64;
        }
        told
    }
}

impl sortid_column_told {
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

/// How a column's times are read, or held against an interval: found once.
#[derive(Debug, uniffi::Object)]
pub struct RawReading(Question);

#[uniffi::export]
impl RawReading {
    /// Times in a unit, by its place in the core's list.
    #[uniffi::constructor]
    pub fn times(format_code: u8, unit: u8, given: Vec<Given>) -> Result<Arc<Self>, Failure> {
        let unit = Unit::ALL.get(usize::from(unit)).copied();
        let unit = unit.ok_or(UNKNOWN)?;
        let clock = Clock::new(format(format_code)?, unit, &options(&given)?)?;
        Ok(Arc::new(Self(Question::Times(clock))))
    }

    /// A half-open interval.
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

    /// Where it lies, for [`sortid_column_ask::with`]: good as long as this object is.
    pub fn address(&self) -> u64 {
        std::ptr::from_ref(&self.0) as u64
    }
}

/// Reads a column. A refused row is reported, not a failure; the place of a failure is a row: the first that is not inside the memory.
///
/// # Safety
/// `ask` says what is there as [`sortid_column_ask`] does, and that is nobody else's meanwhile where it is written to; `told` has room.
pub unsafe extern "C" fn sortid_column_read(
    ask: *const sortid_column_ask,
    told: *mut sortid_column_told,
) -> i32 {
    // SAFETY: the caller guarantees this (see `# Safety`); no error is written.
    unsafe {
        status(ptr::null_mut(), || {
            let ask = ask.read_unaligned();
            told.write_unaligned(read(&ask)?);
            Ok(())
        })
    }
}

/// Returns the error of a refused row. `ask` is the address of the request of this thread's last
/// [`sortid_column_read`], which reported the row; `kept` is that of [`refused::last_refusal`].
#[uniffi::export(default(kept = 0))]
pub fn column_refusal(ask: u64, row: u64, kept: u64) -> Result<Refusal, Failure> {
    let error = refused::last(kept);
    // SAFETY: the packages pass the address of a request, whose memory outlives the call.
    let ask = unsafe { (ask as *const sortid_column_ask).read_unaligned() };
    let format = format(u8::try_from(ask.format).unwrap_or_default())?;
    // SAFETY: as above.
    let column = unsafe { column(&ask, format) }?;
    Ok(Refusal::new(error, column.explain(row as usize, error)))
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn read(ask: &sortid_column_ask) -> Result<sortid_column_told, Error> {
    let format = format(u8::try_from(ask.format).unwrap_or_default())?;
    // SAFETY: by the caller's word.
    let column = unsafe { column(ask, format) }?;
    let on_refusal = match ask.on_refusal {
        0 => OnRefusal::Stop,
        _ => OnRefusal::Null,
    };
    let bits = column.len().div_ceil(8);
    // SAFETY: by the caller's word.
    let valid = unsafe { room::<u8>(ask.out_valid, bits) };
    let out_length = ask.out_length as usize;
    // SAFETY: by the caller's promise: the memory of each question is aligned for it, and used by one of these only.
    let times = || unsafe { room::<i64>(ask.out, out_length / 8) };
    // SAFETY: as above.
    let ints = || unsafe { room::<u64>(ask.out, out_length / 8) };
    // SAFETY: as above.
    let bytes = || unsafe { room::<u8>(ask.out, out_length) };
    // SAFETY: by the caller's word the address is one of a reading that is alive.
    let reading = || unsafe { (ask.with as *const Question).as_ref() };
    let question = match ask.what {
        what::NOTHING => return Ok(sortid_column_told::refusing(None)),
        what::TIMES | what::BETWEEN => match (ask.what, *reading().ok_or(UNKNOWN)?) {
            (what::TIMES, question @ Question::Times(_))
            | (what::BETWEEN, question @ Question::Between(_)) => question,
            _ => return Err(UNKNOWN),
        },
        what::INTS => Question::Ints,
        what::BYTES => Question::Bytes,
        what::TEXTS => Question::Texts,
        what::FIELD => {
            // SAFETY: the caller guarantees that the name is there.
            let name = unsafe { words_of::<u8>(ask.with, ask.with_length as usize) };
            // No field has a name that is not UTF-8.
            Question::field(std::str::from_utf8(name).unwrap_or_default(), format)
        }
        what::VALID => return Ok(sortid_column_told::from(&column.valid(valid)?)),
        what::ID => {
            // SAFETY: by the caller's word.
            return Ok(unsafe { id(&column, ask) });
        }
        _ => return Err(UNKNOWN),
    };
    let answers = match ask.what {
        what::TIMES => Answers::Times(times()),
        what::INTS | what::FIELD => Answers::Ints(ints()),
        _ => Answers::Bytes(bytes()),
    };
    let outcome = column.answer(&question, answers, valid, on_refusal)?;
    Ok(sortid_column_told::from(&outcome))
}

/// The error for a request that the packages do not send.
const UNKNOWN: Error = Error::about(
    ErrorCode::NotApplicable,
    "\0the request has an unknown number",
);

/// # Safety
/// As [`sortid_column_read`].
unsafe fn cells<'a>(ask: &sortid_column_ask) -> Result<Cells<'a>, Error> {
    let (rows, length) = (ask.rows as usize, ask.data_length as usize);
    // SAFETY: by the caller's word.
    let data = || unsafe { words_of::<u8>(ask.data, length) };
    Ok(match ask.cells {
        // SAFETY: by the caller's word.
        cells::INTS => Cells::Ints(unsafe { words_of::<u64>(ask.data, rows) }),
        cells::FIXED => Cells::Fixed {
            data: data(),
            width: ask.aside as usize,
        },
        cells::OFFSETS_32 => Cells::Offsets32 {
            data: data(),
            // SAFETY: by the caller's word.
            offsets: unsafe { words_of::<i32>(ask.aside, rows + 1) },
        },
        cells::OFFSETS_64 => Cells::Offsets64 {
            data: data(),
            // SAFETY: by the caller's word.
            offsets: unsafe { words_of::<i64>(ask.aside, rows + 1) },
        },
        _ => return Err(UNKNOWN),
    })
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn column<'a>(ask: &sortid_column_ask, format: Format) -> Result<Column<'a>, Error> {
    // SAFETY: by the caller's word.
    let cells = unsafe { cells(ask) }?;
    let column = match ask.is_text {
        0 => Column::binary(cells, format),
        _ => Column::texts(cells, format),
    }?;
    if ask.valid == 0 {
        return Ok(column);
    }
    let offset = ask.valid_offset as usize;
    let bytes = (offset + column.len()).div_ceil(8);
    // SAFETY: by the caller's word.
    let valid = unsafe { words_of::<u8>(ask.valid, bytes) };
    column.with_validity(valid, offset)
}

/// # Safety
/// As [`sortid_column_read`].
unsafe fn id(column: &Column<'_>, ask: &sortid_column_ask) -> sortid_column_told {
    let row = ask.with as usize;
    let (refused, nulls) = match column.get(row) {
        None => (None, 1),
        Some(Err(error)) => (Some((row, error)), 0),
        Some(Ok(id)) => {
            // SAFETY: by the caller's word.
            unsafe { (ask.out as *mut sortid_id).write_unaligned(sortid_id::of(id)) };
            (None, 0)
        }
    };
    let mut told = sortid_column_told::refusing(refused);
    told.nulls = nulls;
    told
}

/// # Safety
/// The memory has this number of elements while the slice is used; the address of an empty one is not read.
unsafe fn words_of<'a, T>(address: u64, count: usize) -> &'a [T] {
    match count {
        0 => &[],
        // SAFETY: by the caller's word.
        _ => unsafe { std::slice::from_raw_parts(address as *const T, count) },
    }
}

/// # Safety
/// Like [`words_of`], without concurrent readers; an empty slice at address 0.
unsafe fn room<'a, T>(address: u64, count: usize) -> &'a mut [T] {
    match (address, count) {
        (0, _) | (_, 0) => &mut [],
        // SAFETY: by the caller's word.
        _ => unsafe { std::slice::from_raw_parts_mut(address as *mut T, count) },
    }
}
