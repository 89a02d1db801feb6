//! Arrays returned by column operations: the same values as in the caller's buffers, of the right
//! type, and freed once.

use std::ffi::CStr;

use sortid::columns::arrow::{
    Answer, ArrowArray, ArrowArrayStream, ArrowSchema, ArrowType, DataType,
};
use sortid::columns::{Bounds, Cells, Column, OnInvalid, TimeReader, Unit};
use sortid::{AnyId, ErrorCode, Format, Options, Timestamp};

use super::made::{array, bytes, narrow, schema};
use super::{TEXTS, read, rows, uuids, valid};

const DATA: &[u8] = b"3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2c";

/// Returns a column whose middle row is invalid.
fn column() -> Column<'static> {
    let cells = Cells::Fixed {
        data: DATA,
        width: 13,
    };
    Column::texts(cells, Format::Tid).expect("valid cells")
}

fn letters(data_type: DataType) -> String {
    let schema = data_type.schema();
    assert_eq!((schema.flags, schema.n_children), (2, 0));
    assert!(schema.dictionary.is_null());
    // SAFETY: the format of a live type is a C string.
    let letters = unsafe { CStr::from_ptr(schema.format) };
    letters.to_str().expect("letters").to_owned()
}

/// Copies the first `count` values of a buffer.
fn buffer<T: Copy>(array: &ArrowArray, nth: usize, count: usize) -> Vec<T> {
    // SAFETY: the tests read only values that the arrays have.
    unsafe {
        let buffers = std::slice::from_raw_parts(array.buffers, array.n_buffers as usize);
        std::slice::from_raw_parts(buffers[nth].cast(), count).to_vec()
    }
}

fn counts(answer: &Answer) -> (i64, i64, i64, i64) {
    let array = &answer.array;
    (
        array.length,
        array.null_count,
        array.offset,
        array.n_buffers,
    )
}

#[test]
fn arrow_times_match_column_times() {
    for (&unit, name) in Unit::ALL
        .iter()
        .zip(["tss:UTC", "tsm:UTC", "tsu:UTC", "tsn:UTC"])
    {
        let clock =
            TimeReader::new(Format::Tid, unit, &Options::new()).expect("a format with time");
        let answer = column()
            .arrow_times(&clock, OnInvalid::Null)
            .expect("enough memory");
        assert_eq!(letters(answer.data_type), name);
        assert_eq!(counts(&answer), (3, 1, 0, 2));
        let mut times = [0; 3];
        let outcome = column()
            .times(&clock, &mut times, &mut [], OnInvalid::Null)
            .expect("enough room");
        assert_eq!(outcome.nulls, answer.outcome.nulls);
        assert_eq!(buffer::<i64>(&answer.array, 1, 3), times);
        assert_eq!(buffer::<u8>(&answer.array, 0, 1), [0b101]);
        let stopped = column()
            .arrow_times(&clock, OnInvalid::Stop)
            .expect("enough memory");
        assert_eq!(counts(&stopped), (1, 0, 0, 2));
        let first = stopped
            .outcome
            .first
            .map(|(row, error)| (row, error.code(), error.offset()));
        assert_eq!(first, Some((1, ErrorCode::InvalidCharacter, Some(12))));
        // Without nulls there is no bitmap.
        // SAFETY: the array has two buffers.
        assert!(unsafe { (*stopped.array.buffers).is_null() });
    }
}

/// Reads a returned array as a column.
fn reread(answer: &Answer, format: Format) -> Vec<Option<String>> {
    read(&answer.data_type.schema(), &answer.array, format, rows).expect("a column")
}

#[test]
fn exported_arrays_read_back() {
    let expected: Vec<_> = [Some(TEXTS[0]), None, Some(TEXTS[2])]
        .map(|row| row.map(str::to_owned))
        .to_vec();
    let null = OnInvalid::Null;
    let answers = [
        (column().arrow_ids(null), "w:8"),
        (column().arrow_ints(null), "L"),
        (column().arrow_texts(false, null), "u"),
        (column().arrow_texts(true, null), "U"),
    ];
    for (answer, name) in answers {
        let answer = answer.expect("enough memory");
        assert_eq!(letters(answer.data_type), name);
        assert_eq!(reread(&answer, Format::Tid), expected, "{name}");
    }
    let ints = [(-1_i64 << 40) as u64, 77];
    let signed = Column::binary(Cells::Ints(&ints), Format::Timeid).expect("integers");
    let answer = signed.arrow_ints(OnInvalid::Stop).expect("enough memory");
    assert_eq!(letters(answer.data_type), "l");
    assert_eq!(buffer::<i64>(&answer.array, 1, 2), [-1 << 40, 77]);
}

