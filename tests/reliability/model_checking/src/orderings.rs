//! The memory orderings of the core, which can be weakened one at a time.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crate::model_os::Role;

#[derive(Default)]
struct Sites {
    seen: BTreeSet<String>,
    weakened: Option<String>,
}

thread_local! {
    static SITES: RefCell<Sites> = RefCell::default();
}

/// Weakens the ordering at this site.
pub(crate) fn weaken(site: &str) {
    SITES.with_borrow_mut(|sites| sites.weakened = Some(site.to_owned()));
}

/// The executed sites, each with its ordering: `engine/src/sys/lock.rs:108 acquire`.
pub(crate) fn seen() -> BTreeSet<String> {
    SITES.with_borrow(|sites| sites.seen.clone())
}

/// The ordering of a call, weakened if its site is.
pub(crate) fn ordering(caller: &Location<'_>, role: Role, asked: Ordering) -> Ordering {
    let acquires = matches!(asked, Ordering::Acquire | Ordering::AcqRel);
    let releases = matches!(asked, Ordering::Release | Ordering::AcqRel);
    let gets = |asks: bool, what: &str| asks && !is_weakened(caller, role, what);
    match (gets(acquires, "acquire"), gets(releases, "release")) {
        (true, true) => Ordering::AcqRel,
        (true, false) => Ordering::Acquire,
        (false, true) => Ordering::Release,
        (false, false) => Ordering::Relaxed,
    }
}

fn is_weakened(caller: &Location<'_>, role: Role, what: &str) -> bool {
    let (_, file) = caller.file().split_once("core/").unwrap_or(("", "?"));
    let failed = match role {
        Role::Done => "",
        Role::Failed => " where it fails",
    };
    let site = format!("{file}:{} {what}{failed}", caller.line());
    SITES.with_borrow_mut(|sites| {
        let is_weakened = sites.weakened.as_ref() == Some(&site);
        sites.seen.insert(site);
        is_weakened
    })
}

/// Orderings that the models do not reach: error paths, and a store that replaces an exchange if
/// that guard is disabled.
const BESIDE: [(&str, usize); 2] = [
    ("engine/src/store/interned.rs", 4),
    ("engine/src/store/mapped.rs", 1),
];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../core")
}

/// The number of orderings stronger than `Relaxed` in each file of the engine, outside of its tests.
pub(crate) fn in_sources() -> std::io::Result<Vec<(String, usize)>> {
    let sources = sources();
    let mut found = Vec::new();
    let mut folders = vec![sources.join("engine/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                // The models replace it.
                if !path.ends_with("native") {
                    folders.push(path);
                }
                continue;
            }
            if path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path)?;
            let shipped = text.split("#[cfg(test)]").next().unwrap_or_default();
            let shipped = shipped.split("#[cfg(all(test").next().unwrap_or_default();
            let count = |what: &str| shipped.matches(what).count();
            let all = count("Ordering::Acquire")
                + count("Ordering::Release")
                + 2 * count("Ordering::AcqRel");
            let name = path.strip_prefix(&sources).unwrap_or(&path);
            let name = name.to_string_lossy().into_owned();
            let beside = BESIDE.iter().find(|(file, _)| *file == name);
            found.push((name, all - beside.map_or(0, |&(_, count)| count)));
        }
    }
    found.sort();
    Ok(found)
}
