//! Compares the C function for columns with single ids, in every memory layout.

use sortid::{AnyId, ErrorCode, Format, Options};
use sortid_uniffi::columns::*;
use sortid_uniffi::error::{Failure, Refusal};
use sortid_uniffi::given::{Given, Setting};
use sortid_uniffi::refused::last_refusal;
use sortid_uniffi::value::UnixTime;

const ROWS: usize = 150;

/// A null row, an invalid text, a valid one.
#[derive(Clone)]
enum Row {
    Null,
    Cell(Vec<u8>),
}

/// Ids of a format and an invalid one, as texts or bytes.
fn rows(format: Format, is_text: bool) -> Vec<Row> {
    let row = |nth: usize| {
        if nth % 5 == 3 {
            return Row::Null;
        }
        let fields = format.fields().map(|(name, bits)| {
            let bits = u32::min(bits, 40);
            (
                name,
                i128::from((nth as u64 * 77_777_777) & ((1 << bits) - 1)),
            )
        });
        let id = AnyId::from_fields(fields, format).or_else(|_| AnyId::from_fields([], format));
        let id = id.expect("an id");
        let mut cell = match is_text {
            true => id.to_text().as_bytes().to_vec(),
            false => id.to_bytes().to_vec(),
        };
        match nth % 37 {
            5 => cell.truncate(3),
            9 => cell[1] = b'!',
            _ => {}
        }
        Row::Cell(cell)
    };
    (0..ROWS).map(row).collect()
}

/// A request with the memory that it refers to.
struct OwnedColumn {
    request: sortid_column_request,
    _data: Vec<u8>,
    _ints: Vec<u64>,
    _offsets: (Vec<i32>, Vec<i64>),
    _valid: Vec<u8>,
}

fn owned(format: Format, is_text: bool, rows: &[Row], kind: u64, bit: usize) -> OwnedColumn {
    let (mut data, mut ints) = (Vec::new(), Vec::new());
    let mut offsets = (vec![0], vec![0]);
    let mut valid = vec![0; (bit + rows.len()).div_ceil(8)];
    let width = match is_text {
        true => format.text_len() + 2,
        false => format.byte_len(),
    };
    for (nth, row) in rows.iter().enumerate() {
        let cell = match row {
            Row::Null => &[][..],
            Row::Cell(cell) => {
                valid[(bit + nth) / 8] |= 1 << ((bit + nth) % 8);
                cell
            }
        };
        if kind == cells::INTS {
            let padded: [u8; 8] = std::array::from_fn(|at| cell.get(at).copied().unwrap_or(0));
            ints.push(u64::from_be_bytes(padded));
        }
        data.extend(cell);
        if kind == cells::FIXED {
            data.resize((nth + 1) * width, 0);
        }
        offsets.0.push(data.len() as i32);
        offsets.1.push(data.len() as i64);
    }
    let aside = match kind {
        cells::FIXED => width as u64,
        cells::OFFSETS_32 => offsets.0.as_ptr() as u64,
        _ => offsets.1.as_ptr() as u64,
    };
    let start = match kind {
        cells::INTS => ints.as_ptr() as u64,
        _ => data.as_ptr() as u64,
    };
    OwnedColumn {
        request: sortid_column_request {
            format: format.code().into(),
            is_text: is_text.into(),
            cells: kind,
            rows: rows.len() as u64,
            data: start,
            data_length: data.len() as u64,
            aside,
            valid: valid.as_ptr() as u64,
            valid_offset: bit as u64,
            what: what::NOTHING,
            with: 0,
            with_length: 0,
            on_invalid: 1,
            out: 0,
            out_length: 0,
            out_valid: 0,
        },
        _data: data,
        _ints: ints,
        _offsets: offsets,
        _valid: valid,
    }
}

/// The number of a code and the offset of the byte at fault.
type Summary = (i32, Option<u32>);

fn summary(refusal: &Refusal) -> Summary {
    (refusal.code, refusal.offset)
}

fn run(request: &sortid_column_request) -> Result<sortid_column_response, Summary> {
    let mut response = std::mem::MaybeUninit::uninit();
    // SAFETY: the requests of the tests match their memory.
    let status = unsafe { sortid_column_read(request, response.as_mut_ptr()) };
    if status == 0 {
        // SAFETY: the function succeeded, so it has written the response.
        return Ok(unsafe { response.assume_init() });
    }
    Err(summary(&last_refusal(None, None, 0)))
}

/// The first invalid row of a response, and its error.
fn first_refusal(
    request: &sortid_column_request,
    response: &sortid_column_response,
) -> Option<(usize, Refusal)> {
    let row = usize::try_from(response.refused).ok()?;
    let address = std::ptr::from_ref(request) as u64;
    let refusal = column_refusal(address, row as u64, 0).expect("a column");
    Some((row, refusal))
}

