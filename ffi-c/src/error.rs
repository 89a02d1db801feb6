//! Errors as C structs.

use std::ffi::c_char;
use std::fmt::{self, Display, Write};
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr::{self, NonNull};

use sortid::{Error, Message};

pub(crate) struct Described<'a> {
    pub(crate) error: Error,
    pub(crate) message: Text<'a>,
}

pub(crate) enum Text<'a> {
    /// The error's own message.
    Plain,
    /// The message with the rejected input.
    Input(Message<'a>),
    /// The message with the rejected integer.
    Number(i64),
    /// An option is given twice.
    Twice,
    /// A row of a column is invalid.
    Row(&'a dyn Display),
}

impl From<Error> for Described<'_> {
    #[inline]
    fn from(error: Error) -> Self {
        let message = Text::Plain;
        Self { error, message }
    }
}

impl Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.message {
            Text::Plain => self.error.fmt(f),
            Text::Input(message) => message.fmt(f),
            Text::Number(number) => self.error.describe(&number.to_string()).fmt(f),
            Text::Twice => {
                let option = self.error.subject().unwrap_or_default();
                write!(
                    f,
                    "{}: the option {option} is given twice",
                    self.error.code()
                )
            }
            Text::Row(message) => message.fmt(f),
        }
    }
}

/// The offset of an error, or -1.
pub(crate) fn offset_of(error: &Error) -> i64 {
    let offset = error.offset().and_then(|offset| offset.try_into().ok());
    offset.unwrap_or(-1)
}

/// Describes an error with the rejected input.
#[inline]
pub(crate) fn describing<'a>(input: &'a [u8]) -> impl Fn(Error) -> Described<'a> {
    move |error| Described {
        error,
        message: Text::Input(error.describe(input)),
    }
}

/// The size of `subject`, with the terminator.
pub const SORTID_SUBJECT_SIZE: usize = 64;

/// The size of `message`, with the terminator.
pub const SORTID_MESSAGE_SIZE: usize = 256;

/// The error of a failed call. Written on failure only.
#[repr(C)]
pub struct sortid_error {
    /// The status that the function returned.
    pub status: i32,
    /// Zero.
    pub reserved: u32,
    /// The offset of the invalid byte, from 0; for SORTID_ERR_INVALID_LENGTH the length of the
    /// text; -1 if there is none.
    pub offset: i64,
    /// See `sortid_error_path`.
    pub path: *const c_char,
    /// The option, field or file that caused the error; empty if none did. An ellipsis replaces the
    /// middle of a long path.
    pub subject: [c_char; SORTID_SUBJECT_SIZE],
    /// One line in English. An ellipsis replaces the middle of a long path.
    pub message: [c_char; SORTID_MESSAGE_SIZE],
}

/// The full path of the state file or lease file that caused the error.
///
/// UTF-8, with U+FFFD for other bytes. Valid until the process ends. NULL if no file caused the
/// error. Never fails.
///
/// # Safety
/// The pointer is NULL, or a failed call wrote to it.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_error_path(error: *const sortid_error) -> *const c_char {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { error.as_ref() }.map_or(ptr::null(), |error| error.path)
}

impl sortid_error {
    /// # Safety
    /// `error` is valid for a write.
    #[cold]
    pub(crate) unsafe fn write(error: NonNull<Self>, described: &Described<'_>) {
        let core = &described.error;
        let subject = core.subject().unwrap_or_default();
        // Paths are interned by the core with a terminator. Other subjects are names.
        let is_path = core.code().is_of_store() && Path::new(subject).is_absolute();
        let (path, shortened) = match is_path {
            true => (subject.as_ptr().cast(), subject),
            false => (ptr::null(), ""),
        };
        let error = error.as_ptr();
        // SAFETY: guaranteed by the caller (see `# Safety`); no reference to uninitialized memory
        // is created.
        unsafe {
            (&raw mut (*error).status).write(core.code().number());
            (&raw mut (*error).reserved).write(0);
            (&raw mut (*error).offset).write(offset_of(core));
            (&raw mut (*error).path).write(path);
            Cut::write(&raw mut (*error).subject, &subject, shortened);
            Cut::write(&raw mut (*error).message, described, shortened);
        }
    }
}

const ELLIPSIS: &str = "\u{2026}";

/// Writes text with a terminator. Truncates long text in the middle of its path, or else at its
/// end.
struct Cut<'a> {
    room: &'a mut [MaybeUninit<c_char>],
    length: usize,
    /// The largest length, without the terminator.
    most: usize,
    path: &'a str,
    /// The number of bytes to remove.
    excess: usize,
}

struct Count(usize);

impl Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

