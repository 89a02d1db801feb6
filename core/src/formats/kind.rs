//! The kinds of UUIDs (RFC 9562 sections 4.1 and 4.2).

use core::fmt;

use crate::codec::value::{Place, Value};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// The kind of UUID of an `any_uuid`.
        ///
        /// ```
        /// use sortid::{Format, AnyId, UuidKind};
        ///
        /// let id = AnyId::parse("2ed6657d-e927-568b-95e1-2665a8aea6a2", Format::AnyUuid)?;
        /// assert_eq!(id.kind(), Some(UuidKind::Version5));
        /// assert_eq!(id.kind().map(UuidKind::name), Some("version_5"));
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum UuidKind {
            $($(#[$doc])* $name,)*
        }

        impl UuidKind {
            /// All kinds, in the order in which they are tested.
            pub const ALL: &'static [UuidKind] = &[$(UuidKind::$name),*];

            /// The kind's name, the same in every language.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(UuidKind::$name => $text),* }
            }
        }
    };
}

kinds! {
    /// The nil UUID: all bits are zero (section 5.9). Not an identifier.
    Nil "nil",
    /// The max UUID: all bits are one (section 5.10). Not an identifier.
    Max "max",
    /// Variant 0xx: Apollo's Network Computing System.
    Ncs "ncs",
    /// Variant 110: Microsoft, often a CLSID; or a GUID in .NET byte order.
    Microsoft "microsoft",
    /// Variant 111: reserved for the future.
    Future "future",
    /// Version 0: undefined.
    Version0 "version_0",
    /// Version 1: `uuid1`.
    Version1 "version_1",
    /// Version 2: DCE security, whose time has a resolution of seven minutes.
    Version2 "version_2",
    /// Version 3: a name hashed with MD5.
    Version3 "version_3",
    /// Version 4: `uuid4`, and the COMB formats.
    Version4 "version_4",
    /// Version 5: a name hashed with SHA-1.
    Version5 "version_5",
    /// Version 6: `uuid6`.
    Version6 "version_6",
    /// Version 7: `uuid7` or `uuid7_draft01`.
    Version7 "version_7",
    /// Version 8: `uuid8`.
    Version8 "version_8",
    /// Version 9: undefined.
    Version9 "version_9",
    /// Version 10: undefined.
    Version10 "version_10",
    /// Version 11: undefined.
    Version11 "version_11",
    /// Version 12: undefined.
    Version12 "version_12",
    /// Version 13: undefined.
    Version13 "version_13",
    /// Version 14: undefined.
    Version14 "version_14",
    /// Version 15: undefined.
    Version15 "version_15",
}

impl UuidKind {
    /// Whether RFC 9562 section 4.2 defines the version.
    #[cfg(feature = "scan")]
    #[inline]
    pub(crate) fn is_defined(self) -> bool {
        (UuidKind::Version1..=UuidKind::Version8).contains(&self)
    }

    #[inline]
    pub(crate) const fn of(uuid: Value) -> Self {
        const VARIANT: Place = Place::new(&[(64, 3)]);
        const VERSION: Place = Place::new(&[(48, 4)]);
        match (uuid.to_u128(), VARIANT.read(uuid)) {
            (0, _) => UuidKind::Nil,
            (u128::MAX, _) => UuidKind::Max,
            (_, 0b000..=0b011) => UuidKind::Ncs,
            (_, 0b110) => UuidKind::Microsoft,
            (_, 0b111) => UuidKind::Future,
            _ => Self::ALL[UuidKind::Version0 as usize + VERSION.read(uuid) as usize],
        }
    }
}

impl fmt::Display for UuidKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
