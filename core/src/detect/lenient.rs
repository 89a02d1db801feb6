//! Lenient parsing: misspelled texts whose bits are certain. Never the default.

use crate::codec::Form;
use crate::codec::value::Value;
use crate::error::Error;
use crate::formats::Format;
use crate::id::AnyId;
use crate::id::typed::TypedId;

macro_rules! corrections {
    ($($bit:literal $variant:ident $name:literal $words:literal;)*) => {
        /// What [`AnyId::parse_lenient`] corrects in a text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Correction {
            $(#[doc = concat!("`", $name, "`: ", $words, ".")] $variant = $bit,)*
        }

        impl Correction {
            /// Every correction, in the order in which they are listed.
            pub const ALL: &'static [Correction] = &[$(Correction::$variant),*];

            /// The name, the same in every language.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self { $(Correction::$variant => $name),* }
            }

            /// A description for people.
            #[inline]
            pub const fn words(self) -> &'static str {
                match self { $(Correction::$variant => $words),* }
            }
        }
    };
}

corrections! {
    0 Whitespace "whitespace" "blanks around the id";
    1 Quotes "quotes" "quotes around the id";
    2 Braces "braces" "braces around the id";
    3 Urn "urn" "`urn:uuid:` before the id";
    4 Hyphens "hyphens" "missing, extra or misplaced hyphens";
    5 Crockford "crockford" "I or L in place of 1, or O in place of 0";
    6 Case "case" "letters in the wrong case";
    7 LeadingZeros "leading_zeros" "zeros before a decimal number";
    8 LookAlikes "look_alikes" "characters that look alike";
}

/// A set of [`Correction`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Corrections(u16);

impl Corrections {
    /// No correction.
    pub const NONE: Self = Self(0);

    /// Adds a correction.
    #[inline]
    pub(super) const fn with(self, correction: Correction) -> Self {
        Self(self.0 | 1 << correction as u16)
    }

    /// Whether nothing was corrected.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this was corrected.
    #[inline]
    pub const fn contains(self, correction: Correction) -> bool {
        self.0 >> correction as u16 & 1 == 1
    }

    /// Returns the corrections in the order of [`Correction::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Correction> {
        let all = Correction::ALL.iter().copied();
        all.filter(move |&correction| self.contains(correction))
    }

    /// The corrections as bits: the first of [`Correction::ALL`] is the lowest.
    #[doc(hidden)]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// An id, and what was corrected in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Corrected<T> {
    /// The id.
    pub id: T,
    /// What was corrected; empty if `parse` accepts the text.
    pub corrections: Corrections,
}

impl AnyId {
    /// Parses text like [`parse`](Self::parse), but corrects spellings that leave the bits certain:
    /// blanks, quotes and braces around the id, `urn:uuid:`, letters in the wrong case, missing or
    /// extra hyphens, Crockford's I, L and O, and zeros before a decimal number.
    ///
    /// # Errors
    /// The error of `parse`, if the corrected text is invalid too.
    ///
    /// ```
    /// use sortid::{Correction, Format, AnyId};
    ///
    /// let read = AnyId::parse_lenient(" {017F22E279B07CC398C4DC0C0C07398F}", Format::Uuid7)?;
    /// assert_eq!(read.id.to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    /// let corrections: Vec<_> = read.corrections.iter().collect();
    /// assert_eq!(corrections, [Correction::Whitespace, Correction::Braces]);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn parse_lenient(text: impl AsRef<[u8]>, format: Format) -> Result<Corrected<Self>, Error> {
        let text = text.as_ref();
        match Self::parse(text, format) {
            Ok(id) => Ok(Corrected {
                id,
                corrections: Corrections::NONE,
            }),
            Err(error) => {
                let (id, draft) = corrected(text, format).ok_or(error)?;
                let corrections = draft.corrections;
                Ok(Corrected { id, corrections })
            }
        }
    }
}

/// [`AnyId::parse_lenient`] to the format of a newtype.
pub(crate) fn parse_typed<T: TypedId>(text: &[u8]) -> Result<Corrected<T>, Error> {
    let Corrected { id, corrections } = AnyId::parse_lenient(text, T::FORMAT)?;
    Ok(Corrected {
        id: T::from_made(id),
        corrections,
    })
}

/// Longer texts are not corrected.
const LONGEST: usize = 64;

/// A text with its corrections so far.
pub(super) struct Draft {
    bytes: [u8; LONGEST],
    len: usize,
    pub(super) corrections: Corrections,
}

/// Corrects a draft in one way. Returns whether that changed anything.
type Step = fn(&mut Draft, Format) -> bool;

const STEPS: [(Correction, Step); 4] = [
    (Correction::Hyphens, place_hyphens),
    (Correction::Crockford, replace_crockford),
    (Correction::Case, change_case),
    (Correction::LeadingZeros, drop_zeros),
];

/// Corrects a text that `parse` rejects, step by step, until it is an id.
pub(super) fn corrected(text: &[u8], format: Format) -> Option<(AnyId, Draft)> {
    let mut draft = Draft::of(text, Corrections::NONE);
    let mut inner = text;
    while let Some((rest, correction)) = unwrapped(inner, format) {
        inner = rest;
        draft = Draft::of(inner, draft.corrections.with(correction));
        if let Ok(id) = AnyId::parse(inner, format) {
            return Some((id, draft));
        }
    }
    if inner.len() > LONGEST {
        return None;
    }
    for (correction, step) in STEPS {
        if step(&mut draft, format) {
            draft.corrections = draft.corrections.with(correction);
            if let Ok(id) = AnyId::parse(draft.text(), format) {
                return Some((id, draft));
            }
        }
    }
    None
}