impl Cut<'_> {
    /// # Safety
    /// `out` is valid for writes.
    unsafe fn write<const N: usize>(out: *mut [c_char; N], text: &dyn Display, path: &str) {
        let mut count = Count(0);
        let _ = write!(count, "{text}");
        let excess = count.0.saturating_sub(N - 1);
        let mut cut = Cut {
            // SAFETY: guaranteed by the caller (see `# Safety`); uninitialized memory is not read.
            room: unsafe { &mut *out.cast::<[MaybeUninit<c_char>; N]>() },
            length: 0,
            most: N - 1 - if excess == 0 { 0 } else { ELLIPSIS.len() },
            path,
            excess,
        };
        if write!(cut, "{text}").is_err() {
            cut.most = N - 1;
            let _ = cut.append(ELLIPSIS);
        }
        if let Some(end) = cut.room.get_mut(cut.length) {
            end.write(0);
        }
    }

    /// Fails if the text is truncated.
    fn append(&mut self, text: &str) -> fmt::Result {
        let mut end = text.len().min(self.most - self.length);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let room = &mut self.room[self.length..];
        for (slot, &byte) in room.iter_mut().zip(&text.as_bytes()[..end]) {
            slot.write(byte as c_char);
        }
        self.length += end;
        match end == text.len() {
            true => Ok(()),
            false => Err(fmt::Error),
        }
    }
}

impl Write for Cut<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let half = text.len().saturating_sub(self.excess + ELLIPSIS.len()) / 2;
        if self.excess == 0 || text != self.path || half == 0 {
            return self.append(text);
        }
        let (mut head, mut tail) = (half, text.len() - half);
        while !text.is_char_boundary(head) {
            head -= 1;
        }
        while !text.is_char_boundary(tail) {
            tail += 1;
        }
        self.most += ELLIPSIS.len();
        self.excess = 0;
        self.append(&text[..head])?;
        self.append(ELLIPSIS)?;
        self.append(&text[tail..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::options::OPTIONS;
    use sortid::{AnyId, ErrorCode, Format};

    fn text(text: &[c_char]) -> String {
        let bytes = text.iter().map(|&byte| byte as u8);
        let bytes = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8(bytes).expect("UTF-8")
    }

    fn cut<const N: usize>(value: impl Display, path: &str) -> String {
        let mut out = [1; N];
        // SAFETY: `out` is valid for writes.
        unsafe { Cut::write(&raw mut out, &value, path) };
        text(&out)
    }

    fn about(described: &Described<'_>) -> sortid_error {
        let mut error = sortid_error {
            status: 1,
            reserved: 1,
            offset: 1,
            path: ptr::dangling(),
            subject: [1; SORTID_SUBJECT_SIZE],
            message: [1; SORTID_MESSAGE_SIZE],
        };
        // SAFETY: `out` is valid for writes.
        unsafe { sortid_error::write(NonNull::from(&mut error), described) };
        error
    }

    #[test]
    fn subject_has_room_for_names() {
        let fields = Format::ALL
            .iter()
            .flat_map(|format| format.fields().map(|(name, _)| name));
        for subject in OPTIONS.iter().map(|option| option.name).chain(fields) {
            assert!(subject.len() < SORTID_SUBJECT_SIZE, "{subject}");
        }
        assert!(size_of::<sortid_error>() <= 384);
    }

    #[test]
    fn long_text_is_truncated_at_its_end() {
        assert_eq!(cut::<4>("abc", ""), "abc");
        assert_eq!(cut::<4>("", ""), "");
        assert_eq!(cut::<7>("abcdefg", ""), "abc\u{2026}");
        assert_eq!(
            cut::<7>(format_args!("{}{}", "ab", "cdefg"), ""),
            "abc\u{2026}"
        );
        assert_eq!(cut::<7>("ab\u{e4}cdef", ""), "ab\u{2026}");
    }

    #[test]
    fn long_message_ends_in_an_ellipsis() {
        let core = Error::new(ErrorCode::InvalidOption);
        let sentence = "option ".repeat(SORTID_MESSAGE_SIZE);
        let message = Text::Row(&sentence);
        let error = about(&Described {
            error: core,
            message,
        });
        let message = text(&error.message);
        assert_eq!(message.len(), SORTID_MESSAGE_SIZE - 1);
        assert_eq!(message.strip_suffix(ELLIPSIS), sentence.get(..252));
    }

    #[test]
    fn long_path_is_truncated_in_its_middle() {
        let sentence = |path| cut::<20>(format_args!("in {path} is an end"), path);
        assert_eq!(sentence("/a/b/c"), "in /a/b/c is an end");
        assert_eq!(sentence("/a/path/file"), "in /\u{2026}e is an end");
        assert_eq!(
            sentence("/\u{e4}/\u{e4}\u{e4}\u{e4}\u{e4}"),
            "in /\u{2026} is an end"
        );
        let path = "/a/path/to/a/file";
        assert_eq!(cut::<16>(path, path), "/a/pat\u{2026}a/file");
    }

    #[test]
    fn error_has_the_fields_of_the_core_error() {
        let core = AnyId::parse("3jzfcijpj2z21", Format::Tid).expect_err("a bad character");
        let error = about(&core.into());
        assert_eq!((error.status, error.reserved, error.offset), (2, 0, 12));
        assert_eq!(text(&error.message), core.to_string());
        assert_eq!(text(&error.subject), "");
        assert!(error.path.is_null());
        let error = about(&describing(b"3jzfcijpj2z21")(core));
        assert_eq!(
            text(&error.message),
            core.describe("3jzfcijpj2z21").to_string()
        );

        let core = AnyId::from_fields([("clock_id", 1024)], Format::Tid).expect_err("too wide");
        assert_eq!(text(&about(&core.into()).subject), "clock_id");
    }
}
