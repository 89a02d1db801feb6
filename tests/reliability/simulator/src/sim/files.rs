//! Files: names, pages, and what of them a loss of power leaves.

use sortid_reliability_common::Rng;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// As long as a state file is, and one byte more for who looks whether it is longer.
pub(crate) const LEN: usize = 8192;
const SECTORS: usize = LEN / SECTOR;

type Content = [u8; LEN];

#[repr(C, align(4096))]
struct Pages(Content);

/// A file, whatever its names.
pub(crate) struct Inode {
    /// The page cache, one for each machine that shares the file over a network, else one. Processes map it: it never moves.
    views: Vec<Box<Pages>>,
    /// What was asked to be on the disk, and is.
    durable: Box<Content>,
    /// What was written of each sector since, numbered.
    written: Vec<(u64, u8, [u8; SECTOR])>,
    writes: u64,
    synced_writes: u64,
    len: usize,
    /// When it was cut off.
    pub(crate) cut_at: Option<u64>,
    /// Its system finds no room for what is stored into a map.
    pub(crate) faults: bool,
    pub(crate) machine: usize,
    pub(crate) is_remote: bool,
    pub(crate) is_write_protected: bool,
    /// Nobody may open it any more.
    pub(crate) is_forbidden: bool,
    /// It has this name of that machine until nobody has it open.
    pub(crate) going: Option<(u32, usize)>,
    /// Its system says yes to whoever asks for a lock.
    pub(crate) loses_locks: bool,
    /// Of a file that a process of ours opened: what the checker knows of it.
    pub(crate) scope: u32,
    /// As the system numbers it: a copy of the machine has the same.
    pub(crate) number: u64,
    /// When it was made.
    pub(crate) born_ns: u64,
    /// Until when who has it open may hold others up: stopped, asleep, in a slow sync, interrupted; or a stranger.
    pub(crate) slow_until: u64,
    /// When the last of its slow syncs is over.
    pub(crate) synced_at: u64,
    /// Of which file of the original machine it is the copy.
    pub(crate) twin_of: Option<usize>,
}

impl Inode {
    pub(crate) fn new(machine: usize, content: &[u8], views: usize, scope: u32) -> Self {
        let mut whole = [0; LEN];
        let len = content.len().min(LEN);
        whole[..len].copy_from_slice(&content[..len]);
        Self {
            views: (0..views).map(|_| Box::new(Pages(whole))).collect(),
            durable: Box::new([0; LEN]),
            written: Vec::new(),
            writes: 0,
            synced_writes: 0,
            len,
            cut_at: None,
            faults: false,
            machine,
            is_remote: views > 1,
            is_write_protected: false,
            is_forbidden: false,
            going: None,
            loses_locks: false,
            scope,
            number: u64::from(scope) + 1,
            born_ns: 0,
            slow_until: 0,
            synced_at: 0,
            twin_of: None,
        }
    }

    /// Who waits for it is not to blame, until then.
    pub(crate) fn hold_up(&mut self, until: u64) {
        self.slow_until = self.slow_until.max(until);
    }

    /// Whoever syncs it is done then.
    pub(crate) fn is_synced_at(&mut self, until: u64) {
        self.synced_at = self.synced_at.max(until);
    }

    /// Nothing is left of it but so many bytes.
    pub(crate) fn cut_off(&mut self, now: u64, len: usize) {
        self.len = len;
        self.cut_at.get_or_insert(now);
    }

    /// Whether it is shorter than what is mapped of it.
    pub(crate) fn is_short(&self) -> bool {
        self.len < LEN
    }

    /// Whether an address is of its mapped page.
    pub(crate) fn is_mapped_at(&self, address: *const u8) -> bool {
        let mut pages = self
            .views
            .iter()
            .map(|pages| pages.0[LEN / 2..].as_ptr_range());
        pages.any(|page| page.contains(&address))
    }

    pub(super) fn view(&self, machine: usize) -> usize {
        if self.is_remote {
            machine % self.views.len()
        } else {
            0
        }
    }

    /// Where a machine has the file mapped.
    pub(crate) fn pages(&mut self, machine: usize) -> *mut u8 {
        let view = self.view(machine);
        self.views[view].0.as_mut_ptr()
    }

    /// What one machine has mapped, another one sees.
    pub(crate) fn refresh(&mut self, machine: usize) {
        let view = self.view(machine);
        let other = (view + 1) % self.views.len();
        let page = self.views[other].0;
        self.views[view].0[LEN / 2..].copy_from_slice(&page[LEN / 2..]);
    }

    pub(crate) fn read(&self, machine: usize, bytes: &mut [u8], at: usize) -> usize {
        let at = at.min(self.len);
        let len = bytes.len().min(self.len - at);
        bytes[..len].copy_from_slice(&self.views[self.view(machine)].0[at..at + len]);
        len
    }

    /// Of which format it says it is.
    pub(crate) fn format(&self, machine: usize) -> &str {
        let name = &self.views[self.view(machine)].0[16..48];
        let len = name
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(name.len());
        std::str::from_utf8(&name[..len]).unwrap_or_default()
    }

    /// What it says on the disk.
    pub(crate) fn record(&self, machine: usize) -> &[u8] {
        &self.views[self.view(machine)].0[..SECTOR]
    }

