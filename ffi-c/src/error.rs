//! What went wrong, for C.

use std::ffi::c_char;
use std::fmt::{self, Write};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use sortid::{Error, ErrorCode};

/// Why a call fails: an error of the core, or one found at the boundary.
#[derive(Debug)]
pub(crate) enum Refusal {
    Core(Error),
    Here(ErrorCode),
}

impl Refusal {
    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Refusal::Core(error) => error.code(),
            Refusal::Here(code) => *code,
        }
    }
}

impl From<Error> for Refusal {
    #[inline]
    fn from(error: Error) -> Self {
        Refusal::Core(error)
    }
}

impl From<ErrorCode> for Refusal {
    #[inline]
    fn from(code: ErrorCode) -> Self {
        Refusal::Here(code)
    }
}

/// Room for what an error names, with its terminator: a path of any length that the system takes.
pub const SORTID_SUBJECT_SIZE: usize = 4096;

/// Room for the message of an error, with its terminator: also for one that names such a path.
pub const SORTID_MESSAGE_SIZE: usize = 4352;

/// Why a call failed. Functions that take a `sortid_error *` accept NULL there, and write it on failure alone.
///
/// Only the texts and their terminators are written, not what lies behind them: the size costs nothing but the stack's memory.
#[repr(C)]
pub struct sortid_error {
    /// The status that the function returned.
    pub status: i32,
    /// Zero.
    pub reserved: u32,
    /// The offset of the byte at fault, from 0; for SORTID_ERR_INVALID_LENGTH the length of the text; -1 if there is none.
    pub offset: i64,
    /// The option, field or state file at fault; empty if there is none.
    pub subject: [c_char; SORTID_SUBJECT_SIZE],
    /// One line in English. It names the path of a state file.
    pub message: [c_char; SORTID_MESSAGE_SIZE],
}

impl sortid_error {
    /// Describes a refusal, by `explained` if it is given.
    ///
    /// # Safety
    /// `error` is valid for a write.
    #[cold]
    pub(crate) unsafe fn write(
        error: NonNull<Self>,
        refusal: &Refusal,
        explained: Option<&dyn fmt::Display>,
    ) {
        let (offset, subject) = match refusal {
            Refusal::Core(error) => (error.offset(), error.subject()),
            Refusal::Here(_) => (None, None),
        };
        let offset = offset.and_then(|offset| offset.try_into().ok());
        let error = error.as_ptr();
        // SAFETY: the caller's promise; creates no reference to uninitialised memory.
        unsafe {
            (&raw mut (*error).status).write(refusal.code().number());
            (&raw mut (*error).reserved).write(0);
            (&raw mut (*error).offset).write(offset.unwrap_or(-1));
            Cut::write(&raw mut (*error).subject, subject.unwrap_or_default());
            let message = &raw mut (*error).message;
            match (explained, refusal) {
                (Some(text), _) => Cut::write(message, text),
                (None, Refusal::Core(error)) => Cut::write(message, error),
                (None, Refusal::Here(code)) => {
                    let (name, told) = (code.name(), code.message());
                    Cut::write(message, format_args!("{name}: {told}"));
                }
            }
        }
    }
}

/// Writes text with a terminator, and truncates it between two characters if needed.
struct Cut<'a> {
    room: &'a mut [MaybeUninit<c_char>],
    length: usize,
}

impl Cut<'_> {
    /// # Safety
    /// `out` is valid for writes.
    unsafe fn write<const N: usize>(out: *mut [c_char; N], text: impl fmt::Display) {
        // SAFETY: the caller's promise; uninitialised memory is not read.
        let room = unsafe { &mut *out.cast::<[MaybeUninit<c_char>; N]>() };
        let mut cut = Cut { room, length: 0 };
        // It fails where the text is cut or the value's own Display fails, and then what was written stays.
        let _ = write!(cut, "{text}");
        if let Some(end) = cut.room.get_mut(cut.length) {
            end.write(0);
        }
    }
}

impl Write for Cut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // One for the terminator.
        let last = self.room.len() - 1;
        let room = &mut self.room[self.length..last];
        let mut end = room.len().min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        for (slot, &byte) in room.iter_mut().zip(&text.as_bytes()[..end]) {
            slot.write(byte as c_char);
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

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::{Format, OPTIONS};

    fn text(text: &[c_char]) -> String {
        let bytes = text.iter().map(|&byte| byte as u8);
        let bytes = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).expect("UTF-8")
    }

    fn cut<const N: usize>(value: impl fmt::Display) -> String {
        let mut out = [1; N];
        // SAFETY: it is valid.
        unsafe { Cut::write(&raw mut out, value) };
        text(&out)
    }

    fn about(refusal: &Refusal) -> Box<sortid_error> {
        let mut error = Box::new(sortid_error {
            status: 1,
            reserved: 1,
            offset: 1,
            subject: [1; SORTID_SUBJECT_SIZE],
            message: [1; SORTID_MESSAGE_SIZE],
        });
        // SAFETY: it is valid.
        unsafe { sortid_error::write(NonNull::from(&mut *error), refusal, None) };
        error
    }

    #[test]
    fn a_message_has_room_for_the_longest_subject() {
        let fields = Format::ALL
            .iter()
            .flat_map(|format| format.fields().map(|(name, _)| name));
        for subject in OPTIONS.iter().map(|option| option.name).chain(fields) {
            assert!(subject.len() < SORTID_SUBJECT_SIZE, "{subject}");
        }
        for code in ErrorCode::ALL {
            // What the system says of its error, and the name of a file system, are no longer than that.
            let others = 128;
            let longest = code.name().len() + code.message().len() + others + SORTID_SUBJECT_SIZE;
            assert!(longest <= SORTID_MESSAGE_SIZE, "{code}: {longest}");
        }
    }

    #[test]
    fn text_is_cut_and_terminated() {
        assert_eq!(cut::<4>("abcdef"), "abc");
        assert_eq!(cut::<4>(""), "");
        assert_eq!(cut::<4>(format_args!("{}{}", "ab", "cdef")), "abc");
        assert_eq!(cut::<4>("abc"), "abc");
        assert_eq!(cut::<4>(format_args!("{}{}", "ab\u{e4}", "c")), "ab");
    }

    #[test]
    fn an_error_tells_what_the_core_tells() {
        let core = sortid::Id::parse("3jzfcijpj2z21", Format::Tid).expect_err("a bad character");
        let error = about(&Refusal::Core(core));
        assert_eq!((error.status, error.reserved, error.offset), (2, 0, 12));
        assert_eq!(text(&error.message), core.to_string());
        assert_eq!(text(&error.subject), "");

        let core =
            sortid::Id::from_fields([("clock_id", 1024)], Format::Tid).expect_err("too wide");
        assert_eq!(text(&about(&Refusal::Core(core)).subject), "clock_id");
    }
}
