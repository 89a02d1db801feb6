//! OpenAPI schemas of serde's text, for the `utoipa` crate.

use std::borrow::Cow;

use super::utoipa::openapi::RefOr;
use super::utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use super::utoipa::{PartialSchema, ToSchema};

use crate::codec::Form;
use crate::formats::{Format, stored};
use crate::id::declared::{IdKind, TypeId};
use crate::id::prefixed::{AnyTypeId, Prefix};
use crate::id::typed::TypedId;

/// Returns the schema of a typed id's canonical text.
fn text(format: Format) -> RefOr<Schema> {
    if format.reads(Form::Urn) {
        let uuid = SchemaFormat::Custom("uuid".to_owned());
        return string().format(Some(uuid)).into();
    }
    string()
        .min_length(Some(format.text_len_min()))
        .max_length(Some(format.text_len()))
        .pattern(AnyTypeId::pattern(&Prefix::EMPTY, format).ok())
        .into()
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Implements `ToSchema` for newtypes.
macro_rules! schema {
    ($kind:ident: $($name:ident)*) => { $(
        impl PartialSchema for crate::ids::$name {
            fn schema() -> RefOr<Schema> {
                text(Format::$name)
            }
        }

        impl ToSchema for crate::ids::$name {}
    )* };
}

stored!(schema);

/// With a prefix a string with a pattern.
impl<K: IdKind> PartialSchema for TypeId<K> {
    fn schema() -> RefOr<Schema> {
        match Self::TYPE.prefix() {
            Some(prefix) => string()
                .pattern(AnyTypeId::pattern(prefix, Self::FORMAT).ok())
                .into(),
            None => text(Self::FORMAT),
        }
    }
}

impl<K: IdKind> ToSchema for TypeId<K> {
    fn name() -> Cow<'static, str> {
        Self::TYPE.schema_name().into()
    }
}
