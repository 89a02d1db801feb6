//! Reading of columns of ids, from lists, buffers and Arrow, in chunks.

mod arrow;
mod ask;
mod buffers;
mod chunk;
mod kept;
mod lists;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sortid::columns::OnInvalid;
use sortid::{ErrorCode, Format};

use crate::bulk::List;
use crate::errors::{RefusedRow, at_row, code_of, raise_after, refused};
use crate::format::PyFormat;
use crate::options::Given;

pub(crate) use arrow::give_arrow;
use ask::{Ask, Room};
use buffers::Rows;
use chunk::Chunk;
use kept::Kept;
use lists::Items;

/// The source of rows.
enum Source<'py> {
    Items(Items<'py>),
    Rows(Rows<'py>),
}

/// A question, with the format of the ids and the treatment of invalid ones.
struct Reading {
    format: Format,
    ask: Ask,
    on_invalid: OnInvalid,
}

impl Reading {
    /// Parses the question, its argument, and `on_invalid`: `raise` or `null`.
    fn of(
        what: &str,
        with: &Bound<'_, PyAny>,
        format: Format,
        on_invalid: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = with.py();
        let options = Given::reading(py, options)?;
        Ok(Self {
            format,
            ask: Ask::of(what, with, format, &options)?,
            on_invalid: match on_invalid {
                "raise" => OnInvalid::Stop,
                "null" => OnInvalid::Null,
                _ => {
                    let sentence = format!("on_invalid is 'raise' or 'null', not {on_invalid:?}");
                    return Err(refused(
                        py,
                        ErrorCode::InvalidOption,
                        "on_invalid",
                        sentence,
                    ));
                }
            },
        })
    }

    /// Reads all rows, and counts the rejected ones by error code.
    fn walk<'py>(
        &self,
        source: &Source<'py>,
        kept: &Kept<'py>,
        counts: &Bound<'py, PyDict>,
    ) -> PyResult<()> {
        let py = counts.py();
        let (mut chunk, mut room) = (Chunk::new(), Room::default());
        let (mut at, len) = (0, source.len());
        while at < len {
            match source {
                Source::Items(items) => items.next(at, &mut chunk, self.format)?,
                Source::Rows(rows) => rows.next(at, &mut chunk),
            }
            let rows = match chunk.refusal.take() {
                Some(refusal) if self.on_invalid == OnInvalid::Stop => {
                    return Err(at_row(py, refusal, at));
                }
                Some(refusal) => {
                    room.clear(&self.ask, self.format);
                    count(counts, &code_of(py, &refusal)?, 1)?;
                    1
                }
                None => self.read(&chunk, at, &mut room, kept, counts)?,
            };
            kept.keep(py, (at, rows), &self.ask, self.format, &mut room)?;
            at += rows;
            py.check_signals()?;
        }
        Ok(())
    }

    /// Reads the rows of a chunk, and returns their number.
    fn read<'py>(
        &self,
        chunk: &Chunk,
        at: usize,
        room: &mut Room,
        kept: &Kept<'py>,
        counts: &Bound<'py, PyDict>,
    ) -> PyResult<usize> {
        let py = counts.py();
        let read = py.detach(|| {
            let column = chunk.column(self.format)?;
            let outcome = self.ask.read(&column, room, self.on_invalid)?;
            let refused = outcome.first.filter(|_| self.on_invalid == OnInvalid::Stop);
            Ok((
                outcome,
                refused.map(|first| RefusedRow::new(&column, first)),
            ))
        });
        let (outcome, refused) = read.map_err(|error| raise_after(py, error, at))?;
        if let Some(refused) = refused {
            kept.keep(py, (at, refused.row), &self.ask, self.format, room)?;
            return Err(refused.exception(py, at));
        }
        for (code, rows) in outcome.counts() {
            count(counts, code.name(), rows)?;
        }
        Ok(outcome.rows)
    }
}

impl Source<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Rows(rows) => rows.len(),
        }
    }
}

/// Counts more rows with this error code.
fn count(counts: &Bound<'_, PyDict>, code: &str, rows: usize) -> PyResult<()> {
    let known = counts.get_item(code)?.map(|known| known.extract::<usize>());
    counts.set_item(code, known.transpose()?.unwrap_or(0) + rows)
}

/// Reads a list or a buffer into `out` or a new list, or a tuple of Arrow capsules into a new
/// column. Returns the answers, and the number of rejected rows by error code.
#[pyfunction]
#[pyo3(signature = (what, about, ids, format, on_invalid, options, out, missing, nulls))]
#[allow(
    clippy::too_many_arguments,
    reason = "one entry point for all questions about columns"
)]
pub(crate) fn read_column<'py>(
    what: &str,
    about: Bound<'py, PyAny>,
    ids: Bound<'py, PyAny>,
    format: PyFormat,
    on_invalid: &str,
    options: Option<Bound<'py, PyDict>>,
    out: Option<Bound<'py, PyAny>>,
    missing: Option<Bound<'py, PyAny>>,
    nulls: Option<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
    let py = ids.py();
    let format = format.0;
    let reading = Reading::of(what, &about, format, on_invalid, options.as_ref())?;
    let counts = PyDict::new(py);
    if let Ok(capsules) = ids.cast::<PyTuple>() {
        return Ok((arrow::read(&reading, capsules, &counts)?, counts));
    }
    let source = match ids.cast::<PyList>() {
        Ok(items) => Source::Items(Items::of(items.clone())),
        Err(_) => Source::Rows(Rows::of(&ids, missing.as_ref(), format)?),
    };
    let rows = source.len();
    let (kept, answer) = match out {
        Some(out) => {
            let width = reading.ask.width(format);
            (Kept::memory(&out, nulls.as_ref(), rows, width)?, out)
        }
        None => {
            let list = List::new(py, rows)?;
            let answer = list.0.clone().into_any();
            (Kept::List(list), answer)
        }
    };
    reading.walk(&source, &kept, &counts)?;
    Ok((answer, counts))
}
