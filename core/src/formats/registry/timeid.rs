//! `timeid`: the TID of draft-goldman-tid, signed microseconds and a node.

use crate::codec::base32::Lex;
use crate::codec::value::Place;
use crate::formats::layout::*;
use crate::formats::node::choose_node;
use crate::formats::options::{Invalid, Options};
use crate::formats::row::*;
use crate::id::typed::{timed, typed};
use sortid_engine::time::Scale;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::signed("timestamp_us", &[(0, 54)]),
        Field::new("node", &[(54, 10)]),
    ],
    layout: Layout {
        time: Some(TimeLayout {
            place: Place::new(&[(0, 54)]),
            coding: Coding::Signed,
            scale: Scale::UNIX_US,
            first: -(1 << 53),
            last: (1 << 53) - 1,
            // The draft lists its text, zzzz-zzz-zzzz, as invalid.
            hole: Some(-1),
        }),
        // Unregistered nodes must be in the "best effort" range, 0–31.
        node: Some(NodeLayout::drawn(&[(54, 10)], 5)),
        ..Layout::NONE
    },
    sorted: SortBy::Signed,
    text_sorts: false,
    options: &["node_claim", "node"],
    configure,
    inspected: Inspected {
        among_words: AmongWords::ByTime,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "microseconds with a sign, so also before 1970, and a node",
    specification: "draft-goldman-tid",
    ..Row::new(64, &Lex, Lex::LITERAL)
};

fn configure(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    choose_node(layout, options.node)
}

#[cfg(feature = "std")]
crate::id::typed::plain! {
    /// Generates a timeid with a node of the best-effort range that is claimed or drawn.
    ///
    /// Up to 32 processes of one user on one Linux machine claim different nodes. Two other processes
    /// have the same node in one of 32 cases, and then repeat each other's ids of the same
    /// microsecond. To avoid that, assign the option `node` or use a lease file: see
    /// `docs/choosing.md`.
    try_timeid -> Timeid
}

typed! {
    /// A timeid: 54 bits of signed microseconds since 1970 and a 10-bit node, formatted as
    /// `TTTT-TTT-TTTT-CC` in base32lex.
    ///
    /// Ordered by time. In texts and bytes, ids before 1970 sort after the later ones.
    Timeid(i64), example "3kxn-lhr-3gxq-23";
    /// Microseconds since 1970, negative before: −2^53 to 2^53 − 1, except −1.
    timestamp_us: i64 = 0;
    /// The node, 0–1023.
    node: u16 = 1;
}

timed!(Timeid);

/// The class of a node, which determines who may use it (draft-goldman-tid, "node").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeClass {
    /// 0–31: without coordination, likely to collide with data from elsewhere.
    BestEffort,
    /// 32–991: assigned by an application.
    Context,
    /// 992–1023: registered, globally unique.
    Global,
}

impl Timeid {
    /// Returns the class of the node.
    ///
    /// ```
    /// use sortid::{NodeClass, Timeid};
    ///
    /// let id: Timeid = "3kxn-lhr-3gxq-z2".parse()?;
    /// assert_eq!(id.node_class(), NodeClass::Global);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub const fn node_class(self) -> NodeClass {
        match self.node() {
            0..=31 => NodeClass::BestEffort,
            32..=991 => NodeClass::Context,
            _ => NodeClass::Global,
        }
    }
}
