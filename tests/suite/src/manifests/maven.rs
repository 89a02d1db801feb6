//! The modules for the JVM: what Maven Central demands of a pom before it takes what belongs to it.

use super::asked::{Asked, REPOSITORY};

const MODULES: &str = "uniffi/kotlin/";

pub(super) fn ask(asked: &mut Asked<'_>) {
    let mut poms = asked.below(MODULES);
    // What measures is not released.
    poms.retain(|path| path.ends_with("/pom.xml") && !path.contains("/bench/"));
    asked.holds(MODULES, "a pom.xml", !poms.is_empty());
    for path in poms {
        let manifest = asked.read(&path);
        for (wanted, holds) in answers(&manifest.text) {
            asked.wants(&manifest, &wanted, holds);
        }
    }
}

/// The group that belongs to whom the repository belongs to, as the registry itself verifies it.
fn group() -> String {
    let place = REPOSITORY
        .split_once("://")
        .map_or(REPOSITORY, |(_, place)| place);
    let mut parts = place.split('/');
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

fn answers(pom: &str) -> Vec<(String, bool)> {
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
        // Sources and signatures; how the documentation comes to be depends on the language.
        plugin("source"),
        plugin("gpg"),
    ]
}

/// What stands between the tags of a block that is the project's own.
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

    fn refused(pom: &str) -> Vec<String> {
        let missing = answers(pom).into_iter().filter(|(_, holds)| !holds);
        missing.map(|(wanted, _)| wanted).collect()
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(refused(&pom()), [""; 0]);
        let cut = |what: &str| refused(&pom().replacen(what, "", 1));
        assert_eq!(cut("<developer>"), ["<developer> in <developers>"]);
        assert_eq!(
            cut("<name>x</name><url>x</url>"),
            ["<name> in <licenses>", "<url> in <licenses>"]
        );
        assert_eq!(cut("maven-gpg-plugin").len(), 1);
        assert_eq!(cut(&format!("  <url>{REPOSITORY}</url>\n")).len(), 1);
    }

    #[test]
    fn the_address_of_a_block_is_not_the_projects() {
        let nested = "<project>\n  <scm>\n    <url>x</url>\n  </scm>\n</project>\n";
        assert_eq!(inside(nested, "scm"), Some("    <url>x</url>"));
        assert!(refused(nested).contains(&format!("<url>{REPOSITORY}</url>")));
    }
}
