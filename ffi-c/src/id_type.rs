//! The declared type as a C struct: a format, a prefix, and options for reading.

use std::ffi::c_char;

use sortid::options::{OPTIONS, OptionKind, OptionValue};
use sortid::{
    AnyId, AnyTypeId, Error, ErrorCode, Format, Generator, IdType, Options, Prefix, Timestamp,
};

use super::boundary::{
    Described, arg, describing, explained, input, output, text_bytes, value, write_text,
};
use super::error::{Text, sortid_error};
use super::format;
use super::generator::sortid_generator;
use super::id::{read, sortid_id};
use super::options::{self, sortid_option};
use super::time::sortid_time;

/// The size of the longest prefix, with its terminator.
pub const SORTID_PREFIX_SIZE: usize = 64;

/// Room for the longest prefix, `_`, the text of any id and its terminator.
pub const SORTID_TYPE_TEXT_SIZE: usize = 112;

const _: () = {
    let (mut longest, mut i) = (0, 0);
    while i < Format::ALL.len() {
        let length = Format::ALL[i].text_len();
        longest = if length > longest { length } else { longest };
        i += 1;
    }
    assert!(Prefix::MAX_LEN + 1 == SORTID_PREFIX_SIZE);
    assert!(Prefix::MAX_LEN + 1 + longest < SORTID_TYPE_TEXT_SIZE);
    assert!(size_of::<sortid_type>() <= 256);
};

/// A declared type of ids: a format, optionally a prefix, and the options for reading its ids, such
/// as an epoch.
///
/// A plain value without pointers: `sortid_type_init` fills it in, it may be copied, and is not
/// freed. Two types with the same format, prefix and options are equal by `memcmp`. Every function
/// checks it.
///
/// A type with a prefix and the format `any_uuid` is a TypeID: it reads every UUID, and generates
/// version 7.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct sortid_type {
    /// The format, `SORTID_FORMAT_…`.
    pub format: u32,
    /// The size of the prefix with its terminator; 0 for a type without a prefix.
    pub prefix_size: u32,
    /// The prefix; the other bytes are zero.
    pub prefix: [c_char; SORTID_PREFIX_SIZE],
    /// A bit for each of `options` that is set.
    pub given: u64,
    /// The values of the options, in an unspecified order; unset ones are zero.
    pub options: [i64; 16],
}

/// The options of a type, in the order of their values. An epoch by name is stored as
/// `epoch_unix_ms`.
const STORED: [&str; 8] = [
    "epoch_unix_ms",
    "unit_ns",
    "timestamp_bits",
    "node_bits",
    "sequence_bits",
    "precision",
    "field_order",
    "preset",
];

/// The values of the stored options.
fn values(options: &Options) -> [Option<i64>; STORED.len()] {
    let int = |value: Option<u64>| value.and_then(|value| value.try_into().ok());
    [
        options.epoch_unix_ms,
        int(options.unit_ns),
        int(options.timestamp_bits),
        int(options.node_bits),
        int(options.sequence_bits),
        options.precision.map(|choice| choice as i64),
        options.field_order.map(|choice| choice as i64),
        options.preset.map(|choice| choice as i64),
    ]
}

impl sortid_type {
    fn of(declared: &IdType) -> Self {
        let mut result = Self {
            format: declared.format().code().into(),
            prefix_size: 0,
            prefix: [0; SORTID_PREFIX_SIZE],
            given: 0,
            options: [0; 16],
        };
        if let Some(prefix) = declared.prefix().map(Prefix::as_str) {
            result.prefix_size = prefix.len() as u32 + 1;
            for (to, from) in result.prefix.iter_mut().zip(prefix.bytes()) {
                *to = from as c_char;
            }
        }
        let values = values(declared.options());
        for (at, (to, value)) in result.options.iter_mut().zip(values).enumerate() {
            result.given |= u64::from(value.is_some()) << at;
            *to = value.unwrap_or(0);
        }
        result
    }

    /// The text of the prefix; `None` for a type without one.
    fn prefix(&self) -> Result<Option<&str>, Error> {
        let Some(length) = (self.prefix_size as usize).checked_sub(1) else {
            return Ok(None);
        };
        // SAFETY: `c_char` and `u8` have the same layout.
        let bytes: &[u8; SORTID_PREFIX_SIZE] = unsafe { &*(&raw const self.prefix).cast() };
        let prefix = bytes
            .get(..length)
            .and_then(|prefix| str::from_utf8(prefix).ok());
        prefix.ok_or(NOT_A_TYPE).map(Some)
    }

