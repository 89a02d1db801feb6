//! Counts the words of ordinary text that look like ids.
//!
//! `cargo test --release -p sortid --test scan -- --ignored --nocapture` reads up to 100 MB of text
//! that machines have anyway: Cargo's sources of crates, then the system's documentation, headers
//! and sources of other programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sortid::Form;

use super::now;

const ENOUGH: usize = 100_000_000;
/// The maximum number of bytes from each place, so that every kind of text is included.
const OF_EACH: usize = 30_000_000;
/// Longer files are mostly tables.
const LONGEST: u64 = 1_000_000;
const TEXTS: [&str; 14] = [
    "c", "css", "h", "hpp", "html", "js", "json", "md", "pl", "pm", "py", "rs", "toml", "txt",
];

fn places() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let crates = home.map(|home| home.join("registry/src"));
    let system = [
        "/usr/lib/python3.11",
        "/usr/share/doc",
        "/usr/share/perl",
        "/usr/include",
        "/usr/lib",
    ];
    crates
        .into_iter()
        .chain(system.map(PathBuf::from))
        .collect()
}

/// Calls `with` for every text below a folder until `enough` bytes are read. Returns the number of
/// bytes read.
fn texts(folder: &Path, mut enough: usize, with: &mut impl FnMut(&Path, &[u8])) -> usize {
    let mut bytes = 0;
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else {
            continue;
        };
        let is_text = || {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| TEXTS.contains(&ending))
                && entry.metadata().is_ok_and(|file| file.len() <= LONGEST)
        };
        let read = if kind.is_dir() {
            texts(&path, enough, with)
        } else if kind.is_file() && is_text() {
            let text = fs::read(&path).unwrap_or_default();
            with(&path, &text);
            text.len()
        } else {
            0
        };
        bytes += read;
        enough = enough.saturating_sub(read);
        if enough == 0 {
            break;
        }
    }
    bytes
}

#[test]
#[ignore = "reads 100 MB and prints the words found; see the module's documentation"]
fn print_ids_found_in_ordinary_text() {
    let (mut bytes, mut found) = (0, BTreeMap::<_, Vec<_>>::new());
    for place in places() {
        let enough = OF_EACH.min(ENOUGH.saturating_sub(bytes));
        let read = match enough {
            0 => 0,
            enough => texts(&place, enough, &mut |path, text| {
                for (range, id) in sortid::find_ids_at(text, None, now()) {
                    let word = String::from_utf8_lossy(&text[range]).into_owned();
                    let is_uuid = id.format().reads(Form::Urn) && word.contains('-');
                    let kind = if is_uuid {
                        "hyphenated UUIDs"
                    } else {
                        id.format().name()
                    };
                    found.entry(kind).or_default().push((word, path.to_owned()));
                }
            }),
        };
        println!("{:>11} bytes of {}", read, place.display());
        bytes += read;
    }
    assert!(bytes > 0, "no text was found");
    for (kind, words) in &found {
        let rate = words.len() as f64 * 1e8 / bytes as f64;
        println!("{kind}: {}, {rate:.1} in 100 MB", words.len());
        for (word, path) in words
            .iter()
            .take(if *kind == "hyphenated UUIDs" { 0 } else { 20 })
        {
            println!("    {word}  {}", path.display());
        }
    }
}
