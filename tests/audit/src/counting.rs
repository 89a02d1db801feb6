//! Repeats and inversions among 64-bit ids, in files larger than the memory.
//!
//! A *stream* is a file of big-endian integers in the order in which one thread generated them. The
//! ids of all streams are divided by their value, thus by time, into *ranges* that fit into memory.
//! Each range is sorted, and equal neighbours are counted. Only those blocks of a stream are read
//! that may contain ids of the range, so ids in order are read about twice.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The order of a format's integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    /// Integers without a sign.
    Unsigned,
    /// Integers in two's complement.
    Signed,
}

/// The result of a count.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// The number of ids.
    pub(crate) ids: u64,
    /// The number of ids less the number of distinct ids.
    pub(crate) repeated: u64,
    /// The number of ids that are below the id before them in their stream.
    pub(crate) inversions: u64,
    /// The smallest repeated id, and the streams that contain it.
    pub(crate) example: Option<(u64, Vec<PathBuf>)>,
}

/// The numbers of ids in memory at once.
struct Sizes {
    block: usize,
    range: usize,
    /// Range bounds are chosen from one id in this many.
    sample: usize,
}

/// 256 KiB a block, and 128 MiB a range.
const SIZES: Sizes = Sizes {
    block: 1 << 15,
    range: 1 << 24,
    sample: 1 << 10,
};

const SIZE: usize = size_of::<u64>();

/// Consecutive ids of a stream, and the bounds of their keys.
struct Block {
    stream: usize,
    start: u64,
    min: u64,
    max: u64,
}

/// Counts the ids of all streams. An incomplete integer at the end of a stream is ignored.
///
/// # Errors
/// A stream that cannot be read.
pub(crate) fn count(streams: &[PathBuf], order: Order) -> io::Result<Counts> {
    count_in(streams, order, &SIZES)
}

fn count_in(streams: &[PathBuf], order: Order, sizes: &Sizes) -> io::Result<Counts> {
    // Keys sort as the ids do.
    let flip = match order {
        Order::Unsigned => 0,
        Order::Signed => 1 << 63,
    };
    let (mut counts, mut blocks, mut samples) = (Counts::default(), Vec::new(), Vec::new());
    let mut keys = Vec::new();
    for (stream, path) in streams.iter().enumerate() {
        let (mut file, mut start, mut last) = (File::open(path)?, 0, None);
        loop {
            keys.clear();
            read(&mut file, sizes.block, flip, &mut keys)?;
            let (Some(&min), Some(&max)) = (keys.iter().min(), keys.iter().max()) else {
                break;
            };
            let before = last.into_iter().chain(keys.iter().copied());
            let pairs = before.zip(keys.iter().skip(usize::from(last.is_none())));
            counts.inversions += pairs.filter(|(before, key)| before > key).count() as u64;
            samples.extend(keys.iter().step_by(sizes.sample));
            blocks.push(Block {
                stream,
                start,
                min,
                max,
            });
            start += (keys.len() * SIZE) as u64;
            counts.ids += keys.len() as u64;
            last = keys.last().copied();
        }
    }
    samples.sort_unstable();
    // The first range begins at the smallest key, which may be in no sample.
    let ends = samples
        .iter()
        .copied()
        .step_by(sizes.range.div_ceil(sizes.sample));
    let mut ends: Vec<u64> = ends.skip(1).collect();
    ends.dedup();
    let mut first = 0;
    for end in ends.into_iter().map(Some).chain([None]) {
        let is_inside = |key: u64| key >= first && end.is_none_or(|end| key < end);
        let mut range = Vec::new();
        for block in &blocks {
            if block.max >= first && end.is_none_or(|end| block.min < end) {
                keys.clear();
                block.read(streams, sizes, flip, &mut keys)?;
                range.extend(keys.iter().copied().filter(|&key| is_inside(key)));
            }
        }
        range.sort_unstable();
        let mut repeated = range
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .peekable();
        if let (None, Some(pair)) = (&counts.example, repeated.peek()) {
            let key = pair[0];
            let mut holders = Vec::new();
            for block in &blocks {
                keys.clear();
                if (block.min..=block.max).contains(&key) {
                    block.read(streams, sizes, flip, &mut keys)?;
                }
                if keys.contains(&key) {
                    holders.push(streams[block.stream].clone());
                }
            }
            // Blocks are in stream order.
            holders.dedup();
            counts.example = Some((key ^ flip, holders));
        }
        counts.repeated += repeated.count() as u64;
        first = end.unwrap_or_default();
    }
    Ok(counts)
}

