//! The cycle counter and the kernel's clock source as the system observes them: how often a process
//! opens the clock source's file, and which instructions read the counter.
#![cfg(all(feature = "std", target_os = "linux", target_arch = "x86_64"))]

use std::env;
use std::ffi::{CStr, c_int, c_long, c_void};
use std::process::Command;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use libc::{REG_R10, REG_RAX, REG_RDI, REG_RDX, REG_RIP, REG_RSI};
use sortid::{Format, Generator, Options};

/// The variable that names the part of a child process.
const PART: &str = "TEST_PART";

/// How often the clock source's file was opened, and the counter was read outside the kernel.
static OPENED: AtomicU64 = AtomicU64::new(0);
static READ: AtomicU64 = AtomicU64::new(0);

/// Runs the test again in a new process. Returns whether this is that process.
fn is_child(test: &str, part: &str, variables: &[(&str, &str)]) -> bool {
    if let Ok(running) = env::var(PART) {
        return running == part;
    }
    let mut command = Command::new(env::current_exe().expect("this program"));
    command
        .args([test, "--exact", "--nocapture"])
        .env_remove("SORTID_COUNTER")
        .env(PART, part);
    let status = command.envs(variables.iter().copied()).status();
    assert!(status.expect("a process").success(), "{test}: {part}");
    false
}

const OFF: &[(&str, &str)] = &[("SORTID_COUNTER", "off")];

#[test]
fn page_names_the_variable() {
    let page = include_str!("../../docs/sandboxes.md");
    for (name, value) in OFF {
        assert!(page.contains(&format!("`{name}={value}`")));
    }
}

#[test]
fn clock_source_is_opened_once() {
    let test = "clock_source_is_opened_once";
    if is_child(test, "with the counter", &[]) {
        count_opened();
        // Under load, the first measurement may take arbitrarily long.
        while OPENED.load(Ordering::Relaxed) == 0 {
            sortid::uuid7();
        }
        make_ids(Duration::from_millis(1500));
        assert_eq!(OPENED.load(Ordering::Relaxed), 1);
    }
    if is_child(test, "without the counter", OFF) {
        count_opened();
        make_ids(Duration::from_millis(500));
        assert_eq!(OPENED.load(Ordering::Relaxed), 0);
    }
}

#[test]
fn counter_that_is_off_is_never_read() {
    let test = "counter_that_is_off_is_never_read";
    if is_child(test, "with the counter", &[]) {
        count_reads();
        make_ids(Duration::from_millis(20));
        assert_ne!(READ.load(Ordering::Relaxed), 0);
    }
    if is_child(test, "without the counter", OFF) {
        count_reads();
        make_ids(Duration::from_millis(200));
        assert_eq!(READ.load(Ordering::Relaxed), 0);
    }
}

/// Generates ids in every way that may read the clock.
fn make_ids(time: Duration) {
    let options = Options::new();
    let generators = [Format::Ulid, Format::Tid, Format::Uuid6, Format::Ksuid]
        .map(|format| Generator::dynamic(format, &options).expect("a generator"));
    let mut ids = [sortid::new_id(Format::Ulid).expect("an id"); 10];
    let begun = Instant::now();
    while begun.elapsed() < time {
        sortid::uuid7();
        for generator in &generators {
            generator.next().expect("an id");
        }
        generators[0].fill(&mut ids).complete().expect("filled");
    }
}

type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);

fn handle(signal: c_int, handler: Handler) {
    // SAFETY: zeros are valid in the structure, which is live.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO;
        assert_eq!(libc::sigaction(signal, &raw const action, null_mut()), 0);
    }
}

/// Returns the registers of the interrupted code.
///
/// # Safety
/// `context` is the third argument of a running signal handler.
unsafe fn registers<'a>(context: *mut c_void) -> &'a mut [libc::greg_t; 23] {
    // SAFETY: the caller guarantees that `context` is a handler's third argument.
    unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs }
}

/// Makes a signal handler of this thread open files, and count those of the clock source.
fn count_opened() {
    extern "C" fn open(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the arguments are those of an `openat` that the filter stopped; the handler
        // passes them to another system call.
        unsafe {
            let registers = registers(context);
            let argument = |register: c_int| registers[register as usize];
            let (folder, path) = (argument(REG_RDI), argument(REG_RSI));
            if CStr::from_ptr(path as *const _)
                .to_bytes()
                .ends_with(b"/current_clocksource")
            {
                OPENED.fetch_add(1, Ordering::Relaxed);
            }
            let how = [argument(REG_RDX), argument(REG_R10), 0].map(|word| word as u64);
            let size = size_of_val(&how);
            let opened = libc::syscall(libc::SYS_openat2, folder, path, how.as_ptr(), size);
            registers[REG_RAX as usize] = match opened {
                -1 => -i64::from(*libc::__errno_location()),
                opened => opened,
            };
        }
    }
    handle(libc::SIGSYS, open);
    const LOAD_NUMBER: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const SKIP_UNLESS: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    let line = |code: u32, jf: u8, k: u32| libc::sock_filter {
        code: code as u16,
        jt: 0,
        jf,
        k,
    };
    let mut program = [
        line(LOAD_NUMBER, 0, 0),
        line(SKIP_UNLESS, 1, libc::SYS_openat as u32),
        line(RETURN, 0, libc::SECCOMP_RET_TRAP),
        line(RETURN, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let filter = libc::sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    let none: c_long = 0;
    // SAFETY: the filter and its program are live.
    unsafe {
        assert_eq!(
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1 as c_long, none, none, none),
            0
        );
        let mode = libc::SECCOMP_MODE_FILTER;
        assert_eq!(
            libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const filter),
            0
        );
    }
}

/// Makes each read of the counter signal this thread. The handler returns the counter, and counts
/// reads outside the kernel's clock (the vDSO).
fn count_reads() {
    /// The vDSO has at most two pages of code.
    const VDSO_LEN: u64 = 2 * 4096;
    extern "C" fn read(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the interrupted code was about to execute the instruction at its address. The
        // handler only calls the system, reads the counter while permitted, and sets registers.
        unsafe {
            let registers = registers(context);
            let at = registers[REG_RIP as usize] as u64;
            let len = match *(at as *const [u8; 3]) {
                [0x0f, 0x31, _] => 2,
                [0x0f, 0x01, 0xf9] => 3,
                // For another fault, restores the default action, which ends the process.
                _ => {
                    libc::signal(libc::SIGSEGV, libc::SIG_DFL);
                    return;
                }
            };
            let vdso = libc::getauxval(libc::AT_SYSINFO_EHDR);
            if !(vdso..vdso + VDSO_LEN).contains(&at) {
                READ.fetch_add(1, Ordering::Relaxed);
            }
            libc::prctl(libc::PR_SET_TSC, libc::PR_TSC_ENABLE as c_long);
            let counter = std::arch::x86_64::_rdtsc();
            libc::prctl(libc::PR_SET_TSC, libc::PR_TSC_SIGSEGV as c_long);
            registers[REG_RAX as usize] = (counter & 0xffff_ffff) as i64;
            registers[REG_RDX as usize] = (counter >> 32) as i64;
            registers[REG_RIP as usize] += len;
        }
    }
    handle(libc::SIGSEGV, read);
    // SAFETY: the handler is installed.
    let traps = unsafe { libc::prctl(libc::PR_SET_TSC, libc::PR_TSC_SIGSEGV as c_long) };
    assert_eq!(traps, 0);
}
