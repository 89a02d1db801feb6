//! The typed prefixed id: a newtype whose text has a prefix known at compile time.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::{AnyTypeId, IdPrefix, Prefix, TypeIdText, read};
use crate::error::{Cause, Error, ErrorCode};
use crate::id::AnyId;
use crate::id::typed::{TypedId, of_format};
use crate::time::Timestamp;

/// An id of type `T` whose text has the prefix `P`: `Copy`, and the size of `T`.
///
/// With [`AnyUuid`](crate::AnyUuid) it is a TypeID: it reads every UUID and generates version 7.
/// With [`Uuid7`](crate::Uuid7) it reads only version 7.
///
/// Ids with different prefixes have different types: they can be neither compared nor interchanged.
/// They have the order of `T`.
///
/// ```
/// use sortid::{ErrorCode, TypeId, Uuid7};
///
/// sortid::prefix!(pub Order = "order");
/// type OrderId = TypeId<Uuid7, Order>;
///
/// let id: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse()?;
/// assert_eq!(id.id(), sortid::literals::uuid7!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
/// assert_eq!(id.to_string(), "order_01fwhe4ydgfk1shh6w1g60eecf");
/// assert_eq!(OrderId::from(id.id()), id);
///
/// let user = "user_01fwhe4ydgfk1shh6w1g60eecf".parse::<OrderId>().unwrap_err();
/// assert_eq!(user.code(), ErrorCode::WrongPrefix);
/// # #[cfg(feature = "std")]
/// assert!(OrderId::now() < OrderId::now());
/// # Ok::<(), sortid::Error>(())
/// ```
///
/// A format that takes no prefix is rejected at compile time:
///
/// ```compile_fail,E0080
/// use sortid::{TypeId, PushId};
///
/// sortid::prefix!(pub Order = "order");
/// let id = TypeId::<PushId, Order>::parse("");
/// ```
#[repr(transparent)]
pub struct TypeId<T, P> {
    id: T,
    /// `P` is not stored, so `Send` and `Sync` depend only on `T`.
    prefix: PhantomData<fn() -> P>,
}

impl<T: TypedId, P: IdPrefix> TypeId<T, P> {
    /// The prefix.
    pub const PREFIX: Prefix = P::PREFIX;

    /// For errors, which have room for one reference.
    const EXPECTED: &'static &'static str = {
        const fn of(prefix: &'static Prefix) -> &'static str {
            prefix.as_str()
        }
        &of(&P::PREFIX)
    };

    const TAKES_PREFIX: () = assert!(
        T::FORMAT.takes_prefix(),
        "the texts of this format have `_` among their symbols, so they take no prefix"
    );

    /// The generated type is the same as for the dynamic form.
    const IS_MADE_ALIKE: () = assert!(
        T::GeneratedWithPrefix::FORMAT as u8 == T::FORMAT.generated_with_prefix() as u8,
        "two rules for generation behind a prefix"
    );

    #[inline]
    fn made(id: T::GeneratedWithPrefix) -> Self {
        const { Self::IS_MADE_ALIKE }
        Self::of(T::from_made(id.into()))
    }

    #[inline]
    const fn of(id: T) -> Self {
        const { Self::TAKES_PREFIX }
        Self {
            id,
            prefix: PhantomData,
        }
    }

    /// Returns the id without its prefix.
    #[inline]
    pub const fn id(self) -> T {
        self.id
    }

    /// Parses a text with this prefix. Nothing is trimmed.
    ///
    /// # Errors
    /// As for [`AnyTypeId::parse_expecting`].
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error> {
        const { Self::TAKES_PREFIX }
        match read(text.as_ref(), T::FORMAT, Some(&P::PREFIX)) {
            Ok((_, id)) => Ok(Self::of(T::from_made(id))),
            Err(error) => Err(error.expecting(Self::EXPECTED)),
        }
    }

    /// Returns whether [`parse`](Self::parse) accepts the text.
    #[inline]
    pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
        Self::parse(text).is_ok()
    }

    /// Returns the text: the prefix, `_` and the suffix.
    #[inline]
    pub fn to_text(self) -> TypeIdText {
        AnyTypeId::from(self).to_text()
    }

