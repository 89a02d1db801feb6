use std::collections::HashSet;

/// Chooses rows so that any two values of one row are both in a chosen row. Begins with the rows
/// that cover the most new pairs.
pub(crate) fn covering<const N: usize>(rows: &[[usize; N]]) -> Vec<[usize; N]> {
    let pairs =
        |row: [usize; N]| (0..N).flat_map(move |i| (i + 1..N).map(move |j| (i, row[i], j, row[j])));
    let mut left: HashSet<_> = rows.iter().copied().flat_map(pairs).collect();
    let mut chosen = Vec::new();
    for least in (1..=N * (N - 1) / 2).rev() {
        for row in rows {
            if pairs(*row).filter(|pair| left.contains(pair)).count() >= least {
                left = &left - &pairs(*row).collect();
                chosen.push(*row);
            }
        }
    }
    chosen
}
