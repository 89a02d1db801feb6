//! The list of every generated file.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::node::{self, javascript, packages, patterns, rows, types};
use crate::splice::splice;
use crate::{c, cpp, kotlin, pages, postgres, python, swift, uniffi};

/// A result of a generator that reads sources or builds something.
pub(crate) type Made = Result<String, Box<dyn Error>>;

/// How the text of a file is made.
enum Text {
    /// The whole file.
    Whole(fn() -> Made),
    /// Parts by name; the rest is written by hand.
    Parts(&'static [(&'static str, fn() -> String)]),
}

use Text::{Parts, Whole};

macro_rules! kotlin {
    ($file:literal) => {
        concat!("uniffi/kotlin/src/main/kotlin/sortid/", $file)
    };
}

macro_rules! swift {
    ($file:literal) => {
        concat!("uniffi/swift/Sources/Sortid/", $file)
    };
}

/// Every generated file, by its path from the root.
const FILES: &[(&str, Text)] = &[
    ("include/sortid.h", Whole(|| c::header(c::Header::Main))),
    (
        "include/sortid/formats.h",
        Whole(|| c::header(c::Header::Formats)),
    ),
    (
        "include/sortid/columns.h",
        Whole(|| c::header(c::Header::Columns)),
    ),
    (
        "include/sortid/testing.h",
        Whole(|| c::header(c::Header::Testing)),
    ),
    (
        "ffi-c/src/per_format.rs",
        Parts(&[("functions", c::functions::names)]),
    ),
    (
        "ffi-c/src/id.rs",
        Parts(&[("newtypes", c::functions::newtypes)]),
    ),
    (
        "ffi-c/src/tables.rs",
        Parts(&[("tables", c::functions::tables)]),
    ),
    ("include/sortid_lease.h", Whole(c::lease_header)),
    ("include/sortid/options.hpp", Whole(|| Ok(cpp::options()))),
    ("include/sortid/tables.hpp", Whole(cpp::tables)),
    (
        concat!("ffi-c/postgres/sortid--", env!("CARGO_PKG_VERSION"), ".sql"),
        Whole(|| Ok(postgres::script())),
    ),
    (
        "ffi-c/postgres/sortid.control",
        Whole(|| Ok(postgres::control())),
    ),
    (
        "ffi-c/postgres/src/formats.h",
        Whole(|| Ok(postgres::formats())),
    ),
    (
        "uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Glue.kt",
        Whole(uniffi::kotlin),
    ),
    (
        "uniffi/swift/Sources/SortidGlue/generated/SortidGlue.swift",
        Whole(uniffi::swift),
    ),
    (
        "uniffi/swift/Sources/sortidFFI/generated/sortidFFI.h",
        Whole(uniffi::header),
    ),
    (kotlin!("Format.kt"), Parts(&[("formats", kotlin::formats)])),
    (kotlin!("ErrorCode.kt"), Parts(&[("codes", kotlin::codes)])),
    (
        kotlin!("SortidException.kt"),
        Parts(&[
            ("exceptions", kotlin::exceptions),
            ("reasons", kotlin::reasons),
            ("of", kotlin::constructors),
        ]),
    ),
    (
        kotlin!("GeneratorOptions.kt"),
        Parts(&[
            ("options", kotlin::options::setters),
            ("named", kotlin::options::named_arguments),
        ]),
    ),
    (
        kotlin!("Sortid.kt"),
        Parts(&[("functions", kotlin::functions)]),
    ),
    (kotlin!("SortId.kt"), Parts(&[("forms", kotlin::forms)])),
    (kotlin!("UuidKind.kt"), Parts(&[("kinds", kotlin::kinds)])),
    (
        kotlin!("NodeOrigin.kt"),
        Parts(&[("origins", kotlin::origins)]),
    ),
    (
        kotlin!("serialization/Serializers.kt"),
        Parts(&[("serializers", kotlin::types::serializers)]),
    ),
    (
        kotlin!("internal/Library.kt"),
        Parts(&[("version", kotlin::version)]),
    ),
    (
        kotlin!("internal/PlainText.kt"),
        Parts(&[("texts", kotlin::plain::texts)]),
    ),
    (
        kotlin!("generated/Ids.kt"),
        Whole(|| Ok(kotlin::types::classes())),
    ),
    (
        kotlin!("internal/generated/Plains.kt"),
        Whole(|| Ok(kotlin::plain::plains())),
    ),
    (
        kotlin!("internal/generated/Times.kt"),
        Whole(|| Ok(kotlin::times::times())),
    ),
    (
        "uniffi/kotlin/time/src/main/kotlin/sortid/time/Times.kt",
        Parts(&[("options", kotlin::options::of_kotlin_times)]),
    ),
    (
        "uniffi/kotlin/databases/src/main/kotlin/sortid/databases/Storage.kt",
        Parts(&[("bigint", kotlin::stored_as_integers)]),
    ),
    ("uniffi/kotlin/pom.xml", MAVEN),
    ("uniffi/kotlin/time/pom.xml", MAVEN),
    ("uniffi/kotlin/databases/pom.xml", MAVEN),
    ("uniffi/kotlin/bench/pom.xml", MAVEN),
    ("tests/drivers/kotlin/pom.xml", MAVEN),
    ("tests/drivers/kotlin/guide/pom.xml", MAVEN),
    (
        "uniffi/kotlin/android/build.gradle.kts",
        Parts(&[("version", kotlin::gradle_version)]),
    ),
    (
        swift!("Format.swift"),
        Parts(&[("formats", swift::formats)]),
    ),
    (
        swift!("SortidError.swift"),
        Parts(&[("codes", swift::codes), ("reasons", swift::reasons)]),
    ),
    (
        swift!("OptionList.swift"),
        Parts(&[("options", swift::options::declarations)]),
    ),
    (
        swift!("Functions.swift"),
        Parts(&[("tags", swift::tags), ("functions", swift::functions)]),
    ),
    (swift!("Form.swift"), Parts(&[("forms", swift::forms)])),
    (swift!("UuidKind.swift"), Parts(&[("kinds", swift::kinds)])),
    (
        swift!("NodeOrigin.swift"),
        Parts(&[("origins", swift::origins)]),
    ),
    (swift!("Fields.swift"), Parts(&[("fields", swift::fields)])),
    (
        "uniffi/swift/Tests/SortidTests/ListTests.swift",
        Parts(&[
            ("samples", swift::options::samples),
            ("choices", swift::options::choices),
            ("calls", swift::calls),
        ]),
    ),
    (
        "python/sortid/__init__.pyi",
        Parts(&[
            ("names", python::names),
            ("origins", python::origins),
            ("kinds", python::kinds),
            ("codes", python::codes),
            ("formats", python::formats),
            ("options", python::options),
            ("types", python::types),
            ("descriptions", python::descriptions),
            ("functions", python::functions),
        ]),
    ),
    (
        "python/sortid/_sortid.pyi",
        Parts(&[("exports", python::exports)]),
    ),
    ("node/src/plain.rs", Parts(&[("formats", node::rust_types)])),
    (
        "node/index.cjs",
        Parts(&[
            ("functions", javascript::functions),
            ("classes", javascript::classes),
        ]),
    ),
    (
        "node/lib/classes.cjs",
        Parts(&[("classes", javascript::bodies)]),
    ),
    (
        "node/lib/patterns.cjs",
        Parts(&[("patterns", patterns::patterns)]),
    ),
    ("node/index.mjs", Parts(&[("names", javascript::names)])),
    (
        "node/index.d.cts",
        Parts(&[
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
        ]),
    ),
    ("node/formats/rows.json", Whole(rows::json)),
    ("docs/databases.md", Parts(&[("storage", pages::storage)])),
    (
        "docs/choosing.md",
        Parts(&[("shared nodes", pages::shared_nodes)]),
    ),
];

