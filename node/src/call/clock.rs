//! The clock of a test that follows `Date.now()`.

use std::ptr;

use napi::sys;
use sortid::Timestamp;

use super::{Failure, Instance, check};
use crate::scopes::is_followed;

/// Sets the test clock before a call that may read it, if it follows this environment.
#[inline(always)]
pub(crate) fn follow(env: sys::napi_env) -> Result<(), Failure> {
    match is_followed(env) {
        true => follow_now(env),
        false => Ok(()),
    }
}

#[cold]
#[inline(never)]
fn follow_now(env: sys::napi_env) -> Result<(), Failure> {
    let (mut instance, mut function) = (ptr::null_mut(), ptr::null_mut());
    let (mut this, mut value, mut now) = (ptr::null_mut(), ptr::null_mut(), 0.0);
    // SAFETY: Node's environment and our own variables.
    check(unsafe { sys::napi_get_instance_data(env, &mut instance) })?;
    // SAFETY: set by `Instance::new` before any function of the module exists.
    let instance = unsafe { &*instance.cast::<Instance>() };
    // SAFETY: the reference is the instance's own, the function takes no arguments.
    unsafe {
        check(sys::napi_get_reference_value(
            env,
            instance.now,
            &mut function,
        ))?;
        check(sys::napi_get_undefined(env, &mut this))?;
        check(sys::napi_call_function(
            env,
            this,
            function,
            0,
            ptr::null(),
            &mut value,
        ))?;
    }
    // SAFETY: a value that the call returned.
    match unsafe { sys::napi_get_value_double(env, value, &mut now) } {
        sys::Status::napi_ok if now.is_finite() => {
            instance.scopes.follow(Timestamp::from_unix_ms(now as i64));
            Ok(())
        }
        _ => Err(Failure::Type("a number from Date.now()")),
    }
}
