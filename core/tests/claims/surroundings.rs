//! Systems that prevent a claim: ids are still generated, and `status` reports the reason.

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::io::{Error, Result};
use std::os::unix::fs::{chown, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::{env, fs, io, thread};

use libc::{EINVAL, EPERM, MS_BIND, MS_RDONLY, MS_REMOUNT, c_long, c_ulong};
use libc::{SYS_fcntl, SYS_fstat, SYS_fstatfs, SYS_openat, SYS_pread64, SYS_pwrite64, SYS_statx};
use sortid::options::NodeClaim;
use sortid::{ErrorCode, Format, Generator, NodeOrigin, Options, default_generator};

use super::{CLAIMED, alone, generator, leave_table, mount, origin, wait_for};
use crate::skip::skip;

/// The variable that names a case for its process.
const CASE: &str = "SORTID_TEST_CASE";

/// A user other than root.
const USER: u32 = 65_534;

/// The environment of a process.
struct Case {
    name: &'static str,
    /// Changes this process. Fails if the system cannot do that.
    arrange: fn() -> Result<()>,
    refusal: Refusal,
}

/// The reason for drawing a node, and the error if a claim is required; `None` if it is claimed.
type Refusal = Option<(&'static str, ErrorCode)>;

const UNAVAILABLE: Refusal = Some((
    "at random; the table of nodes cannot be opened or written",
    ErrorCode::StoreIo,
));
const FOREIGN: Refusal = Some((
    "at random; the table of nodes has another owner, mode, version or file system, or no locks",
    ErrorCode::StoreForeign,
));

const CASES: &[Case] = &[
    Case {
        name: "a program that gives up its privileges",
        arrange: || {
            std::mem::forget(generator(Format::Tid));
            become_user()
        },
        refusal: None,
    },
    Case {
        name: "a table that is removed",
        arrange: || {
            std::mem::forget(generator(Format::Tid));
            fs::remove_dir_all("/dev/shm/sortid-0")
        },
        refusal: None,
    },
    Case {
        name: "another user's folder",
        arrange: || {
            fs::create_dir("/dev/shm/sortid-0")?;
            chown("/dev/shm/sortid-0", Some(USER), None)
        },
        refusal: FOREIGN,
    },
    Case {
        name: "another user's file",
        arrange: || {
            drop(generator(Format::Tid));
            chown("/dev/shm/sortid-0/nodes", Some(USER), None)?;
            sortid::reseed().map_err(io::Error::other)
        },
        refusal: FOREIGN,
    },
    Case {
        name: "a link in place of the folder",
        arrange: || {
            drop(generator(Format::Tid));
            fs::rename("/dev/shm/sortid-0", "/dev/shm/elsewhere")?;
            sortid::reseed().map_err(io::Error::other)?;
            symlink("elsewhere", "/dev/shm/sortid-0")
        },
        refusal: UNAVAILABLE,
    },
    Case {
        name: "a read-only root without /dev/shm",
        arrange: || {
            mount(c"tmpfs", c"/dev", 0, c"")?;
            mount(c"", c"/dev", MS_REMOUNT | MS_RDONLY, c"")?;
            let flags = MS_REMOUNT | MS_BIND | MS_RDONLY;
            mount(c"", c"/", flags, c"")
        },
        refusal: UNAVAILABLE,
    },
    Case {
        name: "a tmpfs that cannot grow",
        arrange: || {
            // The pages of the header and of timeid's nodes, but not of tid's.
            mount(c"tmpfs", c"/dev/shm", 0, c"size=8k")?;
            let timeid = generator(Format::Timeid);
            assert_eq!(origin(&timeid).0, NodeOrigin::Claimed);
            std::mem::forget(timeid);
            Ok(())
        },
        refusal: UNAVAILABLE,
    },
    Case {
        name: "no descriptors",
        arrange: || limit_descriptors(3).map(|_| ()),
        refusal: UNAVAILABLE,
    },
];

/// Mounts on `/dev/shm`: kind, flags and options.
const MOUNTED: &[(&str, &CStr, c_ulong, &CStr, Refusal)] = &[
    ("read-only", c"tmpfs", MS_RDONLY, c"", UNAVAILABLE),
    ("no tmpfs", c"ramfs", 0, c"", FOREIGN),
    ("full", c"tmpfs", 0, c"size=4k", UNAVAILABLE),
    ("no inodes", c"tmpfs", 0, c"nr_inodes=1", UNAVAILABLE),
];

/// Limits a filter to system calls with this second argument.
type Second = Option<i32>;

const OFD: Second = Some(libc::F_OFD_SETLK);

/// System calls that a sandbox answers with an error, or with success for 0.
const ANSWERED: &[(&str, &[c_long], Second, i32, Refusal)] = &[
    ("openat", &[SYS_openat], None, EPERM, UNAVAILABLE),
    ("fstat", &FSTAT, None, EPERM, UNAVAILABLE),
    ("fstatfs", &[SYS_fstatfs], None, EPERM, UNAVAILABLE),
    ("pread64", &[SYS_pread64], None, EPERM, UNAVAILABLE),
    ("pwrite64", &[SYS_pwrite64], None, EPERM, UNAVAILABLE),
    ("fcntl", &[SYS_fcntl], None, EPERM, UNAVAILABLE),
    ("unknown", &[SYS_fcntl], OFD, EINVAL, UNAVAILABLE),
    ("lock nothing", &[SYS_fcntl], OFD, 0, FOREIGN),
    ("does nothing", &[SYS_fcntl], None, 0, FOREIGN),
];

const FSTAT: [c_long; 2] = [SYS_fstat, SYS_statx];

#[test]
fn ids_are_generated_without_a_claim() {
    let cases = CASES.iter().map(|case| case.name);
    let cases = cases.chain(MOUNTED.iter().map(|row| row.0));
    for case in cases.chain(ANSWERED.iter().map(|row| row.0)) {
        if env::var(CASE).unwrap_or(case.to_owned()) == case {
            let test = "surroundings::ids_are_generated_without_a_claim";
            alone(test, &[(CASE, case)], check_case);
        }
    }
}

/// Changes this process for its case, and checks its ids.
fn check_case() {
    let name = env::var(CASE).expect("a case");
    let (mut arranged, mut expected) = (Ok(()), None);
    for case in CASES.iter().filter(|case| case.name == name) {
        (arranged, expected) = ((case.arrange)(), case.refusal);
    }
    for &(_, kind, flags, options, refusal) in MOUNTED.iter().filter(|row| row.0 == name) {
        (arranged, expected) = (mount(kind, c"/dev/shm", flags, options), refusal);
    }
    for &(_, calls, second, error, refusal) in ANSWERED.iter().filter(|row| row.0 == name) {
        (arranged, expected) = (answer(calls, second, error), refusal);
    }
    match arranged {
        Ok(()) => check_ids(&name, expected),
        Err(error) => skip(&name, &error.to_string()),
    }
}

/// Checks the status, that all ids are unique, and that a required claim has this error.
fn check_ids(name: &str, refusal: Refusal) {
    let generators = [(); 3].map(|()| generator(Format::Tid));
    let expected = match refusal {
        None => (NodeOrigin::Claimed, REACH),
        Some((reason, _)) => (NodeOrigin::Drawn, reason),
    };
    for one in &generators {
        assert_eq!(origin(one), expected, "{name}");
    }
    let threads = generators
        .map(|one| thread::spawn(move || [(); 500].map(|()| one.next().expect("an id")).to_vec()));
    let ids = threads.map(|thread| thread.join().expect("ids")).concat();
    let plain = [(); 500].map(|()| sortid::try_tid().expect("an id").into());
    let ids: BTreeSet<_> = ids.into_iter().chain(plain).collect();
    assert_eq!(ids.len(), 4 * 500, "{name}");
    for (format, _) in CLAIMED {
        let generator = default_generator(format).expect("a generator");
        let ids = [(); 100].map(|()| generator.next().expect("an id"));
        assert!(ids.is_sorted_by(|one, next| one < next), "{format}");
    }
    let required = Options::new().node_claim(NodeClaim::Required);
    let refused = Generator::dynamic(Format::Tid, &required).err();
    let refused = refused.inspect(|error| {
        let message = error.to_string();
        assert!(message.ends_with("(the table of nodes in /dev/shm)"));
    });
    let refused = refused.map(|error| error.code());
    assert_eq!(refused, refusal.map(|(_, code)| code), "{name}");
}

const REACH: &str =
    "no other process of this user in this container claims it (/dev/shm/sortid-UID/nodes)";

/// Another user and another container can each hold all of timeid's nodes at the same time; another
/// process of this user cannot.
#[test]
fn claims_reach_the_processes_of_one_user_in_one_container() {
    const TEST: &str = "surroundings::claims_reach_the_processes_of_one_user_in_one_container";
    alone(TEST, &[], || {
        let place = env::var(CASE).unwrap_or_default();
        if place == "another user"
            && let Err(error) = become_user()
        {
            return skip(&place, &error.to_string());
        }
        let timeids: Vec<_> = (0..32).map(|_| generator(Format::Timeid)).collect();
        let expected = match place.as_str() {
            "another process" => {
                let required = Options::new().node_claim(NodeClaim::Required);
                let required = Generator::dynamic(Format::Timeid, &required).map(|_| ());
                let refused = required.map_err(|error| error.code());
                assert_eq!(refused, Err(ErrorCode::StoreLocked));
                let reason = "at random; the nodes that were tried are in use, or were just now";
                (NodeOrigin::Drawn, reason)
            }
            _ => (NodeOrigin::Claimed, REACH),
        };
        for timeid in &timeids {
            assert_eq!(origin(timeid), expected, "{place}");
        }
        if place.is_empty() {
            for place in ["another container", "another user", "another process"] {
                let program = env::current_exe().expect("a path");
                let mut other = Command::new(program);
                other.args([TEST, "--exact", "--nocapture"]);
                if place == "another container" {
                    // SAFETY: `leave_table` only calls the system.
                    unsafe { other.pre_exec(leave_table) };
                }
                let ended = other.env(CASE, place).status().expect("started");
                assert!(ended.success(), "{place}");
            }
        }
    });
}

/// A process without free descriptors loses its claim, and draws nodes until a fork or reseed.
#[test]
fn drawn_node_is_used_until_reseed() {
    alone("surroundings::drawn_node_is_used_until_reseed", &[], || {
        let old = generator(Format::Tid);
        let mut ids = BTreeSet::new();
        let mut add = |one: &Generator| assert!(ids.insert(one.next().expect("an id")));
        add(&old);
        let fence_ms = super::fence_of(&old);
        let limit = limit_descriptors(3).expect("limited");
        wait_for(fence_ms);
        add(&old);
        assert_eq!(origin(&old).0, NodeOrigin::Drawn);
        limit_descriptors(limit).expect("as before");
        add(&old);
        assert_eq!(origin(&old).0, NodeOrigin::Drawn);
        let new = generator(Format::Tid);
        assert_eq!(origin(&new).0, NodeOrigin::Claimed);
        add(&new);
        sortid::reseed().expect("reseeded");
        add(&old);
        assert_eq!(origin(&old).0, NodeOrigin::Claimed);
    });
}

fn become_user() -> Result<()> {
    // SAFETY: `setuid` takes no pointers.
    check(unsafe { libc::setuid(USER) })
}

/// Limits descriptor numbers to less than this. Returns the previous limit.
fn limit_descriptors(limit: libc::rlim_t) -> Result<libc::rlim_t> {
    let mut limits = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the structure is live.
    check(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limits) })?;
    let last = std::mem::replace(&mut limits.rlim_cur, limit);
    // SAFETY: the structure is live.
    check(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limits) })?;
    Ok(last)
}

