//! Writes every file that follows from the core's lists. `--check` names those that are out of date.

mod api;
mod c;
mod cpp;
mod kotlin;
mod names;
mod node;
mod operations;
mod outputs;
mod pages;
mod postgres;
mod python;
mod repository;
mod splice;
mod sql;
mod swift;
mod uniffi;

use std::error::Error;
use std::fs;
use std::io::Write;

use outputs::{outputs, strays};
use repository::at_root;

fn main() -> Result<(), Box<dyn Error>> {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let (outputs, mut stale) = (outputs()?, Vec::new());
    for output in &outputs {
        let file = at_root(&output.path);
        if fs::read_to_string(&file).is_ok_and(|old| old == output.text) {
            continue;
        }
        stale.push(output.path.clone());
        if let (false, Some(folder)) = (is_check, file.parent()) {
            fs::create_dir_all(folder)?;
            fs::write(&file, &output.text)?;
        }
    }
    for path in strays(&outputs)? {
        if !is_check {
            fs::remove_file(at_root(&path))?;
        }
        stale.push(path);
    }
    if is_check && !stale.is_empty() {
        let message = "out of date; `cargo suite generate` writes them:";
        return Err(format!("{message} {}", stale.join(", ")).into());
    }
    let lines: usize = outputs.iter().map(|output| output.lines).sum();
    let (files, written) = (outputs.len(), stale.len());
    let summary = format!("{files} files with {lines} generated lines, {written} written");
    Ok(writeln!(std::io::stdout(), "{summary}")?)
}
