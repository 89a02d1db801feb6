//! Generates ids from a lease file until it is killed: `sortid-lease-ids LEASE_FILE FOLDER`.
//!
//! The ids are snowflakes, because two holders of one worker number repeat an id as soon as both
//! generate one in the same millisecond. `FOLDER/PID.ids` contains the ids, eight bytes each, in
//! native byte order. `FOLDER/PID.outcomes` contains a line `UNIX_MS CODE` when calls begin to fail
//! with an error code, and `UNIX_MS ok` when they succeed again.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::Duration;

use sortid::options::OnExhausted;
use sortid::{Error, Generator, Options, Snowflake, Timestamp};

/// The number of ids between two pauses.
const AT_ONCE: usize = 8;

/// The pause after ids, and after an error.
const PAUSE: Duration = Duration::from_millis(4);
const REFUSED: Duration = Duration::from_millis(10);

fn main() -> io::Result<()> {
    let mut words = env::args_os().skip(1).map(PathBuf::from);
    let (Some(lease_file), Some(folder)) = (words.next(), words.next()) else {
        return Err(io::Error::other("sortid-lease-ids LEASE_FILE FOLDER"));
    };
    let list = |what: &str| appended(&folder.join(format!("{}.{what}", process::id())));
    let (mut ids, mut outcomes) = (list("ids")?, list("outcomes")?);
    let mut last = String::new();
    let mut generator = None;
    loop {
        let result = generate(&mut generator, &lease_file, &mut ids)?;
        let (now, pause) = match &result {
            Ok(()) => ("ok".to_owned(), PAUSE),
            Err(error) => (error.code().to_string(), REFUSED),
        };
        if now != last {
            writeln!(outcomes, "{} {now}", Timestamp::now().unix_ms())?;
            last = now;
        }
        thread::sleep(pause);
    }
}

fn appended(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Generates some ids and appends them to the file, also if a later one fails. Opens the generator
/// on the first call.
fn generate(
    generator: &mut Option<Generator<Snowflake>>,
    lease_file: &Path,
    ids: &mut File,
) -> io::Result<Result<(), Error>> {
    let generator = match generator {
        Some(generator) => generator,
        None => match Generator::with(&options(lease_file)) {
            Ok(new) => generator.insert(new),
            Err(error) => return Ok(Err(error)),
        },
    };
    let mut bytes = Vec::with_capacity(AT_ONCE * 8);
    let mut refused = Ok(());
    for _ in 0..AT_ONCE {
        match generator.next() {
            Ok(id) => bytes.extend(id.to_u64().to_ne_bytes()),
            Err(error) => {
                refused = Err(error);
                break;
            }
        }
    }
    // One call, so that a kill leaves the write complete or absent.
    ids.write_all(&bytes)?;
    Ok(refused)
}

fn options(lease_file: &Path) -> Options {
    Options::new()
        .lease_file(lease_file.to_owned())
        .on_exhausted(OnExhausted::Error)
}
