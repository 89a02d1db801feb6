//! Conversions to and from the `bson` crate's ObjectId.

use ::bson::Bson;
use ::bson::oid::ObjectId as Oid;

use crate::error::Error;
use crate::formats::Format;
use crate::id::AnyId;
use crate::ids::ObjectId;

impl From<ObjectId> for Oid {
    /// ```
    /// use bson::oid::ObjectId;
    ///
    /// let key = sortid::literals::object_id!("507c7f79bcf86cd7994f6c0e");
    /// assert_eq!(ObjectId::from(key).to_hex(), key.to_string());
    /// ```
    fn from(id: ObjectId) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}

impl From<Oid> for ObjectId {
    /// ```
    /// let theirs = bson::oid::ObjectId::new();
    /// assert_eq!(sortid::ObjectId::from(theirs).to_bytes(), theirs.bytes());
    /// ```
    fn from(oid: Oid) -> Self {
        Self::of_any(oid.bytes())
    }
}

impl From<ObjectId> for Bson {
    /// Stores twelve bytes in a document; serde would store the text.
    ///
    /// ```
    /// let key = sortid::literals::object_id!("507c7f79bcf86cd7994f6c0e");
    /// let document = bson::doc! { "_id": key };
    /// assert_eq!(sortid::ObjectId::from(document.get_object_id("_id")?), key);
    /// # Ok::<(), bson::error::Error>(())
    /// ```
    fn from(id: ObjectId) -> Self {
        Self::ObjectId(id.into())
    }
}

impl From<Oid> for AnyId {
    fn from(oid: Oid) -> Self {
        ObjectId::from(oid).into()
    }
}

impl TryFrom<AnyId> for Oid {
    type Error = Error;

    /// Fails with `not_applicable` for an id of another format.
    fn try_from(id: AnyId) -> Result<Self, Error> {
        match id.format() {
            Format::ObjectId => ObjectId::try_from(id).map(Self::from),
            format => Err(Error::of_other_format(Format::ObjectId, format)),
        }
    }
}
