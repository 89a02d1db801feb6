//! Arrays through Arrow's C data interface, in buffers of exactly the size that the array declares.
//!
//! Violations of the interface are rejected. Other arrays give the same rows as the bytes of each
//! row alone, without reads past them. Exported arrays can be imported again.
//!
//! Input: format, type, rows, offset, violation, keys, a bitmap, the ends of rows, bytes.
#![no_main]

use std::ffi::{CString, c_void};

use libfuzzer_sys::fuzz_target;
use sortid::columns::arrow::{ArrowType, RawArrowArray, RawArrowSchema};
use sortid::columns::{Column, OnInvalid, TimeReader, Unit};
use sortid::{AnyId, Error, ErrorCode, Format, Options};
use sortid_fuzz::Input;

/// Format strings of types of ids, and two that are not.
const LETTERS: [&str; 12] = [
    "u", "U", "vu", "z", "Z", "vz", "w:8", "w:16", "l", "L", "b", "+s",
];

/// Release functions of structures on the stack.
unsafe extern "C" fn nothing(_array: *mut RawArrowArray) {}
unsafe extern "C" fn no_more(_schema: *mut RawArrowSchema) {}

/// A buffer of exactly its size, so that the sanitizer detects each read past the end.
struct Buffer(Option<Box<[u8]>>);

impl Buffer {
    fn of<T: Copy, const N: usize>(ints: &[T], bytes: impl Fn(T) -> [u8; N]) -> Self {
        Self(Some(ints.iter().flat_map(|&int| bytes(int)).collect()))
    }

    fn address(&self) -> *const c_void {
        self.0
            .as_ref()
            .map_or(std::ptr::null(), |bytes| bytes.as_ptr().cast())
    }
}

/// The expected rows, from the same input without the library.
type Rows = Vec<Option<Vec<u8>>>;

struct Made {
    buffers: Vec<Buffer>,
    /// `None` if a row lies outside the buffers.
    rows: Option<Rows>,
}

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let letters = LETTERS[usize::from(input.byte()) % LETTERS.len()];
    let (count, first) = (
        usize::from(input.byte() % 40),
        usize::from(input.byte() % 20),
    );
    let (broken, keyed) = (input.byte(), input.byte() % 4 == 0);
    let bitmap = (broken & 1 == 0).then(|| bits(&mut input, first + count));
    let keys: Option<Vec<i8>> = keyed.then(|| (0..12).map(|_| input.byte() as i8 % 48).collect());
    let mut made = made(letters, first + count, first, &mut input);
    let is_there = |row: usize| {
        bitmap
            .as_ref()
            .is_none_or(|bits| bits[row / 8] >> (row % 8) & 1 == 1)
    };
    let valid = Buffer(bitmap.clone().map(Vec::into_boxed_slice));
    made.buffers.insert(0, valid);

    let mut addresses: Vec<_> = made.buffers.iter().map(Buffer::address).collect();
    let mut array = RawArrowArray {
        length: count as i64,
        null_count: -1,
        offset: first as i64,
        n_buffers: addresses.len() as i64,
        buffers: addresses.as_mut_ptr(),
        release: Some(nothing),
        ..RawArrowArray::EMPTY
    };
    // No violation claims more memory than the buffers have.
    let is_broken = match broken >> 1 {
        1 => {
            array.length = -1;
            true
        }
        2 => {
            array.offset = i64::MIN;
            true
        }
        3 => {
            array.offset = i64::MAX;
            true
        }
        4 => {
            array.null_count = array.length + 1;
            true
        }
        5 => {
            array.n_buffers = 1;
            true
        }
        6 => {
            array.buffers = std::ptr::null_mut();
            true
        }
        7 => {
            array.n_children = 1;
            true
        }
        8 => {
            array.release = None;
            true
        }
        _ => false,
    };
    let text = CString::new(letters).expect("letters");
    let values = RawArrowSchema {
        format: text.as_ptr(),
        release: Some(no_more),
        ..RawArrowSchema::EMPTY
    };
    // SAFETY: the format string is terminated, and there is no metadata.
    let of = unsafe { ArrowType::of(&values) };
    let Ok(of) = of else {
        assert!(matches!(letters, "b" | "+s"), "{letters}");
        return;
    };
    // SAFETY: the buffers are as long as the array says.
    let column = unsafe { of.column(&array, format) };
    let expected: Option<Rows> = made.rows.map(|rows| {
        let rows = rows.into_iter().skip(first).enumerate();
        rows.map(|(row, bytes)| bytes.filter(|_| is_there(first + row)))
            .collect()
    });
    let is_int = matches!(letters, "l" | "L");
    match (column, expected) {
        (Err(error), _) if is_broken || (is_int && format.bits() != 64) => refused(error),
        (Err(error), None) => refused(error),
        (Ok(column), Some(rows)) if !is_broken => {
            read(column, &rows, of.is_text());
            if let Some(keys) = keys {
                by_keys(&keys, &array, &values, format, &rows, of.is_text());
            }
        }
        (column, _) => panic!("{letters}, broken by {broken}: {column:?}"),
    }
});

