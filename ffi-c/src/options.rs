//! Options by name and value, so that a new one changes no layout.

use std::ffi::c_char;

use sortid::{ErrorCode, OPTIONS, OptionKind, OptionValue, Options};

use super::boundary::{Refusal, array, text_bytes};

/// An option: a name, and a value that is text or a number.
///
/// Flags are the texts `true` and `false`; a seed is 64 hexadecimal digits; integers may be text too. A path is text without a zero
/// byte, on Unix in any encoding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_option {
    /// The name, one of the list above.
    pub name: *const c_char,
    /// The length of the name in bytes, without a terminator, or SORTID_NTS.
    pub name_length: usize,
    /// The value as text; NULL where it is `number`.
    pub text: *const c_char,
    /// The length of the text in bytes, without a terminator, or SORTID_NTS; not looked at where `text` is NULL.
    pub text_length: usize,
    /// The value where `text` is NULL; else not looked at.
    pub number: i64,
}

/// The core's options. Of a name given twice the last one counts.
///
/// # Safety
/// `options` is null or valid for reads of `count` elements, and what they point to likewise.
pub(crate) unsafe fn read(options: *const sortid_option, count: usize) -> Result<Options, Refusal> {
    let mut read = Options::new();
    // SAFETY: the caller's promise, here and below.
    for option in unsafe { array(options, count) }? {
        // SAFETY: as above.
        let name = text(unsafe { text_bytes(option.name, option.name_length) }?)?;
        let value = if option.text.is_null() {
            OptionValue::Int(option.number.into())
        } else {
            // SAFETY: as above.
            let value = unsafe { text_bytes(option.text, option.text_length) }?;
            if cfg!(unix) && is_path(name) {
                OptionValue::Bytes(value)
            } else {
                OptionValue::Text(text(value)?)
            }
        };
        read.set(name, value)?;
    }
    Ok(read)
}

fn is_path(name: &str) -> bool {
    let option = OPTIONS.iter().find(|option| option.name == name);
    name == "unmapped_state_file" || option.is_some_and(|option| option.kind == OptionKind::Path)
}

/// What is no UTF-8 is no option and no value of one.
fn text(bytes: &[u8]) -> Result<&str, Refusal> {
    str::from_utf8(bytes).map_err(|_| ErrorCode::InvalidOption.into())
}