    /// The core's type, which checks its options on use.
    #[inline(never)]
    fn checked(&self) -> Result<IdType, Error> {
        let format = format::required(self.format)?;
        let prefix = self.prefix()?.map(Prefix::new).transpose()?;
        let mut options = Options::new();
        if self.given != 0 {
            self.add_options(&mut options)?;
        }
        Ok(IdType::from_parts(format, prefix, options))
    }

    /// Returns an option that the type and `others` both set.
    fn repeated(&self, others: &Options) -> Option<&'static str> {
        let others = STORED.iter().zip(values(others)).enumerate();
        let mut given = others.filter(|(at, _)| self.given >> at & 1 != 0);
        given.find_map(|(_, (name, other))| other.map(|_| *name))
    }

    /// Sets the options of the type in `options`.
    fn add_options(&self, options: &mut Options) -> Result<(), Error> {
        if self.given >> STORED.len() != 0 {
            return Err(NOT_A_TYPE);
        }
        let stored = STORED.iter().zip(self.options).enumerate();
        for (_, (name, value)) in stored.filter(|(at, _)| self.given >> at & 1 != 0) {
            let known = OPTIONS.iter().find(|option| option.name == *name);
            let value = match known.map(|option| option.kind) {
                Some(OptionKind::Choice(words)) => {
                    let word = usize::try_from(value).ok().and_then(|at| words.get(at));
                    OptionValue::Text(word.ok_or(NOT_A_TYPE)?)
                }
                _ => OptionValue::Int(value.into()),
            };
            options.set(name, value)?;
        }
        Ok(())
    }
}

const NOT_A_TYPE: Error = Error::about(
    ErrorCode::InvalidOption,
    "\0the type is not one of sortid_type_init",
);

/// Declares a type: fills in `*id_type`.
///
/// `prefix` is NULL for a type without a prefix, and empty for a TypeID without one. A prefix has
/// at most 63 characters `a` to `z` and `_`, without `_` at either end. `options` are the options
/// for reading: `epoch`, `epoch_unix_ms`, `precision`, `timestamp_bits`, `unit_ns` and those of the
/// layout of `custom64`; may be NULL if `count` is 0.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for
/// an invalid prefix, and for an option that is invalid or of generators only,
/// `SORTID_ERR_NOT_APPLICABLE` for a prefix and a format whose alphabet contains `_`, such as
/// push_id, `SORTID_ERR_INVALID_LENGTH` for a count too large for memory.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_init(
    id_type: *mut sortid_type,
    format: u32,
    prefix: *const c_char,
    prefix_length: usize,
    options: *const sortid_option,
    count: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let id_type = arg!(output(id_type))?;
            let mut declared = IdType::new(format::required(format)?);
            if !prefix.is_null() {
                let prefix = arg!(text_bytes(prefix, prefix_length))?;
                let prefix = Prefix::try_from(prefix).map_err(describing(prefix))?;
                declared = declared.with_prefix(prefix)?;
            }
            if count > 0 {
                declared = declared.with_options(&options::read(options, count)?)?;
            }
            id_type.write(sortid_type::of(&declared));
            Ok(())
        })
    }
}

/// Reads text as an id of the type: with its prefix if it has one, otherwise in any form of the
/// format. Nothing is trimmed.
///
/// After a prefix, a UUID has 26 characters, as in a TypeID; every other id has its canonical text.
/// Writes `*id`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, those of an invalid type, as for `sortid_type_init`; for the
/// text `SORTID_ERR_WRONG_PREFIX` at offset 0 if another prefix precedes its last `_`; then as
/// `sortid_parse`, with offsets from the start of the whole text.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_parse(
    id_type: *const sortid_type,
    text: *const c_char,
    length: usize,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|id_type, declared| {
            let (id, text) = (arg!(output(id))?, arg!(text_bytes(text, length))?);
            let parsed = declared.parse(text).map_err(|error| {
                let message = error.describe(text);
                let message = Text::Input(match id_type.prefix() {
                    Ok(Some(prefix)) => message.with_prefix(prefix),
                    _ => message,
                });
                Described { error, message }
            })?;
            id.write(sortid_id::of(parsed));
            Ok(())
        })
    }
}

