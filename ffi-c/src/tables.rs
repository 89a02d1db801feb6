//! Static text with terminators, generated from the core's lists.

use std::ffi::CStr;

use sortid::Format;

/// The text about a format.
pub(crate) struct FormatText {
    pub(crate) name: &'static CStr,
    pub(crate) summary: &'static CStr,
    pub(crate) specification: &'static CStr,
    /// Names and widths in bits.
    pub(crate) fields: &'static [(&'static CStr, u32)],
}

/// The text about a format.
pub(crate) fn about(format: Format) -> Option<&'static FormatText> {
    generated::FORMATS.get(usize::from(format.code()) - 1)
}

/// The name and the message of a status other than `SORTID_OK`.
pub(crate) fn status(number: i32) -> Option<(&'static CStr, &'static CStr)> {
    let mut statuses = generated::STATUSES.iter();
    statuses
        .find(|status| status.0 == number)
        .map(|&(_, name, message)| (name, message))
}

/// The name of a text form.
pub(crate) fn form(index: usize) -> Option<&'static CStr> {
    generated::FORMS.get(index).copied()
}

/// The name of a correction.
pub(crate) fn correction(index: usize) -> Option<&'static CStr> {
    generated::CORRECTIONS.get(index).copied()
}

/// The name of an epoch, by its place in the core's list.
pub(crate) fn epoch(index: usize) -> Option<&'static CStr> {
    generated::EPOCHS.get(index).copied()
}

/// The word of a kind of UUID.
pub(crate) fn kind(index: usize) -> Option<&'static CStr> {
    generated::KINDS.get(index).copied()
}

mod generated {
    use super::{CStr, FormatText};

    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
