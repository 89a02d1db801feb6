//! Calls from the host: arguments, results and failures.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::slice;

use crate::host;
use crate::registers::Registers;
use crate::values::{BigInt, Either, Encode, Object, Uint8Array, kind};
use crate::view::{Kind, View};

pub(crate) use crate::failure::{Failure, Thrown};

/// The largest number of texts per call of the host's function.
pub(crate) const MOST_TEXTS: usize = 64;

/// The offset of a value in the arguments.
pub(crate) type Raw = usize;

/// The encoded result of a function.
pub(crate) type Answer = Result<Vec<u8>, Failure>;

/// A function of the module.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    run: fn(&Call<'_>) -> Answer,
}

impl Function {
    pub(crate) const fn new(name: &'static str, run: fn(&Call<'_>) -> Answer) -> Self {
        Self { name, run }
    }
}

/// Lists functions: the name in JavaScript, and the Rust function that receives the [`Call`].
macro_rules! functions {
    ($($name:literal $function:path;)*) => {
        pub(crate) const FUNCTIONS: &[crate::call::Function] =
            &[$(crate::call::Function::new($name, $function)),*];
    };
}
pub(crate) use functions;

/// A call from the host.
pub(crate) struct Call<'a> {
    arguments: *mut u8,
    len: usize,
    registers: Registers,
    lifetime: PhantomData<&'a ()>,
}

impl Call<'_> {
    /// # Safety
    /// `arguments` must point to `len` bytes, aligned to eight, that only this call uses.
    pub(crate) unsafe fn new(arguments: *mut u8, len: usize, registers: Registers) -> Self {
        Self {
            arguments,
            len,
            registers,
            lifetime: PhantomData,
        }
    }

    /// Runs a function. Returns its encoded result or failure.
    pub(crate) fn run(&self, function: &Function) -> Vec<u8> {
        match (function.run)(self) {
            Ok(answer) => answer,
            Err(failure) => thrown(failure),
        }
    }

    /// Copies bytes of the arguments; zeros if they are out of range.
    fn at<const N: usize>(&self, at: usize) -> [u8; N] {
        match self.some(at, N).try_into() {
            Ok(bytes) => bytes,
            Err(_) => [kind::NOTHING; N],
        }
    }

    /// Returns bytes of the arguments, or nothing if they are out of range.
    fn some(&self, at: usize, count: usize) -> &[u8] {
        match at.checked_add(count) {
            // SAFETY: the range is inside the arguments. Only the content of views is written,
            // which is never read here.
            Some(end) if end <= self.len => unsafe {
                slice::from_raw_parts(self.arguments.add(at), count)
            },
            _ => &[],
        }
    }

    fn kind(&self, at: Raw) -> u8 {
        let [kind] = self.at(at);
        kind
    }

    /// The number of bytes, words or items of a value.
    fn count(&self, at: Raw) -> usize {
        u32::from_le_bytes(self.at(at.saturating_add(1))) as usize
    }

    /// The offset of a value's content.
    fn content(&self, at: Raw) -> usize {
        match self.kind(at) {
            kind::BYTES | kind::WORDS | kind::LONG_WORDS => (at + 5).next_multiple_of(8),
            kind::BIG_INT => at + 6,
            _ => at + 5,
        }
    }

    /// The offset of the next value.
    fn next(&self, at: Raw) -> Raw {
        let (count, content) = (self.count(at), self.content(at));
        match self.kind(at) {
            kind::NUMBER => at + 9,
            kind::TEXT | kind::BYTES => content + count,
            kind::WORDS => content + 4 * count,
            kind::BIG_INT | kind::LONG_WORDS => content + 8 * count,
            kind::LIST => (0..count).fold(content, |at, _| self.next(at)),
            _ => at + 1,
        }
    }

    /// An argument; past the last, the end of the arguments.
    pub(crate) fn raw_argument(&self, index: usize) -> Raw {
        (0..index).fold(0, |at, _| match at < self.len {
            true => self.next(at),
            false => at,
        })
    }

    /// Whether an argument is neither `undefined` nor `null`.
    pub(crate) fn is_given(&self, index: usize) -> Result<bool, Failure> {
        Ok(self.kind(self.raw_argument(index)) != kind::NOTHING)
    }

    pub(crate) fn registers(&self) -> Registers {
        self.registers
    }

    /// Returns `undefined`.
    pub(crate) fn nothing(&self) -> Answer {
        Ok(vec![kind::NOTHING])
    }

    /// Encodes a value.
    pub(crate) fn value(&self, value: impl Encode) -> Answer {
        let mut answer = Vec::with_capacity(64);
        value.encode(&mut answer);
        Ok(answer)
    }

    pub(crate) fn object(&self) -> Result<Object, Failure> {
        Ok(Object::default())
    }

    /// Encodes a string of ASCII.
    pub(crate) fn ascii(&self, text: &str) -> Answer {
        self.value(text)
    }

    /// An error as a value, without throwing it.
    pub(crate) fn error(&self, error: Thrown) -> Result<Thrown, Failure> {
        Ok(error)
    }

    /// Decodes an argument.
    pub(crate) fn argument<T: Decode>(&self, index: usize) -> Result<T, Failure> {
        self.read(self.raw_argument(index))
    }

    /// Decodes a value.
    pub(crate) fn read<T: Decode>(&self, value: Raw) -> Result<T, Failure> {
        T::decode(self, value).ok_or(Failure::Node)
    }

    /// The length of a list; `None` for another value.
    pub(crate) fn length(&self, list: Raw) -> Result<Option<u32>, Failure> {
        Ok((self.kind(list) == kind::LIST).then(|| self.count(list) as u32))
    }

    /// An element of a list.
    pub(crate) fn item(&self, list: Raw, index: u32) -> Result<Raw, Failure> {
        match index < self.length(list)?.unwrap_or(0) {
            true => Ok((0..index).fold(self.content(list), |at, _| self.next(at))),
            // The end of the arguments decodes as `undefined`.
            false => Ok(self.len),
        }
    }

    /// A small number from the package's JavaScript.
    pub(crate) fn number(&self, index: usize) -> Result<u32, Failure> {
        self.argument(index).map_err(|_| Failure::Type("a number"))
    }

    /// Passes text in UTF-8 to `run`.
    pub(crate) fn with_text<T>(
        &self,
        index: usize,
        run: impl FnOnce(&[u8]) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let at = self.raw_argument(index);
        match self.kind(at) {
            kind::TEXT => run(self.some(self.content(at), self.count(at))),
            _ => Err(Failure::Type("a string")),
        }
    }

    /// Passes ASCII texts of `width` bytes each to the host, which calls the program's function.
    pub(crate) fn pass_texts(
        &self,
        _function: usize,
        texts: &[u8],
        width: usize,
    ) -> Result<(), Failure> {
        host::pass_texts(texts, width);
        Ok(())
    }

    /// The memory of an argument that is a view.
    pub(crate) fn view(&self, index: usize) -> Result<View, Failure> {
        self.view_of(self.raw_argument(index))
    }

    /// The memory of a view: its content in the arguments.
    pub(crate) fn view_of(&self, value: Raw) -> Result<View, Failure> {
        let kind = match self.kind(value) {
            kind::BYTES => Kind::Bytes,
            kind::WORDS => Kind::Words,
            kind::LONG_WORDS => Kind::LongWords,
            _ => return Err(View::NONE),
        };
        if self.next(value) > self.len {
            return Err(View::NONE);
        }
        let length = self.count(value);
        // SAFETY: the content is inside the arguments, at a multiple of eight.
        Ok(unsafe {
            let data = self.arguments.add(self.content(value));
            View::new(kind, data.cast::<c_void>(), length)
        })
    }
}

