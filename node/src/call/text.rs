//! Text from and to JavaScript.

use std::ffi::c_char;
use std::ptr;

use napi::sys;

use super::{Answer, Call, Failure, check};

/// The largest number of texts per call of a JavaScript function.
pub(crate) const MOST_TEXTS: usize = 64;

/// Creates a string of ASCII.
#[inline(always)]
pub(crate) fn string(env: sys::napi_env, ascii: &[u8]) -> Answer {
    let mut value = ptr::null_mut();
    let (bytes, length) = (ascii.as_ptr().cast::<c_char>(), ascii.len() as isize);
    // SAFETY: bytes with their length, each of them a Latin-1 character; the environment is Node's.
    match unsafe { sys::napi_create_string_latin1(env, bytes, length, &mut value) } {
        sys::Status::napi_ok => Ok(value),
        _ => Err(Failure::Node),
    }
}

impl Call<'_> {
    /// Calls a function, an argument of this call, with ASCII texts of `width` bytes each, at most
    /// [`MOST_TEXTS`]. Appending them to a list one by one would cost more than creating them.
    pub(crate) fn pass_texts(
        &self,
        function: usize,
        texts: &[u8],
        width: usize,
    ) -> Result<(), Failure> {
        let (mut scope, mut this, mut given) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // Frees the handles of the strings after the call, to limit their number.
        // SAFETY: the environment is Node's.
        check(unsafe { sys::napi_open_handle_scope(self.env, &mut scope) })?;
        let mut pass = || {
            let (mut values, mut count) = ([ptr::null_mut(); MOST_TEXTS], 0);
            for (value, text) in values.iter_mut().zip(texts.chunks_exact(width)) {
                // Shorter texts are padded with zeros.
                let end = text.iter().rposition(|byte| *byte != 0);
                let text = text.get(..=end.unwrap_or(0)).unwrap_or(text);
                *value = string(self.env, text)?;
                count += 1;
            }
            // SAFETY: `function` is an argument of this call; `values` has `count` strings.
            unsafe {
                check(sys::napi_get_undefined(self.env, &mut this))?;
                let (function, values) = (self.arguments[function], values.as_ptr());
                check(sys::napi_call_function(
                    self.env, this, function, count, values, &mut given,
                ))?;
            }
            Ok(())
        };
        let passed = pass();
        // SAFETY: opened above.
        check(unsafe { sys::napi_close_handle_scope(self.env, scope) })?;
        passed
    }

    /// Passes text in UTF-8 to `run`, with a lone surrogate as the three bytes of its code point.
    ///
    /// A closure, as moving the buffer would cost more than reading it.
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
        // A text that fills the buffer may be longer.
        let text = if all < 0x80 && length < SHORT_TEXT {
            ascii.get(..length).unwrap_or_default()
        } else {
            other = self.other_text(index, units)?;
            &other
        };
        run(text)
    }

    /// Text that is long or not ASCII. In long text a lone surrogate becomes U+FFFD, which has the
    /// same length and is not valid in any id, either.
    #[cold]
    fn other_text(&self, index: usize, units: &[u16]) -> Result<Vec<u8>, Failure> {
        if units.len() < SHORT_TEXT {
            return Ok(encoded(units));
        }
        let (value, mut length) = (self.arguments[index], 0);
        // SAFETY: without a buffer, Node only returns the length in UTF-8.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, ptr::null_mut(), 0, &mut length)
        })?;
        // One more byte for the terminator.
        let mut text = vec![0; length + 1];
        let (bytes, size) = (text.as_mut_ptr().cast(), text.len());
        // SAFETY: the buffer has the given size.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, bytes, size, &mut length)
        })?;
        text.truncate(length);
        Ok(text)
    }
}

/// At least the longest text of an id without a prefix: `urn:uuid:` and 36 characters.
const SHORT_TEXT: usize = 63;

/// Encodes UTF-8, a lone surrogate as the three bytes of its code point.
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
