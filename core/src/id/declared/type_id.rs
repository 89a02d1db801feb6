//! The typed id of a declared type, and the trait that declares one.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::id_type::IdType;
use crate::error::{Cause, Error, ErrorCode};
use crate::formats::Format;
use crate::formats::options::Options;
use crate::id::AnyId;
use crate::id::prefixed::{AnyTypeId, Prefix, TypeIdText};
use crate::id::typed::{Id, Sealed, TypedId, of_format, typed_range};
use crate::time::Timestamp;

/// A declared type of ids, for [`TypeId`](crate::TypeId): a format, a prefix, and the options that
/// say how the ids are read.
///
/// [`id_type!`](crate::id_type!) declares one. The type of the rows may be the kind of their ids:
///
/// ```
/// use sortid::{AnyUuid, IdKind, TypeId};
///
/// struct Order {
///     id: TypeId<Order>,
/// }
///
/// impl IdKind for Order {
///     type Id = AnyUuid;
///     const PREFIX: Option<&'static str> = Some("order");
/// }
///
/// let order = Order { id: "order_01fwhe4ydgfk1shh6w1g60eecf".parse()? };
/// assert_eq!(order.id.timestamp()?.to_string(), "2022-02-22T19:22:22Z");
/// # Ok::<(), sortid::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no type of ids",
    note = "declare one with `sortid::id_type!`, or implement `sortid::IdKind`"
)]
pub trait IdKind: 'static {
    /// The newtype of the format. [`AnyUuid`](crate::AnyUuid) with a prefix is a TypeID: every UUID
    /// is read, and version 7 is generated.
    type Id: TypedId;

    /// The prefix of the texts, checked at compile time; `None` for texts without. `Some("")` is a
    /// TypeID without prefix.
    const PREFIX: Option<&'static str> = None;

    /// The options that say how the ids are read, such as an epoch. Options of generators alone are
    /// rejected at compile time.
    const OPTIONS: Options = Options::new();
}

