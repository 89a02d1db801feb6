//! The metadata of a type: a count, then keys and values, each prefixed with its length. Count and
//! lengths are native-endian 32-bit integers.

use core::ffi::c_char;

use crate::formats::Format;

/// The key of an extension type's name.
const NAME: &[u8] = b"ARROW:extension:name";
/// The key of an extension type's parameters.
const PARAMETERS: &[u8] = b"ARROW:extension:metadata";

/// The prefix of this library's type names. The format's name follows.
const OURS: &str = "sortid.";
/// Arrow's type for UUIDs of any version.
const UUID: &str = "arrow.uuid";

/// Returns the extension type name of a format's binary ids, in two parts.
pub(super) fn type_name(format: Format) -> (&'static str, &'static str) {
    match format.reads(crate::codec::Form::Urn) {
        true => (UUID, ""),
        false => (OURS, format.name()),
    }
}

/// The ids that a type's metadata names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// The format, if the type is one of this library's.
    pub(super) format: Option<Format>,
    /// Whether the type is `arrow.uuid`.
    pub(super) is_uuid: bool,
}

/// Returns metadata that names the extension type of a format's ids.
pub(super) fn written(format: Format) -> Vec<u8> {
    let (before, name) = type_name(format);
    let mut bytes = 2_i32.to_ne_bytes().to_vec();
    let mut put = |parts: [&[u8]; 2]| {
        let len: i32 = parts.iter().map(|part| part.len() as i32).sum();
        bytes.extend(len.to_ne_bytes());
        parts.iter().for_each(|part| bytes.extend(*part));
    };
    put([NAME, b""]);
    put([before.as_bytes(), name.as_bytes()]);
    put([PARAMETERS, b""]);
    put([b"", b""]);
    bytes
}

/// Reads the extension type from metadata. Stops at a negative length.
///
/// # Safety
/// `metadata` is null or points to valid metadata of the interface, which does not change during
/// the call.
pub(super) unsafe fn read(metadata: *const c_char) -> Named {
    let mut named = Named::default();
    if metadata.is_null() {
        return named;
    }
    let mut reader = Reader(metadata.cast());
    // SAFETY: the caller guarantees a count, followed by that number of keys and values.
    unsafe {
        for _ in 0..reader.int().unwrap_or(0) {
            let Some((key, value)) = reader.text().zip(reader.text()) else {
                break;
            };
            if key == NAME {
                named.format = value
                    .strip_prefix(OURS.as_bytes())
                    .and_then(|name| core::str::from_utf8(name).ok()?.parse().ok());
                named.is_uuid = value == UUID.as_bytes();
            }
        }
    }
    named
}

/// A cursor at the next length.
struct Reader(*const u8);

impl Reader {
    /// Returns `None` for a negative integer.
    ///
    /// # Safety
    /// Four bytes are readable at the cursor.
    unsafe fn int(&mut self) -> Option<usize> {
        // SAFETY: guaranteed by the caller; the read allows for an unaligned address.
        let int = unsafe { self.0.cast::<i32>().read_unaligned() };
        // SAFETY: the new address is at most one past those bytes.
        self.0 = unsafe { self.0.add(size_of::<i32>()) };
        int.try_into().ok()
    }

    /// Returns `None` for a negative length.
    ///
    /// # Safety
    /// A length and that number of bytes are readable at the cursor, and do not change during `'a`.
    unsafe fn text<'a>(&mut self) -> Option<&'a [u8]> {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let len = unsafe { self.int() }?;
        // SAFETY: the caller guarantees `len` bytes.
        let text = unsafe { core::slice::from_raw_parts(self.0, len) };
        // SAFETY: the new address is at most one past the text.
        self.0 = unsafe { self.0.add(len) };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(metadata: &[u8]) -> Named {
        // SAFETY: the tests below write everything that is read.
        unsafe { read(metadata.as_ptr().cast()) }
    }

    /// Writes a count of pairs, then each text prefixed with its length.
    fn joined(pairs: i32, texts: &[&str]) -> Vec<u8> {
        let mut bytes = pairs.to_ne_bytes().to_vec();
        for text in texts {
            bytes.extend((text.len() as i32).to_ne_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    #[test]
    fn written_metadata_reads_back() {
        for &format in Format::ALL {
            let named = named(&written(format));
            let is_uuid = format.reads(crate::codec::Form::Urn);
            assert_eq!(named.is_uuid, is_uuid, "{format}");
            assert_eq!(named.format, (!is_uuid).then_some(format), "{format}");
        }
        let name = ["ARROW:extension:name", "sortid.tid"];
        let others = [["k", "v"], ["ARROW:extension:metadata", ""]].concat();
        let bytes = written(Format::Tid);
        assert_eq!(bytes, joined(2, &[&name[..], &others[2..]].concat()));
        let behind = joined(3, &[&others[..], &name].concat());
        assert_eq!(named(&behind).format, Some(Format::Tid));
    }

    #[test]
    fn foreign_names_are_ignored() {
        assert_eq!(named(&joined(0, &[])), Named::default());
        assert_eq!(named(&joined(-1, &[])), Named::default());
        for name in [
            "sortid.",
            "sortid.nothing",
            "sortid",
            "arrow.json",
            "arrow.uuid ",
        ] {
            let named = named(&joined(1, &["ARROW:extension:name", name]));
            assert_eq!(named, Named::default(), "{name}");
        }
        let mut negative = joined(1, &["ARROW:extension:name"]);
        negative.extend((-5_i32).to_ne_bytes());
        assert_eq!(named(&negative), Named::default());
        // SAFETY: null is allowed.
        assert_eq!(unsafe { read(core::ptr::null()) }, Named::default());
    }
}
