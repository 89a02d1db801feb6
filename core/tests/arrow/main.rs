//! Columns through Arrow's C data interface: arrays are read in place, malformed ones are rejected,
//! and everything is released once.
#![cfg(feature = "arrow")]

mod answers;
mod made;
mod refused;

use made::{Aligned, array, bytes, narrow, schema, wide};
use sortid::columns::arrow::{ArrowType, RawArrowArray, RawArrowSchema};
use sortid::columns::{Column, OnInvalid};
use sortid::{AnyId, Error, Format};

const TEXTS: [&str; 3] = ["3jzfcijpj2z2a", "3jzfcijpj2z2b", "3jzfcijpj2z2c"];

/// Calls `with` with a column of these tests.
fn read<T>(
    schema: &RawArrowSchema,
    array: &RawArrowArray,
    format: Format,
    with: impl FnOnce(Column<'_>) -> T,
) -> Result<T, Error> {
    // SAFETY: all buffers are as long as their arrays say, except in arrays that are rejected
    // before a buffer is read.
    unsafe { Ok(with(ArrowType::of(schema)?.column(array, format)?)) }
}

/// Returns the texts of the rows: `None` for a null row, the error's name for an invalid one.
fn rows(column: Column<'_>) -> Vec<Option<String>> {
    let row = |row| match column.get(row)? {
        Ok(id) => Some(id.to_string()),
        Err(error) => Some(error.code().name().to_owned()),
    };
    (0..column.len()).map(row).collect()
}

fn shown(letters: &str, array: &RawArrowArray, format: Format) -> Vec<Option<String>> {
    read(&schema(letters), array, format, rows).expect("a column")
}

fn valid(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|&text| Some(text.to_owned())).collect()
}

fn binary() -> Vec<u8> {
    let ids = TEXTS.map(|text| AnyId::parse(text, Format::Tid).expect("a tid"));
    ids.iter().flat_map(|id| id.to_bytes().to_vec()).collect()
}

fn uuids() -> (Vec<String>, Vec<u8>) {
    let ids = (0..4_u128).map(|nth| {
        let bits = 0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f + nth;
        AnyId::from_u128(bits, Format::Uuid7).expect("a uuid")
    });
    let texts = ids.clone().map(|id| id.to_string()).collect();
    (texts, ids.flat_map(|id| id.to_bytes().to_vec()).collect())
}

/// Converts a big-endian integer to the byte order of this machine.
fn native(bytes: &[u8]) -> Vec<u8> {
    match cfg!(target_endian = "big") {
        true => bytes.to_vec(),
        false => bytes.iter().rev().copied().collect(),
    }
}

#[test]
fn offset_arrays_are_read_and_released_once() {
    let data = TEXTS.concat();
    for (letters, offsets) in [
        ("u", narrow(&[0, 13, 26, 39])),
        ("U", wide(&[0, 13, 26, 39])),
    ] {
        let (array, releases) = array(3, vec![None, offsets, bytes(data.as_bytes())]);
        assert_eq!(shown(letters, &array, Format::Tid), valid(&TEXTS));
        assert_eq!(releases.get(), 0, "borrowed");
        drop(array);
        assert_eq!(releases.get(), 1);
    }
    let of_8 = (0..4).map(|nth| nth * 8).collect::<Vec<i64>>();
    let (array, _) = array(3, vec![None, wide(&of_8), bytes(&binary())]);
    assert_eq!(shown("Z", &array, Format::Tid), valid(&TEXTS));
}

#[test]
fn fixed_size_and_integer_arrays_are_read() {
    let (of_bytes, _) = array(3, vec![None, bytes(&binary())]);
    assert_eq!(shown("w:8", &of_bytes, Format::Tid), valid(&TEXTS));
    let code = Some("invalid_length".to_owned());
    assert_eq!(shown("w:4", &of_bytes, Format::Tid), vec![code; 3]);
    let words: Vec<_> = binary().chunks(8).flat_map(native).collect();
    for letters in ["l", "L"] {
        let (ints, _) = array(3, vec![None, bytes(&words)]);
        assert_eq!(shown(letters, &ints, Format::Tid), valid(&TEXTS));
    }
}

