//! The properties that all ids of a namespace share.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::error::{Error, ErrorCode};
use crate::formats::layout::{Layout, TimeLayout};
use crate::formats::options::{
    FieldOrder, Invalid, OPTIONS, OptionKind, OptionValue, Options, Precision, Purpose, ReadOption,
    Usage,
};
use crate::formats::{Format, NodeClass};
use crate::ids::Timeid;

/// The options that move the time or the node, in the order of a kind's text.
const KIND_OPTIONS: [&str; 9] = [
    "machine_bits",
    "node_bits",
    "precision",
    "usage",
    "timestamp_bits",
    "unit_ns",
    "epoch",
    "sequence_bits",
    "field_order",
];

/// The properties that all ids of a namespace share: the format, the epoch and unit of its time,
/// and the width of its node.
///
/// Its text contains the format and every option that moves the time or the node, explicit or
/// default: `tid`, `uid11_snowish epoch=1321009871111` (Unix milliseconds), `uuid7
/// machine_bits=10 precision=ms`. Equal kinds have equal texts.
///
/// ```
/// use sortid::lease::Kind;
/// use sortid::{Format, Options};
///
/// let kind = Kind::new(Format::Uuid7, &Options::new().machine_bits(10))?;
/// assert_eq!(kind.to_string(), "uuid7 machine_bits=10 precision=ms");
/// assert_eq!("uuid7 machine_bits=10".parse::<Kind>()?, kind);
/// assert_eq!((kind.node_option(), kind.nodes()), ("machine_id", 0..=1023));
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    format: Format,
    node_option: &'static str,
    values: Vec<(&'static str, String)>,
    largest_node: u64,
    unit_ns: u64,
}

/// The error for a format without a node.
const NO_NODE: &str = "format\0ids of this format have no node to lease";

impl Kind {
    /// Returns the kind of the ids that a generator with these options makes. Options that move
    /// neither time nor node are ignored.
    ///
    /// # Errors
    /// `invalid_option` if the format has no option for a node, if an option selects the node, or
    /// if a value is out of range.
    pub fn new(format: Format, options: &Options) -> Result<Self, Error> {
        let Some(node_option) = format.node_option() else {
            return Err(Error::about(ErrorCode::InvalidOption, NO_NODE));
        };
        if let Some(option) = options.given().find(|option| option.says_node()) {
            return Err(Invalid::excluded(option.name, "lease_file").into());
        }
        let options = Options {
            machine_bits: options.machine_bits,
            node_bits: options.node_bits,
            precision: options.precision,
            usage: options.usage,
            counter_bits: options.counter_bits,
            timestamp_bits: options.timestamp_bits,
            unit_ns: options.unit_ns,
            sequence_bits: options.sequence_bits,
            field_order: options.field_order,
            preset: options.preset,
            epoch: options.epoch,
            epoch_unix_ms: options.epoch_unix_ms,
            ..Options::new()
        };
        let with_node = |node: u64| -> Result<Layout, Error> {
            let mut options = options.clone();
            options.set(node_option, OptionValue::Int(node.into()))?;
            format.row().layout_with(&options, Purpose::Generate)
        };
        let layout = with_node(0).map_err(|error| match error.subject() {
            // The caller gave no node: the node width is invalid, not the node.
            Some(subject) if subject == node_option => Error::about(
                ErrorCode::InvalidOption,
                "node_bits\0with these bits, ids have no node to lease",
            ),
            _ => error,
        })?;
        let Some(time) = layout.time else {
            return Err(Error::about(ErrorCode::InvalidOption, NO_NODE));
        };
        let Ok(unit_ns) = u64::try_from(time.scale.unit_ns) else {
            let too_long = "unit_ns\0with these bits, a tick is longer than 2^64 ns";
            return Err(Error::about(ErrorCode::InvalidOption, too_long));
        };
        let largest_node = largest(|node| with_node(node).is_ok());
        let has = |name| {
            OPTIONS
                .iter()
                .any(|option| option.name == name && option.is_for(format))
        };
        let present = KIND_OPTIONS.into_iter().filter(|name| has(*name));
        let values = present.map(|name| {
            (
                name,
                value(name, format, &options, &layout, &time, largest_node),
            )
        });
        Ok(Self {
            format,
            node_option,
            values: values.collect(),
            largest_node,
            unit_ns,
        })
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The generator option that the leased node replaces, `node`, or `machine_id` of UUIDs.
    pub const fn node_option(&self) -> &'static str {
        self.node_option
    }

