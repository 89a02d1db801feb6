//! Arguments from the program: options and bytes.

use sortid::options::{OPTIONS, OptionKind, OptionValue};
use sortid::{Error, ErrorCode, Options};

use crate::call::{Call, Failure, Raw, Thrown};
use crate::ints::saturated;
use crate::values::Either;

/// The value of an option; `None` for a type that no option accepts.
type Given = Option<Either>;

impl Call<'_> {
    /// Options from two arguments, their names and their values; `undefined` for no options.
    pub(crate) fn options(&self, names: usize, values: usize) -> Result<Options, Failure> {
        self.options_of(self.raw_argument(names), self.raw_argument(values))
    }

    /// Options from a list of names and a list of values.
    pub(crate) fn options_of(&self, names: Raw, values: Raw) -> Result<Options, Failure> {
        let mut options = Options::new();
        let names: Option<Vec<String>> = self.read(names)?;
        let values: Option<Vec<Given>> = self.read(values)?;
        for (name, value) in names
            .into_iter()
            .flatten()
            .zip(values.into_iter().flatten())
        {
            let read = match &value {
                Some(Either::A(int)) => OptionValue::Int(saturated(int)),
                Some(Either::B(text)) if accepts_text(&name, text) => OptionValue::Text(text),
                Some(Either::C(flag)) => OptionValue::Bool(*flag),
                Some(Either::D(bytes)) => OptionValue::Bytes(bytes),
                // Empty bytes are invalid for every option.
                _ => OptionValue::Bytes(&[]),
            };
            let set = options.set(&name, read);
            set.map_err(|error| Thrown::describing(error, shown(&value).as_bytes()))?;
        }
        Ok(options)
    }

    /// A seed of 32 bytes.
    pub(crate) fn seed(&self, index: usize) -> Result<[u8; 32], Failure> {
        const LENGTH: &str = "seed\0seed must be 32 bytes";
        let seed = self.bytes(index)?.try_into();
        Ok(seed.map_err(|_| Error::about(ErrorCode::InvalidOption, LENGTH))?)
    }

    /// The bytes of an argument, a `Uint8Array`.
    pub(crate) fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        let view = self.view(index)?;
        let bytes = view.bytes()?;
        // SAFETY: the memory is valid until JavaScript runs again, after the lifetime of this call.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) })
    }
}

/// Whether an option accepts a text. The core also parses integers and flags from texts.
fn accepts_text(name: &str, text: &str) -> bool {
    let option = OPTIONS.iter().find(|option| option.name == name);
    match option.map(|option| option.kind) {
        Some(OptionKind::Int | OptionKind::Flag) => false,
        Some(OptionKind::IntOr(word)) => word == text,
        _ => true,
    }
}

/// A value in an error message.
fn shown(value: &Given) -> String {
    match value {
        Some(Either::A(int)) => saturated(int).to_string(),
        Some(Either::B(text)) => text.clone(),
        Some(Either::C(flag)) => flag.to_string(),
        Some(Either::D(_)) => "bytes".to_owned(),
        None => String::new(),
    }
}
