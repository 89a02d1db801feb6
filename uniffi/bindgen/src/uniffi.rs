//! What UniFFI generates from the library's own description.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use camino::Utf8PathBuf;
use uniffi_bindgen::bindings::{GenerateOptions, TargetLanguage, generate};

use crate::Output;

/// What is generated, and where it belongs.
const FILES: &[(&str, &str)] = &[
    (
        "sortid/internal/sortid.kt",
        "uniffi/kotlin/src/main/kotlin/sortid/internal/generated/Glue.kt",
    ),
    (
        "SortidGlue.swift",
        "uniffi/swift/Sources/SortidGlue/generated/SortidGlue.swift",
    ),
    (
        "sortidFFI.h",
        "uniffi/swift/Sources/sortidFFI/generated/sortidFFI.h",
    ),
];

pub(crate) fn outputs(root: &Path) -> Result<Vec<Output>, Box<dyn Error>> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let library = build(root, &target)?;
    let folder = target.join("bindgen");
    generate(GenerateOptions {
        languages: vec![TargetLanguage::Kotlin, TargetLanguage::Swift],
        source: Utf8PathBuf::try_from(library)?,
        out_dir: Utf8PathBuf::try_from(folder.clone())?,
        config_override: None,
        format: false,
        crate_filter: None,
        metadata_no_deps: true,
    })?;
    let read = |(from, to): &(&str, &str)| {
        let text = fs::read_to_string(folder.join(from))?;
        let text = if to.ends_with(".kt") {
            internal(&text)
        } else {
            tidy(&text)
        };
        Ok(Output {
            path: PathBuf::from(to),
            text,
        })
    };
    FILES.iter().map(read).collect()
}

/// Builds the library in the dev profile, whose symbols carry its description.
fn build(root: &Path, target: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let status = Command::new(cargo)
        .args([
            "build",
            "--quiet",
            "--package",
            "sortid-uniffi",
            "--target-dir",
        ])
        .arg(target)
        .current_dir(root)
        .status()?;
    if !status.success() {
        return Err(format!("the library cannot be built: {status}").into());
    }
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    Ok(target
        .join("debug")
        .join(format!("{DLL_PREFIX}sortid_uniffi{DLL_SUFFIX}")))
}

/// Without blanks at the ends of lines.
fn tidy(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Kotlin that is nobody's API: every declaration of the file that would be public is internal to the module.
fn internal(text: &str) -> String {
    const DECLARATIONS: &[&str] = &[
        "interface ",
        "object ",
        "class ",
        "data class ",
        "sealed class ",
        "open class ",
        "abstract class ",
        "inline fun ",
        "fun ",
        "fun<",
    ];
    let line = |line: &str| {
        let declared = line.strip_prefix("public ").unwrap_or(line);
        if DECLARATIONS.iter().any(|start| declared.starts_with(start)) {
            format!("internal {declared}\n")
        } else {
            // The functions of the library, behind what UniFFI writes before them.
            let line = line.replacen(
                "    @Throws(Failure::class) fun `",
                "    @Throws(Failure::class) internal fun `",
                1,
            );
            line.replacen(" */ fun `", " */ internal fun `", 1) + "\n"
        }
    };
    tidy(text).lines().map(line).collect()
}
