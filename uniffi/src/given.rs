//! Options as names and values, which the core checks.

use sortid::Options;
use sortid::options::OptionValue;

use crate::error::Failure;

/// The value of an option.
#[derive(Debug, uniffi::Enum)]
pub enum Setting {
    /// An integer.
    Integer {
        /// The integer; a wider one is a [`Setting::Word`].
        value: i64,
    },
    /// Text: a choice, a path, or a number in decimal digits.
    Word {
        /// The text.
        value: String,
    },
    /// A flag.
    Flag {
        /// The flag.
        value: bool,
    },
    /// Bytes: a seed, or a path on systems whose paths are bytes.
    Seed {
        /// The bytes.
        value: Vec<u8>,
    },
}

/// An option that is set.
#[derive(Debug, uniffi::Record)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Setting,
}

/// Converts to the core's options.
pub(crate) fn options(given: &[Given]) -> Result<Options, Failure> {
    let mut options = Options::new();
    for Given { name, value } in given {
        let value = match value {
            Setting::Integer { value } => OptionValue::Int((*value).into()),
            Setting::Word { value } => OptionValue::Text(value),
            Setting::Flag { value } => OptionValue::Bool(*value),
            Setting::Seed { value } => OptionValue::Bytes(value),
        };
        options.set(name, value).map_err(|error| {
            let text = match value {
                // The error has no subject only if the option is unknown.
                _ if error.subject().is_none() => name.clone(),
                OptionValue::Int(value) => value.to_string(),
                OptionValue::Text(value) => value.to_owned(),
                OptionValue::Bool(value) => value.to_string(),
                _ => return error.into(),
            };
            Failure::about(&text)(error)
        })?;
    }
    Ok(options)
}
