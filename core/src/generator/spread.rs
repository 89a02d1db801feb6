//! Where an integer of up to 64 bits stands in the first 128 of an id: `Place`, worked out once.

use crate::value::Place;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    /// The piece that ends lowest, and how many there are beside it.
    lowest: Piece,
    others: [Piece; 2],
    has_others: bool,
}

/// Bits that are carried over as one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    right: u32,
    ones: u64,
    left: u32,
}

impl Piece {
    #[inline(always)]
    fn write(self, int: u64) -> u128 {
        u128::from(int >> self.right & self.ones) << self.left
    }
}

impl Spread {
    /// None where the place is wider than 64 bits, or not in the first 128.
    pub(super) const fn new(place: Place) -> Option<Self> {
        let mut pieces = [Piece {
            right: 0,
            ones: 0,
            left: 0,
        }; 3];
        let (mut rest, mut right, mut nth) = (place, 0, 0);
        while nth < pieces.len() {
            let (end, width) = rest.lowest_span();
            if width == 0 {
                break;
            }
            if end > 128 || right + width > 64 {
                return None;
            }
            pieces[nth] = Piece {
                right,
                ones: u64::MAX >> (64 - width),
                left: 128 - end,
            };
            right += width;
            rest = rest.split(rest.width() - width as u8).0;
            nth += 1;
        }
        let [lowest, others @ ..] = pieces;
        Some(Self {
            lowest,
            others,
            has_others: others[0].ones > 0,
        })
    }

    #[inline(always)]
    pub(super) fn write(&self, int: u64) -> u128 {
        let bits = self.lowest.write(int);
        if !self.has_others {
            return bits;
        }
        let [second, third] = self.others;
        bits | second.write(int) | third.write(int)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_writes_the_same_bits_as_its_place() {
        for spans in [
            &[(0, 48)][..],
            &[(1, 53)],
            &[(52, 12), (66, 30)],
            &[(0, 32), (32, 16), (52, 12)],
            &[(0, 64)],
            &[(112, 16)],
        ] {
            let place = Place::new(spans);
            let spread = Spread::new(place).expect("at most 64 bits within the first 128");
            for int in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
                assert_eq!(
                    spread.write(int),
                    place.write(int.into()).to_u128(),
                    "{spans:?}"
                );
            }
        }
        assert!(Spread::new(Place::new(&[(0, 65)])).is_none());
        assert!(Spread::new(Place::new(&[(120, 16)])).is_none());
    }
}
