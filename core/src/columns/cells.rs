//! The memory of a column: where the bytes of each row are.

use super::bits::Bits;
use crate::error::{Cause, Error, ErrorCode};

/// Memory that holds one id per row.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Cells<'a> {
    /// The integers of a 64-bit format; timeid's in two's complement.
    Ints(&'a [u64]),
    /// Rows of one width, one after another. Zero bytes at the end of a text are padding.
    Fixed {
        /// The bytes of all rows.
        data: &'a [u8],
        /// The bytes per row, at least 1.
        width: usize,
    },
    /// Rows of one width with gaps between them: one member of an array of records.
    Strided {
        /// The memory from the first row to the end of the last.
        data: &'a [u8],
        /// The bytes per row, at least 1.
        width: usize,
        /// The bytes from the start of one row to the start of the next, at least the width.
        stride: usize,
    },
    /// Rows of any width: row n extends from offset n to offset n + 1.
    Offsets32 {
        /// The bytes of all rows.
        data: &'a [u8],
        /// The offsets, one more than there are rows.
        offsets: &'a [i32],
    },
    /// The same with 64-bit offsets.
    Offsets64 {
        /// The bytes of all rows.
        data: &'a [u8],
        /// The offsets, one more than there are rows.
        offsets: &'a [i64],
    },
    /// Arrow's views, in native byte order: the length, then a row of up to 12 bytes; for a longer
    /// row its first four bytes, a buffer number and an offset.
    Views {
        /// One view per row.
        views: &'a [[u8; 16]],
        /// The buffers that hold the rows of more than 12 bytes.
        buffers: Buffers<'a>,
    },
}

/// The buffers that views of long rows point into.
#[derive(Clone, Copy, Debug)]
pub struct Buffers<'a>(Pieces<'a>);

#[derive(Clone, Copy, Debug)]
enum Pieces<'a> {
    Slices(&'a [&'a [u8]]),
    #[cfg(feature = "arrow")]
    Arrow(super::arrow::Pieces<'a>),
}

impl<'a> Buffers<'a> {
    #[cfg(feature = "arrow")]
    pub(super) const fn of_arrow(pieces: super::arrow::Pieces<'a>) -> Self {
        Self(Pieces::Arrow(pieces))
    }

    #[inline(always)]
    fn get(self, nth: usize) -> Option<&'a [u8]> {
        match self.0 {
            Pieces::Slices(slices) => slices.get(nth).copied(),
            #[cfg(feature = "arrow")]
            Pieces::Arrow(pieces) => pieces.get(nth),
        }
    }
}

impl<'a> From<&'a [&'a [u8]]> for Buffers<'a> {
    fn from(slices: &'a [&'a [u8]]) -> Self {
        Self(Pieces::Slices(slices))
    }
}

impl<'a, const N: usize> From<&'a [&'a [u8]; N]> for Buffers<'a> {
    fn from(slices: &'a [&'a [u8]; N]) -> Self {
        Self::from(&slices[..])
    }
}

