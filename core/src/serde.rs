//! Serialisation: a typed id as its text, a dynamic one as `{format, text}`, since text alone
//! loses the format.

use core::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::codec::invalid_length;
use crate::formats::Format;
use crate::id::Id;
use crate::text::LENGTH_AT;

struct TextVisitor(Format);

impl Visitor<'_> for TextVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the text of a {}", self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
        Id::parse(text, self.0).map_err(E::custom)
    }
}

pub(crate) fn deserialize_text<'de, D: Deserializer<'de>>(
    deserializer: D,
    format: Format,
) -> Result<Id, D::Error> {
    deserializer.deserialize_str(TextVisitor(format))
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut id = serializer.serialize_struct("Id", 2)?;
        id.serialize_field("format", self.format().name())?;
        id.serialize_field("text", self.to_text().as_str())?;
        id.end()
    }
}

/// Text that waits for its format: in a map either may come first.
#[derive(Clone, Copy)]
struct ShortText {
    bytes: [u8; LENGTH_AT],
    len: usize,
}

impl ShortText {
    fn parse<E: de::Error>(&self, format: Format) -> Result<Id, E> {
        let text = self.bytes.get(..self.len).unwrap_or_default();
        Id::parse(text, format).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for ShortText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ShortVisitor;
        impl Visitor<'_> for ShortVisitor {
            type Value = ShortText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of an id")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ShortText, E> {
                let mut bytes = [0; LENGTH_AT];
                bytes
                    .get_mut(..text.len())
                    .ok_or_else(|| E::custom(invalid_length(text.as_bytes())))?
                    .copy_from_slice(text.as_bytes());
                let len = text.len();
                Ok(ShortText { bytes, len })
            }
        }
        deserializer.deserialize_str(ShortVisitor)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Format;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a format")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Format, E> {
                name.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id as {format, text}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Id, A::Error> {
        let missing = |len| de::Error::invalid_length(len, &"an id as {format, text}");
        let format = seq.next_element()?.ok_or_else(|| missing(0))?;
        let text: ShortText = seq.next_element()?.ok_or_else(|| missing(1))?;
        text.parse(format)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Id, A::Error> {
        let (mut format, mut text) = (None, None::<ShortText>);
        while let Some(key) = map.next_key()? {
            match key {
                Key::Format if format.is_none() => format = Some(map.next_value()?),
                Key::Text if text.is_none() => text = Some(map.next_value()?),
                Key::Format => return Err(de::Error::duplicate_field("format")),
                Key::Text => return Err(de::Error::duplicate_field("text")),
            }
        }
        let format = format.ok_or_else(|| de::Error::missing_field("format"))?;
        text.ok_or_else(|| de::Error::missing_field("text"))?
            .parse(format)
    }
}

enum Key {
    Format,
    Text,
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl Visitor<'_> for KeyVisitor {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`format` or `text`")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key, E> {
                match key {
                    "format" => Ok(Key::Format),
                    "text" => Ok(Key::Text),
                    _ => Err(de::Error::unknown_field(key, &["format", "text"])),
                }
            }
        }
        deserializer.deserialize_identifier(KeyVisitor)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Id", &["format", "text"], IdVisitor)
    }
}
