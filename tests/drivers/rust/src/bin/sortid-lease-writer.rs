//! Writes a lease file on request, in place of an agent: run `cargo run -p sortid-lease-writer` and
//! send one request per line.
//!
//! | line | what |
//! |---|---|
//! | `open FORMAT PATH` | uses this file from now on, created if absent, not the one before |
//! | `turn NODE FROM_MS UNTIL_MS` | grants a new node from and until these Unix milliseconds |
//! | `extend UNTIL_MS` | changes the end of the term |
//! | `close` | grants no more terms |
//! | `held` | reads the file |
//!
//! Answers each line with `ok NODE UNTIL_MS COUNTS USED_MS`, where `-` means no node and `COUNTS`
//! is `true` or `false`; or with `no CODE`, which is `invalid_option` for an unknown request.

use std::io::{self, BufRead, Write};
use std::path::Path;

use sortid::lease::{self, LeaseFile, Leased, Stretch};
use sortid::{Error, Format, Options};

/// The namespace of all lease files of this program.
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
    /// The number of grants so far: each grant gets a new number.
    count: u64,
}

impl Keeper {
    /// Executes a request; `None` if it is invalid.
    fn told(&mut self, line: &str) -> Option<Result<Leased, Error>> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "open" {
            let (format, path) = rest.split_once(' ')?;
            let format: Format = format.parse().ok()?;
            // The previous file may be this one.
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