#[test]
fn texts_of_varying_length_are_packed() {
    // A format whose texts have several lengths, and a null row among them.
    let format = Format::Snowflake;
    let ints = [5_u64, 1 << 62, 0, u64::MAX >> 1];
    let bitmap = [0b1101];
    let column = Column::binary(Cells::Ints(&ints), format).expect("integers");
    let column = column
        .with_validity(&bitmap, 0)
        .expect("a bitmap of all rows");
    let text =
        |int: u64| AnyId::from_u64(int, format).map_or("refused".to_owned(), |id| id.to_string());
    let expected: Vec<_> = (0..4)
        .map(|row| (row != 1).then(|| text(ints[row])))
        .collect();
    for is_large in [false, true] {
        let answer = column
            .arrow_texts(is_large, OnInvalid::Null)
            .expect("enough memory");
        assert_eq!(reread(&answer, format), expected);
        let len: usize = expected.iter().flatten().map(String::len).sum();
        let last = match is_large {
            true => buffer::<i64>(&answer.array, 1, 5)[4],
            false => i64::from(buffer::<i32>(&answer.array, 1, 5)[4]),
        };
        assert_eq!(last, len as i64);
    }
}

#[test]
fn field_and_between_export_expected_arrays() {
    let name = Format::Tid.fields().next().expect("a field").0;
    let answer = column()
        .arrow_field(name, OnInvalid::Null)
        .expect("a field");
    assert_eq!(letters(answer.data_type), "L");
    let first = AnyId::parse(TEXTS[0], Format::Tid).expect("a tid");
    let field = first.field(name).expect("a field") as u64;
    assert_eq!(buffer::<u64>(&answer.array, 1, 1), [field]);
    let code = |answer: Result<Answer, sortid::Error>| answer.expect_err("refused").code();
    assert_eq!(
        code(column().arrow_field("none", OnInvalid::Null)),
        ErrorCode::InvalidField
    );

    let (from, to) = (
        Timestamp::from_unix_ms(1_688_137_381_000),
        Timestamp::from_unix_ms(1_688_137_382_000),
    );
    let bounds = Bounds::new(from, to, Format::Tid, &Options::new()).expect("bounds");
    let answer = column()
        .arrow_between(&bounds, OnInvalid::Null)
        .expect("enough memory");
    assert_eq!(letters(answer.data_type), "b");
    assert_eq!(buffer::<u8>(&answer.array, 0, 1), [0b101]);
    assert_eq!(buffer::<u8>(&answer.array, 1, 1), [0b101]);
}

#[test]
fn exported_types_carry_the_format() {
    for &format in Format::ALL {
        let schema = DataType::Ids(format).schema();
        // SAFETY: the type is live.
        let of = unsafe { ArrowType::of(&schema) }.expect("ids");
        match of.is_uuid() {
            true => assert_eq!(of.format(), None),
            false => assert_eq!(of.format(), Some(format)),
        }
        assert!(!of.is_text());
    }
    // SAFETY: as above.
    let plain = unsafe { ArrowType::of(&schema("w:8")) }.expect("ids");
    assert_eq!((plain.format(), plain.is_uuid()), (None, false));
}

#[test]
fn stream_yields_each_array_once() {
    let (_, data) = uuids();
    let cells = Cells::Fixed {
        data: &data,
        width: 16,
    };
    let column = Column::binary(cells, Format::Uuid7).expect("valid cells");
    let piece = || {
        column
            .arrow_ids(OnInvalid::Stop)
            .expect("enough memory")
            .array
    };
    let mut stream = ArrowArrayStream::of(
        DataType::Ids(Format::Uuid7),
        vec![piece(), piece(), piece()],
    );
    // SAFETY: the stream is live.
    unsafe {
        let schema = stream.schema().expect("a type");
        assert!(ArrowType::of(&schema).expect("ids").is_uuid());
        drop(stream.schema().expect("the type again"));
        for _ in 0..2 {
            let array = stream.next().expect("no error").expect("a piece");
            assert_eq!(array.length, 4);
        }
        // The third array is freed with the stream.
        let mut producer = stream.into_raw();
        let mut moved = ArrowArrayStream::take(&mut producer);
        let mut stream = ArrowArrayStream::from_raw(producer);
        assert_eq!(stream.next().expect_err("released"), 22);
        assert_eq!(stream.schema().expect_err("released"), 22);
        assert_eq!(stream.last_error(), None);
        assert_eq!(moved.last_error(), None);
        let mut empty = ArrowArrayStream::of(DataType::Texts, vec![]);
        assert!(empty.next().expect("no error").is_none());
        assert!(empty.next().expect("no error").is_none());
    }
}

#[test]
fn foreign_array_outlives_its_stream() {
    // Streams also pass on arrays of other producers, which are released when they are dropped.
    let (made, releases) = array(
        3,
        vec![
            None,
            narrow(&[0, 13, 26, 39]),
            bytes(TEXTS.concat().as_bytes()),
        ],
    );
    let mut stream = ArrowArrayStream::of(DataType::Texts, vec![made]);
    // SAFETY: the stream is live.
    let (schema, piece): (ArrowSchema, _) = unsafe {
        let piece = stream.next().expect("no error").expect("a piece");
        (stream.schema().expect("a type"), piece)
    };
    drop(stream);
    assert_eq!(releases.get(), 0);
    assert_eq!(
        read(&schema, &piece, Format::Tid, rows).expect("a column"),
        valid(&TEXTS)
    );
    drop(piece);
    assert_eq!(releases.get(), 1);
}
