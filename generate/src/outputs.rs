//! The list of every generated file.

use std::error::Error;
use std::{fs, io};

use crate::c::functions;
use crate::node::{self, javascript, packages, patterns, rows, types};
use crate::operations::{self, Language, dispatch};
use crate::repository::{Made, at_root};
use crate::splice::splice;
use crate::{c, cpp, kotlin, pages, postgres, python, sql, swift, uniffi};

/// How the text of a file is made.
enum Text {
    /// The whole file.
    Whole(fn() -> String),
    /// The whole file, or why it cannot be made.
    Asked(fn() -> Made),
    /// Parts by name; the rest is written by hand.
    Parts(&'static [(&'static str, fn() -> String)]),
}

use Text::{Asked, Parts, Whole};

/// Every generated file that is known by name, by folder. Others are packages of npm and scripts of SQL.
#[rustfmt::skip]
const FILES: &[(&str, &[(&str, Text)])] = &[
    ("include", &[
        ("sortid.h", Asked(|| c::header(c::Header::Main))),
        ("sortid/formats.h", Asked(|| c::header(c::Header::Formats))),
        ("sortid/columns.h", Asked(|| c::header(c::Header::Columns))),
        ("sortid/testing.h", Asked(|| c::header(c::Header::Testing))),
        ("sortid/options.hpp", Whole(cpp::options)),
        ("sortid/tables.hpp", Asked(cpp::tables)),
        ("sortid_lease.h", Asked(c::lease_header)),
    ]),
    ("ffi-c", &[
        ("src/per_format.rs", Parts(&[("functions", functions::names)])),
        ("src/id.rs", Parts(&[("newtypes", functions::newtypes)])),
        ("src/tables.rs", Parts(&[("tables", functions::tables)])),
        (concat!("postgres/sortid--", env!("CARGO_PKG_VERSION"), ".sql"), Whole(postgres::script)),
        ("postgres/sortid.control", Whole(postgres::control)),
        ("postgres/src/formats.h", Whole(postgres::formats)),
    ]),
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
        ("lib/classes.cjs", Parts(&[("classes", javascript::bodies)])),
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
        ("formats/rows.json", Asked(rows::json)),
    ]),
    ("uniffi/kotlin/src/main/kotlin/sortid", &[
        ("Format.kt", Parts(&[("formats", kotlin::formats)])),
        ("ErrorCode.kt", Parts(&[("codes", kotlin::codes)])),
        ("SortidException.kt", Parts(&[
            ("exceptions", kotlin::exceptions),
            ("reasons", kotlin::reasons),
            ("of", kotlin::constructors),
        ])),
        ("GeneratorOptions.kt", Parts(&[
            ("options", kotlin::options::setters),
            ("named", kotlin::options::named_arguments),
        ])),
        ("Sortid.kt", Parts(&[("functions", kotlin::functions)])),
        ("SortId.kt", Parts(&[("forms", kotlin::forms)])),
        ("UuidKind.kt", Parts(&[("kinds", kotlin::kinds)])),
        ("NodeOrigin.kt", Parts(&[("origins", kotlin::origins)])),
        ("serialization/Serializers.kt", Parts(&[("serializers", kotlin::types::serializers)])),
        ("internal/Library.kt", Parts(&[("version", kotlin::version)])),
        ("internal/PlainText.kt", Parts(&[("texts", kotlin::plain::texts)])),
        ("generated/Ids.kt", Whole(kotlin::types::classes)),
        ("internal/generated/Glue.kt", Asked(uniffi::kotlin)),
        ("internal/generated/Plains.kt", Whole(kotlin::plain::plains)),
        ("internal/generated/Times.kt", Whole(kotlin::times::times)),
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
    ("uniffi/swift", &[
        ("Sources/Sortid/Format.swift", Parts(&[("formats", swift::formats)])),
        ("Sources/Sortid/SortidError.swift", Parts(&[("codes", swift::codes), ("reasons", swift::reasons)])),
        ("Sources/Sortid/OptionList.swift", Parts(&[("options", swift::options::declarations)])),
        ("Sources/Sortid/Functions.swift", Parts(&[("tags", swift::tags), ("functions", swift::functions)])),
        ("Sources/Sortid/Form.swift", Parts(&[("forms", swift::forms)])),
        ("Sources/Sortid/UuidKind.swift", Parts(&[("kinds", swift::kinds)])),
        ("Sources/Sortid/NodeOrigin.swift", Parts(&[("origins", swift::origins)])),
        ("Sources/Sortid/Fields.swift", Parts(&[("fields", swift::fields)])),
        ("Sources/SortidGlue/generated/SortidGlue.swift", Asked(uniffi::swift)),
        ("Sources/sortidFFI/generated/sortidFFI.h", Asked(uniffi::header)),
        ("Tests/SortidTests/ListTests.swift", Parts(&[
            ("samples", swift::options::samples),
            ("choices", swift::options::choices),
            ("calls", swift::calls),
        ])),
    ]),
    ("docs", &[
        ("databases.md", Parts(&[("storage", pages::storage)])),
        ("choosing.md", Parts(&[("shared nodes", pages::shared_nodes)])),
    ]),
];

const MAVEN: Text = Parts(&[("version", kotlin::maven_version)]);

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
    fn whole(path: String, text: String) -> Self {
        let lines = text.lines().count();
        Self { path, text, lines }
    }

    fn with_parts(path: String, parts: &[(&str, fn() -> String)]) -> Result<Self, Box<dyn Error>> {
        let (mut text, mut lines) = (fs::read_to_string(at_root(&path))?, 0);
        for (part, generate) in parts {
            let new = generate();
            lines += new.lines().count();
            text = splice(&text, part, &new)
                .ok_or_else(|| format!("{path} has no part <generated: {part}>"))?;
        }
        Ok(Self { path, text, lines })
    }
}

/// Every generated file.
///
/// # Errors
/// The file that cannot be read or made, or that lacks a mark.
pub(crate) fn outputs() -> Result<Vec<Output>, Box<dyn Error>> {
    let mut outputs = Vec::new();
    for (folder, files) in FILES {
        for (file, text) in *files {
            let path = format!("{folder}/{file}");
            outputs.push(match text {
                Whole(text) => Output::whole(path, text()),
                Asked(text) => Output::whole(path, text()?),
                Parts(parts) => Output::with_parts(path, parts)?,
            });
        }
    }
    let several = packages::files()?.into_iter().chain(sql::files()?);
    outputs.extend(several.map(|(path, text)| Output::whole(path, text)));
    Ok(outputs)
}

/// Files in the folders of packages and scripts that are none of the outputs.
pub(crate) fn strays(outputs: &[Output]) -> io::Result<Vec<String>> {
    let mut strays = Vec::new();
    for top in [packages::FOLDER, sql::FOLDER] {
        for folder in fs::read_dir(at_root(top))? {
            let folder = folder?;
            for file in fs::read_dir(folder.path())? {
                let (folder, file) = (folder.file_name(), file?.file_name());
                let path = format!(
                    "{top}/{}/{}",
                    folder.to_string_lossy(),
                    file.to_string_lossy()
                );
                if outputs.iter().all(|output| output.path != path) {
                    strays.push(path);
                }
            }
        }
    }
    Ok(strays)
}
