//! `any_uuid`: any 128 bits in the form of a UUID (RFC 9562 section 4); read-only.

use crate::codec::uuid::Uuid;
use crate::formats::kind::UuidKind;
use crate::formats::row::*;
use crate::id::typed::typed;

pub(crate) const ROW: Row = Row {
    fields: &[
        Field::new("high", &[(0, 64)]),
        Field::new("low", &[(64, 64)]),
    ],
    read_only: Some("2ed6657d-e927-568b-95e1-2665a8aea6a2"),
    tells_time: false,
    kind: |value| Some(UuidKind::of(value)),
    sorted: SortBy::Chance,
    text_sorts: false,
    inspected: Inspected {
        last_resort: true,
        among_words: AmongWords::ByMarks,
        ..Inspected::BY_CODE
    },
    is_known: true,
    summary: "any UUID, of any version; parsed only",
    specification: "RFC 9562, section 4",
    ..Row::new(128, &Uuid, Uuid::LITERAL)
};

typed! {
    /// Any 128 bits in the form of a UUID: name-based versions, nil, GUIDs, future versions. Has a
    /// [`kind`](Self::kind) but no time, and cannot be generated. With a prefix it is a TypeID: see
    /// [`TypeId`](crate::TypeId).
    ///
    /// Every type of 128 bits converts to this one, by the bits. Use it to read columns of mixed
    /// UUIDs.
    ///
    /// ```
    /// use sortid::{AnyUuid, Uuid7};
    ///
    /// let id: AnyUuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse()?;
    /// assert_eq!(id.kind().name(), "version_7");
    /// let v7 = Uuid7::try_from(id)?;
    /// assert_eq!(AnyUuid::from(v7), id);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    AnyUuid(u128) made Uuid7, example "2ed6657d-e927-568b-95e1-2665a8aea6a2";
    /// The first 64 bits.
    high: u64 = 0;
    /// The last 64 bits.
    low: u64 = 1;
}

impl AnyUuid {
    /// The nil UUID: all bits are zero.
    ///
    /// ```
    /// use sortid::{AnyUuid, UuidKind};
    ///
    /// assert_eq!(AnyUuid::NIL.to_string(), "00000000-0000-0000-0000-000000000000");
    /// assert_eq!(AnyUuid::MAX.kind(), UuidKind::Max);
    /// ```
    #[doc(alias = "nil")]
    pub const NIL: Self = Self::MIN;

    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// Returns the kind of UUID, determined by variant and version.
    #[doc(alias("get_version", "version"))]
    pub const fn kind(self) -> UuidKind {
        UuidKind::of(self.value())
    }
}
