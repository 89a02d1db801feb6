//! The closed list of options, for generators and for reading ids that were not generated with the
//! defaults.

mod by_name;
mod choices;
mod invalid;
mod set;
mod value;

use crate::formats::layout::Layout;
use sortid_engine::time::Scale;

pub use choices::{
    ClockSource, Epoch, FieldOrder, NodeClaim, OnExhausted, OnRollback, Order, Precision, Preset,
    RollbackTolerance, Usage,
};
pub(crate) use invalid::{Invalid, OptionNumber};
pub(crate) use value::{FilePath, ReadOption};
pub use value::{OptionKind, OptionValue};

/// The defaults of `max_lead_ms` and `rollback_tolerance_ms`.
#[cfg(any(feature = "scan", feature = "std"))]
pub(crate) const MAX_LEAD_MS: u64 = 1000;
#[cfg(any(feature = "scan", feature = "std"))]
pub(crate) const ROLLBACK_TOLERANCE_MS: u64 = 10_000;

/// The description of an option, for help texts, command lines and bindings.
///
/// ```
/// use sortid::options::OPTIONS;
/// use sortid::Format;
///
/// let options = OPTIONS.iter().filter(|option| option.is_for(Format::Tid));
/// assert!(options.clone().any(|option| option.name == "node"));
/// assert!(!options.clone().any(|option| option.name == "precision"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// The name, for [`Options::set`].
    pub name: &'static str,
    /// The effect, in one sentence, with the default in parentheses.
    pub summary: &'static str,
    /// Whether the option also applies to reading: ids whose bits do not show how they were
    /// generated.
    pub reads: bool,
    /// The kind of its value.
    pub kind: OptionKind,
    pub(crate) scope: Scope,
}

impl OptionInfo {
    /// Returns whether the option sets a generator's node.
    #[inline]
    pub(crate) const fn says_node(&self) -> bool {
        matches!(self.scope, Scope::Node)
    }

    /// Returns whether only formats that list the option have it.
    pub(crate) const fn is_of_few(&self) -> bool {
        matches!(self.scope, Scope::Own | Scope::Node)
    }

    /// Returns whether the option is an integer that may be negative.
    pub(crate) fn is_signed(&self) -> bool {
        self.name == "epoch_unix_ms"
    }
}

/// The formats that have an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Every format that can be generated.
    All,
    /// Every format with a time field.
    Time,
    /// Those of them whose node can come from elsewhere: they have an option for it.
    Leased,
    /// The formats whose row lists the option.
    Own,
    /// The same, for an option that sets the node.
    Node,
}

/// The purpose of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    #[cfg_attr(
        not(feature = "std"),
        allow(dead_code, reason = "there are no generators")
    )]
    Generate,
    /// To read, or to bound, ids whose bits do not show how they were generated. Options that apply
    /// only to generators are checked, but have no effect.
    Read,
}

