//! Text from JavaScript and to it.

use std::ffi::c_char;
use std::ptr;

use napi::sys;

use super::{Answer, Call, Failure, check};

/// As many texts as are given to a function at once.
pub(crate) const MOST_TEXTS: usize = 64;

/// A string of ASCII.
#[inline(always)]
pub(crate) fn string(env: sys::napi_env, ascii: &[u8]) -> Answer {
    let mut value = ptr::null_mut();
    let (bytes, length) = (ascii.as_ptr().cast::<c_char>(), ascii.len() as isize);
    // SAFETY: bytes with their length, all of them characters of Latin-1; the environment is Node's.
    match unsafe { sys::napi_create_string_latin1(env, bytes, length, &mut value) } {
        sys::Status::napi_ok => Ok(value),
        _ => Err(Failure::Node),
    }
}

impl Call<'_> {
    /// Calls a function, an argument of this call, with strings of ASCII, `width` bytes each, at most [`MOST_TEXTS`].
    ///
    /// To put them into a list one by one costs more than to make them.
    pub(crate) fn give_texts(
        &self,
        function: usize,
        texts: &[u8],
        width: usize,
    ) -> Result<(), Failure> {
        let (mut scope, mut this, mut given) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: Node's environment. The scope frees the handles of the strings, which could be too many otherwise.
        check(unsafe { sys::napi_open_handle_scope(self.env, &mut scope) })?;
        let mut give = || {
            let (mut values, mut count) = ([ptr::null_mut(); MOST_TEXTS], 0);
            for (value, text) in values.iter_mut().zip(texts.chunks_exact(width)) {
                // What is shorter than its place is followed by zeros.
                let end = text.iter().rposition(|byte| *byte != 0);
                let text = text.get(..=end.unwrap_or(0)).unwrap_or(text);
                *value = string(self.env, text)?;
                count += 1;
            }
            // SAFETY: an argument of this call, with the given number of strings.
            unsafe {
                check(sys::napi_get_undefined(self.env, &mut this))?;
                let (function, values) = (self.arguments[function], values.as_ptr());
                check(sys::napi_call_function(
                    self.env, this, function, count, values, &mut given,
                ))?;
            }
            Ok(())
        };
        let gave = give();
        // SAFETY: opened above.
        check(unsafe { sys::napi_close_handle_scope(self.env, scope) })?;
        gave
    }

    /// Hands text over in UTF-8, a lone surrogate in the three bytes of its code point.
    ///
    /// It is read where it was put: moving it would cost more than reading it.
    #[inline(always)]
    pub(crate) fn with_text<T>(
        &self,
        index: usize,
        run: impl FnOnce(&[u8]) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (mut units, mut length) = ([0; SHORT_TEXT + 1], 0);
        // SAFETY: memory for the given number of units, including the terminator.
        let status = unsafe {
            sys::napi_get_value_string_utf16(
                self.env,
                self.arguments[index],
                units.as_mut_ptr(),
                units.len(),
                &mut length,
            )
        };
        if status != sys::Status::napi_ok {
            return Err(Failure::Type("a string"));
        }
        let units = units.get(..length).unwrap_or_default();
        let (mut ascii, mut all) = ([0; SHORT_TEXT], 0);
        for (byte, unit) in ascii.iter_mut().zip(units) {
            *byte = *unit as u8;
            all |= unit;
        }
        let other;
        // What fills the room may go on.
        let text = if all < 0x80 && length < SHORT_TEXT {
            ascii.get(..length).unwrap_or_default()
        } else {
            other = self.other_text(index, units)?;
            &other
        };
        run(text)
    }

    /// Text that is long or not of ASCII. In what is long a lone surrogate is U+FFFD, which is as long and in no text of an id either.
    #[cold]
    fn other_text(&self, index: usize, units: &[u16]) -> Result<Vec<u8>, Failure> {
        if units.len() < SHORT_TEXT {
            return Ok(encoded(units));
        }
        let (value, mut length) = (self.arguments[index], 0);
        // SAFETY: without room Node tells the length in UTF-8 alone.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, ptr::null_mut(), 0, &mut length)
        })?;
        // Room for the terminator too.
        let mut text = vec![0; length + 1];
        let (bytes, room) = (text.as_mut_ptr().cast(), text.len());
        // SAFETY: the buffer has the given size.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, bytes, room, &mut length)
        })?;
        text.truncate(length);
        Ok(text)
    }
}

/// Room for every text of an id without a prefix: `urn:uuid:` and 36 characters are the longest.
const SHORT_TEXT: usize = 63;

/// UTF-8, a lone surrogate in the three bytes of its code point.
fn encoded(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len() * 3);
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(character) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Err(lone) => {
                let unit = lone.unpaired_surrogate();
                let low = |shift: u16| 0x80 | (unit >> shift & 0x3f) as u8;
                bytes.extend_from_slice(&[0xe0 | (unit >> 12) as u8, low(6), low(0)]);
            }
        }
    }
    bytes
}
