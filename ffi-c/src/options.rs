//! Options as names and values, so that a new option changes no struct.

use std::ffi::c_char;

use sortid::options::{OPTIONS, OptionKind, OptionValue};
use sortid::{Error, ErrorCode, Options};

use super::boundary::{Described, arg, array, describing, text_bytes, utf8};
use super::error::Text;

/// An option: a name, and a value that is text or a number. A name may be given once.
///
/// Flags are the texts `true` and `false`, a seed is 64 hexadecimal digits. Integers may be text
/// too. A path is text without zero bytes, on Unix in any encoding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_option {
    /// The name, one of this list.
    pub name: *const c_char,
    /// The length of the name in bytes, without a terminator, or SORTID_NTS.
    pub name_length: usize,
    /// The value as text; NULL if the value is `number`.
    pub text: *const c_char,
    /// The length of the text in bytes, without a terminator, or SORTID_NTS; ignored if `text` is
    /// NULL.
    pub text_length: usize,
    /// The value if `text` is NULL; otherwise ignored.
    pub number: i64,
}

/// Reads the core's options.
///
/// # Safety
/// `options` is null or valid for reads of `count` elements, and so are the texts, while `'a`
/// lasts.
pub(crate) unsafe fn read<'a>(
    options: *const sortid_option,
    count: usize,
) -> Result<Options, Described<'a>> {
    let mut read = Options::new();
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    let options = unsafe { arg!(array(options, count)) }?;
    for (nth, option) in options.iter().enumerate() {
        // SAFETY: as above.
        let name_of =
            |option: &sortid_option| unsafe { arg!(text_bytes(option.name, option.name_length)) };
        let name = name_of(option)?;
        let known = OPTIONS.iter().find(|option| option.name.as_bytes() == name);
        if options[..nth]
            .iter()
            .any(|other| name_of(other) == Ok(name))
        {
            return Err(twice(known.map_or("state_file", |option| option.name)));
        }
        let given = match option.text.is_null() {
            true => None,
            // SAFETY: as above.
            false => Some(unsafe { arg!(text_bytes(option.text, option.text_length)) }?),
        };
        let is_path = name == b"unmapped_state_file"
            || known.is_some_and(|option| option.kind == OptionKind::Path);
        let value = match given {
            None => OptionValue::Int(option.number.into()),
            Some(path) if cfg!(unix) && is_path => OptionValue::Bytes(path),
            Some(value) => OptionValue::Text(utf8(value)),
        };
        read.set(utf8(name), value)
            .map_err(|error| match (error.subject(), given) {
                // No option has this name.
                (None, _) => describing(name)(error),
                (Some(_), Some(given)) => describing(given)(error),
                (Some(_), None) => Described {
                    error,
                    message: Text::Number(option.number),
                },
            })?;
    }
    Ok(read)
}

/// The error of an option that is given twice.
pub(crate) fn twice<'a>(option: &'static str) -> Described<'a> {
    Described {
        error: Error::about(ErrorCode::InvalidOption, option),
        message: Text::Twice,
    }
}
