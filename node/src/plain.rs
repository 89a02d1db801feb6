//! The plain functions: a new id of each format that is made.

use napi::sys;
use sortid::{Error, Format, Id, TypedId, new_id};

use crate::call::{Callback, quick, string};
use crate::scopes::follow;

/// The callback of a plain function. It takes no argument, so a call that succeeds does not look for any.
pub(crate) struct Plain {
    pub(crate) format: Format,
    pub(crate) callback: Callback,
}

/// The text of an id that `make` makes.
///
/// # Safety
/// As [`quick`].
#[inline(always)]
unsafe fn new(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    make: impl FnOnce() -> Result<Id, Error>,
) -> sys::napi_value {
    // SAFETY: the caller's promise is the same.
    unsafe {
        quick(env, info, |env| {
            follow(env)?;
            string(env, make()?.to_text().as_bytes())
        })
    }
}

/// # Safety
/// As [`quick`].
#[inline(never)]
unsafe fn new_of_format(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    format: Format,
) -> sys::napi_value {
    // SAFETY: the caller's promise is the same.
    unsafe { new(env, info, || new_id(format)) }
}

macro_rules! plain {
    ($($id:path;)*) => {
        /// One for each: as many as there are, or this does not compile.
        pub(crate) const PLAIN: &[Plain; MADE] = &[$(Plain {
            format: <$id as TypedId>::FORMAT,
            callback: {
                unsafe extern "C" fn entry(
                    env: sys::napi_env,
                    info: sys::napi_callback_info,
                ) -> sys::napi_value {
                    // SAFETY: Node calls with its own environment and call.
                    unsafe {
                        match const { <$id as TypedId>::FORMAT.is_compiled_apart() } {
                            true => new(env, info, || sortid::new_of::<$id>()),
                            false => new_of_format(env, info, <$id as TypedId>::FORMAT),
                        }
                    }
                }
                entry
            },
        }),*];
    };
}

/// How many formats are made.
const MADE: usize = {
    let (mut made, mut i) = (0, 0);
    while i < Format::ALL.len() {
        if Format::ALL[i].is_made() {
            made += 1;
        }
        i += 1;
    }
    made
};

// Where this does not compile for a new format: `cargo suite generate`.
plain! {
    // <generated: formats>
    sortid::Tid;
    sortid::Timeid;
    sortid::Uid11Xid;
    sortid::Uid11Fullrand;
    sortid::Uid11Snowish;
    sortid::Uid11TsSeqRand;
    sortid::Uuid6;
    sortid::Uuid7Draft01;
    sortid::Uuid7;
    sortid::Uuid8;
    sortid::Scru160;
    sortid::LexicalUuid;
    sortid::Snowflake;
    sortid::Flake;
    sortid::ShardingId;
    sortid::Ksuid;
    sortid::Elasticflake;
    sortid::FlakeIdgen;
    sortid::Sonyflake;
    sortid::OrderedUuid;
    sortid::CombGuid;
    sortid::Ulid;
    sortid::Sid;
    sortid::PushId;
    sortid::Xid;
    sortid::ObjectId;
    sortid::Cuid;
    sortid::CombMssql;
    sortid::Uuid1;
    sortid::Uuid4;
    sortid::Mastodon;
    sortid::Tsid;
    sortid::Scru128;
    sortid::Scru64;
    sortid::Custom64;
    // </generated>
}
