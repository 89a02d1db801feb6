//! Files: names, cached pages, and their state after a power loss.

use std::collections::BTreeMap;

use sortid_reliability_common::Rng;

/// The unit that a disk writes atomically.
const SECTOR: usize = 512;

/// The length of a state file.
pub(crate) const LEN: usize = 8192;
const SECTORS: usize = LEN / SECTOR;

type Content = [u8; LEN];

#[repr(C, align(4096))]
struct Pages(Content);

/// A file, whatever its names.
pub(crate) struct Inode {
    /// The page cache: one per machine that shares the file over a network, otherwise one. It never
    /// moves, since processes map it.
    views: Vec<Box<Pages>>,
    /// The durable content.
    durable: Box<Content>,
    /// Sectors written since the last sync, numbered.
    written: Vec<(u64, u8, [u8; SECTOR])>,
    writes: u64,
    synced_writes: u64,
    len: usize,
    /// The time at which it was truncated.
    pub(crate) cut_at: Option<u64>,
    /// The end of the accessible part of its maps: the end of the memory page with its last byte.
    accessible: usize,
    /// Whether stores into a map fail for lack of disk space.
    pub(crate) faults: bool,
    pub(crate) machine: usize,
    pub(crate) is_remote: bool,
    pub(crate) is_write_protected: bool,
    /// Whether it belongs to the program instead of the library.
    pub(crate) is_of_program: bool,
    /// Whether opening it is forbidden.
    pub(crate) is_forbidden: bool,
    /// The name that remains until its last user closes it.
    pub(crate) going: Option<(u32, usize)>,
    /// Whether the agent of this lease file has replaced it with another file of its name.
    pub(crate) is_replaced: bool,
    /// Whether the file system grants all locks.
    pub(crate) loses_locks: bool,
    /// The number of its record in the checker.
    pub(crate) scope: u32,
    /// The inode number, which a copy of the machine keeps.
    pub(crate) number: u64,
    /// The time of its creation.
    pub(crate) created_ns: u64,
    /// The time until which its users may delay others: stopped, suspended, in a slow sync,
    /// interrupted, or another program.
    pub(crate) slow_until: u64,
    /// The end of its last slow sync.
    pub(crate) synced_at: u64,
    /// The original on the machine that was copied.
    pub(crate) twin_of: Option<usize>,
    /// The written words of a table of nodes.
    words: Option<BTreeMap<usize, [u8; 8]>>,
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
            accessible: LEN,
            faults: false,
            machine,
            is_remote: views > 1,
            is_write_protected: false,
            is_of_program: false,
            is_forbidden: false,
            going: None,
            is_replaced: false,
            loses_locks: false,
            scope,
            number: u64::from(scope) + 1,
            created_ns: 0,
            slow_until: 0,
            synced_at: 0,
            twin_of: None,
            words: None,
        }
    }

    /// Makes it an empty table of nodes.
    pub(crate) fn make_node_table(&mut self) {
        (self.words, self.len) = (Some(BTreeMap::new()), 0);
    }

    pub(crate) fn is_node_table(&self) -> bool {
        self.words.is_some()
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Excuses waits for this file until then.
    pub(crate) fn hold_up(&mut self, until: u64) {
        self.slow_until = self.slow_until.max(until);
    }

    /// Records a sync that ends then.
    pub(crate) fn is_synced_at(&mut self, until: u64) {
        self.synced_at = self.synced_at.max(until);
    }

    /// Truncates the file to `len` bytes. The kernel clears the rest of the last memory page.
    pub(crate) fn cut_off(&mut self, now: u64, len: usize, page_size: usize) {
        self.len = len;
        self.cut_at.get_or_insert(now);
        self.accessible = len.next_multiple_of(page_size);
        for view in &mut self.views {
            view.0[len..self.accessible.min(LEN)].fill(0);
        }
    }

    /// Whether an access to its mapped page ends the process.
    pub(crate) fn is_fatal_to_touch(&self) -> bool {
        self.faults || self.accessible <= LEN / 2
    }

    /// Whether it is shorter than its mapped range.
    pub(crate) fn is_short(&self) -> bool {
        self.len < LEN
    }

    /// Whether an address lies in its mapped page.
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

    /// The mapped page of a machine.
    pub(crate) fn pages(&mut self, machine: usize) -> *mut u8 {
        let view = self.view(machine);
        self.views[view].0.as_mut_ptr()
    }

    /// Shows one machine the mapped data of the others.
    pub(crate) fn refresh(&mut self, machine: usize) {
        let view = self.view(machine);
        let other = (view + 1) % self.views.len();
        let page = self.views[other].0;
        self.views[view].0[LEN / 2..].copy_from_slice(&page[LEN / 2..]);
    }

    pub(crate) fn read(&self, machine: usize, bytes: &mut [u8], at: usize) -> usize {
        if let Some(words) = self.words.as_ref().filter(|_| bytes.len() == 8) {
            bytes.copy_from_slice(words.get(&at).unwrap_or(&[0; 8]));
            return if at < self.len { bytes.len() } else { 0 };
        }
        let at = at.min(self.len);
        let len = bytes.len().min(self.len - at);
        bytes[..len].copy_from_slice(&self.views[self.view(machine)].0[at..at + len]);
        len
    }

    /// The format in its record.
    pub(crate) fn format(&self, machine: usize) -> &str {
        let name = &self.views[self.view(machine)].0[16..48];
        let len = name
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(name.len());
        std::str::from_utf8(&name[..len]).unwrap_or_default()
    }

    /// Its record.
    pub(crate) fn record(&self, machine: usize) -> &[u8] {
        &self.views[self.view(machine)].0[..SECTOR]
    }

    /// Whether it is a lease file.
    pub(crate) fn has_lease(&self, machine: usize) -> bool {
        self.record(machine)[8] == 2
    }

    /// Whether it is a lease file of this namespace.
    pub(crate) fn is_lease_of(&self, machine: usize, name: &[u8]) -> bool {
        self.has_lease(machine) && self.record(machine)[224..288] == *name
    }

    pub(crate) fn write(&mut self, machine: usize, bytes: &[u8], at: usize) {
        if let Some(words) = &mut self.words {
            words.entry(at).or_default().copy_from_slice(bytes);
            self.len = self.len.max(at + bytes.len());
            return;
        }
        let end = (at + bytes.len()).min(LEN);
        if at >= end {
            return;
        }
        let view = self.view(machine);
        for (index, pages) in self.views.iter_mut().enumerate() {
            // Mapped data of other machines may be visible late, but reads and writes go to the
            // server.
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

    /// The data that a sync started now makes durable.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            content: Box::new(self.views[0].0),
            writes: self.writes,
        }
    }

    /// Of two concurrent syncs, the later one includes more.
    pub(crate) fn synced(&mut self, snapshot: Snapshot) {
        if snapshot.writes >= self.synced_writes {
            self.durable = snapshot.content;
            self.synced_writes = snapshot.writes;
            self.written.retain(|(write, ..)| *write > snapshot.writes);
        }
    }

    /// After a power loss, each sector has its synced content or any later one.
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

    /// Copies the file to a new number.
    pub(crate) fn copy(&self, scope: u32, machine: usize) -> Self {
        let mut copy = Self::new(machine, &self.views[0].0, self.views.len(), scope);
        copy.durable = Box::new(self.views[0].0);
        (copy.len, copy.cut_at, copy.accessible) = (self.len, self.cut_at, self.accessible);
        copy.words.clone_from(&self.words);
        copy
    }
}

pub(crate) struct Snapshot {
    content: Box<Content>,
    writes: u64,
}

/// The names in a folder, in order of creation. A power loss may undo changes since the last sync,
/// the last ones first.
#[derive(Clone, Default)]
pub(crate) struct Folder {
    now: Vec<(u32, usize)>,
    /// The states since the last sync, oldest first.
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

    /// The number of names of a file.
    pub(crate) fn names_of(&self, inode: usize) -> usize {
        self.now.iter().filter(|(_, known)| *known == inode).count()
    }

    /// All files with a name.
    pub(crate) fn inodes(&self) -> Vec<usize> {
        self.now.iter().map(|(_, inode)| *inode).collect()
    }

    /// The same names for the copied files.
    pub(crate) fn mapped(&self, twin_of: impl Fn(usize) -> Option<usize>) -> Self {
        let names = self.now.iter();
        let twins = names.filter_map(|&(name, inode)| Some((name, twin_of(inode)?)));
        Self {
            now: twins.collect(),
            since: Vec::new(),
        }
    }

    /// The number of changes since the last sync.
    pub(crate) fn changes(&self) -> usize {
        self.since.len()
    }

    /// Makes the first changes durable.
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
