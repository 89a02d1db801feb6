//! Stand-in for the library's error type, whose constructors are private.

pub(crate) use sortid::ErrorCode;

#[derive(Debug)]
pub(crate) struct Error;

impl Error {
    pub(crate) fn new(_code: ErrorCode) -> Self {
        Self
    }

    pub(crate) fn about(_code: ErrorCode, _subject: &'static str) -> Self {
        Self
    }
}
