//! The core's error, as it crosses to another language.

use sortid::shape::NOT_APPLICABLE;
use sortid::{Error, ErrorCode};

/// A refused input or a failed operation.
#[derive(Debug, uniffi::Error)]
pub enum Failure {
    /// What the core says.
    Refused {
        /// The number of the code.
        code: i32,
        /// As of a `Fault`.
        place: Option<u32>,
        /// The option or field that is to blame; of a `store_*` code the path of the file.
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
        let Fault { code, place, .. } = error.into();
        Failure::Refused {
            code: code as i32,
            place,
            subject: error.subject().map(str::to_owned),
        }
    }
}

impl From<ErrorCode> for Failure {
    /// A fault that this crate finds itself, where the core's types leave no room for it.
    fn from(code: ErrorCode) -> Self {
        Failure::Refused {
            code: code as i32,
            place: None,
            subject: None,
        }
    }
}

/// An error as numbers, but for the path of a state file; options and fields are left behind.
pub(crate) struct Fault {
    pub(crate) code: ErrorCode,
    /// The byte of the text that is to blame; of a `store_*` code the number of the system's error;
    /// of `not_applicable` the place of the reason in the core's list.
    pub(crate) place: Option<u32>,
    /// The path, of a `store_*` code.
    pub(crate) path: Option<&'static str>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let reason = || {
            let mut reasons = NOT_APPLICABLE.iter();
            reasons.position(|(subject, _)| error.subject() == Some(*subject))
        };
        let number = match error.code() {
            ErrorCode::NotApplicable => reason(),
            _ => error.offset(),
        };
        let number = number.and_then(|number| number.try_into().ok());
        Fault {
            code: error.code(),
            place: number.or(error.os_error().map(i32::cast_unsigned)),
            path: (error.code().is_of_store()).then(|| error.subject().unwrap_or_default()),
        }
    }
}

impl From<ErrorCode> for Fault {
    fn from(code: ErrorCode) -> Self {
        Fault {
            code,
            place: None,
            path: None,
        }
    }
}
