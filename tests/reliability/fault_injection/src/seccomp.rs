//! A process without entropy: a system call filter makes `getrandom` fail and devices unavailable.

use crate::run::Failure;

/// Installs the filter permanently for this process and its children.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub(crate) fn deny_entropy(errno: libc::c_int) -> Result<(), Failure> {
    use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, c_ulong, sock_filter};
    use std::io;
    use std::mem::offset_of;

    #[cfg(target_arch = "x86_64")]
    const ARCHITECTURE: u32 = 0xc000_003e;
    #[cfg(target_arch = "aarch64")]
    const ARCHITECTURE: u32 = 0xc000_00b7;

    let statement = |code: u32, k: u32| sock_filter {
        code: code as u16,
        jt: 0,
        jf: 0,
        k,
    };
    let load = |offset: usize| statement(BPF_LD | BPF_W | BPF_ABS, offset as u32);
    let is = |value: u32| statement(BPF_JMP | BPF_JEQ | BPF_K, value);
    let answer = |what: u32| statement(BPF_RET | BPF_K, what);

    let mut program = vec![
        load(offset_of!(libc::seccomp_data, arch)),
        // On another architecture the numbers denote other calls.
        sock_filter {
            jt: 1,
            ..is(ARCHITECTURE)
        },
        answer(libc::SECCOMP_RET_ALLOW),
        load(offset_of!(libc::seccomp_data, nr)),
    ];
    let mut deny = |call: libc::c_long, errno: libc::c_int| {
        let other = sock_filter {
            jf: 1,
            ..is(call as u32)
        };
        program.extend([other, answer(libc::SECCOMP_RET_ERRNO | errno as u32)]);
    };
    deny(libc::SYS_getrandom, errno);
    deny(libc::SYS_openat, libc::EPERM);
    deny(libc::SYS_openat2, libc::EPERM);
    #[cfg(target_arch = "x86_64")]
    deny(libc::SYS_open, libc::EPERM);
    program.push(answer(libc::SECCOMP_RET_ALLOW));

    let filter = libc::sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    let (zero, one): (c_ulong, c_ulong) = (0, 1);
    // SAFETY: takes integers; the call only removes rights.
    let alone = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, one, zero, zero, zero) };
    let mode = c_ulong::from(libc::SECCOMP_MODE_FILTER);
    // SAFETY: the program outlives the call, which copies it.
    if alone != 0 || unsafe { libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const filter) } != 0 {
        let error = io::Error::last_os_error();
        return Err(format!("NOT RUN: this machine forbids seccomp ({error})").into());
    }
    let mut byte = 0u8;
    // SAFETY: `byte` has room for the requested byte.
    let drawn = unsafe { libc::syscall(libc::SYS_getrandom, &raw mut byte, 1, 0) };
    if drawn != -1 || std::fs::File::open("/dev/urandom").is_ok() {
        return Err("NOT RUN: the seccomp filter has no effect on this machine".into());
    }
    Ok(())
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
pub(crate) fn deny_entropy(_errno: libc::c_int) -> Result<(), Failure> {
    Err("NOT RUN: seccomp filters are known here for Linux on x86_64 and aarch64 only".into())
}
