//! The less frequent functions of ids; [`crate::calls`] has generation, parsing and printing.

use sortid::{
    AnyId, ByteOrder, CONVERT_ALONE, Corrections, Error, ErrorCode, Form, Format, NodeClass,
    Timeid, Timestamp, UuidKind,
};

use crate::error::{Failure, Refusal};
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

/// An id, and the names of the corrections of its text.
#[derive(Debug, uniffi::Record)]
pub struct CorrectedWords {
    /// The id.
    pub id: Words,
    /// The corrections.
    pub corrections: Vec<String>,
}

impl CorrectedWords {
    fn of(id: AnyId, corrections: Corrections) -> Self {
        let names = corrections.iter().map(|correction| correction.name());
        Self {
            id: id.into(),
            corrections: names.map(str::to_owned).collect(),
        }
    }
}

/// An id in a text.
#[derive(Debug, uniffi::Record)]
pub struct Found {
    /// The id.
    pub id: Words,
    /// The first UTF-16 unit.
    pub start: u32,
    /// The UTF-16 unit behind the last.
    pub end: u32,
}

/// The error of a format that rejects a text.
#[derive(Debug, uniffi::Record)]
pub struct FormatRefusal {
    /// The code of the format.
    pub format: u8,
    /// The error.
    pub refusal: Refusal,
}

/// Builds an id from named fields.
#[uniffi::export]
pub fn id_from_fields(format_code: u8, fields: Vec<FieldValue>) -> Result<Words, Failure> {
    let format = format(format_code)?;
    let given = || {
        let fields = fields.iter();
        fields.map(|field| (field.name.as_str(), field.value()))
    };
    let id = AnyId::from_fields(given(), format).map_err(|error| {
        let unknown = given().find(|(name, _)| format.fields().all(|(known, _)| known != *name));
        match unknown {
            Some((name, _)) => Failure::about(name)(error),
            None => error.into(),
        }
    })?;
    Ok(id.into())
}

/// The time of an id that was generated with options.
#[uniffi::export]
pub fn id_timestamp_with(id: Words, given: Vec<Given>) -> Result<UnixTime, Failure> {
    let options = options(&given)?;
    Ok(AnyId::try_from(id)?.timestamp_with(&options)?.into())
}

/// The node of an id.
#[uniffi::export]
pub fn id_node(id: Words) -> Result<Option<u64>, Failure> {
    Ok(AnyId::try_from(id)?.node())
}

/// The kind of an any_uuid, as an index in `kind_names`.
#[uniffi::export]
pub fn id_kind(id: Words) -> Result<Option<u8>, Failure> {
    let kind = AnyId::try_from(id)?.kind();
    let place = |kind| UuidKind::ALL.iter().position(|&one| one == kind);
    Ok(kind.and_then(place).and_then(|place| place.try_into().ok()))
}

/// The class of a timeid's node: 0 best effort, 1 context, 2 global.
#[uniffi::export]
pub fn id_node_class(id: Words) -> Result<u8, Failure> {
    Ok(match Timeid::try_from(AnyId::try_from(id)?)?.node_class() {
        NodeClass::BestEffort => 0,
        NodeClass::Context => 1,
        NodeClass::Global => 2,
    })
}

/// The id whose integer is greater or less by one.
#[uniffi::export]
pub fn id_neighbor(id: Words, is_after: bool) -> Result<Words, Failure> {
    let id = AnyId::try_from(id)?;
    let neighbor = match is_after {
        true => id.successor(),
        false => id.predecessor(),
    };
    Ok(neighbor?.into())
}

/// Parses text in a form, an index in `form_names`.
#[uniffi::export]
pub fn parse_form(format_code: u8, text: &str, form: u8) -> Result<Words, Failure> {
    let form = Form::ALL.get(usize::from(form));
    let form = form.ok_or(Error::about(ErrorCode::NotApplicable, "form"))?;
    let id = AnyId::parse_form(text, format(format_code)?, *form).map_err(Failure::about(text))?;
    Ok(id.into())
}

/// Parses text, and corrects unambiguous spellings.
#[uniffi::export]
pub fn parse_lenient(format_code: u8, text: &str) -> Result<CorrectedWords, Failure> {
    let read = AnyId::parse_lenient(text, format(format_code)?).map_err(Failure::about(text))?;
    Ok(CorrectedWords::of(read.id, read.corrections))
}

/// Suggests ids for a rejected text, with the corrections.
#[uniffi::export]
pub fn near_misses(text: &str) -> Vec<CorrectedWords> {
    let misses = sortid::inspect(text).suggestions();
    misses
        .map(|miss| CorrectedWords::of(miss.id, miss.corrections))
        .collect()
}

fn byte_order(place: u8) -> Result<ByteOrder, Failure> {
    let order = ByteOrder::ALL.get(usize::from(place)).copied();
    Ok(order.ok_or(Error::about(ErrorCode::NotApplicable, "byte_order"))?)
}

