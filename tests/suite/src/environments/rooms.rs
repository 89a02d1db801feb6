//! The workspaces that need servers: databases and leases, each in its own folder.
//!
//! `ROOM/tests/list` names the parts, each with its server. `ROOM/tests/SERVER` starts the server,
//! or unpacks an embedded database, and runs `ROOM/tests/parts/PART/run`, which prints its checks in
//! the format of [`crate::tap::Tap`].

use crate::outcome::Unit;
use crate::plan::{Step, Tier};
use crate::run::build::{self, PROFILE, ROOMS};
use crate::run::execute::log_of;

/// The parts of each room.
const LISTS: [&str; 2] = [
    include_str!("../../../../databases/tests/list"),
    include_str!("../../../../leases/tests/list"),
];

/// A line of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    room: &'static str,
    name: &'static str,
    server: &'static str,
    tier: Tier,
}

impl Part {
    fn parse(room: &'static str, line: &'static str) -> Option<Self> {
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
        Some(Self {
            room,
            name,
            server,
            tier,
        })
    }

    fn program(&self) -> String {
        format!("{}/tests/parts/{}/run", self.room, self.name)
    }

    /// The path of the server's program, which may be in the other room.
    fn wrapper(&self) -> String {
        match self.server.contains('/') {
            true => self.server.to_owned(),
            false => format!("{}/tests/{}", self.room, self.server),
        }
    }

    fn step(&self) -> Step {
        let (_, server) = self.server.rsplit_once('/').unwrap_or(("", self.server));
        let name = format!("{}/{}-{server}", self.room, self.name);
        let step = Step::tap(name, &self.wrapper(), &[&self.program()])
            .tagged(&[self.name, server])
            .tier(self.tier);
        match self.tier {
            Tier::Default => step.of("python").after("python/build"),
            _ => step.released().tier(self.tier).uses_cargo(),
        }
    }
}

/// The lines of the lists, each with its room.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lists = ROOMS.into_iter().zip(LISTS);
    lists
        .flat_map(|(room, list)| list.lines().map(move |line| (room, line)))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The steps of both rooms, except their test programs, which the catalog adds.
pub(crate) fn steps() -> Vec<Step> {
    let rooms = ROOMS.into_iter().flat_map(of_workspace);
    let parts = lines().filter_map(|(room, line)| Part::parse(room, line));
    rooms.chain(parts.map(|part| part.step())).collect()
}

/// The build of a room's workspace, and its linters.
fn of_workspace(room: &'static str) -> Vec<Step> {
    let name = |what: &str| format!("{room}/{what}");
    let manifest = format!("{room}/Cargo.toml");
    let cargo = |what: &str, command: &str, arguments: &[&str]| {
        let arguments = [
            &[command, "--manifest-path", &manifest, "--workspace"],
            arguments,
        ]
        .concat();
        Step::cargo(name(what), &arguments).tier(Tier::All)
    };
    let build = name("build");
    vec![
        Step {
            uses_cargo: true,
            needs: &["cargo"],
            ..Step::inside(build.clone(), move |context| {
                let log = context.root().join(log_of(&format!("{room}/build")));
                build::run(context, Some(room), &log)
            })
        }
        .tier(Tier::All)
        .later_than("build"),
        cargo("examples", "test", &["--doc", "--profile", PROFILE])
            .counts(Unit::Tests)
            .later_than(build),
        cargo(
            "clippy",
            "clippy",
            &["--all-targets", "--", "-D", "warnings"],
        )
        .tagged(&["lint"]),
        cargo(
            "doc",
            "doc",
            &["--no-deps", "--config", "build.rustdocflags=['-Dwarnings']"],
        )
        .tagged(&["lint"]),
        Step::tap(
            name("oldest"),
            "tests/drivers/rust/oldest",
            &["--manifest-path", &manifest],
        )
        .tier(Tier::All),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn every_listed_part_and_server_has_a_script() {
        let parts: Vec<Part> = lines()
            .filter_map(|(room, line)| Part::parse(room, line))
            .collect();
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
    fn parts_are_selected_by_room_and_server() {
        let steps = steps();
        let meant = |name: &str| steps.iter().filter(|step| step.is_meant_by(name)).count();
        assert!(meant("postgresql") > 3 && meant("sqlite") > 3);
        assert_eq!(meant("databases") + meant("leases"), steps.len());
    }
}
