//! The functions of each format that can be generated. Their documentation is in
//! `sortid/formats.h`.

use std::ffi::c_char;

use super::error::sortid_error;
use super::id::sortid_id;
use super::new;

/// Defines the functions for an id, its text, its bytes, and its integer if it has 64 bits.
macro_rules! functions {
    ($($format:ident: $id:ident $text:ident $bytes:ident $($int:ident)?;)*) => {$(
        /// A new id.
        ///
        /// # Safety
        /// Each pointer is NULL or valid for a write.
        #[cfg_attr(libsortid, unsafe(no_mangle))]
        pub unsafe extern "C" fn $id(id: *mut sortid_id, error: *mut sortid_error) -> i32 {
            // SAFETY: guaranteed by the caller (see `# Safety`).
            unsafe { new::id::<sortid::$format>(id, error) }
        }

        /// The text of a new id.
        ///
        /// # Safety
        /// Each pointer is NULL or valid for a write, of that size.
        #[cfg_attr(libsortid, unsafe(no_mangle))]
        pub unsafe extern "C" fn $text(text: *mut c_char, size: usize, error: *mut sortid_error) -> i32 {
            const LENGTH: usize = sortid::Format::$format.text_len();
            // SAFETY: guaranteed by the caller (see `# Safety`).
            unsafe { new::text::<sortid::$format, LENGTH>(text, size, error) }
        }

        /// The bytes of a new id.
        ///
        /// # Safety
        /// Each pointer is NULL or valid for a write, of that size.
        #[cfg_attr(libsortid, unsafe(no_mangle))]
        pub unsafe extern "C" fn $bytes(bytes: *mut u8, size: usize, error: *mut sortid_error) -> i32 {
            // SAFETY: guaranteed by the caller (see `# Safety`).
            unsafe { new::bytes::<sortid::$format>(bytes, size, error) }
        }

        $(
            /// The integer of a new id.
            ///
            /// # Safety
            /// Each pointer is NULL or valid for a write.
            #[cfg_attr(libsortid, unsafe(no_mangle))]
            pub unsafe extern "C" fn $int(value: *mut u64, error: *mut sortid_error) -> i32 {
                // SAFETY: guaranteed by the caller (see `# Safety`).
                unsafe { new::int::<sortid::$format>(value, error) }
            }
        )?
    )*};
}

functions! {
    // <generated: functions>
    Tid: sortid_tid sortid_tid_text sortid_tid_bytes sortid_tid_u64;
    Timeid: sortid_timeid sortid_timeid_text sortid_timeid_bytes sortid_timeid_u64;
    Uid11Xid: sortid_uid11_xid sortid_uid11_xid_text sortid_uid11_xid_bytes sortid_uid11_xid_u64;
    Uid11Fullrand: sortid_uid11_fullrand sortid_uid11_fullrand_text sortid_uid11_fullrand_bytes sortid_uid11_fullrand_u64;
    Uid11Snowish: sortid_uid11_snowish sortid_uid11_snowish_text sortid_uid11_snowish_bytes sortid_uid11_snowish_u64;
    Uid11TsSeqRand: sortid_uid11_ts_seq_rand sortid_uid11_ts_seq_rand_text sortid_uid11_ts_seq_rand_bytes sortid_uid11_ts_seq_rand_u64;
    Uuid6: sortid_uuid6 sortid_uuid6_text sortid_uuid6_bytes;
    Uuid7Draft01: sortid_uuid7_draft01 sortid_uuid7_draft01_text sortid_uuid7_draft01_bytes;
    Uuid7: sortid_uuid7 sortid_uuid7_text sortid_uuid7_bytes;
    Uuid8: sortid_uuid8 sortid_uuid8_text sortid_uuid8_bytes;
    Scru160: sortid_scru160 sortid_scru160_text sortid_scru160_bytes;
    Snowflake: sortid_snowflake sortid_snowflake_text sortid_snowflake_bytes sortid_snowflake_u64;
    Ksuid: sortid_ksuid sortid_ksuid_text sortid_ksuid_bytes;
    Ulid: sortid_ulid sortid_ulid_text sortid_ulid_bytes;
    Xid: sortid_xid sortid_xid_text sortid_xid_bytes;
    ObjectId: sortid_object_id sortid_object_id_text sortid_object_id_bytes;
    Uuid1: sortid_uuid1 sortid_uuid1_text sortid_uuid1_bytes;
    Uuid4: sortid_uuid4 sortid_uuid4_text sortid_uuid4_bytes;
    Tsid: sortid_tsid sortid_tsid_text sortid_tsid_bytes sortid_tsid_u64;
    // </generated>
}