const MAVEN: Text = Parts(&[("version", kotlin::maven_version)]);

/// The path below the root of the repository.
pub(crate) fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A generated file.
pub(crate) struct Output {
    /// The path from the root.
    pub(crate) path: String,
    /// The whole text.
    pub(crate) text: String,
    /// How many of its lines are generated.
    pub(crate) lines: usize,
}

impl Output {
    fn whole(path: &str, text: String) -> Self {
        let (path, lines) = (path.to_owned(), text.lines().count());
        Self { path, text, lines }
    }

    fn with_parts(path: &str, parts: &[(&str, fn() -> String)]) -> Result<Self, Box<dyn Error>> {
        let (mut text, mut lines) = (fs::read_to_string(at_root(path))?, 0);
        for (part, generate) in parts {
            let new = generate();
            lines += new.lines().count();
            text = splice(&text, part, &new)
                .ok_or_else(|| format!("{path} has no part <generated: {part}>"))?;
        }
        let path = path.to_owned();
        Ok(Self { path, text, lines })
    }
}

/// Every generated file.
///
/// # Errors
/// The file that cannot be read or made, or that lacks a mark.
pub(crate) fn outputs() -> Result<Vec<Output>, Box<dyn Error>> {
    let mut outputs = Vec::new();
    for (path, text) in FILES {
        outputs.push(match text {
            Whole(text) => Output::whole(path, text()?),
            Parts(parts) => Output::with_parts(path, parts)?,
        });
    }
    let packages = packages::files()?;
    outputs.extend(
        packages
            .into_iter()
            .map(|(path, text)| Output::whole(&path, text)),
    );
    Ok(outputs)
}

/// Files in the folder of npm's packages that are none of the outputs.
pub(crate) fn strays(outputs: &[Output]) -> io::Result<Vec<String>> {
    let mut strays = Vec::new();
    for folder in fs::read_dir(at_root(packages::FOLDER))? {
        let folder = folder?;
        for file in fs::read_dir(folder.path())? {
            let (folder, file) = (folder.file_name(), file?.file_name());
            let (folder, file) = (folder.to_string_lossy(), file.to_string_lossy());
            let path = format!("{}/{folder}/{file}", packages::FOLDER);
            if outputs.iter().all(|output| output.path != path) {
                strays.push(path);
            }
        }
    }
    Ok(strays)
}
