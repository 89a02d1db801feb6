//! The process-wide generators of declared types whose ids are read with options: a list that only
//! grows, since programs declare few types.

use super::defaults::publish;
use crate::Sys;
use crate::error::{Error, Lack};
use crate::formats::Format;
use crate::formats::options::{Options, Purpose};
use crate::generator::api::Generator;
use crate::generator::{AtomicU64, plans};
use crate::id::AnyId;
use crate::sys::{MOST_FORMATS, Os};
use crate::time::Timestamp;
use sortid_engine::plan::Plan;
use sortid_engine::slot;

/// The slot of the first element, behind those of the formats.
const FIRST: usize = MOST_FORMATS - 1;

/// A generator of ids that are read with options, and the slot of the next one.
struct Declared {
    generator: Generator<AnyId>,
    next: AtomicU64,
}

/// Returns the process-wide generator of a format with options for reading, created if necessary.
pub(crate) fn default_generator_with(
    format: Format,
    options: &Options,
) -> Result<&'static Generator<AnyId>, Error> {
    let plan = || plans::plan(format, options);
    find(&Sys::statics().defaults[FIRST], format, options, plan)
}

/// [`new_id_at`](crate::new_id_at) of ids that are read with options.
pub(crate) fn next_at_with(
    format: Format,
    options: &Options,
    time: Timestamp,
) -> Result<AnyId, Error> {
    let plan = || {
        let layout = format.row().layout_with(options, Purpose::Generate)?;
        match layout.time {
            Some(_) => Ok(plans::plan_at_of_layout(format, layout)),
            None => Err(format.row().lacks(Lack::Time)),
        }
    };
    find(&Sys::statics().at[FIRST], format, options, plan)?.next_at(time)
}

fn find(
    mut slot: &'static AtomicU64,
    format: Format,
    options: &Options,
    plan: impl Fn() -> Result<Plan, Error>,
) -> Result<&'static Generator<AnyId>, Error> {
    if !format.can_generate() {
        return Err(format.row().lacks(Lack::Generation));
    }
    loop {
        let make = |test| {
            let mut generator = Generator::of(format, plan()?, test)?;
            generator.read_options = options.clone();
            let next = AtomicU64::new(0);
            Ok(Declared { generator, next })
        };
        // SAFETY: the slots of this list are published here alone, with elements of the list.
        let known = unsafe { slot::get_or::<Sys, _, _>(slot, || publish(slot, make)) }?;
        let generator = &known.generator;
        if generator.format == format && generator.read_options == *options {
            return Ok(generator);
        }
        slot = &known.next;
    }
}
