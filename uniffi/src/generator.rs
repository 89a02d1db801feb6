//! Generators.

use std::sync::Arc;

use sortid::{AnyId, Generator as CoreGenerator, IdType, Reseed, Timestamp, default_generator};

use crate::error::Failure;
use crate::given::{Given, options};
use crate::value::{Bounds, UnixTime, Words, format, seed};

/// Statistics of a generator.
#[derive(Debug, uniffi::Record)]
pub struct GeneratorStatus {
    /// The number of generated ids.
    pub ids: u64,
    /// The lead over the clock's highest reading.
    pub lead_ns: u64,
    /// The number of times that the clock was set back by more than the tolerance.
    pub rollbacks: u64,
    /// The number of the node's origin.
    pub node_origin: u32,
    /// The reason of the node's origin.
    pub node_reason: String,
}

/// A generator of the caller, or a process-wide one.
#[derive(Debug, uniffi::Object)]
pub struct RawGenerator(Which);

#[derive(Debug)]
enum Which {
    Own(Box<CoreGenerator<AnyId>>),
    ProcessWide(&'static CoreGenerator<AnyId>),
}

impl RawGenerator {
    pub(crate) fn of_process(generator: &'static CoreGenerator<AnyId>) -> Arc<Self> {
        Arc::new(Self(Which::ProcessWide(generator)))
    }

    fn core(&self) -> &CoreGenerator<AnyId> {
        match &self.0 {
            Which::Own(generator) => generator,
            Which::ProcessWide(generator) => generator,
        }
    }
}

/// Generates an id with the tick of a given time, in a format with options for reading.
#[uniffi::export]
pub fn new_id_at_with(
    format_code: u8,
    time: UnixTime,
    given: Vec<Given>,
) -> Result<Words, Failure> {
    let declared = IdType::new(format(format_code)?).with_options(&options(&given)?)?;
    Ok(declared.at(Timestamp::try_from(time)?)?.into())
}

#[uniffi::export]
impl RawGenerator {
    /// Creates a generator with options.
    #[uniffi::constructor]
    pub fn new(format_code: u8, given: Vec<Given>) -> Result<Arc<Self>, Failure> {
        let options = options(&given)?;
        let generator = CoreGenerator::dynamic(format(format_code)?, &options)?;
        Ok(Arc::new(Self(Which::Own(Box::new(generator)))))
    }

    /// Returns the process-wide generator of a format.
    #[uniffi::constructor]
    pub fn process_wide(format_code: u8) -> Result<Arc<Self>, Failure> {
        Ok(Self::of_process(default_generator(format(format_code)?)?))
    }

    /// Returns the process-wide generator of a format with options for reading.
    #[uniffi::constructor]
    pub fn process_wide_with(format_code: u8, given: Vec<Given>) -> Result<Arc<Self>, Failure> {
        let declared = IdType::new(format(format_code)?).with_options(&options(&given)?)?;
        Ok(Arc::new(Self(Which::ProcessWide(
            declared.default_generator()?,
        ))))
    }

    /// The address of the core's generator for [`crate::calls`], valid while this object exists.
    pub fn address(&self) -> u64 {
        std::ptr::from_ref(self.core()) as u64
    }

    /// Generates an id that is greater than another.
    pub fn next_after(&self, id: Words) -> Result<Words, Failure> {
        Ok(self.core().next_after(id.try_into()?)?.into())
    }

    /// [`Self::next_after`] on a manual clock.
    pub fn next_after_at(&self, id: Words, time: UnixTime) -> Result<Words, Failure> {
        let next = self
            .core()
            .next_after_at(id.try_into()?, Timestamp::try_from(time)?);
        Ok(next?.into())
    }

    /// The time of an id that was generated with this generator's options.
    pub fn timestamp(&self, id: Words) -> Result<UnixTime, Failure> {
        Ok(self.core().timestamp(id.try_into()?)?.into())
    }

    /// The smallest and largest id of a half-open interval, by this generator's options.
    pub fn range(&self, from: UnixTime, to: UnixTime) -> Result<Bounds, Failure> {
        Ok(self
            .core()
            .range(Timestamp::try_from(from)?, Timestamp::try_from(to)?)?
            .into())
    }

    /// The statistics of the generator.
    pub fn status(&self) -> GeneratorStatus {
        let status = self.core().status();
        GeneratorStatus {
            ids: status.ids,
            lead_ns: status.lead_ns,
            rollbacks: status.rollbacks,
            node_origin: status.node_origin.number(),
            node_reason: status.node_reason.to_owned(),
        }
    }

    /// The node of the next id.
    pub fn node(&self) -> Result<Option<u64>, Failure> {
        Ok(self.core().node()?)
    }

    /// Draws entropy, node, clock sequence and counter again.
    pub fn reseed(&self, with_seed: Option<Vec<u8>>, node: Option<u64>) -> Result<(), Failure> {
        let mut with = Reseed::new();
        if let Some(bytes) = with_seed {
            with = with.seed(seed(&bytes)?);
        }
        if let Some(node) = node {
            with = with.node(node);
        }
        Ok(self.core().reseed(with)?)
    }
}

/// Reseeds every generator of the process.
#[uniffi::export]
pub fn reseed_all() -> Result<(), Failure> {
    Ok(sortid::reseed()?)
}
