//! base36 in groups of four digits: twelve digits, and 24 digits after a leading symbol.

use crate::codec::alphabet::{Runs, Symbols};
use crate::codec::number::{self, BASE36, BASE36_ANY_CASE};
use crate::codec::text::Text;

/// The lower-case digits as a type.
pub(crate) struct Base36;
/// The digits in any case as a type.
pub(crate) struct Base36AnyCase;

impl Symbols<36> for Base36 {
    const RUNS: Runs<36> = Runs::new(BASE36);
}

impl Symbols<36> for Base36AnyCase {
    const RUNS: Runs<36> = Runs::new(BASE36_ANY_CASE);
}

pub(crate) const POWER4: u64 = 36 * 36 * 36 * 36;
pub(crate) const POWER12: u64 = POWER4 * POWER4 * POWER4;

/// The reference: one digit after another.
#[allow(dead_code, reason = "where there is better, the tests alone use it")]
pub(super) mod portable {
    use super::{Symbols, Text, number};
    use crate::codec::kernel::{Fours3, Fours6};
    use crate::codec::number::BASE36;

    pub(crate) fn write_24(before: u8, numbers: Fours6) -> Text {
        let mut text = [before; 25];
        for (digits, number) in text[1..].chunks_exact_mut(4).zip(numbers) {
            number::write(BASE36, number.into(), digits);
        }
        Text::new(text, 25)
    }

    pub(crate) fn write_12(numbers: Fours3) -> Text {
        let mut text = [0; 12];
        for (digits, number) in text.chunks_exact_mut(4).zip(numbers) {
            number::write(BASE36, number.into(), digits);
        }
        Text::new(text, 12)
    }

    pub(crate) fn read_12<A: Symbols<36>>(digits: &[u8; 12]) -> Option<Fours3> {
        let mut numbers = [0; 3];
        for (number, digits) in numbers.iter_mut().zip(digits.chunks_exact(4)) {
            *number = number::read(A::RUNS.table, digits).ok()? as u64;
        }
        Some(numbers)
    }
}

/// Splits a number of at most twelve digits into three numbers of four.
#[inline(always)]
pub(crate) fn fours(number: u64) -> [u64; 3] {
    let upper = number / POWER4;
    [upper / POWER4, upper % POWER4, number % POWER4]
}

#[cfg(test)]
mod tests {
    use super::super::{base36_read_12, base36_write_12, base36_write_24};
    use super::*;

    /// Tests every number of four digits in one of the six positions.
    #[test]
    fn digits_are_those_of_the_numbers() {
        const LARGEST: u64 = POWER4 - 1;
        for number in 0..=LARGEST {
            let mut numbers = [LARGEST - number; 6];
            numbers[number as usize % 6] = number;
            let text = base36_write_24(b'c', numbers);
            assert_eq!(text, portable::write_24(b'c', numbers), "{numbers:?}");
            let [a, b, c, ..] = numbers;
            let text = base36_write_12([a, b, c]);
            assert_eq!(text, portable::write_12([a, b, c]), "{numbers:?}");
            let read = base36_read_12::<Base36>(text.head());
            assert_eq!(read, Some([a, b, c]));
        }
    }

    #[test]
    fn non_digit_is_rejected() {
        for at in 0..12 {
            for byte in 0..=u8::MAX {
                let mut digits = *b"0129abmyz789";
                digits[at] = byte;
                let expected = portable::read_12::<Base36>(&digits);
                assert_eq!(base36_read_12::<Base36>(&digits), expected, "{digits:?}");
                let expected = portable::read_12::<Base36AnyCase>(&digits);
                assert_eq!(
                    base36_read_12::<Base36AnyCase>(&digits),
                    expected,
                    "{digits:?}"
                );
            }
        }
    }

    #[test]
    fn fours_are_those_of_the_number() {
        for number in [0, 1, POWER4 - 1, POWER4, POWER12 / 7, POWER12 - 1] {
            let [a, b, c] = fours(number);
            assert_eq!((a * POWER4 + b) * POWER4 + c, number);
        }
    }
}
