//! `sortid grep`: the lines that contain an id of a time.

use sortid::Timestamp;

use crate::args::Grep;
use crate::failure::{Failure, Outcome};
use crate::stream::{Lines, Passed, Wanted, each_worked, line_around};
use crate::time;

pub(crate) fn run(grep: &Grep) -> Result<Outcome, Failure> {
    let wanted = Wanted::new(&grep.ids.format, &grep.ids.options.0)?;
    let to = grep.to.unwrap_or_else(time::now);
    let from = grep.from;
    if from.is_some_and(|from| from >= to) {
        return Err(Failure::refused("--to", "not after --from"));
    }
    let is_of_time = |time: Timestamp| from.is_none_or(|from| from <= time) && time < to;
    let names_files = grep.ids.files.len() > 1;
    let work = |lines: &Lines<'_>, of: &mut OfTime| {
        let mut done = 0;
        for found in wanted.find(lines.bytes) {
            let is_wanted = found.time.is_some_and(is_of_time);
            if !is_wanted || found.place.start < done {
                continue;
            }
            let place = match grep.only_ids {
                true => found.place,
                false => line_around(lines.bytes, found.place.start),
            };
            done = place.end;
            of.count += 1;
            if grep.count {
                continue;
            }
            if names_files {
                of.out.text(lines.file.as_os_str().as_encoded_bytes());
                of.out.words(":");
            }
            of.out.text(lines.bytes.get(place).unwrap_or_default());
            of.out.words("\n");
        }
    };
    // Without files, standard input is the only one.
    let mut counts = vec![0_u64; grep.ids.files.len().max(1)];
    let files = each_worked(&grep.ids.files, work, |lines, of| {
        counts[lines.nth] += std::mem::take(&mut of.count);
        Ok(of.out.flush()?)
    })?;
    if grep.count {
        let mut out = Passed::default();
        for (nth, count) in counts.iter().enumerate() {
            if files.unread.contains(&nth) {
                continue;
            }
            if names_files && let Some(file) = grep.ids.files.get(nth) {
                out.text(file.as_os_str().as_encoded_bytes());
                out.words(":");
            }
            out.words(&format!("{count}\n"));
        }
        out.flush()?;
    }
    let seen = counts.iter().any(|count| *count > 0);
    Ok(match seen {
        true => files.outcome,
        false => files.outcome.and(Outcome::NotFound),
    })
}

/// The matches in a block of lines.
#[derive(Default)]
struct OfTime {
    count: u64,
    out: Passed,
}
