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
    sortid::ids::Tid;
    sortid::ids::Timeid;
    sortid::ids::Uid11Xid;
    sortid::ids::Uid11Fullrand;
    sortid::ids::Uid11Snowish;
    sortid::ids::Uid11TsSeqRand;
    sortid::ids::Uuid6;
    sortid::ids::Uuid7Draft01;
    sortid::ids::Uuid7;
    sortid::ids::Uuid8;
    sortid::ids::Scru160;
    sortid::ids::LexicalUuid;
    sortid::ids::Snowflake;
    sortid::ids::Flake;
    sortid::ids::ShardingId;
    sortid::ids::Ksuid;
    sortid::ids::Elasticflake;
    sortid::ids::FlakeIdgen;
    sortid::ids::Sonyflake;
    sortid::ids::OrderedUuid;
    sortid::ids::CombGuid;
    sortid::ids::Ulid;
    sortid::ids::Sid;
    sortid::ids::PushId;
    sortid::ids::Xid;
    sortid::ids::ObjectId;
    sortid::ids::Cuid;
    sortid::ids::CombMssql;
    sortid::ids::Uuid1;
    sortid::ids::Uuid4;
    sortid::ids::Mastodon;
    sortid::ids::Tsid;
    sortid::ids::Scru128;
    sortid::ids::Scru64;
    sortid::ids::Custom64;
    // </generated>
}
