//! JNI methods that use the JVM's environment: static methods of `sortid.internal.Direct` and
//! `Library`.

#![allow(
    non_snake_case,
    reason = "the JVM finds its native methods by these names"
)]

use jni_sys::{JNIEnv, jclass, jint, jlong, jobject};

use crate::refused;

/// The address of a direct buffer's first element; 0 for another buffer.
///
/// # Safety
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_address(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jlong {
    // SAFETY: the JVM passes a valid environment and buffer.
    unsafe { ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer) as jlong }
}

/// Writes the version to a direct buffer, and returns its length.
///
/// # Safety
/// Only the JVM may call it, with a direct buffer of at least 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Library_version(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jint {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    const { assert!(env!("CARGO_PKG_VERSION").len() <= 64) };
    // SAFETY: the JVM passes a valid environment, and the caller a buffer of at least 64 bytes (see
    // `# Safety`).
    unsafe {
        let out = ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer);
        out.cast::<u8>()
            .copy_from_nonoverlapping(version.as_ptr(), version.len());
    }
    version.len() as jint
}

/// See `refused::keep`.
///
/// # Safety
/// Only the JVM may call it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Library_keepError(
    _environment: *mut JNIEnv,
    _class: jclass,
) -> jlong {
    refused::keep() as jlong
}
