//! Ids as numbers, and ids that several processes share.

use sortid::{AnyId, Format};

/// The low 128 bits of an id: all of it, except for scru160, where they are the counter, all random
/// bits and the low part of the time.
pub(crate) fn key(id: AnyId) -> u128 {
    id.to_bytes()
        .iter()
        .fold(0, |key, &byte| key << 8 | u128::from(byte))
}

/// The random part of a key.
#[derive(Clone, Copy, Default)]
pub(crate) struct Part {
    pub(crate) mask: u128,
    /// The number of random bits.
    pub(crate) bits: u32,
}

impl Part {
    /// The lowest bits.
    pub(crate) fn low(bits: u32) -> Self {
        let mask = match bits {
            0 => 0,
            bits => u128::MAX >> (128 - bits),
        };
        Self { mask, bits }
    }

    /// The bits at these places (first bit and width) of a format.
    pub(crate) fn of(format: Format, places: &[(u8, u8)], bits: u32) -> Self {
        let mask = places.iter().fold(0, |mask, &(first, width)| {
            let below = format.bits() - u32::from(first) - u32::from(width);
            mask | Part::low(width.into()).mask << below
        });
        Self { mask, bits }
    }

    /// The probability that two of them are equal.
    pub(crate) fn coincide(self) -> f64 {
        0.5f64.powi(self.bits as i32)
    }
}

/// Collisions between processes of one family.
#[derive(Clone, Copy, Default)]
pub(crate) struct Meeting {
    /// Ids that one process generated twice.
    pub(crate) own: u64,
    /// Ids that two processes generated. A run of equal ids counts once: only the first can be a
    /// coincidence.
    pub(crate) whole: u64,
    /// The expected number of those by chance: pairs that differ in random bits only.
    pub(crate) whole_by_chance: f64,
    /// Random parts that two processes generated.
    pub(crate) parts: u64,
    /// The expected number of those by chance.
    pub(crate) parts_by_chance: f64,
}

impl Meeting {
    /// Compares every id of a process with every id of every other.
    pub(crate) fn of(processes: &[Vec<u128>], random: Part) -> Self {
        let mut meeting = Meeting::default();
        let Part { mask, bits } = random;
        let coincide = random.coincide();
        for (index, mine) in processes.iter().enumerate() {
            for (place, &a) in mine.iter().enumerate() {
                meeting.own += mine[place + 1..].iter().filter(|&&b| a == b).count() as u64;
                for theirs in &processes[index + 1..] {
                    for (other, &b) in theirs.iter().enumerate() {
                        let differ = a ^ b;
                        let (alike, part) = (differ == 0, differ & mask == 0);
                        // Only equal ids can be part of a run.
                        let before = match place > 0 && other > 0 && (alike || part) {
                            true => mine[place - 1] ^ theirs[other - 1],
                            false => u128::MAX,
                        };
                        meeting.whole += u64::from(alike && before != 0);
                        if bits > 0 {
                            meeting.parts += u64::from(part && before & mask != 0);
                            meeting.parts_by_chance += coincide;
                            if differ & !mask == 0 {
                                meeting.whole_by_chance += coincide;
                            }
                        }
                    }
                }
            }
        }
        meeting
    }

    pub(crate) fn add(&mut self, other: Meeting) {
        self.own += other.own;
        self.whole += other.whole;
        self.whole_by_chance += other.whole_by_chance;
        self.parts += other.parts;
        self.parts_by_chance += other.parts_by_chance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meeting_counts_pairs() {
        // Two processes; the low four bits are random.
        let processes = [vec![0x10, 0x21, 0x21], vec![0x10, 0x31, 0x25]];
        let meeting = Meeting::of(&processes, Part::low(4));
        assert_eq!(meeting.own, 1);
        assert_eq!(meeting.whole, 1);
        assert_eq!(meeting.parts, 2, "0 with the 1 behind it, another 1");
        assert!((meeting.parts_by_chance - 9.0 / 16.0).abs() < 1e-9);
        assert!((meeting.whole_by_chance - 3.0 / 16.0).abs() < 1e-9);
        assert_eq!(Meeting::of(&[vec![1], vec![1]], Part::default()).parts, 0);
        let run: Vec<u128> = (7..27).collect();
        assert_eq!(Meeting::of(&[run.clone(), run], Part::low(8)).whole, 1);
    }
}
