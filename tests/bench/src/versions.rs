//! The peers' versions, from the lock file of the build.

const LOCK: &str = include_str!("../../../Cargo.lock");

/// The peer name of the standard library, whose version is the compiler's.
pub(crate) const STD: &str = "std";

/// The version of a package; the first one if the workspace has several.
pub(crate) fn version_of(package: &str) -> &'static str {
    let version = if package == STD {
        option_env!("SORTID_BENCH_RUSTC").and_then(|rustc| rustc.split(' ').nth(1))
    } else {
        versions_of(package).next()
    };
    version.unwrap_or("unknown")
}

fn versions_of(package: &str) -> impl Iterator<Item = &'static str> {
    LOCK.split("[[package]]")
        .filter(move |entry| value(entry, "name") == Some(package))
        .filter_map(|entry| value(entry, "version"))
}

/// The text that a key has in an entry.
fn value<'a>(entry: &'a str, key: &str) -> Option<&'a str> {
    entry.lines().find_map(|line| {
        let quoted = line.strip_prefix(key)?.strip_prefix(" = ")?;
        quoted.strip_prefix('"')?.strip_suffix('"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two versions in the workspace, the measured one would be ambiguous.
    #[test]
    fn every_peer_has_one_version() {
        for row in crate::rows::rows()
            .into_iter()
            .chain(crate::rows::shut_rows())
            .chain(crate::rows::stale_rows())
        {
            if let Some(package) = row.package().filter(|package| *package != STD) {
                let versions: Vec<_> = versions_of(package).collect();
                assert_eq!(versions.len(), 1, "{package}: {versions:?}");
            }
        }
    }

    #[test]
    fn version_is_read_from_its_own_entry() {
        let entry = "\nname = \"uuid\"\nversion = \"1.2.3\"\ndependencies = [\n \"rand\",\n]\n";
        assert_eq!(value(entry, "version"), Some("1.2.3"));
        assert_eq!(value(entry, "source"), None);
    }

    #[test]
    fn std_has_the_compilers_version() {
        let version = version_of(STD);
        assert!(
            version.starts_with(|first: char| first.is_ascii_digit()),
            "{version}"
        );
    }
}
