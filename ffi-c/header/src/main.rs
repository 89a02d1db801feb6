//! Writes what is generated of `include/` and of the extension for PostgreSQL:
//! `cargo run -p sortid-header`.

#[path = "../../build/generated.rs"]
mod generated;

mod c;
mod constants;
mod cpp;
mod postgres;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    for (name, text) in files()? {
        fs::write(path(name), text)?;
    }
    Ok(())
}

/// Where a file is, by its path from the root.
fn path(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(name)
}

/// Every file that is generated.
fn files() -> Result<[(&'static str, String); 10], Box<dyn Error>> {
    let [main, formats, columns, testing] = c::headers()?;
    Ok([
        ("include/sortid.h", main),
        ("include/sortid/formats.h", formats),
        ("include/sortid/columns.h", columns),
        ("include/sortid/testing.h", testing),
        ("include/sortid_lease.h", c::lease_header()?),
        ("include/sortid/options.hpp", cpp::options()),
        ("include/sortid/tables.hpp", cpp::tables()?),
        (SCRIPT, postgres::script()),
        ("ffi-c/postgres/sortid.control", postgres::control()),
        ("ffi-c/postgres/src/formats.h", postgres::formats()),
    ])
}

const SCRIPT: &str = concat!("ffi-c/postgres/sortid--", env!("CARGO_PKG_VERSION"), ".sql");

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static HEADERS: LazyLock<[String; 4]> = LazyLock::new(|| c::headers().expect("headers"));

    #[test]
    fn generated_files_are_current() {
        for (name, wanted) in files().expect("files") {
            let written = fs::read_to_string(path(name));
            assert!(
                written.is_ok_and(|written| written == wanted),
                "{name} is not what the sources say: `cargo run -p sortid-header` renews it"
            );
        }
    }

    /// A function with the comment above it.
    fn functions(header: &str) -> Vec<(&str, &str)> {
        let mut found = Vec::new();
        for part in header.split("/**").skip(1) {
            let (comment, code) = part.split_once("*/").expect("comments end");
            let code = code.trim_start();
            let is_function = !code.starts_with('#') && !code.starts_with("typedef");
            if let (true, Some((name, _))) = (is_function, code.split_once('(')) {
                let name = name.rsplit([' ', '*']).next().expect("a name");
                found.push((name, comment));
            }
        }
        found
    }

    #[test]
    fn every_function_says_what_its_user_must_know() {
        let header = HEADERS.concat();
        let functions = functions(&header);
        assert!(functions.len() > 80, "{} functions", functions.len());
        for (name, comment) in functions {
            assert!(name.starts_with("sortid_"), "{name}");
            assert!(comment.contains("Since 0."), "{name}: since which version?");
            let (fails, never) = (comment.contains("Errors"), comment.contains("Never fails."));
            assert!(fails != never, "{name}: its errors?");
            let threads = comment.contains("Thread-safe.") || name == "sortid_generator_free";
            assert!(threads, "{name}: may threads share it?");
        }
    }

    /// People read it from top to bottom.
    #[test]
    fn the_main_header_is_short() {
        let [main, ..] = &*HEADERS;
        let lines = main.lines().count();
        assert!(lines <= 1500, "{lines} lines");
    }

    #[test]
    fn rust_is_gone() {
        let header = HEADERS.concat();
        assert!(header.is_ascii());
        for word in ["# Safety", "sortid::", "Option<", "pub "] {
            assert!(!header.contains(word), "{word:?}");
        }
    }
}
