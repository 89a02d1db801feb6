//! Batch conversion of time fields to a unit, by 64-bit multiplications without divisions.

use super::bits::BLOCK;
use super::unit::Unit;
use crate::codec::map_each;
use crate::codec::value::{Place, Value};
use crate::formats::layout::{Coding, TimeLayout};
use sortid_engine::time::Scale;

/// The conversion of a format's times to a unit, exact in 64-bit arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Short {
    place: Place,
    half: Half,
    /// The number of bits below the time field in its half.
    bits_below: u32,
    ones: u64,
    /// The sign bit of a signed time. Flipping it makes the smallest time 0.
    flip: u64,
    arithmetic: Arithmetic,
    base: i64,
}

/// The half of the 128 bits that contains the time field.
#[derive(Clone, Copy, Debug)]
enum Half {
    Upper,
    Lower,
    Split,
}

/// The conversion of `n` units of the format to the requested unit, before adding the base:
/// `(n * mul + add) / div`.
#[derive(Clone, Copy, Debug)]
enum Arithmetic {
    Times(u64),
    /// `(n * mul + add) / 2^64`. `mul` and `add` are rounded up by too little to matter.
    Fraction {
        mul: u64,
        add: u64,
    },
    /// The fallback if that rounding is too coarse. Multiplies a dividend below 2^63 by
    /// `2^(63 + shift) / div`, rounded up. `mul` and `add` are doubled, which uses the dividend's
    /// spare top bit, so that the quotient lies in the upper half of the product.
    Divided {
        mul: u64,
        add: u64,
        magic: u64,
        shift: u32,
    },
}

impl Arithmetic {
    /// For `n` up to `most`. Returns `None` if 64 bits are too few.
    fn new(most: i128, mul: i128, add: i128, div: i128) -> Option<Self> {
        let largest = most.checked_mul(mul)?.checked_add(add)?;
        if div == 1 {
            // `add` is less than the divisor, so it is 0.
            i64::try_from(largest).ok()?;
            return Some(Arithmetic::Times(u64::try_from(mul).ok()?));
        }
        if let Some(arithmetic) = Self::fraction(most, mul, add, div) {
            return Some(arithmetic);
        }
        if largest >= 1 << 63 {
            return None;
        }
        let shift = (div as u128).next_power_of_two().trailing_zeros();
        // For a dividend below 2^63 the rounding adds less than `1 / div` to the quotient, too
        // little to reach the next integer.
        let magic = (1_u128 << (63 + shift)).div_ceil(div as u128);
        Some(Arithmetic::Divided {
            mul: u64::try_from(mul * 2).ok()?,
            add: u64::try_from(add * 2).ok()?,
            magic: u64::try_from(magic).ok()?,
            shift,
        })
    }

    fn fraction(most: i128, mul: i128, add: i128, div: i128) -> Option<Self> {
        let of = |part: i128| {
            let part = u128::try_from(part).ok()?.checked_mul(1 << 64)?;
            let divisor = u128::try_from(div).ok()?;
            let rounded = u64::try_from(part.div_ceil(divisor)).ok()?;
            // The rounding error in units of `1 / div`.
            Some((rounded, u128::from(rounded).checked_mul(divisor)? - part))
        };
        let ((mul, of_mul), (add, of_add)) = (of(mul)?, of(add)?);
        let beyond = of_mul.checked_mul(most as u128)?.checked_add(of_add)?;
        // No sum of partial products may exceed 64 bits.
        let has_room = (most >> 32) + i128::from(mul >> 32) < (1 << 32) - 2;
        (beyond < 1 << 64 && has_room).then_some(Arithmetic::Fraction { mul, add })
    }
}

