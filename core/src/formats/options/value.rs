//! The values of options, and their parsing.

/// An option's value from a binding or a command line.
///
/// Integers may also be decimal text, a seed 64 hexadecimal digits, a path text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue<'a> {
    /// An integer.
    Int(i128),
    /// Text: a choice, a path, or a number in decimal digits.
    Text(&'a str),
    /// A flag.
    Bool(bool),
    /// Bytes: a seed, or a path on Unix.
    Bytes(&'a [u8]),
}

/// The kind of value that an option takes, for type checks in bindings and for help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// An integer.
    Int,
    /// An integer, or this word.
    IntOr(&'static str),
    /// A flag.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// 32 bytes.
    Seed,
    /// The path of a file, not empty and without a zero byte: text, or bytes on Unix.
    Path,
}

/// A type that is parsed from an option's value.
pub(crate) trait ReadOption: Sized {
    const KIND: OptionKind;
    fn read(value: OptionValue<'_>) -> Option<Self>;
}

impl ReadOption for i128 {
    const KIND: OptionKind = OptionKind::Int;

    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Int(int) => Some(int),
            OptionValue::Text(text) if !text.starts_with('+') => text.parse().ok(),
            _ => None,
        }
    }
}

impl ReadOption for u64 {
    const KIND: OptionKind = OptionKind::Int;

    #[inline(never)]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        i128::read(value)?.try_into().ok()
    }
}

impl ReadOption for i64 {
    const KIND: OptionKind = OptionKind::Int;

    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        i128::read(value)?.try_into().ok()
    }
}

impl ReadOption for bool {
    const KIND: OptionKind = OptionKind::Flag;

    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Bool(flag) => Some(flag),
            OptionValue::Text("true") => Some(true),
            OptionValue::Text("false") => Some(false),
            _ => None,
        }
    }
}

impl ReadOption for [u8; 32] {
    const KIND: OptionKind = OptionKind::Seed;

    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        match value {
            OptionValue::Bytes(bytes) => bytes.try_into().ok(),
            OptionValue::Text(text) => {
                let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
                let mut seed = [0; 32];
                for (byte, pair) in seed.iter_mut().zip(digits.chunks_exact(2)) {
                    *byte = crate::codec::hex::HEX.read::<4>(pair)? as u8;
                }
                Some(seed)
            }
            _ => None,
        }
    }
}

/// The path of a state file. Has no values without the feature `state-file`.
#[cfg(feature = "state-file")]
pub(crate) type FilePath = std::path::PathBuf;
#[cfg(not(feature = "state-file"))]
pub(crate) type FilePath = core::convert::Infallible;

impl ReadOption for FilePath {
    const KIND: OptionKind = OptionKind::Path;

    #[cfg(feature = "state-file")]
    #[inline]
    fn read(value: OptionValue<'_>) -> Option<Self> {
        let path: &std::ffi::OsStr = match value {
            OptionValue::Text(text) => text.as_ref(),
            #[cfg(unix)]
            OptionValue::Bytes(bytes) => std::os::unix::ffi::OsStrExt::from_bytes(bytes),
            _ => return None,
        };
        // Not a file name on any system; C strings would end at the zero.
        let names_a_file = !path.is_empty() && !path.as_encoded_bytes().contains(&0);
        names_a_file.then(|| path.into())
    }

    #[cfg(not(feature = "state-file"))]
    #[inline]
    fn read(_value: OptionValue<'_>) -> Option<Self> {
        None
    }
}
