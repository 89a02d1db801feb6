//! `cargo suite site`: builds a book from the repository's Markdown and generated references.
//!
//! [`pages`] lists the pages and their places in the book, [`markdown`] finds the links and anchors
//! of one, [`links`] checks them in the repository, [`stage`] writes mdBook's sources with
//! rewritten links, [`mod@reference`] adds the references, [`html`] checks the links of the
//! resulting pages, and [`llms`] offers them to programs. The network is only used to install mdBook, once.
//!
//! Markdown links are relative to the repository; links to files outside the book become links to
//! the code host.

mod agents;
#[cfg(test)]
mod calls;
mod declarations;
mod html;
mod inspector;
mod links;
mod llms;
mod markdown;
mod pages;
mod pictures;
mod reference;
mod results;
mod stage;
mod tables;
mod written;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
Usage: cargo suite site [--pictures | --tables]

Builds the book below target/site/html: the pages of docs/SUMMARY.md and the reference of each
language. Checks the links of the repository's Markdown, then those of the book. The last line is
`N passed, N failed`.

  --pictures    only redraw docs/pictures
  --tables      only write the tables of docs/*.json into pages and AGENTS.md files";

/// The repository's address.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// A value, or a message that describes a failure.
type Fallible<T> = Result<T, String>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let status = match arguments.next().as_deref() {
        None => run(&root()),
        Some("--pictures") => pictures::write(&root()).map(|()| true),
        Some("--tables") => written::write(&root()).map(|()| true),
        Some("--help" | "-h") => {
            line(HELP);
            return ExitCode::SUCCESS;
        }
        Some(other) => Err(format!("unknown argument {other:?}\n\n{HELP}")),
    };
    match status {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

/// Builds the book; returns whether all links are valid.
fn run(root: &Path) -> Fallible<bool> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let site = std::path::absolute(target.join("site")).map_err(|error| error.to_string())?;
    let book = pages::Book::of(root)?;
    let mut found = links::follow(root)?;
    found.add(pages::summary(root, &book)?);
    for failures in [pictures::drift(root)?, written::drift(root)?] {
        found.add(Found {
            passed: 0,
            failures,
        });
    }

    let (staged, output) = (site.join("book"), site.join("html"));
    stage::lay_out(root, &book, &staged)?;
    let mdbook = tool(root, &site.join("tools"))?;
    let mut build = Command::new(mdbook);
    build
        .arg("build")
        .arg(&staged)
        .arg("--dest-dir")
        .arg(&output);
    reference::go(&mut build)?;
    reference::generate(root, &site.join("tools"), &site, &output)?;
    inspector::make(root, &output)?;
    found.add(llms::copy(root, &staged.join("src"), &output)?);
    found.add(html::follow(&output, &book)?);

    for failure in &found.failures {
        line(&format!("✗ {failure}"));
    }
    line(&format!("wrote {}", output.join("index.html").display()));
    line(&format!(
        "{} passed, {} failed",
        found.passed,
        found.failures.len()
    ));
    Ok(found.failures.is_empty())
}

/// Installs mdBook below a folder.
fn tool(root: &Path, folder: &Path) -> Fallible<PathBuf> {
    let output = Command::new(root.join("tests/site/mdbook"))
        .arg(folder)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start tests/site/mdbook: {error}"))?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match output.status.success() {
        true => Ok(PathBuf::from(path)),
        false => Err(format!("no mdBook: {}", output.status)),
    }
}

/// The result of checking links.
#[derive(Debug, Default)]
struct Found {
    passed: usize,
    failures: Vec<String>,
}

impl Found {
    /// Counts a valid link, or prints a broken one.
    fn check(&mut self, failure: Option<String>) {
        match failure {
            None => self.passed += 1,
            Some(failure) => self.failures.push(failure),
        }
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

fn line(text: &str) {
    // Write errors are ignored: the reader may have closed the pipe.
    let _ = writeln!(std::io::stdout(), "{text}");
}