/// Declares a type of ids: a kind without values, and an alias of [`TypeId`](crate::TypeId).
///
/// A declaration without `format` is a TypeID, of the format [`AnyUuid`](crate::AnyUuid).
///
/// ```
/// use sortid::options::Epoch;
/// use sortid::{Options, Snowflake};
///
/// sortid::id_type!(pub type OrderId = TypeId<Order>, prefix = "order");
/// sortid::id_type! {
///     /// The id of a message.
///     pub type MessageId = TypeId<Message>,
///     format = Snowflake,
///     options = Options::new().epoch(Epoch::Discord)
/// }
///
/// let order: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
/// assert_eq!(order.timestamp()?.to_string(), "2022-02-22T19:22:22Z");
/// let message: MessageId = "175928847299117063".parse()?;
/// assert_eq!(message.timestamp()?.to_string(), "2016-04-30T11:18:25.796Z");
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// An invalid prefix, and a format that takes none, are rejected at compile time:
///
/// ```compile_fail,E0080
/// sortid::id_type!(type OrderId = TypeId<Order>, prefix = "Order");
/// ```
///
/// ```compile_fail,E0080
/// sortid::id_type!(type OrderId = TypeId<Order>, format = sortid::ids::PushId, prefix = "order");
/// ```
///
/// ```compile_fail,E0080
/// use sortid::{Options, Tid};
///
/// sortid::id_type!(type PostId = TypeId<Post>, format = Tid, options = Options::new().node(3));
/// ```
#[macro_export]
macro_rules! id_type {
    (
        $(#[$meta:meta])* $visible:vis type $name:ident = TypeId<$kind:ident>,
        prefix = $prefix:expr $(,)?
    ) => {
        $crate::id_type! {
            $(#[$meta])* $visible type $name = TypeId<$kind>,
            format = $crate::AnyUuid, prefix = $prefix
        }
    };
    (
        $(#[$meta:meta])* $visible:vis type $name:ident = TypeId<$kind:ident>, format = $id:ty
        $(, prefix = $prefix:expr)? $(, options = $options:expr)? $(,)?
    ) => {
        #[doc = concat!("The declared type of [`", stringify!($name), "`].")]
        $visible enum $kind {}

        impl $crate::IdKind for $kind {
            type Id = $id;
            $(const PREFIX: ::core::option::Option<&'static str> =
                ::core::option::Option::Some($prefix);)?
            $(const OPTIONS: $crate::Options = $options;)?
        }

        #[doc = concat!("An id of the type [`", stringify!($kind), "`].")]
        $(#[$meta])*
        $visible type $name = $crate::TypeId<$kind>;

        // Checks the declaration here: an associated constant is evaluated only if used.
        const _: &$crate::IdType = <$name as $crate::TypedId>::TYPE;
    };
}

/// An id of the declared type `K`: `Copy`, and the size of the newtype `K::Id`.
///
/// Ids of different types can be neither compared nor interchanged. They have the order of `K::Id`.
///
/// ```
/// use sortid::ErrorCode;
///
/// sortid::id_type!(pub type OrderId = TypeId<Order>, prefix = "order");
///
/// let id: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
/// assert_eq!(id.id().to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(id.to_string(), "order_01fwhe4ydgfk1shh6w1g60eecf");
/// assert_eq!(OrderId::new(id.id()), id);
///
/// let user = "user_01fwhe4ydgfk1shh6w1g60eecf".parse::<OrderId>().unwrap_err();
/// assert_eq!(user.code(), ErrorCode::WrongPrefix);
/// # #[cfg(feature = "std")]
/// assert!(OrderId::now() < OrderId::now());
/// # Ok::<(), sortid::Error>(())
/// ```
#[repr(transparent)]
pub struct TypeId<K: IdKind> {
    id: K::Id,
    /// `K` is not stored, so `Send` and `Sync` depend only on the newtype.
    kind: PhantomData<fn() -> K>,
}

impl<K: IdKind> TypeId<K> {
    /// For errors, which have room for one reference.
    const PREFIX: Option<&'static &'static str> = match &K::PREFIX {
        Some(prefix) => Some(prefix),
        None => None,
    };

    /// Creates an id of this type.
    #[inline]
    pub fn new(id: impl Into<K::Id>) -> Self {
        Self::of(id.into())
    }

    #[inline]
    const fn of(id: K::Id) -> Self {
        // Checks the declaration.
        const { assert!(Self::TYPE.format() as u8 == K::Id::FORMAT as u8) }
        let kind = PhantomData;
        Self { id, kind }
    }

    /// Returns the id without its prefix.
    #[inline]
    pub const fn id(self) -> K::Id {
        self.id
    }

    /// Borrows the id without its prefix.
    #[inline]
    pub const fn as_id(&self) -> &K::Id {
        &self.id
    }

    /// Parses a text: with the prefix if the type has one, otherwise in any readable form. Nothing is
    /// trimmed.
    ///
    /// # Errors
    /// As for [`IdType::parse`].
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error> {
        match Self::PREFIX {
            None => K::Id::parse(text).map(Self::of),
            Some(prefix) => match Self::TYPE.parse(text) {
                Ok(id) => Ok(Self::from_made(id)),
                Err(error) => Err(error.expecting(prefix)),
            },
        }
    }

    /// Returns whether [`parse`](Self::parse) accepts the text.
    #[inline]
    pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
        Self::parse(text).is_ok()
    }

    /// Returns the text: with a prefix, this, `_` and the suffix; otherwise the canonical text.
    #[inline]
    pub fn to_text(self) -> TypeIdText {
        match Self::TYPE.prefix() {
            Some(&prefix) => AnyTypeId::known(prefix, self.into()).to_text(),
            None => TypeIdText::new(&Prefix::EMPTY, &AnyId::from(self).to_text()),
        }
    }

    /// Returns the time, by the options of the type; of a TypeID by its version.
    ///
    /// # Errors
    /// As for [`IdType::timestamp`].
    #[inline]
    pub fn timestamp(self) -> Result<Timestamp, Error> {
        match const { Self::TYPE.has_options() || matches!(K::Id::FORMAT, Format::AnyUuid) } {
            true => Self::TYPE.timestamp(self),
            false => self.id.timestamp(),
        }
    }

    with_clock! {
        /// Generates an id, like [`new`](crate::new), with the options of the type.
        ///
        /// # Errors
        /// As for [`IdType::try_now`].
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn try_now() -> Result<Self, Error> {
            crate::new()
        }
    }

    with_clock! {
        /// Generates an id with the tick that contains `time`: see [`new_id_at`](crate::new_id_at).
        ///
        /// # Errors
        /// As for `new_id_at`.
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn at(time: impl Into<Timestamp>) -> Result<Self, Error> {
            Self::TYPE.at(time).map(Self::from_made)
        }
    }

    /// Returns the smallest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::min_at`].
    #[inline]
    pub fn min_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        Self::TYPE.min_at(time).map(Self::from_made)
    }

    /// Returns the largest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::max_at`].
    #[inline]
    pub fn max_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        Self::TYPE.max_at(time).map(Self::from_made)
    }

    /// Returns the range from the smallest to the largest id of the half-open interval
    /// `[from, to)`.
    ///
    /// # Errors
    /// As for [`AnyId::range`].
    #[inline]
    pub fn range(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
    ) -> Result<RangeInclusive<Self>, Error> {
        Self::TYPE
            .range(Some(from.into()), Some(to.into()))
            .map(typed_range)
    }
}

with_clock! {
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<K: IdKind<Id: TypedId<GeneratedWithPrefix: crate::InfallibleNew>>> TypeId<K> {
    /// Generates an id, like `now` of the newtype, with the options of the type.
    ///
    /// # Panics
    /// As for that function; [`try_now`](Self::try_now) returns an error instead.
    #[inline]
    pub fn now() -> Self {
        crate::InfallibleNew::infallible_new()
    }
}

}

with_clock! {
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<K: IdKind<Id: TypedId<GeneratedWithPrefix: crate::InfallibleNew>>> crate::InfallibleNew
    for TypeId<K>
{
    #[inline]
    fn infallible_new() -> Self {
        const {
            assert!(
                Self::TYPE.generated_format().can_generate(),
                "ids of this type are only read: `any_uuid` is generated if it has a prefix"
            );
        }
        match crate::new() {
            Ok(id) => id,
            Err(error) => crate::id::typed::no_new(Self::FORMAT.name(), error),
        }
    }
}
}

impl<K: IdKind> Sealed for TypeId<K> {}

impl<K: IdKind> Id for TypeId<K> {
    #[inline]
    fn from_made(id: AnyId) -> Self {
        Self::of(K::Id::from_made(id))
    }
}

impl<K: IdKind> TypedId for TypeId<K> {
    const FORMAT: Format = K::Id::FORMAT;
    const TYPE: &'static IdType = &IdType::of_kind(K::Id::FORMAT, K::PREFIX, K::OPTIONS);
    type Bytes = <K::Id as TypedId>::Bytes;
    type Text = TypeIdText;
    type GeneratedWithPrefix = <K::Id as TypedId>::GeneratedWithPrefix;

    #[inline]
    fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error> {
        Self::parse(text)
    }

    #[inline]
    fn to_text(self) -> TypeIdText {
        self.to_text()
    }

    #[inline]
    fn from_bytes(bytes: Self::Bytes) -> Result<Self, Error> {
        K::Id::from_bytes(bytes).map(Self::of)
    }

    #[inline]
    fn to_bytes(self) -> Self::Bytes {
        self.id.to_bytes()
    }

    with_clock! {
        #[inline]
        fn try_now() -> Result<Self, Error> {
            Self::try_now()
        }
    }

    #[inline]
    fn timestamp(self) -> Result<Timestamp, Error> {
        self.timestamp()
    }

    #[inline]
    fn min_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        Self::min_at(time)
    }

    #[inline]
    fn max_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        Self::max_at(time)
    }

    #[inline]
    fn range(
        from: impl Into<Timestamp>,
        to: impl Into<Timestamp>,
    ) -> Result<RangeInclusive<Self>, Error> {
        Self::range(from, to)
    }
}

