//! The list of every generated file: those in git, and those that only a build needs.

use std::error::Error;
use std::{fs, io, process};

use sortid::Format;

use crate::api::names;
use crate::c::functions;
use crate::node::{self, javascript, patterns, rows, types};
use crate::operations::{self, Language, dispatch};
use crate::repository::{TextResult, at_root};
use crate::splice::splice;
use crate::{c, calls, cpp, kotlin, pages, postgres, python, sql, swift, uniffi};

/// The name of a part, and the function that generates its text.
type Part = (&'static str, fn() -> String);

/// The source of a file's text.
enum Text {
    /// The whole file.
    Whole(fn() -> String),
    /// The whole file, or an error.
    Fallible(fn() -> TextResult),
    /// Named parts of a file that is otherwise written by hand.
    Parts(&'static [Part]),
}

use Text::{Fallible, Parts, Whole};

/// Every generated file in git with a fixed name, by folder. The others are SQL examples, and the
/// golden files of builds.
#[rustfmt::skip]
const FILES: &[(&str, &[(&str, Text)])] = &[
    ("include", &[
        ("sortid.h", Fallible(|| c::header("sortid"))),
        ("sortid/options.h", Fallible(|| c::header("options"))),
        ("sortid/formats.h", Fallible(|| c::header("formats"))),
        ("sortid/type.h", Fallible(|| c::header("type"))),
        ("sortid/columns.h", Fallible(|| c::header("columns"))),
        ("sortid/testing.h", Fallible(|| c::header("testing"))),
        ("sortid/options.hpp", Whole(cpp::options)),
        ("sortid/tables.hpp", Fallible(cpp::tables)),
        ("sortid_lease.h", Fallible(c::lease_header)),
    ]),
    ("ffi-c", &[
        ("src/per_format.rs", Parts(&[("functions", functions::names)])),
        ("src/id.rs", Parts(&[("newtypes", functions::newtypes)])),
        ("src/tables.rs", Parts(&[("tables", functions::tables)])),
    ]),
    ("databases/postgres", &[("sortid.control", Whole(postgres::control))]),
    ("python/sortid", &[
        ("__init__.pyi", Parts(&[
            ("names", python::names),
            ("origins", python::origins),
            ("kinds", python::kinds),
            ("codes", python::codes),
            ("formats", python::formats),
            ("options", python::options),
            ("types", python::types),
            ("descriptions", python::descriptions),
            ("functions", python::functions),
        ])),
        ("_sortid.pyi", Parts(&[("exports", python::exports)])),
    ]),
    ("node", &[
        ("src/plain.rs", Parts(&[("formats", node::rust_types)])),
        ("index.cjs", Parts(&[("functions", javascript::functions), ("classes", javascript::classes)])),
        ("lib/patterns.cjs", Parts(&[("patterns", patterns::patterns)])),
        ("index.mjs", Parts(&[("names", javascript::names)])),
        ("index.d.cts", Parts(&[
            ("formats", types::formats),
            ("functions", types::functions),
            ("classes", types::classes),
            ("read options", types::read_options),
            ("generator options", types::generator_options),
            ("option names", types::option_names),
            ("forms", types::forms),
            ("storage", types::storage),
            ("kinds", types::kinds),
            ("origins", types::origins),
            ("error codes", types::error_codes),
        ])),
    ]),
    ("uniffi/kotlin/src/main/kotlin/sortid", &[
        ("Format.kt", Parts(&[("formats", kotlin::formats)])),
        ("ErrorCode.kt", Parts(&[("codes", kotlin::codes)])),
        ("SortidException.kt", Parts(&[
            ("exceptions", kotlin::exceptions),
            ("of", kotlin::constructors),
        ])),
        ("GeneratorOptions.kt", Parts(&[
            ("options", kotlin::options::setters),
            ("named", kotlin::options::named_arguments),
        ])),
        ("Sortid.kt", Parts(&[("functions", kotlin::functions)])),
        ("Form.kt", Parts(&[("forms", kotlin::forms)])),
        ("UuidKind.kt", Parts(&[("kinds", kotlin::kinds)])),
        ("NodeOrigin.kt", Parts(&[("origins", kotlin::origins)])),
        ("internal/Library.kt", Parts(&[("version", kotlin::version)])),
    ]),
    ("uniffi/kotlin", &[
        ("time/src/main/kotlin/sortid/time/Times.kt", Parts(&[("options", kotlin::options::of_kotlin_times)])),
        ("databases/src/main/kotlin/sortid/databases/Storage.kt", Parts(&[("bigint", kotlin::stored_as_integers)])),
        ("pom.xml", MAVEN),
        ("time/pom.xml", MAVEN),
        ("databases/pom.xml", MAVEN),
        ("bench/pom.xml", MAVEN),
        ("android/build.gradle.kts", Parts(&[("version", kotlin::gradle_version)])),
    ]),
    ("tests/drivers", &[
        ("rust/src/operations.rs", Parts(&[("operations", || dispatch(Language::Rust))])),
        ("c/driver.c", Parts(&[("operations", || dispatch(Language::C))])),
        ("cpp/driver.cpp", Parts(&[("operations", || dispatch(Language::Cpp))])),
        ("python/driver.py", Parts(&[("operations", || dispatch(Language::Python))])),
        ("node/operations.mjs", Parts(&[("operations", || dispatch(Language::Node))])),
        ("kotlin/src/main/kotlin/Operations.kt", Parts(&[("operations", || dispatch(Language::Kotlin))])),
        ("kotlin/pom.xml", MAVEN),
        ("kotlin/guide/pom.xml", MAVEN),
        ("swift/driver/Sources/sortid-driver/Operations.swift", Parts(&[("operations", || dispatch(Language::Swift))])),
    ]),
    ("tests/suite/src/conformance/vectors", &[("mod.rs", Parts(&[("operations", operations::names)]))]),
    ("uniffi/src", &[("calls.rs", Parts(&[("exported", calls::exported), ("native", calls::native)]))]),
    ("uniffi/swift", &[
        ("Sources/Sortid/Format.swift", Parts(&[("formats", swift::formats)])),
        ("Sources/Sortid/SortidError.swift", Parts(&[("codes", swift::codes)])),
        ("Sources/Sortid/OptionList.swift", Parts(&[("options", swift::options::declarations)])),
        ("Sources/Sortid/Functions.swift", Parts(&[("tags", swift::tags), ("functions", swift::functions)])),
        ("Sources/Sortid/TextForm.swift", Parts(&[("forms", swift::forms)])),
        ("Sources/Sortid/UuidKind.swift", Parts(&[("kinds", swift::kinds)])),
        ("Sources/Sortid/NodeOrigin.swift", Parts(&[("origins", swift::origins)])),
        ("Sources/Sortid/Fields.swift", Parts(&[("fields", swift::fields)])),
        ("Sources/SortidGlue/generated/SortidGlue.swift", Fallible(uniffi::swift)),
        ("Sources/sortidFFI/generated/sortidFFI.h", Fallible(uniffi::header)),
        ("Sources/sortidFFI/generated/sortidCalls.h", Fallible(calls::header)),
        ("Tests/SortidTests/ListTests.swift", Parts(&[
            ("samples", swift::options::samples),
            ("choices", swift::options::choices),
            ("calls", swift::calls),
        ])),
    ]),
    ("docs", &[
        ("databases.md", Parts(&[("storage", pages::storage)])),
        ("choosing.md", Parts(&[("shared nodes", pages::shared_nodes)])),
        ("formats.md", Parts(&[("known", pages::known)])),
    ]),
];

const MAVEN: Text = Parts(&[("version", kotlin::maven_version)]);

/// The files that only a build needs. Git ignores them: the build runs this program first.
struct Build {
    /// The argument that names the build.
    name: &'static str,
    /// The formats of the golden file, whose diff shows how the files of all formats change.
    shown: &'static [Format],
    files: &'static [(&'static str, Built)],
}

