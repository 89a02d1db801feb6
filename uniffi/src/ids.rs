//! Ids as values: the less frequent calls; [`crate::direct`] has generation, parsing and printing.

use sortid::{Id, NodeClass, Timeid, Timestamp, UuidKind};

use crate::error::{Failure, Fault};
use crate::given::{Given, options};
use crate::value::{Bounds, FieldValue, UnixTime, Words, format};

/// A converted id.
#[derive(Debug, uniffi::Record)]
pub struct Conversion {
    /// The canonical text.
    pub text: String,
    /// The big-endian bytes.
    pub bytes: Vec<u8>,
}

impl From<sortid::Converted> for Conversion {
    fn from(converted: sortid::Converted) -> Self {
        Conversion {
            text: converted.text.as_str().to_owned(),
            bytes: converted.bytes.to_vec(),
        }
    }
}

/// An id in a text.
#[derive(Debug, uniffi::Record)]
pub struct Found {
    /// The id.
    pub id: Words,
    /// Where it begins and ends, in units of UTF-16.
    pub start: u32,
    /// The unit behind it.
    pub end: u32,
}

/// Why a format refuses a text.
#[derive(Debug, uniffi::Record)]
pub struct Refusal {
    /// The code of the format.
    pub format: u8,
    /// The number of the error's code.
    pub code: i32,
    /// The byte of the text that is to blame.
    pub offset: Option<u32>,
}

/// From named fields.
#[uniffi::export]
pub fn id_from_fields(format_code: u8, fields: Vec<FieldValue>) -> Result<Words, Failure> {
    let fields = fields
        .iter()
        .map(|field| (field.name.as_str(), field.value()));
    Ok(Id::from_fields(fields, format(format_code)?)?.into())
}

/// The time, read with options.
#[uniffi::export]
pub fn id_timestamp_with(id: Words, given: Vec<Given>) -> Result<UnixTime, Failure> {
    let options = options(&given)?;
    Ok(Id::try_from(id)?.timestamp_with(&options)?.into())
}

/// What kind of UUID an any_uuid is, by its place in `kind_names`.
#[uniffi::export]
pub fn id_kind(id: Words) -> Result<Option<u8>, Failure> {
    let kind = Id::try_from(id)?.kind();
    let place = |kind| UuidKind::ALL.iter().position(|&one| one == kind);
    Ok(kind.and_then(place).and_then(|place| place.try_into().ok()))
}

/// The class of a timeid's node: 0 best effort, 1 context, 2 global.
#[uniffi::export]
pub fn id_node_class(id: Words) -> Result<u8, Failure> {
    Ok(match Timeid::try_from(Id::try_from(id)?)?.node_class() {
        NodeClass::BestEffort => 0,
        NodeClass::Context => 1,
        NodeClass::Global => 2,
    })
}

/// The id whose integer is greater or less by one.
#[uniffi::export]
pub fn id_neighbor(id: Words, is_after: bool) -> Result<Words, Failure> {
    let id = Id::try_from(id)?;
    let neighbor = match is_after {
        true => id.successor(),
        false => id.predecessor(),
    };
    Ok(neighbor?.into())
}

/// Converts text by the names of formats, with `elasticsearch_id`, `sql_server_uuid` and `clickhouse_uuid` among them.
#[uniffi::export]
pub fn convert_text(text: &str, from: &str, to: &str) -> Result<Conversion, Failure> {
    Ok(sortid::convert(text, from, to)?.into())
}

/// Converts bytes by the names of formats, with `elasticsearch_id`, `sql_server_uuid` and `clickhouse_uuid` among them.
#[uniffi::export]
pub fn convert_bytes(bytes: Vec<u8>, from: &str, to: &str) -> Result<Conversion, Failure> {
    Ok(sortid::convert_bytes(&bytes, from, to)?.into())
}

/// The smallest and largest id of a half-open interval, which may lack an end.
#[uniffi::export]
pub fn range(
    format_code: u8,
    from: Option<UnixTime>,
    to: Option<UnixTime>,
    given: Vec<Given>,
) -> Result<Bounds, Failure> {
    let from = from.map(Timestamp::try_from).transpose()?;
    let to = to.map(Timestamp::try_from).transpose()?;
    let options = options(&given)?;
    Ok(Id::open_range(from, to, format(format_code)?, &options)?.into())
}

/// The smallest and largest id whose text begins so.
#[uniffi::export]
pub fn prefix_range(format_code: u8, prefix: &str) -> Result<Bounds, Failure> {
    Ok(Id::prefix_range(prefix, format(format_code)?)?.into())
}

/// Every reading of a text, likeliest first.
#[uniffi::export]
pub fn inspect(text: &str) -> Vec<Words> {
    sortid::inspect(text).map(Words::from).collect()
}

/// The ids in a text, of formats by their codes or of all that are found if none is named.
#[uniffi::export]
pub fn find_ids(text: &str, formats: Option<Vec<u8>>) -> Vec<Found> {
    let known = |code| format(code).ok();
    let formats = formats.map(|codes| codes.into_iter().filter_map(known).collect::<Vec<_>>());
    let (mut passed, mut units) = (0, 0);
    let found = sortid::find_ids(text, formats.as_deref()).map(|(place, id)| {
        let before = text.get(passed..place.start).unwrap_or_default();
        let start = units + before.encode_utf16().count() as u32;
        (passed, units) = (place.end, start + place.len() as u32);
        Found {
            id: id.into(),
            start,
            end: units,
        }
    });
    found.collect()
}

/// Why the formats that refuse a text refuse it.
#[uniffi::export]
pub fn refusals(text: &str) -> Vec<Refusal> {
    let refusals = sortid::refusals(text).map(|(format, error)| {
        let Fault { code, place, .. } = error.into();
        Refusal {
            format: format.code(),
            code: code as i32,
            offset: place,
        }
    });
    refusals.collect()
}
