//! Descriptions of the kinds of UUIDs.

use sortid::UuidKind;

/// Returns a description that adds to the kind's name.
pub(crate) fn in_words(kind: UuidKind) -> Option<&'static str> {
    Some(match kind {
        UuidKind::Nil | UuidKind::Max => "no identifier",
        UuidKind::Version2 => "DCE security: its time is cut to 7 minutes",
        UuidKind::Version3 | UuidKind::Version5 => "a name, hashed: no time, does not sort",
        UuidKind::Microsoft => "often a CLSID; a GUID in .NET's byte order looks like this too",
        _ => return None,
    })
}

/// Returns the kind with its description.
pub(crate) fn describe(kind: UuidKind) -> String {
    match in_words(kind) {
        Some(words) => format!("{kind}: {words}"),
        None => kind.to_string(),
    }
}
