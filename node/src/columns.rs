//! Columns: the program's memory is read into memory that the package's JavaScript allocates.

use sortid::columns::{
    Answers, Bounds, Cells, Column, OnInvalid, Outcome, Question, TimeReader, Unit,
};
use sortid::{Error, ErrorCode};

use crate::call::{Answer, Call, Failure, MOST_TEXTS, Raw, Thrown, functions};
use crate::registers::format_of;
use crate::view::{Offsets, Target, View};

functions! {
    "column" column;
    "passTexts" pass_texts;
}

/// `(code, cells, question, answers)`. The last three are lists of:
///
/// - whether rows are texts, the memory, its shape (the width of a row, offsets, or the buffers of
///   views; undefined for integers), a bitmap of the rows that are not null and its first bit, and
///   the number of the first row
/// - the question, its unit or field, names and values of the options for reading, and whether
///   invalid rows become null
/// - memory for the values, and for a bitmap of the rows that are not null, which may be empty
///
/// Returns the number of null rows, the error codes of invalid rows, and the number of each.
fn column(call: &Call<'_>) -> Answer {
    let (format, cells) = (format_of(call.number(0)?)?, call.raw_argument(1));
    let is_text = call.read(call.item(cells, 0)?)?;
    let data = call.view_of(call.item(cells, 1)?)?;
    let shape = Shape::of(call, call.item(cells, 2)?)?;
    let bit: Option<f64> = call.read(call.item(cells, 4)?)?;
    let first = call.read::<f64>(call.item(cells, 5)?)? as usize;

    let buffers = shape.buffers()?;
    let seen = shape.cells(&data, &buffers)?;
    let column = match is_text {
        true => Column::texts(seen, format),
        false => Column::binary(seen, format),
    };
    // If the memory is too short, the core reports the row as the offset.
    let column = column.map_err(|error| match error.offset() {
        Some(row) => {
            let error = Error::about(error.code(), "memory\0the memory does not contain this row");
            Thrown::in_row(error, &error, first + row).into()
        }
        None => Failure::from(error),
    })?;
    let Some(bit) = bit else {
        return answer(call, &column, first);
    };
    let bitmap = call.view_of(call.item(cells, 3)?)?;
    let column = column
        .with_validity(bitmap.bytes()?, bit as usize)
        .map_err(|error| {
            Error::about(
                error.code(),
                "validity\0the bitmap must have one bit for each row",
            )
        })?;
    answer(call, &column, first)
}

/// Reads a column with rows numbered from `first` on.
fn answer(call: &Call<'_>, column: &Column<'_>, first: usize) -> Answer {
    let answers = call.raw_argument(3);
    let mut values = call.view_of(call.item(answers, 0)?)?;
    let mut valid = call.view_of(call.item(answers, 1)?)?;
    // SAFETY: the package allocated both for this call, so nothing else uses them, and no
    // JavaScript runs meanwhile.
    let (values, valid) = unsafe { (values.target()?, valid.target()?) };
    let Target::Bytes(valid) = valid else {
        return Err(Failure::Type("a Uint8Array"));
    };
    let outcome = read(call, column, values, valid)?;
    if let Some((row, error)) = outcome.first.filter(|_| outcome.rows < column.len()) {
        return Err(Thrown::in_row(error, &column.explain(row, error), first + row).into());
    }
    let counts = outcome.counts();
    let (codes, counts): (Vec<_>, Vec<_>) = counts
        .map(|(code, count)| (code.name(), count as f64))
        .unzip();
    call.value((outcome.nulls as f64, codes, counts))
}