/// Defines the setter of an option.
macro_rules! setter {
    ($(#[doc = $doc:literal])* $name:ident: FilePath) => {
        $(#[doc = $doc])*
        #[cfg(feature = "state-file")]
        #[cfg_attr(docsrs, doc(cfg(feature = "state-file")))]
        #[must_use]
        #[inline]
        pub fn $name(mut self, $name: impl Into<std::path::PathBuf>) -> Self {
            self.$name = Some($name.into());
            self
        }
    };
    ($(#[doc = $doc:literal])* $name:ident: $type:ty) => {
        $(#[doc = $doc])*
        #[must_use]
        #[inline]
        pub const fn $name(mut self, $name: $type) -> Self {
            self.$name = Some($name);
            self
        }
    };
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $name:ident: $type:tt, $scope:ident, $reads:literal;)*) => {
        /// The options of a generator, or for reading ids. An option that is not set has the
        /// format's default.
        ///
        /// An option that the format lacks, or a value out of bounds, causes `invalid_option` when
        /// the options are used. Reading accepts the options of a generator, and ignores those that
        /// do not affect how ids are read.
        ///
        /// ```
        /// use sortid::options::OptionValue;
        /// use sortid::Options;
        ///
        /// let mut options = Options::new().node(7).max_lead_ms(20);
        /// options.set("rollback_tolerance_ms", OptionValue::Text("unlimited"))?;
        /// # #[cfg(feature = "std")] {
        /// let id = sortid::Generator::<sortid::Tid>::with(&options)?.next()?;
        /// assert_eq!(id.clock_id(), 7);
        /// # }
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            $(#[doc(hidden)] pub $name: Option<$type>,)*
            #[cfg(feature = "unmapped")]
            #[doc(hidden)]
            pub unmapped_state_file: Option<FilePath>,
        }

        /// Every option.
        pub const OPTIONS: &[OptionInfo] = &[$(OptionInfo {
            name: stringify!($name),
            summary: concat!($($doc),*),
            reads: $reads,
            kind: <$type as ReadOption>::KIND,
            scope: Scope::$scope,
        }),*];

        impl Options {
            /// Creates an empty set of options.
            #[inline]
            pub const fn new() -> Self {
                Self {
                    $($name: None,)*
                    #[cfg(feature = "unmapped")]
                    unmapped_state_file: None,
                }
            }

            $(setter! { $(#[doc = $doc])* $name: $type })*

            /// Sets an option by name.
            #[inline]
            fn assign(&mut self, name: &str, value: OptionValue<'_>) -> Result<(), Invalid> {
                match name {
                    $(stringify!($name) => {
                        self.$name = Some(ReadOption::read(value).ok_or_else(|| {
                            Invalid::kind(stringify!($name))
                        })?);
                    })*
                    #[cfg(feature = "unmapped")]
                    "unmapped_state_file" => {
                        self.unmapped_state_file = Some(ReadOption::read(value).ok_or_else(
                            || Invalid::kind("state_file"),
                        )?);
                    }
                    _ => return Err(Invalid::Unknown),
                }
                Ok(())
            }

            /// Returns the options that affect how ids are read.
            #[allow(clippy::clone_on_copy, reason = "options are of many types")]
            #[inline]
            pub(crate) fn reading(&self) -> Self {
                Self {
                    $($name: if $reads { self.$name.clone() } else { None },)*
                    #[cfg(feature = "unmapped")]
                    unmapped_state_file: None,
                }
            }

            /// Returns whether an option that affects how ids are read is set.
            #[inline]
            pub(crate) const fn has_reading(&self) -> bool {
                $($reads && self.$name.is_some())||*
            }

            /// Returns whether every option that is set affects how ids are read.
            pub(crate) const fn only_reads(&self) -> bool {
                $(($reads || self.$name.is_none()))&&*
            }

            /// Returns these options of a declared type, and others of its generator.
            #[cfg(feature = "std")]
            #[allow(clippy::clone_on_copy, reason = "options are of many types")]
            pub(crate) fn with_others(&self, others: &Self) -> Result<Self, Invalid> {
                let mut options = others.clone();
                $(if $reads && self.$name.is_some() {
                    if others.$name.is_some() {
                        return Err(Invalid::of_type(stringify!($name)));
                    }
                    options.$name = self.$name.clone();
                })*
                Ok(options)
            }

            /// Returns the options that are set. An unmapped state file counts as `state_file`.
            #[inline]
            pub(crate) fn given(&self) -> impl Iterator<Item = &'static OptionInfo> {
                let options = OPTIONS.iter().zip(self.is_given());
                let is_unmapped = self.is_unmapped();
                options.filter_map(move |(option, given)| {
                    let is_given = given || is_unmapped && option.name == "state_file";
                    is_given.then_some(option)
                })
            }

            #[inline(never)]
            fn is_given(&self) -> [bool; OPTIONS.len()] {
                [$(self.$name.is_some()),*]
            }
        }
    };
}

options! {
    /// The clock: `system`, or `manual` if calls pass the time.
    clock: ClockSource, All, false;
    /// 32 bytes in place of the operating system's entropy, for tests: the same ids for the same
    /// times.
    seed: [u8; 32], All, false;
    /// Whether a forked child may keep the seed and node of its parent (false).
    allow_fork: bool, All, false;
    /// How far a tick may be ahead of the highest clock reading, in milliseconds (1000).
    max_lead_ms: u64, Time, false;
    /// The reaction to a tick without ids left: `advance` or `error`.
    on_exhausted: OnExhausted, Time, false;
    /// How far the clock may be set back without a reset, in milliseconds (10000), or `unlimited`.
    rollback_tolerance_ms: RollbackTolerance, Time, false;
    /// The reaction to a clock that was set back further: `reset` or `error`.
    on_rollback: OnRollback, Time, false;
    /// The state file, from which other and later processes continue above these ids (none);
    /// created if absent.
    state_file: FilePath, Time, false;
    /// Whether the state file may belong to another user than this one, root, and the owner of its
    /// folder if nobody else may write there (false).
    allow_other_owner: bool, Time, false;
    /// The lease file of an agent, with a node that no other machine has during its lease (none);
    /// excludes options for a node.
    lease_file: FilePath, Leased, false;
    /// Whether the node is read from the environment: `XID_MACHINE_ID` for xid, `TSIDCREATOR_NODE`
    /// or `TSID_NODE` for tsid, `SCRU64_NODE_SPEC` for scru64, otherwise `SORTID_NODE`; without a
    /// variable it is drawn (false).
    node_from_env: bool, Leased, false;
    /// Whether a drawn node is claimed, so that no other process of this user has it: `required`,
    /// or `drawn` for unclaimed (by default, if possible); not for generators with a seed, a file
    /// or a manual clock.
    node_claim: NodeClaim, Own, false;
    /// The node, which distinguishes generators: 0–1023 in tid, uid11_snowish, snowflake,
    /// flake_idgen and timeid (drawn, in timeid from 0–31), 0–8191 in sharding_id, 0–65535 in
    /// sonyflake (drawn); `node_bits` bits in tsid, scru64 and custom64 (drawn) and in scru160
    /// (random); 64 bits in lexical_uuid, 48 in flake and elasticflake, 40 in xid and object_id; a
    /// fingerprint in cuid, 0–1679615; 62 or 54 bits in uuid8, not zero (random); in other UUIDs
    /// the same as `machine_id`.
    node: u64, Node, false;
    /// The upper half of the node in snowflake and flake_idgen, 0–31, beside `worker` (drawn).
    datacenter: u64, Node, false;
    /// The lower half of the node in snowflake and flake_idgen, 0–31, beside `datacenter`
    /// (drawn).
    worker: u64, Node, false;
    /// An identifier in the top bits of a UUID's node (random).
    machine_id: u64, Node, false;
    /// The width of `machine_id`, 1–16 bits (16).
    machine_bits: u64, Own, false;
    /// The order of uid11_xid within a millisecond: `random` or `monotonic`.
    order: Order, Own, false;
    /// The precision of uuid7: `ms` or `us` (ms); of uuid7_draft01: `ms`, `us` or `ns` (us).
    precision: Precision, Own, true;
    /// Whether ulids have the variant and version of a UUID version 7, so that they convert to uuid7
    /// (false).
    as_uuid7: bool, Own, false;
    /// The use of scru160's counter: `default` or `microsecond`.
    usage: Usage, Own, false;
    /// The number of bits of scru160's random16 that extend its counter, 0–16 (0).
    counter_bits: u64, Own, false;
    /// The number of random bits that scru160's counter starts with (all but its top bit).
    counter_seed_bits: u64, Own, false;
    /// The width of the node: in scru160 the low bits of random16 (16 minus `counter_bits`); in scru64 1–23 (10); in tsid
    /// 0–20 (10), where a width other than 0 and 10 requires `node`; in custom64 0–32 (10).
    node_bits: u64, Own, true;
    /// The epoch by name, instead of `epoch_unix_ms`: `twitter`, `discord`, `instagram`,
    /// `linkedin`, `unix` or `sonyflake_v2`.
    epoch: Epoch, Own, true;
    /// The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of
    /// uuid8 and flake_idgen (0), of snowflake (1288834974657), of sharding_id (1314220021721), of
    /// sonyflake, in tens of milliseconds (1409529600000), of tsid (1577836800000), of custom64
    /// (1288834974657).
    epoch_unix_ms: i64, Own, true;
    /// The number of timestamp bits: in a uuid8 32, 48, 60 or 64 (48); in custom64 1–63 (63 minus
    /// `node_bits` and `sequence_bits`).
    timestamp_bits: u64, Own, true;
    /// The order of custom64's fields below the time: `node_sequence` or `sequence_node`.
    field_order: FieldOrder, Own, true;
    /// A system whose layout custom64 uses; other options override its values: `sonyflake_v2`,
    /// `uid_generator`, `yitter`, `cockroachdb`, `tiktok`, `discord` or `simpleflake`.
    preset: Preset, Own, true;
    /// The width of the sequence in custom64, 0–32 (12).
    sequence_bits: u64, Own, true;
    /// The unit of the timestamp in uuid8 and custom64, in nanoseconds (1000000).
    unit_ns: u64, Own, true;
}

impl Options {
    /// Returns the first option that others exclude.
    #[inline]
    pub(crate) fn conflict(&self) -> Option<Invalid> {
        self.given().find_map(|option| self.conflict_of(option))
    }

    /// Returns the fault if the others exclude the option. A required claim excludes another source of
    /// the node, and whatever keeps ids apart without one. A lease file excludes the options that set
    /// the node or repeat ids, and another file. A state file is mapped or not. The environment's
    /// node excludes another one. All kinds of file exclude a reset, which would return to ticks that
    /// were already used.
    fn conflict_of(&self, option: &OptionInfo) -> Option<Invalid> {
        let from_env = self.node_from_env == Some(true);
        let file = match (self.has_state_file(), &self.lease_file) {
            (true, _) => Some("state_file"),
            (false, Some(_)) => Some("lease_file"),
            (false, None) => None,
        };
        let by = match option.name {
            "node_claim" if self.node_claim == Some(NodeClaim::Required) => {
                let is_manual = self.clock == Some(ClockSource::Manual);
                let mut nodes = self.given().filter(|option| option.says_node());
                file.or(self.seed.map(|_| "seed"))
                    .or(is_manual.then_some("clock"))
                    .or(from_env.then_some("node_from_env"))
                    .or(nodes.next().map(|option| option.name))
            }
            "seed" | "state_file" if self.lease_file.is_some() => Some("lease_file"),
            "state_file" if self.is_unmapped() && self.state_file.is_some() => {
                let both = "state_file\0state_file cannot be combined with unmapped_state_file";
                return Some(Invalid::Because(both));
            }
            "lease_file" if from_env => Some("node_from_env"),
            "on_rollback" if self.on_rollback == Some(OnRollback::Reset) => file,
            _ if option.says_node() && self.lease_file.is_some() => Some("lease_file"),
            _ if option.says_node() && from_env => Some("node_from_env"),
            _ => None,
        };
        by.map(|by| Invalid::excluded(option.name, by))
    }

    /// The state file, read and written for each id instead of being mapped: if it is truncated,
    /// calls fail and the process continues. All processes that have the file open must use it so.
    /// Not for processes that fork without starting a program: a child keeps the lock of a call
    /// that its parent did not finish, and must not be forked in a signal handler.
    #[cfg(feature = "unmapped")]
    #[cfg_attr(docsrs, doc(cfg(feature = "unmapped")))]
    #[must_use]
    #[inline]
    pub fn unmapped_state_file(mut self, path: impl Into<std::path::PathBuf>) -> Self {
        self.unmapped_state_file = Some(path.into());
        self
    }

    /// Returns whether a state file is set, mapped or not.
    #[inline]
    pub(crate) const fn has_state_file(&self) -> bool {
        self.state_file.is_some() || self.is_unmapped()
    }

    /// Returns whether the state file is not mapped.
    #[inline]
    pub(crate) const fn is_unmapped(&self) -> bool {
        #[cfg(feature = "unmapped")]
        return self.unmapped_state_file.is_some();
        #[cfg(not(feature = "unmapped"))]
        false
    }

    /// Returns the state file or lease file, which records how far ids were issued.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn file(&self) -> Option<&FilePath> {
        let file = self.state_file.as_ref();
        #[cfg(feature = "unmapped")]
        let file = file.or(self.unmapped_state_file.as_ref());
        file.or(self.lease_file.as_ref())
    }

    /// Returns whether the options define the layout of a uuid8 or custom64, so that its time can be
    /// read.
    #[inline]
    pub(crate) fn names_layout(&self) -> bool {
        self.given().any(|option| option.reads)
    }

    /// Returns the epoch in Unix milliseconds, set as a number or by name, but not both.
    #[inline]
    pub(crate) fn given_epoch(&self) -> Result<Option<i64>, Invalid> {
        match (self.epoch, self.epoch_unix_ms) {
            (Some(_), Some(_)) => Err(Invalid::excluded("epoch", "epoch_unix_ms")),
            (Some(epoch), None) => Ok(Some(epoch.unix_ms())),
            (None, number) => Ok(number),
        }
    }

    /// Sets the epoch of a layout to the user's, if given.
    pub(crate) fn set_epoch(&self, layout: &mut Layout) -> Result<(), Invalid> {
        if let (Some(epoch_unix_ms), Some(time)) = (self.given_epoch()?, &mut layout.time) {
            time.scale = Scale::since_unix_ms(epoch_unix_ms, time.scale.unit_ns);
        }
        Ok(())
    }
}

/// Returns a value within its bounds, or its default. Fails with `invalid_option` and the name.
#[inline]
pub(crate) fn bounded(
    name: &'static str,
    given: Option<u64>,
    default: u64,
    bounds: core::ops::RangeInclusive<u64>,
) -> Result<u64, Invalid> {
    match given {
        None => Ok(default),
        Some(value) if bounds.contains(&value) => Ok(value),
        Some(value) => Err(Invalid::range(name, value, bounds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    /// With a wrong kind, bindings would reject valid values or pass on invalid ones.
    #[test]
    fn options_take_values_of_their_kind_and_no_others() {
        let seed = [7; 32];
        for option in OPTIONS {
            let takes = |value| Options::new().set(option.name, value).is_ok();
            let (int, word, words): (_, _, &[&str]) = match option.kind {
                OptionKind::Int => (true, None, &[]),
                OptionKind::IntOr(word) => (true, Some(word), &[]),
                OptionKind::Choice(words) => (false, None, words),
                OptionKind::Flag | OptionKind::Seed | OptionKind::Path => (false, None, &[]),
            };
            assert_eq!(takes(OptionValue::Int(1)), int, "{}", option.name);
            let flag = option.kind == OptionKind::Flag;
            assert_eq!(takes(OptionValue::Bool(true)), flag, "{}", option.name);
            let is_path = option.kind == OptionKind::Path && cfg!(feature = "state-file");
            let bytes = option.kind == OptionKind::Seed || (is_path && cfg!(unix));
            assert_eq!(takes(OptionValue::Bytes(&seed)), bytes, "{}", option.name);
            let any_word = takes(OptionValue::Text("no such word"));
            assert_eq!(any_word, is_path, "{}", option.name);
            // Bindings pass these in place of values that no option takes.
            for nothing in [OptionValue::Text(""), OptionValue::Bytes(&[])] {
                assert!(!takes(nothing), "{}", option.name);
            }
            for word in words.iter().copied().chain(word) {
                assert!(takes(OptionValue::Text(word)), "{} {word}", option.name);
            }
        }
    }

    #[cfg(feature = "unmapped")]
    #[test]
    fn mapped_and_unmapped_state_file_exclude_each_other() {
        let accepts = |options: &Options| {
            let layout = crate::Format::Tid
                .row()
                .layout_with(options, Purpose::Generate);
            layout.map(|_| ()).map_err(|error| error.subject())
        };
        let (mapped, unmapped) = (
            Options::new().state_file("a"),
            Options::new().unmapped_state_file("a"),
        );
        assert_eq!((accepts(&mapped), accepts(&unmapped)), (Ok(()), Ok(())));
        for both in [
            mapped.unmapped_state_file("b"),
            unmapped.clone().state_file("b"),
        ] {
            assert_eq!(accepts(&both), Err(Some("state_file")));
        }
        let leased = unmapped.clone().lease_file("c");
        assert_eq!(accepts(&leased), Err(Some("state_file")));
        let resets = unmapped.on_rollback(OnRollback::Reset);
        assert_eq!(accepts(&resets), Err(Some("on_rollback")));
    }

    #[cfg(feature = "state-file")]
    #[test]
    fn impossible_file_name_is_rejected() {
        for path in ["", "\0", "a\0b"] {
            let set = Options::new().set("state_file", OptionValue::Text(path));
            let refused = crate::Error::from(Invalid::kind("state_file"));
            assert_eq!(set, Err(refused), "{path:?}");
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn node_sets_the_machine_id_of_a_uuid() {
        let row = crate::Format::Uuid7.row();
        let layout = |options: &Options| row.layout_with(options, Purpose::Generate);
        let machine_id = Options::new().machine_id(5);
        assert_eq!(layout(&Options::new().node(5)), layout(&machine_id));
        let both = layout(&machine_id.node(5)).map_err(|error| (error.code(), error.subject()));
        assert_eq!(both.err(), Some((ErrorCode::InvalidOption, Some("node"))));
    }
}
