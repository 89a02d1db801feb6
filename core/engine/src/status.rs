//! The public types [`Status`] and [`NodeOrigin`].

/// Statistics of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// The number of issued ids.
    pub ids: u64,
    /// How far the last id's tick is ahead of the highest clock reading, in nanoseconds.
    pub lead_ns: u64,
    /// How often the clock was set back by more than the tolerance.
    pub rollbacks: u64,
    /// Where the node of the ids to come is from.
    pub node_origin: NodeOrigin,
    /// Why it is from there, or among which processes it is claimed: a sentence without a full
    /// stop.
    pub node_reason: &'static str,
}

/// Where the node of a generator's ids is from.
///
/// ```
/// use sortid::{Generator, NodeOrigin, Options, Snowflake};
///
/// let generator = Generator::<Snowflake>::with(&Options::new().node(5))?;
/// assert_eq!(generator.status().node_origin, NodeOrigin::Assigned);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeOrigin {
    /// The ids have no node, or one that is random in each id.
    Absent,
    /// An option, or the environment.
    Assigned,
    /// A lease file.
    Leased,
    /// The table of this user's processes: no other generator among them claims it.
    Claimed,
    /// Chance: another process may have drawn the same one, if there are few.
    Drawn,
}

impl NodeOrigin {
    /// Every origin, in the order of their numbers.
    pub const ALL: &'static [NodeOrigin] = &[
        NodeOrigin::Absent,
        NodeOrigin::Assigned,
        NodeOrigin::Leased,
        NodeOrigin::Claimed,
        NodeOrigin::Drawn,
    ];

    /// Returns the number, which never changes.
    #[inline]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Returns the name, for example `claimed`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            NodeOrigin::Absent => "absent",
            NodeOrigin::Assigned => "assigned",
            NodeOrigin::Leased => "leased",
            NodeOrigin::Claimed => "claimed",
            NodeOrigin::Drawn => "drawn",
        }
    }
}
