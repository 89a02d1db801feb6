//! Messages to and from a server as plain data, for callers that bring a connection.

use core::fmt;

use super::Answer;

/// A statement or command to run on a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// SQL with the parameters `$1`, `$2`, …, or the name of a Redis command.
    pub text: &'static str,
    /// The parameters, or the command's arguments.
    pub values: Vec<Value>,
}

/// A parameter. Its text form is valid both as a PostgreSQL parameter and as a Redis argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `NULL`, typed as a 64-bit integer.
    Null,
    /// A 64-bit integer.
    Int(i64),
    /// An array of 64-bit integers.
    Ints(Vec<i64>),
    /// Text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => Ok(()),
            Value::Int(int) => write!(f, "{int}"),
            Value::Text(text) => f.write_str(text),
            Value::Ints(ints) => {
                for (nth, int) in ints.iter().enumerate() {
                    write!(f, "{}{int}", if nth == 0 { '{' } else { ',' })?;
                }
                f.write_str(if ints.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

impl From<&str> for Value {
    #[inline(never)]
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

/// A result as text: the columns of all rows, row by row, or the elements of a reply. `None` is a
/// null.
pub type Cells = [Option<String>];

/// A decoded result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// The reply to the request.
    Answer(Answer),
    /// Run more statements, after this many milliseconds.
    Again(u32),
    /// Other clients won the race for the same rows on every attempt.
    Busy,
    /// The namespace differs from the expected one in this property: `kind`, `nodes`, ….
    Foreign(String),
    /// Not a reply of a lease server.
    Malformed,
}

/// Parses an integer cell.
pub(super) fn int(cells: &Cells, nth: usize) -> Option<i64> {
    text(cells, nth)?.parse().ok()
}

/// Returns a text cell.
pub(super) fn text(cells: &Cells, nth: usize) -> Option<&str> {
    cells.get(nth)?.as_deref()
}

/// Parses a cell that is a count, or a node's index.
pub(super) fn count(cells: &Cells, nth: usize) -> Option<u64> {
    u64::try_from(int(cells, nth)?).ok()
}
