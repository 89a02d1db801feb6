//! The core's error, in the form of UniFFI.

use std::fmt::{self, Display};

use sortid::Error;

/// An error with its message.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Refusal {
    /// The number of the code.
    pub code: i32,
    /// The offset of the byte at fault; for `invalid_length` the length of the text.
    pub offset: Option<u32>,
    /// The option or field at fault; for `store_*` codes the path of the file.
    pub subject: Option<String>,
    /// The operating system's error number.
    pub os_error: Option<i32>,
    /// The message.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(error: Error, message: impl Display) -> Self {
        Self {
            code: error.code().number(),
            offset: error.offset().and_then(|offset| offset.try_into().ok()),
            subject: error.subject().map(str::to_owned),
            os_error: error.os_error(),
            message: message.to_string(),
        }
    }
}

/// A rejected input or a failed operation.
#[derive(Debug, uniffi::Error)]
pub enum Failure {
    /// An error of the core.
    Refused {
        /// The error.
        refusal: Refusal,
    },
}

impl Failure {
    /// Converts errors about an input: see [`Error::describe`].
    pub(crate) fn about(input: &str) -> impl FnOnce(Error) -> Self {
        move |error| Refusal::new(error, error.describe(input)).into()
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure::Refused { refusal } = self;
        f.write_str(&refusal.message)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused { refusal }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Refusal::new(error, error).into()
    }
}
