//! Dynamic ids: `{format, text}` in human-readable formats, code and bytes in binary ones.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::newtype::bytes_or_text;
use crate::codec::invalid_length;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::AnyId;
use crate::id::prefixed::{AnyTypeId, LONGEST};

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FormatVisitor)
    }
}

/// A byte string, because serde writes a slice as a sequence.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Serializes a format with a text or with bytes.
fn write<S: Serializer>(
    name: &'static str,
    format: Format,
    text: &str,
    bytes: &[u8],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let people = serializer.is_human_readable();
    let mut id = serializer.serialize_struct(name, 2)?;
    if people {
        id.serialize_field("format", format.name())?;
        id.serialize_field("text", text)?;
    } else {
        // A string of one byte: no name is that short, so a reader can tell codes from names.
        id.serialize_field("code", &Raw(&[format.code()]))?;
        id.serialize_field("bytes", &Raw(bytes))?;
    }
    id.end()
}

impl Serialize for AnyId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (text, bytes) = (self.to_text(), self.to_bytes());
        write("AnyId", self.format(), &text, &bytes, serializer)
    }
}

/// In binary formats the bytes are the text, because the id's bytes would lose the prefix.
impl Serialize for AnyTypeId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (format, text) = (self.id().format(), self.to_text());
        write("AnyTypeId", format, &text, text.as_bytes(), serializer)
    }
}

struct FormatVisitor;

impl Visitor<'_> for FormatVisitor {
    type Value = Format;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name or the code of a format")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Format, E> {
        name.parse()
            .map_err(|error: Error| E::custom(error.describe(name)))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Format, E> {
        let named = |format: &Format| match bytes {
            [code] => format.code() == *code,
            name => format.name().as_bytes() == name,
        };
        let found = Format::ALL.iter().copied().find(named);
        found.ok_or_else(|| E::custom(Error::new(ErrorCode::UnknownFormat).describe(bytes)))
    }
}

/// A format by its code, or by its name if it was written as text.
struct Coded(Format);

impl<'de> Deserialize<'de> for Coded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(FormatVisitor).map(Coded)
    }
}

/// Text or bytes that wait for their format: in a map either may come first.
struct Short {
    bytes: [u8; LONGEST],
    len: usize,
    is_text: bool,
}

impl Short {
    fn new<E: de::Error>(given: &[u8], is_text: bool) -> Result<Self, E> {
        let (mut bytes, len) = ([0; LONGEST], given.len());
        bytes
            .get_mut(..len)
            .ok_or_else(|| E::custom(Error::from(invalid_length(given))))?
            .copy_from_slice(given);
        Ok(Short {
            bytes,
            len,
            is_text,
        })
    }

    fn of<T: Told, E: de::Error>(&self, format: Format) -> Result<T, E> {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        let id = match self.is_text {
            true => T::from_text(bytes, format),
            false => T::from_bytes(bytes, format),
        };
        id.map_err(|error| E::custom(error.describe(bytes)))
    }
}

/// A type that is written with its format.
trait Told: Sized {
    fn from_text(text: &[u8], format: Format) -> Result<Self, Error>;
    fn from_bytes(bytes: &[u8], format: Format) -> Result<Self, Error>;
}

impl Told for AnyId {
    fn from_text(text: &[u8], format: Format) -> Result<Self, Error> {
        AnyId::parse(text, format)
    }

    fn from_bytes(bytes: &[u8], format: Format) -> Result<Self, Error> {
        bytes_or_text(bytes, format)
    }
}

impl Told for AnyTypeId {
    fn from_text(text: &[u8], format: Format) -> Result<Self, Error> {
        AnyTypeId::parse(text, format)
    }

    fn from_bytes(bytes: &[u8], format: Format) -> Result<Self, Error> {
        AnyTypeId::parse(bytes, format)
    }
}

struct ShortVisitor;

impl Visitor<'_> for ShortVisitor {
    type Value = Short;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text or the bytes of an id")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Short, E> {
        Short::new(text.as_bytes(), true)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Short, E> {
        Short::new(bytes, false)
    }
}

/// Requested as text.
struct Text(Short);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ShortVisitor).map(Text)
    }
}

/// Requested as bytes.
struct Bytes(Short);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(ShortVisitor).map(Bytes)
    }
}

struct IdVisitor<T> {
    people: bool,
    id: PhantomData<T>,
}

impl<'de, T: Told> Visitor<'de> for IdVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id as {format, text} or {code, bytes}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let missing = |len| de::Error::invalid_length(len, &"a format and an id");
        let (format, id) = if self.people {
            let format = seq.next_element()?.ok_or_else(|| missing(0))?;
            let Text(id) = seq.next_element()?.ok_or_else(|| missing(1))?;
            (format, id)
        } else {
            let Coded(format) = seq.next_element()?.ok_or_else(|| missing(0))?;
            let Bytes(id) = seq.next_element()?.ok_or_else(|| missing(1))?;
            (format, id)
        };
        id.of(format)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let (mut format, mut id) = (None, None::<Short>);
        while let Some(key) = map.next_key()? {
            match key {
                Key::Format | Key::Code if format.is_some() => {
                    return Err(de::Error::duplicate_field("format"));
                }
                Key::Text | Key::Bytes if id.is_some() => {
                    return Err(de::Error::duplicate_field("text"));
                }
                Key::Format => format = Some(map.next_value::<Format>()?),
                Key::Code => format = Some(map.next_value::<Coded>()?.0),
                Key::Text => id = Some(map.next_value::<Text>()?.0),
                Key::Bytes => id = Some(map.next_value::<Bytes>()?.0),
            }
        }
        let format = format.ok_or_else(|| de::Error::missing_field("format"))?;
        id.ok_or_else(|| de::Error::missing_field("text"))?
            .of(format)
    }
}

enum Key {
    Format,
    Text,
    Code,
    Bytes,
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl Visitor<'_> for KeyVisitor {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`format` and `text`, or `code` and `bytes`")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key, E> {
                match key {
                    "format" => Ok(Key::Format),
                    "text" => Ok(Key::Text),
                    "code" => Ok(Key::Code),
                    "bytes" => Ok(Key::Bytes),
                    _ => Err(de::Error::unknown_field(key, &["format", "text"])),
                }
            }
        }
        deserializer.deserialize_identifier(KeyVisitor)
    }
}

fn read<'de, T: Told, D: Deserializer<'de>>(
    name: &'static str,
    deserializer: D,
) -> Result<T, D::Error> {
    let people = deserializer.is_human_readable();
    let fields: &[&str] = match people {
        true => &["format", "text"],
        false => &["code", "bytes"],
    };
    let id = PhantomData;
    deserializer.deserialize_struct(name, fields, IdVisitor { people, id })
}

impl<'de> Deserialize<'de> for AnyId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read("AnyId", deserializer)
    }
}

impl<'de> Deserialize<'de> for AnyTypeId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read("AnyTypeId", deserializer)
    }
}
