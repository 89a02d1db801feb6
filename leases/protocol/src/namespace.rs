//! Namespaces: sets of ids that must differ.

use core::ops::RangeInclusive;

use super::Kind;
use sortid::{Error, ErrorCode};

/// Maximum difference between the agent's and the server's clock, in milliseconds. Beyond it
/// nothing is granted.
pub const TOLERANCE_MS: i64 = 10_000;

/// Clock difference from which the agent warns, in milliseconds.
pub const WARNED_MS: i64 = 1000;

/// Maximum number of nodes in a namespace.
pub const MOST_NODES: u64 = 65_536;

/// Default lease term, in milliseconds.
pub const TERM_MS: i64 = 180_000;

/// Default margin, in milliseconds.
pub const MARGIN_MS: i64 = 30_000;

/// Maximum lease term and margin, in milliseconds: one day.
const LONGEST_MS: i64 = 86_400_000;

/// A set of ids that must differ, and its lease parameters.
///
/// ```
/// use sortid_leasing::{Kind, Namespace};
///
/// let kind: Kind = "tid".parse()?;
/// let orders = Namespace::new("orders", kind, None)?;
/// assert_eq!(
///     (orders.nodes(), orders.stretch_ms(), orders.margin_ms()),
///     (0..=1023, 180_000, 30_000)
/// );
/// let orders = orders.with_times(1000, 5000)?;
/// assert_eq!(orders.quiet_ms(), 11_000);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace {
    name: String,
    kind: Kind,
    nodes: RangeInclusive<u64>,
    stretch_ms: i64,
    margin_ms: i64,
}

impl Namespace {
    /// Creates a namespace with a lease term of 3 minutes and a margin of 30 s. Without `nodes`, it
    /// has all nodes of its kind.
    ///
    /// # Errors
    /// `invalid_option` if the name is not 1 to 64 characters of `a`–`z`, `0`–`9`, `.`, `_` and `-`
    /// (`namespace`), if `nodes` is empty, has nodes that the kind lacks, or more than 65,536
    /// (`nodes`), or if three ticks are longer than the term (`stretch`).
    pub fn new(name: &str, kind: Kind, nodes: Option<RangeInclusive<u64>>) -> Result<Self, Error> {
        if !is_name(name) {
            return Err(Error::about(
                ErrorCode::InvalidOption,
                "namespace\0a namespace has 1 to 64 characters a-z, 0-9, ., _ and -",
            ));
        }
        let all = kind.nodes();
        let nodes = nodes.unwrap_or_else(|| all.clone());
        let (first, last) = (*nodes.start(), *nodes.end());
        if first > last || !all.contains(&first) || !all.contains(&last) {
            return Err(Error::about(
                ErrorCode::InvalidOption,
                "nodes\0nodes must be a range within the nodes of the kind",
            ));
        }
        if last - first >= MOST_NODES {
            return Err(Error::about(
                ErrorCode::InvalidOption,
                "nodes\0a namespace has at most 65536 nodes",
            ));
        }
        let namespace = Self {
            name: name.to_owned(),
            kind,
            nodes: first..=last,
            stretch_ms: TERM_MS,
            margin_ms: MARGIN_MS,
        };
        namespace.with_times(TERM_MS, MARGIN_MS)
    }

    /// Replaces the lease term and the margin, in milliseconds, each 1 to 86,400,000.
    ///
    /// # Errors
    /// `invalid_option` for other values (`stretch`, `margin`), and if three ticks are longer than
    /// the term (`stretch`).
    pub fn with_times(mut self, stretch_ms: i64, margin_ms: i64) -> Result<Self, Error> {
        let three_ticks_ns = 3 * i128::from(self.kind.unit_ns());
        let refused = |subject| Err(Error::about(ErrorCode::InvalidOption, subject));
        if !(1..=LONGEST_MS).contains(&stretch_ms) {
            return refused("stretch\0the term of a lease is 1 ms to 24 hours");
        }
        if i128::from(stretch_ms) * 1_000_000 < three_ticks_ns {
            return refused("stretch\0the term of a lease must be three ticks or longer");
        }
        if !(1..=LONGEST_MS).contains(&margin_ms) {
            return refused("margin\0the margin is 1 ms to 24 hours");
        }
        (self.stretch_ms, self.margin_ms) = (stretch_ms, margin_ms);
        Ok(self)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The properties that its ids share.
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The nodes to lease.
    pub fn nodes(&self) -> RangeInclusive<u64> {
        self.nodes.clone()
    }

    /// The lease term, in milliseconds.
    pub const fn stretch_ms(&self) -> i64 {
        self.stretch_ms
    }

    /// How long the node of an unreleased lease stays reserved after its end, in milliseconds.
    pub const fn margin_ms(&self) -> i64 {
        self.margin_ms
    }

    /// The grace period, in milliseconds: the term plus twice the margin. No node is granted for
    /// this long after the server may have lost a lease.
    pub const fn quiet_ms(&self) -> i64 {
        self.stretch_ms + 2 * self.margin_ms
    }
}

fn is_name(name: &str) -> bool {
    let is_letter = |letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
    (1..=64).contains(&name.len()) && name.bytes().all(is_letter)
}