/// Reads text with any prefix, or none: for ids whose type is not known.
///
/// After a prefix, a UUID has 26 characters, as in a TypeID; every other id has its canonical text.
/// Writes `*id`, and to `*id_type` the type with the prefix of the text.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_NOT_APPLICABLE` for
/// formats whose alphabet contains `_`, such as push_id; otherwise as `sortid_type_parse`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_parse_any(
    text: *const c_char,
    length: usize,
    format: u32,
    id_type: *mut sortid_type,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (id_type, id) = (arg!(output(id_type))?, arg!(output(id))?);
            let text = arg!(text_bytes(text, length))?;
            let format = format::required(format)?;
            let parsed = AnyTypeId::parse(text, format).map_err(describing(text))?;
            let declared = IdType::new(format).with_prefix(*parsed.prefix())?;
            id_type.write(sortid_type::of(&declared));
            id.write(sortid_id::of(parsed.id()));
            Ok(())
        })
    }
}

/// Whether `sortid_type_parse` accepts the text. False for NULL and for an invalid type.
/// Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_is_valid(
    id_type: *const sortid_type,
    text: *const c_char,
    length: usize,
) -> bool {
    value(false, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let (id_type, text) = unsafe { (id_type.as_ref(), arg!(text_bytes(text, length))) };
        let declared = id_type.map(sortid_type::checked);
        matches!((declared, text), (Some(Ok(declared)), Ok(text)) if declared.is_valid(text))
    })
}

/// The text of an id of the type, with its prefix.
///
/// The id has the format of the type; for a TypeID it may also be a `uuid7`. Writes the text and a
/// terminator to `text`, which has room for `size` bytes: SORTID_TYPE_TEXT_SIZE is enough for any.
/// `needed` may be NULL; it is written on SORTID_ERR_BUFFER_TOO_SMALL too.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, those of an invalid type, as for `sortid_type_init`,
/// `SORTID_ERR_NOT_APPLICABLE` for an id of another format, `SORTID_ERR_BUFFER_TOO_SMALL`, with the
/// required size in `*needed`; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_text(
    id_type: *const sortid_type,
    id: *const sortid_id,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let out = arg!(output(text))?;
            let text = declared.to_text(read(id)?)?;
            Ok(write_text(&text, out, size, needed)?)
        })
    }
}

/// Converts an id of the type's generator to an id of the type: for a TypeID, a `uuid7` to an
/// `any_uuid`.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, those of an invalid type, as for
/// `sortid_type_init`, `SORTID_ERR_NOT_APPLICABLE` for an id of another format; for an invalid id,
/// the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_id(
    id_type: *const sortid_type,
    given: *const sortid_id,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let id = arg!(output(id))?;
            id.write(sortid_id::of(declared.id(read(given)?)?));
            Ok(())
        })
    }
}

/// A new id of the type, from the generator that all equal types of the process share.
///
/// Writes `*id`. Processes may repeat each other's ids as with `sortid_new_id`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, those of an invalid type, as for `sortid_type_init`,
/// `SORTID_ERR_NOT_APPLICABLE` for a format that is only read, and those of
/// `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_new_id(
    id_type: *const sortid_type,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let id = arg!(output(id))?;
            id.write(sortid_id::of(declared.try_now()?));
            Ok(())
        })
    }
}

/// A new id of the type whose tick contains `time`: see `sortid_new_id_at`.
///
/// Writes `*id`. Errors: those of an invalid type, as for `sortid_type_init`, and of
/// `sortid_new_id_at`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_new_id_at(
    id_type: *const sortid_type,
    time: sortid_time,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { write_at(id_type, time, IdType::at, id, error) }
}

/// The time of an id of the type, read with its options; for a TypeID, the time of a UUID version
/// 1, 6 or 7.
///
/// Writes `*time`. Errors: `SORTID_ERR_NULL_ARGUMENT`, those of an invalid type, as for
/// `sortid_type_init`, `SORTID_ERR_NOT_APPLICABLE` for an id of another format and an id without a
/// time, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` if the seconds exceed 64 bits; for an invalid id, the
/// errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_timestamp(
    id_type: *const sortid_type,
    id: *const sortid_id,
    time: *mut sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let time = arg!(output(time))?;
            time.write(sortid_time::of(declared.timestamp(read(id)?)?));
            Ok(())
        })
    }
}

