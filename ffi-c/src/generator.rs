//! Generators of ids.

use std::ffi::c_char;
use std::ptr;
use std::time::Duration;

use sortid::{AnyId, Error, ErrorCode, Generator, Reseed, default_generator};

use super::boundary::{
    arg, binary, explained, fits, input, output, status, status_of_new, value, write_text,
};
use super::error::sortid_error;
use super::format;
use super::id::{read, sortid_id};
use super::options::{self, sortid_option};
use super::time::sortid_time;

/// A generator of ids of one format: each id is greater than all before, in all threads. Opaque.
pub struct sortid_generator {
    _private: [u8; 0],
}

/// The status of a generator.
#[repr(C)]
pub struct sortid_generator_status {
    /// The number of ids generated.
    pub ids: u64,
    /// How far the last id's tick is ahead of the clock's highest reading, in nanoseconds.
    pub lead_ns: u64,
    /// The number of times that the clock was set back by more than the tolerance.
    pub rollbacks: u64,
    /// The origin of the node of the next ids, `SORTID_NODE_ORIGIN_…`.
    pub node_origin: u32,
    /// The reason for this origin, or the processes among which the node is unique: one English
    /// sentence without a full stop. Static text, never NULL.
    pub node_reason: *const c_char,
    /// Zero; reserved for later versions.
    pub reserved: [u64; 3],
}

/// The core's generator behind a pointer.
///
/// # Safety
/// `generator` is null or from this library, and is not freed while `'a` lasts.
#[inline(always)]
pub(crate) unsafe fn shared<'a>(
    generator: *const sortid_generator,
) -> Result<&'a Generator<AnyId>, Error> {
    let generator: *const Generator<AnyId> = generator.cast();
    // SAFETY: guaranteed by the caller (see `# Safety`); this library returns only
    // `Generator<AnyId>`.
    unsafe { arg!(input(generator)) }
}

/// Creates a generator of a format. `options` may be NULL if `count` is 0.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
/// or fewer, processes of several users or machines, or on systems other than Linux, may have equal
/// nodes and repeat each other's ids: see docs/choosing.md.
///
/// Writes `*generator`, which the caller frees with `sortid_generator_free`. `error` names the
/// invalid option or the state file. Waits up to about three seconds for a state file that another
/// process has locked.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for
/// an option that is unknown or that the format lacks, and for an invalid value,
/// `SORTID_ERR_INVALID_LENGTH` for a count too large for memory, `SORTID_ERR_ENTROPY_UNAVAILABLE`,
/// `SORTID_ERR_STORE_...` for a state file that cannot be used.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_new(
    format: u32,
    options: *const sortid_option,
    count: usize,
    generator: *mut *mut sortid_generator,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let generator = arg!(output(generator))?;
            let (format, options) = (format::required(format)?, options::read(options, count)?);
            let boxed = Box::new(Generator::dynamic(format, &options)?);
            generator.write(Box::into_raw(boxed).cast());
            Ok(())
        })
    }
}

/// Frees a generator of `sortid_generator_new`. Does nothing for NULL and for the process-wide
/// generators.
///
/// Saves the position of the last id in the state file. No thread may use the generator during or
/// after the call. Never fails.
///
/// # Safety
/// The pointer is NULL or a generator of this library; one of `sortid_generator_new` is not used
/// again.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_free(generator: *mut sortid_generator) {
    value((), || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let Ok(known) = (unsafe { shared(generator) }) else {
            return;
        };
        if default_generator(known.format()).is_ok_and(|default| ptr::eq(default, known)) {
            return;
        }
        // SAFETY: not process-wide, so `sortid_generator_new` created it with `Box::into_raw`.
        drop(unsafe { Box::from_raw(generator.cast::<Generator<AnyId>>()) });
    });
}

/// The process-wide default generator of a format, which `sortid_new_id` and the functions of each
/// format use.
///
/// Its node is claimed or drawn: see `sortid_new_id`.
///
/// It is valid until the process ends, and need not be freed. Writes `*generator`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`,
/// `SORTID_ERR_ENTROPY_UNAVAILABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_default(
    format: u32,
    generator: *mut *const sortid_generator,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let generator = arg!(output(generator))?;
            let default = default_generator(format::required(format)?)?;
            generator.write(ptr::from_ref(default).cast());
            Ok(())
        })
    }
}