/// A type that arguments can be decoded to.
pub(crate) trait Decode: Sized {
    /// Decodes a value, if it is of this type.
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self>;
}

impl Decode for f64 {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        (call.kind(at) == kind::NUMBER).then(|| f64::from_le_bytes(call.at(at + 1)))
    }
}

impl Decode for u32 {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        f64::decode(call, at).map(|number| number as u32)
    }
}

impl Decode for bool {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        match call.kind(at) {
            kind::FALSE => Some(false),
            kind::TRUE => Some(true),
            _ => None,
        }
    }
}

impl Decode for String {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        let bytes = || call.some(call.content(at), call.count(at)).to_vec();
        (call.kind(at) == kind::TEXT)
            .then(bytes)
            .and_then(|bytes| String::from_utf8(bytes).ok())
    }
}

impl Decode for BigInt {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        let words = |at: usize| (0..call.count(at)).map(move |i| call.at(call.content(at) + 8 * i));
        (call.kind(at) == kind::BIG_INT).then(|| BigInt {
            sign_bit: call.at::<1>(at + 5) != [0],
            words: words(at).map(u64::from_le_bytes).collect(),
        })
    }
}

impl Decode for Uint8Array {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        let bytes = || call.some(call.content(at), call.count(at)).to_vec();
        (call.kind(at) == kind::BYTES).then(|| bytes().into())
    }
}

impl Decode for Either {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        match call.kind(at) {
            kind::BIG_INT => BigInt::decode(call, at).map(Either::A),
            kind::TEXT => String::decode(call, at).map(Either::B),
            kind::BYTES => Uint8Array::decode(call, at).map(Either::D),
            _ => bool::decode(call, at).map(Either::C),
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        match call.kind(at) {
            kind::NOTHING => Some(None),
            _ => T::decode(call, at).map(Some),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(call: &Call<'_>, at: Raw) -> Option<Self> {
        let count = call.length(at).ok()??;
        let items = (0..count).map(|i| T::decode(call, call.item(at, i).ok()?));
        items.collect()
    }
}

impl Encode for Thrown {
    fn encode(&self, to: &mut Vec<u8>) {
        to.push(kind::ERROR);
        self.error.code().name().encode(to);
        self.message.encode(to);
        self.error.offset().map(|offset| offset as f64).encode(to);
        self.subject().encode(to);
        self.filled.map(|filled| filled as f64).encode(to);
        self.path().encode(to);
        self.errno().encode(to);
        self.row.map(|row| row as f64).encode(to);
    }
}

/// Encodes a failure, which the host throws.
pub(crate) fn thrown(failure: Failure) -> Vec<u8> {
    let mut answer = Vec::with_capacity(128);
    let mut encode = |kind, content: &dyn Encode| {
        answer.push(kind);
        content.encode(&mut answer);
    };
    match failure {
        Failure::Error(thrown) => encode(kind::THROWN, &*thrown),
        Failure::Type(expected) => encode(kind::TYPE_ERROR, &expected),
        Failure::State(problem) => encode(kind::STATE_ERROR, &problem),
        Failure::Node => encode(kind::TYPE_ERROR, &"a value of another type"),
    }
    answer
}