/// Returns the view of a text. A view into a buffer also has the first four bytes of the text.
fn view(text: &str, buffer: i32, at: i32) -> [u8; 16] {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(text.len() as i32).to_ne_bytes());
    match text.len() {
        0..=12 => view[4..4 + text.len()].copy_from_slice(text.as_bytes()),
        _ => {
            view[4..8].copy_from_slice(&text.as_bytes()[..4]);
            view[8..12].copy_from_slice(&buffer.to_ne_bytes());
            view[12..].copy_from_slice(&at.to_ne_bytes());
        }
    }
    view
}

/// Returns the buffers of an array of views. The null row's view is out of bounds.
fn views() -> Vec<Option<Aligned>> {
    let views = [
        view(TEXTS[0], 0, 2),
        view(TEXTS[1], 7, -9),
        view(TEXTS[2], 2, 0),
        view("short", 0, 0),
    ];
    vec![
        bytes(&[0b1101]),
        bytes(views.as_flattened()),
        bytes(format!("??{}", TEXTS[0]).as_bytes()),
        None,
        bytes(TEXTS[2].as_bytes()),
        wide(&[15, 0, 13]),
    ]
}

#[test]
fn view_arrays_with_several_buffers_are_read() {
    let (array, _) = array(4, views());
    let expected = [Some(TEXTS[0]), None, Some(TEXTS[2]), Some("invalid_length")];
    let expected = expected.map(|row| row.map(str::to_owned));
    assert_eq!(shown("vu", &array, Format::Tid), expected);
    let (inside, _) = made::array(1, vec![None, bytes(&view("short", 0, 0)), None]);
    assert_eq!(
        shown("vu", &inside, Format::Tid),
        [Some("invalid_length".to_owned())]
    );
    let (texts, data) = uuids();
    let views: Vec<_> = (0..4)
        .map(|nth| {
            let mut view = view("sixteen bytes...", 0, nth * 16);
            view[4..8].copy_from_slice(&data[nth as usize * 16..][..4]);
            view
        })
        .collect();
    let buffers = vec![None, bytes(views.as_flattened()), bytes(&data), wide(&[64])];
    let (of_bytes, _) = made::array(4, buffers);
    let texts: Vec<_> = texts.into_iter().map(Some).collect();
    assert_eq!(shown("vz", &of_bytes, Format::Uuid7), texts);
}

#[test]
fn slices_start_at_any_bit_of_the_validity_bitmap() {
    let rows = 30;
    let texts: Vec<String> = (0..rows)
        .map(|nth| {
            AnyId::from_u64(0x17fd_6873_eaf0_7c06 + nth, Format::Tid)
                .expect("a tid")
                .to_string()
        })
        .collect();
    let offsets: Vec<i32> = (0..=rows as i32).map(|nth| nth * 13).collect();
    let bitmap = [0b1010_1010, 0b1100_1100, 0b1111_0000, 0b0101_0101];
    for first in 0..20 {
        for count in [0, 1, 5, 10] {
            let buffers = vec![
                bytes(&bitmap),
                narrow(&offsets),
                bytes(texts.concat().as_bytes()),
            ];
            let (array, _) = array(count, buffers);
            let array = RawArrowArray {
                offset: first,
                ..*array
            };
            let expected: Vec<_> = (first as usize..(first + count) as usize)
                .map(|row| (bitmap[row / 8] >> (row % 8) & 1 == 1).then(|| texts[row].clone()))
                .collect();
            assert_eq!(shown("u", &array, Format::Tid), expected, "{first} {count}");
        }
    }
}

