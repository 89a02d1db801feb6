//! The worker in Rust, which generates ids in two threads until the audit ends.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sortid::options::OptionValue;
use sortid::{AnyId, Format, Generator, Options, default_generator, new_id};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The number of ids in a burst of single calls, and in a batch.
const BURST: [usize; 2] = [100, 1000];

/// Generates a burst of ids into a buffer.
type Source = Box<dyn Fn(&mut Vec<u64>) -> Outcome<()> + Send + Sync>;

/// `FORMAT` means the default generator, `custom64:PRESET` one with a preset.
fn source(name: &str, is_batch: bool) -> Outcome<Source> {
    if name == "tsid-rust" {
        let next = || tsid::create_tsid().number();
        return Ok(Box::new(move |ids| {
            ids.resize_with(BURST[0], next);
            Ok(())
        }));
    }
    let (format, preset) = match name.split_once(':') {
        Some((format, preset)) => (format, Some(preset)),
        None => (name, None),
    };
    let format: Format = format.parse()?;
    let own = match preset {
        Some(preset) => {
            let mut options = Options::new();
            options.set("preset", OptionValue::Text(preset))?;
            Some(Generator::<AnyId>::dynamic(format, &options)?)
        }
        None => None,
    };
    Ok(Box::new(move |ids| {
        if is_batch {
            ids.resize(BURST[1], 0);
            let generator = own.as_ref().map_or_else(|| default_generator(format), Ok)?;
            generator.fill_u64(ids).complete()?;
            return Ok(());
        }
        for _ in 0..BURST[0] {
            let id = own
                .as_ref()
                .map_or_else(|| new_id(format), Generator::next)?;
            ids.push(id.to_u64()?);
        }
        Ok(())
    }))
}

/// Takes `FOLDER NAME FORMATS CALLS MODE PROCESSES`, like the workers of other languages.
pub(crate) fn run(arguments: &[String]) -> Outcome<()> {
    let [folder, name, formats, calls, ..] = arguments else {
        return Err("expected six arguments: the audit starts workers".into());
    };
    let open = |name| match name {
        "-" => Ok((name, None)),
        name => source(name, calls == "batch").map(|source| (name, Some(source))),
    };
    let sources: Vec<_> = formats.split(',').map(open).collect::<Outcome<_>>()?;
    let work = |thread: usize| -> Outcome<()> {
        let stream = format!("{name}.{}.{thread}", process::id());
        while Path::new(folder).join("go").exists() {
            // Turns of 20 ms: all processes generate the same format at the same time.
            let turn = since_epoch()?.as_millis() as usize / 20;
            if let (name, Some(source)) = &sources[turn % sources.len()] {
                let mut ids = Vec::new();
                source(&mut ids)?;
                let bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_be_bytes()).collect();
                let path = Path::new(folder).join(name).join(&stream);
                File::options()
                    .append(true)
                    .create(true)
                    .open(path)?
                    .write_all(&bytes)?;
            }
            let passed = since_epoch()?.as_micros() as u64 % 20_000;
            thread::sleep(Duration::from_micros(20_000 - passed));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| work(1).map_err(|error| error.to_string()));
        work(0)?;
        Ok(other.join().map_err(|_| "a thread panicked")??)
    })
}

fn since_epoch() -> Outcome<Duration> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?)
}