/// The source of the text of a build's file.
enum Built {
    /// Generated from a list of formats.
    Listed(fn(&[Format]) -> String),
    /// Written by another generator, and in no golden file.
    Foreign(fn() -> TextResult),
}

use Built::{Foreign, Listed};

/// The builds that need generated files.
#[rustfmt::skip]
const BUILDS: &[Build] = &[
    Build {
        name: "kotlin",
        shown: &[Format::Tid, Format::AnyUuid],
        files: &[
            ("uniffi/kotlin/src/main/kotlin/sortid/generated/Ids.kt", Listed(kotlin::types::classes)),
            ("uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Formats.kt", Listed(kotlin::rows)),
            // The same functions are declared in `sortidFFI.h`, which is in git.
            ("uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Glue.kt", Foreign(uniffi::kotlin)),
            // As `sortidCalls.h`.
            ("uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Calls.kt", Foreign(|| Ok(calls::kotlin()))),
            ("uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Plains.kt", Listed(kotlin::plain::plains)),
            ("uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Times.kt", Listed(kotlin::times::times)),
            ("uniffi/kotlin/src/main/kotlin/sortid/serialization/generated/Serializers.kt", Listed(kotlin::types::serializers)),
        ],
    },
    Build {
        name: "node",
        shown: &[Format::Tid, Format::Uuid7],
        files: &[
            ("node/formats/rows.json", Listed(rows::json)),
            ("node/lib/classes.cjs", Listed(javascript::bodies)),
        ],
    },
    Build {
        name: "postgres",
        shown: &[Format::Tid, Format::Uuid7],
        files: &[
            (concat!("databases/postgres/sortid--", env!("CARGO_PKG_VERSION"), ".sql"), Listed(postgres::script)),
            ("databases/postgres/src/formats.h", Listed(postgres::formats)),
        ],
    },
];