/// The number of a generator's format; 0 for NULL. Never fails.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_format(generator: *const sortid_generator) -> u32 {
    value(0, || {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        unsafe { shared(generator) }.map_or(0, |generator| generator.format().code().into())
    })
}

/// The next id, at the system's time. Waits if its tick would be more than `max_lead_ms` ahead of
/// the clock. Allocates nothing.
///
/// Writes `*id`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_CLOCK_ROLLBACK`,
/// `SORTID_ERR_COUNTER_EXHAUSTED`, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE`,
/// `SORTID_ERR_FORKED_GENERATOR`, `SORTID_ERR_ENTROPY_UNAVAILABLE`, `SORTID_ERR_STORE_...` if the
/// state file fails; `SORTID_ERR_INVALID_OPTION` on a manual clock.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next(
    generator: *const sortid_generator,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let next = shared(generator)?.next()?;
            id.write(sortid_id::of(next));
            Ok(())
        })
    }
}

/// The next id, or none after about `timeout_ms`, so that the caller can check for interrupts
/// between calls.
///
/// Writes the number of ids, 1 or 0, to `*written`, and the id to `*id`. A sync of the state file,
/// and the system's entropy, may take longer.
///
/// Errors: as `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next_within(
    generator: *const sortid_generator,
    timeout_ms: u32,
    id: *mut sortid_id,
    written: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let (id, written) = (arg!(output(id))?, arg!(output(written))?);
            let timeout = Duration::from_millis(timeout_ms.into());
            let next = shared(generator)?.next_within(timeout)?;
            written.write(next.is_some().into());
            if let Some(next) = next {
                id.write(sortid_id::of(next));
            }
            Ok(())
        })
    }
}

/// The next id as canonical text. Allocates nothing.
///
/// Writes it and a terminator to `text`, which has room for `size` bytes:
/// `sortid_format_text_size`, or SORTID_TEXT_SIZE for any id.
///
/// `needed` may be NULL; it is written before an id is generated, so on most failures too.
///
/// Errors: as `sortid_generator_next`; `SORTID_ERR_BUFFER_TOO_SMALL`, before an id is generated,
/// with the required size in `*needed`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next_text(
    generator: *const sortid_generator,
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let out = arg!(output(text))?;
            let generator = shared(generator)?;
            fits(size, generator.format().text_len() + 1, needed)?;
            write_text(&generator.next()?.to_text(), out, size, ptr::null_mut())
        })
    }
}

/// The next id on a manual clock that reads `time`: for backfills and tests. Never waits. Requires
/// the option `clock` `manual`.
///
/// Writes `*id`. Errors: as `sortid_generator_next`; `SORTID_ERR_COUNTER_EXHAUSTED` instead of
/// waiting; `SORTID_ERR_INVALID_OPTION` on a system clock.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next_at(
    generator: *const sortid_generator,
    time: sortid_time,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let next = shared(generator)?.next_at(time.checked()?)?;
            id.write(sortid_id::of(next));
            Ok(())
        })
    }
}

/// The next id, greater than `after` and than all before: a logical clock.
///
/// Writes `*id`. Errors: as `sortid_generator_next`; `SORTID_ERR_LEAD_EXCEEDED` if the new id would
/// be more than `max_lead_ms` ahead of the clock; `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` if no id of
/// the format is greater; `SORTID_ERR_NOT_APPLICABLE` for an id of another format and for a format
/// without time; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next_after(
    generator: *const sortid_generator,
    after: *const sortid_id,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let next = shared(generator)?.next_after(read(after)?)?;
            id.write(sortid_id::of(next));
            Ok(())
        })
    }
}

/// `sortid_generator_next_after` on a manual clock that reads `time`.
///
/// Writes `*id`. Errors: as `sortid_generator_next_after` and `sortid_generator_next_at`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_next_after_at(
    generator: *const sortid_generator,
    after: *const sortid_id,
    time: sortid_time,
    id: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status_of_new(error, || {
            let id = arg!(output(id))?;
            let next = shared(generator)?.next_after_at(read(after)?, time.checked()?)?;
            id.write(sortid_id::of(next));
            Ok(())
        })
    }
}

