//! Checks the JVM modules' pom.xml files against the requirements of Maven Central.

use super::checker::{Checker, REPOSITORY};

const MODULES: &str = "uniffi/kotlin/";

pub(super) fn check(checker: &mut Checker<'_>) {
    let mut poms = checker.files_below(MODULES);
    // The benchmarks are not released.
    poms.retain(|path| path.ends_with("/pom.xml") && !path.contains("/bench/"));
    checker.check(MODULES, "a pom.xml", !poms.is_empty());
    for path in poms {
        let manifest = checker.read(&path);
        for (expected, holds) in expectations(&manifest.text) {
            checker.check_manifest(&manifest, &expected, holds);
        }
    }
}

/// The group id of the repository's owner. Maven Central verifies the owner by the same rule.
fn group() -> String {
    let address = REPOSITORY
        .split_once("://")
        .map_or(REPOSITORY, |(_, address)| address);
    let mut parts = address.split('/');
    let host = parts.next().unwrap_or_default();
    match (host, parts.next()) {
        ("github.com", Some(owner)) => format!("io.github.{owner}"),
        _ => {
            let mut words: Vec<&str> = host.split('.').collect();
            words.reverse();
            words.join(".")
        }
    }
}

fn expectations(pom: &str) -> Vec<(String, bool)> {
    let top = |element: &str, value: &str| {
        let line = format!("<{element}>{value}</{element}>");
        let holds = pom.contains(&format!("\n  {line}\n"));
        (line, holds)
    };
    let within = |block: &str, line: &str| {
        let holds = inside(pom, block).is_some_and(|text| text.contains(line));
        (format!("{line} in <{block}>"), holds)
    };
    let has = |element: &str| {
        let holds = pom.contains(&format!("\n  <{element}>"));
        (format!("<{element}>"), holds)
    };
    let plugin = |name: &str| {
        let line = format!("<artifactId>maven-{name}-plugin</artifactId>");
        let holds = pom.contains(&line);
        (line, holds)
    };
    let git = format!("scm:git:{REPOSITORY}.git");
    vec![
        top("groupId", &group()),
        top("url", REPOSITORY),
        has("name"),
        has("description"),
        within("licenses", "<name>"),
        within("licenses", "<url>"),
        within("developers", "<developer>"),
        within("developers", "<name>"),
        within("scm", &format!("<connection>{git}</connection>")),
        within(
            "scm",
            &format!("<developerConnection>{git}</developerConnection>"),
        ),
        within("scm", &format!("<url>{REPOSITORY}</url>")),
        // Sources and signatures. The plugin that builds the documentation differs by language.
        plugin("source"),
        plugin("gpg"),
    ]
}

/// The text between the tags of a top-level block.
fn inside<'a>(pom: &'a str, block: &str) -> Option<&'a str> {
    let (_, rest) = pom.split_once(&format!("\n  <{block}>\n"))?;
    let (text, _) = rest.split_once(&format!("\n  </{block}>\n"))?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pom() -> String {
        let group = group();
        let git = format!("scm:git:{REPOSITORY}.git");
        format!(
            "<project>\n  <groupId>{group}</groupId>\n  <name>x</name>\n  <description>x</description>\n  <url>{REPOSITORY}</url>\n  \
             <licenses>\n    <license><name>x</name><url>x</url></license>\n  </licenses>\n  \
             <developers>\n    <developer><name>x</name></developer>\n  </developers>\n  \
             <scm>\n    <connection>{git}</connection>\n    <developerConnection>{git}</developerConnection>\n    <url>{REPOSITORY}</url>\n  </scm>\n  \
             <artifactId>maven-source-plugin</artifactId>\n  <artifactId>maven-gpg-plugin</artifactId>\n</project>\n"
        )
    }

    fn unmet(pom: &str) -> Vec<String> {
        let unmet = expectations(pom).into_iter().filter(|(_, holds)| !holds);
        unmet.map(|(expected, _)| expected).collect()
    }

    #[test]
    fn missing_element_is_reported_by_name() {
        assert_eq!(unmet(&pom()), [""; 0]);
        let cut = |what: &str| unmet(&pom().replacen(what, "", 1));
        assert_eq!(cut("<developer>"), ["<developer> in <developers>"]);
        assert_eq!(
            cut("<name>x</name><url>x</url>"),
            ["<name> in <licenses>", "<url> in <licenses>"]
        );
        assert_eq!(cut("maven-gpg-plugin").len(), 1);
        assert_eq!(cut(&format!("  <url>{REPOSITORY}</url>\n")).len(), 1);
    }

    #[test]
    fn url_inside_a_block_is_not_the_projects_url() {
        let nested = "<project>\n  <scm>\n    <url>x</url>\n  </scm>\n</project>\n";
        assert_eq!(inside(nested, "scm"), Some("    <url>x</url>"));
        assert!(unmet(nested).contains(&format!("<url>{REPOSITORY}</url>")));
    }
}
