//! The declared type as a value.

use core::ops::RangeInclusive;

use crate::error::Error;
use crate::formats::Format;
use crate::formats::options::{Invalid, Options, Purpose};
use crate::id::AnyId;
use crate::id::prefixed::{AnyTypeId, Prefix, TypeIdText, read, require_prefixes};
use crate::time::Timestamp;

/// A declared type of ids: a format, optionally a prefix, and the options that say how its ids are
/// read, such as an epoch.
///
/// It returns and accepts [`AnyId`]s of its format, without prefix. A prefixed `any_uuid` is a
/// TypeID: every UUID is read, and version 7 is generated. Two types are equal if format, prefix and
/// options are; an epoch by its name equals the same number.
///
/// ```
/// use sortid::options::Epoch;
/// use sortid::{Format, IdType, Options, Prefix, Timestamp};
///
/// let order = IdType::new(Format::AnyUuid).with_prefix(Prefix::new("order")?)?;
/// let id = order.parse("order_01fwhe4ydgfk1shh6w1g60eecf")?;
/// assert_eq!(id.to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(&*order.to_text(id)?, "order_01fwhe4ydgfk1shh6w1g60eecf");
/// assert_eq!(order.timestamp(id)?.to_string(), "2022-02-22T19:22:22Z");
///
/// let message = IdType::new(Format::Snowflake).with_options(&Options::new().epoch(Epoch::Discord))?;
/// let id = message.parse("175928847299117063")?;
/// assert_eq!(message.timestamp(id)?.to_string(), "2016-04-30T11:18:25.796Z");
/// let min = message.min_at(Timestamp::from_unix_ms(1_462_015_105_796))?;
/// assert_eq!(min.to_string(), "175928847298985984");
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdType {
    format: Format,
    prefix: Option<Prefix>,
    options: Options,
}

impl IdType {
    /// Declares the ids of a format, without prefix and with the format's default options.
    #[inline]
    pub const fn new(format: Format) -> Self {
        Self {
            format,
            prefix: None,
            options: Options::new(),
        }
    }

    /// Assembles the parts of another type, for bindings. Functions check the parts that they use.
    #[doc(hidden)]
    #[inline]
    pub const fn from_parts(format: Format, prefix: Option<Prefix>, options: Options) -> Self {
        Self {
            format,
            prefix,
            options,
        }
    }

    /// The type of a [`IdKind`], whose parts are checked when this constant is evaluated.
    pub(super) const fn of_kind(
        format: Format,
        prefix: Option<&str>,
        mut options: Options,
    ) -> Self {
        let prefix = match prefix {
            None => None,
            Some(_) if !format.takes_prefix() => panic!(
                "the texts of this format have `_` among their symbols, so they take no prefix"
            ),
            Some(prefix) => match Prefix::new(prefix) {
                Ok(prefix) => Some(prefix),
                Err(_) => panic!(
                    "a prefix has at most 63 characters a-z and _, and neither begins nor ends with _"
                ),
            },
        };
        assert!(
            options.only_reads(),
            "the options of a type say how its ids are read: others belong to its generators"
        );
        if let Some(epoch) = options.epoch {
            options.epoch = None;
            options.epoch_unix_ms = Some(epoch.unix_ms());
        }
        Self::from_parts(format, prefix, options)
    }

    /// Adds a prefix; the empty one is that of a TypeID without prefix.
    ///
    /// # Errors
    /// `not_applicable` for a format with `_` among its symbols (elasticflake, push_id).
    #[inline]
    pub fn with_prefix(self, prefix: Prefix) -> Result<Self, Error> {
        require_prefixes(self.format)?;
        Ok(Self {
            prefix: Some(prefix),
            ..self
        })
    }

    /// Sets the options that say how ids are read.
    ///
    /// # Errors
    /// `invalid_option` if the format lacks an option, for a value out of bounds, and for an option
    /// of generators alone.
    pub fn with_options(self, options: &Options) -> Result<Self, Error> {
        if let Some(other) = options.given().find(|option| !option.reads) {
            return Err(Invalid::of_generators(other.name).into());
        }
        self.format.row().layout_with(options, Purpose::Read)?;
        let mut options = options.clone();
        if let Some(epoch) = options.epoch.take() {
            options.epoch_unix_ms = Some(epoch.unix_ms());
        }
        Ok(Self { options, ..self })
    }

    /// Returns the format of the ids.
    #[inline]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the prefix of the texts.
    #[inline]
    pub const fn prefix(&self) -> Option<&Prefix> {
        self.prefix.as_ref()
    }