fn refused(error: Error) {
    assert!(matches!(
        error.code(),
        ErrorCode::InvalidLength | ErrorCode::NullArgument | ErrorCode::NotApplicable
    ));
}

fn bits(input: &mut Input<'_>, rows: usize) -> Vec<u8> {
    (0..rows.div_ceil(8)).map(|_| input.byte()).collect()
}

/// Returns the buffers of a type for `rows` rows, without the bitmap. The array uses the rows from
/// `first` on.
fn made(letters: &str, rows: usize, first: usize, input: &mut Input<'_>) -> Made {
    match letters {
        "u" | "z" => behind(rows, first, input, |end| end.to_ne_bytes()),
        "U" | "Z" => behind(rows, first, input, |end| i64::from(end).to_ne_bytes()),
        "vu" | "vz" => views(rows, input),
        _ => {
            let width = if letters == "w:16" { 16 } else { 8 };
            let all: Vec<[u8; 16]> = (0..rows).map(|_| input.array()).collect();
            let is_int = matches!(letters, "l" | "L");
            let row = |bytes: &[u8; 16]| match (is_int, bytes.first_chunk::<8>()) {
                (true, Some(bytes)) => u64::from_ne_bytes(*bytes).to_be_bytes().to_vec(),
                _ => bytes[..width].to_vec(),
            };
            let data: Box<[u8]> = all
                .iter()
                .flat_map(|bytes| bytes[..width].to_vec())
                .collect();
            Made {
                buffers: vec![Buffer(Some(data))],
                rows: Some(all.iter().map(|bytes| Some(row(bytes))).collect()),
            }
        }
    }
}

/// Generates rows; each ends some bytes after the previous one, and rarely before it.
fn behind<const N: usize>(
    rows: usize,
    first: usize,
    input: &mut Input<'_>,
    bytes: impl Fn(i32) -> [u8; N],
) -> Made {
    let mut ends = vec![i32::from(input.byte() % 4)];
    for row in 0..rows {
        let step = match input.byte() {
            byte @ 250.. => i32::from(byte) - 256,
            byte => i32::from(byte % 64),
        };
        ends.push(ends[row] + step);
    }
    let len = usize::try_from(ends[rows]).unwrap_or(0);
    let mut data = input.bytes(len).to_vec();
    data.resize(len, b'2');
    let is_fine = ends[first] >= 0 && ends[first..].is_sorted();
    let all = ends.windows(2).map(|ends| {
        let (from, to) = (
            usize::try_from(ends[0]).ok()?,
            usize::try_from(ends[1]).ok()?,
        );
        data.get(from..to).map(<[u8]>::to_vec)
    });
    Made {
        rows: (is_fine || ends.len() == first + 1).then(|| all.collect()),
        buffers: vec![
            Buffer::of(&ends, bytes),
            Buffer(Some(data.into_boxed_slice())),
        ],
    }
}

