//! The buffers of an array as slices. Their lengths come from the array; only its producer
//! guarantees them.

use core::ffi::c_void;
use core::slice;

use super::abi::RawArrowArray;
use crate::columns::bits::Bits;
use crate::error::{Error, ErrorCode};

/// Names of structure members, for errors.
pub(super) const BUFFERS: &str = "ArrowArray.buffers";
const N_BUFFERS: &str = "ArrowArray.n_buffers";
const LENGTH: &str = "ArrowArray.length";
const OFFSET: &str = "ArrowArray.offset";
const NULL_COUNT: &str = "ArrowArray.null_count";
const CHILDREN: &str = "ArrowArray.n_children";
const RELEASE: &str = "ArrowArray.release";

pub(super) const fn bad(what: &'static str) -> Error {
    Error::about(ErrorCode::InvalidLength, what)
}

pub(super) const fn missing(what: &'static str) -> Error {
    Error::about(ErrorCode::NullArgument, what)
}

/// An array whose lengths and counts are consistent.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    buffers: &'a [Shared],
    /// The first row.
    pub(super) first: usize,
    /// The number of rows.
    pub(super) rows: usize,
    nulls: i64,
}

/// The address of read-only memory.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared(*const c_void);

// SAFETY: the interface lets any thread read an array that is not released, and nobody writes to it
// meanwhile.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl<'a> Memory<'a> {
    /// # Safety
    /// `array.buffers` is null or points to `n_buffers` addresses that do not change during `'a`.
    pub(super) unsafe fn of(array: &'a RawArrowArray) -> Result<Self, Error> {
        if array.is_released() {
            return Err(missing(RELEASE));
        }
        if array.n_children != 0 {
            return Err(bad(CHILDREN));
        }
        let first = usize::try_from(array.offset).map_err(|_| bad(OFFSET))?;
        let rows = usize::try_from(array.length).map_err(|_| bad(LENGTH))?;
        if first
            .checked_add(rows)
            .is_none_or(|end| end >= isize::MAX as usize)
        {
            return Err(bad(OFFSET));
        }
        if !(-1..=array.length).contains(&array.null_count) {
            return Err(bad(NULL_COUNT));
        }
        let count = usize::try_from(array.n_buffers).map_err(|_| bad(N_BUFFERS))?;
        let at: *const Shared = array.buffers.cast_const().cast();
        let buffers = match count {
            0 => &[],
            // SAFETY: the caller guarantees `count` addresses, and `Shared` has their layout.
            count => unsafe { listed(at, count) }?,
        };
        Ok(Self {
            buffers,
            first,
            rows,
            nulls: array.null_count,
        })
    }

    /// Fails unless the array has this number of buffers.
    pub(super) fn counted(&self, buffers: usize) -> Result<(), Error> {
        match self.buffers.len() == buffers {
            true => Ok(()),
            false => Err(bad(N_BUFFERS)),
        }
    }

    /// Returns the buffers after the first two, and their lengths, which the last buffer holds.
    ///
    /// # Safety
    /// The buffers are as the array describes them.
    pub(super) unsafe fn pieces(&self) -> Result<Pieces<'a>, Error> {
        let [_, _, pieces @ .., lens] = self.buffers else {
            return Err(bad(N_BUFFERS));
        };
        let lens: &[i64] = match pieces.len() {
            0 => &[],
            // SAFETY: the caller guarantees one length per piece.
            count => unsafe { listed(lens.0.cast(), count) }?,
        };
        for (piece, &len) in pieces.iter().zip(lens) {
            if isize::try_from(len).map_err(|_| bad(BUFFERS))? < 0 {
                return Err(bad(BUFFERS));
            }
            if piece.0.is_null() && len > 0 {
                return Err(missing(BUFFERS));
            }
        }
        Ok(Pieces { pieces, lens })
    }

    /// Returns the first `count` elements of buffer `nth`.
    ///
    /// # Safety
    /// The buffer holds that number of elements during `'a`.
    pub(super) unsafe fn list<T>(&self, nth: usize, count: usize) -> Result<&'a [T], Error> {
        if count == 0 {
            return Ok(&[]);
        }
        let buffer = self.buffers.get(nth).ok_or(bad(N_BUFFERS))?;
        // SAFETY: guaranteed by the caller (see `# Safety`).
        unsafe { listed(buffer.0.cast(), count) }
    }

    /// Returns the elements of buffer `nth` that belong to the rows, `each` per row, and the `more`
    /// elements after them.
    ///
    /// # Safety
    /// The buffers are as the array describes them.
    pub(super) unsafe fn rows<T>(
        &self,
        nth: usize,
        each: usize,
        more: usize,
    ) -> Result<&'a [T], Error> {
        if self.rows == 0 {
            return Ok(&[]);
        }
        let of = |rows: usize| rows.checked_mul(each).ok_or(bad(LENGTH));
        let from = of(self.first)?;
        let end = of(self.first + self.rows)?
            .checked_add(more)
            .ok_or(bad(LENGTH))?;
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let all = unsafe { self.list(nth, end) }?;
        Ok(all.get(from..).unwrap_or_default())
    }

    /// Returns the bytes up to the last offset, and the offsets of the rows. The other offsets may
    /// still point outside.
    ///
    /// # Safety
    /// The buffers are as the array describes them.
    pub(super) unsafe fn behind<O: Offset>(&self) -> Result<(&'a [u8], &'a [O]), Error> {
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let offsets: &[O] = unsafe { self.rows(1, 1, 1) }?;
        // Without rows the offsets may be missing.
        let Some(&last) = offsets.last() else {
            return Ok((&[], O::NONE));
        };
        // `Cells::check` rejects a negative offset, with its row.
        let len = last.try_into().unwrap_or(0);
        // SAFETY: guaranteed by the caller (see `# Safety`).
        Ok((unsafe { self.list(2, len) }?, offsets))
    }

    /// Returns the validity bitmap, or `None` if no row is null.
    ///
    /// # Safety
    /// The buffers are as the array describes them.
    pub(super) unsafe fn valid(&self) -> Result<Option<Bits<'a>>, Error> {
        let buffer = self.buffers.first().ok_or(bad(N_BUFFERS))?;
        if buffer.0.is_null() {
            return match self.nulls {
                1.. => Err(missing(BUFFERS)),
                _ => Ok(None),
            };
        }
        // SAFETY: guaranteed by the caller (see `# Safety`).
        let bytes = unsafe { self.list(0, (self.first + self.rows).div_ceil(8)) }?;
        Ok(Bits::new(bytes, self.first, self.rows))
    }
}

