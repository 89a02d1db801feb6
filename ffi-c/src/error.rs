//! What went wrong, for C.

use std::ffi::c_char;
use std::fmt::{self, Write};

use crate::boundary::{OK, Refusal, value};
use crate::tables;

/// Room for the option or field that an error names, with its terminator.
pub const SORTID_SUBJECT_SIZE: usize = 32;

/// Room for the message of an error, with its terminator.
pub const SORTID_MESSAGE_SIZE: usize = 208;

/// Why a call failed. Functions that take a `sortid_error *` accept NULL there, and write it on failure alone.
#[repr(C)]
pub struct sortid_error {
    /// The status that the function returned.
    pub status: i32,
    /// Zero.
    pub reserved: u32,
    /// The byte of the text that is to blame, counted from 0; for SORTID_ERR_INVALID_LENGTH the length of the text; -1 where there
    /// is none.
    pub offset: i64,
    /// The option, field or file that is to blame, cut off at 31 bytes; empty where there is none.
    pub subject: [c_char; SORTID_SUBJECT_SIZE],
    /// One line for people, in English, cut off at 207 bytes. About a state file it names the path.
    pub message: [c_char; SORTID_MESSAGE_SIZE],
}

impl sortid_error {
    #[cold]
    pub(crate) fn about(refusal: &Refusal) -> Self {
        let (offset, subject, message) = match refusal {
            Refusal::Core(error) => (
                error.offset().and_then(|offset| offset.try_into().ok()),
                error.subject(),
                c_text(error),
            ),
            Refusal::Here(code) => (
                None,
                None,
                c_text(format_args!("{}: {}", code.name(), code.message())),
            ),
        };
        Self {
            status: refusal.code().number(),
            reserved: 0,
            offset: offset.unwrap_or(-1),
            subject: c_text(subject.unwrap_or_default()),
            message,
        }
    }
}

/// The text of a value with a terminator; what goes beyond `N - 1` bytes is cut off, between two characters.
fn c_text<const N: usize>(text: impl fmt::Display) -> [c_char; N] {
    struct Cut<const N: usize> {
        bytes: [c_char; N],
        length: usize,
    }

    impl<const N: usize> Write for Cut<N> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = &mut self.bytes[self.length..N - 1];
            let mut end = room.len().min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            for (slot, &byte) in room.iter_mut().zip(&text.as_bytes()[..end]) {
                *slot = byte as c_char;
            }
            self.length += end;
            // What follows a cut must not stand where the cut is.
            if end == text.len() {
                Ok(())
            } else {
                Err(fmt::Error)
            }
        }
    }

    let mut cut = Cut {
        bytes: [0; N],
        length: 0,
    };
    // It fails where the text is cut or the value's own Display fails, and then what was written stays.
    let _ = write!(cut, "{text}");
    cut.bytes
}

/// The name of a status, the same in every language: `"invalid_length"`; `"ok"` for SORTID_OK.
///
/// Static text; NULL for a number that is no status. Never fails. Thread-safe. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn sortid_status_name(status: i32) -> *const c_char {
    value(std::ptr::null(), || {
        match (status, tables::status(status)) {
            (OK, _) => c"ok".as_ptr(),
            (_, Some((name, _))) => name.as_ptr(),
            (_, None) => std::ptr::null(),
        }
    })
}

/// What a status means: one English sentence without a full stop.
///
/// Static text, never NULL. Never fails. Thread-safe. Since 0.1.0.
#[unsafe(no_mangle)]
pub extern "C" fn sortid_status_message(status: i32) -> *const c_char {
    value(c"".as_ptr(), || match (status, tables::status(status)) {
        (OK, _) => c"success".as_ptr(),
        (_, Some((_, message))) => message.as_ptr(),
        (_, None) => c"no status of this library has this number".as_ptr(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::{ErrorCode, Format, OPTIONS};

    fn text<const N: usize>(text: [c_char; N]) -> String {
        text.iter()
            .take_while(|&&byte| byte != 0)
            .map(|&byte| byte as u8 as char)
            .collect()
    }

    #[test]
    fn every_subject_and_message_fits() {
        let fields = Format::ALL
            .iter()
            .flat_map(|format| format.fields().map(|(name, _)| name));
        for subject in OPTIONS.iter().map(|option| option.name).chain(fields) {
            assert!(subject.len() < SORTID_SUBJECT_SIZE, "{subject}");
            for code in ErrorCode::ALL {
                let longest = format!(
                    "{}: {} ({subject}), at byte {}",
                    code.name(),
                    code.message(),
                    u64::MAX
                );
                assert!(longest.len() < SORTID_MESSAGE_SIZE, "{longest}");
            }
        }
    }

    #[test]
    fn text_is_cut_and_terminated() {
        assert_eq!(text(c_text::<4>("abcdef")), "abc");
        assert_eq!(text(c_text::<4>("")), "");
        assert_eq!(text(c_text::<4>(format_args!("{}{}", "ab", "cdef"))), "abc");
        assert_eq!(text(c_text::<4>("abc")), "abc");
        assert_eq!(
            text(c_text::<4>(format_args!("{}{}", "ab\u{e4}", "c"))),
            "ab"
        );
    }

    #[test]
    fn an_error_tells_what_the_core_tells() {
        let core = sortid::Id::parse("3jzfcijpj2z21", Format::Tid).expect_err("a bad character");
        let error = sortid_error::about(&Refusal::Core(core));
        assert_eq!((error.status, error.offset), (2, 12));
        assert_eq!(text(error.message), core.to_string());
        assert_eq!(text(error.subject), "");

        let core =
            sortid::Id::from_fields([("clock_id", 1024)], Format::Tid).expect_err("too wide");
        assert_eq!(
            text(sortid_error::about(&Refusal::Core(core)).subject),
            "clock_id"
        );
    }
}