impl Draft {
    /// A copy of a text, cut at the longest length.
    fn of(text: &[u8], corrections: Corrections) -> Self {
        let (mut bytes, len) = ([0; LONGEST], text.len().min(LONGEST));
        for (byte, &other) in bytes.iter_mut().zip(text) {
            *byte = other;
        }
        Self {
            bytes,
            len,
            corrections,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    fn text_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.len).unwrap_or_default()
    }
}

const URN: &[u8] = b"urn:uuid:";

/// Removes one layer around an id.
fn unwrapped(text: &[u8], format: Format) -> Option<(&[u8], Correction)> {
    let trimmed = text.trim_ascii();
    if trimmed.len() < text.len() {
        return Some((trimmed, Correction::Whitespace));
    }
    let (head, rest) = text.split_at_checked(URN.len()).unwrap_or((&[], text));
    let has_uuid = format.reads(Form::Urn) || format.reads(Form::Uuid);
    if has_uuid && head.eq_ignore_ascii_case(URN) {
        return Some((rest, Correction::Urn));
    }
    match text {
        [b'{', inner @ .., b'}'] => Some((inner, Correction::Braces)),
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] | [b'`', inner @ .., b'`'] => {
            Some((inner, Correction::Quotes))
        }
        _ => None,
    }
}

fn without_hyphens(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter().copied().filter(|&byte| byte != b'-')
}

fn hyphens_agree(text: &[u8], other: &[u8]) -> bool {
    let is_hyphen = |byte: &u8| *byte == b'-';
    text.iter().map(is_hyphen).eq(other.iter().map(is_hyphen))
}

/// Puts the hyphens where a form of the format with as many other characters has them. Outer hyphens
/// may be a sign. A hyphen that separates two numbers tells where they end, so it is only added.
fn place_hyphens(draft: &mut Draft, format: Format) -> bool {
    let (text, literal) = (draft.text(), &format.row().literal);
    let is_outer = text.starts_with(b"-") || text.ends_with(b"-");
    let separates = literal.is_grouped() && literal.hyphens() > 0 && text.contains(&b'-');
    if is_outer || separates || literal.has(b'-') {
        return false;
    }
    let count = without_hyphens(text).count();
    // Digits of a number of any length may be separated for another reason.
    let is_fixed = format.text_len_min() == format.text_len();
    let forms = Form::ALL.iter().filter(|&&form| format.reads(form));
    let forms = forms.map(|&form| format.row().codec.write(Value::ZERO, form));
    let forms = forms.filter(|form| is_fixed || form.len() > format.text_len());
    let mut forms = forms.filter(|form| without_hyphens(form.as_bytes()).count() == count);
    if forms
        .clone()
        .any(|form| hyphens_agree(text, form.as_bytes()))
    {
        return false;
    }
    let Some(form) = forms.next() else {
        return false;
    };
    let mut bytes = [b'-'; LONGEST];
    let places = bytes.iter_mut().zip(form.as_bytes());
    let places = places.filter(|(_, byte)| **byte != b'-');
    for ((place, _), byte) in places.zip(without_hyphens(text)) {
        *place = byte;
    }
    (draft.bytes, draft.len) = (bytes, form.len());
    true
}

/// Reads I and L as 1 and O as 0, in canonical texts of Crockford's alphabet.
fn replace_crockford(draft: &mut Draft, format: Format) -> bool {
    let literal = &format.row().literal;
    let is_crockford = literal.radix() == 32 && !literal.has(b'i') && !literal.has(b'I');
    if !is_crockford || draft.len != format.text_len() {
        return false;
    }
    let mut is_changed = false;
    for byte in draft.text_mut() {
        let digit = match byte {
            b'I' | b'i' | b'L' | b'l' => b'1',
            b'O' | b'o' => b'0',
            _ => continue,
        };
        (*byte, is_changed) = (digit, true);
    }
    is_changed
}

/// Changes all letters to the case of the alphabet, if it has only one.
fn change_case(draft: &mut Draft, format: Format) -> bool {
    let literal = &format.row().literal;
    if (b'a'..=b'z').any(|letter| literal.has(letter) && literal.has(letter - 32)) {
        return false;
    }
    let before = draft.bytes;
    match (b'A'..=b'Z').any(|letter| literal.has(letter)) {
        true => draft.text_mut().make_ascii_uppercase(),
        false => draft.text_mut().make_ascii_lowercase(),
    }
    draft.bytes != before
}

/// Removes zeros before a decimal number of any length.
fn drop_zeros(draft: &mut Draft, format: Format) -> bool {
    let literal = &format.row().literal;
    let digits = draft.text();
    if literal.radix() != 10 || format.text_len_min() == format.text_len() {
        return false;
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let zeros = match digits.get(zeros) {
        Some(&digit) if literal.has(digit) => zeros,
        Some(_) => return false,
        None => zeros.saturating_sub(1),
    };
    draft.bytes.copy_within(zeros.., 0);
    draft.len -= zeros;
    zeros > 0
}
