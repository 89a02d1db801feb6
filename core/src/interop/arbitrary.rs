//! Ids and instants for fuzzing with the `arbitrary` crate: any bits that the format allows.

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::codec::value::{MAX_BYTES, Value};
use crate::formats::Format;
use crate::id::AnyId;
use crate::id::declared::{IdKind, TypeId};
use crate::id::typed::{Id, TypedId};
use crate::time::Timestamp;

/// Returns any id of a format. Fails if the bits encode the one time that no id has.
pub(crate) fn id_of(format: Format, given: &mut Unstructured<'_>) -> Result<AnyId> {
    let mut bytes = [0; MAX_BYTES];
    let (taken, _) = bytes.split_at_mut(format.byte_len());
    given.fill_buffer(taken)?;
    let mut value = Value::from_bytes(taken);
    for mark in format.row().marks {
        let place = mark.place();
        value = value.and(place.mask().not()).or(place.write(mark.value));
    }
    for limit in format.row().layout.limits {
        let int = limit.place.read(value) % (limit.largest + 1);
        value = value
            .and(limit.place.mask().not())
            .or(limit.place.write(int));
    }
    AnyId::checked(format, value).map_err(|_| Error::IncorrectFormat)
}

/// Implements `Arbitrary` for a newtype.
macro_rules! newtype {
    ($name:ident) => {
        #[cfg_attr(docsrs, doc(cfg(feature = "arbitrary")))]
        impl<'a> ::arbitrary::Arbitrary<'a> for $name {
            fn arbitrary(given: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
                let id = crate::interop::arbitrary::id_of(crate::Format::$name, given)?;
                Ok(Self::from_value(id.value()))
            }

            fn size_hint(_depth: usize) -> (usize, Option<usize>) {
                let bytes = crate::Format::$name.byte_len();
                (bytes, Some(bytes))
            }
        }
    };
}
pub(crate) use newtype;

impl<'a> Arbitrary<'a> for Format {
    fn arbitrary(given: &mut Unstructured<'a>) -> Result<Self> {
        given.choose(Format::ALL).copied()
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

impl<'a> Arbitrary<'a> for AnyId {
    fn arbitrary(given: &mut Unstructured<'a>) -> Result<Self> {
        id_of(given.arbitrary()?, given)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1 + MAX_BYTES))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "arbitrary")))]
impl<'a, K: IdKind> Arbitrary<'a> for TypeId<K> {
    fn arbitrary(given: &mut Unstructured<'a>) -> Result<Self> {
        id_of(Self::FORMAT, given).map(Self::from_made)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        let bytes = Self::FORMAT.byte_len();
        (bytes, Some(bytes))
    }
}

impl<'a> Arbitrary<'a> for Timestamp {
    fn arbitrary(given: &mut Unstructured<'a>) -> Result<Self> {
        let nanos = given.int_in_range(0..=999_999_999)?;
        Timestamp::new(given.arbitrary()?, nanos).map_err(|_| Error::IncorrectFormat)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (8, Some(12))
    }
}
