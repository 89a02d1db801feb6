//! Tests of the loops over kernels: a block gives the same results as its texts one by one with the
//! reference.

use super::*;
use crate::codec::value::Value;

/// Defines the loops of a set from a module, with the lengths and closures that the tests use.
macro_rules! loops {
    ($module:ident) => {
        $crate::codec::kernel::tests::blocks::loops! { $module:
            fn map_each[][](ints: &[u64], out: &mut [i64]) -> () = ($crate::codec::kernel::tests::blocks::told);
            fn base32_read_64_each[A: 32][A](texts: &[&[u8]], ints: &mut [u64]) -> u64 = ();
            fn base58_read_each[][](texts: &[&[u8]], ints: &mut [u64]) -> u64 = ();
            fn base32_read_160_each[A: 32][A, 32](texts: &[&[u8]], values: &mut [$crate::codec::value::Value]) -> u64
                = (|(head, tail)| Some($crate::codec::value::Value::from_parts(head, tail)));
            fn hex_read_hyphenated_each[A: 16][A](texts: &[&[u8]], values: &mut [$crate::codec::value::Value]) -> u64 = ();
            fn base58_write_each[][](values: &[$crate::codec::value::Value], out: &mut [u8]) -> () = ();
            fn base32_write_160_each[A: 32][A, 32, 32](values: &[$crate::codec::value::Value], out: &mut [u8]) -> ()
                = ($crate::codec::value::Value::to_parts);
            fn hex_write_hyphenated_each[A: 16][A](values: &[$crate::codec::value::Value], out: &mut [u8]) -> () = ();
        }
    };
    ($module:ident: $(fn $name:ident [$($alphabet:ident: $count:literal)?] [$($generic:tt),*]
        ($($argument:ident: $type:ty),*) -> $returned:ty = ($($last:expr)?);
    )*) => {$(
        fn $name $(<$alphabet: Symbols<$count>>)? ($($argument: $type),*) -> $returned {
            #[allow(unused_unsafe, reason = "the reference needs no such processor")]
            // SAFETY: the tests run only the sets that the processor has.
            unsafe { $module::$name ::<$($generic),*>($($argument,)* $($last)?) }
        }
    )*};
}
pub(crate) use loops;

/// Checks blocks of up to 64 texts at unaligned addresses. Each has one damaged, one overlong and
/// one short text; the damaged one takes every position in turn.
fn blocks<const N: usize>(text: impl Fn(u64) -> [u8; N], mut check: impl FnMut(&[&[u8]])) {
    for rows in [1, 2, 63, 64] {
        for place in 0..rows {
            let mut memory = vec![b'!'; 1 + place % 16];
            let mut ends = vec![memory.len()];
            for row in 0..rows {
                let mut one = text(row as u64).to_vec();
                match row {
                    _ if row == place => one[(7 * row) % N] = [b' ', b'-', 0, 0xff][row % 4],
                    _ if row == (place + 5) % 64 => one.push(b'0'),
                    _ if row == (place + 9) % 64 => one.truncate(N - 1),
                    _ => {}
                }
                memory.extend(one);
                ends.push(memory.len());
            }
            let texts: Vec<&[u8]> = ends
                .windows(2)
                .map(|ends| &memory[ends[0]..ends[1]])
                .collect();
            check(&texts);
        }
    }
}

/// Checks that `each` reads exactly the texts that the reference reads, with the same results.
fn check_block<const N: usize, T: PartialEq + Debug + Copy>(
    texts: &[&[u8]],
    none: T,
    each: impl FnOnce(&[&[u8]], &mut [T]) -> u64,
    alone: impl Fn(&[u8; N]) -> Option<T>,
) {
    let mut ids = [none; BLOCK];
    let read = each(texts, &mut ids);
    let mut any = 0;
    for (row, text) in texts.iter().enumerate() {
        let expected = <&[u8; N]>::try_from(*text).ok().and_then(&alone);
        assert_eq!(
            (read >> row & 1 == 1).then_some(ids[row]),
            expected,
            "row {row}"
        );
        any |= u64::from(expected.is_some()) << row;
    }
    assert_eq!(read, any, "no row that is not there");
}