    /// The length of a tick, in nanoseconds.
    pub const fn unit_ns(&self) -> u64 {
        self.unit_ns
    }

    /// Returns the options of a generator of this kind, by name and value, besides its lease file.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = |name| match name {
            "epoch" => "epoch_unix_ms",
            _ => name,
        };
        let values = self.values.iter();
        values.map(move |(name, value)| (named(*name), value.as_str()))
    }

    /// Returns the nodes that can be leased: the whole range of the field. For timeid 32–991, which
    /// its specification leaves to applications (draft-goldman-tid, "node").
    pub fn nodes(&self) -> RangeInclusive<u64> {
        let whole = 0..=self.largest_node;
        if self.format != Format::Timeid {
            return whole;
        }
        let is_agreed = |&node: &u64| {
            let id = Timeid::from_i64(node as i64);
            id.is_ok_and(|id| id.node_class() == NodeClass::Context)
        };
        let mut agreed = whole.filter(is_agreed);
        let first = agreed.next().unwrap_or(0);
        first..=agreed.next_back().unwrap_or(first)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format.name())?;
        for (name, value) in &self.values {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// Parses a kind's text. Missing options have their defaults.
    ///
    /// # Errors
    /// `unknown_format` if the first word is not a format; otherwise the errors of [`Kind::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut words = text.split(' ');
        let format: Format = words.next().unwrap_or("").parse()?;
        let mut options = Options::new();
        for word in words {
            let words = word.split_once('=').and_then(|(name, value)| {
                let known = KIND_OPTIONS.into_iter().find(|known| *known == name)?;
                Some((known, value))
            });
            let Some((name, value)) = words else {
                return Err(Error::about(
                    ErrorCode::InvalidOption,
                    "kind\0a kind is a format and options of its layout, such as `uuid7 machine_bits=10`",
                ));
            };
            let option = if name == "epoch" {
                "epoch_unix_ms"
            } else {
                name
            };
            options.set(option, OptionValue::Text(value))?;
        }
        Self::new(format, &options)
    }
}

/// Returns the value of an option of the kind, explicit or default.
fn value(
    name: &str,
    format: Format,
    options: &Options,
    layout: &Layout,
    time: &TimeLayout,
    largest_node: u64,
) -> String {
    // Defaults come from the format's row, or from a preset.
    let default = match (options.preset, format.row().layout.time) {
        (None, Some(time)) => time,
        _ => *time,
    };
    match name {
        "precision" => word(options.precision.unwrap_or(match format {
            Format::Uuid7 => Precision::Ms,
            _ => Precision::Us,
        }))
        .to_owned(),
        "usage" => word(options.usage.unwrap_or(Usage::Default)).to_owned(),
        "timestamp_bits" => options
            .timestamp_bits
            .unwrap_or(time.place.width().into())
            .to_string(),
        "unit_ns" => options.unit_ns.map_or_else(
            || default.scale.unit_ns.to_string(),
            |unit_ns| unit_ns.to_string(),
        ),
        "sequence_bits" => layout
            .counter
            .map_or(0, |counter| counter.place.width())
            .to_string(),
        "field_order" => {
            let order = match (layout.node, layout.counter) {
                (Some(node), Some(counter))
                    if counter.place.lowest_span() < node.place.lowest_span() =>
                {
                    FieldOrder::SequenceNode
                }
                _ => FieldOrder::NodeSequence,
            };
            word(order).to_owned()
        }
        "epoch" => (time.scale.epoch_ns / 1_000_000).to_string(),
        // The width of the node.
        _ => (u64::BITS - largest_node.leading_zeros()).to_string(),
    }
}

/// Returns the text of a choice.
fn word<T: ReadOption + PartialEq>(choice: T) -> &'static str {
    let words = match T::KIND {
        OptionKind::Choice(words) => words,
        _ => &[],
    };
    let mut words = words.iter();
    words
        .find(|word| T::read(OptionValue::Text(word)).as_ref() == Some(&choice))
        .map_or("", |word| word)
}

/// Returns the largest accepted number, assuming that every smaller one is accepted.
fn largest(takes: impl Fn(u64) -> bool) -> u64 {
    let (mut taken, mut bit) = (0, 1 << 63);
    while bit > 0 {
        if takes(taken | bit) {
            taken |= bit;
        }
        bit >>= 1;
    }
    taken
}

#[cfg(test)]
mod tests;
