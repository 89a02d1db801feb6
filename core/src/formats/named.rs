//! Formats by their names.

use core::str::FromStr;

use super::Format;
use crate::error::Error;

impl FromStr for Format {
    type Err = Error;

    /// Looks up a format by name.
    ///
    /// # Errors
    /// `unknown_format` if no format has this name.
    #[inline]
    fn from_str(name: &str) -> Result<Self, Error> {
        let mut formats = Self::ALL.iter().copied();
        formats
            .find(|format| format.name() == name)
            .ok_or_else(|| Error::no_format(name))
    }
}
