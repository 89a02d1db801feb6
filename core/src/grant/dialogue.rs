//! What is said to a server, and what it says: as data, for whoever has a connection.

use core::fmt;

use super::Answer;

/// Something to be run by a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// SQL, whose parameters are `$1`, `$2`, …; or the name of a command of Redis.
    pub text: &'static str,
    /// The parameters, or what follows the name.
    pub values: Vec<Value>,
}

/// A parameter. Its text is what PostgreSQL reads as one, and what a command of Redis takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `NULL`, an integer of 64 bits.
    Null,
    /// An integer of 64 bits.
    Int(i64),
    /// An array of them.
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

/// What came back: the columns of all rows, one after the other, or the elements of a reply, as text; none for a null.
pub type Cells = [Option<String>];

/// What came back, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The answer.
    Answer(Answer),
    /// There is more to be run, so many milliseconds later.
    Again(u32),
    /// Others are at the same rows, over and over.
    Busy,
    /// The namespace is another one by now: in its `kind`, its `nodes`, ….
    Foreign(String),
    /// No server of leases says that.
    Strange,
}

/// An integer of what came back.
pub(super) fn int(cells: &Cells, nth: usize) -> Option<i64> {
    text(cells, nth)?.parse().ok()
}

/// A text of it.
pub(super) fn text(cells: &Cells, nth: usize) -> Option<&str> {
    cells.get(nth)?.as_deref()
}

/// A count of it, or a node by its place.
pub(super) fn count(cells: &Cells, nth: usize) -> Option<u64> {
    u64::try_from(int(cells, nth)?).ok()
}
