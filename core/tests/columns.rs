//! Column operations return for each row what the same operation on a single id returns.
#![cfg(feature = "columns")]

use sortid::columns::{
    Answers, Bounds, Buffers, Cells, Column, OnInvalid, Outcome, Question, TimeReader, Unit,
};
use sortid::{AnyId, Error, ErrorCode, Format, Options, Timestamp};

/// Returns pseudo-random words.
fn words() -> impl Iterator<Item = u64> {
    (1..).map(|nth: u64| nth.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ nth << 40)
}

/// Returns cells of bytes: ids of a format, invalid bits, and three cells of a wrong length.
fn cells_of(format: Format) -> Vec<Vec<u8>> {
    let mut words = words();
    let mut cells: Vec<Vec<u8>> = (0..300)
        .map(|_| {
            let bytes = words.by_ref().take(3).flat_map(u64::to_be_bytes);
            bytes.take(format.byte_len()).collect()
        })
        .collect();
    // Random bits are seldom a valid UUID, so two thirds of the cells copy the fixed bits of an id.
    if let Ok(marked) = AnyId::from_fields([], format) {
        let marks = marked.to_bytes();
        for (nth, cell) in cells.iter_mut().enumerate().filter(|(nth, _)| nth % 3 > 0) {
            let from = if nth % 3 == 1 { 6 } else { 4 };
            cell[from..9.min(format.byte_len())]
                .copy_from_slice(&marks[from..9.min(format.byte_len())]);
            if nth % 2 == 0 {
                cell[0] &= 0x1f;
            }
        }
    }
    cells[7].pop();
    cells[77].push(0);
    cells[201].clear();
    cells
}

/// Reads each cell as a single id.
fn singles(
    cells: &[Vec<u8>],
    read: impl Fn(&[u8]) -> Result<AnyId, Error>,
) -> Vec<Result<AnyId, Error>> {
    cells.iter().map(|cell| read(cell)).collect()
}

/// Concatenates the cells. Returns the data and the offsets of the cells.
fn joined(cells: &[Vec<u8>]) -> (Vec<u8>, Vec<i64>) {
    let (mut data, mut offsets) = (b"before".to_vec(), vec![6]);
    for cell in cells {
        data.extend(cell);
        offsets.push(data.len() as i64);
    }
    (data, offsets)
}

fn views(cells: &[Vec<u8>]) -> (Vec<[u8; 16]>, Vec<u8>) {
    let (mut views, mut buffer) = (Vec::new(), vec![9; 3]);
    for cell in cells {
        let mut view = [0; 16];
        view[..4].copy_from_slice(&(cell.len() as i32).to_ne_bytes());
        match cell.len() {
            0..=12 => view[4..4 + cell.len()].copy_from_slice(cell),
            _ => {
                view[8..12].copy_from_slice(&1_i32.to_ne_bytes());
                view[12..].copy_from_slice(&(buffer.len() as i32).to_ne_bytes());
                buffer.extend(cell);
            }
        }
        views.push(view);
    }
    (views, buffer)
}

/// Whether a row is valid: every third one is null, and so are rows 128 to 199.
fn is_there(row: usize) -> bool {
    row % 3 != 1 && !(128..200).contains(&row)
}

fn validity(rows: usize, offset: usize) -> Vec<u8> {
    let mut bitmap = vec![0; (rows + offset).div_ceil(8)];
    for row in (0..rows).filter(|&row| is_there(row)) {
        bitmap[(row + offset) / 8] |= 1 << ((row + offset) % 8);
    }
    bitmap
}

fn bit(bitmap: &[u8], row: usize) -> bool {
    bitmap[row / 8] >> (row % 8) & 1 == 1
}

