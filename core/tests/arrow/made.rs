//! Arrays and types as a producer in C builds them. They count their releases.

use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::rc::Rc;

use sortid::columns::arrow::{ArrowArray, ArrowSchema, RawArrowArray, RawArrowSchema};

/// A counter of releases, shared with an array.
pub(crate) type Releases = Rc<Cell<usize>>;

/// A buffer with the alignment of words.
pub(crate) struct Aligned(Vec<u64>, usize);

impl Aligned {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut words = vec![0_u64; bytes.len().div_ceil(8)];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
            let mut padded = [0; 8];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_ne_bytes(padded);
        }
        Self(words, bytes.len())
    }

    pub(crate) fn ints<T: Copy>(ints: &[T], bytes: impl Fn(T) -> Vec<u8>) -> Self {
        Self::of(&ints.iter().flat_map(|&int| bytes(int)).collect::<Vec<_>>())
    }

    fn address(&self) -> *const c_void {
        match self.1 {
            0 => std::ptr::NonNull::<u64>::dangling().as_ptr().cast(),
            _ => self.0.as_ptr().cast(),
        }
    }
}

pub(crate) fn narrow(offsets: &[i32]) -> Option<Aligned> {
    Some(Aligned::ints(offsets, |int| int.to_ne_bytes().to_vec()))
}

pub(crate) fn wide(offsets: &[i64]) -> Option<Aligned> {
    Some(Aligned::ints(offsets, |int| int.to_ne_bytes().to_vec()))
}

pub(crate) fn bytes(bytes: &[u8]) -> Option<Aligned> {
    Some(Aligned::of(bytes))
}

struct HeldArray {
    addresses: Vec<*const c_void>,
    _buffers: Vec<Option<Aligned>>,
    dictionary: Option<Box<ArrowArray>>,
    releases: Releases,
}

unsafe extern "C" fn release_array(array: *mut RawArrowArray) {
    // SAFETY: `with_values` created the array.
    unsafe {
        let held = Box::from_raw((*array).private_data.cast::<HeldArray>());
        held.releases.set(held.releases.get() + 1);
        (*array).release = None;
    }
}

/// Returns an array of these buffers. `None` is a null buffer.
pub(crate) fn array(rows: i64, buffers: Vec<Option<Aligned>>) -> (ArrowArray, Releases) {
    with_values(rows, buffers, None)
}

/// Like [`array`], with the values of a dictionary, which the array owns.
pub(crate) fn with_values(
    rows: i64,
    buffers: Vec<Option<Aligned>>,
    values: Option<ArrowArray>,
) -> (ArrowArray, Releases) {
    let releases = Releases::default();
    let address =
        |buffer: &Option<Aligned>| buffer.as_ref().map_or(std::ptr::null(), Aligned::address);
    let mut held = Box::new(HeldArray {
        addresses: buffers.iter().map(address).collect(),
        _buffers: buffers,
        dictionary: values.map(Box::new),
        releases: Rc::clone(&releases),
    });
    let dictionary = held.dictionary.as_mut();
    let raw = RawArrowArray {
        length: rows,
        null_count: -1,
        n_buffers: held.addresses.len() as i64,
        buffers: held.addresses.as_mut_ptr(),
        dictionary: dictionary.map_or(std::ptr::null_mut(), |array| (&raw mut **array).cast()),
        release: Some(release_array),
        private_data: Box::into_raw(held).cast(),
        ..RawArrowArray::EMPTY
    };
    // SAFETY: `held` owns the buffers, and only the creating thread releases the array.
    (unsafe { ArrowArray::from_raw(raw) }, releases)
}

struct HeldSchema {
    format: CString,
    metadata: Option<Vec<u8>>,
    values: Option<Box<ArrowSchema>>,
}

unsafe extern "C" fn release_schema(schema: *mut RawArrowSchema) {
    // SAFETY: `with_values_of` created the type.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<HeldSchema>()));
        (*schema).release = None;
    }
}

/// Returns a type with this format string.
pub(crate) fn schema(letters: &str) -> ArrowSchema {
    with_values_of(letters, None, None)
}

/// Like [`schema`], with metadata, or for indices into values of another type.
pub(crate) fn with_values_of(
    letters: &str,
    metadata: Option<Vec<u8>>,
    values: Option<ArrowSchema>,
) -> ArrowSchema {
    let mut held = Box::new(HeldSchema {
        format: CString::new(letters).expect("letters"),
        metadata,
        values: values.map(Box::new),
    });
    let metadata = held.metadata.as_ref();
    let raw = RawArrowSchema {
        format: held.format.as_ptr(),
        metadata: metadata.map_or(std::ptr::null(), |bytes| bytes.as_ptr().cast()),
        dictionary: held
            .values
            .as_mut()
            .map_or(std::ptr::null_mut(), |schema| (&raw mut **schema).cast()),
        release: Some(release_schema),
        private_data: Box::into_raw(held).cast(),
        ..RawArrowSchema::EMPTY
    };
    // SAFETY: `held` owns the strings.
    unsafe { ArrowSchema::from_raw(raw) }
}
