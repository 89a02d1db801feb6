//! 64-bit integers to times, compared with the same NumPy arithmetic.

use std::hint::black_box;

use sortid::columns::{Cells, Column, OnInvalid, TimeReader, Unit};
use sortid::{Format, Options};

use super::python::Python;
use super::{Package, ROWS, Row, pass, samples};
use crate::side::Side;

const NUMPY: Package = Package::Python("numpy");

pub(super) const ROWS_HERE: &[Row] = &[
    Row {
        what: "tid integers to ms",
        peer: "(a >> 10) // 1000",
        package: NUMPY,
        at_most: 1.1,
        sides: |python| sides(python, Format::Tid, "tid"),
    },
    Row {
        what: "snowflake integers to ms",
        peer: "(a >> 22) + epoch",
        package: NUMPY,
        at_most: 1.05,
        sides: |python| sides(python, Format::Snowflake, "snowflake"),
    },
    Row {
        what: "sonyflake integers to ms",
        peer: "(a >> 24) * 10 + epoch",
        package: NUMPY,
        at_most: 0.8,
        sides: |python| sides(python, Format::Sonyflake, "sonyflake"),
    },
];

fn sides(python: &Python, format: Format, what: &'static str) -> (Side, Side) {
    let ints = samples::ints();
    let clock = TimeReader::new(format, Unit::Milliseconds, &Options::new()).expect("a time");
    let mut times = vec![0; ROWS];
    let ours = pass(move || {
        let column = Column::binary(Cells::Ints(&ints), format).expect("integers");
        let outcome = column.times(&clock, &mut times, &mut [], OnInvalid::Stop);
        let rows = outcome.and_then(|outcome| outcome.complete());
        assert_eq!(rows, Ok(ROWS));
        black_box(&mut times);
    });
    (ours, python.side(what, ROWS as u64))
}
