//! Conversions between formats that hold the same thing: tid and timeid, UUID versions 1 and 6, xid and object_id, uuid7 and ulid, the two orders of Elasticsearch.

use crate::codec::packed::BASE64URL;
use crate::codec::{Codec, Form, invalid_length, uuid::Uuid};
use crate::error::{Error, ErrorCode};
use crate::formats::{Format, Uuid6};
use crate::id::{Bytes, Id};
use crate::layout::uuid_marks;
use crate::text::Text;
use crate::value::{Place, Value};

const TIMEID_TIMESTAMP_BITS: u32 = 53;

/// What `convert` knows: every format, UUID version 1, and the ids of Elasticsearch from version 6 on, which do not sort.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uuid1,
    ElasticsearchId,
    Format(Format),
}

impl Kind {
    fn named(name: &str) -> Result<Self, Error> {
        match name {
            "uuid1" => Ok(Kind::Uuid1),
            "elasticsearch_id" => Ok(Kind::ElasticsearchId),
            _ => name.parse().map(Kind::Format),
        }
    }

    fn parse(self, text: &[u8]) -> Result<Value, Error> {
        match self {
            Kind::Uuid1 => Uuid1::parse(text).map(|v1| Value::from_u128(v1.0)),
            Kind::ElasticsearchId => BASE64URL.parse(text),
            Kind::Format(format) => Id::parse(text, format).map(|id| id.value()),
        }
    }

    fn read_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        match self {
            Kind::Uuid1 => bytes
                .try_into()
                .map_err(|_| Error::at(ErrorCode::InvalidLength, bytes.len()))
                .and_then(Uuid1::from_bytes)
                .map(|v1| Value::from_u128(v1.0)),
            Kind::ElasticsearchId if bytes.len() == ELASTICSEARCH.len() => {
                Ok(Value::from_bytes(bytes))
            }
            Kind::ElasticsearchId => Err(invalid_length(bytes)),
            Kind::Format(format) => Id::from_bytes(bytes, format).map(|id| id.value()),
        }
    }

    fn converted(self, value: Value) -> Converted {
        match self {
            Kind::Uuid1 => Converted {
                text: Uuid1(value.to_u128()).to_text(),
                bytes: Bytes::new(value, 16),
            },
            Kind::ElasticsearchId => Converted {
                text: BASE64URL.write(value, Form::Canonical),
                bytes: Bytes::new(value, ELASTICSEARCH.len() as u8),
            },
            Kind::Format(format) => {
                let id = Id::from_value(format, value);
                Converted {
                    text: id.to_text(),
                    bytes: id.to_bytes(),
                }
            }
        }
    }
}

/// The one table of conversions.
fn convert_value(value: Value, from: Kind, to: Kind) -> Result<Value, Error> {
    match (from, to) {
        // Both are 53 bits of microseconds and 10 of node below bits that must be zero.
        (Kind::Format(Format::Tid), Kind::Format(Format::Timeid))
        | (Kind::Format(Format::Timeid), Kind::Format(Format::Tid)) => {
            if value.to_u64() >> (TIMEID_TIMESTAMP_BITS + 10) == 0 {
                Ok(value)
            } else {
                Err(Error::new(ErrorCode::OutOfRange))
            }
        }
        (Kind::Uuid1, Kind::Format(Format::Uuid6)) => {
            Ok(move_timestamp(value, V1_TIMESTAMP, V6_TIMESTAMP, 6))
        }
        (Kind::Format(Format::Uuid6), Kind::Uuid1) => {
            Ok(move_timestamp(value, V6_TIMESTAMP, V1_TIMESTAMP, 1))
        }
        (Kind::Format(Format::Xid), Kind::Format(Format::ObjectId))
        | (Kind::Format(Format::ObjectId), Kind::Format(Format::Xid))
        | (Kind::Format(Format::Uuid7), Kind::Format(Format::Ulid)) => Ok(value),
        (Kind::Format(Format::Ulid), Kind::Format(Format::Uuid7)) => {
            Id::checked(Format::Uuid7, value).map(|id| id.value())
        }
        (Kind::Format(Format::Elasticflake), Kind::ElasticsearchId) => {
            let from: [u8; ELASTICSEARCH.len()] = value.head();
            Ok(Value::from_bytes(&ELASTICSEARCH.map(|at| from[at])))
        }
        (Kind::ElasticsearchId, Kind::Format(Format::Elasticflake)) => {
            let from: [u8; ELASTICSEARCH.len()] = value.head();
            let mut to = [0; ELASTICSEARCH.len()];
            for (byte, at) in from.into_iter().zip(ELASTICSEARCH) {
                to[at] = byte;
            }
            Ok(Value::from_bytes(&to))
        }
        _ => Err(Error::new(ErrorCode::NotApplicable)),
    }
}

/// Where the bytes of an id of Elasticsearch 6 stand in an elasticflake: the ends of sequence and time first, for its index.
const ELASTICSEARCH: [usize; 15] = [14, 12, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11, 4, 13, 5];

