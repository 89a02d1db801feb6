//! The list of every generated file.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::splice::splice;
use crate::{c, cpp, kotlin, postgres, swift, uniffi};

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
];

const MAVEN: Text = Parts(&[("version", kotlin::maven_version)]);

/// The path below the root of the repository.
pub(crate) fn at_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Every generated file with its whole text.
///
/// # Errors
/// The file that cannot be read or made, or that lacks a mark.
pub(crate) fn outputs() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let output = |(path, text): &(&str, Text)| {
        let text = match text {
            Whole(text) => text()?,
            Parts(parts) => with_parts(path, parts)?,
        };
        Ok(((*path).to_owned(), text))
    };
    FILES.iter().map(output).collect()
}

fn with_parts(path: &str, parts: &[(&str, fn() -> String)]) -> Made {
    let mut text = fs::read_to_string(at_root(path))?;
    for (part, lines) in parts {
        let new = splice(&text, part, &lines());
        text = new.ok_or_else(|| format!("{path} has no part <generated: {part}>"))?;
    }
    Ok(text)
}
