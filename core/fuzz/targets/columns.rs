//! Reading of columns: each row gives the same result as alone, in every layout of memory.
//!
//! Input: format, kind of cells, nulls, lengths, memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sortid::columns::{Bounds, Buffers, Cells, Column, OnInvalid, Outcome, TimeReader, Unit};
use sortid::{AnyId, Error, Format, Options};
use sortid_fuzz::{Input, NOON, later};

/// The maximum number of rows, which fill more than three blocks.
const ROWS: usize = 200;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let (sort, nulls) = (input.byte(), input.byte());
    let repeats = 1 + usize::from(input.byte());
    let lengths: Vec<u8> = input.bytes(8).to_vec();
    let memory = input.rest();
    let is_text = sort & 1 == 0;
    match sort / 2 % 5 {
        0 => offsets(format, is_text, nulls, &lengths, memory, repeats),
        1 => fixed(format, is_text, nulls, &lengths, memory),
        2 => views(format, is_text, nulls, &lengths, memory),
        3 => ints(format, nulls, memory),
        _ => texts(format, nulls, memory),
    }
});

/// Copies bytes into memory of exactly their size, so that reads past the end are detected.
fn own(bytes: &[u8]) -> Box<[u8]> {
    bytes.into()
}

fn made<'a>(cells: Cells<'a>, format: Format, is_text: bool) -> Result<Column<'a>, Error> {
    match is_text {
        true => Column::texts(cells, format),
        false => Column::binary(cells, format),
    }
}

/// Tests offsets that mostly increase; some are invalid.
fn offsets(format: Format, is_text: bool, nulls: u8, lengths: &[u8], memory: &[u8], rows: usize) {
    let mut offsets = vec![0_i32];
    for row in 0..rows.min(ROWS) {
        let length = lengths
            .get(row % lengths.len().max(1))
            .copied()
            .unwrap_or(36);
        let last = offsets.last().copied().unwrap_or_default();
        let next = match length {
            250.. => last.wrapping_sub(i32::from(length)),
            _ => last + i32::from(length % 48),
        };
        offsets.push(next);
    }
    let wide: Vec<_> = offsets.iter().map(|&offset| i64::from(offset)).collect();
    let data = own(memory);
    let narrow = Cells::Offsets32 {
        data: &data,
        offsets: &offsets,
    };
    let wide = Cells::Offsets64 {
        data: &data,
        offsets: &wide,
    };
    let columns = [narrow, wide].map(|cells| made(cells, format, is_text));
    assert_eq!(
        columns.map(|column| column.map(|column| column.len())),
        [columns[0].map(|column| column.len()); 2]
    );
    columns
        .into_iter()
        .flatten()
        .for_each(|column| ask(column, nulls));
}

fn fixed(format: Format, is_text: bool, nulls: u8, lengths: &[u8], memory: &[u8]) {
    let width = match lengths.first().copied().unwrap_or_default() {
        length @ 0..50 => usize::from(length),
        _ if is_text => format.text_len(),
        _ => format.byte_len(),
    };
    let rows = (memory.len() / width.max(1)).min(ROWS);
    let data = own(&memory[..rows * width]);
    if let Ok(column) = made(Cells::Fixed { data: &data, width }, format, is_text) {
        ask(column, nulls);
    }
}

/// Tests arbitrary views.
fn views(format: Format, is_text: bool, nulls: u8, lengths: &[u8], memory: &[u8]) {
    let (views, _) = memory.as_chunks::<16>();
    let views: Vec<_> = views.iter().copied().take(ROWS).collect();
    let buffers = [own(lengths), own(memory)];
    let buffers: Vec<&[u8]> = buffers.iter().map(|buffer| &**buffer).collect();
    if let Ok(column) = made(
        Cells::Views {
            views: &views,
            buffers: Buffers::from(&buffers[..]),
        },
        format,
        is_text,
    ) {
        ask(column, nulls);
    }
}

fn ints(format: Format, nulls: u8, memory: &[u8]) {
    let (ints, _) = memory.as_chunks();
    let ints: Vec<_> = ints
        .iter()
        .map(|int| u64::from_le_bytes(*int))
        .take(ROWS)
        .collect();
    if let Ok(column) = Column::binary(Cells::Ints(&ints), format) {
        ask(column, nulls);
    }
}

/// Tests the texts of ids with the memory's bits, so that many rows are valid.
fn texts(format: Format, nulls: u8, memory: &[u8]) {
    let width = format.text_len();
    let mut data = Vec::new();
    for bytes in memory.chunks_exact(format.byte_len()).take(ROWS) {
        let bytes = sortid_fuzz::with_marks(format, bytes);
        let text = AnyId::from_bytes(&bytes, format).map(|id| id.to_text());
        let text = text.as_ref().map_or(&b"none"[..], |text| text.as_bytes());
        data.extend(text.iter().copied().chain(std::iter::repeat(0)).take(width));
    }
    let data = own(&data);
    if let Ok(column) = Column::texts(Cells::Fixed { data: &data, width }, format) {
        ask(column, nulls);
    }
}

