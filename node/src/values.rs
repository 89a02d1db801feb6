//! What crosses beside ids and times: options, big integers, memory.

use std::ffi::c_void;
use std::{ptr, slice};

use napi::bindgen_prelude::{BigInt, Either4, Uint8Array};
use napi::sys::{self, TypedarrayType};
use sortid::{OptionValue, Options};

use crate::call::{Call, Failure};

/// A value that an option was given, if it is of a type that some option takes.
type Given = Option<Either4<BigInt, String, bool, Uint8Array>>;

impl Call<'_> {
    /// Options, as a list of names and a list of values; no lists are no options.
    pub(crate) fn options(&self, names: usize, values: usize) -> Result<Options, Failure> {
        self.options_of(self.raw_argument(names), self.raw_argument(values))
    }

    /// The same of lists that are no arguments.
    pub(crate) fn options_of(
        &self,
        names: sys::napi_value,
        values: sys::napi_value,
    ) -> Result<Options, Failure> {
        let mut options = Options::new();
        let names: Option<Vec<String>> = self.read(names)?;
        let values: Option<Vec<Given>> = self.read(values)?;
        for (name, value) in names
            .into_iter()
            .flatten()
            .zip(values.into_iter().flatten())
        {
            let value = match &value {
                Some(Either4::A(int)) => OptionValue::Int(saturated(int)),
                Some(Either4::B(text)) => OptionValue::Text(text),
                Some(Either4::C(flag)) => OptionValue::Bool(*flag),
                Some(Either4::D(bytes)) => OptionValue::Bytes(bytes),
                // No option takes no bytes: the core refuses them by the option's name.
                None => OptionValue::Bytes(&[]),
            };
            options.set(&name, value)?;
        }
        Ok(options)
    }

    /// The memory of an argument that is a view on an `ArrayBuffer`.
    pub(crate) fn view(&self, index: usize) -> Result<View, Failure> {
        self.view_of(self.raw_argument(index))
    }

    /// The memory of a view on an `ArrayBuffer`.
    pub(crate) fn view_of(&self, value: sys::napi_value) -> Result<View, Failure> {
        let (mut kind, mut length, mut data) = (0, 0, ptr::null_mut());
        // SAFETY: a value of this call; the other pointers are to our own variables, or null where nothing is asked.
        let status = unsafe {
            sys::napi_get_typedarray_info(
                self.env().raw(),
                value,
                &mut kind,
                &mut length,
                &mut data,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        match (status, kind) {
            (
                sys::Status::napi_ok,
                TypedarrayType::uint8_array
                | TypedarrayType::int32_array
                | TypedarrayType::biguint64_array
                | TypedarrayType::bigint64_array,
            ) => Ok(View { kind, length, data }),
            _ => Err(NO_MEMORY),
        }
    }

    /// The bytes of a `Uint8Array`.
    pub(crate) fn bytes(&self, index: usize) -> Result<&[u8], Failure> {
        let view = self.view(index)?;
        // SAFETY: the memory is there until JavaScript runs again, which it does not during the call.
        Ok(unsafe { slice::from_raw_parts(view.bytes()?.as_ptr(), view.length()) })
    }
}

const NO_MEMORY: Failure = Failure::Type("a Uint8Array, BigUint64Array or BigInt64Array");

/// The memory of a view: it is there until JavaScript runs again.
pub(crate) struct View {
    kind: sys::napi_typedarray_type,
    length: usize,
    data: *mut c_void,
}

/// The memory of a view, to be filled.
pub(crate) enum Target<'a> {
    Bytes(&'a mut [u8]),
    Ints(&'a mut [u64]),
}

/// The ends of the rows of a column.
pub(crate) enum Offsets<'a> {
    Short(&'a [i32]),
    Long(&'a [i64]),
}

impl View {
    /// How many elements there are: an empty view may have no memory at all.
    fn length(&self) -> usize {
        match self.data.is_null() {
            true => 0,
            false => self.length,
        }
    }

    /// Where they begin.
    fn start<T>(&self) -> *mut T {
        match self.data.is_null() {
            true => ptr::NonNull::dangling().as_ptr(),
            false => self.data.cast(),
        }
    }

    /// # Safety
    /// Elements are of this size, and of no more alignment.
    unsafe fn elements<T>(&self) -> &[T] {
        // SAFETY: Node tells the length, and aligns each view by its type; no JavaScript runs, to change the memory or to take it away.
        unsafe { slice::from_raw_parts(self.start(), self.length()) }
    }

    /// Bytes to read.
    pub(crate) fn bytes(&self) -> Result<&[u8], Failure> {
        match self.kind {
            // SAFETY: elements are bytes.
            TypedarrayType::uint8_array => Ok(unsafe { self.elements() }),
            _ => Err(Failure::Type("a Uint8Array")),
        }
    }

    /// Integers of 64 bits to read, those with a sign in two's complement.
    pub(crate) fn ints(&self) -> Result<&[u64], Failure> {
        match self.kind {
            TypedarrayType::biguint64_array | TypedarrayType::bigint64_array => {
                // SAFETY: elements are of 64 bits.
                Ok(unsafe { self.elements() })
            }
            _ => Err(Failure::Type("a BigUint64Array or BigInt64Array")),
        }
    }

    /// Offsets to read.
    pub(crate) fn offsets(&self) -> Result<Offsets<'_>, Failure> {
        match self.kind {
            // SAFETY: elements are of 32 bits.
            TypedarrayType::int32_array => Ok(Offsets::Short(unsafe { self.elements() })),
            // SAFETY: elements are of 64 bits.
            TypedarrayType::bigint64_array => Ok(Offsets::Long(unsafe { self.elements() })),
            _ => Err(Failure::Type("an Int32Array or BigInt64Array")),
        }
    }

    /// The memory, by the type of its elements.
    ///
    /// # Safety
    /// Nobody else reads or writes it meanwhile: it is not shared between threads, and no JavaScript runs.
    pub(crate) unsafe fn target(&mut self) -> Result<Target<'_>, Failure> {
        let length = self.length();
        // SAFETY: Node tells type and length, and aligns each view by its type; the rest is the caller's promise.
        unsafe {
            match self.kind {
                TypedarrayType::uint8_array => Ok(Target::Bytes(slice::from_raw_parts_mut(
                    self.start(),
                    length,
                ))),
                TypedarrayType::biguint64_array | TypedarrayType::bigint64_array => Ok(
                    Target::Ints(slice::from_raw_parts_mut(self.start(), length)),
                ),
                _ => Err(NO_MEMORY),
            }
        }
    }
}

/// The nearest integer of 128 bits: what is beyond is too wide for everything, as is the end of the range.
pub(crate) fn saturated(int: &BigInt) -> i128 {
    let (value, fits) = magnitude(int);
    match (i128::try_from(value), fits, int.sign_bit) {
        (Ok(value), true, false) => value,
        (Ok(value), true, true) => -value,
        (_, _, false) => i128::MAX,
        (_, _, true) => i128::MIN,
    }
}

/// An integer that is not negative, if it has at most 128 bits.
pub(crate) fn unsigned(int: &BigInt) -> Option<u128> {
    match magnitude(int) {
        (0, true) => Some(0),
        (value, true) if !int.sign_bit => Some(value),
        _ => None,
    }
}

/// The low 128 bits, and whether there are no others.
fn magnitude(int: &BigInt) -> (u128, bool) {
    let word = |index: usize| u128::from(int.words.get(index).copied().unwrap_or(0));
    let fits = int.words.iter().skip(2).all(|word| *word == 0);
    (word(1) << 64 | word(0), fits)
}

/// An integer for JavaScript.
pub(crate) fn big(int: i128) -> BigInt {
    let value = int.unsigned_abs();
    BigInt {
        sign_bit: int < 0,
        words: vec![value as u64, (value >> 64) as u64],
    }
}

/// An integer for JavaScript that is not negative.
pub(crate) fn big_unsigned(value: u128) -> BigInt {
    BigInt {
        sign_bit: false,
        words: vec![value as u64, (value >> 64) as u64],
    }
}