#[test]
fn dictionary_arrays_read_as_their_values() {
    let data = TEXTS.concat() + "none";
    let values = || {
        let offsets = narrow(&[0, 13, 26, 39, 43]);
        array(4, vec![bytes(&[0b1101]), offsets, bytes(data.as_bytes())])
    };
    let (seen, none) = (Some(TEXTS[2].to_owned()), Some("invalid_length".to_owned()));
    let expected = [
        seen.clone(),
        None,
        None,
        none,
        Some(TEXTS[0].to_owned()),
        seen,
    ];
    // The second row has a null value. The third is null itself, and its key is out of bounds.
    let keys = [9_i8, 2, 1, 99, 3, 0, 2];
    let bitmap = [0b111_0110];
    for (letters, size) in [
        ("c", 1),
        ("C", 1),
        ("s", 2),
        ("S", 2),
        ("i", 4),
        ("I", 4),
        ("l", 8),
        ("L", 8),
    ] {
        let key = |key: i8| i64::from(key).to_le_bytes()[..size].to_vec();
        let swapped = |key: Vec<u8>| match cfg!(target_endian = "big") {
            true => key.into_iter().rev().collect(),
            false => key,
        };
        let of_keys = Aligned::ints(&keys, |int| swapped(key(int)));
        let (values, of_values) = values();
        let (array, releases) =
            made::with_values(6, vec![bytes(&bitmap), Some(of_keys)], Some(values));
        let slice = RawArrowArray {
            offset: 1,
            ..*array
        };
        let schema = made::with_values_of(letters, None, Some(schema("u")));
        let read = read(&schema, &slice, Format::Tid, |column| {
            let mut ints = [0; 6];
            let mut valid = [0];
            let outcome = column
                .ints(&mut ints, &mut valid, OnInvalid::Null)
                .expect("enough room");
            assert_eq!((outcome.nulls, valid), (3, [0b110001]), "{letters}");
            assert_eq!(ints[0], ints[5]);
            rows(column)
        });
        assert_eq!(read.expect("a column"), expected, "{letters}");
        drop(array);
        assert_eq!((releases.get(), of_values.get()), (1, 1));
    }
    // Integer values, byte values, and finally no values.
    let ints: Vec<_> = binary().chunks(8).flat_map(native).collect();
    let schema_of = |letters| made::with_values_of("C", None, Some(schema(letters)));
    let expected = [Some(TEXTS[2]), None, Some(TEXTS[0])].map(|row| row.map(str::to_owned));
    for (letters, buffer) in [("l", &ints), ("w:8", &binary())] {
        let (values, _) = array(3, vec![None, bytes(buffer)]);
        let keys = vec![bytes(&[0b101]), bytes(&[2, 200, 0])];
        let (all, _) = made::with_values(3, keys, Some(values));
        let read = read(&schema_of(letters), &all, Format::Tid, |column| {
            let mut texts = [0; 39];
            let outcome = column.written(&mut texts, &mut [], OnInvalid::Null);
            assert_eq!(outcome.expect("enough room").nulls, 1, "{letters}");
            assert_eq!(texts[..13], *TEXTS[2].as_bytes(), "{letters}");
            assert_eq!(texts[26..], *TEXTS[0].as_bytes(), "{letters}");
            rows(column)
        });
        assert_eq!(read.expect("a column"), expected, "{letters}");
    }
    for letters in ["l", "u", "vu", "w:8"] {
        let buffers = if letters == "l" || letters == "w:8" {
            2
        } else {
            3
        };
        let (values, _) = array(0, (0..buffers).map(|_| None).collect());
        let (nulls, _) = made::with_values(3, vec![bytes(&[0]), bytes(&[2, 200, 0])], Some(values));
        assert_eq!(
            read(&schema_of(letters), &nulls, Format::Tid, rows).expect("a column"),
            [None, None, None]
        );
        let count = read(&schema_of(letters), &nulls, Format::Tid, |column| {
            column
                .ints(&mut [0; 3], &mut [0], OnInvalid::Stop)
                .expect("enough room")
                .nulls
        });
        assert_eq!(count, Ok(3));
    }
}

#[test]
fn empty_arrays_need_no_buffers() {
    for (letters, buffers) in [
        ("u", 3),
        ("Z", 3),
        ("vu", 3),
        ("vz", 4),
        ("w:16", 2),
        ("l", 2),
    ] {
        let (array, _) = array(0, (0..buffers).map(|_| None).collect());
        let format = if letters == "l" {
            Format::Tid
        } else {
            Format::Uuid7
        };
        if buffers == 4 {
            let code = read(&schema(letters), &array, format, rows).map_err(|error| error.code());
            assert_eq!(
                code,
                Err(sortid::ErrorCode::NullArgument),
                "the lengths of views"
            );
            continue;
        }
        assert_eq!(shown(letters, &array, format), []);
    }
}

#[test]
fn column_can_be_read_from_another_thread() {
    let (array, _) = array(4, views());
    let outcome = read(&schema("vu"), &array, Format::Tid, |column| {
        std::thread::scope(|scope| {
            let read = scope.spawn(move || column.ints(&mut [0; 4], &mut [0], OnInvalid::Null));
            read.join().expect("no panic").expect("enough room")
        })
    });
    assert_eq!(outcome.expect("a column").nulls, 2);
}
