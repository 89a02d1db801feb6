//! The registry of formats, with their codes and names. Each format has a file in this folder.

mod any_uuid;
mod comb_guid;
mod comb_mssql;
mod cuid;
mod custom64;
mod elasticflake;
mod elasticsearch_id;
mod elasticsearch_k_ordered;
mod elasticsearch_routed;
mod flake;
mod flake_idgen;
mod ksuid;
mod lexical_uuid;
mod mastodon;
mod object_id;
mod ordered_uuid;
mod push_id;
mod scru128;
mod scru160;
mod scru64;
mod sharding_id;
mod sid;
mod snowflake;
mod sonyflake;
mod tid;
mod timeid;
mod tsid;
mod uid11_fullrand;
mod uid11_snowish;
mod uid11_ts_seq_rand;
mod uid11_xid;
mod ulid;
mod uuid1;
mod uuid4;
mod uuid6;
mod uuid7;
mod uuid7_draft01;
mod uuid8;
mod xid;

use core::fmt;

use crate::codec::Form;
use crate::codec::value::Value;
use crate::formats::layout::CounterSeed;
#[cfg(feature = "std")]
use crate::formats::layout::{MOST_LISTED_BITS, NodeLayout};
use crate::formats::options::OptionInfo;
use crate::formats::row::{AmongWords, Row, SortBy};

macro_rules! registry {
    ($d:tt $($code:literal $name:ident $stored:ident $module:ident $literal:ident $([$($function:ident),*])?;)*) => {
        /// The id types of all formats, and the functions that generate them. The crate's root has
        /// the common ones.
        ///
        /// ```
        /// let id: sortid::ids::PushId = "-JhLeOlGIEjaIOFHR0xd".parse()?;
        /// assert_eq!(id.timestamp().unix_ms(), 1_423_088_131_153);
        /// # Ok::<(), sortid::Error>(())
        /// ```
        pub mod ids {
            $(pub use super::$module::$name;
            $(with_clock! { pub use super::$module::{$($function),*}; })?)*
        }

        /// Ids as constants, checked where they are compiled.
        ///
        /// ```
        /// use sortid::{Tid, literals};
        ///
        /// const ADMIN: Tid = literals::tid!("3jzfcijpj2z2a");
        /// assert_eq!(ADMIN.clock_id(), 6);
        /// ```
        pub mod literals {
            $(// The crate's root has every exported macro, where a function may have the format's name.
            #[doc(hidden)]
            #[macro_export]
            macro_rules! $literal {
                ($d text:expr) => {
                    const {
                        match $crate::ids::$name::parse_const($d text) {
                            Ok(id) => id,
                            Err(error) => ::core::panic!("{}", error.code().message()),
                        }
                    }
                };
            }

            #[doc = concat!("A [`", stringify!($name), "`](crate::ids::", stringify!($name), ") constant.")]
            ///
            /// Takes the canonical text, as a literal or as a constant.
            ///
            /// ```compile_fail,E0080
            #[doc = concat!("const BAD: sortid::ids::", stringify!($name), " = sortid::literals::", stringify!($module), "!(\"?\");")]
            /// ```
            #[doc(inline)]
            pub use $literal as $module;)*
        }

        /// The closed list of formats.
        ///
        /// ```
        /// use sortid::Format;
        ///
        /// let format: Format = "uuid7".parse()?;
        /// assert_eq!((format.code(), format.bits(), format.text_len()), (9, 128, 36));
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Format {
            $(#[doc = concat!("`", stringify!($module), "`: see [`", stringify!($name), "`](crate::ids::", stringify!($name), ").")]
            $name = $code,)*
        }

        impl Format {
            /// All formats in the order of their codes.
            #[doc(alias("iter", "values"))]
            pub const ALL: &'static [Format] = &[$(Format::$name),*];

            /// The format's name, the same in every language.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(Format::$name => stringify!($module)),* }
            }

            #[inline]
            pub(crate) const fn row(self) -> &'static Row {
                ROWS[self as usize - 1]
            }
        }

        /// Rows in the order of the codes, which count from 1 without gaps. A `match` would become
        /// a separate table wherever it is inlined.
        static ROWS: [&Row; Format::ALL.len()] = [$(&$module::STATIC_ROW),*];

        /// Passes the types of all formats, in the order of the codes, to another macro.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! with_types {
            ($d then:ident) => { $d then! { $($d crate::ids::$name)* } };
        }

        /// Calls another macro for each type, with the kind of its column in databases.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! with_stored_types {
            ($d then:ident) => { $($d then! { $stored: $name })* };
        }
        #[allow(unused_imports, reason = "features that bind ids to databases use it")]
        pub(crate) use with_stored_types as stored;
    };
}