impl Block {
    fn read(
        &self,
        streams: &[PathBuf],
        sizes: &Sizes,
        flip: u64,
        keys: &mut Vec<u64>,
    ) -> io::Result<()> {
        let mut file = File::open(&streams[self.stream])?;
        file.seek(SeekFrom::Start(self.start))?;
        read(&mut file, sizes.block, flip, keys)
    }
}

/// Appends the keys of up to `most` ids.
fn read(file: &mut File, most: usize, flip: u64, keys: &mut Vec<u64>) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(most * SIZE);
    file.take((most * SIZE) as u64).read_to_end(&mut bytes)?;
    let (ids, _) = bytes.as_chunks::<SIZE>();
    keys.extend(ids.iter().map(|id| u64::from_be_bytes(*id) ^ flip));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::fs;

    /// Small, so that a few hundred ids have many blocks and ranges.
    const SMALL: Sizes = Sizes {
        block: 8,
        range: 32,
        sample: 4,
    };

    fn counted(streams: &[Vec<u64>], order: Order) -> Counts {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |(at, ids): (usize, &Vec<u64>)| {
            let path = folder.path().join(at.to_string());
            let mut bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_be_bytes()).collect();
            // An incomplete id, as a killed process may leave it.
            bytes.extend([0xff; 5]);
            fs::write(&path, bytes).expect("a stream");
            path
        };
        let paths: Vec<PathBuf> = streams.iter().enumerate().map(write).collect();
        let small = count_in(&paths, order, &SMALL).expect("small ranges");
        assert_eq!(small, count(&paths, order).expect("one range"));
        small
    }

    fn found(streams: &[Vec<u64>], order: Order) -> (u64, u64, u64) {
        let counts = counted(streams, order);
        (counts.ids, counts.repeated, counts.inversions)
    }

    fn every_third(first: u64) -> Vec<u64> {
        (0..500).map(|at| (1 << 40) + first + 3 * at).collect()
    }

    #[test]
    fn distinct_ids_in_order_are_neither_repeated_nor_inverted() {
        let streams = [every_third(0), every_third(1), every_third(2), Vec::new()];
        assert_eq!(found(&streams, Order::Unsigned), (1500, 0, 0));
        assert_eq!(found(&[], Order::Unsigned), (0, 0, 0));
    }

    #[test]
    fn repeat_is_found_in_one_stream_and_across_streams() {
        for at in 0..500 {
            let mut one = every_third(0);
            one.insert(at, one[at]);
            assert_eq!(found(&[one, every_third(1)], Order::Unsigned), (1001, 1, 0));
            let other = vec![every_third(0)[at]];
            let counts = counted(&[every_third(0), every_third(1), other], Order::Unsigned);
            assert_eq!((counts.repeated, counts.inversions), (1, 0));
            let (id, holders) = counts.example.expect("an example");
            let names: Vec<_> = holders.iter().filter_map(|path| path.file_name()).collect();
            assert_eq!(
                (id, names),
                (every_third(0)[at], vec!["0".as_ref(), "2".as_ref()])
            );
        }
    }

    #[test]
    fn inversion_is_found_within_and_between_blocks() {
        for at in 1..500 {
            let mut ids = every_third(0);
            ids.swap(at - 1, at);
            assert_eq!(found(&[ids], Order::Unsigned), (500, 0, 1), "{at}");
        }
    }

    #[test]
    fn signed_ids_are_in_order_through_zero() {
        let ids: Vec<u64> = (-250..250_i64).map(i64::cast_unsigned).collect();
        assert_eq!(
            found(std::slice::from_ref(&ids), Order::Signed),
            (500, 0, 0)
        );
        assert_eq!(found(&[ids], Order::Unsigned), (500, 0, 1));
    }

    #[test]
    fn disordered_ids_are_counted_as_by_a_set() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            state >> 54
        };
        let streams: Vec<Vec<u64>> = (0..7)
            .map(|_| (0..200).map(|_| random()).collect())
            .collect();
        let distinct = streams.iter().flatten().collect::<HashSet<_>>().len() as u64;
        let counts = counted(&streams, Order::Unsigned);
        assert_eq!((counts.ids, counts.repeated), (1400, 1400 - distinct));
        let streams = vec![vec![7; 300], vec![7]];
        assert_eq!(counted(&streams, Order::Unsigned).repeated, 300);
    }
}
