//! The process-wide default generators, one per format, behind the plain functions.

use std::marker::PhantomData;
use std::time::Duration;

use crate::Sys;
use crate::codec::value::Value;
use crate::error::{Error, Lack};
use crate::formats::Format;
use crate::generator::api::Generator;
use crate::generator::outlined::next_slow;
use crate::generator::testing::{self, TestSource};
use crate::generator::{AtomicU64, plans};
use crate::id::AnyId;
use crate::id::typed::TypedId;
use crate::sys::{MOST_FORMATS, Os};
use crate::time::Timestamp;
use sortid_engine::call::PlanSource;
use sortid_engine::plan::Plan;
use sortid_engine::slot;

/// The slots of formats; the last one has the list of [declared types](super::declared).
const _: () = assert!(Format::ALL.len() < MOST_FORMATS);

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
pub fn default_generator(format: Format) -> Result<&'static Generator<AnyId>, Error> {
    default_or(format, |slot| make_dynamic(format, slot))
}

/// [`default_generator`] for a format known at compile time. Mentions no other format, so that the
/// linker can drop formats that a program does not use.
#[inline(always)]
fn default_of<T: TypedId>() -> Result<&'static Generator<AnyId>, Error> {
    let format = const { T::TYPE.generated_format() };
    match const { T::TYPE.generated_format().can_generate() } {
        true => default_or(format, |slot| {
            make(format, const { &default_plan::<T>() }, slot)
        }),
        false => Err(format.row().lacks(Lack::Generation)),
    }
}

#[inline(always)]
fn default_or(
    format: Format,
    make: impl FnOnce(&AtomicU64) -> Result<&'static Generator<AnyId>, Error>,
) -> Result<&'static Generator<AnyId>, Error> {
    // Codes count from 1 without gaps, which a test of the registry checks.
    slot_or(
        &Sys::statics().defaults[usize::from(format.code()) - 1],
        make,
    )
}

/// The generator in a slot, created if necessary.
#[inline(always)]
fn slot_or(
    slot: &AtomicU64,
    make: impl FnOnce(&AtomicU64) -> Result<&'static Generator<AnyId>, Error>,
) -> Result<&'static Generator<AnyId>, Error> {
    // SAFETY: only generators of this type are published in these slots, here and by `publish`.
    unsafe { slot::get_or::<Sys, _, _>(slot, || make(slot)) }
}

/// A new id of a format that is known only at run time, with the tick that contains `time`: for
/// rows that are older than their ids, and for tests.
///
/// Within a process no id repeats. In [ordered](Format::is_ordered) formats, each id of a tick is
/// greater than the one before. Times may come in any order in formats whose counter has 40 bits or
/// more: uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid, ordered_uuid. In other formats they
/// must not go back: sort the rows. The order begins again in a forked child and after
/// [`reseed`](crate::reseed), which a process resumed from a snapshot must call.
///
/// # Errors
/// `clock_rollback` if the time is before that of an earlier call, in a format of the second kind;
/// `counter_exhausted` if all ids of the tick were issued; `not_applicable` for a format without
/// time, or a read-only one; `timestamp_out_of_range`, `entropy_unavailable`.
///
/// ```
/// use sortid::{Format, Timestamp, new_id_at};
///
/// let time = Timestamp::from_unix_ms(1_700_000_000_000);
/// let (a, b) = (new_id_at(time, Format::Ulid)?, new_id_at(time, Format::Ulid)?);
/// assert_eq!(a.timestamp()?, time);
/// assert!(a < b);
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn new_id_at(time: impl Into<Timestamp>, format: Format) -> Result<AnyId, Error> {
    next_at(format, || plans::plan_at(format), time.into())
}

/// [`new_id_at`] for a format known at compile time.
#[inline(always)]
pub(crate) fn new_at<T: TypedId>(time: Timestamp) -> Result<T, Error> {
    next_at(T::FORMAT, || const { plans::plan_at(T::FORMAT) }, time).map(T::from_made)
}

fn next_at(format: Format, plan: impl FnOnce() -> Plan, time: Timestamp) -> Result<AnyId, Error> {
    if !format.can_generate() || format.row().layout.time.is_none() {
        return Err(format.row().lacks(Lack::Time));
    }
    let slot = &Sys::statics().at[usize::from(format.code()) - 1];
    let generator = slot_or(slot, |slot| make(format, &plan(), slot))?;
    generator.next_at(time)
}

#[cold]
fn make_dynamic(format: Format, slot: &AtomicU64) -> Result<&'static Generator<AnyId>, Error> {
    match format.can_generate() {
        true => make(format, &plans::default_plan(format), slot),
        false => Err(format.row().lacks(Lack::Generation)),
    }
}

#[cold]
fn make(format: Format, plan: &Plan, slot: &AtomicU64) -> Result<&'static Generator<AnyId>, Error> {
    // SAFETY: as in `slot_or`.
    unsafe { publish(slot, |test| Generator::of(format, plan.clone(), test)) }
}

/// Publishes what `make` returns for a test's scope, if any. Makes another one if that scope ended
/// meanwhile.
///
/// # Safety
/// As for [`slot::publish`].
#[cold]
pub(super) unsafe fn publish<G: 'static>(
    slot: &AtomicU64,
    make: impl Fn(Option<&'static TestSource>) -> Result<G, Error>,
) -> Result<&'static G, Error> {
    loop {
        let test = testing::current();
        let fresh = make(test)?;
        // SAFETY: guaranteed by the caller (see `# Safety`).
        if let Some(published) = unsafe { publish_in_scope(fresh, test, slot) } {
            return Ok(published);
        }
    }
}

