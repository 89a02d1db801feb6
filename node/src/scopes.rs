//! The open test clocks of each JavaScript thread.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use napi::bindgen_prelude::Env;
use napi::sys;
use sortid::Timestamp;
use sortid::testing::TestClock;

use crate::call::{Failure, check};

/// The environment whose `Date.now()` the innermost test clock follows; null if none does.
static FOLLOWED: AtomicPtr<sys::napi_env__> = AtomicPtr::new(ptr::null_mut());

static COUNT: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The open scopes of this thread, outermost first.
    static OPEN: RefCell<Vec<Scope>> = const { RefCell::new(Vec::new()) };
}

struct Scope {
    number: u32,
    env: sys::napi_env,
    /// The function that reads `Date.now()`; null unless the clock follows that.
    now: sys::napi_ref,
    /// The previous value of [`FOLLOWED`].
    outer: sys::napi_env,
    clock: TestClock,
}

impl Scope {
    fn follows(&self) -> bool {
        !self.now.is_null()
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        FOLLOWED.store(self.outer, Ordering::Relaxed);
        if self.follows() {
            // SAFETY: the scope owns the reference, and `end_with` drops the scope before its
            // environment ends.
            unsafe { sys::napi_delete_reference(self.env, self.now) };
        }
    }
}

/// Ends an environment's scopes when it exits, so that they do not block other threads.
pub(crate) fn end_with(env: &Env) -> napi::Result<()> {
    unsafe extern "C" fn end(env: *mut c_void) {
        end_while(|open| open.iter().any(|scope| scope.env == env.cast()));
    }
    // SAFETY: the environment is Node's, and this is called once for it.
    check(unsafe { sys::napi_add_env_cleanup_hook(env.raw(), Some(end), env.raw().cast()) })
}

/// Opens a scope of a clock, which follows the function `now` unless null. Returns its number.
pub(crate) fn open(env: &Env, clock: TestClock, now: sys::napi_ref) -> u32 {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let followed = match now.is_null() {
        true => ptr::null_mut(),
        false => env.raw(),
    };
    let outer = FOLLOWED.swap(followed, Ordering::Relaxed);
    let env = env.raw();
    let scope = Scope {
        number,
        env,
        now,
        outer,
        clock,
    };
    OPEN.with_borrow_mut(|open| open.push(scope));
    number
}

/// Ends a scope and those inside it. Does nothing for an ended scope.
pub(crate) fn end(number: u32) {
    end_while(|open| open.iter().any(|scope| scope.number == number));
}

/// Ends every scope of this thread.
pub(crate) fn end_all() {
    end_while(|open| !open.is_empty());
}

/// Ends scopes, innermost first, while the condition is true.
fn end_while(is_open: impl Fn(&[Scope]) -> bool) {
    OPEN.with_borrow_mut(|open| {
        while is_open(open) {
            open.pop();
        }
    });
}

/// Passes the clock of a scope to a function, unless the clock follows `Date.now()`.
pub(crate) fn with_clock(number: u32, run: impl FnOnce(&TestClock)) -> Result<(), Failure> {
    OPEN.with_borrow(|open| {
        let scope = open.iter().find(|scope| scope.number == number);
        let scope = scope.ok_or(Failure::State("the test clock has ended"))?;
        if !scope.follows() {
            run(&scope.clock);
        }
        Ok(())
    })
}

/// Sets the test clock before a call that may read it, if it follows this environment.
#[inline(always)]
pub(crate) fn follow(env: sys::napi_env) -> Result<(), Failure> {
    // `Relaxed`, as only the environment's own thread stores it.
    match FOLLOWED.load(Ordering::Relaxed) == env {
        true => follow_now(env),
        false => Ok(()),
    }
}

#[cold]
#[inline(never)]
fn follow_now(env: sys::napi_env) -> Result<(), Failure> {
    let Some(now) = OPEN.with_borrow(|open| open.last().map(|scope| scope.now)) else {
        return Ok(());
    };
    let (mut function, mut this, mut value) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    // SAFETY: Node's environment, the reference of an open scope, and pointers to local variables.
    unsafe {
        check(sys::napi_get_reference_value(env, now, &mut function))?;
        check(sys::napi_get_undefined(env, &mut this))?;
        let no_arguments = ptr::null();
        let status = sys::napi_call_function(env, this, function, 0, no_arguments, &mut value);
        check(status)?;
    }
    let mut now = 0.0;
    // SAFETY: the call above returned the value.
    match unsafe { sys::napi_get_value_double(env, value, &mut now) } {
        sys::Status::napi_ok if now.is_finite() => {
            let now = Timestamp::from_unix_ms(now as i64);
            // The function may have ended the scope.
            OPEN.with_borrow(|open| {
                if let Some(scope) = open.last().filter(|scope| scope.follows()) {
                    scope.clock.set(now);
                }
            });
            Ok(())
        }
        _ => Err(Failure::Type("a number from Date.now()")),
    }
}
