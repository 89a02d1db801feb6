//! Tests against real databases.
//!
//! `tests/databases/list` names the parts, each with its server. `tests/databases/SERVER` starts
//! the server, or unpacks an embedded database, and runs `tests/databases/parts/PART/run`, which
//! prints its checks in the format of [`crate::tap::Tap`].

use crate::plan::{Step, Tier};

const LIST: &str = include_str!("../../../databases/list");

const FOLDER: &str = "tests/databases";

/// The first word in the names of all parts that test leases, and their tag.
const LEASE: &str = "lease";

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    name: &'static str,
    server: &'static str,
    tier: Tier,
}

impl Part {
    fn parse(line: &'static str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, server, tier] = words[..] else {
            return None;
        };
        let tier = match tier {
            "default" => Tier::Default,
            "all" => Tier::All,
            "release" => Tier::Release,
            _ => return None,
        };
        Some(Self { name, server, tier })
    }

    fn program(&self) -> String {
        format!("{FOLDER}/parts/{}/run", self.name)
    }

    fn wrapper(&self) -> String {
        format!("{FOLDER}/{}", self.server)
    }

    fn tests_leases(&self) -> bool {
        let rest = self.name.strip_prefix(LEASE);
        rest.is_some_and(|rest| rest.starts_with('-'))
    }

    fn step(&self) -> Step {
        let name = format!("databases/{}-{}", self.name, self.server);
        let step = Step::tap(name, &self.wrapper(), &[&self.program()])
            .tagged(&[self.name, self.server])
            .tier(self.tier);
        let step = match self.tests_leases() {
            true => step.tagged(&[LEASE]),
            false => step,
        };
        match self.tier {
            Tier::Default => step.of("python").after("python/build"),
            _ => step.released().tier(self.tier).uses_cargo(),
        }
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    LIST.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A step for each part.
pub(crate) fn steps() -> Vec<Step> {
    let parts = lines().filter_map(Part::parse);
    parts.map(|part| part.step()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn every_listed_part_and_server_has_a_script() {
        let parts: Vec<Part> = lines().filter_map(Part::parse).collect();
        assert_eq!(
            lines().count(),
            parts.len(),
            "PART SERVER default|all|release"
        );
        for part in parts {
            for program in [part.wrapper(), part.program()] {
                assert!(root().join(&program).is_file(), "{program}");
            }
        }
    }

    #[test]
    fn parts_are_selected_by_server_and_by_lease() {
        let steps = steps();
        let meant = |name: &str| steps.iter().filter(|step| step.is_meant_by(name)).count();
        assert!(meant("postgresql") > 3 && meant("lease") > 3);
        assert_eq!(meant("databases"), steps.len());
    }
}
