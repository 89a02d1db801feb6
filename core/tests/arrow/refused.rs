//! Malformed arrays and types without ids are rejected before a row is read. Their owner still
//! releases them.

use sortid::ErrorCode;
use sortid::Format;
use sortid::columns::arrow::{ArrowArray, ArrowType, RawArrowArray, RawArrowSchema};

use super::made::{Aligned, array, bytes, narrow, schema, wide, with_values, with_values_of};
use super::{TEXTS, read, view, views};

/// Returns the error's code and its subject: a member of the structures, or a row.
fn refusal(letters: &str, array: &RawArrowArray, format: Format) -> (ErrorCode, String) {
    let error = read(&schema(letters), array, format, |_| ()).expect_err("rejected");
    let row = error.offset().map(|row| row.to_string());
    (
        error.code(),
        row.unwrap_or(error.subject().unwrap_or_default().to_owned()),
    )
}

fn texts() -> Vec<Option<Aligned>> {
    vec![
        bytes(&[7]),
        narrow(&[0, 13, 26, 39]),
        bytes(TEXTS.concat().as_bytes()),
    ]
}

/// Returns the error for a valid array with one change.
fn broken(change: impl FnOnce(&mut RawArrowArray)) -> (ErrorCode, String) {
    let (array, releases) = array(3, texts());
    assert!(read(&schema("u"), &array, Format::Tid, |_| ()).is_ok());
    let mut copy = *array;
    change(&mut copy);
    let refusal = refusal("u", &copy, Format::Tid);
    assert_eq!(releases.get(), 0);
    drop(array);
    assert_eq!(releases.get(), 1, "{refusal:?}");
    refusal
}

#[test]
fn inconsistent_counts_are_rejected() {
    let length = |what: &str| (ErrorCode::InvalidLength, format!("ArrowArray.{what}"));
    assert_eq!(broken(|array| array.length = -1), length("length"));
    assert_eq!(broken(|array| array.offset = -1), length("offset"));
    assert_eq!(broken(|array| array.offset = i64::MAX), length("offset"));
    // Length plus offset exceeds 64 bits. On 32-bit targets the length alone does.
    let most = match cfg!(target_pointer_width = "64") {
        true => "offset",
        false => "length",
    };
    assert_eq!(broken(|array| array.length = i64::MAX), length(most));
    assert_eq!(
        broken(|array| array.length = i64::MAX / 4),
        length("length")
    );
    assert_eq!(broken(|array| array.null_count = 4), length("null_count"));
    assert_eq!(broken(|array| array.null_count = -2), length("null_count"));
    for buffers in [-1, 0, 2, 4] {
        assert_eq!(
            broken(|array| array.n_buffers = buffers),
            length("n_buffers")
        );
    }
    assert_eq!(broken(|array| array.n_children = 1), length("n_children"));
    assert_eq!(broken(|array| array.n_children = -1), length("n_children"));
    let mut values = RawArrowArray::EMPTY;
    assert_eq!(
        broken(|array| array.dictionary = &mut values),
        length("dictionary")
    );
}

#[test]
fn missing_buffers_are_rejected() {
    let missing = (ErrorCode::NullArgument, "ArrowArray.buffers".to_owned());
    for nth in [1, 2] {
        let mut buffers = texts();
        buffers[nth] = None;
        let (array, _) = array(3, buffers);
        assert_eq!(refusal("u", &array, Format::Tid), missing);
    }
    assert_eq!(
        broken(|array| array.buffers = std::ptr::null_mut()),
        missing
    );
    // Nulls require a bitmap.
    for (nulls, expected) in [(1, Some(&missing)), (0, None), (-1, None)] {
        let mut buffers = texts();
        buffers[0] = None;
        let (array, _) = array(3, buffers);
        let array = RawArrowArray {
            null_count: nulls,
            ..*array
        };
        match expected {
            Some(expected) => assert_eq!(&refusal("u", &array, Format::Tid), expected),
            None => assert!(read(&schema("u"), &array, Format::Tid, |_| ()).is_ok()),
        }
    }
    for letters in ["l", "w:8", "vu"] {
        let buffers = if letters == "vu" {
            vec![None, None, None]
        } else {
            vec![None, None]
        };
        let (array, _) = array(1, buffers);
        assert_eq!(refusal(letters, &array, Format::Tid), missing);
    }
    let mut pieces = views();
    pieces[2] = None;
    assert_eq!(refusal("vu", &array(4, pieces).0, Format::Tid), missing);
}