/// The bytes of an id in a cell.
fn binary(format: Format, kind: u64, cell: &[u8]) -> Vec<u8> {
    let mut bytes = cell.to_vec();
    if matches!(kind, cells::INTS | cells::FIXED) {
        bytes.resize(format.byte_len(), 0);
    }
    bytes
}

/// The result for a single row.
fn alone(format: Format, is_text: bool, kind: u64, row: &Row) -> Option<Result<AnyId, Summary>> {
    let Row::Cell(cell) = row else { return None };
    let id = match is_text {
        true => AnyId::parse(cell, format),
        false => AnyId::from_bytes(&binary(format, kind, cell), format),
    };
    Some(id.map_err(|error| {
        let offset = error.offset().and_then(|offset| offset.try_into().ok());
        (error.code() as i32, offset)
    }))
}

#[test]
fn rows_equal_single_ids_in_every_layout() {
    for &format in Format::ALL {
        for (is_text, kind) in [
            (true, cells::FIXED),
            (true, cells::OFFSETS_32),
            (true, cells::OFFSETS_64),
            (false, cells::FIXED),
            (false, cells::OFFSETS_32),
            (false, cells::OFFSETS_64),
            (false, cells::INTS),
        ] {
            if kind == cells::INTS && format.bits() != 64 {
                continue;
            }
            for bit in [0, 5] {
                compare(format, is_text, kind, bit);
            }
        }
    }
}

fn compare(format: Format, is_text: bool, kind: u64, bit: usize) {
    let rows = rows(format, is_text);
    let owned = owned(format, is_text, &rows, kind, bit);
    let alone = rows.iter().map(|row| alone(format, is_text, kind, row));
    let alone: Vec<_> = alone.collect();
    let width = format.byte_len();
    let (mut out, mut valid) = (vec![0xee; ROWS * width], [0xee_u8; ROWS.div_ceil(8)]);
    let mut request = sortid_column_request {
        what: what::BYTES,
        out: out.as_mut_ptr() as u64,
        out_length: out.len() as u64,
        out_valid: valid.as_mut_ptr() as u64,
        ..owned.request
    };
    let response = run(&request).expect("a column");
    assert_eq!(response.rows as usize, ROWS);
    let refusals = || {
        let rows = alone.iter().enumerate();
        rows.filter_map(|(nth, row)| Some((nth, (*row.as_ref()?.as_ref().err()?))))
    };
    let first = refusals().next();
    let found = first_refusal(&request, &response).map(|(row, refusal)| (row, summary(&refusal)));
    assert_eq!(found, first, "{format} {kind}");
    for &code in ErrorCode::ALL {
        let expected = refusals().filter(|(_, (number, _))| *number == code as i32);
        assert_eq!(
            response.counts[code as usize],
            expected.count() as u64,
            "{code:?}"
        );
    }
    let nulls = alone.iter().filter(|row| !matches!(row, Some(Ok(_))));
    assert_eq!(response.nulls as usize, nulls.count());
    for (nth, row) in alone.iter().enumerate() {
        let written = &out[nth * width..][..width];
        let is_there = valid[nth / 8] >> (nth % 8) & 1 == 1;
        match row {
            Some(Ok(id)) => assert_eq!((is_there, written), (true, &id.to_bytes()[..])),
            _ => assert_eq!((is_there, written), (false, &vec![0; width][..])),
        }
        let mut read = [0_u8; 24];
        let request = sortid_column_request {
            what: what::ID,
            with: nth as u64,
            out: read.as_mut_ptr() as u64,
            ..request
        };
        let response = run(&request).expect("a row");
        let refusal = first_refusal(&request, &response);
        match row {
            None => assert_eq!((response.nulls, refusal), (1, None)),
            Some(Err(error)) => {
                let (row, refusal) = refusal.expect("an invalid row");
                assert_eq!((row, summary(&refusal)), (nth, *error));
                let Row::Cell(cell) = &rows[nth] else {
                    panic!("a null row must not be an error")
                };
                let message = match is_text {
                    true => {
                        AnyId::parse(cell, format).map_err(|error| error.describe(cell).to_string())
                    }
                    false => Err(AnyId::from_bytes(&binary(format, kind, cell), format)
                        .expect_err("an invalid row")
                        .to_string()),
                };
                assert_eq!(message, Err(refusal.message));
            }
            Some(Ok(id)) => {
                assert_eq!((&read[..width], response.nulls), (&id.to_bytes()[..], 0));
                assert_eq!(read[20..], u32::from(format.code()).to_ne_bytes());
                assert_eq!(refusal, None);
            }
        }
    }
    request.on_invalid = 0;
    let response = run(&request).expect("a column");
    let expected = first.map_or(ROWS, |(row, _)| row);
    assert_eq!(response.rows as usize, expected);
}