fn bits(row: u64) -> Value {
    let [a, b, c] = [1, 2, 3].map(|nth| Random(row + nth * 1000).next());
    Value::from_parts(wide([a, b]), c as u32)
}

fn head<const N: usize>(text: Text) -> [u8; N] {
    *text.head()
}

pub(super) fn check_reading<K: Kernels>() {
    blocks(
        |row| head::<13>(Portable::base32_write_64::<Sortable>(bits(row).to_u64())),
        |texts| {
            check_block(
                texts,
                0,
                K::base32_read_64_each::<Sortable>,
                Portable::base32_read_64::<Sortable>,
            )
        },
    );
    blocks(
        |row| head::<11>(Portable::base58_write(bits(row).to_u64())),
        |texts| check_block(texts, 0, K::base58_read_each, Portable::base58_read),
    );
    blocks(
        |row| head::<36>(Portable::hex_write_hyphenated::<Hex>(bits(row).to_u128())),
        |texts| {
            check_block(
                texts,
                Value::ZERO,
                K::hex_read_hyphenated_each::<Hex>,
                |text| Portable::hex_read_hyphenated::<Hex>(text).map(Value::from_u128),
            );
        },
    );
    blocks(
        |row| {
            head::<32>(Portable::base32_write_160::<Crockford>(
                bits(row).to_parts(),
            ))
        },
        |texts| {
            check_block(
                texts,
                Value::ZERO,
                K::base32_read_160_each::<Crockford>,
                |text| {
                    let (first, last) = halves(text);
                    let (head, tail) = Portable::base32_read_160::<Crockford>(first, last)?;
                    Some(Value::from_parts(head, tail))
                },
            );
        },
    );
}

/// Writes at an unaligned address into exactly the required memory, and checks that the bytes
/// around it do not change.
fn check_written<const N: usize>(
    each: impl Fn(&[Value], &mut [u8]),
    alone: impl Fn(Value) -> Text,
) {
    for rows in [0, 1, 2, 63, 64, 65] {
        let values: Vec<_> = (0..rows).map(bits).collect();
        let mut memory = vec![b'!'; 3 + values.len() * N + 5];
        each(&values, &mut memory[3..][..values.len() * N]);
        let texts: Vec<u8> = values
            .iter()
            .flat_map(|&value| head::<N>(alone(value)))
            .collect();
        assert_eq!(
            memory,
            [b"!!!", &texts[..], b"!!!!!"].concat(),
            "{rows} rows"
        );
    }
}

/// Products, shifts and signs, as in time conversions.
pub(crate) fn told(int: u64) -> i64 {
    let (high, low) = (int >> 32, int & u64::from(u32::MAX));
    (high * 0x51b7_1759 + ((low * 0x8db8_bac7) >> 32)) as i64 - (1 << 62)
}

pub(super) fn check_integers<K: Kernels>() {
    for rows in [0, 1, 2, 7, 63, 64, 65] {
        let ints: Vec<_> = (0..rows).map(|row| Random(row + 1).next()).collect();
        let mut memory = vec![-1; ints.len() + 8];
        K::map_each(&ints, &mut memory[3..][..ints.len()]);
        let expected: Vec<_> = ints.iter().map(|&int| told(int)).collect();
        let (before, behind) = ([-1; 3], [-1; 5]);
        assert_eq!(
            memory,
            [&before, &expected[..], &behind].concat(),
            "{rows} rows"
        );
    }
}

pub(super) fn check_writing<K: Kernels>() {
    check_written::<11>(K::base58_write_each, |value| {
        Portable::base58_write(value.to_u64())
    });
    check_written::<36>(K::hex_write_hyphenated_each::<Hex>, |value| {
        Portable::hex_write_hyphenated::<Hex>(value.to_u128())
    });
    check_written::<32>(K::base32_write_160_each::<Crockford>, |value| {
        Portable::base32_write_160::<Crockford>(value.to_parts())
    });
}
