//! Checks the Swift package. SwiftPM reads only the `Package.swift` in the repository's root.

use super::checker::Checker;

const FILE: &str = "Package.swift";

/// The oldest supported operating systems.
const OLDEST_SYSTEMS: [&str; 2] = [".iOS(.v15)", ".macOS(.v12)"];

pub(super) fn check(checker: &mut Checker<'_>) {
    let manifest = checker.read(FILE);
    let first = manifest.text.lines().next().unwrap_or_default();
    let version = first.strip_prefix("// swift-tools-version:").map(str::trim);
    let expected = "// swift-tools-version: 6.0 in the first line, or one before it";
    checker.check_manifest(
        &manifest,
        expected,
        version.is_some_and(|version| is_at_most(version, (6, 0))),
    );
    for platform in OLDEST_SYSTEMS {
        checker.require_text(&manifest, platform);
    }
    checker.require_text(&manifest, ".library(name: \"Sortid\"");
    // SwiftPM finds a system-installed libsortid through pkg-config.
    checker.require_text(&manifest, "pkgConfig: \"");
}

fn is_at_most(version: &str, most: (u32, u32)) -> bool {
    let mut parts = version.split('.').map(str::parse);
    match (parts.next(), parts.next().unwrap_or(Ok(0))) {
        (Some(Ok(major)), Ok(minor)) => (major, minor) <= most,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifests::checker::unmet;

    const WHOLE: &str = "// swift-tools-version: 6.0\nplatforms: [.macOS(.v12), .iOS(.v15)]\n\
                         .library(name: \"Sortid\", targets: [])\npkgConfig: \"sortid\"\n";

    #[test]
    fn manifest_outside_the_root_is_ignored() {
        assert_eq!(unmet("swift-root", &[(FILE, WHOLE)], check), [""; 0]);
        let below = unmet(
            "swift-below",
            &[("uniffi/swift/Package.swift", WHOLE)],
            check,
        );
        assert_eq!(below[0], "Package.swift: expected: the file");
    }

    #[test]
    fn higher_system_requirement_is_reported() {
        let higher = WHOLE.replace(".v15", ".v18");
        assert_eq!(
            unmet("swift-floor", &[(FILE, &higher)], check),
            ["Package.swift: expected: .iOS(.v15)"]
        );
    }

    #[test]
    fn is_at_most_compares_numerically() {
        assert!(is_at_most("5.10", (6, 0)) && is_at_most("6", (6, 0)) && is_at_most("6.0", (6, 0)));
        assert!(!is_at_most("6.2", (6, 0)) && !is_at_most("new", (6, 0)));
    }
}
