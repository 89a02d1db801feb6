use std::fs;
use std::mem;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::link::Link;
use crate::world::{MARGIN_MS, TERM_MS, World};

/// A fault of the first of two agents, or of their server, at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Episode<'a> {
    pub(crate) fault: &'a str,
    /// `starting`, `running` or `returning`.
    pub(crate) moment: &'a str,
    /// Whether the fault outlasts all leases; selects the second variant of faults that have two.
    pub(crate) is_long: bool,
}

/// How long new agents wait after a loss of data.
const QUIET_MS: i64 = TERM_MS + 2 * MARGIN_MS;
/// The longest delay between two requests of an agent, and until a program notices a removed file.
const SOON_MS: i64 = 3500;

impl Episode<'_> {
    /// Runs the episode while a third agent requests a node. In the end, both agents must have a
    /// node again, and their programs ids.
    pub(crate) fn run(self, world: &mut World) {
        if self.moment == "starting" {
            world.agents[0].holder = None;
            world.agents[0].is_wanted = false;
        }
        let copy = fs::read(&world.agents[0].path).unwrap_or_default();
        world.agents[2].is_wanted = true;
        self.begin(world);
        match self.moment {
            "starting" => world.agents[0].is_wanted = true,
            "returning" => {
                world.agents[0].is_returning = true;
                world.agents[0].has_program = self.fault == "lease file kept open";
            }
            _ => {}
        }
        world.pass(if self.is_long {
            QUIET_MS + TERM_MS
        } else {
            1000
        });
        self.end(world, &copy);
        let first = &mut world.agents[0];
        (first.is_wanted, first.has_program) = (true, true);
        world.pass(QUIET_MS + SOON_MS);
        world.agents[2].is_returning = world.agents[2].holder.is_some();
        world.agents[2].has_program = false;
        world.pass(SOON_MS);
        let (third, two) = (&mut world.agents[2], TERM_MS + MARGIN_MS + SOON_MS);
        (third.is_wanted, third.holder, third.has_program) = (false, None, true);
        if !world.until(two, |world| world.agents[..2].iter().all(|one| one.has_id)) {
            world.wrong.get_or_insert("no ids again".to_owned());
        }
    }

    fn begin(self, world: &mut World) {
        let now_ms = world.now_ms;
        let path = world.agents[0].path.clone();
        let server = &mut world.server;
        let back = |world: &mut World| {
            let server = &mut world.server;
            (server.record, server.rows) = (world.backup.record.clone(), world.backup.rows.clone());
        };
        match self.fault {
            "server away" => world.link = Link::Away,
            "server silent" => world.link = Link::Silent,
            "replies lost" => world.link = Link::LosesReplies,
            "requests late" => world.link = Link::Delays,
            "server restarted" => server.restart(),
            "data lost" => server.empty(now_ms),
            "older data after a restart" => {
                back(world);
                world.server.restart();
                if world.server.store == "etcd" {
                    world.server.guard(now_ms);
                }
            }
            "older rows in a running server" => {
                back(world);
                world.server.is_foreign = world.server.store == "PostgreSQL";
                if world.server.store != "PostgreSQL" {
                    world.server.guard(now_ms);
                }
            }
            "stale replica beside the old server" => {
                world.old = Some(server.clone());
                back(world);
                world.server.restart();
                // The old one is fenced within a margin.
                world.pass(MARGIN_MS - 500);
                world.old = None;
            }
            "memory of a running server put back" => {
                back(world);
                world.server.guard(now_ms);
            }
            "server's clock wrong" => {
                server.clock_ms = if self.is_long { -3_600_000 } else { 3_600_000 }
            }
            "lease file removed" => fs::remove_file(&path).expect("removed"),
            "lease file damaged" => {
                let at = if self.is_long { 3000 } else { 40 };
                let turned = [fs::read(&path).expect("a file")[at] ^ 1];
                in_place(&path, &turned, at as u64);
            }
            "lease file copied" => {
                fs::copy(&path, &world.agents[2].path).expect("copied");
            }
            "lease file renamed and back" => fs::rename(&path, aside(world)).expect("renamed"),
            "another file in its place" => {
                fs::rename(&path, aside(world)).expect("renamed");
                fs::write(&path, "a text").expect("written");
            }
            // The copy is written at the end.
            "backup written over the lease file" | "lease file kept open" => {}
            "holder killed" => world.agents[0].holder = None,
            "holder killed, file lost" => {
                fs::remove_file(&path).expect("removed");
                world.agents[0].holder = None;
            }
            "holder stopped" => world.agents[0].is_stopped = true,
            "machine's clock wrong" => {
                world.agents[0].ahead_ms = if self.is_long { -3_600_000 } else { 3_600_000 };
            }
            other => panic!("{other}: not simulated"),
        }
    }

    fn end(self, world: &mut World, copy: &[u8]) {
        world.link = Link::Works;
        world.server.clock_ms = 0;
        let (aside, first) = (aside(world), &mut world.agents[0]);
        (first.is_stopped, first.ahead_ms) = (false, 0);
        if aside.exists() {
            fs::rename(aside, &first.path).expect("renamed");
        }
        if self.fault == "backup written over the lease file" {
            in_place(&first.path, copy, 0);
        }
        if mem::take(&mut first.is_returning) {
            first.holder = None;
        }
    }
}

/// Overwrites part of a file in place, which programs may have mapped.
fn in_place(path: &Path, bytes: &[u8], at: u64) {
    let file = fs::OpenOptions::new().write(true).open(path);
    let written = file.and_then(|file| file.write_all_at(bytes, at));
    written.expect("in place");
}

fn aside(world: &World) -> PathBuf {
    world.folder.file()
}