/// Stores a new value, unless another thread was faster, or it is of a test's scope that is not the
/// current one any more.
///
/// # Safety
/// As for [`slot::publish`]. A scope of tests exchanges addresses of values of the same type.
unsafe fn publish_in_scope<G: 'static>(
    fresh: G,
    test: Option<&TestSource>,
    slot: &AtomicU64,
) -> Option<&'static G> {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    let publish = || unsafe { slot::publish::<Sys, _>(fresh, slot) };
    match test {
        None => Some(publish()),
        Some(source) => testing::if_current(source, publish),
    }
}

/// A new id of a format that is known only at run time, from its default generator.
///
/// Processes of several users or machines, or on systems other than Linux, may repeat each other's
/// ids of a format whose node has 16 bits or fewer, such as `tid`. A [`Generator`] with an assigned
/// node or a lease file prevents this: see `docs/choosing.md`.
///
/// # Errors
/// As [`Generator::next`]; `entropy_unavailable`; `not_applicable` for a read-only
/// format.
///
/// ```
/// use sortid::{Format, new_id};
///
/// assert_eq!(new_id(Format::Scru160)?.to_text().len(), 32);
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline(always)]
pub fn new_id(format: Format) -> Result<AnyId, Error> {
    default_generator(format)?.next()
}

/// A new id of a typed format, from its default generator, like the plain functions.
///
/// Processes of several users or machines, or on systems other than Linux, may repeat each other's
/// ids of a format whose node has 16 bits or fewer, such as `tid`. A [`Generator`] with an assigned
/// node or a lease file prevents this: see `docs/choosing.md`.
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
    if const { T::TYPE.has_options() } {
        return T::TYPE.default_generator()?.next().map(T::from_made);
    }
    let engine = &default_of::<T>()?.engine;
    engine.next::<DefaultPlan<T>, _, _>(next_slow, typed)
}

/// A new id of a typed format from its default generator, or `None` if it is not available within
/// about `timeout`: see [`Generator::next_within`].
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
pub fn new_within<T: TypedId>(timeout: Duration) -> Result<Option<T>, Error> {
    if const { T::TYPE.has_options() } {
        let id = T::TYPE.default_generator()?.next_within(timeout)?;
        return Ok(id.map(T::from_made));
    }
    let engine = &default_of::<T>()?.engine;
    engine.next_within::<DefaultPlan<T>, _, _>(timeout, next_slow, typed)
}

#[inline(always)]
fn typed<T: TypedId>(value: Value) -> T {
    T::from_made(AnyId::from_value(T::FORMAT, value))
}

const fn default_plan<T: TypedId>() -> Plan {
    plans::default_plan(T::TYPE.generated_format())
}

/// The plan of the default generator of a typed format.
struct DefaultPlan<T>(PhantomData<T>);

impl<T: TypedId> PlanSource for DefaultPlan<T> {
    const CONSTANT: Option<&'static Plan> = Some(const { &default_plan::<T>() });
    const COMPILES_CLOCK_READ: bool = true;
}

/// [`DefaultPlan`] in a library of all formats: compiles the clock read of a format only if all its
/// ids need one.
struct DefaultPlanOfLibrary<T>(PhantomData<T>);

impl<T: TypedId> PlanSource for DefaultPlanOfLibrary<T> {
    const CONSTANT: Option<&'static Plan> = DefaultPlan::<T>::CONSTANT;
    const COMPILES_CLOCK_READ: bool = !default_plan::<T>().hot.caches_clock;
}

#[inline(always)]
fn dynamic<T: TypedId>(value: Value) -> AnyId {
    AnyId::from_value(T::FORMAT, value)
}

/// [`new`] for a library of all formats, which does not specialize every format.
#[doc(hidden)]
#[inline(always)]
pub fn new_of<T: TypedId>() -> Result<AnyId, Error> {
    match const { T::FORMAT.is_compiled_apart() } {
        true => {
            let engine = &default_of::<T>()?.engine;
            engine.next::<DefaultPlanOfLibrary<T>, _, _>(next_slow, dynamic::<T>)
        }
        false => new_outlined(T::FORMAT),
    }
}

/// [`new_within`] for a library of all formats.
#[doc(hidden)]
#[inline(always)]
pub fn new_of_within<T: TypedId>(timeout: Duration) -> Result<Option<AnyId>, Error> {
    match const { T::FORMAT.is_compiled_apart() } {
        true => {
            let engine = &default_of::<T>()?.engine;
            engine.next_within::<DefaultPlanOfLibrary<T>, _, _>(timeout, next_slow, dynamic::<T>)
        }
        false => new_within_outlined(T::FORMAT, timeout),
    }
}

#[inline(never)]
fn new_outlined(format: Format) -> Result<AnyId, Error> {
    new_id(format)
}

#[inline(never)]
fn new_within_outlined(format: Format, timeout: Duration) -> Result<Option<AnyId>, Error> {
    default_generator(format)?.next_within(timeout)
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::generator::testing::TestClock;

    /// As if a thread were delayed between both calls until another one ended its scope.
    #[test]
    fn generator_of_an_ended_scope_is_not_published() {
        let scope = TestClock::freeze(Timestamp::from_unix_ms(0))
            .start()
            .expect("a scope");
        let test = testing::current();
        let late = Generator::of(Format::Tid, plans::default_plan(Format::Tid), test)
            .expect("a generator");
        drop(scope);
        let slot = AtomicU64::new(0);
        // SAFETY: nothing else is published in the slot.
        assert!(unsafe { publish_in_scope(late, test, &slot) }.is_none());
        assert_eq!(slot.load(Ordering::Acquire), 0);
        let fresh = Generator::of(Format::Tid, plans::default_plan(Format::Tid), None)
            .expect("a generator");
        // SAFETY: as above.
        assert!(unsafe { publish_in_scope(fresh, None, &slot) }.is_some());
    }
}
