//! The bindings that UniFFI generates from metadata in the library of Swift and Kotlin.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::LazyLock;
use std::{env, fs, process};

use camino::Utf8PathBuf;
use uniffi_bindgen::bindings::{GenerateOptions, TargetLanguage, generate};

// Cargo builds the library before this program.
use sortid_uniffi as _;

use crate::repository::TextResult;

/// The generated files, by their names in UniFFI.
const KOTLIN: &str = "sortid/internal/sortid.kt";
const SWIFT: &str = "SortidGlue.swift";
const HEADER: &str = "sortidFFI.h";

/// The functions of the library for Kotlin.
pub(crate) fn kotlin() -> TextResult {
    Ok(internal(&file(KOTLIN)?))
}

/// The functions of the library for Swift.
pub(crate) fn swift() -> TextResult {
    file(SWIFT)
}

/// The C declarations of the functions that Swift calls.
pub(crate) fn header() -> TextResult {
    file(HEADER)
}

/// A file that UniFFI generated.
fn file(name: &str) -> TextResult {
    static FILES: LazyLock<Result<Files, String>> =
        LazyLock::new(|| generated().map_err(|error| error.to_string()));
    let files = FILES.as_ref().map_err(Clone::clone)?;
    Ok(files.get(name).cloned().unwrap_or_default())
}

/// The texts of files by their names.
type Files = BTreeMap<&'static str, String>;

/// Runs UniFFI. Returns its files without trailing blanks.
fn generated() -> Result<Files, Box<dyn Error>> {
    let program = env::current_exe()?;
    let built = program.parent().ok_or("a program without a folder")?;
    // With the profile `suite`, shared libraries have no symbols.
    let library = match cfg!(target_env = "msvc") {
        true => "sortid_uniffi.lib",
        false => "libsortid_uniffi.a",
    };
    // Other builds may run this program at the same time.
    let folder = built.join(format!("uniffi-{}", process::id()));
    generate(GenerateOptions {
        languages: vec![TargetLanguage::Kotlin, TargetLanguage::Swift],
        source: Utf8PathBuf::try_from(built.join("deps").join(library))?,
        out_dir: Utf8PathBuf::try_from(folder.clone())?,
        config_override: None,
        format: false,
        crate_filter: None,
        metadata_no_deps: true,
    })?;
    let mut files = Files::new();
    for name in [KOTLIN, SWIFT, HEADER] {
        let text = fs::read_to_string(folder.join(name))?;
        let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
        files.insert(name, lines.collect());
    }
    fs::remove_dir_all(folder)?;
    Ok(files)
}

/// Makes every public declaration of a Kotlin file internal to the module.
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
            // The functions of the library, behind the annotations and comments of UniFFI.
            let line = line.replacen(
                "    @Throws(Failure::class) fun `",
                "    @Throws(Failure::class) internal fun `",
                1,
            );
            line.replacen(" */ fun `", " */ internal fun `", 1) + "\n"
        }
    };
    text.lines().map(line).collect()
}
