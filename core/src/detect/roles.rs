//! The role of each bit of an id, and of each character of its text, for visualization.

use crate::codec::Form;
use crate::codec::text::{LENGTH_AT, Text};
use crate::codec::value::{Place, Value};
use crate::detect::shape::Run;
use crate::error::ErrorCode;
use crate::formats::Format;
use crate::id::AnyId;

/// The role of a bit.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Same in every id.
    Fixed,
    /// Time.
    Time,
    /// Counts the ids of a tick, in ids that this library generates.
    Counter,
    /// Identifies the generator.
    Node,
    /// Random in each id.
    Random,
    /// Anything else, or unspecified.
    Other,
}

impl Role {
    /// Every role.
    pub const ALL: &'static [Role] = &[
        Role::Fixed,
        Role::Time,
        Role::Counter,
        Role::Node,
        Role::Random,
        Role::Other,
    ];

    /// Returns the name. Its first letter serves as an abbreviation.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Fixed => "fixed",
            Role::Time => "time",
            Role::Counter => "counter",
            Role::Node => "node",
            Role::Random => "random",
            Role::Other => "other",
        }
    }

    /// Returns the first letter of the name.
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0] as char
    }
}

/// A run of bits with the same role and field.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The offset from the most significant bit, and the width.
    pub run: Run,
    /// The role of the bits.
    pub role: Role,
    /// The field that contains the bits, or `version` and `variant` of a UUID, if any.
    pub field: Option<&'static str>,
}

impl Format {
    /// Returns the runs of bits of an id, most significant first and without gaps.
    #[doc(hidden)]
    pub fn parts(self) -> impl Iterator<Item = Part> {
        let mut at = 0;
        core::iter::from_fn(move || {
            let (role, field) = (at < self.bits()).then(|| self.about_bit(at))?;
            let more = at + 1..self.bits();
            let same = more.take_while(|&bit| self.about_bit(bit) == (role, field));
            let width = 1 + same.count() as u32;
            let run = (at, width);
            at += width;
            Some(Part { run, role, field })
        })
    }

    fn about_bit(self, bit: u32) -> (Role, Option<&'static str>) {
        let row = self.row();
        let has = |place: Place| {
            let mut spans = place.spans().into_iter();
            spans.any(|span| (u32::from(span.at)..u32::from(span.at + span.width)).contains(&bit))
        };
        let layout = &row.layout;
        let role = if row.marks.iter().any(|mark| has(mark.place())) {
            Role::Fixed
        } else if row.told().is_some_and(|time| has(time.place)) {
            Role::Time
        } else if layout.counter.is_some_and(|counter| has(counter.place)) && row.can_generate() {
            Role::Counter
        } else if layout.node.is_some_and(|node| has(node.place)) {
            Role::Node
        } else if has(layout.random) {
            Role::Random
        } else {
            Role::Other
        };
        let mut fields = row.fields.iter();
        let field = fields.find(|field| has(field.place));
        let mut marks = row.marks.iter();
        let mark = marks.find(|mark| has(mark.place()));
        let fixed = mark.and_then(|mark| match mark.code {
            ErrorCode::InvalidVersion => Some("version"),
            ErrorCode::InvalidVariant => Some("variant"),
            _ => None,
        });
        (role, field.map(|field| field.name).or(fixed))
    }
}

impl AnyId {
    /// Returns the value of the node or the counter; `None` for other roles, or if the format has
    /// none.
    #[doc(hidden)]
    pub fn number_of(&self, role: Role) -> Option<u128> {
        let layout = &self.format().row().layout;
        let place = match role {
            Role::Node => layout.node?.place,
            Role::Counter => layout.counter?.place,
            _ => return None,
        };
        (place.width() > 0).then(|| place.read(self.value()))
    }

