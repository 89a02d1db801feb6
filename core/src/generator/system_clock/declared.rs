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
use crate::id::declared::id_type::IdType;
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

impl IdType {
    /// Generates an id, by the generator that all equal types of the process share.
    ///
    /// # Errors
    /// As for [`Generator::next`]; `not_applicable` for a read-only
    /// format.
    ///
    /// ```
    /// use sortid::options::Epoch;
    /// use sortid::{Format, IdType, Options, Timestamp};
    ///
    /// let discord = Options::new().epoch(Epoch::Discord);
    /// let message = IdType::new(Format::Snowflake).with_options(&discord)?;
    /// let id = message.try_now()?;
    /// assert!(message.try_now()? > id);
    /// assert!(Timestamp::now().seconds() - message.timestamp(id)?.seconds() < 60);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn try_now(&self) -> Result<AnyId, Error> {
        self.id(self.default_generator()?.next()?)
    }

    /// Generates an id with the tick that contains `time`: see [`new_id_at`](crate::new_id_at).
    ///
    /// # Errors
    /// As for `new_id_at`.
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn at(&self, time: impl Into<Timestamp>) -> Result<AnyId, Error> {
        let format = self.generated_format();
        let id = match self.has_options() {
            false => crate::new_id_at(time, format)?,
            true => next_at_with(format, self.options(), time.into())?,
        };
        self.id(id)
    }

    /// Returns the generator that all equal types of the process share. Its ids are of
    /// [`generated_format`](Self::generated_format).
    ///
    /// # Errors
    /// `entropy_unavailable`; `not_applicable` for a read-only format.
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn default_generator(&self) -> Result<&'static Generator<AnyId>, Error> {
        let format = self.generated_format();
        match self.has_options() {
            false => crate::default_generator(format),
            true => default_generator_with(format, self.options()),
        }
    }
}

/// Returns the process-wide generator of a format with options for reading, created if necessary.
fn default_generator_with(
    format: Format,
    options: &Options,
) -> Result<&'static Generator<AnyId>, Error> {
    let plan = || plans::plan(format, options);
    find(&Sys::statics().defaults[FIRST], format, options, plan)
}

/// [`new_id_at`](crate::new_id_at) of ids that are read with options.
fn next_at_with(format: Format, options: &Options, time: Timestamp) -> Result<AnyId, Error> {
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
