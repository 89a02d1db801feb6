//! The id as a plain value, its text, bytes and integers.

use std::ffi::c_char;

use sortid::{AnyId, Error, ErrorCode, Format, Timestamp, TypedId};

use super::boundary::{
    arg, binary, explained, explained_with, input, known_form, output, status, text_bytes,
    unknown_format, value, write_text, write_text_of,
};
use super::error::sortid_error;
use super::{format, tables};

/// Evaluates an expression with the newtype of a format number, so that the codec and field offsets
/// are constants.
#[rustfmt::skip]
macro_rules! with_newtype {
    ($number:expr, $newtype:ident => $body:expr, else $other:expr) => {
        match $number {
            // <generated: newtypes>
            1 => { type $newtype = sortid::ids::Tid; $body }
            2 => { type $newtype = sortid::ids::Timeid; $body }
            3 => { type $newtype = sortid::ids::Uid11Xid; $body }
            4 => { type $newtype = sortid::ids::Uid11Fullrand; $body }
            5 => { type $newtype = sortid::ids::Uid11Snowish; $body }
            6 => { type $newtype = sortid::ids::Uid11TsSeqRand; $body }
            7 => { type $newtype = sortid::ids::Uuid6; $body }
            8 => { type $newtype = sortid::ids::Uuid7Draft01; $body }
            9 => { type $newtype = sortid::ids::Uuid7; $body }
            10 => { type $newtype = sortid::ids::Uuid8; $body }
            11 => { type $newtype = sortid::ids::Scru160; $body }
            12 => { type $newtype = sortid::ids::LexicalUuid; $body }
            13 => { type $newtype = sortid::ids::Snowflake; $body }
            14 => { type $newtype = sortid::ids::Flake; $body }
            15 => { type $newtype = sortid::ids::ShardingId; $body }
            16 => { type $newtype = sortid::ids::Ksuid; $body }
            17 => { type $newtype = sortid::ids::Elasticflake; $body }
            18 => { type $newtype = sortid::ids::FlakeIdgen; $body }
            19 => { type $newtype = sortid::ids::Sonyflake; $body }
            20 => { type $newtype = sortid::ids::OrderedUuid; $body }
            21 => { type $newtype = sortid::ids::CombGuid; $body }
            22 => { type $newtype = sortid::ids::Ulid; $body }
            23 => { type $newtype = sortid::ids::Sid; $body }
            24 => { type $newtype = sortid::ids::PushId; $body }
            25 => { type $newtype = sortid::ids::Xid; $body }
            26 => { type $newtype = sortid::ids::ObjectId; $body }
            27 => { type $newtype = sortid::ids::Cuid; $body }
            28 => { type $newtype = sortid::ids::CombMssql; $body }
            29 => { type $newtype = sortid::ids::Uuid1; $body }
            30 => { type $newtype = sortid::ids::Uuid4; $body }
            31 => { type $newtype = sortid::ids::AnyUuid; $body }
            32 => { type $newtype = sortid::ids::Mastodon; $body }
            33 => { type $newtype = sortid::ids::Tsid; $body }
            34 => { type $newtype = sortid::ids::Scru128; $body }
            35 => { type $newtype = sortid::ids::Scru64; $body }
            36 => { type $newtype = sortid::ids::ElasticsearchId; $body }
            37 => { type $newtype = sortid::ids::Custom64; $body }
            38 => { type $newtype = sortid::ids::ElasticsearchKOrdered; $body }
            39 => { type $newtype = sortid::ids::ElasticsearchRouted; $body }
            // </generated>
            _ => $other,
        }
    };
}

/// The size of the widest format in bytes.
pub const SORTID_BYTES_SIZE: usize = 20;

/// Room for the text of any id in any form, with its terminator.
pub const SORTID_TEXT_SIZE: usize = 96;

/// An id: a plain value that can be copied. Two ids are equal exactly if all their bytes are.
///
/// A program may also fill in the members: all functions except `sortid_compare` check the format
/// and its fixed bits. They ignore the bytes beyond the format's width, but `memcmp` compares them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_id {
    /// The id, big-endian, in the first bytes; those beyond the format's width are zero.
    pub bytes: [u8; SORTID_BYTES_SIZE],
    /// The number of the format, `SORTID_FORMAT_…`.
    pub format: u32,
}

