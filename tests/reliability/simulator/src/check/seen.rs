//! The set of ids seen so far, as 64 bits of each. Among a million ids two collide by chance once
//! in ten million runs.

pub(crate) struct Seen {
    slots: Vec<u64>,
    len: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            slots: vec![0; 1 << 12],
            len: 0,
        }
    }
}

impl Seen {
    /// Adds an id. Returns `false` if it was present.
    #[inline]
    pub(crate) fn insert(&mut self, print: u64) -> bool {
        let print = print.max(1);
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = print as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = print;
                    self.len += 1;
                    return true;
                }
                found if found == print => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let bigger = vec![0; self.slots.len() * 4];
        for print in std::mem::replace(&mut self.slots, bigger) {
            if print != 0 {
                let mask = self.slots.len() - 1;
                let mut at = print as usize & mask;
                while self.slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = print;
            }
        }
    }
}