#[test]
fn out_of_range_offsets_are_rejected() {
    let at = |row: usize| (ErrorCode::InvalidLength, row.to_string());
    for (offsets, row) in [
        ([-1, 13, 26, 39], 0),
        ([0, 13, 12, 39], 1),
        ([0, 13, 26, 25], 2),
        ([0, 13, 26, -1], 2),
        ([0, 40, 26, 39], 1),
        ([i32::MIN, 0, 0, 0], 0),
    ] {
        let data = || bytes(TEXTS.concat().as_bytes());
        let (of_32, _) = array(3, vec![None, narrow(&offsets), data()]);
        assert_eq!(refusal("u", &of_32, Format::Tid), at(row), "{offsets:?}");
        let (of_64, _) = array(3, vec![None, wide(&offsets.map(i64::from)), data()]);
        assert_eq!(refusal("Z", &of_64, Format::Tid), at(row), "{offsets:?}");
    }
}

#[test]
fn out_of_range_views_are_rejected() {
    for (bad, row) in [
        (view(TEXTS[0], 0, 3), 3),
        (view(TEXTS[0], 3, 0), 3),
        (view(TEXTS[0], -1, 0), 3),
        (view(TEXTS[0], 1, 0), 3),
    ] {
        let mut buffers = views();
        let all = [view(TEXTS[0], 0, 2), [9; 16], view(TEXTS[2], 2, 0), bad];
        buffers[1] = bytes(all.as_flattened());
        let at = (ErrorCode::InvalidLength, row.to_string());
        assert_eq!(refusal("vu", &array(4, buffers).0, Format::Tid), at);
    }
    for lens in [[-1, 0, 13], [15, 0, i64::MIN]] {
        let mut buffers = views();
        buffers[5] = wide(&lens);
        let expected = (ErrorCode::InvalidLength, "ArrowArray.buffers".to_owned());
        assert_eq!(refusal("vu", &array(4, buffers).0, Format::Tid), expected);
    }
    let expected = (ErrorCode::InvalidLength, "ArrowArray.n_buffers".to_owned());
    let two = array(1, vec![None, bytes(&view("a", 0, 0))]).0;
    assert_eq!(refusal("vu", &two, Format::Tid), expected);
}

#[test]
fn unsupported_types_are_rejected() {
    let not_applicable = (ErrorCode::NotApplicable, "ArrowSchema.format".to_owned());
    for letters in [
        "",
        "i",
        "I",
        "f",
        "g",
        "n",
        "b",
        "tsm:UTC",
        "+s",
        "+l",
        "uu",
        "v",
        "w:",
        "w:0",
        "w:-1",
        "w:8 ",
        "w:99999999999999999999",
        "W:8",
    ] {
        let (array, _) = array(0, vec![None, None]);
        assert_eq!(
            refusal(letters, &array, Format::Tid),
            not_applicable,
            "{letters}"
        );
    }
    let code = |schema: &RawArrowSchema| {
        // SAFETY: these tests created the type.
        let error = unsafe { ArrowType::of(schema) }.expect_err("rejected");
        (error.code(), error.subject().unwrap_or_default())
    };
    assert_eq!(
        code(&RawArrowSchema::EMPTY),
        (ErrorCode::NullArgument, "ArrowSchema.release")
    );
    let texts_type = schema("u");
    let with_children = RawArrowSchema {
        n_children: 1,
        ..*texts_type
    };
    assert_eq!(
        code(&with_children),
        (ErrorCode::InvalidLength, "ArrowSchema.n_children")
    );
    let without_format = RawArrowSchema {
        format: std::ptr::null(),
        ..*texts_type
    };
    assert_eq!(
        code(&without_format),
        (ErrorCode::NullArgument, "ArrowSchema.format")
    );
    let (ints, _) = array(1, vec![None, wide(&[1])]);
    let wider = read(&schema("l"), &ints, Format::Ulid, |_| ()).expect_err("rejected");
    assert_eq!(wider.code(), ErrorCode::NotApplicable);
}

