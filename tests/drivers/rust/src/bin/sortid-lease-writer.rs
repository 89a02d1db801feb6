//! Writes a lease file on request, in place of an agent: `cargo run -p sortid-lease-writer`, and then a line for each request.
//!
//! | line | what |
//! |---|---|
//! | `open FORMAT PATH` | this file from now on, made if there is none; the one before is left |
//! | `turn NODE FROM_MS UNTIL_MS` | another node, with a stretch from and to these Unix milliseconds |
//! | `extend UNTIL_MS` | the stretch has another end |
//! | `close` | nothing more is granted |
//! | `held` | what the file says |
//!
//! Each is answered by a line: `ok NODE UNTIL_MS COUNTS USED_MS`, where `-` is no node and `COUNTS` is `true` or `false`; or `no CODE`. What is no such line
//! is `no invalid_option`.

use std::io::{self, BufRead, Write};
use std::path::Path;

use sortid::lease::{self, LeaseFile, Leased, Stretch};
use sortid::{Error, Format, Options};

/// The namespace of all files that are kept here.
const NAMESPACE: &str = "test";

fn main() -> io::Result<()> {
    let mut keeper = Keeper {
        file: None,
        count: 0,
    };
    let mut answers = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        match keeper.told(&line?) {
            Some(Ok(held)) => writeln!(answers, "ok {}", said(held))?,
            Some(Err(error)) => writeln!(answers, "no {}", error.code())?,
            None => writeln!(answers, "no invalid_option")?,
        }
        answers.flush()?;
    }
    Ok(())
}

struct Keeper {
    file: Option<LeaseFile>,
    /// Of grants so far: each has a number of its own.
    count: u64,
}

impl Keeper {
    /// Does what a line says; none if it says nothing that can be done.
    fn told(&mut self, line: &str) -> Option<Result<Leased, Error>> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "open" {
            let (format, path) = rest.split_once(' ')?;
            let format: Format = format.parse().ok()?;
            // The file before may be this one.
            self.file = None;
            let opened = lease::open_file(Path::new(path), format, &Options::new(), NAMESPACE);
            return Some(opened.and_then(|file| self.file.insert(file).held()));
        }
        let file = self.file.as_ref()?;
        let numbers: Option<Vec<i64>> = rest
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect();
        match (verb, numbers?.as_slice()) {
            ("turn", &[node, from_ms, until_ms]) => {
                self.count += 1;
                let stretch = stretch(until_ms, self.count);
                Some(file.turn_to(u64::try_from(node).ok()?, from_ms, stretch))
            }
            ("extend", &[until_ms]) => {
                self.count += 1;
                Some(file.extend(stretch(until_ms, self.count)))
            }
            ("close", []) => Some(file.close()),
            ("held", []) => Some(file.held()),
            _ => None,
        }
    }
}

fn stretch(until_ms: i64, count: u64) -> Stretch {
    Stretch {
        until_ms,
        ids: [count, 0, 0, 0],
        count,
    }
}

fn said(held: Leased) -> String {
    let node = held.node.map_or("-".to_owned(), |node| node.to_string());
    let (until_ms, counts, used_ms) = (held.stretch.until_ms, held.counts, held.used_ms);
    format!("{node} {until_ms} {counts} {used_ms}")
}
