//! Conversions between formats with the same content: tid and timeid, UUID versions 1 and 6, xid and
//! object_id, formats of 128 bits, elasticflake and elasticsearch_id; and UUIDs for servers that compare
//! their bytes in another order.

use crate::codec::text::Text;
use crate::codec::uuid::Uuid;
use crate::codec::value::{Place, Value};
use crate::codec::{Codec, Form, invalid_length};
use crate::error::{Cause, Error, ErrorCode, Lack};
use crate::formats::Format;
use crate::formats::row::uuid_marks;
use crate::id::typed::Id;
use crate::id::{AnyId, Bytes};
use crate::ids::{Uuid1, Uuid6};

const TIMEID_TIMESTAMP_BITS: u32 = 53;

/// The names that only [`convert`] accepts and that are not formats: the UUIDs to store in SQL
/// Server (`uniqueidentifier`) and ClickHouse (`UUID`) so that they sort like the ids.
pub const CONVERT_ALONE: &[&str] = &[ALONE[0].0, ALONE[1].0];

const ALONE: [(&str, Kind); 2] = [
    ("sql_server_uuid", Kind::Server(&SQL_SERVER)),
    ("clickhouse_uuid", Kind::Server(&CLICKHOUSE)),
];

/// A source or target of conversions: a format, or UUIDs for a server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The bytes of the text in the order in which the server compares them.
    Server(&'static Order),
    Format(Format),
}

type Order = [usize; 16];

/// From the last group of the text to the first, with the bytes of the first three groups reversed,
/// like .NET's `SqlGuid`.
const SQL_SERVER: Order = [10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0];
/// The second half first.
const CLICKHOUSE: Order = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

impl Kind {
    #[inline]
    fn named(name: &str) -> Result<Self, Error> {
        match ALONE.iter().find(|(alone, _)| *alone == name) {
            Some((_, kind)) => Ok(*kind),
            None => name.parse().map(Kind::Format),
        }
    }

    #[inline]
    fn parse(self, text: &[u8]) -> Result<Value, Error> {
        match self {
            Kind::Server(_) => Uuid
                .parse(text)
                .map_err(|fault| Error::from(fault).of_text(Format::AnyUuid.row(), text)),
            Kind::Format(format) => AnyId::parse(text, format).map(|id| id.value()),
        }
    }

    #[inline]
    fn read_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        match self {
            Kind::Server(order) if bytes.len() == order.len() => Ok(Value::from_bytes(bytes)),
            Kind::Server(_) => Err(Error::from(invalid_length(bytes)).of(Format::AnyUuid.row())),
            Kind::Format(format) => AnyId::from_bytes(bytes, format).map(|id| id.value()),
        }
    }

    #[inline]
    fn converted(self, value: Value) -> Converted {
        match self {
            Kind::Server(order) => Converted {
                text: Uuid.write(value, Form::Canonical),
                bytes: Bytes::new(value, order.len() as u8),
            },
            Kind::Format(format) => {
                let id = AnyId::from_value(format, value);
                Converted {
                    text: id.to_text(),
                    bytes: id.to_bytes(),
                }
            }
        }
    }
}

/// The table of conversions.
#[inline]
fn convert_value(value: Value, from: Kind, to: Kind) -> Result<Value, Error> {
    match (from, to) {
        // Both consist of 53 bits of microseconds and a 10-bit node below bits that must be zero.
        (Kind::Format(Format::Tid), Kind::Format(Format::Timeid))
        | (Kind::Format(Format::Timeid), Kind::Format(Format::Tid)) => {
            if value.to_u64() >> (TIMEID_TIMESTAMP_BITS + 10) == 0 {
                Ok(value)
            } else {
                Err(Error::about(
                    ErrorCode::OutOfRange,
                    "\0a tid before 1970, or with its first bit set, has no timeid",
                ))
            }
        }
        (Kind::Format(Format::Uuid1), Kind::Format(Format::Uuid6)) => {
            Ok(move_timestamp(value, V1_TIMESTAMP, V6_TIMESTAMP, 6))
        }
        (Kind::Format(Format::Uuid6), Kind::Format(Format::Uuid1)) => {
            Ok(move_timestamp(value, V6_TIMESTAMP, V1_TIMESTAMP, 1))
        }
        (Kind::Format(Format::Xid), Kind::Format(Format::ObjectId))
        | (Kind::Format(Format::ObjectId), Kind::Format(Format::Xid)) => Ok(value),
        (Kind::Format(Format::Elasticflake), Kind::Format(Format::ElasticsearchId)) => {
            Ok(picked(value, &ELASTICSEARCH))
        }
        (Kind::Format(Format::ElasticsearchId), Kind::Format(Format::Elasticflake)) => {
            Ok(placed(value, &ELASTICSEARCH))
        }
        (Kind::Format(from), Kind::Server(order)) if sorts_by_16_bytes(from) => {
            Ok(placed(value, order))
        }
        (Kind::Server(order), Kind::Format(to)) if sorts_by_16_bytes(to) => {
            AnyId::checked(to, picked(value, order)).map(|id| id.value())
        }
        (Kind::Format(from), Kind::Format(to)) if share_bits(from, to) => {
            AnyId::checked(to, value).map(|id| id.value())
        }
        (Kind::Format(from), Kind::Format(to)) => {
            let cause = Cause::Conversion { from, to };
            Err(Error::by(ErrorCode::NotApplicable, cause))
        }
        (Kind::Format(format), _) | (_, Kind::Format(format)) => {
            Err(format.row().lacks(Lack::Conversion))
        }
        (Kind::Server(_), Kind::Server(_)) => Err(Error::lacks(Lack::Conversion)),
    }
}

