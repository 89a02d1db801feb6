//! Fast decimal formatting for streams. The standard library takes longer for an integer than
//! everything else takes for a line.

use itoa::{Buffer, Integer};

/// Appends an integer.
pub(crate) fn push(text: &mut String, int: i128) {
    // Most integers fit into 64 bits, and 128-bit divisions are slow.
    match i64::try_from(int) {
        Ok(int) => padded(text, int, 0),
        Err(_) => padded(text, int, 0),
    }
}

/// Appends a non-negative integer, padded with zeros to `width` digits.
pub(crate) fn padded(text: &mut String, int: impl Integer, width: usize) {
    let mut buffer = Buffer::new();
    let digits = buffer.format(int);
    for _ in digits.len()..width {
        text.push('0');
    }
    text.push_str(digits);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_match_the_standard_library() {
        let edges = (0..127).map(|bits| 1_i128 << bits);
        let tens = (0..38).map(|zeros| 10_i128.pow(zeros));
        for int in edges.chain(tens).chain([0, i128::MAX, i128::MIN + 1]) {
            for int in [int - 1, int, int.saturating_add(1), -int] {
                let mut text = String::new();
                push(&mut text, int);
                assert_eq!(text, int.to_string());
            }
        }
        for (int, width) in [(0, 1), (7, 2), (77, 2), (777, 2), (u64::MAX, 4), (1, 9)] {
            let mut text = "x".to_owned();
            padded(&mut text, int, width);
            assert_eq!(text, format!("x{int:0width$}"));
        }
    }
}