/// Asserts that an operation's outcome, validity bitmap and values are the expected ones.
fn assert_outcome<T: PartialEq + std::fmt::Debug + Default>(
    outcome: &Outcome,
    valid: &[u8],
    values: &[T],
    expected: &[Option<Result<T, Error>>],
    on_invalid: OnInvalid,
) {
    let error_of =
        |row: &Option<Result<T, Error>>| row.as_ref().and_then(|row| row.as_ref().err().copied());
    let first = expected.iter().position(|row| error_of(row).is_some());
    let rows = match (on_invalid, first) {
        (OnInvalid::Stop, Some(first)) => first,
        _ => expected.len(),
    };
    assert_eq!(outcome.rows, rows);
    let place = |(row, error): (usize, Error)| (row, error.code(), error.offset());
    let expected_first = first.and_then(|first| Some((first, error_of(&expected[first])?)));
    assert_eq!(outcome.first.map(place), expected_first.map(place));
    for row in 0..rows {
        let is_valid = matches!(expected[row], Some(Ok(_)));
        assert_eq!(bit(valid, row), is_valid, "row {row}");
        match &expected[row] {
            Some(Ok(expected)) => assert_eq!(&values[row], expected, "row {row}"),
            _ => assert_eq!(values[row], T::default(), "row {row}"),
        }
    }
    let there = expected[..rows]
        .iter()
        .filter(|row| matches!(row, Some(Ok(_))))
        .count();
    assert_eq!(outcome.nulls, rows - there);
    if on_invalid == OnInvalid::Null {
        for &code in ErrorCode::ALL {
            let refused = expected
                .iter()
                .filter_map(error_of)
                .filter(|error| error.code() == code);
            assert_eq!(outcome.count(code), refused.count(), "{code}");
        }
    }
}

/// Compares every operation on a column with the same operation on single ids.
fn assert_matches(column: Column<'_>, singles: &[Result<AnyId, Error>], has_nulls: bool) {
    let format = column.format();
    let there = |row: usize| !has_nulls || is_there(row);
    let each = |row: usize| there(row).then(|| singles[row]);
    let rows = singles.len();
    assert_eq!(column.len(), rows);
    for row in [0, 1, 7, 77, rows - 1] {
        assert_eq!(column.get(row), each(row), "row {row}");
    }
    for on_invalid in [OnInvalid::Stop, OnInvalid::Null] {
        for &unit in Unit::ALL {
            let Ok(clock) = TimeReader::new(format, unit, &Options::new()) else {
                assert_eq!(
                    AnyId::from_fields([], format).map(|id| id.timestamp().is_ok()),
                    Ok(false)
                );
                continue;
            };
            let per = [1_000_000_000, 1_000_000, 1000, 1][Unit::ALL
                .iter()
                .position(|&one| one == unit)
                .expect("a unit")];
            let expected: Vec<_> = (0..rows)
                .map(|row| {
                    Some(each(row)?.and_then(|id| {
                        let time = id.timestamp()?.unix_ns().div_euclid(per);
                        let beyond = AnyId::min_at(Timestamp::MAX, Format::Tid)
                            .expect_err("after the last tid");
                        i64::try_from(time).map_err(|_| beyond)
                    }))
                })
                .collect();
            let (mut times, mut valid) = (vec![77; rows], vec![0xff; rows.div_ceil(8)]);
            let (question, answers) = (Question::Times(clock), Answers::Times(&mut times));
            let outcome = column
                .answer(&question, answers, &mut valid, on_invalid)
                .expect("enough room");
            assert_outcome(&outcome, &valid, &times, &expected, on_invalid);
        }
        let expected: Vec<_> = (0..rows)
            .map(|row| Some(each(row)?.map(|id| id.to_bytes().to_vec())))
            .collect();
        let (mut bytes, mut valid) = (
            vec![77; rows * format.byte_len()],
            vec![0xff; rows.div_ceil(8)],
        );
        let outcome = column
            .answer(
                &Question::Bytes,
                Answers::Bytes(&mut bytes),
                &mut valid,
                on_invalid,
            )
            .expect("enough room");
        let zeros = vec![0; format.byte_len()];
        let values: Vec<_> = bytes
            .chunks(format.byte_len())
            .map(|id| if id == zeros { vec![] } else { id.to_vec() })
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|row| row.map(|row| row.map(|id| if id == zeros { vec![] } else { id })))
            .collect();
        assert_outcome(&outcome, &valid, &values, &expected, on_invalid);

        let expected: Vec<_> = (0..rows)
            .map(|row| Some(each(row)?.map(|id| id.to_string())))
            .collect();
        let (mut texts, mut valid) = (
            vec![77; rows * format.text_len()],
            vec![0xff; rows.div_ceil(8)],
        );
        let outcome = column
            .answer(
                &Question::Texts,
                Answers::Bytes(&mut texts),
                &mut valid,
                on_invalid,
            )
            .expect("enough room");
        let values: Vec<_> = texts
            .chunks(format.text_len())
            .map(|text| {
                String::from_utf8_lossy(text)
                    .trim_end_matches('\0')
                    .to_owned()
            })
            .collect();
        assert_outcome(&outcome, &valid, &values, &expected, on_invalid);

        let names: Vec<_> = singles
            .iter()
            .flatten()
            .take(1)
            .flat_map(|id| id.fields().map(|(name, _)| name).collect::<Vec<_>>())
            .collect();
        for name in names {
            let mut ints = vec![77; rows];
            let mut valid = vec![0xff; rows.div_ceil(8)];
            let (question, answers) = (Question::field(name, format), Answers::Ints(&mut ints));
            match column.answer(&question, answers, &mut valid, on_invalid) {
                Ok(outcome) => {
                    let expected: Vec<_> = (0..rows)
                        .map(|row| {
                            Some(each(row)?.map(|id| id.field(name).expect("a field") as u64))
                        })
                        .collect();
                    assert_outcome(&outcome, &valid, &ints, &expected, on_invalid);
                }
                Err(error) => assert_eq!(error.code(), ErrorCode::NotApplicable, "{name}"),
            }
        }
    }
    assert_between(column, each);
}

