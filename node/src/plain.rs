//! The plain functions: a new id of each format that can be generated.

use napi::sys;
use sortid::{AnyId, Error, Format, TypedId, new_id};

use crate::call::{Callback, quick, string};
use crate::scopes::follow;

/// A plain function. Its callback takes no arguments, and reads the call's info only if it fails.
pub(crate) struct Plain {
    pub(crate) format: Format,
    pub(crate) callback: Callback,
}

/// The text of the id that `make` returns.
///
/// # Safety
/// As [`quick`].
#[inline(always)]
unsafe fn new(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    make: impl FnOnce() -> Result<AnyId, Error>,
) -> sys::napi_value {
    // SAFETY: the caller guarantees the same (see `# Safety`).
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
    // SAFETY: the caller guarantees the same (see `# Safety`).
    unsafe { new(env, info, || new_id(format)) }
}

macro_rules! plain {
    ($($id:path;)*) => {
        /// One function for each format that can be generated; the length checks this.
        pub(crate) const PLAIN: &[Plain; GENERATED] = &[$(Plain {
            format: <$id as TypedId>::FORMAT,
            callback: {
                unsafe extern "C" fn entry(
                    env: sys::napi_env,
                    info: sys::napi_callback_info,
                ) -> sys::napi_value {
                    // SAFETY: Node passes its environment and the call's info.
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

/// The number of formats that can be generated.
const GENERATED: usize = {
    let (mut made, mut i) = (0, 0);
    while i < Format::ALL.len() {
        if Format::ALL[i].can_generate() {
            made += 1;
        }
        i += 1;
    }
    made
};

// If this does not compile after adding a format, run `cargo suite generate`.
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
