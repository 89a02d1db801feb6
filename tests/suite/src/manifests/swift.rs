//! The Swift package: a client that is given the repository's address reads the root's manifest alone.

use super::asked::Asked;

const FILE: &str = "Package.swift";

/// What the package asks of its users, and no more.
const FLOOR: [&str; 2] = [".iOS(.v15)", ".macOS(.v12)"];

pub(super) fn ask(asked: &mut Asked<'_>) {
    let manifest = asked.read(FILE);
    let first = manifest.text.lines().next().unwrap_or_default();
    let version = first.strip_prefix("// swift-tools-version:").map(str::trim);
    let wanted = "// swift-tools-version: 6.0 in the first line, or one before it";
    asked.wants(
        &manifest,
        wanted,
        version.is_some_and(|version| is_at_most(version, (6, 0))),
    );
    for platform in FLOOR {
        asked.says(&manifest, platform);
    }
    asked.says(&manifest, ".library(name: \"Sortid\"");
    // What has its own name for the system's package manager is found through this file.
    asked.says(&manifest, "pkgConfig: \"");
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
    use crate::manifests::asked::missing;

    const WHOLE: &str = "// swift-tools-version: 6.0\nplatforms: [.macOS(.v12), .iOS(.v15)]\n\
                         .library(name: \"Sortid\", targets: [])\npkgConfig: \"sortid\"\n";

    #[test]
    fn a_manifest_below_the_root_is_none() {
        assert_eq!(missing("swift-root", &[(FILE, WHOLE)], ask), [""; 0]);
        let below = missing("swift-below", &[("uniffi/swift/Package.swift", WHOLE)], ask);
        assert_eq!(below[0], "Package.swift: wanted: the file");
    }

    #[test]
    fn a_higher_floor_is_told() {
        let higher = WHOLE.replace(".v15", ".v18");
        assert_eq!(
            missing("swift-floor", &[(FILE, &higher)], ask),
            ["Package.swift: wanted: .iOS(.v15)"]
        );
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(is_at_most("5.10", (6, 0)) && is_at_most("6", (6, 0)) && is_at_most("6.0", (6, 0)));
        assert!(!is_at_most("6.2", (6, 0)) && !is_at_most("new", (6, 0)));
    }
}