/// Compares the rows of an interval with single ids.
fn assert_between(column: Column<'_>, each: impl Fn(usize) -> Option<Result<AnyId, Error>>) {
    let (format, rows) = (column.format(), column.len());
    let (from, to) = (
        Timestamp::from_unix_ms(1_300_000_000_000),
        Timestamp::from_unix_ms(1_900_000_000_123),
    );
    if let Ok(range) = AnyId::range(from, to, format) {
        let bounds = Bounds::new(from, to, format, &Options::new()).expect("bounds");
        let question = Question::Between(bounds);
        let (mut inside, mut valid) = (vec![0xff; rows.div_ceil(8)], vec![0; rows.div_ceil(8)]);
        let outcome = column
            .answer(
                &question,
                Answers::Bytes(&mut inside),
                &mut valid,
                OnInvalid::Null,
            )
            .expect("enough room");
        assert_eq!(outcome.rows, rows);
        let is_inside = |id: &AnyId| {
            id.timestamp()
                .map(|time| range.start().timestamp().is_ok_and(|start| start <= time) && time < to)
        };
        for row in 0..rows {
            let expected = matches!(each(row), Some(Ok(id)) if is_inside(&id) == Ok(true));
            assert_eq!(bit(&inside, row), expected, "{format} row {row}");
        }
    }
}

#[test]
fn byte_columns_match_single_ids() {
    for &format in Format::ALL {
        let cells = cells_of(format);
        let singles = singles(&cells, |cell| AnyId::from_bytes(cell, format));
        let (data, wide) = joined(&cells);
        let narrow: Vec<_> = wide.iter().map(|&offset| offset as i32).collect();
        let (seen, buffer) = views(&cells);
        let bitmap = validity(cells.len(), 5);
        for of in [
            Cells::Offsets64 {
                data: &data,
                offsets: &wide,
            },
            Cells::Offsets32 {
                data: &data,
                offsets: &narrow,
            },
            Cells::Views {
                views: &seen,
                buffers: Buffers::from(&[&[][..], &buffer]),
            },
        ] {
            let column = Column::binary(of, format).expect("valid cells");
            assert_matches(column, &singles, false);
            assert_matches(
                column
                    .with_validity(&bitmap, 5)
                    .expect("a bitmap of all rows"),
                &singles,
                true,
            );
        }
    }
}

