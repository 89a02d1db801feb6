//! JSON schemas of serde's human-readable output, for the `schemars` crate.

use std::borrow::Cow;

use ::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::codec::Form;
use crate::codec::value::Value;
use crate::formats::Format;
use crate::id::AnyId;
use crate::id::declared::{IdKind, TypeId};
use crate::id::prefixed::AnyTypeId;
use crate::id::typed::TypedId;

/// Returns the schema of a typed id's text: canonical when serialized, any form when deserialized.
pub(crate) fn text(format: Format, generator: &SchemaGenerator) -> Schema {
    // The longest text of a form whose length varies.
    let longest = AnyId::from_value(format, Value::ones(format.row().bits));
    let lengths = Form::ALL.iter().filter_map(|&form| {
        let read = !generator.contract().is_serialize() && format.reads(form);
        let text = longest.to_form(form).ok().filter(|_| read);
        text.map(|text| text.len())
    });
    let canonical = (format.text_len_min(), format.text_len());
    let (shortest, longest) = lengths.fold(canonical, |(shortest, longest), length| {
        (shortest.min(length), longest.max(length))
    });
    let mut schema = json_schema!({
        "type": "string",
        "minLength": shortest,
        "maxLength": longest,
    });
    let is_uuid = format.reads(Form::Urn);
    if is_uuid && shortest == longest {
        schema.insert("format".to_owned(), "uuid".into());
    }
    schema
}

/// Implements `JsonSchema` for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!("sortid::", stringify!($name)).into()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                crate::interop::schemars::text(crate::Format::$name, generator)
            }
        }
    };
}
pub(crate) use newtype;

/// With a prefix a string with a pattern.
#[cfg_attr(docsrs, doc(cfg(feature = "schemars")))]
impl<K: IdKind> JsonSchema for TypeId<K> {
    fn schema_name() -> Cow<'static, str> {
        Self::TYPE.schema_name().into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("sortid::TypeId<{}>", Self::TYPE.schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let Some(prefix) = Self::TYPE.prefix() else {
            return text(Self::FORMAT, generator);
        };
        let mut schema = json_schema!({ "type": "string" });
        if let Ok(pattern) = AnyTypeId::pattern(prefix, Self::FORMAT) {
            schema.insert("pattern".to_owned(), pattern.into());
        }
        schema
    }
}

impl JsonSchema for AnyTypeId {
    fn schema_name() -> Cow<'static, str> {
        "AnyTypeId".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "sortid::AnyTypeId".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        AnyId::json_schema(generator)
    }
}

impl JsonSchema for Format {
    fn schema_name() -> Cow<'static, str> {
        "Format".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "sortid::Format".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

impl JsonSchema for AnyId {
    fn schema_name() -> Cow<'static, str> {
        "AnyId".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "sortid::AnyId".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "format": generator.subschema_for::<Format>(),
                "text": { "type": "string" },
            },
            "required": ["format", "text"],
            "additionalProperties": false,
        })
    }
}