impl sortid_id {
    #[inline(always)]
    pub(crate) fn of(id: AnyId) -> Self {
        let mut bytes = [0; SORTID_BYTES_SIZE];
        // Integers if possible: bytes of variable width are stored in parts, so that loading the
        // whole id stalls.
        let int = id.to_u64().map(|int| u128::from(int) << 64);
        match int.or_else(|_| id.to_u128()) {
            Ok(int) => bytes[..16].copy_from_slice(&int.to_be_bytes()),
            Err(_) => {
                let source = id.to_bytes();
                if let Some(bytes) = bytes.get_mut(..source.len()) {
                    bytes.copy_from_slice(&source);
                }
            }
        }
        Self {
            bytes,
            format: id.format().code().into(),
        }
    }

    #[inline(always)]
    fn from_array<const N: usize>(format: u32, array: [u8; N]) -> Self {
        let mut bytes = [0; SORTID_BYTES_SIZE];
        bytes[..N].copy_from_slice(&array);
        Self { bytes, format }
    }

    /// The first `N` bytes.
    #[inline(always)]
    fn array<const N: usize>(&self) -> [u8; N] {
        const { assert!(N <= SORTID_BYTES_SIZE) };
        *self.bytes.first_chunk().unwrap_or(&[0; N])
    }

    /// The error for bytes that are not an id of the format.
    #[cold]
    #[inline(never)]
    fn error(&self) -> Error {
        let bytes = |format: Format| self.bytes.get(..format.byte_len()).unwrap_or_default();
        let id = format::required(self.format)
            .and_then(|format| AnyId::from_bytes(bytes(format), format));
        id.err().unwrap_or(Error::new(ErrorCode::OutOfRange))
    }

    /// The time of the id, if it is valid.
    #[inline(always)]
    pub(crate) fn timestamp(&self) -> Result<Timestamp, Error> {
        with_newtype!(
            self.format,
            Known => match Known::accepted(self.array()) {
                Some(id) => TypedId::timestamp(id),
                None => Err(self.error()),
            },
            else Err(unknown_format())
        )
    }

    /// The core's id, if it is valid.
    #[inline]
    pub(crate) fn checked(&self) -> Result<AnyId, Error> {
        with_newtype!(
            self.format,
            Known => match Known::accepted(self.array()) {
                Some(id) => Ok(id.into()),
                None => Err(self.error()),
            },
            else Err(unknown_format())
        )
    }
}

/// The id behind a pointer.
///
/// # Safety
/// `id` is null or valid for a read.
#[inline(always)]
pub(crate) unsafe fn read(id: *const sortid_id) -> Result<AnyId, Error> {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { arg!(input(id)) }?.checked()
}

/// Reads text as an id of a format, in any of its forms. Nothing is trimmed.
///
/// Writes `*id`.
///
/// Errors, in this order: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`; of the text
/// `SORTID_ERR_INVALID_LENGTH`, `SORTID_ERR_INVALID_CHARACTER` with the offset of the first bad
/// byte, `SORTID_ERR_OUT_OF_RANGE`, `SORTID_ERR_INVALID_VARIANT`, `SORTID_ERR_INVALID_VERSION`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_parse(
    text: *const c_char,
    length: usize,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        let input = || arg!(text_bytes(text, length)).unwrap_or_default();
        explained_with(error, input, || {
            let (id, text) = (arg!(output(id))?, arg!(text_bytes(text, length))?);
            // Written with its static width: a buffer for all widths would be copied twice.
            with_newtype!(
                format,
                Known => {
                    let parsed = Known::parse(text)?;
                    id.write(sortid_id::from_array(format, parsed.to_bytes()));
                },
                else return Err(unknown_format())
            );
            Ok(())
        })
    }
}

/// Whether `sortid_parse` accepts the text. False for NULL and for an unknown format number.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_is_valid(text: *const c_char, length: usize, format: u32) -> bool {
    value(false, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let text = unsafe { arg!(text_bytes(text, length)) };
        matches!((format::known(format), text), (Some(format), Ok(text)) if AnyId::is_valid(text, format))
    })
}

/// Reads big-endian bytes as an id of a format. `length` must be the format's width.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_INVALID_LENGTH`, `SORTID_ERR_OUT_OF_RANGE`, `SORTID_ERR_INVALID_VARIANT`,
/// `SORTID_ERR_INVALID_VERSION`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_from_bytes(
    bytes: *const u8,
    length: usize,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id, bytes) = (arg!(output(id))?, arg!(binary(bytes, length))?);
            let read = AnyId::from_bytes(bytes, format::required(format)?)?;
            id.write(sortid_id::of(read));
            Ok(())
        })
    }
}

