//! What became of the rows.

use crate::error::{Error, ErrorCode};

/// What is done at a row that holds no id, or none of which can be told what is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnRefusal {
    /// The rows end before it.
    #[default]
    Stop,
    /// It becomes null, and is counted.
    Null,
}

/// One more than the greatest number of a code.
const NUMBERS: usize = {
    let (codes, mut most, mut at) = (ErrorCode::ALL, 0, 0);
    while at < codes.len() {
        if codes[at].number() > most {
            most = codes[at].number();
        }
        at += 1;
    }
    most as usize + 1
};

/// How far a column was read, and what was refused.
#[derive(Clone, Debug)]
#[must_use]
pub struct Outcome {
    /// How many leading rows were written; where nothing stopped the column, all.
    pub rows: usize,
    /// How many of them are null: those that were so, and those that were refused.
    pub nulls: usize,
    /// The first row that was refused, and why.
    pub first: Option<(usize, Error)>,
    counts: [usize; NUMBERS],
}

impl Outcome {
    pub(super) fn new() -> Self {
        Self {
            rows: 0,
            nulls: 0,
            first: None,
            counts: [0; NUMBERS],
        }
    }

    pub(super) fn refuse(&mut self, row: usize, error: Error) {
        self.first.get_or_insert((row, error));
        if let Some(count) = self.counts.get_mut(error.code().number() as usize) {
            *count += 1;
        }
    }

    /// How many rows were refused by this code.
    pub fn count(&self, code: ErrorCode) -> usize {
        let count = self.counts.get(code.number() as usize);
        count.copied().unwrap_or_default()
    }

    /// Each code that rows were refused by, and how many.
    pub fn counts(&self) -> impl Iterator<Item = (ErrorCode, usize)> + '_ {
        let counted = ErrorCode::ALL.iter().map(|&code| (code, self.count(code)));
        counted.filter(|(_, count)| *count > 0)
    }

    /// The number of rows if none was refused, else the error of the first one that was.
    ///
    /// # Errors
    /// Why the first row was refused.
    pub fn complete(&self) -> Result<usize, Error> {
        match self.first {
            None => Ok(self.rows),
            Some((_, error)) => Err(error),
        }
    }
}