impl<'a> Cells<'a> {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Cells::Ints(ints) => ints.len(),
            Cells::Fixed { data, width } => data.len() / width.max(&1),
            Cells::Strided { data, stride, .. } => data.len().div_ceil(*stride.max(&1)),
            Cells::Offsets32 { offsets, .. } => offsets.len().saturating_sub(1),
            Cells::Offsets64 { offsets, .. } => offsets.len().saturating_sub(1),
            Cells::Views { views, .. } => views.len(),
        }
    }

    /// Fails with `invalid_length` and the row if a row lies outside the memory. Null views may
    /// point anywhere.
    pub(super) fn check(&self, valid: Option<Bits<'_>>) -> Result<(), Error> {
        let bad = match *self {
            Cells::Ints(_) => None,
            Cells::Fixed { data, width } => {
                let is_whole = width > 0 && data.len().is_multiple_of(width);
                (!is_whole).then(|| self.rows())
            }
            Cells::Strided {
                data,
                width,
                stride,
            } => {
                let last = data.len().checked_sub(width);
                let is_whole =
                    data.is_empty() || last.is_some_and(|last| last.is_multiple_of(stride));
                let is_inside = width > 0 && width <= stride && is_whole;
                (!is_inside).then(|| self.rows())
            }
            Cells::Offsets32 { data, offsets } => first_outside(data.len(), offsets),
            Cells::Offsets64 { data, offsets } => first_outside(data.len(), offsets),
            Cells::Views { views, buffers } => {
                let is_present = |row| valid.is_none_or(|valid| valid.word(row, 1) == 1);
                let mut rows = views.iter().enumerate();
                let mut outside = rows
                    .by_ref()
                    .filter(|(_, view)| view_bytes(view, buffers).is_none());
                outside
                    .find(|&(row, _)| is_present(row))
                    .map(|(row, _)| row)
            }
        };
        bad.map_or(Ok(()), |row| {
            let error = Error::at(ErrorCode::InvalidLength, row);
            Err(error.because(Cause::Named("\0the row lies outside the memory")))
        })
    }

    /// Fills `rows` with the bytes of the rows from `first` on. A row outside the memory, which
    /// after [`check`](Self::check) only a null view can be, becomes empty.
    pub(super) fn rows_from(&self, first: usize, rows: &mut [&'a [u8]]) {
        fn fill<'a, R>(
            rows: &mut [&'a [u8]],
            from: impl Iterator<Item = R>,
            bytes: impl Fn(R) -> Option<&'a [u8]>,
        ) {
            for (row, from) in rows.iter_mut().zip(from) {
                *row = bytes(from).unwrap_or_default();
            }
        }
        match *self {
            Cells::Ints(_) => {}
            Cells::Fixed { data, width } => {
                fill(rows, data[first * width..].chunks_exact(width), Some);
            }
            Cells::Strided {
                data,
                width,
                stride,
            } => {
                let each = data
                    .get(first * stride..)
                    .unwrap_or_default()
                    .chunks(stride);
                fill(rows, each, |row| row.get(..width));
            }
            Cells::Offsets32 { data, offsets } => {
                let offsets = &offsets[first..][..rows.len() + 1];
                match of_one_length(data, offsets) {
                    Some(data) => fill(rows, data.chunks_exact(data.len() / rows.len()), Some),
                    None => fill(rows, offsets.windows(2), |ends| between(data, ends)),
                }
            }
            Cells::Offsets64 { data, offsets } => {
                fill(rows, offsets[first..].windows(2), |ends| {
                    between(data, ends)
                });
            }
            Cells::Views { views, buffers } => {
                fill(rows, views[first..].iter(), |view| {
                    view_bytes(view, buffers)
                });
            }
        }
    }
}

/// Returns the first row whose offsets decrease or lie outside the memory; 0 if there are no
/// offsets.
fn first_outside<O: Copy + Ord + TryInto<usize> + Default>(
    len: usize,
    offsets: &[O],
) -> Option<usize> {
    let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else {
        return Some(0);
    };
    if first < O::default() {
        return Some(0);
    }
    if let Some(row) = offsets.windows(2).position(|ends| ends[0] > ends[1]) {
        return Some(row);
    }
    // Offsets never decrease, so the last one is the largest.
    let is_inside = |offset: O| offset.try_into().is_ok_and(|offset: usize| offset <= len);
    match is_inside(last) {
        true => None,
        false => offsets
            .iter()
            .position(|&end| !is_inside(end))
            .map(|end| end.saturating_sub(1)),
    }
}

/// The longest row that a view holds inline.
const INLINE: usize = 12;

/// Returns the row that a view points to; `None` if it lies outside the buffers.
#[inline(always)]
fn view_bytes<'a>(view: &'a [u8; 16], buffers: Buffers<'a>) -> Option<&'a [u8]> {
    let [[a, b, c, d], _, [i, j, k, l], [m, n, o, p]] = *view.as_chunks().0 else {
        return None;
    };
    let len = usize::try_from(i32::from_ne_bytes([a, b, c, d])).ok()?;
    if len <= INLINE {
        return view.get(4..4 + len);
    }
    let buffer = usize::try_from(i32::from_ne_bytes([i, j, k, l])).ok()?;
    let at = usize::try_from(i32::from_ne_bytes([m, n, o, p])).ok()?;
    buffers.get(buffer)?.get(at..at.checked_add(len)?)
}

/// Returns the memory of rows that all have one length, as in most formats. The caller can then
/// ignore the offsets.
#[inline(always)]
fn of_one_length<'a>(data: &'a [u8], offsets: &[i32]) -> Option<&'a [u8]> {
    let (&[first, second, ..], &last) = (offsets.first_chunk::<2>()?, offsets.last()?);
    let length = second.wrapping_sub(first);
    let ends = offsets.iter().zip(offsets.get(1..)?);
    let other = ends.fold(0, |other, (from, to)| {
        other | (to.wrapping_sub(*from) ^ length)
    });
    let is_one = other == 0 && length > 0;
    is_one.then(|| between(data, &[first, last]))?
}

