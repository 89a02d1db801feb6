//! The process-wide default generators, one per format, behind the plain functions.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Generator;
use super::plan::{Default, Plan};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::id::Id;
use crate::sys::entropy;
use crate::sys::process;
use crate::sys::{AtomicU64, Os, Sys};
use crate::typed::TypedId;

/// The process-wide generator of a format, with its default options.
///
/// # Errors
/// `entropy_unavailable`, at the first call for a format.
///
/// ```
/// use sortid::{Format, default_generator};
///
/// let before = default_generator(Format::Tid)?.status().ids;
/// sortid::try_tid()?;
/// assert!(default_generator(Format::Tid)?.status().ids > before);
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline]
pub fn default_generator(format: Format) -> Result<&'static Generator<Id>, Error> {
    default_or(format, |slot| make_dynamic(format, slot))
}

/// [`default_generator`] of a format that is known when compiling: a program with this one alone has nothing of the others.
#[inline(always)]
fn default_of<T: TypedId>() -> Result<&'static Generator<Id>, Error> {
    match const { T::FORMAT.is_made() } {
        true => default_or(T::FORMAT, |slot| make(const { &Plan::of(T::FORMAT) }, slot)),
        false => Err(Error::new(ErrorCode::NotApplicable)),
    }
}

/// The generator that stands in a format's slot, or the one that is made for it.
#[inline(always)]
fn default_or(
    format: Format,
    make: impl FnOnce(&AtomicU64) -> Result<&'static Generator<Id>, Error>,
) -> Result<&'static Generator<Id>, Error> {
    // Codes count from 1 without gaps: a test of the registry says so.
    let slot = &Sys::statics().defaults[usize::from(format.code()) - 1];
    match slot.load(Ordering::Acquire) {
        0 => make(slot),
        // SAFETY: the address of a generator that is never freed.
        address => Ok(unsafe { &*std::ptr::with_exposed_provenance(address as usize) }),
    }
}

#[cold]
fn make_dynamic(format: Format, slot: &AtomicU64) -> Result<&'static Generator<Id>, Error> {
    match format.is_made() {
        true => make(&Plan::of(format), slot),
        false => Err(Error::new(ErrorCode::NotApplicable)),
    }
}

#[cold]
fn make(plan: &Plan, slot: &AtomicU64) -> Result<&'static Generator<Id>, Error> {
    Ok(keep(Generator::of(plan.clone())?, slot))
}

/// Not by a `OnceLock`: a fork amidst its first use would leave it shut in the child.
fn keep(fresh: Generator<Id>, slot: &AtomicU64) -> &'static Generator<Id> {
    let fresh = Box::new(fresh);
    let address = std::ptr::from_ref(&*fresh).expose_provenance() as u64;
    let known = match slot.compare_exchange(0, address, Ordering::Release, Ordering::Acquire) {
        // From now on it is never freed.
        Ok(_) => Box::into_raw(fresh).expose_provenance() as u64,
        Err(first) => first,
    };
    // SAFETY: what stands in the slot is never freed.
    unsafe { &*std::ptr::with_exposed_provenance(known as usize) }
}

/// A new id of a format that is known only at run time, from its default generator.
///
/// # Errors
/// As [`Generator::next`]; `entropy_unavailable`; `not_applicable` for a format whose ids are not made.
///
/// ```
/// use sortid::{Format, new_id};
///
/// assert_eq!(new_id(Format::Scru160)?.to_text().len(), 32);
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline(always)]
pub fn new_id(format: Format) -> Result<Id, Error> {
    default_generator(format)?.next()
}

/// A new id of a typed format, from its default generator: what the plain functions do.
///
/// # Errors
/// As [`Generator::next`]; `entropy_unavailable`.
///
/// ```
/// let id = sortid::new::<sortid::Uuid7>()?;
/// assert!(sortid::uuid7() > id);
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline(always)]
pub fn new<T: TypedId>() -> Result<T, Error> {
    let id = default_of::<T>()?.next_as::<Default<T>>()?;
    Ok(T::from_made(id))
}

/// A new id of a typed format from its default generator, or `None` where it is not to be had within about `patience`:
/// see [`Generator::next_within`].
///
/// # Errors
/// As [`Generator::next`]; `entropy_unavailable`.
///
/// ```
/// use std::time::Duration;
///
/// use sortid::{Uuid7, new_within};
///
/// assert!(new_within::<Uuid7>(Duration::ZERO)?.is_some());
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline(always)]
pub fn new_within<T: TypedId>(patience: Duration) -> Result<Option<T>, Error> {
    let id = default_of::<T>()?.next_within_as::<Default<T>>(patience)?;
    Ok(id.map(T::from_made))
}

/// [`new`] in a library of all formats, where not every one is compiled apart.
#[doc(hidden)]
#[inline(always)]
pub fn new_of<T: TypedId>() -> Result<Id, Error> {
    match const { T::FORMAT.row().compiled_apart } {
        true => new::<T>().map(T::into),
        false => called(T::FORMAT),
    }
}

/// [`new_within`] in a library of all formats.
#[doc(hidden)]
#[inline(always)]
pub fn new_of_within<T: TypedId>(patience: Duration) -> Result<Option<Id>, Error> {
    match const { T::FORMAT.row().compiled_apart } {
        true => Ok(new_within::<T>(patience)?.map(T::into)),
        false => called_within(T::FORMAT, patience),
    }
}

#[inline(never)]
fn called(format: Format) -> Result<Id, Error> {
    new_id(format)
}

#[inline(never)]
fn called_within(format: Format, patience: Duration) -> Result<Option<Id>, Error> {
    default_generator(format)?.next_within(patience)
}

/// Runs `make`, and once more after each fork or reseeding meanwhile, and returns its last result.
///
/// For functions that write an id to memory: a process that was forked or copied amid the call would write the same one.
#[doc(hidden)]
#[inline(always)]
pub fn in_one_process<R>(mut make: impl FnMut() -> R) -> R {
    process::in_one_generation(|_| make())
}

/// Makes every generator of this process draw everything anew before its next id, as after a fork.
///
/// For a process that was resumed from a snapshot or checkpoint, whose copies would go on alike: `docs/reliability.md` says how far
/// without this call. It reaches calls that are under way in other threads.
/// Seeded generators, and those that only a node of the user's tells apart, answer
/// `forked_generator` until reseeded one by one, unless made with `allow_fork`.
///
/// # Errors
/// `entropy_unavailable`.
///
/// ```
/// sortid::reseed()?;
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn reseed() -> Result<(), Error> {
    process::reseed();
    entropy::prepare(process::generation())
}