    /// Returns the role of each character of the canonical text; `None` for a character that is the
    /// same for all bits.
    ///
    /// A character has the role of its most significant bit. If a symbol does not encode a whole
    /// number of bits, that is the highest bit for which this symbol is the first to change.
    #[doc(hidden)]
    pub fn text_roles(&self) -> impl Iterator<Item = Option<Role>> {
        let row = self.format().row();
        let write = |value: Value| row.codec.write(value, Form::Canonical);
        let text = write(self.value());
        let mut roles = [None; LENGTH_AT];
        let parts = self.format().parts();
        let bits = parts.flat_map(|part| {
            let (at, width) = part.run;
            (at..at + width).map(move |bit| (bit, part.role))
        });
        for (bit, role) in bits {
            let flipped = self.value().xor(Place::new(&[(bit as u8, 1)]).mask());
            let is_beyond = row
                .check(flipped)
                .is_err_and(|(code, _)| code == ErrorCode::OutOfRange);
            if is_beyond {
                continue;
            }
            if let Some(at) = first_difference(&text, &write(flipped)) {
                roles[at].get_or_insert(role);
            }
        }
        // Some symbols are never the first to change. They take the role of the symbol before them.
        for at in 1..text.len() {
            let is_symbol = text
                .as_bytes()
                .get(at)
                .is_some_and(|&byte| row.literal.has(byte));
            if is_symbol && roles[at].is_none() {
                roles[at] = roles[at - 1];
            }
        }
        roles.into_iter().take(text.len())
    }
}

fn first_difference(text: &Text, other: &Text) -> Option<usize> {
    let mut pairs = text.bytes().zip(other.bytes());
    let at = pairs.position(|(byte, other)| byte != other)?;
    (text.len() == other.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(roles: impl Iterator<Item = Option<Role>>) -> std::string::String {
        roles.map(|role| role.map_or('-', Role::letter)).collect()
    }

    #[test]
    fn parts_are_all_bits_of_a_format_and_its_time_is_where_the_shape_has_it() {
        for &format in Format::ALL {
            let mut end = 0;
            for part in format.parts() {
                assert_eq!(part.run.0, end, "{format}");
                end += part.run.1;
            }
            assert_eq!(end, format.bits(), "{format}");
            let shape = format.time_shape(&crate::Options::new());
            let times = format.parts().filter(|part| part.role == Role::Time);
            let bits: u32 = times.map(|part| part.run.1).sum();
            let of_shape = shape.map_or(0, |shape| shape.runs().map(|(_, width)| width).sum());
            assert_eq!(bits, of_shape, "{format}");
        }
    }

    #[test]
    fn bytes_compare_as_ids_do() {
        for &format in Format::ALL {
            let bytes =
                |seed: u8| (0..20).map(move |at: u8| (at ^ seed).wrapping_mul(151).rotate_left(3));
            let ids = (0..=u8::MAX).map(|seed| {
                let bytes: std::vec::Vec<u8> = bytes(seed).take(format.byte_len()).collect();
                // Skip validation: fixed bits and limits would reject most bytes, and do not affect
                // the order.
                AnyId::from_value(format, Value::from_bytes(&bytes))
            });
            let ids: std::vec::Vec<AnyId> = ids.collect();
            for pair in ids.windows(2) {
                let (one, other) = (pair[0], pair[1]);
                let by_bytes = one.order_bytes().cmp(&other.order_bytes());
                assert_eq!(by_bytes, one.cmp(&other), "{format}");
            }
        }
    }

    #[test]
    fn nodes_and_counters_are_numbers() {
        let id = AnyId::parse("1777150623882019211", Format::Snowflake).expect("a snowflake");
        assert_eq!(id.number_of(Role::Node), Some(13 << 5));
        assert_eq!(id.number_of(Role::Counter), Some(395));
        assert_eq!(id.number_of(Role::Random), None);
    }

    #[test]
    fn uuid7_has_time_version_variant_counter_and_random_bits() {
        let parts: std::vec::Vec<_> = Format::Uuid7
            .parts()
            .map(|part| (part.run, part.role.name(), part.field))
            .collect();
        let expected = [
            ((0, 48), "time", Some("unix_ts_ms")),
            ((48, 4), "fixed", Some("version")),
            ((52, 12), "counter", Some("rand_a")),
            ((64, 2), "fixed", Some("variant")),
            ((66, 30), "counter", Some("rand_b")),
            ((96, 32), "random", Some("rand_b")),
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn characters_are_for_what_their_first_bit_is_for() {
        for (text, format, expected) in [
            (
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                Format::Uuid7,
                "tttttttt-tttt-fccc-fccc-ccccrrrrrrrr",
            ),
            ("3jzfcijpj2z2a", Format::Tid, "ottttttttttnn"),
            ("1777150623882019211", Format::Snowflake, ""),
        ] {
            let id = AnyId::parse(text, format).expect(text);
            let roles = letters(id.text_roles());
            match expected {
                "" => assert!(roles.starts_with('t') || roles.starts_with('o'), "{roles}"),
                _ => assert_eq!(roles, expected),
            }
            assert_eq!(roles.len(), text.len());
        }
    }
}