impl Id {
    /// The same time and node in another format: tid to timeid, xid to object_id, uuid7 to ulid, and back.
    ///
    /// UUID version 1 is no format of its own: see [`Uuid1`] and [`convert`].
    ///
    /// # Errors
    /// `out_of_range` for a reserved tid and a timeid before 1970; `invalid_variant` and `invalid_version` for a
    /// ulid that is no uuid7; `not_applicable` for every other pair.
    ///
    /// ```
    /// use sortid::{Format, Id};
    ///
    /// let tid = Id::parse("3jzfcijpj2z2a", Format::Tid)?;
    /// assert_eq!(tid.convert(Format::Timeid)?.to_string(), "3jzf-cij-pj2z-2a");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn convert(&self, to: Format) -> Result<Id, Error> {
        let (from, target) = (Kind::Format(self.format()), Kind::Format(to));
        convert_value(self.value(), from, target).map(|value| Id::from_value(to, value))
    }
}

/// A converted id: its canonical text and its big-endian bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The canonical text.
    pub text: Text,
    /// The big-endian bytes.
    pub bytes: Bytes,
}

/// Converts text by the names of the formats, of which here alone `uuid1` is one, and `elasticsearch_id`: what
/// Elasticsearch 6 and later make of the fields of an elasticflake, in an order that does not sort.
///
/// # Errors
/// `unknown_format`; what parsing refuses; `out_of_range`; `not_applicable`.
///
/// ```
/// let v6 = sortid::convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid1", "uuid6")?;
/// assert_eq!(v6.text, "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
/// # Ok::<(), sortid::Error>(())
/// ```
pub fn convert(text: impl AsRef<[u8]>, from: &str, to: &str) -> Result<Converted, Error> {
    let (from, to) = (Kind::named(from)?, Kind::named(to)?);
    let value = from.parse(text.as_ref())?;
    convert_value(value, from, to).map(|value| to.converted(value))
}

/// Converts big-endian bytes: see [`convert`].
///
/// # Errors
/// As `convert`.
pub fn convert_bytes(bytes: &[u8], from: &str, to: &str) -> Result<Converted, Error> {
    let (from, to) = (Kind::named(from)?, Kind::named(to)?);
    let value = from.read_bytes(bytes)?;
    convert_value(value, from, to).map(|value| to.converted(value))
}

/// A UUID version 1 (RFC 9562 section 5.1), known only to be converted to and from version 6.
///
/// ```
/// use sortid::{Uuid1, Uuid6};
///
/// let v1: Uuid1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846".parse()?;
/// let v6 = Uuid6::from(v1);
/// assert_eq!(v6.to_string(), "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
/// assert_eq!(Uuid1::from(v6), v1);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid1(u128);

/// time_high, time_mid, time_low: the timestamp from its most significant bit down.
const V1_TIMESTAMP: Place = Place::new(&[(52, 12), (32, 16), (0, 32)]);
const V6_TIMESTAMP: Place = Place::new(&[(0, 48), (52, 12)]);
const VARIANT_TO_NODE: Place = Place::new(&[(64, 64)]);

impl Uuid1 {
    /// Reads a hyphenated, bare or URN text.
    ///
    /// # Errors
    /// `invalid_length`, `invalid_character`, `invalid_variant`, `invalid_version`.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = text.as_ref();
        let value = Uuid.parse(text)?;
        for mark in uuid_marks(1) {
            if mark.place().read(value) != mark.value {
                return Err(match Uuid.offset_of_bit(text.len(), mark.at) {
                    Some(offset) => Error::at(mark.code, offset),
                    None => Error::new(mark.code),
                });
            }
        }
        Ok(Self(value.to_u128()))
    }

    /// From big-endian bytes.
    ///
    /// # Errors
    /// `invalid_variant`, `invalid_version`.
    pub fn from_bytes(bytes: [u8; 16]) -> Result<Self, Error> {
        let value = Value::from_bytes(&bytes);
        match uuid_marks(1)
            .iter()
            .find(|mark| mark.place().read(value) != mark.value)
        {
            Some(mark) => Err(Error::new(mark.code)),
            None => Ok(Self(value.to_u128())),
        }
    }

    /// The big-endian bytes.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The hyphenated text.
    pub fn to_text(self) -> Text {
        Uuid.write(Value::from_u128(self.0), Form::Canonical)
    }
}

/// Moves the 60-bit timestamp; variant, clock sequence and node stay where they are.
fn move_timestamp(uuid: Value, from: Place, to: Place, version: u128) -> Value {
    let [_, version_mark] = uuid_marks(version);
    to.write(from.read(uuid))
        .or(version_mark.place().write(version))
        .or(uuid.and(VARIANT_TO_NODE.mask()))
}

impl From<Uuid1> for Uuid6 {
    fn from(v1: Uuid1) -> Self {
        let v6 = move_timestamp(Value::from_u128(v1.0), V1_TIMESTAMP, V6_TIMESTAMP, 6);
        <Uuid6 as crate::typed::Target>::from_made(Id::from_value(Format::Uuid6, v6))
    }
}

impl From<Uuid6> for Uuid1 {
    fn from(v6: Uuid6) -> Self {
        let v6 = Value::from_u128(v6.to_u128());
        Uuid1(move_timestamp(v6, V6_TIMESTAMP, V1_TIMESTAMP, 1).to_u128())
    }
}

impl core::str::FromStr for Uuid1 {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl core::fmt::Display for Uuid1 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&self.to_text())
    }
}

impl core::fmt::Debug for Uuid1 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Uuid1({})", self.to_text())
    }
}
