//! The operation `columns`: passes rows to the crate's batch functions.

use serde_json::{Map, Value, json};
use sortid::columns::{Cells, Column, OnInvalid, Outcome, TimeReader, Unit};
use sortid::{Error, ErrorCode, Format};

use crate::operations::hex;
use crate::request::{Failure, Request, bytes_of};

/// Concatenated rows, their ends, and which are valid.
struct Rows {
    is_text: bool,
    format: Format,
    data: Vec<u8>,
    offsets: Vec<i64>,
    valid: Vec<u8>,
}

impl Rows {
    fn of(request: &Request) -> Result<Self, Failure> {
        let is_text = request.has("texts");
        let list = request.list(if is_text { "texts" } else { "hex" })?;
        let mut rows = Self {
            is_text,
            format: request.format()?,
            data: Vec::new(),
            offsets: vec![0],
            valid: vec![0; list.len().div_ceil(8)],
        };
        for (nth, row) in list.iter().enumerate() {
            if let Some(text) = row.as_str() {
                match is_text {
                    true => rows.data.extend(text.bytes()),
                    false => rows.data.extend(bytes_of(text)?),
                }
                rows.valid[nth / 8] |= 1 << (nth % 8);
            }
            rows.offsets.push(rows.data.len() as i64);
        }
        Ok(rows)
    }

    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The column that begins at row `first`.
    fn from(&self, first: usize) -> Result<Column<'_>, Error> {
        let (data, offsets) = (&self.data, &self.offsets[first..]);
        let cells = Cells::Offsets64 { data, offsets };
        let column = match self.is_text {
            true => Column::texts(cells, self.format),
            false => Column::binary(cells, self.format),
        };
        column?.with_validity(&self.valid, first)
    }

    /// The errors of the rows: after an error, continues with the next row.
    fn refused(
        &self,
        mut read: impl FnMut(&Column<'_>) -> Result<Outcome, Error>,
    ) -> Result<Vec<Option<Error>>, Error> {
        let mut refused = vec![None; self.len()];
        let mut first = 0;
        while let Some((row, error)) = read(&self.from(first)?)?.first {
            refused[first + row] = Some(error);
            first += row + 1;
        }
        Ok(refused)
    }
}

pub(crate) fn columns(request: &Request) -> Result<Value, Failure> {
    let rows = Rows::of(request)?;
    let (count, width) = (rows.len(), rows.format.byte_len());
    let (column, text_width) = (rows.from(0)?, rows.format.text_len());
    let (mut bytes, mut texts) = (vec![0; count * width], vec![0; count * text_width]);
    let (mut valid, mut timed) = (vec![0; count.div_ceil(8)], vec![0; count.div_ceil(8)]);
    let outcome = column.bytes(&mut bytes, &mut valid, OnInvalid::Null)?;
    let _ = column.written(&mut texts, &mut [], OnInvalid::Null)?;
    let mut room = vec![0; count * width];
    let refused = rows.refused(|column| column.bytes(&mut room, &mut [], OnInvalid::Stop))?;

    let unit = Unit::named(request.text("unit")?);
    let unit = unit.ok_or(Failure::BadRequest("no such unit".into()))?;
    let clock = match TimeReader::new(rows.format, unit, &request.options()?) {
        Err(error) if error.code() == ErrorCode::NotApplicable => None,
        clock => Some(clock?),
    };
    let (mut times, mut untimed) = (vec![0; count], vec![None; count]);
    if let Some(clock) = &clock {
        let _ = column.times(clock, &mut times, &mut timed, OnInvalid::Null)?;
        let mut room = vec![0; count];
        untimed =
            rows.refused(|column| column.times(clock, &mut room, &mut [], OnInvalid::Stop))?;
    }
    let time = |row: usize| match (&clock, is_set(&timed, row), &untimed[row]) {
        (None, ..) => Value::Null,
        (_, true, _) => json!(times[row].to_string()),
        (_, false, error) => error.as_ref().map_or(Value::Null, error_json),
    };
    let row = |row: usize| match (&refused[row], is_set(&valid, row)) {
        (Some(error), _) => error_json(error),
        (None, false) => Value::Null,
        (None, true) => {
            let text = String::from_utf8_lossy(&texts[row * text_width..][..text_width]);
            json!({
                "hex": hex(&bytes[row * width..][..width]),
                "text": text.trim_end_matches('\0'),
                "time": time(row),
            })
        }
    };
    let counts = outcome.counts();
    let counts = counts.map(|(code, count)| (code.name().to_owned(), json!(count)));
    Ok(json!({
        "rows": (0..count).map(row).collect::<Vec<_>>(),
        "counts": counts.collect::<Map<_, _>>(),
    }))
}

fn is_set(bitmap: &[u8], row: usize) -> bool {
    bitmap[row / 8] >> (row % 8) & 1 == 1
}

fn error_json(error: &Error) -> Value {
    match error.offset() {
        Some(offset) => json!({ "error": error.code().name(), "offset": offset }),
        None => json!({ "error": error.code().name() }),
    }
}
