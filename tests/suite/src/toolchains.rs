//! The toolchains that steps need: the installed versions, and how to install missing ones.

use std::process::{Command, Stdio};
use std::thread;

/// A toolchain.
#[derive(Debug, PartialEq)]
pub(crate) struct Toolchain {
    /// The name in `Step::needs` and in `--without`.
    pub(crate) name: &'static str,
    /// The command that prints its version; the first word is the program.
    version: &'static [&'static str],
    /// The oldest supported version.
    oldest: (u32, u32),
    /// How to install it.
    get: &'static str,
}

#[rustfmt::skip]
const ALL: &[Toolchain] = &[
    Toolchain { name: "cargo", version: &["cargo", "--version"], oldest: (1, 89), get: "install Rust by rustup" },
    Toolchain { name: "cargo-audit", version: &["cargo-audit", "--version"], oldest: (0, 21), get: "cargo install --locked cargo-audit" },
    Toolchain { name: "cargo-deny", version: &["cargo-deny", "--version"], oldest: (0, 16), get: "cargo install --locked cargo-deny" },
    Toolchain { name: "cc", version: &["cc", "--version"], oldest: (0, 0), get: "install gcc or clang" },
    Toolchain { name: "c++", version: &["c++", "--version"], oldest: (0, 0), get: "install g++ or clang++" },
    Toolchain { name: "pkg-config", version: &["pkg-config", "--version"], oldest: (0, 0), get: "install pkg-config" },
    Toolchain { name: "python", version: &["python3", "--version"], oldest: (3, 11), get: "install Python 3.11 or newer as python3" },
    Toolchain { name: "node", version: &["node", "--version"], oldest: (20, 0), get: "install Node.js 20 or newer" },
    Toolchain { name: "npm", version: &["npm", "--version"], oldest: (0, 0), get: "install npm" },
    Toolchain { name: "java", version: &["java", "--version"], oldest: (17, 0), get: "install a JDK, version 17 or newer" },
    Toolchain { name: "javac", version: &["javac", "--version"], oldest: (17, 0), get: "install a JDK, version 17 or newer" },
    Toolchain { name: "mvn", version: &["mvn", "--version"], oldest: (3, 0), get: "install Maven" },
    Toolchain { name: "go", version: &["go", "version"], oldest: (1, 21), get: "install Go" },
];

/// The version of a toolchain, or why it cannot be used.
pub(crate) struct Found {
    pub(crate) name: &'static str,
    pub(crate) version: Result<String, String>,
}

/// Runs all version commands at the same time.
pub(crate) fn find() -> Vec<Found> {
    thread::scope(|scope| {
        let children: Vec<_> = (ALL.iter())
            .map(|toolchain| (toolchain, scope.spawn(|| toolchain.find())))
            .collect();
        let found = |(toolchain, thread): (&Toolchain, thread::ScopedJoinHandle<'_, _>)| Found {
            name: toolchain.name,
            version: thread
                .join()
                .unwrap_or_else(|_| Err(format!("cannot get the version of {}", toolchain.name))),
        };
        children.into_iter().map(found).collect()
    })
}

impl Toolchain {
    fn find(&self) -> Result<String, String> {
        let missing = |what: String| format!("{what}: {}", self.get);
        let (program, arguments) = match self.version {
            [program, arguments @ ..] => (program, arguments),
            [] => return Err(missing(format!("{} has no program", self.name))),
        };
        let output = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .output();
        let output = match output {
            Ok(output) if output.status.success() => output,
            Ok(output) => {
                let what = format!("`{}` ended with {}", self.version.join(" "), output.status);
                return Err(missing(what));
            }
            Err(_) => return Err(missing(format!("{program} is not installed"))),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let version = version(&text).unwrap_or_default();
        if number(&version) < self.oldest {
            return Err(missing(format!("{program} {version} is too old")));
        }
        Ok(version)
    }
}

/// The first version in a program's output: digits and dots after a blank, a `v` or nothing.
fn version(text: &str) -> Option<String> {
    let words = text.split([' ', '\n', '"', ',']);
    let words = words.map(|word| word.trim_start_matches("go").trim_start_matches('v'));
    let mut versions = words.filter(|word| word.starts_with(|digit: char| digit.is_ascii_digit()));
    let version = versions.next()?;
    let end = version.find(|c: char| !c.is_ascii_digit() && c != '.');
    Some(version[..end.unwrap_or(version.len())].to_owned())
}

/// The first two parts of a version.
fn number(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_print() {
        for (text, expected) in [
            ("cargo 1.95.0 (f2d3ce0bd 2026-03-21)", "1.95.0"),
            ("cc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright", "12.2.0"),
            ("v20.20.2\n", "20.20.2"),
            ("openjdk 17.0.15 2025-04-15\nOpenJDK", "17.0.15"),
            ("Apache Maven 3.8.7\nMaven home", "3.8.7"),
            ("go version go1.26.8 linux/amd64", "1.26.8"),
        ] {
            assert_eq!(version(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(version("no number"), None);
        assert!(number("3.9.2") < (3, 11) && number("3.11") >= (3, 11));
    }

    #[test]
    fn oldest_cargo_matches_the_manifest() {
        let cargo = ALL.iter().find(|toolchain| toolchain.name == "cargo");
        let oldest = number(env!("CARGO_PKG_RUST_VERSION"));
        assert_eq!(cargo.map(|cargo| cargo.oldest), Some(oldest));
    }

    #[test]
    fn missing_and_old_programs_report_how_to_install_one() {
        let absent = Toolchain {
            version: &["no-such-compiler-anywhere"],
            ..ALL_FIRST
        };
        let message = absent.find().expect_err("absent");
        assert!(message.contains("not installed: install Rust"), "{message}");
        let old = Toolchain {
            oldest: (999, 0),
            ..ALL_FIRST
        };
        let message = old.find().expect_err("too old");
        assert!(message.contains("is too old: install Rust"), "{message}");
    }

    const ALL_FIRST: Toolchain = Toolchain {
        name: "cargo",
        version: &["cargo", "--version"],
        oldest: (1, 0),
        get: "install Rust by rustup",
    };
}
