//! Writes what is generated of `include/`, `sortid.h` and parts of `sortid.hpp`, and of the extension for PostgreSQL: `cargo run -p sortid-header`.

#[path = "../../build/generated.rs"]
mod generated;

mod constants;
mod cpp;
mod postgres;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use cbindgen::{Builder, Config, DocumentationStyle, ExportConfig, Language, Style};

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
fn files() -> Result<[(&'static str, String); 7], Box<dyn Error>> {
    Ok([
        ("include/sortid.h", header()?),
        ("include/sortid_lease.h", lease_header()?),
        ("include/sortid/options.hpp", cpp::options()),
        ("include/sortid/tables.hpp", cpp::tables()?),
        (SCRIPT, postgres::script()),
        ("ffi-c/postgres/sortid.control", postgres::control()),
        ("ffi-c/postgres/src/formats.h", postgres::formats()),
    ])
}

const SCRIPT: &str = concat!("ffi-c/postgres/sortid--", env!("CARGO_PKG_VERSION"), ".sql");

/// The header of C.
fn header() -> Result<String, Box<dyn Error>> {
    let config = Config {
        header: Some(include_str!("rules.txt").trim_end().to_owned()),
        include_guard: Some("SORTID_H".to_owned()),
        no_includes: true,
        after_includes: Some(format!(
            "\n{}\n{}\n\n{}",
            INCLUDES,
            constants::constants().trim_end(),
            include_str!("arrow.txt").trim_end()
        )),
        export: ExportConfig {
            // Not for users, and not in the library that they get.
            exclude: vec!["sortid_test_panic".to_owned()],
            // Structures of Arrow's interface, which stand in every header of its users.
            rename: ["ArrowSchema", "ArrowArray"]
                .map(|name| (format!("Raw{name}"), format!("struct {name}")))
                .into(),
            ..ExportConfig::default()
        },
        ..config()
    };
    // The functions of the formats are in no file of the sources; cbindgen reads files.
    // Tests call this from several threads.
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let generated = env::temp_dir().join(format!("sortid-header-{}-{call}.rs", process::id()));
    fs::write(&generated, generated::functions())?;
    let bindings = Builder::new()
        .with_config(config)
        .with_src(Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/lib.rs"))
        .with_src(&generated)
        .generate();
    fs::remove_file(&generated)?;
    let mut text = Vec::new();
    bindings?.write(&mut text);
    let header = polished(&String::from_utf8(text)?);
    // cbindgen writes a trailer behind the guard's end.
    let (header, guard) = header
        .rsplit_once("\n#endif")
        .ok_or("a header without a guard")?;
    Ok(format!(
        "{header}\n{}\n\n#endif{guard}",
        include_str!("timespec.txt").trim_end()
    ))
}

/// The header of the second library.
fn lease_header() -> Result<String, Box<dyn Error>> {
    let config = Config {
        header: Some(include_str!("lease.txt").trim_end().to_owned()),
        include_guard: Some("SORTID_LEASE_H".to_owned()),
        no_includes: true,
        after_includes: Some("\n#include <sortid.h>\n".to_owned()),
        ..config()
    };
    let bindings = Builder::new()
        .with_config(config)
        .with_src(Path::new(env!("CARGO_MANIFEST_DIR")).join("../lease/src/lease.rs"))
        .generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(polished(&String::from_utf8(text)?))
}

/// How both are written.
fn config() -> Config {
    Config {
        language: Language::C,
        cpp_compat: true,
        style: Style::Both,
        usize_is_size_t: true,
        documentation_style: DocumentationStyle::Doxy,
        line_length: 120,
        ..Config::default()
    }
}

const INCLUDES: &str =
    "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <time.h>\n";

/// The header for readers of C: without the parts that only Rust needs for each function (the rules at the top have them), with
/// short comments on one line, and in ASCII.
fn polished(header: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_safety = false;
    for line in header.lines().map(str::trim_end) {
        let ends = line.trim() == "*/";
        in_safety = (in_safety || line.trim() == "* # Safety") && !ends;
        if in_safety {
            continue;
        }
        if ends {
            lines.pop_if(|last| last.trim() == "*");
        }
        lines.push(line);
    }
    let (mut text, mut rest) = (String::new(), lines.as_slice());
    while let [line, after @ ..] = rest {
        rest = after;
        text += line;
        if let ("/**", [only, end, after @ ..]) = (line.trim(), rest)
            && end.trim() == "*/"
        {
            text += only.trim_start().trim_start_matches('*');
            text += " */";
            rest = after;
        }
        text.push('\n');
    }
    text.replace('…', "...").replace('×', "*").replace('–', "-")
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static HEADER: LazyLock<String> = LazyLock::new(|| header().expect("a header"));

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
        let functions = functions(&HEADER);
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

    #[test]
    fn rust_is_gone() {
        let header = &*HEADER;
        assert!(header.is_ascii());
        for word in ["# Safety", "sortid::", "Option<", "pub "] {
            assert!(!header.contains(word), "{word:?}");
        }
    }
}