#[test]
fn integer_columns_match_single_ids() {
    for &format in Format::ALL {
        let ints: Vec<u64> = words()
            .take(100)
            .flat_map(|word| [word, word >> 1, word >> 20])
            .collect();
        let column = Column::binary(Cells::Ints(&ints), format);
        if format.bits() != 64 {
            assert_eq!(
                column.map_err(|error| error.code()).err(),
                Some(ErrorCode::NotApplicable)
            );
            continue;
        }
        let column = column.expect("integers");
        let singles: Vec<_> = ints
            .iter()
            .map(|&int| AnyId::from_u64(int, format))
            .collect();
        let bitmap = validity(ints.len(), 0);
        assert_matches(column, &singles, false);
        assert_matches(
            column
                .with_validity(&bitmap, 0)
                .expect("a bitmap of all rows"),
            &singles,
            true,
        );
    }
}

#[test]
fn text_columns_match_single_ids() {
    for &format in Format::ALL {
        let ids = cells_of(format)
            .into_iter()
            .map(|cell| AnyId::from_bytes(&cell, format));
        let mut texts: Vec<Vec<u8>> = ids
            .enumerate()
            .map(|(nth, id)| match id {
                Ok(id) if nth % 5 != 4 => id.to_string().into_bytes(),
                Ok(id) => format!("{id} ").into_bytes(),
                Err(_) => b"no id".to_vec(),
            })
            .collect();
        texts[42] = "é".repeat(20).into_bytes();
        let singles = singles(&texts, |text| AnyId::parse(text, format));
        let (data, offsets) = joined(&texts);
        let (seen, buffer) = views(&texts);
        let bitmap = validity(texts.len(), 3);
        let width = texts.iter().map(Vec::len).max().expect("texts");
        let fixed: Vec<u8> = texts
            .iter()
            .flat_map(|text| text.iter().copied().chain(std::iter::repeat(0)).take(width))
            .collect();
        for of in [
            Cells::Offsets64 {
                data: &data,
                offsets: &offsets,
            },
            Cells::Views {
                views: &seen,
                buffers: Buffers::from(&[&[][..], &buffer]),
            },
            Cells::Fixed {
                data: &fixed,
                width,
            },
        ] {
            let column = Column::texts(of, format).expect("valid cells");
            assert_matches(column, &singles, false);
            assert_matches(
                column
                    .with_validity(&bitmap, 3)
                    .expect("a bitmap of all rows"),
                &singles,
                true,
            );
        }
    }
}

#[test]
fn answer_rejects_other_memory_and_unknown_fields() {
    let column = Column::binary(Cells::Ints(&[0x0400]), Format::Tid).expect("a tid");
    let answer = |question: &Question, answers: Answers<'_>| {
        let outcome = column.answer(question, answers, &mut [], OnInvalid::Stop);
        outcome.map(|_| ()).map_err(|error| error.code())
    };
    let (ints, field) = (Question::Ints, Question::field("node", Format::Tid));
    let other = answer(&ints, Answers::Bytes(&mut [0; 8]));
    assert_eq!(other, Err(ErrorCode::NotApplicable));
    let unknown = answer(&field, Answers::Ints(&mut [0]));
    assert_eq!(unknown, Err(ErrorCode::InvalidField));
    assert_eq!(answer(&ints, Answers::Ints(&mut [0])), Ok(()));
    let is_signed = |name| Question::field(name, Format::Timeid).is_signed(Format::Timeid);
    assert_eq!(["timestamp_us", "node"].map(is_signed), [true, false]);
}