impl Short {
    /// Returns `None` if the time is not coded as a plain integer, or if 64 bits are too few for
    /// some time of the format.
    pub(super) fn new(time: &TimeLayout, unit: Unit) -> Option<Self> {
        let width = u32::from(time.place.width());
        let flip = match time.coding {
            Coding::Linear => 0,
            Coding::Signed => 1_i128 << (width - 1),
            Coding::MillisMicros | Coding::MillisFraction | Coding::BinaryFraction { .. } => {
                return None;
            }
        };
        if width > 63 {
            return None;
        }
        let Scale { epoch_ns, unit_ns } = time.scale;
        let common = gcd(gcd(unit_ns, unit.ns()), epoch_ns);
        let (mul, div) = (unit_ns / common, unit.ns() / common);
        let offset = (epoch_ns / common).checked_sub(flip.checked_mul(mul)?)?;
        let (base, add) = (offset.div_euclid(div), offset.rem_euclid(div));
        let ones = (1_i128 << width) - 1;
        let most = ones.checked_mul(mul)?.checked_add(add)?;
        i64::try_from(most / div + base).ok()?;
        let (half, bits_below) = match time.place.end_of_one_piece() {
            Some(end) if end <= 64 => (Half::Upper, 64 - end),
            Some(end) if end <= 128 && end - width >= 64 => (Half::Lower, 128 - end),
            _ => (Half::Split, 0),
        };
        Some(Self {
            place: time.place,
            half,
            bits_below,
            ones: ones as u64,
            flip: flip as u64,
            arithmetic: Arithmetic::new(ones, mul, add, div)?,
            base: i64::try_from(base).ok()?,
        })
    }

    pub(super) fn of(&self, value: Value) -> i64 {
        let mut time = [0];
        self.of_values(&[value], &mut time);
        time[0]
    }

    /// Converts ids of 64 bits.
    pub(super) fn of_ints(&self, ints: &[u64], times: &mut [i64]) {
        match self.half {
            Half::Upper => self.convert(ints, times),
            _ => self.of_each(ints, times, |&int| self.in_half(Value::from_u64(int))),
        }
    }

    /// Converts ids of any width.
    pub(super) fn of_values(&self, values: &[Value], times: &mut [i64]) {
        match self.half {
            // Most formats.
            Half::Upper => self.of_each(values, times, |value| value.to_u64()),
            _ => self.of_each(values, times, |&value| self.in_half(value)),
        }
    }

    /// Returns the bits that contain the time field, with other bits around it.
    fn in_half(&self, value: Value) -> u64 {
        match self.half {
            Half::Upper => value.to_u64(),
            Half::Lower => value.to_u128() as u64,
            Half::Split => self.place.read(value) as u64,
        }
    }

    fn of_each<T>(&self, ids: &[T], times: &mut [i64], half: impl Fn(&T) -> u64) {
        let mut halves = [0; BLOCK];
        for (ids, times) in ids.chunks(BLOCK).zip(times.chunks_mut(BLOCK)) {
            for (int, id) in halves.iter_mut().zip(ids) {
                *int = half(id);
            }
            self.convert(&halves[..ids.len()], times);
        }
    }

    /// Converts the time fields in these bits.
    fn convert(&self, halves: &[u64], times: &mut [i64]) {
        let Self {
            bits_below,
            ones,
            flip,
            base,
            ..
        } = *self;
        let number = |half: u64| half >> bits_below & ones ^ flip;
        match self.arithmetic {
            Arithmetic::Times(1) => map_each(halves, times, |half| number(half) as i64 + base),
            Arithmetic::Times(mul) => {
                map_each(halves, times, |half| (number(half) * mul) as i64 + base)
            }
            // By 32-bit halves: vector instructions have no product of two 64-bit numbers.
            Arithmetic::Fraction { mul, add } => {
                let in_two = |int: u64| (u64::from((int >> 32) as u32), u64::from(int as u32));
                let ((mul, mul_low), (add, add_low)) = (in_two(mul), in_two(add));
                map_each(halves, times, |half| {
                    let (n, n_low) = in_two(number(half));
                    let carried = (n_low * mul_low + add_low) >> 32;
                    let middle = n * mul_low + n_low * mul + add + carried;
                    (n * mul + (middle >> 32)) as i64 + base
                });
            }
            Arithmetic::Divided {
                mul,
                add,
                magic,
                shift,
            } => map_each(halves, times, |half| {
                let twice = number(half) * mul + add;
                let product = u128::from(twice) * u128::from(magic);
                let quotient = (product >> 64) as u64 >> shift;
                quotient as i64 + base
            }),
        }
    }
}

const fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

#[cfg(test)]
mod tests {
    use super::super::TimeReader;
    use super::*;
    use crate::formats::Format;
    use crate::formats::options::Options;

    /// Values of the field near powers of two, near both ends, and some in between.
    fn numbers(ones: u64) -> impl Iterator<Item = u64> {
        let corners = (0..64).map(|bit| 1_u64 << bit);
        let corners =
            corners.flat_map(|near| (0..5).map(move |by| near.wrapping_add(by).wrapping_sub(2)));
        let between = (1..2000_u64).map(|nth| nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let ends = (0..3).map(move |by| ones - by);
        corners.chain(between).chain(ends).map(move |n| n & ones)
    }

    #[test]
    fn short_texts_are_exact() {
        let mut kinds = [0; 3];
        for &format in Format::ALL {
            for &unit in Unit::ALL {
                let Ok(reader) = TimeReader::new(format, unit, &Options::new()) else {
                    continue;
                };
                let Some(short) = reader.short() else {
                    continue;
                };
                kinds[match short.arithmetic {
                    Arithmetic::Times(_) => 0,
                    Arithmetic::Fraction { .. } => 1,
                    Arithmetic::Divided { .. } => 2,
                }] += 1;
                let long = reader.without_short();
                // As a batch, then one by one.
                let values: Vec<_> = numbers(short.ones)
                    .map(|n| short.place.write(n.into()))
                    .collect();
                let mut times = vec![0; values.len()];
                short.of_values(&values, &mut times);
                for (&time, &value) in times.iter().zip(&values) {
                    assert_eq!(Ok(time), long.of(value), "{format} {unit:?} {value:?}");
                }
                for n in numbers(short.ones) {
                    let value = short.place.write(n.into());
                    assert_eq!(Ok(short.of(value)), long.of(value), "{format} {unit:?} {n}");
                    // Surrounding bits make no difference.
                    let others = value.or(short.place.mask().not());
                    assert_eq!(short.of(others), short.of(value), "{format} {unit:?} {n}");
                    if format.bits() == 64 {
                        let mut times = [0];
                        short.of_ints(&[others.to_u64()], &mut times);
                        assert_eq!(times[0], short.of(value), "{format} {unit:?} {n}");
                    }
                }
            }
        }
        assert!(kinds.iter().all(|&count| count > 5), "{kinds:?}");
        assert!(kinds.iter().sum::<i32>() > 60, "{kinds:?}");
    }

    /// Tests numbers around each multiple of the divisor, where the quotient changes.
    #[test]
    fn quotients_change_where_they_should() {
        for (most, mul, add, div) in [
            ((1 << 53) - 1, 1, 0, 1000),
            ((1 << 53) - 1, 1, 999, 1000),
            ((1 << 60) - 1, 1, 0, 10_000),
            ((1 << 60) - 1, 1, 9999, 10_000),
            ((1 << 40) - 1, 3, 1, 7),
            ((1 << 62) - 1, 1, 1, 3),
        ] {
            let arithmetic = Arithmetic::new(most, mul, add, div).expect("64 bits are enough");
            let short = Short {
                place: Place::new(&[(0, 64)]),
                half: Half::Upper,
                bits_below: 0,
                ones: u64::MAX,
                flip: 0,
                arithmetic,
                base: 0,
            };
            let multiples = numbers((most as u64).next_power_of_two() - 1);
            let near = multiples.flat_map(|n| {
                let n = i128::from(n) / div * div / mul;
                [n - 1, n, n + 1, most - n]
            });
            for n in near.filter(|n| (0..=most).contains(n)) {
                let expected = (n * mul + add) / div;
                let time = short.of(Value::from_u64(n as u64));
                assert_eq!(i128::from(time), expected, "{n} {arithmetic:?}");
            }
        }
    }
}
