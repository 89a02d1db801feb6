//! `sortid new`: generation of one id or of millions.

use std::io::{self, Write};

use sortid::{ClockSource, Error, ErrorCode, Generator, PrefixedId};

use crate::args::New;
use crate::failure::{Failure, Outcome};
use crate::output::{Look, Output};
use crate::progress::Progress;

/// Size of a write, large enough that the system calls cost nothing.
const CHUNK_BYTES: usize = 1 << 20;

pub(crate) fn run(new: &New) -> Result<Outcome, Failure> {
    let given = &new.options.0;
    let mut options = given.all()?;
    if new.at.is_some() {
        options = options.clock(ClockSource::Manual);
    }
    let generator =
        Generator::dynamic(new.format, &options).map_err(|error| match error.code() {
            ErrorCode::InvalidOption => given.refusal(new.format, error),
            ErrorCode::NotApplicable => {
                Failure::refused(new.format, "its ids are read, and never made")
            }
            _ => Failure::failed(new.format, error),
        })?;
    if new.json || new.at.is_some() || new.prefix.is_some() {
        one_by_one(&generator, new)?;
    } else {
        in_chunks(&generator, new.count())?;
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

fn one_by_one(generator: &Generator, new: &New) -> Result<(), Failure> {
    let mut out = Output::new(new.json);
    let reading = new.options.0.reading_of_made(new.format)?;
    let mut progress = Progress::new(new.count());
    for done in 0..new.count() {
        let made = match new.at {
            Some(time) => generator.next_at(time),
            None => generator.next(),
        };
        let id = match made {
            Ok(id) => id,
            Err(error) => {
                out.flush()?;
                return Err(failure(new, error));
            }
        };
        let prefixed = new.prefix.map(|prefix| PrefixedId::new(prefix, id));
        let prefixed = prefixed
            .transpose()
            .map_err(|error| Failure::refused("--type", error))?;
        match (out.look(), prefixed) {
            (Look::Json, prefixed) => {
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

fn failure(new: &New, error: Error) -> Failure {
    match error.code() {
        ErrorCode::TimestampOutOfRange if new.at.is_some() => {
            Failure::refused("--at", format_args!("{}: {error}", new.format))
        }
        _ => Failure::failed(new.format, error),
    }
}