/// The smallest id of the type in the tick that contains an instant.
///
/// Writes `*id`. For a TypeID, a version 7. Errors: those of an invalid type, as for
/// `sortid_type_init`, and of `sortid_min_at`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_min_at(
    id_type: *const sortid_type,
    time: sortid_time,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { write_at(id_type, time, IdType::min_at, id, error) }
}

/// The largest id of the type in the tick that contains an instant: see `sortid_type_min_at`.
///
/// Writes `*id`. Errors: as `sortid_type_min_at`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_max_at(
    id_type: *const sortid_type,
    time: sortid_time,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { write_at(id_type, time, IdType::max_at, id, error) }
}

/// The smallest and the largest id of the type in the half-open interval [from, to).
///
/// Writes `*min` and `*max`. For a TypeID, of version 7. Errors: those of an invalid type, as for
/// `sortid_type_init`, and of `sortid_range`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_range(
    id_type: *const sortid_type,
    from: sortid_time,
    to: sortid_time,
    min: *mut sortid_id,
    max: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let (min, max) = (arg!(output(min))?, arg!(output(max))?);
            let ids = declared.range(Some(from.checked()?), Some(to.checked()?))?;
            min.write(sortid_id::of(*ids.start()));
            max.write(sortid_id::of(*ids.end()));
            Ok(())
        })
    }
}

/// Creates a generator for the type: `sortid_generator_new` with its format and options, and with
/// further `options`.
///
/// Its ids have the format of the type, for a TypeID `uuid7`; `sortid_type_text` writes their
/// texts. `options` may be NULL if `count` is 0. Writes `*generator`, which the caller frees with
/// `sortid_generator_free`.
///
/// Errors: those of an invalid type, as for `sortid_type_init`, and of `sortid_generator_new`;
/// `SORTID_ERR_INVALID_OPTION` also for an option that the type sets.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_type_generator(
    id_type: *const sortid_type,
    options: *const sortid_option,
    count: usize,
    generator: *mut *mut sortid_generator,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (generator, id_type) = (arg!(output(generator))?, arg!(input(id_type))?);
            let format = id_type.checked()?.generated_format();
            let mut options = options::read(options, count)?;
            if let Some(option) = id_type.repeated(&options) {
                return Err(options::twice(option));
            }
            id_type.add_options(&mut options)?;
            let boxed = Box::new(Generator::dynamic(format, &options)?);
            generator.write(Box::into_raw(boxed).cast());
            Ok(())
        })
    }
}

/// The length of the prefix of a text, before its last `_`; 0 without a valid prefix, and for NULL.
///
/// The rest of the text is not checked: see `sortid_inspect`. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_prefix_of(text: *const c_char, length: usize) -> usize {
    value(0, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let text = unsafe { arg!(text_bytes(text, length)) };
        text.map_or(0, |text| sortid::prefix_of(text).len())
    })
}

/// Whether ids of a format can have a prefix: true unless `_` is in their alphabet; false for an
/// unknown format number. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_format_takes_prefix(format: u32) -> bool {
    value(false, || {
        format::known(format).is_some_and(Format::takes_prefix)
    })
}

/// [`status_of_new`] for a function that takes a type. Takes `dyn Fn` to be compiled once, since a
/// type is large.
///
/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn with_type<'a>(
    id_type: *const sortid_type,
    error: *mut sortid_error,
    body: &dyn Fn(&'a sortid_type, &IdType) -> Result<(), Described<'a>>,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let id_type = arg!(input(id_type))?;
            let declared = id_type.checked()?;
            sortid::in_one_process(|| body(id_type, &declared))
        })
    }
}

/// Writes an id of the type at an instant.
///
/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn write_at(
    id_type: *const sortid_type,
    time: sortid_time,
    of: fn(&IdType, Timestamp) -> Result<AnyId, Error>,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        with_type(id_type, error, &|_, declared| {
            let id = arg!(output(id))?;
            id.write(sortid_id::of(of(declared, time.checked()?)?));
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_options_are_those_for_reading() {
        let read = OPTIONS.iter().filter(|option| option.reads);
        for option in read.filter(|option| option.name != "epoch") {
            assert!(STORED.contains(&option.name), "{}", option.name);
        }
    }
}