    /// Whether it says that it is a lease file.
    pub(crate) fn has_lease(&self, machine: usize) -> bool {
        self.record(machine)[8] == 2
    }

    /// Whether it is one of this namespace.
    pub(crate) fn is_lease_of(&self, machine: usize, name: &[u8]) -> bool {
        self.has_lease(machine) && self.record(machine)[224..288] == *name
    }

    pub(crate) fn write(&mut self, machine: usize, bytes: &[u8], at: usize) {
        let end = (at + bytes.len()).min(LEN);
        if at >= end {
            return;
        }
        let view = self.view(machine);
        for (index, pages) in self.views.iter_mut().enumerate() {
            // What another machine has mapped it may see late, but reads and writes meet at the server.
            if index == view || at < LEN / 2 {
                pages.0[at..end].copy_from_slice(&bytes[..end - at]);
            }
        }
        self.writes += 1;
        for sector in at / SECTOR..end.div_ceil(SECTOR) {
            let content = self.sector(view, sector);
            self.written.push((self.writes, sector as u8, content));
        }
        if self.written.len() > 64 {
            self.written.drain(..32);
        }
    }

    fn sector(&self, view: usize, sector: usize) -> [u8; SECTOR] {
        let mut content = [0; SECTOR];
        content.copy_from_slice(&self.views[view].0[sector * SECTOR..][..SECTOR]);
        content
    }

    /// What a sync that begins now will have put on the disk.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            content: Box::new(self.views[0].0),
            writes: self.writes,
        }
    }

    /// Of two at a time the one that began later knows more.
    pub(crate) fn synced(&mut self, snapshot: Snapshot) {
        if snapshot.writes >= self.synced_writes {
            self.durable = snapshot.content;
            self.synced_writes = snapshot.writes;
            self.written.retain(|(write, ..)| *write > snapshot.writes);
        }
    }

    /// The disk has of each sector what was synced, or anything that was written since.
    pub(crate) fn lose_power(&mut self, rng: &mut Rng) {
        let mut left = self.durable.clone();
        for sector in 0..SECTORS {
            let since: Vec<_> = (self.written.iter())
                .filter(|(_, of, _)| usize::from(*of) == sector)
                .collect();
            let now = self.sector(0, sector);
            let kept = match rng.below(since.len() as u64 + 2) as usize {
                0 => continue,
                nth => since.get(nth - 1).map_or(now, |(.., content)| *content),
            };
            left[sector * SECTOR..][..SECTOR].copy_from_slice(&kept);
        }
        for view in &mut self.views {
            view.0 = *left;
        }
        self.durable = left;
        self.written.clear();
    }

    /// As it is now, by another name and number.
    pub(crate) fn copy(&self, scope: u32, machine: usize) -> Self {
        let mut copy = Self::new(machine, &self.views[0].0, self.views.len(), scope);
        copy.durable = Box::new(self.views[0].0);
        (copy.len, copy.cut_at) = (self.len, self.cut_at);
        copy
    }
}

pub(crate) struct Snapshot {
    content: Box<Content>,
    writes: u64,
}

/// A folder's names, in the order in which they came; what is told of them a loss of power may take back, the last first.
#[derive(Clone, Default)]
pub(crate) struct Folder {
    now: Vec<(u32, usize)>,
    /// The states since it was synced, the oldest first.
    since: Vec<Vec<(u32, usize)>>,
}

impl Folder {
    pub(crate) fn find(&self, name: u32) -> Option<usize> {
        let found = self.now.iter().find(|(known, _)| *known == name);
        found.map(|&(_, inode)| inode)
    }

    pub(crate) fn put(&mut self, name: u32, inode: usize) {
        self.change(|now| {
            now.retain(|(known, _)| *known != name);
            now.push((name, inode));
        });
    }

    pub(crate) fn remove(&mut self, name: u32) {
        self.change(|now| now.retain(|(known, _)| *known != name));
    }

    pub(crate) fn rename(&mut self, from: u32, to: u32) {
        if let Some(inode) = self.find(from) {
            self.change(|now| {
                now.retain(|(known, _)| *known != from && *known != to);
                now.push((to, inode));
            });
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<(u32, usize)>)) {
        self.since.push(self.now.clone());
        change(&mut self.now);
    }

    /// All that have a name.
    pub(crate) fn inodes(&self) -> Vec<usize> {
        self.now.iter().map(|(_, inode)| *inode).collect()
    }

    /// The same names of other files.
    pub(crate) fn mapped(&self, twin_of: impl Fn(usize) -> Option<usize>) -> Self {
        let names = self.now.iter();
        let twins = names.filter_map(|&(name, inode)| Some((name, twin_of(inode)?)));
        Self {
            now: twins.collect(),
            since: Vec::new(),
        }
    }

    /// How many there were since it was synced.
    pub(crate) fn changes(&self) -> usize {
        self.since.len()
    }

    /// The first so many changes outlast a loss of power.
    pub(crate) fn sync(&mut self, changes: usize) {
        self.since.drain(..changes.min(self.since.len()));
    }

    pub(crate) fn lose_power(&mut self, rng: &mut Rng) {
        let states = self.since.len() as u64;
        let kept = rng.below(states + 1);
        if let Some(state) = self.since.get(kept as usize) {
            self.now = state.clone();
        }
        self.since.clear();
    }
}
