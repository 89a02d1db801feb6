//! Setting options by name.

use super::{OptionValue, Options};
use crate::error::Error;

impl Options {
    /// Sets an option by name, for bindings and command lines.
    ///
    /// # Errors
    /// `invalid_option` for an unknown name or a value of the wrong type.
    #[inline]
    pub fn set(&mut self, name: &str, value: OptionValue<'_>) -> Result<(), Error> {
        Ok(self.assign(name, value)?)
    }
}