/// Returns the bytes between two offsets.
#[inline(always)]
fn between<'a, O: Copy + TryInto<usize>>(data: &'a [u8], ends: &[O]) -> Option<&'a [u8]> {
    match *ends {
        [from, to] => data.get(from.try_into().ok()?..to.try_into().ok()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(cells: Cells<'_>) -> Option<usize> {
        cells
            .check(None)
            .map_err(|error| error.offset().expect("a row"))
            .err()
    }

    #[test]
    fn offsets_that_lead_out_of_the_memory_are_refused_by_their_row() {
        let data = &[0; 10];
        for (offsets, bad) in [
            (&[0, 5, 10][..], None),
            (&[3, 3], None),
            (&[10], None),
            (&[], Some(0)),
            (&[-1, 5], Some(0)),
            (&[0, 5, 4], Some(1)),
            (&[0, 5, 11], Some(1)),
            (&[11], Some(0)),
            (&[0, 2, 11, 12], Some(1)),
            (&[0, i32::MAX, i32::MIN], Some(1)),
        ] {
            assert_eq!(
                refused(Cells::Offsets32 { data, offsets }),
                bad,
                "{offsets:?}"
            );
            let offsets: Vec<_> = offsets.iter().map(|&offset| i64::from(offset)).collect();
            let offsets = &offsets[..];
            assert_eq!(
                refused(Cells::Offsets64 { data, offsets }),
                bad,
                "{offsets:?}"
            );
        }
        let offsets = &[0, i64::MAX];
        assert_eq!(refused(Cells::Offsets64 { data, offsets }), Some(0));
    }

    #[test]
    fn views_that_lead_out_of_their_buffers_are_refused_by_their_row() {
        let view = |words: [i32; 4]| {
            let mut view = [0; 16];
            let (parts, _) = view.as_chunks_mut();
            for (part, word) in parts.iter_mut().zip(words) {
                *part = word.to_ne_bytes();
            }
            view
        };
        let buffers = &[&b""[..], b"abcdefghijklmnopqrst"];
        let buffers = Buffers::from(buffers);
        for (words, expected) in [
            ([0, 0, 0, 0], Some(&b""[..])),
            ([2, i32::from_ne_bytes(*b"xyzz"), -1, -1], Some(b"xy")),
            ([13, 0, 1, 7], Some(b"hijklmnopqrst")),
            ([13, 0, 1, 8], None),
            ([13, 0, 0, 0], None),
            ([13, 0, 2, 0], None),
            ([13, 0, -1, 0], None),
            ([13, 0, 1, -1], None),
            ([-1, 0, 1, 0], None),
            ([i32::MAX, 0, 1, i32::MAX], None),
        ] {
            let views = &[view([0; 4]), view(words)];
            let bad = expected.is_none().then_some(1);
            assert_eq!(refused(Cells::Views { views, buffers }), bad, "{words:?}");
            let mut rows = [&b""[..]];
            Cells::Views { views, buffers }.rows_from(1, &mut rows);
            assert_eq!(rows[0], expected.unwrap_or_default(), "{words:?}");
        }
    }

    #[test]
    fn rows_of_one_width_fill_the_memory() {
        let data = &[0; 10];
        for (width, bad) in [
            (5, None),
            (10, None),
            (1, None),
            (0, Some(10)),
            (3, Some(3)),
            (11, Some(0)),
        ] {
            assert_eq!(refused(Cells::Fixed { data, width }), bad, "{width}");
        }
    }

    #[test]
    fn rows_with_something_between_them_end_with_the_last() {
        for (len, width, stride, bad) in [
            (10, 2, 4, None),
            (2, 2, 4, None),
            (0, 2, 4, None),
            (8, 2, 4, Some(2)),
            (1, 2, 4, Some(1)),
            (10, 0, 5, Some(2)),
            (10, 5, 4, Some(3)),
            (10, 2, 0, Some(10)),
            (10, 11, usize::MAX, Some(1)),
        ] {
            let data = &[0; 10][..len];
            let cells = Cells::Strided {
                data,
                width,
                stride,
            };
            assert_eq!(refused(cells), bad, "{len} {width} {stride}");
        }
        let cells = Cells::Strided {
            data: b"ab..cd..ef",
            width: 2,
            stride: 4,
        };
        let mut rows = [&b""[..]; 2];
        cells.rows_from(1, &mut rows);
        assert_eq!((cells.rows(), rows), (3, [&b"cd"[..], b"ef"]));
    }
}
