//! Native methods of the JVM that use its environment: static methods of `sortid.internal.Direct` and `Library`.

#![allow(
    non_snake_case,
    reason = "the JVM finds its native methods by these names"
)]

use jni_sys::{JNIEnv, jclass, jint, jlong, jobject};

use crate::refused;

/// The address of a direct buffer's first element; 0 of another buffer.
///
/// # Safety
/// The JVM calls it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_address(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jlong {
    // SAFETY: the JVM's environment has this function; the buffer is an object of the JVM's.
    unsafe { ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer) as jlong }
}

/// Writes the version to the start of a direct buffer of 64 bytes or more, and answers its length.
///
/// # Safety
/// The JVM calls it, with such a buffer.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Library_version(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jint {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    const { assert!(env!("CARGO_PKG_VERSION").len() <= 64) };
    // SAFETY: the JVM's environment has this function; the buffer has room.
    unsafe {
        let out = ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer);
        out.cast::<u8>()
            .copy_from_nonoverlapping(version.as_ptr(), version.len());
    }
    version.len() as jint
}

/// Moves the last error of the calling thread to an address: see [`refused::keep`].
///
/// # Safety
/// The JVM calls it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Library_keepError(
    _environment: *mut JNIEnv,
    _class: jclass,
) -> jlong {
    refused::keep() as jlong
}
