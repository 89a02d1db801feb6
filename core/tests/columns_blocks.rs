//! Boundaries of the blocks of column operations: an invalid row at every position, other forms
//! between canonical texts, and output buffers with too few rows.
#![cfg(feature = "columns")]

use sortid::columns::{Cells, Column, OnInvalid, Outcome, TimeReader, Unit};
use sortid::{AnyId, Error, ErrorCode, Form, Format, Options};

/// Returns 70 ids with varying fields. Empty if a format has no id with all fields zero.
fn ids(format: Format) -> Vec<AnyId> {
    let Ok(first) = AnyId::from_fields([], format) else {
        return Vec::new();
    };
    let fields: Vec<_> = first.fields().map(|(name, _)| name).collect();
    let id = |row: i128| {
        let given = fields.iter().map(|&name| (name, row));
        let id = AnyId::from_fields(given, format)
            .or_else(|_| AnyId::from_fields([(fields[0], row)], format));
        id.unwrap_or(first)
    };
    (0..70).map(id).collect()
}

/// Asserts that a column of texts yields the bytes and errors of parsing each text singly.
fn assert_matches(texts: &[Vec<u8>], format: Format, before: usize) {
    let width = format.byte_len();
    let singles: Vec<Result<AnyId, Error>> = texts
        .iter()
        .map(|text| AnyId::parse(text, format))
        .collect();
    let (mut data, mut offsets) = (vec![b'-'; before], vec![before as i32]);
    for text in texts {
        data.extend(text);
        offsets.push(data.len() as i32);
    }
    // No spare capacity after the last text.
    data.shrink_to_fit();
    let cells = Cells::Offsets32 {
        data: &data,
        offsets: &offsets,
    };
    let column = Column::texts(cells, format).expect("valid cells");
    let (mut bytes, mut valid) = (
        vec![77; texts.len() * width],
        vec![0xff; texts.len().div_ceil(8)],
    );
    let outcome = column
        .bytes(&mut bytes, &mut valid, OnInvalid::Null)
        .expect("enough room");
    let first = singles
        .iter()
        .enumerate()
        .find_map(|(row, id)| Some((row, id.err()?)));
    assert_eq!(outcome.first, first, "{format}");
    for (row, id) in singles.iter().enumerate() {
        let expected = id.map_or(vec![0; width], |id| id.to_bytes().to_vec());
        assert_eq!(
            bytes[row * width..][..width],
            expected,
            "{format} row {row}"
        );
        assert_eq!(
            valid[row / 8] >> (row % 8) & 1 == 1,
            id.is_ok(),
            "{format} row {row}"
        );
    }
    let rows = first.map_or(texts.len(), |(row, _)| row);
    let stopped = column
        .bytes(&mut bytes, &mut [], OnInvalid::Stop)
        .expect("enough room");
    assert_eq!((stopped.rows, stopped.first), (rows, first), "{format}");
}

#[test]
fn bad_row_is_rejected_at_every_position_in_block() {
    for &format in Format::ALL {
        let texts: Vec<_> = ids(format)
            .iter()
            .map(|id| id.to_text().as_bytes().to_vec())
            .collect();
        assert_matches(&texts, format, 0);
        for place in 0..texts.len() {
            let mut damaged = texts.clone();
            let text = &mut damaged[place];
            match place % 4 {
                0 => text.push(b'0'),
                1 => drop(text.pop()),
                _ => {
                    let at = place % text.len();
                    text[at] = [b'!', 0xff][place % 2];
                }
            }
            assert_matches(&damaged, format, place % 17);
            // Columns that end within a block, at the bad row or before it.
            assert_matches(&damaged[..=place], format, place % 5);
            assert_matches(&damaged[..place], format, 1);
        }
    }
}

#[test]
fn version_and_variant_are_checked_in_every_row() {
    for &format in &[Format::Uuid7, Format::Uuid6, Format::Uuid1] {
        let texts: Vec<_> = ids(format)
            .iter()
            .map(|id| id.to_text().as_bytes().to_vec())
            .collect();
        for place in 0..texts.len() {
            for (at, digit) in [(14, b'4'), (19, b'c')] {
                let mut marked = texts.clone();
                marked[place][at] = digit;
                assert_matches(&marked, format, 3);
            }
        }
    }
}

#[test]
fn other_forms_parse_between_canonical_texts() {
    for &format in Format::ALL {
        let ids = ids(format);
        for &form in Form::ALL {
            let texts = ids.iter().enumerate().map(|(row, id)| {
                let text = match row % 3 {
                    1 => id.to_form(form).unwrap_or(id.to_text()),
                    _ => id.to_text(),
                };
                match row % 2 {
                    0 => text.as_bytes().to_ascii_uppercase(),
                    _ => text.as_bytes().to_vec(),
                }
            });
            assert_matches(&texts.collect::<Vec<_>>(), format, 2);
        }
    }
}

#[test]
fn short_output_buffers_are_rejected() {
    let ints = [0; 9];
    let column = Column::binary(Cells::Ints(&ints), Format::Tid).expect("integers");
    let clock = TimeReader::new(Format::Tid, Unit::Seconds, &Options::new()).expect("a time");
    let code = |result: Result<Outcome, Error>| result.map_err(|error| error.code()).err();
    let stop = OnInvalid::Stop;
    assert_eq!(
        code(column.times(&clock, &mut [0; 8], &mut [], stop)),
        Some(ErrorCode::BufferTooSmall)
    );
    assert_eq!(
        code(column.times(&clock, &mut [0; 9], &mut [0], stop)),
        Some(ErrorCode::InvalidLength)
    );
    assert_eq!(
        code(column.times(&clock, &mut [0; 9], &mut [0; 2], stop)),
        None
    );
    assert_eq!(
        code(column.bytes(&mut [0; 71], &mut [], stop)),
        Some(ErrorCode::BufferTooSmall)
    );
    assert_eq!(
        code(column.written(&mut [0; 116], &mut [], stop)),
        Some(ErrorCode::BufferTooSmall)
    );
    assert_eq!(
        code(column.ints(&mut [0; 8], &mut [], stop)),
        Some(ErrorCode::BufferTooSmall)
    );
    assert_eq!(code(column.valid(&mut [0])), Some(ErrorCode::InvalidLength));
    let other = TimeReader::new(Format::Ulid, Unit::Seconds, &Options::new()).expect("a time");
    assert_eq!(
        code(column.times(&other, &mut [0; 9], &mut [], stop)),
        Some(ErrorCode::NotApplicable)
    );
    assert!(column.with_validity(&[0], 0).is_err());
    let none = Column::binary(Cells::Ints(&[]), Format::Tid).expect("integers");
    assert_eq!(
        none.times(&clock, &mut [], &mut [], stop)
            .expect("no rows")
            .rows,
        0
    );
}