/// The 16 bytes in another byte order, an index in the core's list.
#[uniffi::export]
pub fn bytes_in(id: Words, order: u8) -> Result<Vec<u8>, Failure> {
    Ok(AnyId::try_from(id)?
        .to_bytes_in(byte_order(order)?)?
        .to_vec())
}

/// The id of 16 bytes in another byte order, an index in the core's list.
#[uniffi::export]
pub fn from_bytes_in(format_code: u8, bytes: Vec<u8>, order: u8) -> Result<Words, Failure> {
    let format = format(format_code)?;
    Ok(AnyId::from_bytes_in(&bytes, format, byte_order(order)?)?.into())
}

/// Converts text by the names of formats, including `sql_server_uuid` and `clickhouse_uuid`.
#[uniffi::export]
pub fn convert_text(text: &str, from: &str, to: &str) -> Result<Conversion, Failure> {
    let converted = sortid::convert(text, from, to).map_err(|error| {
        let input = unknown_format(error, from, to).unwrap_or(text);
        Failure::about(input)(error)
    })?;
    Ok(converted.into())
}

/// Converts bytes by the names of formats, including `sql_server_uuid` and `clickhouse_uuid`.
#[uniffi::export]
pub fn convert_bytes(bytes: Vec<u8>, from: &str, to: &str) -> Result<Conversion, Failure> {
    let converted = sortid::convert_bytes(&bytes, from, to).map_err(|error| {
        let name = unknown_format(error, from, to);
        name.map_or(error.into(), |name| Failure::about(name)(error))
    })?;
    Ok(converted.into())
}

/// The unknown name of a conversion, if the error is `unknown_format`.
fn unknown_format<'a>(error: Error, from: &'a str, to: &'a str) -> Option<&'a str> {
    let is_known = |name: &str| CONVERT_ALONE.contains(&name) || name.parse::<Format>().is_ok();
    let name = if is_known(from) { to } else { from };
    (error.code() == ErrorCode::UnknownFormat).then_some(name)
}

/// Derives an id from a time and a key.
#[uniffi::export]
pub fn keyed(
    format_code: u8,
    time: UnixTime,
    key: Vec<u8>,
    namespace: Vec<u8>,
    secret: Option<Vec<u8>>,
) -> Result<Words, Failure> {
    let (time, format) = (Timestamp::try_from(time)?, format(format_code)?);
    Ok(AnyId::keyed(time, &key, format, &namespace, secret.as_deref())?.into())
}

/// The smallest and largest id of a half-open interval, which may be unbounded.
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
    Ok(AnyId::open_range(from, to, format(format_code)?, &options)?.into())
}

/// The smallest id of an instant, of ids with another epoch, layout or precision.
#[uniffi::export]
pub fn min_at_with(format_code: u8, time: UnixTime, given: Vec<Given>) -> Result<Words, Failure> {
    let options = options(&given)?;
    Ok(AnyId::min_at_with(Timestamp::try_from(time)?, format(format_code)?, &options)?.into())
}

/// The largest id of an instant, of ids with another epoch, layout or precision.
#[uniffi::export]
pub fn max_at_with(format_code: u8, time: UnixTime, given: Vec<Given>) -> Result<Words, Failure> {
    let options = options(&given)?;
    Ok(AnyId::max_at_with(Timestamp::try_from(time)?, format(format_code)?, &options)?.into())
}

/// The smallest and largest id whose text begins with a prefix.
#[uniffi::export]
pub fn prefix_range(format_code: u8, prefix: &str) -> Result<Bounds, Failure> {
    let ids = AnyId::prefix_range(prefix, format(format_code)?).map_err(Failure::about(prefix))?;
    Ok(ids.into())
}

/// A possible interpretation of a text.
#[derive(uniffi::Record)]
pub struct InspectedId {
    /// The id.
    pub id: Words,
    /// The name of the epoch of its time, if it is not the format's own.
    pub epoch: Option<String>,
}

/// The possible interpretations of a text, likeliest first.
#[uniffi::export]
pub fn inspect(text: &str) -> Vec<InspectedId> {
    let readings = sortid::inspect(text).readings().map(|reading| InspectedId {
        id: reading.id.into(),
        epoch: reading.epoch.map(|epoch| epoch.name().to_owned()),
    });
    readings.collect()
}

/// The ids in a text, of the formats with these codes; `None` means all recognizable formats.
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

/// The errors of the formats that reject a text.
#[uniffi::export]
pub fn refusals(text: &str) -> Vec<FormatRefusal> {
    let refusals = sortid::inspect(text)
        .errors()
        .map(|(format, error)| FormatRefusal {
            format: format.code(),
            refusal: Refusal::new(error, error.describe(text)),
        });
    refusals.collect()
}
