//! The programs' requirements on the native system: processes, and a temporary folder.

use std::path::PathBuf;
use std::sync::OnceLock;

#[cfg_attr(unix, path = "native_unix.rs")]
#[cfg_attr(windows, path = "native_windows.rs")]
mod processes;

#[cfg(windows)]
pub(crate) use processes::hold;
pub(crate) use processes::{holder, idle_child, in_child, with_signals};

fn own_folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("sortid-worlds-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    })
}

pub(crate) fn folder() -> String {
    own_folder().to_string_lossy().into_owned()
}

pub(crate) fn clean_up() {
    // Errors are ignored: remaining files do no harm.
    let _ = std::fs::remove_dir_all(own_folder());
}

pub(crate) fn rename(from: &str, to: &str) {
    std::fs::rename(own_folder().join(from), own_folder().join(to)).expect("renamed");
}

pub(crate) fn link(from: &str, to: &str) {
    std::fs::hard_link(own_folder().join(from), own_folder().join(to)).expect("linked");
}

pub(crate) fn unlink(name: &str) {
    std::fs::remove_file(own_folder().join(name)).expect("removed");
}

/// Another program's lock of a whole file, until dropped.
pub(crate) fn lock_whole(name: &str) -> std::fs::File {
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(own_folder().join(name))
        .expect("opened");
    file.lock().expect("locked");
    file
}
