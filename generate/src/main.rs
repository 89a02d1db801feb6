//! Writes every file that follows from the core's lists: `cargo run -p sortid-generate`, or with
//! `--check` says which are out of date.

#[path = "../../ffi-c/build/generated.rs"]
mod generated;

mod api;
mod c;
mod cpp;
mod kotlin;
mod names;
mod outputs;
mod postgres;
mod splice;
mod swift;
mod uniffi;

use std::error::Error;
use std::fs;

use outputs::{at_root, outputs};

fn main() -> Result<(), Box<dyn Error>> {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let mut stale = Vec::new();
    for (path, text) in outputs()? {
        let file = at_root(&path);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        match (is_check, file.parent()) {
            (true, _) => stale.push(path),
            (false, Some(folder)) => {
                fs::create_dir_all(folder)?;
                fs::write(&file, text)?;
            }
            _ => {}
        }
    }
    match stale.is_empty() {
        true => Ok(()),
        false => Err(format!("out of date: {}", stale.join(", ")).into()),
    }
}