/// Generates views of two buffers. A view that would point outside becomes an empty row, because it
/// would be valid in a null row.
fn views(rows: usize, input: &mut Input<'_>) -> Made {
    let lens = [40_usize, 9];
    let asked: Vec<[u8; 16]> = (0..rows).map(|_| input.array()).collect();
    let pieces = lens.map(|len| {
        let mut piece = input.bytes(len).to_vec();
        piece.resize(len, b'2');
        piece
    });
    let (mut views, mut all) = (Vec::new(), Vec::new());
    for mut view in asked {
        let (len, nth, at) = (
            usize::from(view[0] % 40),
            usize::from(view[8] % 2),
            usize::from(view[12] % 40),
        );
        let row = match len {
            0..=12 => Some(view[4..4 + len].to_vec()),
            _ => pieces[nth].get(at..at + len).map(<[u8]>::to_vec),
        };
        let row = row.unwrap_or_default();
        let len = row.len();
        view[..4].copy_from_slice(&(len as i32).to_ne_bytes());
        if len > 12 {
            view[8..12].copy_from_slice(&(nth as i32).to_ne_bytes());
            view[12..].copy_from_slice(&(at as i32).to_ne_bytes());
        }
        views.push(view);
        all.push(Some(row));
    }
    let mut buffers = vec![Buffer::of(&views, |view| view)];
    buffers.extend(pieces.map(|piece| Buffer(Some(piece.into_boxed_slice()))));
    buffers.push(Buffer::of(&lens, |len| (len as i64).to_ne_bytes()));
    Made {
        buffers,
        rows: Some(all),
    }
}

/// Checks that each row equals its bytes read alone, and that exported arrays can be imported
/// again.
fn read(column: Column<'_>, rows: &[Option<Vec<u8>>], is_text: bool) {
    let format = column.format();
    let alone = |bytes: &Vec<u8>| match is_text {
        true => AnyId::parse(bytes, format),
        false => AnyId::from_bytes(bytes, format),
    };
    assert_eq!(column.len(), rows.len());
    for (row, bytes) in rows.iter().enumerate() {
        assert_eq!(column.get(row), bytes.as_ref().map(alone), "row {row}");
    }
    let ids: Vec<Option<AnyId>> = rows.iter().map(|row| alone(row.as_ref()?).ok()).collect();
    for answer in [
        column.arrow_ids(OnInvalid::Null),
        column.arrow_texts(false, OnInvalid::Null),
    ] {
        let answer = answer.expect("memory");
        let schema = answer.data_type.schema();
        // SAFETY: both were exported just now.
        let again =
            unsafe { ArrowType::of(&schema).and_then(|of| of.column(&answer.array, format)) };
        let again = again.expect("ids");
        for (row, id) in ids.iter().enumerate() {
            assert_eq!(again.get(row), id.map(Ok), "row {row}");
        }
    }
    if let Ok(clock) = TimeReader::new(format, Unit::Milliseconds, &Options::new()) {
        let answer = column.arrow_times(&clock, OnInvalid::Null).expect("memory");
        let there = ids.iter().flatten().count();
        assert!(answer.outcome.nulls >= rows.len() - there);
        let stopped = column.arrow_times(&clock, OnInvalid::Stop).expect("memory");
        assert_eq!(stopped.outcome.first, answer.outcome.first);
    }
}

/// Checks the array as the values of a dictionary.
fn by_keys(
    keys: &[i8],
    values: &RawArrowArray,
    of: &RawArrowSchema,
    format: Format,
    rows: &[Option<Vec<u8>>],
    is_text: bool,
) {
    let buffer = Buffer::of(keys, i8::to_ne_bytes);
    let mut addresses = [std::ptr::null(), buffer.address()];
    let array = RawArrowArray {
        length: keys.len() as i64,
        n_buffers: 2,
        buffers: addresses.as_mut_ptr(),
        dictionary: std::ptr::from_ref(values).cast_mut(),
        release: Some(nothing),
        ..RawArrowArray::EMPTY
    };
    let schema = RawArrowSchema {
        format: c"c".as_ptr(),
        dictionary: std::ptr::from_ref(of).cast_mut(),
        release: Some(no_more),
        ..RawArrowSchema::EMPTY
    };
    // SAFETY: the array declares the actual number of keys.
    let column = unsafe { ArrowType::of(&schema).and_then(|of| of.column(&array, format)) };
    let taken = keys
        .iter()
        .map(|&key| rows.get(usize::try_from(key).ok()?).cloned());
    match (taken.collect::<Option<Vec<_>>>(), column) {
        (Some(rows), Ok(column)) => read(column, &rows, is_text),
        (None, Err(error)) => assert_eq!(error.code(), ErrorCode::InvalidLength),
        (rows, column) => panic!("{rows:?}, but {column:?}"),
    }
}
