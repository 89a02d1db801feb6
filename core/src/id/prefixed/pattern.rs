//! Regular expressions of prefixed texts, for schemas.

use super::{AnyTypeId, Prefix, require_prefixes, suffix_form};
use crate::codec::Form;
use crate::error::Error;
use crate::formats::Format;

impl AnyTypeId {
    /// Returns a regular expression for texts with a prefix, anchored at both ends: the `pattern`
    /// of a JSON schema.
    ///
    /// It matches every valid text. It also matches some invalid texts, because it does not express
    /// ranges and versions.
    ///
    /// # Errors
    /// `not_applicable` as for [`new`](Self::new).
    ///
    /// ```
    /// use sortid::{Format, Prefix, AnyTypeId};
    ///
    /// let pattern = AnyTypeId::pattern(&Prefix::new("order")?, Format::Uuid7)?;
    /// assert_eq!(pattern, "^order_[0-7][0-9a-hjkmnp-tv-z]{25}$");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    #[inline]
    pub fn pattern(prefix: &Prefix, format: Format) -> Result<String, Error> {
        require_prefixes(format)?;
        let separator = if prefix.is_empty() { "" } else { "_" };
        Ok(format!("^{prefix}{separator}{}$", suffix(format)))
    }
}

#[inline]
fn suffix(format: Format) -> String {
    if suffix_form(format) == Form::Typeid {
        return "[0-7][0-9a-hjkmnp-tv-z]{25}".to_owned();
    }
    let literal = &format.row().literal;
    let symbols = class(|byte| literal.may_have(byte));
    match (format.text_len_min(), format.text_len()) {
        (fewest, most) if fewest == most => format!("[{symbols}]{{{most}}}"),
        (fewest, most) => format!("[{symbols}]{{{fewest},{most}}}"),
    }
}

/// Returns the members of a character class. A hyphen comes first, where it stands for itself.
#[inline]
fn class(is_member: impl Fn(u8) -> bool) -> String {
    let members: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_member(byte)).collect();
    let runs = members.chunk_by(|before, byte| before + 1 == *byte);
    let runs = runs.map(|run| match run {
        [first, _, .., last] => format!("{}-{}", *first as char, *last as char),
        few => few.iter().map(|&byte| byte as char).collect(),
    });
    runs.collect()
}
