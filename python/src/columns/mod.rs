//! Reading of columns of ids, from lists, buffers and Arrow, in chunks.

mod arrow;
mod buffers;
mod chunk;
mod lists;
mod output;
mod query;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sortid::columns::OnInvalid;
use sortid::{ErrorCode, Format};

use crate::bulk::List;
use crate::errors::{RefusedRow, at_row, code_of, raise_after, refused};
use crate::format::PyFormat;
use crate::options::Given;

pub(crate) use arrow::export_arrow;
use buffers::Rows;
use chunk::Chunk;
use lists::Items;
use output::Output;
use query::{Query, Scratch};

/// The source of rows.
enum Source<'py> {
    Items(Items<'py>),
    Rows(Rows<'py>),
}

/// A question, with the format of the ids and the treatment of invalid ones.
struct Reading {
    format: Format,
    query: Query,
    on_invalid: OnInvalid,
}

impl Reading {
    /// Parses the question, its argument, and `on_invalid`: `raise` or `null`.
    fn of(
        question: &str,
        argument: &Bound<'_, PyAny>,
        format: Format,
        on_invalid: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = argument.py();
        let options = Given::reading(py, options)?;
        Ok(Self {
            format,
            query: Query::of(question, argument, format, &options)?,
            on_invalid: match on_invalid {
                "raise" => OnInvalid::Stop,
                "null" => OnInvalid::Null,
                _ => {
                    let sentence =
                        format!("on_invalid must be 'raise' or 'null', not {on_invalid:?}");
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
        output: &Output<'py>,
        counts: &Bound<'py, PyDict>,
    ) -> PyResult<()> {
        let py = counts.py();
        let (mut chunk, mut scratch) = (Chunk::new(), Scratch::default());
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
                    scratch.clear(&self.query, self.format);
                    count(counts, &code_of(py, &refusal)?, 1)?;
                    1
                }
                None => self.read(&chunk, at, &mut scratch, output, counts)?,
            };
            output.store(py, (at, rows), &self.query, self.format, &mut scratch)?;
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
        scratch: &mut Scratch,
        output: &Output<'py>,
        counts: &Bound<'py, PyDict>,
    ) -> PyResult<usize> {
        let py = counts.py();
        let read = py.detach(|| {
            let column = chunk.column(self.format)?;
            let outcome = self.query.read(&column, scratch, self.on_invalid)?;
            let refused = outcome.first.filter(|_| self.on_invalid == OnInvalid::Stop);
            Ok((
                outcome,
                refused.map(|first| RefusedRow::new(&column, first)),
            ))
        });
        let (outcome, refused) = read.map_err(|error| raise_after(py, error, at))?;
        if let Some(refused) = refused {
            output.store(py, (at, refused.row), &self.query, self.format, scratch)?;
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
#[pyo3(signature = (question, argument, ids, format, on_invalid, options, out, missing, nulls))]
#[allow(
    clippy::too_many_arguments,
    reason = "one entry point for all questions about columns"
)]
pub(crate) fn read_column<'py>(
    question: &str,
    argument: Bound<'py, PyAny>,
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
    let reading = Reading::of(question, &argument, format, on_invalid, options.as_ref())?;
    let counts = PyDict::new(py);
    if let Ok(capsules) = ids.cast::<PyTuple>() {
        return Ok((arrow::read(&reading, capsules, &counts)?, counts));
    }
    let source = match ids.cast::<PyList>() {
        Ok(items) => Source::Items(Items::of(items.clone())),
        Err(_) => Source::Rows(Rows::of(&ids, missing.as_ref(), format)?),
    };
    let rows = source.len();
    let (output, answer) = match out {
        Some(out) => {
            let width = reading.query.width(format);
            (Output::memory(&out, nulls.as_ref(), rows, width)?, out)
        }
        None => {
            let list = List::new(py, rows)?;
            let answer = list.0.clone().into_any();
            (Output::List(list), answer)
        }
    };
    reading.walk(&source, &output, &counts)?;
    Ok((answer, counts))
}