registry! { $
    1 Tid Integer tid tid_literal [try_tid];
    2 Timeid Integer timeid timeid_literal [try_timeid];
    3 Uid11Xid Bytes uid11_xid uid11_xid_literal [try_uid11_xid];
    4 Uid11Fullrand Bytes uid11_fullrand uid11_fullrand_literal [uid11_fullrand, try_uid11_fullrand];
    5 Uid11Snowish Integer uid11_snowish uid11_snowish_literal [try_uid11_snowish];
    6 Uid11TsSeqRand Bytes uid11_ts_seq_rand uid11_ts_seq_rand_literal [try_uid11_ts_seq_rand];
    7 Uuid6 Uuid uuid6 uuid6_literal [uuid6, try_uuid6];
    8 Uuid7Draft01 Uuid uuid7_draft01 uuid7_draft01_literal [uuid7_draft01, try_uuid7_draft01];
    9 Uuid7 Uuid uuid7 uuid7_literal [uuid7, try_uuid7];
    10 Uuid8 Uuid uuid8 uuid8_literal [uuid8, try_uuid8];
    11 Scru160 Bytes scru160 scru160_literal [scru160, try_scru160];
    12 LexicalUuid Uuid lexical_uuid lexical_uuid_literal [try_lexical_uuid];
    13 Snowflake Integer snowflake snowflake_literal [try_snowflake];
    14 Flake Uuid flake flake_literal [try_flake];
    15 ShardingId Integer sharding_id sharding_id_literal [try_sharding_id];
    16 Ksuid Bytes ksuid ksuid_literal [ksuid, try_ksuid];
    17 Elasticflake Bytes elasticflake elasticflake_literal [try_elasticflake];
    18 FlakeIdgen Bytes flake_idgen flake_idgen_literal [try_flake_idgen];
    19 Sonyflake Integer sonyflake sonyflake_literal [try_sonyflake];
    20 OrderedUuid Uuid ordered_uuid ordered_uuid_literal [ordered_uuid, try_ordered_uuid];
    21 CombGuid Uuid comb_guid comb_guid_literal [comb_guid, try_comb_guid];
    22 Ulid Uuid ulid ulid_literal [ulid, try_ulid];
    23 Sid Uuid sid sid_literal [sid, try_sid];
    24 PushId Bytes push_id push_id_literal [push_id, try_push_id];
    25 Xid Bytes xid xid_literal [try_xid];
    26 ObjectId Bytes object_id object_id_literal [try_object_id];
    27 Cuid Uuid cuid cuid_literal [cuid, try_cuid];
    28 CombMssql Uuid comb_mssql comb_mssql_literal [comb_mssql, try_comb_mssql];
    29 Uuid1 Uuid uuid1 uuid1_literal [uuid1, try_uuid1];
    30 Uuid4 Uuid uuid4 uuid4_literal [uuid4, try_uuid4];
    31 AnyUuid Uuid any_uuid any_uuid_literal;
    32 Mastodon Integer mastodon mastodon_literal [try_mastodon];
    33 Tsid Bytes tsid tsid_literal [try_tsid];
    34 Scru128 Uuid scru128 scru128_literal [scru128, try_scru128];
    35 Scru64 Integer scru64 scru64_literal [try_scru64];
    36 ElasticsearchId Bytes elasticsearch_id elasticsearch_id_literal;
    37 Custom64 Integer custom64 custom64_literal [try_custom64];
    38 ElasticsearchKOrdered Bytes elasticsearch_k_ordered elasticsearch_k_ordered_literal;
    39 ElasticsearchRouted Bytes elasticsearch_routed elasticsearch_routed_literal;
}

