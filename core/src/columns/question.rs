//! Questions about the rows of a column.

use super::{Bounds, Column, OnInvalid, Outcome, TimeReader};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;

/// A question about each row of a column, for programs that choose it at run time.
///
/// ```
/// use sortid::Format;
/// use sortid::columns::{Answers, Cells, Column, OnInvalid, Question};
///
/// let column = Column::binary(Cells::Ints(&[0x0400]), Format::Tid)?;
/// let question = Question::field("timestamp_us", Format::Tid);
/// let mut ints = [0];
/// column.answer(&question, Answers::Ints(&mut ints), &mut [], OnInvalid::Stop)?.complete()?;
/// assert_eq!(ints, [1]);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// [`Column::times`].
    Times(TimeReader),
    /// [`Column::ints`].
    Ints,
    /// [`Column::bytes`].
    Bytes,
    /// [`Column::written`].
    Texts,
    /// [`Column::field`], by the field's name.
    Field(&'static str),
    /// [`Column::between`].
    Between(Bounds),
}

impl Question {
    /// Creates a question about a field. [`Column::answer`] rejects a name that the format lacks.
    pub fn field(name: &str, format: Format) -> Self {
        let mut fields = format.fields().map(|(name, _)| name);
        Self::Field(fields.find(|field| *field == name).unwrap_or_default())
    }

    /// Returns whether answers are signed: times, and the id or the first field of a signed format.
    pub fn is_signed(&self, format: Format) -> bool {
        let mut first = format.fields().take(1).map(|(name, _)| name);
        match self {
            Self::Times(_) => true,
            Self::Ints => format.is_signed(),
            Self::Field(name) => format.is_signed() && first.any(|first| first == *name),
            Self::Bytes | Self::Texts | Self::Between(_) => false,
        }
    }
}

/// Memory for the answers to a [`Question`].
#[derive(Debug)]
pub enum Answers<'a> {
    /// Times.
    Times(&'a mut [i64]),
    /// Integers and fields.
    Ints(&'a mut [u64]),
    /// Bytes, texts, and bits for rows that lie in an interval.
    Bytes(&'a mut [u8]),
}

impl Column<'_> {
    /// Answers a question about each row.
    ///
    /// # Errors
    /// `not_applicable` for memory of another type; otherwise those of the question's method.
    pub fn answer(
        &self,
        question: &Question,
        answers: Answers<'_>,
        valid: &mut [u8],
        on_invalid: OnInvalid,
    ) -> Result<Outcome, Error> {
        match (question, answers) {
            (Question::Times(reader), Answers::Times(out)) => {
                self.times(reader, out, valid, on_invalid)
            }
            (Question::Ints, Answers::Ints(out)) => self.ints(out, valid, on_invalid),
            (Question::Bytes, Answers::Bytes(out)) => self.bytes(out, valid, on_invalid),
            (Question::Texts, Answers::Bytes(out)) => self.written(out, valid, on_invalid),
            (Question::Field(name), Answers::Ints(out)) => self.field(name, out, valid, on_invalid),
            (Question::Between(bounds), Answers::Bytes(out)) => {
                self.between(bounds, out, valid, on_invalid)
            }
            _ => Err(Error::about(
                ErrorCode::NotApplicable,
                "memory\0the question has answers of another type than the memory",
            )),
        }
    }
}
