//! Columns: a million rows at a time, compared with other ways to process as many ids.
//!
//! A batch is a pass over all rows, so that memory access counts as in a large column. Each file has the rows of one kind; a row allocates its memory when
//! its turn comes.

mod ints;
mod memory;
mod python;
mod samples;
mod texts;

use crate::args::Args;
use crate::measure::{self, Effort};
use crate::outside::COLUMNS_IN_PYTHON;
use crate::report::{self, Table};
use crate::rows::{self, Measured, MeasuredPeer, Unit};
use crate::side::Side;
use crate::versions::version_of;

use python::Python;

const NOTES: &[&str] = &[
    "ns: per row, the median over passes of a million rows; ratio: of the two medians; demand: the highest ratio.",
    "NumPy and CPython: a separate process, which takes turns with this one; CPython in passes of 20 000 rows.",
    "str, NumPy's S36 and Polars: by the Python package, in its process, with UUIDs version 7.",
    "single typed parse: Uuid7::parse(text)?.timestamp().unix_ms(), a row at a time. One id: the same with AnyId and with its type.",
];

/// The number of rows of a column.
const ROWS: usize = 1_000_000;

pub(crate) struct Row {
    /// The operation.
    what: &'static str,
    /// The peer, and its function.
    peer: &'static str,
    package: Package,
    /// The highest accepted ratio.
    at_most: f64,
    /// Creates both sides.
    sides: fn(&Python) -> (Side, Side),
}

/// The source of a peer's version.
enum Package {
    Crate(&'static str),
    Python(&'static str),
}

fn rows() -> impl Iterator<Item = &'static Row> {
    ints::ROWS_HERE.iter().chain(texts::ROWS_HERE)
}

/// Measures the requested rows.
pub(crate) fn measure(args: &Args, table: &mut Table) -> Result<(), String> {
    let effort = Effort::of(args.quick).of_passes();
    let chosen: Vec<_> = rows().filter(|row| args.chooses(row.what)).collect();
    let of_python = |row: &&Row| matches!(row.package, Package::Python(_));
    let python = match chosen.iter().any(of_python) {
        true => Python::started()?,
        false => Python::absent(),
    };
    for row in chosen {
        let (mut ours, mut theirs) = (row.sides)(&python);
        let medians = measure::in_turns(&mut ours, &mut theirs, || {}, &effort);
        table.add(&Measured {
            what: row.what.to_owned(),
            ours: medians.ours,
            unit: Unit::Ns,
            peer: Some(MeasuredPeer {
                name: row.peer.to_owned(),
                version: match row.package {
                    Package::Crate(name) => version_of(name).to_owned(),
                    Package::Python(name) => python.version(name),
                },
                demand: Some(row.at_most),
                figure: medians.theirs,
            }),
        });
    }
    // Rows that convert ids found in a log to columns.
    let found = rows::scan_rows().into_iter();
    for row in found.filter(|row| args.chooses(row.what)) {
        table.add(&row.measured(&effort));
    }
    COLUMNS_IN_PYTHON.measure(args, |row| table.add(&row))?;
    report::line("");
    report::line(&memory::line());
    for note in NOTES.iter().chain(rows::SCAN_NOTES) {
        report::line(note);
    }
    Ok(())
}

/// A timed pass over all rows.
fn pass(work: impl FnMut() + 'static) -> Side {
    Side::bulk(ROWS as u64, work).in_bursts_of(ROWS as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_names_are_unique() {
        let mut names: Vec<_> = rows().map(|row| (row.what, row.peer)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows().count());
    }

    #[test]
    fn every_peer_crate_has_a_version() {
        for row in rows() {
            if let Package::Crate(name) = row.package {
                assert_ne!(version_of(name), "unknown", "{}", row.what);
            }
        }
    }
}