pub use timeid::NodeClass;

impl Format {
    /// The format's stable number, the same as in the C ABI.
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The width in bits: a multiple of 8, from 64 to 160.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.row().bits as u32
    }

    /// The width in bytes.
    #[inline]
    pub const fn byte_len(self) -> usize {
        self.row().bits as usize / 8
    }

    /// The length of the canonical text in bytes, which are ASCII. If the length varies, the
    /// maximum.
    #[inline]
    pub const fn text_len(self) -> usize {
        self.row().literal.len() as usize
    }

    /// The minimum length of the canonical text in bytes.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert_eq!((Format::Snowflake.text_len_min(), Format::Snowflake.text_len()), (1, 19));
    /// assert_eq!(Format::Ulid.text_len_min(), Format::Ulid.text_len());
    /// ```
    #[inline]
    pub const fn text_len_min(self) -> usize {
        self.row().literal.shortest() as usize
    }

    /// Whether canonical texts sort like the ids. Also `false` if the order is meaningless
    /// (such as `uuid4`).
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Ulid.text_sorts() && !Format::Snowflake.text_sorts());
    /// ```
    #[inline]
    pub const fn text_sorts(self) -> bool {
        self.row().text_sorts
    }

    /// Whether big-endian bytes sort like the ids. Also `false` if the order is meaningless
    /// (such as `uuid4`).
    #[inline]
    pub const fn bytes_sort(self) -> bool {
        matches!(self.row().sorted, SortBy::Bytes)
    }

    /// Whether ids of the format can be generated; others, such as `any_uuid`, are read-only.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Uuid4.can_generate() && !Format::AnyUuid.can_generate());
    /// ```
    #[inline]
    pub const fn can_generate(self) -> bool {
        self.row().can_generate()
    }

    /// Whether every language has a type and functions of the format's name.
    #[doc(hidden)]
    #[inline]
    pub const fn is_known(self) -> bool {
        self.row().is_known
    }

    /// Whether a library of all formats has code of its own for new ids of the format: see
    /// [`new_of`](crate::new_of).
    #[cfg(feature = "std")]
    #[doc(hidden)]
    pub const fn is_compiled_apart(self) -> bool {
        self.row().compiled_apart
    }

    /// Whether each id from a generator with default options is greater than the previous one.
    /// `false` for formats without a time (`uid11_fullrand`, `uuid4`), and for `uid11_xid`, whose
    /// ids are unordered within a millisecond.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Uuid7.is_ordered() && !Format::Uuid4.is_ordered());
    /// ```
    #[inline]
    pub const fn is_ordered(self) -> bool {
        let layout = &self.row().layout;
        let by_chance = match layout.counter {
            Some(counter) => matches!(counter.seed, CounterSeed::Permuted),
            None => false,
        };
        layout.time.is_some() && !by_chance && self.can_generate()
    }

    /// Whether `parse` accepts a form. The UUID form of a ulid is write-only.
    ///
    /// ```
    /// use sortid::{Form, Format};
    ///
    /// assert!(Format::Uuid7.reads(Form::Urn) && !Format::Uuid7.reads(Form::Typeid));
    /// ```
    #[inline]
    pub fn reads(self, form: Form) -> bool {
        let codec = self.row().codec;
        !codec.only_writes(form) && !codec.write(Value::ZERO, form).is_empty()
    }

    /// Whether the random bits, or a drawn node of more than 16 bits, suffice to distinguish the
    /// ids of any number of processes.
    #[doc(hidden)]
    #[cfg(feature = "std")]
    #[inline]
    pub fn draws_enough(self) -> bool {
        let layout = &self.row().layout;
        let wide = |node: &NodeLayout| node.drawn_bits > MOST_LISTED_BITS;
        layout.random_enough || layout.node.as_ref().is_some_and(wide)
    }

    /// Whether the 64-bit integer is signed, in two's complement.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Timeid.is_signed() && !Format::Tid.is_signed());
    /// ```
    #[inline]
    pub fn is_signed(self) -> bool {
        matches!(self.row().sorted, SortBy::Signed)
    }

    /// Whether ids accept the prefix of a type. They do unless `_` is one of their symbols.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Uuid7.takes_prefix() && !Format::PushId.takes_prefix());
    /// ```
    #[inline]
    pub const fn takes_prefix(self) -> bool {
        !self.row().literal.has(b'_')
    }

    /// The format of the ids that are generated, and that bound ranges, if ids of this format have a
    /// prefix: `uuid7` for `any_uuid`, which makes it the format of TypeIDs; otherwise the same.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert_eq!(Format::AnyUuid.generated_with_prefix(), Format::Uuid7);
    /// assert_eq!(Format::Tid.generated_with_prefix(), Format::Tid);
    /// ```
    #[inline]
    pub const fn generated_with_prefix(self) -> Self {
        match self {
            Self::AnyUuid => Self::Uuid7,
            format => format,
        }
    }

    /// Whether [`find_ids`](crate::find_ids_at) searches for ids of this format by default. It does
    /// if fixed bits or a likely time distinguish them from words.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert!(Format::Tid.is_found() && !Format::Snowflake.is_found());
    /// ```
    #[inline]
    pub const fn is_found(self) -> bool {
        !matches!(self.row().inspected.among_words, AmongWords::IfNamed)
    }

    /// Returns the fields with their widths in bits, most significant first.
    #[inline]
    pub fn fields(self) -> impl Iterator<Item = (&'static str, u32)> {
        let fields = self.row().fields.iter();
        fields.map(|field| (field.name, field.place.width() as u32))
    }

    /// Returns the unit of the time in nanoseconds, or `None` if the bits contain no time.
    ///
    /// uuid7_draft01 has fractions of any precision; the result is its default for generators.
    #[inline]
    pub fn resolution_ns(self) -> Option<u64> {
        let row = self.row();
        let time = row.layout.time.filter(|_| row.tells_time)?;
        time.scale.unit_ns.try_into().ok()
    }

    /// Whether the ids of an interval of time are those between two ids.
    #[doc(hidden)]
    #[inline]
    pub fn has_bounds(self) -> bool {
        let row = self.row();
        row.told().is_some() && row.check_order().is_ok()
    }

    /// The specification that defines the format, with the section.
    #[inline]
    pub const fn specification(self) -> &'static str {
        self.row().specification
    }

    /// A one-line description of the format.
    #[inline]
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// The format-specific options that this format has.
    #[inline]
    pub const fn options(self) -> &'static [&'static str] {
        self.row().options
    }
}

impl fmt::Display for Format {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Format {
    /// Returns the option that assigns the node of a generator.
    #[cfg(any(feature = "lease", feature = "scan"))]
    #[inline]
    pub(crate) fn node_option(self) -> Option<&'static str> {
        let row = self.row();
        let has_node = row.can_generate() && row.layout.time.is_some();
        row.node_option().filter(|_| has_node)
    }
}

impl OptionInfo {
    /// Returns whether generators of this format have the option.
    #[inline]
    pub fn is_for(&self, format: Format) -> bool {
        format.row().has_option(self)
    }

    /// Returns whether the option affects how ids of this format are read.
    #[inline]
    pub fn reads_format(&self, format: Format) -> bool {
        self.is_for(format) && format.row().is_read_with(self)
    }
}
