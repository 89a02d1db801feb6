//! `sortid new`: generation of one id or of millions.

use std::io::{self, Write};
use std::str::FromStr;

use sortid::options::ClockSource;
use sortid::{AnyTypeId, Error, ErrorCode, Format, Generator, Prefix, Timestamp};

use crate::failure::{Failure, Outcome};
use crate::names::format_parser;
use crate::options::GeneratorOptions;
use crate::output::{Output, OutputMode};
use crate::progress::Progress;
use crate::time;

/// Generate new ids, one per line
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sortid new uuid7
  sortid new UUIDv7 3
  sortid new uuid7 -n 10000000 > ids
  sortid new tid --node 7 --json
  sortid new uuid7 -n 10 --at 2024-07-19    for a backfill
  sortid new any_uuid --type order          order_01…: a TypeID, of version 7

tid and timeid have one id per microsecond, which limits runs of more than a million ids.

{}", time::GRAMMAR))]
pub(crate) struct Args {
    /// Format of the ids
    #[arg(value_parser = format_parser(), hide_possible_values = true)]
    format: Format,
    /// Number of ids [default: 1]
    #[arg(value_name = "N")]
    ids: Option<u64>,
    /// Number of ids
    #[arg(short = 'n', value_name = "N", conflicts_with = "ids")]
    count: Option<u64>,
    /// Generate the ids at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = time::parse, allow_hyphen_values = true)]
    at: Option<Timestamp>,
    /// Prepend this type prefix and `_` to each id
    #[arg(long = "type", value_name = "PREFIX", value_parser = Prefix::from_str)]
    prefix: Option<Prefix>,
    /// Print a JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: GeneratorOptions,
}

impl Args {
    /// Returns the number of ids to make.
    fn count(&self) -> u64 {
        self.count.or(self.ids).unwrap_or(1)
    }

    /// Returns the format of the generated ids.
    fn made(&self) -> Format {
        match self.prefix {
            Some(_) => self.format.generated_with_prefix(),
            None => self.format,
        }
    }
}

/// Size of a write, large enough that the system calls cost nothing.
const CHUNK_BYTES: usize = 1 << 20;

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let given = &args.options.0;
    let mut options = given.all()?;
    if args.at.is_some() {
        options = options.clock(ClockSource::Manual);
    }
    let generator =
        Generator::dynamic(args.made(), &options).map_err(|error| match error.code() {
            ErrorCode::InvalidOption => given.refusal(args.made(), error),
            ErrorCode::NotApplicable => {
                Failure::refused(args.format, "read-only: its ids cannot be generated")
            }
            _ => Failure::failed(args.format, error),
        })?;
    if args.json || args.at.is_some() || args.prefix.is_some() {
        one_by_one(&generator, args)?;
    } else {
        in_chunks(&generator, args.count())?;
    }
    Ok(Outcome::Done)
}

/// Writes texts at the generator's speed: no formatting or allocation per id.
fn in_chunks(generator: &Generator, count: u64) -> Result<(), Failure> {
    let width = generator.format().text_len();
    let is_of_one_length = generator.format().text_len_min() == width;
    let most = count.min((CHUNK_BYTES / (width + 1)) as u64);
    let mut texts = vec![0; most as usize * width];
    let mut lines = vec![b'\n'; most as usize * (width + 1)];
    let mut stdout = io::stdout().lock();
    let mut progress = Progress::new(count);
    let mut left = count;
    while left > 0 {
        // The last chunk is smaller.
        texts.truncate(left.min(most) as usize * width);
        let filled = generator.fill_text(&mut texts);
        let made = texts.chunks_exact(width).take(filled.ids);
        let length = match is_of_one_length {
            true => {
                for (slot, text) in lines.chunks_exact_mut(width + 1).zip(made) {
                    if let Some(slot) = slot.get_mut(..width) {
                        slot.copy_from_slice(text);
                    }
                }
                filled.ids * (width + 1)
            }
            false => {
                lines.clear();
                for text in made {
                    lines.extend(text.iter().take_while(|&&byte| byte != 0));
                    lines.push(b'\n');
                }
                lines.len()
            }
        };
        stdout.write_all(lines.get(..length).unwrap_or_default())?;
        if let Some(error) = filled.error {
            stdout.flush()?;
            return Err(Failure::failed(generator.format(), error));
        }
        left -= filled.ids as u64;
        progress.done(count - left);
    }
    Ok(stdout.flush()?)
}

fn one_by_one(generator: &Generator, args: &Args) -> Result<(), Failure> {
    let mut out = Output::new(args.json);
    let reading = args.options.0.reading_of_made(args.made())?;
    let mut progress = Progress::new(args.count());
    for done in 0..args.count() {
        let made = match args.at {
            Some(time) => generator.next_at(time),
            None => generator.next(),
        };
        let id = match made {
            Ok(id) => id,
            Err(error) => {
                out.flush()?;
                return Err(failure(args, error));
            }
        };
        let prefixed = args.prefix.map(|prefix| AnyTypeId::new(prefix, id));
        let prefixed = prefixed
            .transpose()
            .map_err(|error| Failure::refused("--type", error))?;
        match (out.mode(), prefixed) {
            (OutputMode::Json, prefixed) => {
                let text = prefixed.map(|prefixed| prefixed.to_text());
                let mut object = out.object();
                let time = id.timestamp_with(&reading).ok();
                match text {
                    Some(text) => object.members_as(&id, text.as_str(), time),
                    None => object.members(&id, time),
                }
                if let Some(prefixed) = prefixed {
                    object.text("prefix", prefixed.prefix().as_str());
                }
                object.end()?;
            }
            (_, Some(prefixed)) => writeln!(out, "{prefixed}")?,
            (_, None) => writeln!(out, "{id}")?,
        }
        progress.done(done);
    }
    Ok(out.flush()?)
}

fn failure(args: &Args, error: Error) -> Failure {
    match error.code() {
        ErrorCode::TimestampOutOfRange if args.at.is_some() => {
            Failure::refused("--at", format_args!("{}: {error}", args.format))
        }
        _ => Failure::failed(args.format, error),
    }
}
