//! The core's error, as it crosses to another language.

use sortid::{Error, ErrorCode};

/// A refused input or a failed operation.
#[derive(Debug, uniffi::Error)]
pub enum Failure {
    /// What the core says.
    Refused {
        /// The number of the code.
        code: i32,
        /// The byte of the text that is to blame.
        offset: Option<u32>,
        /// The option or field that is to blame.
        subject: Option<String>,
    },
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Failure::Refused { code, .. } = self;
        write!(f, "error {code}")
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let Fault { code, offset } = error.into();
        Failure::Refused {
            code: code as i32,
            offset,
            subject: error.subject().map(str::to_owned),
        }
    }
}

impl From<ErrorCode> for Failure {
    /// A fault that this crate finds itself, where the core's types leave no room for it.
    fn from(code: ErrorCode) -> Self {
        Failure::Refused {
            code: code as i32,
            offset: None,
            subject: None,
        }
    }
}

/// An error without its subject: two numbers.
pub(crate) struct Fault {
    pub(crate) code: ErrorCode,
    pub(crate) offset: Option<u32>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Fault {
            code: error.code(),
            offset: error.offset().and_then(|offset| offset.try_into().ok()),
        }
    }
}

impl From<ErrorCode> for Fault {
    fn from(code: ErrorCode) -> Self {
        Fault { code, offset: None }
    }
}