/// Answers these system calls, in this thread and its children, with an error.
fn answer(calls: &[c_long], second: Second, error: i32) -> Result<()> {
    // Offsets in `struct seccomp_data`.
    const NUMBER: u32 = 0;
    const SECOND: u32 = if cfg!(target_endian = "big") { 28 } else { 24 };
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const SKIP_UNLESS: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    let mut program = Vec::new();
    let mut add = |code: u32, number: u32, skipped: usize| {
        program.push(libc::sock_filter {
            code: code as u16,
            jt: 0,
            jf: skipped as u8,
            k: number,
        });
    };
    for &call in calls {
        add(LOAD, NUMBER, 0);
        add(
            SKIP_UNLESS,
            call as u32,
            if second.is_some() { 3 } else { 1 },
        );
        if let Some(second) = second {
            add(LOAD, SECOND, 0);
            add(SKIP_UNLESS, second as u32, 1);
        }
        add(RETURN, libc::SECCOMP_RET_ERRNO | error as u32, 0);
    }
    add(RETURN, libc::SECCOMP_RET_ALLOW, 0);
    let filter = libc::sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    let (mode, none) = (libc::SECCOMP_MODE_FILTER, 0_usize);
    // SAFETY: the filter and its program are live.
    unsafe {
        check(libc::prctl(
            libc::PR_SET_NO_NEW_PRIVS,
            1_usize,
            none,
            none,
            none,
        ))?;
        check(libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const filter))
    }
}

fn check(result: libc::c_int) -> Result<()> {
    match result {
        0 => Ok(()),
        _ => Err(Error::last_os_error()),
    }
}
