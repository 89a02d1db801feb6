//! Errors.

use std::fmt;

/// The reason why a [`Request`](crate::Request) cannot be written as SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The options are invalid for the format.
    Options(sortid::Error),
    /// SQL cannot compute the format's time, or the column type cannot hold its ids. Contains the
    /// reason.
    Unsupported(String),
    /// The database does not accept the name of the table or of the column.
    Name {
        /// The name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The table cannot be partitioned as requested. Contains the reason.
    Partitions(String),
    /// The partitions have no start and end.
    NoTimes,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Options(error) => write!(f, "{error}"),
            Self::Unsupported(reason) | Self::Partitions(reason) => f.write_str(reason),
            Self::Name { name, reason } => write!(f, "invalid name {name:?}: {reason}"),
            Self::NoTimes => f.write_str("partitions require a start and an end time"),
        }
    }
}

impl std::error::Error for Error {}

impl From<sortid::Error> for Error {
    fn from(error: sortid::Error) -> Self {
        Self::Options(error)
    }
}

/// The error of parsing an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown name")
    }
}

impl std::error::Error for UnknownName {}
