//! Typed ids: text in human-readable formats, bytes in binary ones.

use core::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

use crate::formats::Format;
use crate::id::AnyId;

struct IdVisitor(Format);

impl Visitor<'_> for IdVisitor {
    type Value = AnyId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} as text or bytes", self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<AnyId, E> {
        AnyId::parse(text, self.0).map_err(|error| E::custom(error.describe(text)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<AnyId, E> {
        bytes_or_text(bytes, self.0).map_err(|error| E::custom(error.describe(bytes)))
    }
}

/// Reads bytes or a text, for data formats that do not distinguish them. The length decides: a text
/// of fixed length is never as long as its format's bytes, and a text of variable length that is
/// counts as bytes.
pub(super) fn bytes_or_text(bytes: &[u8], format: Format) -> Result<AnyId, crate::Error> {
    match bytes.len() == format.byte_len() {
        true => AnyId::from_bytes(bytes, format),
        false => AnyId::parse(bytes, format),
    }
}

pub(crate) fn write<S: Serializer>(id: AnyId, serializer: S) -> Result<S::Ok, S::Error> {
    match serializer.is_human_readable() {
        true => serializer.serialize_str(&id.to_text()),
        false => serializer.serialize_bytes(&id.to_bytes()),
    }
}

pub(crate) fn read<'de, D: Deserializer<'de>>(
    deserializer: D,
    format: Format,
) -> Result<AnyId, D::Error> {
    match deserializer.is_human_readable() {
        true => deserializer.deserialize_str(IdVisitor(format)),
        false => deserializer.deserialize_bytes(IdVisitor(format)),
    }
}

/// Implements both directions for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::interop::serde::write((*self).into(), serializer)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::interop::serde::read(deserializer, crate::Format::$name)
                    .map(|id| Self::from_value(id.value()))
            }
        }
    };
}
pub(crate) use newtype;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_from_bytes_by_its_length() {
        for &format in Format::ALL {
            let zero = AnyId::from_fields([], format).expect("zero");
            for form in crate::Form::ALL {
                // Short decimal texts are written but not read.
                if let Ok(text) = zero.to_form(*form)
                    && format.reads(*form)
                    && *form != crate::Form::Decimal
                {
                    assert_ne!(text.len(), format.byte_len(), "{format}");
                    assert_eq!(bytes_or_text(text.as_bytes(), format), Ok(zero));
                }
            }
            assert_eq!(bytes_or_text(&zero.to_bytes(), format), Ok(zero));
        }
        let decimal = AnyId::parse("38352658567418872", Format::Tsid);
        assert_eq!(bytes_or_text(b"38352658567418872", Format::Tsid), decimal);
        assert!(decimal.is_ok());
    }
}
