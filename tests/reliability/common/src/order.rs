//! Repeats and inversions in lists of ids.

/// Sorts the list and counts the items that equal their predecessor.
pub fn repeats<T: Ord>(items: &mut [T]) -> u64 {
    items.sort_unstable();
    adjacent(items)
}

/// Like [`repeats`], faster for a few concatenated ascending runs.
pub fn repeats_of_runs<T: Ord>(items: &mut [T]) -> u64 {
    items.sort();
    adjacent(items)
}

fn adjacent<T: Ord>(items: &[T]) -> u64 {
    items.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64
}

/// Counts the items that are not greater than their predecessor.
pub fn inversions<T: Ord>(items: &[T]) -> u64 {
    items.windows(2).filter(|pair| pair[0] >= pair[1]).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_counts_each_extra_copy() {
        assert_eq!(repeats(&mut [3, 1, 3, 2, 3]), 2);
        assert_eq!(repeats_of_runs(&mut [1, 5, 1, 6]), 1);
        assert_eq!(repeats::<u8>(&mut []), 0);
    }

    #[test]
    fn inversions_counts_equal_and_smaller_neighbours() {
        assert_eq!(inversions(&[1, 2, 2, 1, 3]), 2);
        assert_eq!(inversions(&[7]), 0);
    }
}
