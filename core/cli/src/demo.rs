//! `sortid demo`: one id of every format, explained.

use std::io::Write;

use sortid::Format;

use crate::failure::{Failure, Outcome};
use crate::options::GivenOptions;
use crate::output::{Output, fields};
use crate::style::{FAINT, NAME, TEXT};
use crate::time;
use crate::uuid_kinds;

pub(crate) fn run() -> Result<Outcome, Failure> {
    let mut out = Output::for_people();
    let defaults = GivenOptions::default();
    for &format in Format::ALL {
        let id = match format.can_generate() {
            true => sortid::new_id(format),
            false => format.example(),
        };
        let id = id.map_err(|error| Failure::failed(format, error))?;
        writeln!(out, "{NAME}{format}{NAME:#}  {}", format.summary())?;
        write!(out, "  {TEXT}{id}{TEXT:#}")?;
        if let Ok(time) = id.timestamp_with(&defaults.reading_of_made(format)?) {
            write!(out, "  {}", time::format(time, format))?;
        }
        if let Some(kind) = id.kind() {
            write!(out, "  {}", uuid_kinds::describe(kind))?;
        }
        write!(out, "\n{FAINT}")?;
        out.wrapped(2, &fields(&id))?;
        writeln!(out, "  {}{FAINT:#}\n", format.specification())?;
    }
    writeln!(
        out,
        "Try {TEXT}sortid new uuid7 -n 3{TEXT:#}, then {TEXT}sortid inspect{TEXT:#} on one of them."
    )?;
    out.flush()?;
    Ok(Outcome::Done)
}