/// Reads a 64-bit integer as an id of a 64-bit format; for `timeid` in two's complement.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_NOT_APPLICABLE` for wider formats, `SORTID_ERR_OUT_OF_RANGE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_from_u64(
    value: u64,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let id = arg!(output(id))?;
            AnyId::from_u64(value, format::required(format)?)?;
            // `sortid_id::of` would store the bytes in parts, so that loading the whole id stalls.
            id.write(sortid_id::from_array(format, value.to_be_bytes()));
            Ok(())
        })
    }
}

/// Reads a 128-bit integer, `high` × 2^64 + `low`, as an id of a 128-bit format.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_NOT_APPLICABLE` for other widths, `SORTID_ERR_INVALID_VARIANT`,
/// `SORTID_ERR_INVALID_VERSION`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_from_u128(
    high: u64,
    low: u64,
    format: u32,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let id = arg!(output(id))?;
            let int = u128::from(high) << 64 | u128::from(low);
            let read = AnyId::from_u128(int, format::required(format)?)?;
            id.write(sortid_id::of(read));
            Ok(())
        })
    }
}

/// The canonical text of an id.
///
/// Writes it and a terminator to `text`, which has room for `size` bytes:
/// `sortid_format_text_size`, or SORTID_TEXT_SIZE for any id. `needed` may be NULL; it is written
/// on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_BUFFER_TOO_SMALL`, with the required size in
/// `*needed`; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_text(
    id: *const sortid_id,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let out = arg!(output(text))?;
            let id = arg!(input(id))?;
            with_newtype!(
                id.format,
                Known => {
                    const LENGTH: usize = <Known as TypedId>::FORMAT.text_len();
                    match Known::accepted(id.array()) {
                        Some(id) => write_text_of::<LENGTH, _>(&id.to_text(), out, size, needed),
                        None => Err(id.error()),
                    }
                },
                else Err(unknown_format())
            )
        })
    }
}

/// Another text form of an id, `SORTID_FORM_…`.
///
/// Writes it and a terminator to `text`, which has room for `size` bytes: SORTID_TEXT_SIZE is
/// enough for any id. `needed` may be NULL; it is written on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_BUFFER_TOO_SMALL`, with the required size in
/// `*needed`, `SORTID_ERR_NOT_APPLICABLE` for a form that the format lacks and for an unknown form
/// number; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_text_form(
    id: *const sortid_id,
    form: u32,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let out = arg!(output(text))?;
            let id = read(id)?;
            let text = id.to_form(known_form(form)?)?;
            Ok(write_text(&text, out, size, needed)?)
        })
    }
}

/// The name of a text form: `"canonical"`, `"compact"`, `"hex"` and so on. Static text; NULL for an
/// unknown form number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_form_name(form: u32) -> *const c_char {
    value(std::ptr::null(), || {
        tables::form(form as usize).map_or(std::ptr::null(), |name| name.as_ptr())
    })
}

/// The integer of an id of a 64-bit format; for `timeid` in two's complement: cast to `int64_t`, it
/// sorts by time.
///
/// Writes `*value`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for wider
/// formats; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_u64(
    id: *const sortid_id,
    value: *mut u64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let value = arg!(output(value))?;
            value.write(read(id)?.to_u64()?);
            Ok(())
        })
    }
}

/// The integer of an id of a 128-bit format.
///
/// Writes its upper 64 bits to `*high` and its lower to `*low`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for other widths; for an invalid
/// id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_u128(
    id: *const sortid_id,
    high: *mut u64,
    low: *mut u64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (high, low) = (arg!(output(high))?, arg!(output(low))?);
            let int = read(id)?.to_u128()?;
            high.write((int >> 64) as u64);
            low.write(int as u64);
            Ok(())
        })
    }
}

/// Whether an id parses but is never generated: a `tid` with its top bit set, a `scru160` at either
/// end of its time.
///
/// False for NULL and for an invalid id. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_is_reserved(id: *const sortid_id) -> bool {
    value(false, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        unsafe { read(id) }.is_ok_and(|id| id.is_reserved())
    })
}

const _: () = {
    assert!(size_of::<sortid_id>() == 24);
    let mut formats = Format::ALL;
    while let [first, rest @ ..] = formats {
        assert!(first.byte_len() <= SORTID_BYTES_SIZE);
        formats = rest;
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::Form;

    #[test]
    fn text_size_has_room_for_every_form() {
        for &format in Format::ALL {
            let id = sortid::AnyId::from_fields([], format).expect("zero");
            for &form in Form::ALL {
                let length = id.to_form(form).map_or(0, |text| text.len());
                assert!(length < SORTID_TEXT_SIZE);
            }
        }
    }
}
