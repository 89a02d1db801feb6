//! `sortid help` and `sortid man`: help texts, manual pages, and a drawing of each format.

use std::io::{self, Write};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};
use sortid::Format;

use crate::args::Cli;
use crate::failure::{Failure, Outcome};
use crate::formats;
use crate::inspect::card::{bits, labelled, legend};
use crate::output::Output;
use crate::style::{FAINT, NAME, TEXT};

/// Prints the help of the command, of a subcommand, or of a format.
pub(crate) fn run(topic: Option<&str>) -> Result<Outcome, Failure> {
    match topic.map(|topic| (topic, sortid::Format::from_any_spelling(topic))) {
        Some((_, Some(format))) => draw(format),
        Some((topic, None)) => print_help(&["sortid", topic, "--help"], &mut verb(topic)?),
        None => print_help(&["sortid", "--help"], &mut Cli::command()),
    }
}

/// Prints the help that this command line prints. If the command passes `--help` on to another
/// program, prints the command's own help.
fn print_help(line: &[&str], command: &mut Command) -> Result<Outcome, Failure> {
    let help = match Cli::try_parse_from(line) {
        Err(help) if help.kind() == ErrorKind::DisplayHelp => help.render(),
        _ => command.render_long_help(),
    };
    let mut out = anstream::stdout().lock();
    write!(out, "{}", help.ansi())?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// Prints the manual page of the command, or of a subcommand.
pub(crate) fn man(topic: Option<&str>) -> Result<Outcome, Failure> {
    let command = match topic {
        Some(topic) => verb(topic)?,
        None => Cli::command(),
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::failed("man", error))?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(&page)?;
    stdout.flush()?;
    Ok(Outcome::Done)
}

fn verb(topic: &str) -> Result<Command, Failure> {
    let mut all = Cli::command();
    all.build();
    let command = all.find_subcommand(topic).cloned();
    command.ok_or_else(|| {
        Failure::refused(
            topic,
            "neither a command nor a format; see `sortid help`, `sortid formats`",
        )
    })
}

fn draw(format: Format) -> Result<Outcome, Failure> {
    let mut out = Output::for_people();
    let example = format
        .example()
        .map_err(|error| Failure::failed(format, error))?;
    writeln!(out, "{NAME}{format}{NAME:#}  {}\n", format.summary())?;
    labelled(&mut out, "example", &example.to_text(), TEXT)?;
    bits(&mut out, &example)?;
    legend(&mut out, format)?;
    writeln!(out)?;
    for part in format.parts() {
        let (at, width) = part.run;
        let (last, unit) = (at + width - 1, if width == 1 { "bit" } else { "bits" });
        let field = part.field.unwrap_or("-");
        writeln!(
            out,
            "  {at:>3}–{last:<3} {width:>3} {unit:4}  {:7}  {field}",
            part.role.name()
        )?;
    }
    writeln!(out)?;
    labelled(&mut out, "unit", &formats::resolution(format), FAINT)?;
    if !format.options().is_empty() {
        let options = format.options().join(" ");
        labelled(&mut out, "options", &options, FAINT)?;
    }
    labelled(&mut out, "see", format.specification(), FAINT)?;
    out.flush()?;
    Ok(Outcome::Done)
}
