//! Writers that are separate programs, one to three on a file at a time, and are killed: on all
//! systems, with or without fork.
//!
//! A writer prints its ids, and the pipe outlives it. An id that was not printed was never visible.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sortid::{Format, Generator, Options};

use super::history::{History, Tally};
use super::keys::{Key, key};
use super::{Folder, Subject, seeded, subjects};
use crate::run::{Checked, Failure, Finding, Run};
use sortid_reliability_common::Rng;

/// The scene of a writer, and the variable with the name of its file.
pub(crate) const SCENE: &str = "writer";
const FILE: &str = "SORTID_FAULTS_FILE";

/// The number of rounds of other parts per process here, since starting a program takes time.
const ROUNDS: usize = 10;
const MOST_WRITERS: u64 = 3;
/// The numbers of ids of a fill, and of one that leads the clock by more than a program's start.
const FILL: u64 = 800;
const AHEAD: u64 = 1_000_000;
/// The number of attempts to restore an old copy before it counts as undetected.
const ATTEMPTS: usize = 4;
/// The time limit for starting.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) fn run(run: &mut Run<'_>) {
    let lives = run.rounds().div_ceil(ROUNDS);
    for (nth, subject) in subjects().iter().enumerate() {
        run.check("writers started apart", subject.name, || {
            attack(nth, subject, lives)
        });
    }
    run.check("writers started apart", "an old copy is noticed", noticed);
}

/// The subjects of the attacks, and one that runs ahead of its clock: 256 ids take it 10 ms.
fn all() -> Vec<Subject> {
    let fast = Subject {
        name: "sonyflake",
        format: Format::Sonyflake,
        options: Options::new().max_lead_ms(3_600_000),
        reading: None,
    };
    [subjects(), vec![fast]].concat()
}

/// The activity of a writer: its subject, its seed, and the number of ids at a time.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    let &[nth, seed, most] = numbers else {
        return Err("a writer needs three numbers".into());
    };
    let subject = all().into_iter().nth(nth as usize);
    let subject = subject.ok_or("no such subject")?;
    let path = std::env::var_os(FILE).ok_or("a writer needs a file")?;
    let options = subject.options.state_file(path);
    let options = match seed % 3 {
        0 => seeded(options),
        _ => options,
    };
    let generator = Generator::dynamic(subject.format, &options)?;
    let mut random = Rng::new(seed);
    let mut output = io::stdout().lock();
    loop {
        let ids = 1 + random.below(most);
        let mut bytes = vec![0; ids as usize * subject.format.byte_len()];
        generator.fill_bytes(&mut bytes).complete()?;
        output.write_all(&bytes)?;
        for _ in 0..random.below(20) {
            output.write_all(&generator.next()?.to_bytes())?;
            output.flush()?;
        }
        if most == FILL {
            thread::sleep(Duration::from_micros(random.below(1500)));
        }
    }
}

/// A running writer, and the thread that reads its output.
struct Writer {
    process: Child,
    reader: JoinHandle<io::Result<Vec<u8>>>,
}

impl Writer {
    /// Starts a writer; `begun` receives a message after its first ids.
    fn start(nth: usize, seed: u64, most: u64, file: &Path, begun: Sender<()>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let numbers = [nth as u64, seed, most].map(|number| number.to_string());
        command.args(["scene", SCENE]).args(numbers).env(FILE, file);
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut output = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let reader = thread::spawn(move || {
            let mut output_bytes = vec![0; 1];
            output.read_exact(&mut output_bytes)?;
            // The receiver is gone if another writer was late.
            let _ = begun.send(());
            output.read_to_end(&mut output_bytes)?;
            Ok(output_bytes)
        });
        Ok(Self { process, reader })
    }

    /// Kills the writer and returns its ids; an error if it had ended by itself.
    fn kill(mut self, format: Format) -> Result<Vec<Key>, Failure> {
        let ended = self.process.try_wait()?;
        if ended.is_none() {
            self.process.kill()?;
        }
        self.process.wait()?;
        let output_bytes = self.reader.join().map_err(|_| "a reader panicked")??;
        if let Some(status) = ended {
            let last = output_bytes
                .rsplit(|&byte| byte == b'\n')
                .find(|line| !line.is_empty());
            let last = String::from_utf8_lossy(last.unwrap_or_default());
            return Err(format!("a writer ended by itself ({status}): {last}").into());
        }
        Ok(output_bytes
            .chunks_exact(format.byte_len())
            .map(key)
            .collect())
    }
}

/// One round on a file: writers that are killed one after another, once all have begun.
fn live(
    (nth, subject): (usize, &Subject),
    file: &Path,
    (writers, most): (u64, u64),
    random: &mut Rng,
) -> Result<Vec<Vec<Key>>, Failure> {
    let (begun, begins): (Sender<()>, Receiver<()>) = mpsc::channel();
    let mut running = Vec::new();
    for _ in 0..writers {
        let seed = random.below(1 << 40);
        running.push(Writer::start(nth, seed, most, file, begun.clone())?);
    }
    drop(begun);
    let all_begun = (0..writers).all(|_| begins.recv_timeout(TIMEOUT).is_ok());
    let mut made = Vec::new();
    for writer in running {
        thread::sleep(Duration::from_micros(random.below(20_000)));
        made.push(writer.kill(subject.format));
    }
    let made = made.into_iter().collect::<Result<Vec<_>, _>>()?;
    match all_begun {
        true => Ok(made),
        false => Err("a writer does not begin".into()),
    }
}

fn attack(nth: usize, subject: &Subject, lives: usize) -> Checked {
    let folder = Folder::new()?;
    let mut random = Rng::new(lives as u64);
    let mut history = History::of(subject.format);
    let mut kills = 0;
    for _ in 0..lives {
        let writers = 1 + random.below(MOST_WRITERS);
        let made = live((nth, subject), &folder.file(), (writers, FILL), &mut random)?;
        kills += writers;
        history.add(&made);
    }
    let mut finding = Finding::of(format!("{lives} lives, {kills} writers killed"));
    history.finish().judge(&mut finding);
    Ok(finding)
}

/// Negative control: if each process finds the file as the first one left it, ids must repeat.
fn noticed() -> Checked {
    let all = all();
    let nth = all.len() - 1;
    let subject = &all[nth];
    let folder = Folder::new()?;
    let file = folder.file();
    let mut random = Rng::new(1);
    let mut history = History::of(subject.format);
    let options = subject.options.clone().state_file(file.clone());
    Generator::dynamic(subject.format, &options)?.next()?;
    let first = fs::read(&file)?;
    for _ in 0..ATTEMPTS {
        history.add(&live((nth, subject), &file, (1, AHEAD), &mut random)?);
        // Overwrite in place: a killed process may have it mapped for a moment.
        File::options().write(true).open(&file)?.write_all(&first)?;
    }
    let tally: Tally = history.finish();
    let mut finding = Finding::of(format!("{ATTEMPTS} copies put back, {} ids", tally.ids));
    finding.require(
        tally.wrong() > 0,
        format!("{} ids that are not as they should be", tally.wrong()),
    );
    Ok(finding)
}