impl Build {
    /// The golden file: every list, for some formats.
    fn golden(&self) -> Output {
        let mut text = format!(
            "What `cargo suite generate {}` writes for {}, without the heads of files.\n",
            self.name,
            names(self.shown.iter().copied()),
        );
        for (path, built) in self.files {
            let Listed(list) = built else { continue };
            let (shown, none) = (list(self.shown), list(&[]));
            // Files begin with the same text for all formats.
            let lines = shown.lines().zip(none.lines());
            let head = lines.take_while(|(line, other)| line == other).count();
            let lines = shown.lines().skip(head);
            let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
            text += &format!("\n==> {path} <==\n\n{lines}");
        }
        Output::whole(format!("generate/golden/{}.txt", self.name), text)
    }

    fn outputs(&self) -> Result<Vec<Output>, Box<dyn Error>> {
        let output = |(path, built): &(&str, Built)| {
            let text = match built {
                Listed(list) => list(Format::ALL),
                Foreign(text) => text()?,
            };
            Ok(Output::whole((*path).to_owned(), text))
        };
        self.files.iter().map(output).collect()
    }
}

/// A generated file.
pub(crate) struct Output {
    /// The path from the root.
    pub(crate) path: String,
    /// The whole text.
    pub(crate) text: String,
    /// The number of its generated lines.
    pub(crate) lines: usize,
}

impl Output {
    fn whole(path: String, text: String) -> Self {
        let lines = text.lines().count();
        Self { path, text, lines }
    }

    fn with_parts(path: String, parts: &[Part]) -> Result<Self, Box<dyn Error>> {
        let (mut text, mut lines) = (fs::read_to_string(at_root(&path))?, 0);
        for (part, generate) in parts {
            let new = generate();
            lines += new.lines().count();
            text = splice(&text, part, &new)
                .ok_or_else(|| format!("{path} has no part <generated: {part}>"))?;
        }
        Ok(Self { path, text, lines })
    }

    /// Whether the file differs or is missing.
    pub(crate) fn is_stale(&self) -> bool {
        !fs::read_to_string(at_root(&self.path)).is_ok_and(|old| old == self.text)
    }

    /// Replaces the file atomically: another build may read or write it.
    pub(crate) fn write(&self) -> io::Result<()> {
        let file = at_root(&self.path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let new = at_root(&format!("{}.{}", self.path, process::id()));
        fs::write(&new, &self.text)?;
        fs::rename(new, file)
    }
}

/// The files of a build.
///
/// # Errors
/// An unknown build, or a file that cannot be generated.
pub(crate) fn of_build(name: &str) -> Result<Vec<Output>, Box<dyn Error>> {
    let build = BUILDS.iter().find(|build| build.name == name);
    let Some(build) = build else {
        let names: Vec<&str> = BUILDS.iter().map(|build| build.name).collect();
        let message = format!("{name:?} is not a build: expected {}", names.join(", "));
        return Err(message.into());
    };
    build.outputs()
}

/// Every generated file in git.
///
/// # Errors
/// A file that cannot be read or generated, or that lacks a mark.
pub(crate) fn in_git() -> Result<Vec<Output>, Box<dyn Error>> {
    let mut outputs = Vec::new();
    for (folder, files) in FILES {
        for (file, text) in *files {
            let path = format!("{folder}/{file}");
            outputs.push(match text {
                Whole(text) => Output::whole(path, text()),
                Fallible(text) => Output::whole(path, text()?),
                Parts(parts) => Output::with_parts(path, parts)?,
            });
        }
    }
    let scripts = sql::files()?.into_iter();
    outputs.extend(scripts.map(|(path, text)| Output::whole(path, text)));
    outputs.extend(BUILDS.iter().map(Build::golden));
    Ok(outputs)
}

/// Files in the folders of scripts that are not outputs.
pub(crate) fn strays(outputs: &[Output]) -> io::Result<Vec<String>> {
    let mut strays = Vec::new();
    for folder in fs::read_dir(at_root(sql::FOLDER))? {
        let folder = folder?;
        for file in fs::read_dir(folder.path())? {
            let (folder, file) = (folder.file_name(), file?.file_name());
            let path = format!(
                "{}/{}/{}",
                sql::FOLDER,
                folder.to_string_lossy(),
                file.to_string_lossy()
            );
            if outputs.iter().all(|output| output.path != path) {
                strays.push(path);
            }
        }
    }
    Ok(strays)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn git_ignores_the_files_of_builds_and_no_other_output() {
        let is_ignored = |path: &str| {
            let mut git = Command::new("git");
            let git = git.args(["check-ignore", "--quiet", path]);
            let status = git.current_dir(at_root("")).status();
            status.expect("git starts").success()
        };
        for (path, _) in BUILDS.iter().flat_map(|build| build.files) {
            assert!(is_ignored(path), "{path}");
        }
        for (folder, files) in FILES {
            for (file, _) in *files {
                assert!(!is_ignored(&format!("{folder}/{file}")), "{folder}/{file}");
            }
        }
    }
}