/// The time of an id that was generated with this generator's epoch, layout (uuid8) and precision.
///
/// Writes `*time`. Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_NOT_APPLICABLE` for an id of
/// another format and for a format without time, `SORTID_ERR_TIMESTAMP_OUT_OF_RANGE` if the seconds
/// exceed 64 bits; for an invalid id, the errors of `sortid_from_bytes`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_timestamp(
    generator: *const sortid_generator,
    id: *const sortid_id,
    time: *mut sortid_time,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let time = arg!(output(time))?;
            let timestamp = shared(generator)?.timestamp(read(id)?)?;
            time.write(sortid_time::of(timestamp));
            Ok(())
        })
    }
}

/// The smallest and the largest id of the half-open interval [from, to) with this generator's
/// epoch, layout (uuid8) and precision: `sortid_range` with its options.
///
/// Writes `*min` and `*max`. Errors: as `sortid_min_at`; `SORTID_ERR_INVALID_OPTION` for an empty
/// interval.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_range(
    generator: *const sortid_generator,
    from: sortid_time,
    to: sortid_time,
    min: *mut sortid_id,
    max: *mut sortid_id,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (min, max) = (arg!(output(min))?, arg!(output(max))?);
            let ids = shared(generator)?.range(from.checked()?, to.checked()?)?;
            min.write(sortid_id::of(*ids.start()));
            max.write(sortid_id::of(*ids.end()));
            Ok(())
        })
    }
}

/// The status of a generator: its counts, its lead and its node.
///
/// Writes `*status`. Errors: `SORTID_ERR_NULL_ARGUMENT`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_get_status(
    generator: *const sortid_generator,
    status: *mut sortid_generator_status,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        super::boundary::status(error, || {
            let status = arg!(output(status))?;
            let (done, reason) = shared(generator)?.status_for_c();
            status.write(sortid_generator_status {
                ids: done.ids,
                lead_ns: done.lead_ns,
                rollbacks: done.rollbacks,
                node_origin: done.node_origin.number(),
                node_reason: reason.as_ptr(),
                reserved: [0; 3],
            });
            Ok(())
        })
    }
}

/// The node of the next ids: assigned, claimed, drawn or leased. A claimed or drawn node changes
/// after a fork, a reset or a reseed.
///
/// Writes `*node`. Errors: `SORTID_ERR_NOT_APPLICABLE` if ids have no node, or random bits in its
/// place; otherwise as `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_get_node(
    generator: *const sortid_generator,
    node: *mut u64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let node = arg!(output(node))?;
            let found = shared(generator)?.node()?;
            let no_node = "\0ids of this generator have no node";
            let found = found.ok_or(Error::about(ErrorCode::NotApplicable, no_node))?;
            node.write(found);
            Ok(())
        })
    }
}

/// Draws new entropy, node, clock sequence and counter, as after a fork.
///
/// For a process that was resumed from a snapshot or checkpoint, and for a forked child whose
/// generator needs a new seed or node. `seed` is 32 bytes instead of the operating system's
/// entropy, for tests, or NULL; `node` is the new node, or NULL.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_FORKED_GENERATOR` if only an assigned node
/// distinguishes generators and `node` is NULL, `SORTID_ERR_INVALID_OPTION` for a node that does
/// not fit or a format without one, `SORTID_ERR_INVALID_LENGTH` for a seed of another length,
/// `SORTID_ERR_ENTROPY_UNAVAILABLE`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_reseed(
    generator: *const sortid_generator,
    seed: *const u8,
    seed_length: usize,
    node: *const u64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        explained(error, || {
            let (generator, mut with) = (shared(generator)?, Reseed::new());
            if !seed.is_null() {
                with = with.seed(self::seed(arg!(binary(seed, seed_length))?)?);
            }
            if let Some(&node) = node.as_ref() {
                with = with.node(node);
            }
            Ok(generator.reseed(with)?)
        })
    }
}

/// The seed, if it has 32 bytes.
pub(crate) fn seed(seed: &[u8]) -> Result<[u8; 32], Error> {
    let wrong = Error::about(ErrorCode::InvalidLength, "\0a seed must have 32 bytes");
    seed.try_into().map_err(|_| wrong)
}
