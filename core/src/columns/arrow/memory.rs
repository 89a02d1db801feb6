//! The buffers of an array as slices. How long they are is what the array says, and nothing but its producer's promise.

use core::ffi::c_void;
use core::slice;

use super::abi::RawArrowArray;
use crate::columns::bits::Bits;
use crate::error::{Error, ErrorCode};

/// The member of the structure that an error is about.
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

/// An array whose numbers go together.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    buffers: &'a [Shared],
    /// From this row on …
    pub(super) first: usize,
    /// … so many.
    pub(super) rows: usize,
    nulls: i64,
}

/// The address of memory that is only read.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared(*const c_void);

// SAFETY: the interface lets any thread read what is not released, and nobody writes it meanwhile.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl<'a> Memory<'a> {
    /// # Safety
    /// `array.buffers`, if it is not null, points to `n_buffers` addresses, which stay as they are during `'a`.
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
            // SAFETY: as the caller promises: so many, of the same shape as addresses.
            count => unsafe { listed(at, count) }?,
        };
        Ok(Self {
            buffers,
            first,
            rows,
            nulls: array.null_count,
        })
    }

    /// How many buffers there are must be this.
    pub(super) fn counted(&self, buffers: usize) -> Result<(), Error> {
        match self.buffers.len() == buffers {
            true => Ok(()),
            false => Err(bad(N_BUFFERS)),
        }
    }

    /// The buffers behind the first two, and the lengths of those before the last, which holds them.
    ///
    /// # Safety
    /// What the array says of its buffers is so.
    pub(super) unsafe fn pieces(&self) -> Result<Pieces<'a>, Error> {
        let [_, _, pieces @ .., lens] = self.buffers else {
            return Err(bad(N_BUFFERS));
        };
        let lens: &[i64] = match pieces.len() {
            0 => &[],
            // SAFETY: a length for each of them stands there, as the caller promises.
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

    /// Of the buffer of this number all up to a number of things, from the first one on.
    ///
    /// # Safety
    /// So many stand there during `'a`.
    pub(super) unsafe fn list<T>(&self, nth: usize, count: usize) -> Result<&'a [T], Error> {
        if count == 0 {
            return Ok(&[]);
        }
        let buffer = self.buffers.get(nth).ok_or(bad(N_BUFFERS))?;
        // SAFETY: as the caller promises.
        unsafe { listed(buffer.0.cast(), count) }
    }

    /// Of the buffer of this number those for the rows, and so many more, where each row has so many.
    ///
    /// # Safety
    /// What the array says of its buffers is so.
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
        // SAFETY: as the caller promises.
        let all = unsafe { self.list(nth, end) }?;
        Ok(all.get(from..).unwrap_or_default())
    }

    /// Offsets from the first row on, and the bytes up to where the last of them leads, both of which may still lead outside.
    ///
    /// # Safety
    /// What the array says of its buffers is so.
    pub(super) unsafe fn behind<O: Offset>(&self) -> Result<(&'a [u8], &'a [O]), Error> {
        // SAFETY: as the caller promises.
        let offsets: &[O] = unsafe { self.rows(1, 1, 1) }?;
        // Of no rows they may be missing.
        let Some(&last) = offsets.last() else {
            return Ok((&[], O::NONE));
        };
        // A negative one is refused with its row by who judges all of them.
        let len = last.try_into().unwrap_or(0);
        // SAFETY: as the caller promises.
        Ok((unsafe { self.list(2, len) }?, offsets))
    }

    /// Which rows are there; `None` where all are.
    ///
    /// # Safety
    /// What the array says of its buffers is so.
    pub(super) unsafe fn valid(&self) -> Result<Option<Bits<'a>>, Error> {
        let buffer = self.buffers.first().ok_or(bad(N_BUFFERS))?;
        if buffer.0.is_null() {
            return match self.nulls {
                1.. => Err(missing(BUFFERS)),
                _ => Ok(None),
            };
        }
        // SAFETY: as the caller promises.
        let bytes = unsafe { self.list(0, (self.first + self.rows).div_ceil(8)) }?;
        Ok(Bits::new(bytes, self.first, self.rows))
    }
}

/// The memory to which views lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<'a> {
    /// Each is as long as it is said to be, during `'a`.
    pieces: &'a [Shared],
    lens: &'a [i64],
}

impl<'a> Pieces<'a> {
    #[inline(always)]
    pub(crate) fn get(self, nth: usize) -> Option<&'a [u8]> {
        match (self.pieces.get(nth)?.0, *self.lens.get(nth)?) {
            (_, 0) => Some(&[]),
            // SAFETY: neither null nor of a negative length, as was seen when this was made.
            (piece, len) => Some(unsafe { slice::from_raw_parts(piece.cast(), len as usize) }),
        }
    }
}

/// Where a row begins and the one before it ends.
pub(super) trait Offset: Copy + TryInto<usize> + 'static {
    /// Those of no rows.
    const NONE: &[Self];
}

impl Offset for i32 {
    const NONE: &[Self] = &[0];
}

impl Offset for i64 {
    const NONE: &[Self] = &[0];
}

/// So many things from an address on, which is refused where no slice could begin there, or be so long.
///
/// # Safety
/// They stand there during `'a`, if the address is not null and fit for them.
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
    // SAFETY: not null, aligned, no longer than memory can be, and there, as the caller promises.
    Ok(unsafe { slice::from_raw_parts(at, count) })
}
