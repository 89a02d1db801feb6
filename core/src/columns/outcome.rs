//! The outcome of a batch operation.

use crate::error::{Error, ErrorCode};

/// The treatment of a row that holds no id, or whose id cannot be converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnInvalid {
    /// Stop before the row.
    #[default]
    Stop,
    /// Make the row null and count it.
    Null,
}

/// One more than the largest number of an error code.
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

/// The number of rows read, and the errors of the rejected rows.
#[derive(Clone, Debug)]
#[must_use]
pub struct Outcome {
    /// The number of leading rows written: all, unless an invalid row stopped the operation.
    pub rows: usize,
    /// The number of null rows among them, including the rejected ones.
    pub nulls: usize,
    /// The first rejected row and its error.
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

    /// Returns the number of rows rejected with this code.
    pub fn count(&self, code: ErrorCode) -> usize {
        let count = self.counts.get(code.number() as usize);
        count.copied().unwrap_or_default()
    }

    /// Returns each code that rows were rejected with, and their number.
    pub fn counts(&self) -> impl Iterator<Item = (ErrorCode, usize)> + '_ {
        let counted = ErrorCode::ALL.iter().map(|&code| (code, self.count(code)));
        counted.filter(|(_, count)| *count > 0)
    }

    /// Returns the number of rows if no row was rejected.
    ///
    /// # Errors
    /// The error of the first rejected row.
    pub fn complete(&self) -> Result<usize, Error> {
        match self.first {
            None => Ok(self.rows),
            Some((_, error)) => Err(error),
        }
    }
}
