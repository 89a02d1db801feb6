//! Time as whole seconds and nanoseconds.

use sortid::{Error, ErrorCode, Timestamp};

use super::boundary::{arg, explained, input, output, status, value};
use super::error::sortid_error;
use super::id::{read, sortid_id};
use super::options::{self, sortid_option};

/// An instant: whole Unix seconds, floored, and nanoseconds of that second.
///
/// It has the range of every format: `uuid6` ends in the year 5236, `scru160` in 10889.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sortid_time {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    pub seconds: i64,
    /// Nanoseconds since that second, 0 to 999 999 999.
    pub nanos: u32,
}

impl sortid_time {
    pub(crate) fn of(time: Timestamp) -> Self {
        Self {
            seconds: time.seconds(),
            nanos: time.nanos(),
        }
    }

    /// The core's time; `timestamp_out_of_range` for 10^9 nanoseconds or more.
    pub(crate) fn checked(self) -> Result<Timestamp, Error> {
        Timestamp::new(self.seconds, self.nanos)
    }
}

/// The instant from milliseconds since 1970, negative before. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub extern "C" fn sortid_time_from_unix_ms(ms: i64) -> sortid_time {
    let epoch = sortid_time {
        seconds: 0,
        nanos: 0,
    };
    value(epoch, || sortid_time::of(Timestamp::from_unix_ms(ms)))
}

/// The whole milliseconds of an instant since 1970, floored, negative before.
///
/// Writes `*ms`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` if they
/// exceed 64 bits, and for 10^9 nanoseconds or more.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_time_to_unix_ms(
    time: sortid_time,
    ms: *mut i64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let ms = arg!(output(ms))?;
            let whole = time.checked()?.unix_ns().div_euclid(1_000_000);
            let beyond = "\0the milliseconds do not fit 64 bits";
            let beyond = Error::about(ErrorCode::TimestampOutOfRange, beyond);
            ms.write(i64::try_from(whole).map_err(|_| beyond)?);
            Ok(())
        })
    }
}

/// The time in the bits of an id, with the format's default epoch.
///
/// Writes `*time`, exact to the format's resolution. Errors: `SORTID_ERR_NULL_ARGUMENT`,
/// `SORTID_ERR_NOT_APPLICABLE` for a format without a time; for an invalid id, the errors of
/// `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_timestamp(
    id: *const sortid_id,
    time: *mut sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let time = arg!(output(time))?;
            let timestamp = arg!(input(id))?.timestamp()?;
            time.write(sortid_time::of(timestamp));
            Ok(())
        })
    }
}

/// The time of an id with another epoch, layout or precision.
///
/// `options` are the options for reading: `epoch`, `epoch_unix_ms`, `precision`, `timestamp_bits`,
/// `unit_ns`. May be the options of the generator of the ids: others have no effect. May be NULL if
/// `count` is 0. Writes `*time`. `error` names the invalid option. Errors: as `sortid_timestamp`;
/// `SORTID_ERR_INVALID_OPTION`, `SORTID_ERR_INVALID_LENGTH` for a count too large for memory,
/// `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` if the seconds exceed 64 bits.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_timestamp_with(
    id: *const sortid_id,
    options: *const sortid_option,
    count: usize,
    time: *mut sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let time = arg!(output(time))?;
            let (id, options) = (read(id)?, options::read(options, count)?);
            time.write(sortid_time::of(id.timestamp_with(&options)?));
            Ok(())
        })
    }
}