    /// Returns the time of the id.
    ///
    /// # Errors
    /// As for [`AnyTypeId::timestamp`].
    #[inline]
    pub fn timestamp(self) -> Result<Timestamp, Error> {
        AnyTypeId::from(self).timestamp()
    }

    with_clock! {
        /// Generates an id, of version 7 for [`AnyUuid`](crate::AnyUuid).
        ///
        /// # Errors
        /// As for [`Generator::next`](crate::Generator::next) of the format's default generator.
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn try_now() -> Result<Self, Error> {
            crate::new().map(Self::made)
        }
    }

    /// Returns the smallest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::min_at`].
    #[inline]
    pub fn min_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        T::GeneratedWithPrefix::min_at(time).map(Self::made)
    }

    /// Returns the largest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::max_at`].
    #[inline]
    pub fn max_at(time: impl Into<Timestamp>) -> Result<Self, Error> {
        T::GeneratedWithPrefix::max_at(time).map(Self::made)
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
        let (min, max) = T::GeneratedWithPrefix::range(from, to)?.into_inner();
        Ok(Self::made(min)..=Self::made(max))
    }
}

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<T: TypedId<GeneratedWithPrefix: crate::InfallibleNew>, P: IdPrefix> TypeId<T, P> {
    /// Generates an id with the function `now` of `T`, of [`Uuid7`](crate::Uuid7) for
    /// [`AnyUuid`](crate::AnyUuid), and adds the prefix.
    ///
    /// # Panics
    /// As for `now`; [`try_now`](Self::try_now) returns an error instead.
    #[allow(
        clippy::new_without_default,
        reason = "a default that differs each time is none"
    )]
    #[inline]
    pub fn now() -> Self {
        Self::made(crate::InfallibleNew::infallible_new())
    }
}

impl<T: Copy, P> Copy for TypeId<T, P> {}

impl<T: Copy, P> Clone for TypeId<T, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: PartialEq, P> PartialEq for TypeId<T, P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<T: Eq, P> Eq for TypeId<T, P> {}

impl<T: Ord, P> PartialOrd for TypeId<T, P> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord, P> Ord for TypeId<T, P> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<T: Hash, P> Hash for TypeId<T, P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<T: TypedId, P: IdPrefix> From<T> for TypeId<T, P> {
    #[inline]
    fn from(id: T) -> Self {
        Self::of(id)
    }
}

impl<T: TypedId, P: IdPrefix> From<TypeId<T, P>> for AnyId {
    #[inline]
    fn from(prefixed: TypeId<T, P>) -> Self {
        prefixed.id.into()
    }
}

impl<T: TypedId, P: IdPrefix> From<TypeId<T, P>> for AnyTypeId {
    #[inline]
    fn from(prefixed: TypeId<T, P>) -> Self {
        AnyTypeId::known(P::PREFIX, prefixed.id.into())
    }
}

impl<T: TypedId, P: IdPrefix> TryFrom<AnyTypeId> for TypeId<T, P> {
    type Error = Error;

    /// Fails with `wrong_prefix` for an id with another prefix, and `not_applicable` for an id of
    /// another format.
    #[inline]
    fn try_from(prefixed: AnyTypeId) -> Result<Self, Error> {
        if *prefixed.prefix() != P::PREFIX {
            let cause = Cause::Prefixed {
                row: T::FORMAT.row(),
                prefix: Some(Self::EXPECTED),
            };
            return Err(Error::by(ErrorCode::WrongPrefix, cause));
        }
        of_format(prefixed.id()).map(Self::of)
    }
}

#[cfg(feature = "std")]
impl<T: TypedId, P: IdPrefix> From<TypeId<T, P>> for String {
    #[inline]
    fn from(id: TypeId<T, P>) -> Self {
        id.to_text().as_str().to_owned()
    }
}

impl<T: TypedId, P: IdPrefix> TryFrom<&str> for TypeId<T, P> {
    type Error = Error;

    /// Fails as for [`parse`](Self::parse).
    #[inline]
    fn try_from(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<T: TypedId, P: IdPrefix> FromStr for TypeId<T, P> {
    type Err = Error;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl<T: TypedId, P: IdPrefix> fmt::Display for TypeId<T, P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl<T: TypedId, P: IdPrefix> fmt::Debug for TypeId<T, P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeId({}, {})", T::FORMAT.name(), self.to_text())
    }
}