fn times(format: Format, unit: u8, given: Vec<Given>) -> std::sync::Arc<RawReading> {
    RawReading::times(format.code(), unit, given).expect("a format with time")
}

#[test]
fn times_fields_and_intervals_equal_those_of_core() {
    let epoch = || Given {
        name: "epoch".to_owned(),
        value: Setting::Word {
            value: "discord".to_owned(),
        },
    };
    let ids = [175_928_847_299_117_063, 1, u64::MAX];
    let owned = sortid_column_request {
        format: Format::FlakeIdgen.code().into(),
        is_text: 0,
        cells: cells::INTS,
        rows: 3,
        data: ids.as_ptr() as u64,
        data_length: 24,
        aside: 0,
        valid: 0,
        valid_offset: 0,
        what: what::TIMES,
        with: 0,
        with_length: 0,
        on_invalid: 0,
        out: 0,
        out_length: 24,
        out_valid: 0,
    };
    let mut out = [0_i64; 3];
    let discord = times(Format::FlakeIdgen, 1, vec![epoch()]);
    let request = sortid_column_request {
        with: discord.address(),
        out: out.as_mut_ptr() as u64,
        ..owned
    };
    assert_eq!(run(&request).expect("times").rows, 3);
    let options = Options::new().epoch(sortid::options::Epoch::Discord);
    for (out, int) in out.iter().zip(ids) {
        let id = AnyId::from_u64(int, Format::FlakeIdgen).expect("an id");
        let time = id.timestamp_with(&options).expect("a time");
        assert_eq!(i128::from(*out), time.unix_ns() / 1_000_000);
    }
    let between = RawReading::between(
        Format::FlakeIdgen.code(),
        UnixTime {
            seconds: 1_462_015_105,
            nanos: 0,
        },
        UnixTime {
            seconds: 1_462_015_106,
            nanos: 0,
        },
        vec![epoch()],
    );
    let between = between.expect("an interval");
    let mut inside = [0_u8];
    let request = sortid_column_request {
        what: what::BETWEEN,
        with: between.address(),
        out: inside.as_mut_ptr() as u64,
        out_length: 1,
        ..owned
    };
    assert_eq!((run(&request).expect("a mask").rows, inside), (3, [1]));
    let mut field = [0_u64; 3];
    let name = "counter";
    let request = sortid_column_request {
        what: what::FIELD,
        with: name.as_ptr() as u64,
        with_length: name.len() as u64,
        out: field.as_mut_ptr() as u64,
        ..owned
    };
    run(&request).expect("a field");
    assert_eq!(field, ids.map(|int| int & 0xfff));

    // A prepared operation of another kind, and none.
    let refused = Err((ErrorCode::NotApplicable as i32, None));
    for (what, with) in [
        (what::TIMES, between.address()),
        (what::BETWEEN, discord.address()),
        (what::TIMES, 0),
        (9, 0),
    ] {
        let request = sortid_column_request {
            what,
            with,
            ..owned
        };
        assert_eq!(run(&request).map(|it| it.rows), refused);
    }
}

#[test]
fn read_rejects_invalid_requests() {
    let rows = rows(Format::Uuid7, true);
    let refusal = |change: fn(&mut sortid_column_request)| {
        let mut owned = owned(Format::Uuid7, true, &rows, cells::OFFSETS_32, 0);
        change(&mut owned.request);
        run(&owned.request).err()
    };
    assert_eq!(refusal(|_| {}), None);
    let code = |code: ErrorCode| Some((code as i32, None));
    assert_eq!(
        refusal(|it| it.data_length = 40),
        Some((ErrorCode::InvalidLength as i32, Some(1)))
    );
    for number in [0, 999] {
        let change: fn(&mut sortid_column_request) = match number {
            0 => |it| it.format = 0,
            _ => |it| it.format = 999,
        };
        assert_eq!(refusal(change), code(ErrorCode::UnknownFormat));
    }
    assert_eq!(
        refusal(|it| it.cells = cells::INTS).map(|(code, _)| code),
        Some(ErrorCode::NotApplicable as i32)
    );
    assert_eq!(refusal(|it| it.cells = 4), code(ErrorCode::NotApplicable));
    assert_eq!(
        refusal(|it| it.what = what::BYTES),
        code(ErrorCode::BufferTooSmall)
    );
    assert_eq!(
        refusal(|it| it.what = what::FIELD),
        code(ErrorCode::InvalidField)
    );

    let failure = RawReading::times(Format::Uuid4.code(), 1, Vec::new()).map(drop);
    let Failure::Refused { refusal } = failure.expect_err("no time");
    assert_eq!(refusal.message, "not_applicable: uuid4 ids contain no time");
    let failure = RawReading::times(Format::Uuid7.code(), 4, Vec::new()).map(drop);
    let Failure::Refused { refusal } = failure.expect_err("no unit");
    assert_eq!(refusal.code, ErrorCode::NotApplicable as i32);
}
