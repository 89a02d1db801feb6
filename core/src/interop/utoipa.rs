//! OpenAPI schemas of serde's text, for the `utoipa` crate.

use std::borrow::Cow;

use ::utoipa::openapi::RefOr;
use ::utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use ::utoipa::{PartialSchema, ToSchema};

use crate::codec::Form;
use crate::formats::Format;
use crate::id::declared::{IdKind, TypeId};
use crate::id::prefixed::{AnyTypeId, Prefix};
use crate::id::typed::TypedId;

/// Returns the schema of a typed id's canonical text.
pub(crate) fn text(format: Format) -> RefOr<Schema> {
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

/// Implements `ToSchema` for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "utoipa")))]
        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                crate::interop::utoipa::text(crate::Format::$name)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "utoipa")))]
        impl ::utoipa::ToSchema for $name {}
    };
}
pub(crate) use newtype;

/// With a prefix a string with a pattern.
#[cfg_attr(docsrs, doc(cfg(feature = "utoipa")))]
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

#[cfg_attr(docsrs, doc(cfg(feature = "utoipa")))]
impl<K: IdKind> ToSchema for TypeId<K> {
    fn name() -> Cow<'static, str> {
        Self::TYPE.schema_name().into()
    }
}
