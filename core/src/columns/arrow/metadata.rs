//! A type's metadata: a count, then each key and value with its length before it, all lengths being 32-bit integers of this machine.

use core::ffi::c_char;

use crate::formats::Format;

/// Under which key a type that Arrow does not know has its name …
const NAME: &[u8] = b"ARROW:extension:name";
/// … and what else its reader must know.
const PARAMETERS: &[u8] = b"ARROW:extension:metadata";

/// Before the name of a format in the name of its type.
const OURS: &str = "sortid.";
/// The type that Arrow has for UUIDs of any version.
const UUID: &str = "arrow.uuid";

/// The name of the type of a format's binary ids.
pub(super) fn type_name(format: Format) -> (&'static str, &'static str) {
    match format.reads(crate::codec::Form::Urn) {
        true => (UUID, ""),
        false => (OURS, format.name()),
    }
}

/// What a type says of the ids of its column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// The format, where the type is one of ours.
    pub(super) format: Option<Format>,
    /// Whether it is Arrow's type for UUIDs.
    pub(super) is_uuid: bool,
}

/// The metadata of a type with the name of a format's ids.
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

/// What the metadata says of ids; nothing of what stands behind a negative length.
///
/// # Safety
/// `metadata` is null, or points to metadata as the interface has it, which stays as it is meanwhile.
pub(super) unsafe fn read(metadata: *const c_char) -> Named {
    let mut named = Named::default();
    if metadata.is_null() {
        return named;
    }
    let mut reader = Reader(metadata.cast());
    // SAFETY: the caller promises a count, and behind it as many keys and values.
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

/// Where the next length stands.
struct Reader(*const u8);

impl Reader {
    /// `None` for a negative one.
    ///
    /// # Safety
    /// Four bytes stand there.
    unsafe fn int(&mut self) -> Option<usize> {
        // SAFETY: as the caller promises; nothing says that they are aligned.
        let int = unsafe { self.0.cast::<i32>().read_unaligned() };
        // SAFETY: no further than just behind them.
        self.0 = unsafe { self.0.add(size_of::<i32>()) };
        int.try_into().ok()
    }

    /// `None` for a negative length.
    ///
    /// # Safety
    /// A length stands there, and behind it as many bytes, which nobody changes during `'a`.
    unsafe fn text<'a>(&mut self) -> Option<&'a [u8]> {
        // SAFETY: as the caller promises.
        let len = unsafe { self.int() }?;
        // SAFETY: as above.
        let text = unsafe { core::slice::from_raw_parts(self.0, len) };
        // SAFETY: no further than just behind the text.
        self.0 = unsafe { self.0.add(len) };
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(metadata: &[u8]) -> Named {
        // SAFETY: the tests below write all that is read.
        unsafe { read(metadata.as_ptr().cast()) }
    }

    /// As many lengths as texts.
    fn joined(pairs: i32, texts: &[&str]) -> Vec<u8> {
        let mut bytes = pairs.to_ne_bytes().to_vec();
        for text in texts {
            bytes.extend((text.len() as i32).to_ne_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
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
    fn what_is_no_name_of_ours_is_none() {
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
        // SAFETY: null is metadata of nothing.
        assert_eq!(unsafe { read(core::ptr::null()) }, Named::default());
    }
}