impl<K: IdKind> Copy for TypeId<K> {}

impl<K: IdKind> Clone for TypeId<K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: IdKind> PartialEq for TypeId<K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<K: IdKind> Eq for TypeId<K> {}

impl<K: IdKind> PartialOrd for TypeId<K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: IdKind> Ord for TypeId<K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<K: IdKind> Hash for TypeId<K> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<K: IdKind> From<TypeId<K>> for AnyId {
    #[inline]
    fn from(prefixed: TypeId<K>) -> Self {
        prefixed.id.into()
    }
}

impl<K: IdKind> From<TypeId<K>> for AnyTypeId {
    /// Returns the id with the prefix, or with the empty one if the type has none.
    #[inline]
    fn from(id: TypeId<K>) -> Self {
        let prefix = TypeId::<K>::TYPE.prefix().unwrap_or(&Prefix::EMPTY);
        AnyTypeId::known(*prefix, id.into())
    }
}

impl<K: IdKind> TryFrom<AnyId> for TypeId<K> {
    type Error = Error;

    /// Fails with `not_applicable` for an id of another format.
    #[inline]
    fn try_from(id: AnyId) -> Result<Self, Error> {
        of_format(id)
    }
}

impl<K: IdKind> TryFrom<AnyTypeId> for TypeId<K> {
    type Error = Error;

    /// Fails with `wrong_prefix` for an id with another prefix, and `not_applicable` for an id of
    /// another format.
    #[inline]
    fn try_from(id: AnyTypeId) -> Result<Self, Error> {
        if id.prefix().as_str() != K::PREFIX.unwrap_or_default() {
            let cause = Cause::Prefixed {
                row: K::Id::FORMAT.row(),
                prefix: Self::PREFIX,
            };
            return Err(Error::by(ErrorCode::WrongPrefix, cause));
        }
        of_format(id.id())
    }
}

#[cfg(feature = "std")]
impl<K: IdKind> From<TypeId<K>> for String {
    #[inline]
    fn from(id: TypeId<K>) -> Self {
        id.to_text().as_str().to_owned()
    }
}

impl<K: IdKind> TryFrom<&str> for TypeId<K> {
    type Error = Error;

    /// Fails as for [`parse`](Self::parse).
    #[inline]
    fn try_from(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<K: IdKind> FromStr for TypeId<K> {
    type Err = Error;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<K: IdKind> fmt::Display for TypeId<K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl<K: IdKind> fmt::Debug for TypeId<K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeId({}, {})", K::Id::FORMAT, self.to_text())
    }
}
