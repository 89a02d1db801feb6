//! Fields: named parts of an id.

use std::ffi::c_char;

use sortid::{AnyId, Error, ErrorCode};

use super::boundary::{
    arg, array, array_mut, describing, explained, fits, output, status, text_bytes, unknown_format,
    utf8,
};
use super::error::sortid_error;
use super::id::{read, sortid_id};
use super::{format, tables};

/// The largest number of fields of a format, also of formats added with the same
/// SORTID_ABI_VERSION.
pub const SORTID_MAX_FIELDS: usize = 16;

/// A signed integer of 128 bits: `high` × 2^64 + `low`.
///
/// Fields have at most 80 bits. In an unsigned field of up to 64 bits `low` is the value and `high`
/// is 0. The signed time of a `timeid` before 1970 has `high` -1, and `low` cast to `int64_t` is
/// the value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_integer {
    /// The upper 64 bits, with the sign.
    pub high: i64,
    /// The lower 64 bits.
    pub low: u64,
}

impl sortid_integer {
    fn of(int: i128) -> Self {
        Self {
            high: (int >> 64) as i64,
            low: int as u64,
        }
    }

    fn int(self) -> i128 {
        i128::from(self.high) << 64 | i128::from(self.low)
    }
}

/// A field with its value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_field {
    /// The name; in outputs, static text with a terminator.
    pub name: *const c_char,
    /// The length of the name in bytes, without a terminator; in inputs also SORTID_NTS.
    pub name_length: usize,
    /// The value.
    pub value: sortid_integer,
}

/// Every field of an id, the most significant first.
///
/// Writes them to `fields`, which has room for `capacity` of them (SORTID_MAX_FIELDS is enough for
/// any), and their number to `*count`, on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_BUFFER_TOO_SMALL`; for an invalid id, the errors
/// of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_fields(
    id: *const sortid_id,
    fields: *mut sortid_field,
    capacity: usize,
    count: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below; `fits` has checked
    // `capacity`.
    unsafe {
        status(error, || {
            let (count, first) = (arg!(output(count))?, arg!(output(fields))?);
            let id = read(id)?;
            let about = tables::about(id.format()).ok_or_else(unknown_format)?;
            fits(capacity, about.fields().len(), count.as_ptr())?;
            let fields = array_mut(first.as_ptr(), about.fields().len(), "")?;
            let names = about.fields().map(|(name, _)| name);
            for ((slot, name), (_, int)) in fields.iter_mut().zip(names).zip(id.fields()) {
                *slot = sortid_field {
                    name: name.as_ptr(),
                    name_length: name.count_bytes(),
                    value: sortid_integer::of(int),
                };
            }
            Ok(())
        })
    }
}

/// The value of one field of an id.
///
/// Writes `*value`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_FIELD` for a name that
/// the format lacks; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_field_value(
    id: *const sortid_id,
    name: *const c_char,
    name_length: usize,
    value: *mut sortid_integer,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let value = arg!(output(value))?;
            let (id, name) = (read(id)?, arg!(text_bytes(name, name_length))?);
            let int = id.field(utf8(name)).map_err(describing(name))?;
            value.write(sortid_integer::of(int));
            Ok(())
        })
    }
}

/// The node of an id, as set by the option `node`, in the format's default layout.
///
/// Writes `*node`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for a format
/// without a node; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_node(
    id: *const sortid_id,
    node: *mut u64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let node = arg!(output(node))?;
            let none = Error::about(ErrorCode::NotApplicable, "\0ids of the format have no node");
            node.write(read(id)?.node().ok_or(none)?);
            Ok(())
        })
    }
}

/// Builds an id of a format from fields; omitted ones are zero. Also accepts ids that are never
/// generated.
///
/// `fields` may be NULL if `count` is 0. Writes `*id`. `error` names the invalid field.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_LENGTH` for
/// a count too large for memory, `SORTID_ERR_INVALID_FIELD` for a name that the format lacks, a
/// name given twice or a value too wide for its bits, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` for a
/// time that the format cannot encode.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_from_fields(
    fields: *const sortid_field,
    count: usize,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, fields) = (arg!(output(id))?, arg!(array(fields, count))?);
            let format = format::required(format)?;
            let name_of = |field: &sortid_field| arg!(text_bytes(field.name, field.name_length));
            let mut unknown: &[u8] = &[];
            for field in fields {
                let name = name_of(field)?;
                if unknown.is_empty() && format.fields().all(|(known, _)| known.as_bytes() != name)
                {
                    unknown = name;
                }
            }
            let named = fields.iter().map(|field| {
                let name = name_of(field).unwrap_or_default();
                (utf8(name), field.value.int())
            });
            let built = AnyId::from_fields(named, format).map_err(describing(unknown))?;
            id.write(sortid_id::of(built));
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_round_trip_preserves_sign() {
        for int in [
            0,
            1,
            -1,
            i128::MIN,
            i128::MAX,
            1 << 80,
            -(1 << 53),
            u64::MAX.into(),
        ] {
            assert_eq!(sortid_integer::of(int).int(), int);
        }
    }

    #[test]
    fn max_fields_covers_every_format() {
        let most = sortid::Format::ALL
            .iter()
            .map(|format| format.fields().count())
            .max();
        assert!(most.is_some_and(|most| most <= SORTID_MAX_FIELDS));
    }
}