/// Whether the bits of one format can be an id of the other: of 128 bits, but not if both have the
/// version of a UUID, as no UUID has two.
#[inline]
fn share_bits(from: Format, to: Format) -> bool {
    let has_version = |format: Format| format.reads(Form::Urn) && format != Format::AnyUuid;
    let are_wide = from.bits() == 128 && to.bits() == 128;
    are_wide && from != to && !(has_version(from) && has_version(to))
}

/// Returns the bytes at these positions, one after another.
#[inline]
fn picked<const N: usize>(value: Value, places: &[usize; N]) -> Value {
    let from: [u8; N] = value.head();
    Value::from_bytes(&places.map(|at| from[at]))
}

/// Moves the bytes to these positions. The inverse of [`picked`].
#[inline]
fn placed<const N: usize>(value: Value, places: &[usize; N]) -> Value {
    let (from, mut to): ([u8; N], _) = (value.head(), [0; N]);
    for (byte, &at) in from.into_iter().zip(places) {
        to[at] = byte;
    }
    Value::from_bytes(&to)
}

/// Whether ids of a format sort by all their 16 bytes, so that a server which compares 16 bytes in
/// any order can sort them.
#[inline]
fn sorts_by_16_bytes(format: Format) -> bool {
    format.bits() == 128 && format.bytes_sort()
}

/// The positions in an elasticflake of the bytes of an elasticsearch_id.
const ELASTICSEARCH: [usize; 15] = [14, 12, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11, 4, 13, 5];

/// An order of the 16 bytes of an id, other than big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ByteOrder {
    /// `guid`: the first three groups of the UUID reversed, as in .NET's `Guid.ToByteArray`,
    /// Python's `bytes_le` and SQL Server's `uniqueidentifier`.
    Guid,
    /// `mysql_swapped`: the third group first, then the second and the first, as in MySQL's
    /// `UUID_TO_BIN(uuid, 1)`.
    MysqlSwapped,
}

impl ByteOrder {
    /// Every order.
    pub const ALL: &'static [ByteOrder] = &[ByteOrder::Guid, ByteOrder::MysqlSwapped];

    /// The name, the same in every language.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            ByteOrder::Guid => "guid",
            ByteOrder::MysqlSwapped => "mysql_swapped",
        }
    }

    /// The position in the big-endian bytes of each byte.
    #[inline]
    const fn places(self) -> &'static Order {
        match self {
            ByteOrder::Guid => &[3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15],
            ByteOrder::MysqlSwapped => &[6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15],
        }
    }
}

