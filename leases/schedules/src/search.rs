//! Depth-first search of all states of a scenario.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::event::Step;
use crate::state::{FIRST_ID, State};

/// The outcome of a search.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) states: usize,
    /// Whether all states were visited.
    pub(crate) is_whole: bool,
    /// The steps to a repeat, if there is one.
    pub(crate) repeat: Option<Vec<Step>>,
}

/// Visits each reachable state once, until it finds a repeat or has visited `most` states.
pub(crate) fn search(begin: State, most: usize) -> Found {
    let mut seen: HashSet<u128, BuildHasherDefault<Mixed>> = HashSet::default();
    seen.insert(print(&begin));
    let steps = begin.steps();
    let mut path = vec![(begin, steps)];
    let mut taken = Vec::new();
    let mut is_whole = true;
    while let Some((state, steps)) = path.last_mut() {
        let Some(step) = steps.pop() else {
            path.pop();
            taken.pop();
            continue;
        };
        let next = state.after(step);
        if !seen.insert(print(&next)) {
            continue;
        }
        taken.push(step);
        if next.repeats() {
            return Found {
                states: seen.len(),
                is_whole: false,
                repeat: Some(taken),
            };
        }
        if seen.len() >= most {
            is_whole = false;
            break;
        }
        let steps = next.steps();
        path.push((next, steps));
    }
    Found {
        states: seen.len(),
        is_whole,
        repeat: None,
    }
}

/// Hashes a state to 128 bits. States that differ only in lease numbers or in the order of agents
/// have the same hash.
fn print(state: &State) -> u128 {
    let orders: &[&[usize]] = match state.agents() {
        1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[
            &[0, 1, 2],
            &[0, 2, 1],
            &[1, 0, 2],
            &[1, 2, 0],
            &[2, 0, 1],
            &[2, 1, 0],
        ],
    };
    let prints = orders.iter().map(|order| {
        let mut printer = Printer {
            ids: Vec::new(),
            halves: [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f],
        };
        state.print(order, &mut printer);
        u128::from(printer.halves[0]) << 64 | u128::from(printer.halves[1])
    });
    prints.min().unwrap_or(0)
}

struct Printer {
    /// Lease numbers, in the order of their first use.
    ids: Vec<u64>,
    halves: [u64; 2],
}

impl Printer {
    fn mix(&mut self, int: u64) {
        let [a, b] = self.halves;
        let a = (a.rotate_left(5) ^ int).wrapping_mul(0x517c_c1b7_2722_0a95);
        let b = (b.rotate_left(27) ^ int.wrapping_add(0x2545_f491_4f6c_dd1d))
            .wrapping_mul(0x9e6c_63d0_876a_3f6b);
        self.halves = [a ^ a >> 29, b ^ b >> 32];
    }
}

impl Hasher for Printer {
    fn finish(&self) -> u64 {
        self.halves[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, int: u8) {
        self.mix(int.into());
    }

    fn write_u32(&mut self, int: u32) {
        self.mix(int.into());
    }

    fn write_u64(&mut self, int: u64) {
        if int < FIRST_ID {
            return self.mix(int);
        }
        let known = self.ids.iter().position(|id| *id == int);
        let nth = known.unwrap_or_else(|| {
            self.ids.push(int);
            self.ids.len() - 1
        });
        self.mix(FIRST_ID + nth as u64);
    }

    fn write_i64(&mut self, int: i64) {
        self.mix(int as u64);
    }

    fn write_usize(&mut self, int: usize) {
        self.mix(int as u64);
    }

    fn write_isize(&mut self, int: isize) {
        self.mix(int as u64);
    }
}

/// A pass-through hasher for keys that are hashes.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, int: u128) {
        self.0 = (int >> 64) as u64;
    }
}
