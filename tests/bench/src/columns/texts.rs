//! Texts to times, to bytes and back.

use std::hint::black_box;

use sortid::columns::{Cells, Column, OnInvalid, Outcome, TimeReader, Unit};
use sortid::{AnyId, Error, Format, Options, Tid, Ulid, Uuid7};
use uuid_simd::{AsciiCase, Out};

use super::samples::{self, Texts};
use super::{Package, ROWS, Row, pass};
use crate::side::Side;

const OURS: Package = Package::Crate("sortid");
const SIMD: Package = Package::Crate("uuid-simd");

/// The number of rows of a CPython pass.
const SLOW_ROWS: u64 = 20_000;

macro_rules! typed {
    ($what:literal, $type:ident, $at_most:literal) => {
        Row {
            what: concat!($what, " texts to ms"),
            peer: "single typed parse",
            package: OURS,
            at_most: $at_most,
            sides: |_| {
                let each = |text: &[u8]| $type::parse(text).map(|id| id.timestamp().unix_ms());
                (times(Format::$type, texts), singles(Format::$type, each))
            },
        }
    };
}

macro_rules! one {
    ($what:literal, $type:ident, $at_most:literal) => {
        Row {
            what: concat!("one ", $what, ", text to ms"),
            peer: "its type",
            package: OURS,
            at_most: $at_most,
            sides: |_| {
                let by_id =
                    |text: &[u8]| Ok(AnyId::parse(text, Format::$type)?.timestamp()?.unix_ms());
                let typed = |text: &[u8]| $type::parse(text).map(|id| id.timestamp().unix_ms());
                (singles(Format::$type, by_id), singles(Format::$type, typed))
            },
        }
    };
}

pub(super) const ROWS_HERE: &[Row] = &[
    typed!("UUID", Uuid7, 0.8),
    typed!("ULID", Ulid, 0.8),
    typed!("tid", Tid, 1.05),
    one!("UUID", Uuid7, 2.7),
    one!("ULID", Ulid, 3.0),
    one!("tid", Tid, 7.1),
    Row {
        what: "UUID texts to 16 bytes",
        peer: "uuid_simd::parse, loop",
        package: SIMD,
        at_most: 1.05,
        sides: |_| (to_bytes(), parsed_by_simd()),
    },
    Row {
        what: "16 bytes to UUID texts",
        peer: "uuid_simd::format_hyphenated, loop",
        package: SIMD,
        at_most: 0.9,
        sides: |_| (to_texts(), written_by_simd()),
    },
    Row {
        what: "fixed-width UUID texts to ms",
        peer: "uuid.UUID(s).int >> 80, loop",
        package: Package::Python("python"),
        at_most: 0.02,
        sides: |python| (times(Format::Uuid7, fixed), python.side("uuid", SLOW_ROWS)),
    },
];

fn texts(texts: &Texts) -> Cells<'_> {
    texts.cells()
}

fn fixed(texts: &Texts) -> Cells<'_> {
    Cells::Fixed {
        data: &texts.data,
        width: texts.data.len() / ROWS,
    }
}

fn whole(outcome: Result<Outcome, Error>) {
    let rows = outcome.and_then(|outcome| outcome.complete());
    assert_eq!(rows, Ok(ROWS));
}

fn times(format: Format, cells: fn(&Texts) -> Cells<'_>) -> Side {
    let clock = TimeReader::new(format, Unit::Milliseconds, &Options::new()).expect("a time");
    let (texts, mut times) = (Texts::new(format), vec![0; ROWS]);
    pass(move || {
        let column = Column::texts(cells(&texts), format).expect("texts");
        whole(column.times(&clock, &mut times, &mut [], OnInvalid::Stop));
        black_box(&mut times);
    })
}

/// A side that converts one text at a time.
fn singles(format: Format, each: impl Fn(&[u8]) -> Result<i64, Error> + 'static) -> Side {
    let (texts, mut times) = (Texts::new(format), vec![0; ROWS]);
    pass(move || {
        for (time, text) in times.iter_mut().zip(texts.each()) {
            *time = each(text).expect("a text of an id");
        }
        black_box(&mut times);
    })
}

fn to_bytes() -> Side {
    let (texts, mut bytes) = (Texts::new(Format::Uuid7), vec![0; ROWS * 16]);
    pass(move || {
        let column = Column::texts(texts.cells(), Format::AnyUuid).expect("texts");
        whole(column.bytes(&mut bytes, &mut [], OnInvalid::Stop));
        black_box(&mut bytes);
    })
}

fn parsed_by_simd() -> Side {
    let (texts, mut bytes) = (Texts::new(Format::Uuid7), vec![0; ROWS * 16]);
    pass(move || {
        for (uuid, text) in bytes.as_chunks_mut().0.iter_mut().zip(texts.each()) {
            uuid_simd::parse(text, Out::from_mut(uuid)).expect("the text of a UUID");
        }
        black_box(&mut bytes);
    })
}

fn to_texts() -> Side {
    let (bytes, mut texts) = (samples::bytes(Format::Uuid7), vec![0; ROWS * 36]);
    pass(move || {
        let (data, width) = (&bytes, 16);
        let column = Column::binary(Cells::Fixed { data, width }, Format::AnyUuid).expect("bytes");
        whole(column.written(&mut texts, &mut [], OnInvalid::Stop));
        black_box(&mut texts);
    })
}

fn written_by_simd() -> Side {
    let (bytes, mut texts) = (samples::bytes(Format::Uuid7), vec![0; ROWS * 36]);
    pass(move || {
        let (uuids, _) = bytes.as_chunks();
        for (uuid, text) in uuids.iter().zip(texts.as_chunks_mut().0) {
            let _ = uuid_simd::format_hyphenated(uuid, Out::from_mut(text), AsciiCase::Lower);
        }
        black_box(&mut texts);
    })
}