#[test]
fn released_or_misaligned_arrays_are_rejected() {
    let (made, releases) = array(3, texts());
    let mut made = made.into_raw();
    // SAFETY: `into_raw` gave up ownership.
    let moved = unsafe { ArrowArray::take(&mut made) };
    assert!(made.is_released() && !moved.is_released());
    let released = (ErrorCode::NullArgument, "ArrowArray.release".to_owned());
    assert_eq!(refusal("u", &made, Format::Tid), released);
    assert_eq!(releases.get(), 0);
    drop(moved);
    assert_eq!(releases.get(), 1);

    let (ints, _) = array(2, vec![None, wide(&[1, 2, 3])]);
    // SAFETY: the array has two buffers. The second one is an integer longer than its rows.
    unsafe {
        let second = &mut *ints.buffers.add(1);
        *second = second.byte_add(1);
    }
    let not_aligned = (ErrorCode::NotApplicable, "ArrowArray.buffers".to_owned());
    assert_eq!(refusal("l", &ints, Format::Tid), not_aligned);
}

#[test]
fn malformed_dictionaries_are_rejected() {
    let code = |keys: &RawArrowSchema, array: &RawArrowArray| {
        let error = read(keys, array, Format::Tid, |_| ()).expect_err("rejected");
        let row = error.offset().map(|row| row.to_string());
        let what = row.unwrap_or(error.subject().unwrap_or_default().to_owned());
        (error.code(), what)
    };
    let of = |letters, values| with_values_of(letters, None, Some(values));
    let keyed = |keys: &[u8]| {
        let (values, _) = array(3, texts());
        with_values(keys.len() as i64, vec![None, bytes(keys)], Some(values)).0
    };
    for keys in [&[0, 1, 3][..], &[0, 1, 255]] {
        let at = (ErrorCode::InvalidLength, "2".to_owned());
        assert_eq!(code(&of("C", schema("u")), &keyed(keys)), at);
        assert_eq!(code(&of("c", schema("u")), &keyed(keys)), at);
    }
    let format = (ErrorCode::NotApplicable, "ArrowSchema.format".to_owned());
    for letters in ["u", "f", ""] {
        assert_eq!(code(&of(letters, schema("u")), &keyed(&[0])), format);
    }
    assert_eq!(code(&of("c", schema("f")), &keyed(&[0])), format);
    assert_eq!(code(&of("c", of("c", schema("u"))), &keyed(&[0])), format);
    let (plain, _) = array(3, texts());
    let missing = (ErrorCode::NullArgument, "ArrowArray.dictionary".to_owned());
    assert_eq!(code(&of("c", schema("u")), &plain), missing);
    let length = (ErrorCode::InvalidLength, "ArrowArray.dictionary".to_owned());
    assert_eq!(code(&schema("u"), &keyed(&[0])), length);
    let twice = with_values(1, vec![None, bytes(&[0])], Some(keyed(&[0]))).0;
    assert_eq!(code(&of("c", schema("u")), &twice), length);
    let n_buffers = (ErrorCode::InvalidLength, "ArrowArray.n_buffers".to_owned());
    for buffers in [vec![None], vec![None, bytes(&[0]), bytes(&[0])]] {
        let (wrong, _) = with_values(1, buffers, Some(array(3, texts()).0));
        assert_eq!(code(&of("c", schema("u")), &wrong), n_buffers);
    }
    let owner = keyed(&[0]);
    let negative = RawArrowArray {
        n_buffers: -1,
        ..*owner
    };
    assert_eq!(code(&of("c", schema("u")), &negative), n_buffers);
}
