//! Conversions between ids and column values, for all crates that bind ids to databases.

use crate::error::{Error, ErrorCode};
use crate::id::AnyId;
use crate::id::typed::TypedId;

/// Returns the integer of an id of up to 64 bits. Fails with `out_of_range` for an id, such as a
/// reserved one, that does not fit.
pub(crate) fn to_integer(id: AnyId) -> Result<i64, Error> {
    let beyond = Error::new(ErrorCode::OutOfRange);
    let bytes = id.to_bytes().as_ref().try_into().map_err(|_| beyond)?;
    let integer = i64::from_be_bytes(bytes);
    if integer < 0 && !id.format().is_signed() {
        return Err(beyond);
    }
    Ok(integer)
}

/// Returns the id of an integer from [`to_integer`].
pub(crate) fn from_integer<T: TypedId>(integer: i64) -> Result<T, Error> {
    if integer < 0 && !T::FORMAT.is_signed() {
        return Err(Error::new(ErrorCode::OutOfRange));
    }
    from_bytes(&integer.to_be_bytes())
}

/// Returns the id of big-endian bytes.
pub(crate) fn from_bytes<T: TypedId>(bytes: &[u8]) -> Result<T, Error> {
    AnyId::from_bytes(bytes, T::FORMAT).map(T::from_made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, stored};
    use crate::interop::column_types::Stored;

    #[test]
    fn kinds_of_the_registry_are_those_of_the_rows() {
        macro_rules! same {
            ($kind:ident: $name:ident) => {
                assert_eq!(Format::$name.stored(), Stored::$kind, "{}", Format::$name);
            };
        }
        stored!(same);
    }

    #[test]
    fn integers_are_those_of_their_formats() {
        let reserved = AnyId::from_bytes(&i64::MIN.to_be_bytes(), Format::Tid);
        let beyond = Err(Error::new(ErrorCode::OutOfRange));
        assert_eq!(reserved.and_then(to_integer), beyond);
        assert_eq!(from_integer::<crate::Tid>(-1).map(|_| 0), beyond);
        let early = crate::Timeid::from_i64(i64::MIN);
        let integer = early.and_then(|id| to_integer(id.into()));
        assert_eq!(integer, Ok(i64::MIN));
        assert_eq!(from_integer::<crate::Timeid>(i64::MIN), early);
    }
}
