//! Declared types.

use std::sync::Arc;

use sortid::{AnyId, IdType, Prefix, Timestamp};

use crate::error::Failure;
use crate::generator::RawGenerator;
use crate::given::{Given, options};
use crate::value::{UnixTime, Words, format};

/// A declared type: a format, optionally a prefix, and options for reading.
#[derive(Debug, PartialEq, Eq, uniffi::Object)]
#[uniffi::export(Eq)]
pub struct RawType(IdType);

#[uniffi::export]
impl RawType {
    /// Declares a type.
    #[uniffi::constructor]
    pub fn new(
        prefix: Option<String>,
        format_code: u8,
        given: Vec<Given>,
    ) -> Result<Arc<Self>, Failure> {
        let mut declared = IdType::new(format(format_code)?).with_options(&options(&given)?)?;
        if let Some(prefix) = prefix {
            let prefix: Prefix = prefix.parse().map_err(Failure::about(&prefix))?;
            declared = declared.with_prefix(prefix)?;
        }
        Ok(Arc::new(Self(declared)))
    }

    /// The code of the format of new ids and of bounds.
    pub fn generated(&self) -> u8 {
        self.0.generated_format().code()
    }

    /// The generator that all equal types of the process share.
    pub fn generator(&self) -> Result<Arc<RawGenerator>, Failure> {
        Ok(RawGenerator::of_process(self.0.default_generator()?))
    }

    /// Generates an id with the tick that contains a time.
    pub fn at(&self, time: UnixTime) -> Result<Words, Failure> {
        Ok(self.0.at(Timestamp::try_from(time)?)?.into())
    }

    /// The time of an id.
    pub fn timestamp(&self, id: Words) -> Result<UnixTime, Failure> {
        Ok(self.0.timestamp(AnyId::try_from(id)?)?.into())
    }
}
