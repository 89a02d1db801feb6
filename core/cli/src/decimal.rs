//! Decimal digits, many of them in a stream: what the standard library's formatting takes for an integer is more than all else of a line.

/// The largest power of ten that 64 bits hold, and its zeros.
const POWER: u128 = 10_000_000_000_000_000_000;
const ZEROS: usize = 19;
/// No 64 bits have more digits.
const MOST: usize = 20;

/// Appends the digits, with zeros before them where there are fewer than so many.
pub(crate) fn padded(text: &mut String, mut int: u64, width: usize) {
    let mut digits = [b'0'; MOST];
    let mut at = MOST;
    let (pairs, _) = digits.as_chunks_mut::<2>();
    for pair in pairs.iter_mut().rev() {
        let both = (int % 100) as u8;
        *pair = [b'0' + both / 10, b'0' + both % 10];
        int /= 100;
        at -= if both < 10 && int == 0 { 1 } else { 2 };
        if int == 0 {
            break;
        }
    }
    let from = at.min(MOST.saturating_sub(width));
    let digits = digits.get(from..).unwrap_or_default();
    text.push_str(str::from_utf8(digits).unwrap_or_default());
}

/// Appends an integer.
pub(crate) fn push(text: &mut String, int: i128) {
    if int < 0 {
        text.push('-');
    }
    unsigned(text, int.unsigned_abs());
}

fn unsigned(text: &mut String, int: u128) {
    match u64::try_from(int) {
        Ok(int) => padded(text, int, 1),
        Err(_) => {
            unsigned(text, int / POWER);
            padded(text, (int % POWER) as u64, ZEROS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
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
