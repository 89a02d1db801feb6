//! The test clocks that one instance of the module has begun.

use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use napi::sys;
use sortid::testing::{Settings, TestClock};
use sortid::{Error, Timestamp};

use crate::failure::Failure;

/// The environment whose `Date.now()` the innermost test clock follows; null if none does.
static FOLLOWED: AtomicPtr<sys::napi_env__> = AtomicPtr::new(ptr::null_mut());

/// Whether the test clock follows this environment. `Relaxed`, as only its own thread stores it.
#[inline(always)]
pub(crate) fn is_followed(env: sys::napi_env) -> bool {
    FOLLOWED.load(Ordering::Relaxed) == env
}

struct Scope {
    number: u32,
    follows: bool,
    /// What [`FOLLOWED`] was before.
    outer: sys::napi_env,
    clock: TestClock,
}

impl Drop for Scope {
    fn drop(&mut self) {
        FOLLOWED.store(self.outer, Ordering::Relaxed);
    }
}

/// The open scopes, outermost first. They end with the instance: a thread that exits blocks no other.
#[derive(Default)]
pub(crate) struct Scopes {
    open: RefCell<Vec<Scope>>,
    count: Cell<u32>,
}

impl Scopes {
    /// Begins a scope, which may follow the clock of this environment. Returns its number.
    pub(crate) fn begin(
        &self,
        settings: Settings,
        follows: Option<sys::napi_env>,
    ) -> Result<u32, Error> {
        let clock = settings.start()?;
        let number = self.count.get() + 1;
        self.count.set(number);
        self.open.borrow_mut().push(Scope {
            number,
            follows: follows.is_some(),
            outer: FOLLOWED.swap(follows.unwrap_or(ptr::null_mut()), Ordering::Relaxed),
            clock,
        });
        Ok(number)
    }

    /// Ends a scope and those begun within it, innermost first. No effect on an ended one.
    pub(crate) fn end(&self, number: u32) {
        let mut open = self.open.borrow_mut();
        while open.iter().any(|scope| scope.number == number) {
            open.pop();
        }
    }

    pub(crate) fn end_all(&self) {
        let mut open = self.open.borrow_mut();
        while open.pop().is_some() {}
    }

    /// Runs a function on the clock of a scope, unless that follows `Date.now()`.
    pub(crate) fn with_clock(
        &self,
        number: u32,
        run: impl FnOnce(&TestClock),
    ) -> Result<(), Failure> {
        let open = self.open.borrow();
        let scope = open.iter().find(|scope| scope.number == number);
        let scope = scope.ok_or(Failure::State("the test clock has ended"))?;
        if !scope.follows {
            run(&scope.clock);
        }
        Ok(())
    }

    /// Sets the innermost clock to a reading of the clock that it follows.
    pub(crate) fn follow(&self, now: Timestamp) {
        if let Some(scope) = self.open.borrow().last().filter(|scope| scope.follows) {
            scope.clock.set(now);
        }
    }
}

impl Drop for Scopes {
    fn drop(&mut self) {
        self.end_all();
    }
}
