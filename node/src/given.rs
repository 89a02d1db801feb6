//! What a program gives: options, and bytes.

use sortid::{OptionValue, Options};

use crate::call::{Call, Failure, Raw};
use crate::ints::saturated;
use crate::values::Either;

/// A value that an option was given, if it is of a type that some option takes.
type Given = Option<Either>;

impl Call<'_> {
    /// Options, as a list of names and a list of values; no lists are no options.
    pub(crate) fn options(&self, names: usize, values: usize) -> Result<Options, Failure> {
        self.options_of(self.raw_argument(names), self.raw_argument(values))
    }

    /// The same of lists that are no arguments.
    pub(crate) fn options_of(&self, names: Raw, values: Raw) -> Result<Options, Failure> {
        let mut options = Options::new();
        let names: Option<Vec<String>> = self.read(names)?;
        let values: Option<Vec<Given>> = self.read(values)?;
        for (name, value) in names
            .into_iter()
            .flatten()
            .zip(values.into_iter().flatten())
        {
            let value = match &value {
                Some(Either::A(int)) => OptionValue::Int(saturated(int)),
                Some(Either::B(text)) => OptionValue::Text(text),
                Some(Either::C(flag)) => OptionValue::Bool(*flag),
                Some(Either::D(bytes)) => OptionValue::Bytes(bytes),
                // No option takes no bytes: the core refuses them by the option's name.
                None => OptionValue::Bytes(&[]),
            };
            options.set(&name, value)?;
        }
        Ok(options)
    }

    /// The bytes of a `Uint8Array`.
    pub(crate) fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        let view = self.view(index)?;
        let bytes = view.bytes()?;
        // SAFETY: the memory is there until JavaScript runs again, which it does not during the call.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) })
    }
}
