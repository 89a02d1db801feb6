//! The encoding of values: a byte for the kind, then the content. Integers are little-endian; typed
//! arrays are aligned to eight bytes.

use crate::failure::Failure;

/// A big integer: its sign, and its magnitude in words, the lowest first.
#[derive(Clone)]
pub(crate) struct BigInt {
    pub(crate) sign_bit: bool,
    pub(crate) words: Vec<u64>,
}

pub(crate) struct Uint8Array(Vec<u8>);

impl From<Vec<u8>> for Uint8Array {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl std::ops::Deref for Uint8Array {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// A value of one of the types that options accept.
pub(crate) enum Either {
    A(BigInt),
    B(String),
    C(bool),
    D(Uint8Array),
}

#[derive(Default)]
pub(crate) struct Object {
    count: u32,
    written: Vec<u8>,
}

impl Object {
    pub(crate) fn set(&mut self, name: &str, value: impl Encode) -> Result<(), Failure> {
        self.count += 1;
        name.encode(&mut self.written);
        value.encode(&mut self.written);
        Ok(())
    }
}

/// The kinds of values, the same as in lib/wasm/crossing.cjs.
pub(crate) mod kind {
    pub(crate) const NOTHING: u8 = 0;
    pub(crate) const FALSE: u8 = 1;
    pub(crate) const TRUE: u8 = 2;
    pub(crate) const NUMBER: u8 = 3;
    pub(crate) const TEXT: u8 = 4;
    pub(crate) const BIG_INT: u8 = 5;
    pub(crate) const LIST: u8 = 6;
    pub(crate) const BYTES: u8 = 7;
    pub(crate) const WORDS: u8 = 8;
    pub(crate) const LONG_WORDS: u8 = 9;
    pub(crate) const OBJECT: u8 = 10;
    pub(crate) const ERROR: u8 = 11;
    pub(crate) const THROWN: u8 = 12;
    pub(crate) const TYPE_ERROR: u8 = 13;
    pub(crate) const STATE_ERROR: u8 = 14;
}

/// A type that results can contain.
pub(crate) trait Encode {
    fn encode(&self, to: &mut Vec<u8>);
}

fn counted(to: &mut Vec<u8>, kind: u8, count: usize) {
    to.push(kind);
    to.extend_from_slice(&(count as u32).to_le_bytes());
}

impl Encode for bool {
    fn encode(&self, to: &mut Vec<u8>) {
        to.push(match self {
            false => kind::FALSE,
            true => kind::TRUE,
        });
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Encode for $number {
            fn encode(&self, to: &mut Vec<u8>) {
                to.push(kind::NUMBER);
                to.extend_from_slice(&f64::from(*self).to_le_bytes());
            }
        }
    )*};
}

numbers! { u8 u16 u32 i32 f64 }

impl Encode for str {
    fn encode(&self, to: &mut Vec<u8>) {
        counted(to, kind::TEXT, self.len());
        to.extend_from_slice(self.as_bytes());
    }
}

impl Encode for String {
    fn encode(&self, to: &mut Vec<u8>) {
        self.as_str().encode(to);
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, to: &mut Vec<u8>) {
        (**self).encode(to);
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, to: &mut Vec<u8>) {
        match self {
            Some(value) => value.encode(to),
            None => to.push(kind::NOTHING),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, to: &mut Vec<u8>) {
        counted(to, kind::LIST, self.len());
        for item in self {
            item.encode(to);
        }
    }
}

macro_rules! tuples {
    ($($count:literal: $($item:ident)*;)*) => {$(
        impl<$($item: Encode),*> Encode for ($($item,)*) {
            #[allow(non_snake_case, reason = "named by their types")]
            fn encode(&self, to: &mut Vec<u8>) {
                let ($($item,)*) = self;
                counted(to, kind::LIST, $count);
                $($item.encode(to);)*
            }
        }
    )*};
}

tuples! {
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
}

impl Encode for BigInt {
    fn encode(&self, to: &mut Vec<u8>) {
        counted(to, kind::BIG_INT, self.words.len());
        to.push(self.sign_bit.into());
        for word in &self.words {
            to.extend_from_slice(&word.to_le_bytes());
        }
    }
}

impl Encode for Uint8Array {
    fn encode(&self, to: &mut Vec<u8>) {
        counted(to, kind::BYTES, self.len());
        to.extend_from_slice(self);
    }
}

impl Encode for Object {
    fn encode(&self, to: &mut Vec<u8>) {
        counted(to, kind::OBJECT, self.count as usize);
        to.extend_from_slice(&self.written);
    }
}