impl AnyId {
    /// Returns the 16 bytes in another order.
    ///
    /// # Errors
    /// `not_applicable` for formats of other widths.
    ///
    /// ```
    /// use sortid::{ByteOrder, Format, AnyId};
    ///
    /// let id = AnyId::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Format::Uuid7)?;
    /// let bytes = id.to_bytes_in(ByteOrder::Guid)?;
    /// assert_eq!(bytes[..8], [0xe2, 0x22, 0x7f, 0x01, 0xb0, 0x79, 0xc3, 0x7c]);
    /// assert_eq!(AnyId::from_bytes_in(&bytes, Format::Uuid7, ByteOrder::Guid)?, id);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn to_bytes_in(&self, order: ByteOrder) -> Result<[u8; 16], Error> {
        match self.format().bits() {
            128 => Ok(picked(self.value(), order.places()).head()),
            _ => Err(self.format().row().lacks(Lack::ByteOrder)),
        }
    }

    /// Converts from 16 bytes in another order.
    ///
    /// # Errors
    /// `not_applicable` for formats of other widths; otherwise as for
    /// [`from_bytes`](Self::from_bytes).
    #[inline]
    pub fn from_bytes_in(bytes: &[u8], format: Format, order: ByteOrder) -> Result<Self, Error> {
        match (format.bits(), bytes.len()) {
            (128, 16) => AnyId::checked(format, placed(Value::from_bytes(bytes), order.places())),
            (128, _) => Err(Error::from(invalid_length(bytes)).of(format.row())),
            _ => Err(format.row().lacks(Lack::ByteOrder)),
        }
    }

    /// Converts to another format with the same content: tid to timeid, uuid1 to uuid6, xid to
    /// object_id, elasticflake to elasticsearch_id, and back. Formats of 128 bits (ulid, scru128, flake, sid, lexical_uuid and UUIDs)
    /// convert by their bits, but no UUID to one of another version.
    ///
    /// # Errors
    /// `out_of_range` for a reserved tid and for a timeid before 1970; `out_of_range`,
    /// `invalid_variant` and `invalid_version` for bits that are no id of the target format;
    /// `not_applicable` for all other pairs.
    ///
    /// ```
    /// use sortid::{Format, AnyId};
    ///
    /// let tid = AnyId::parse("3jzfcijpj2z2a", Format::Tid)?;
    /// assert_eq!(tid.convert(Format::Timeid)?.to_string(), "3jzf-cij-pj2z-2a");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[inline]
    pub fn convert(&self, to: Format) -> Result<AnyId, Error> {
        let (from, target) = (Kind::Format(self.format()), Kind::Format(to));
        convert_value(self.value(), from, target).map(|value| AnyId::from_value(to, value))
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

/// Converts text between formats given by name, including the names in [`CONVERT_ALONE`].
///
/// `sql_server_uuid`, `clickhouse_uuid`: the UUID to store in a column of type `uniqueidentifier` or
/// `UUID`, where it sorts like the id does everywhere else, as the server writes it. Requires a
/// 128-bit format whose bytes sort. The result lacks the variant and version of a UUID: to read it
/// as an id, convert it back.
///
/// # Errors
/// `unknown_format`; the errors of parsing; `out_of_range`; `not_applicable`.
///
/// ```
/// let v6 = sortid::convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid1", "uuid6")?;
/// assert_eq!(v6.text, "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
/// let kept = sortid::convert("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid7", "sql_server_uuid")?;
/// assert_eq!(kept.text, "8f39070c-0cdc-c498-7cc3-017f22e279b0");
/// # Ok::<(), sortid::Error>(())
/// ```
#[inline]
pub fn convert(text: impl AsRef<[u8]>, from: &str, to: &str) -> Result<Converted, Error> {
    let (from, to) = (Kind::named(from)?, Kind::named(to)?);
    let value = from.parse(text.as_ref())?;
    convert_value(value, from, to).map(|value| to.converted(value))
}

/// Converts big-endian bytes: see [`convert`].
///
/// # Errors
/// Same as `convert`.
#[inline]
pub fn convert_bytes(bytes: &[u8], from: &str, to: &str) -> Result<Converted, Error> {
    let (from, to) = (Kind::named(from)?, Kind::named(to)?);
    let value = from.read_bytes(bytes)?;
    convert_value(value, from, to).map(|value| to.converted(value))
}

/// time_high, time_mid, time_low: the timestamp, most significant bits first.
const V1_TIMESTAMP: Place = Place::new(&[(52, 12), (32, 16), (0, 32)]);
const V6_TIMESTAMP: Place = Place::new(&[(0, 48), (52, 12)]);
const VARIANT_TO_NODE: Place = Place::new(&[(64, 64)]);

/// Moves the 60-bit timestamp. Variant, clock sequence and node keep their positions.
#[inline]
fn move_timestamp(uuid: Value, from: Place, to: Place, version: u128) -> Value {
    let [_, version_mark] = uuid_marks(version);
    to.write(from.read(uuid))
        .or(version_mark.place().write(version))
        .or(uuid.and(VARIANT_TO_NODE.mask()))
}

impl From<Uuid1> for Uuid6 {
    #[inline]
    fn from(v1: Uuid1) -> Self {
        let v6 = move_timestamp(
            Value::from_u128(v1.to_u128()),
            V1_TIMESTAMP,
            V6_TIMESTAMP,
            6,
        );
        Self::from_made(AnyId::from_value(Format::Uuid6, v6))
    }
}

impl From<Uuid6> for Uuid1 {
    #[inline]
    fn from(v6: Uuid6) -> Self {
        let v1 = move_timestamp(
            Value::from_u128(v6.to_u128()),
            V6_TIMESTAMP,
            V1_TIMESTAMP,
            1,
        );
        Self::from_made(AnyId::from_value(Format::Uuid1, v1))
    }
}