fn read(
    call: &Call<'_>,
    column: &Column<'_>,
    values: Target<'_>,
    valid: &mut [u8],
) -> Result<Outcome, Failure> {
    let question = call.raw_argument(2);
    let name: String = call.read(call.item(question, 0)?)?;
    let argument: Option<String> = call.read(call.item(question, 1)?)?;
    let argument = argument.as_deref().unwrap_or_default();
    let options = call.options_of(call.item(question, 2)?, call.item(question, 3)?)?;
    let on_invalid = match call.read(call.item(question, 4)?)? {
        true => OnInvalid::Null,
        false => OnInvalid::Stop,
    };
    let question = match (name.as_str(), &values) {
        ("times", _) => {
            let unit = Unit::named(argument).ok_or(Failure::Type("the name of a unit"))?;
            Question::Times(TimeReader::new(column.format(), unit, &options)?)
        }
        ("between", _) => {
            let (from, to) = (call.registers().time(0)?, call.registers().time(1)?);
            Question::Between(Bounds::new(from, to, column.format(), &options)?)
        }
        ("field", _) => Question::field(argument, column.format()),
        ("ids", Target::Ints(_)) => Question::Ints,
        ("ids", _) => Question::Bytes,
        _ => Question::Texts,
    };
    let answers = match (values, &question) {
        (Target::Ints(values), Question::Times(_)) => Answers::Times(signed(values)),
        (Target::Ints(values), _) => Answers::Ints(values),
        (Target::Bytes(values), _) => Answers::Bytes(values),
    };
    Ok(column.answer(&question, answers, valid, on_invalid)?)
}

/// Reinterprets words as signed.
fn signed(words: &mut [u64]) -> &mut [i64] {
    // SAFETY: both types have the same size and alignment, and every bit pattern is valid.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
}

/// The layout of rows in memory.
enum Shape {
    Ints,
    Width(u32),
    Offsets(View),
    Buffers(Vec<View>),
}

impl Shape {
    fn of(call: &Call<'_>, shape: Raw) -> Result<Self, Failure> {
        if let Ok(offsets) = call.view_of(shape) {
            return Ok(Self::Offsets(offsets));
        }
        // Checked before a number, as Deno converts any value to a number.
        if let Some(length) = call.length(shape)? {
            let buffers = (0..length).map(|nth| call.view_of(call.item(shape, nth)?));
            return Ok(Self::Buffers(buffers.collect::<Result<_, _>>()?));
        }
        let width: Option<u32> = call.read(shape)?;
        Ok(width.map_or(Self::Ints, Self::Width))
    }

    fn buffers(&self) -> Result<Vec<&[u8]>, Failure> {
        match self {
            Self::Buffers(buffers) => buffers.iter().map(View::bytes).collect(),
            _ => Ok(Vec::new()),
        }
    }

    fn cells<'a>(&'a self, data: &'a View, buffers: &'a [&'a [u8]]) -> Result<Cells<'a>, Failure> {
        Ok(match self {
            Self::Ints => Cells::Ints(data.ints()?),
            Self::Width(width) => Cells::Fixed {
                data: data.bytes()?,
                width: *width as usize,
            },
            Self::Offsets(offsets) => match (data.bytes()?, offsets.offsets()?) {
                (data, Offsets::Short(offsets)) => Cells::Offsets32 { data, offsets },
                (data, Offsets::Long(offsets)) => Cells::Offsets64 { data, offsets },
            },
            Self::Buffers(_) => {
                let (views, rest) = data.bytes()?.as_chunks();
                if !rest.is_empty() {
                    const WHOLE: &str = "views\0the views must have 16 bytes for each row";
                    return Err(Error::about(ErrorCode::InvalidLength, WHOLE).into());
                }
                Cells::Views {
                    views,
                    buffers: buffers.into(),
                }
            }
        })
    }
}

/// `(function, texts, width)`: passes the texts of a column to a function, in batches.
fn pass_texts(call: &Call<'_>) -> Answer {
    let width = call.number(2)?.max(1) as usize;
    // The function may change the memory.
    let texts = call.bytes(1)?.to_vec();
    for texts in texts.chunks(MOST_TEXTS * width) {
        call.pass_texts(0, texts, width)?;
    }
    call.nothing()
}