/// The buffers that views point into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<'a> {
    /// Each piece is readable for its whole length during `'a`.
    pieces: &'a [Shared],
    lens: &'a [i64],
}

impl<'a> Pieces<'a> {
    #[inline(always)]
    pub(crate) fn get(self, nth: usize) -> Option<&'a [u8]> {
        match (self.pieces.get(nth)?.0, *self.lens.get(nth)?) {
            (_, 0) => Some(&[]),
            // SAFETY: `Memory::pieces` rejects null and negative lengths, and its caller guarantees
            // the memory.
            (piece, len) => Some(unsafe { slice::from_raw_parts(piece.cast(), len as usize) }),
        }
    }
}

/// An offset of a row: 32 or 64 bits.
pub(super) trait Offset: Copy + TryInto<usize> + 'static {
    /// The offsets of an array without rows.
    const NONE: &[Self];
}

impl Offset for i32 {
    const NONE: &[Self] = &[0];
}

impl Offset for i64 {
    const NONE: &[Self] = &[0];
}

/// Returns `count` elements from an address on. Rejects an address that is null or unaligned, and a
/// size that exceeds that of any slice.
///
/// # Safety
/// If the address is not null and aligned, the elements are readable there during `'a`.
unsafe fn listed<'a, T>(at: *const T, count: usize) -> Result<&'a [T], Error> {
    if at.is_null() {
        return Err(missing(BUFFERS));
    }
    if !at.is_aligned() {
        return Err(Error::about(ErrorCode::NotApplicable, BUFFERS));
    }
    let size = size_of::<T>().checked_mul(count);
    if size.is_none_or(|size| size > isize::MAX as usize) {
        return Err(bad(LENGTH));
    }
    // SAFETY: the address is not null and aligned, the size is valid, and the caller guarantees the
    // elements.
    Ok(unsafe { slice::from_raw_parts(at, count) })
}