/// Compares all operations on a column, into memory of exactly its rows, with each row alone.
fn ask(column: Column<'_>, nulls: u8) {
    let (rows, format) = (column.len(), column.format());
    let offset = usize::from(nulls % 9);
    let bitmap: Vec<u8> = (0..(rows + offset).div_ceil(8))
        .map(|at| {
            if nulls < 64 {
                0xff
            } else {
                nulls.wrapping_mul(at as u8 | 1)
            }
        })
        .collect();
    let column = column
        .with_validity(&bitmap, offset)
        .expect("as many are there");
    let alone: Vec<_> = (0..rows).map(|row| column.get(row)).collect();
    let bitmap = || vec![0xaa; rows.div_ceil(8)];
    for on_invalid in [OnInvalid::Stop, OnInvalid::Null] {
        let mut valid = bitmap();
        let mut bytes = vec![0xaa; rows * format.byte_len()];
        let outcome = column
            .bytes(&mut bytes, &mut valid, on_invalid)
            .expect("room");
        for (row, id) in held(&outcome, &alone, on_invalid, |_| true).enumerate() {
            let bytes = &bytes[row * format.byte_len()..][..format.byte_len()];
            match id {
                Some(id) => assert_eq!(bytes, &*id.to_bytes()),
                None => assert!(bytes.iter().all(|&byte| byte == 0)),
            }
            assert_eq!(valid[row / 8] >> (row % 8) & 1 == 1, id.is_some());
        }

        let mut texts = vec![0xaa; rows * format.text_len()];
        let outcome = column
            .written(&mut texts, &mut [], on_invalid)
            .expect("room");
        for (row, id) in held(&outcome, &alone, on_invalid, |_| true).enumerate() {
            let text = &texts[row * format.text_len()..][..format.text_len()];
            let expected = id.map(|id| id.to_text());
            let expected = expected.as_ref().map_or(&b""[..], |text| text.as_bytes());
            assert_eq!(&text[..expected.len()], expected);
            assert!(text[expected.len()..].iter().all(|&byte| byte == 0));
        }

        for &unit in Unit::ALL {
            let Ok(clock) = TimeReader::new(format, unit, &Options::new()) else {
                continue;
            };
            let ns = [1_000_000_000, 1_000_000, 1000, 1][unit as usize];
            let time =
                |id: &AnyId| i64::try_from(id.timestamp().ok()?.unix_ns().div_euclid(ns)).ok();
            let mut times = vec![77; rows];
            let outcome = column
                .times(&clock, &mut times, &mut valid, on_invalid)
                .expect("room");
            let told = held(&outcome, &alone, on_invalid, |id| time(id).is_some());
            for (row, id) in told.enumerate() {
                assert_eq!(times[row], id.and_then(|id| time(&id)).unwrap_or_default());
            }
        }
    }
    let (from, to) = (later(NOON, -1 << 60), later(NOON, 1 << 50));
    if let Ok(bounds) = Bounds::new(from, to, format, &Options::new()) {
        let mut inside = bitmap();
        let outcome = column.between(&bounds, &mut inside, &mut [], OnInvalid::Null);
        assert_eq!(outcome.expect("room").rows, rows);
    }
    let counted = column
        .valid(&mut bitmap())
        .map(|outcome| outcome.counts().map(|(_, count)| count).sum());
    let refused = alone
        .iter()
        .filter(|row| matches!(row, Some(Err(_))))
        .count();
    assert_eq!(counted, if rows == 0 { counted } else { Ok(refused) });
}

/// Returns the rows that were written, with their ids if these can be converted, and checks the
/// outcome.
fn held(
    outcome: &Outcome,
    alone: &[Option<Result<AnyId, Error>>],
    on_invalid: OnInvalid,
    is_told: impl Fn(&AnyId) -> bool,
) -> impl Iterator<Item = Option<AnyId>> {
    let good = |row: &Option<Result<AnyId, Error>>| match row {
        Some(Ok(id)) => Some(*id).filter(&is_told),
        _ => None,
    };
    let bad = alone
        .iter()
        .position(|row| row.is_some() && good(row).is_none());
    assert_eq!(outcome.first.map(|(row, _)| row), bad);
    let rows = match (on_invalid, bad) {
        (OnInvalid::Stop, Some(bad)) => bad,
        _ => alone.len(),
    };
    let ids: Vec<_> = alone[..rows].iter().map(good).collect();
    assert_eq!(outcome.rows, rows);
    assert_eq!(outcome.nulls, ids.iter().filter(|id| id.is_none()).count());
    ids.into_iter()
}