    /// Returns the options that say how ids are read, with any epoch as `epoch_unix_ms`.
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the format that is generated and bounds ranges: `uuid7` for a TypeID.
    #[inline]
    pub const fn generated_format(&self) -> Format {
        match self.prefix {
            Some(_) => self.format.generated_with_prefix(),
            None => self.format,
        }
    }

    /// Parses a text: with this prefix if the type has one, otherwise in any readable form.
    ///
    /// # Errors
    /// `wrong_prefix` at 0 for another prefix or none; otherwise as for [`AnyId::parse`].
    #[inline]
    pub fn parse(&self, text: impl AsRef<[u8]>) -> Result<AnyId, Error> {
        match &self.prefix {
            Some(prefix) => Ok(read(text.as_ref(), self.format, Some(prefix))?.1),
            None => AnyId::parse(text, self.format),
        }
    }

    /// Returns whether [`parse`](Self::parse) accepts the text.
    #[inline]
    pub fn is_valid(&self, text: impl AsRef<[u8]>) -> bool {
        self.parse(text).is_ok()
    }

    /// Returns the id as one of this type: also that of [`generated_format`](Self::generated_format).
    ///
    /// # Errors
    /// `not_applicable` for an id of another format.
    #[inline]
    pub fn id(&self, id: impl Into<AnyId>) -> Result<AnyId, Error> {
        let id = id.into();
        match id.format() == self.format || id.format() == self.generated_format() {
            true => Ok(AnyId::from_value(self.format, id.value())),
            false => Err(Error::of_other_format(self.format, id.format())),
        }
    }

    /// Returns the text of an id, with the prefix.
    ///
    /// # Errors
    /// As for [`id`](Self::id).
    #[inline]
    pub fn to_text(&self, id: impl Into<AnyId>) -> Result<TypeIdText, Error> {
        let id = self.id(id)?;
        match self.prefix {
            Some(prefix) => Ok(AnyTypeId::new(prefix, id)?.to_text()),
            None => Ok(TypeIdText::new(&Prefix::EMPTY, &id.to_text())),
        }
    }

    /// Returns the time of an id, by the options of the type; of a TypeID by its version.
    ///
    /// # Errors
    /// As for [`id`](Self::id); otherwise as for [`AnyId::timestamp_with`] and
    /// [`AnyTypeId::timestamp`].
    #[inline]
    pub fn timestamp(&self, id: impl Into<AnyId>) -> Result<Timestamp, Error> {
        let id = self.id(id)?;
        match self.prefix {
            Some(prefix) if self.format == Format::AnyUuid => {
                AnyTypeId::new(prefix, id)?.timestamp()
            }
            _ => id.timestamp_with(&self.options),
        }
    }

    /// Returns the smallest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::min_at`].
    #[inline]
    pub fn min_at(&self, time: impl Into<Timestamp>) -> Result<AnyId, Error> {
        let min = AnyId::min_at_with(time, self.generated_format(), &self.options)?;
        self.id(min)
    }

    /// Returns the largest id of the tick that contains an instant.
    ///
    /// # Errors
    /// As for [`AnyId::min_at`].
    #[inline]
    pub fn max_at(&self, time: impl Into<Timestamp>) -> Result<AnyId, Error> {
        let max = AnyId::max_at_with(time, self.generated_format(), &self.options)?;
        self.id(max)
    }

    /// Returns the range of ids in the half-open interval `[from, to)`; an end that is `None` is the
    /// format's first or last time.
    ///
    /// # Errors
    /// As for [`AnyId::range`].
    pub fn range(
        &self,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<RangeInclusive<AnyId>, Error> {
        let ids = AnyId::open_range(from, to, self.generated_format(), &self.options)?;
        let (min, max) = ids.into_inner();
        Ok(self.id(min)?..=self.id(max)?)
    }

    /// Returns the name of a schema: prefix and format.
    #[cfg(any(feature = "schemars", feature = "utoipa-5", feature = "utoipa-6"))]
    pub(crate) fn schema_name(&self) -> String {
        match self.prefix {
            Some(prefix) => format!("{prefix}_{}", self.format),
            None => self.format.to_string(),
        }
    }

    #[inline]
    pub(crate) const fn has_options(&self) -> bool {
        self.options.has_reading()
    }

    /// Returns the options of a generator of this type.
    ///
    /// # Errors
    /// `invalid_option` for an option of the type.
    #[cfg(feature = "std")]
    pub(crate) fn generator_options(&self, others: &Options) -> Result<Options, Error> {
        Ok(self.options.with_others(others)?)
    }
}
