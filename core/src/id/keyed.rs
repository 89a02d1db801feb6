//! Ids from a time and a key: the same arguments always return the same id.

use core::ops::RangeInclusive;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::codec::value::{MAX_BYTES, Value};
use crate::error::{Error, ErrorCode, Lack};
use crate::formats::layout::{Coding, Layout, TimeLayout};
use crate::formats::{Format, stored};
use crate::id::AnyId;
use crate::id::range::outside;
use crate::id::typed::{Id, TypedId};
use crate::time::{Tick, Timestamp};

/// The first bytes of what is hashed: the name of this construction, and its version.
const HEAD: &[u8] = b"sortid keyed 1";

/// The fewest bits beside the time that keep keys apart as well as the random bits of a UUID do.
const FEWEST_BITS: u32 = 62;

const SECRET_BYTES: RangeInclusive<usize> = 16..=64;
const SECRET: &str = "secret\0a secret has 16 to 64 bytes";

impl AnyId {
    /// Returns the id of a time and a key: the same arguments return the same id, in every language
    /// and process. A job that is repeated finds the row that it wrote before.
    ///
    /// **Without a secret, anybody who sees an id can test a guessed key**, such as an e-mail
    /// address. `secret` is 16 to 64 random bytes that only your programs know.
    ///
    /// The id's tick contains `time`; all other bits are a hash of the format, the tick, the
    /// namespace, the key and the secret. `namespace` keeps equal keys of several tables apart; it
    /// may be empty. A text is hashed as its UTF-8, without normalization. Ids of one tick are in no
    /// order, and differ as surely as random ids do.
    ///
    /// # Errors
    /// `not_applicable` unless the format has a linear time, at least 62 other bits and no node;
    /// `invalid_length` if the key is empty or the secret has another length;
    /// `timestamp_out_of_range` if no id can have this tick.
    ///
    /// ```
    /// use sortid::{Format, AnyId, Timestamp};
    ///
    /// let created = Timestamp::from_unix_ms(1_700_000_000_000);
    /// let id = AnyId::keyed(created, "order 17", Format::Uuid7, "shop", None)?;
    /// assert_eq!(id.to_string(), "018bcfe5-6800-7792-85a7-88fe19df19fd");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "keyed")))]
    pub fn keyed(
        time: impl Into<Timestamp>,
        key: impl AsRef<[u8]>,
        format: Format,
        namespace: impl AsRef<[u8]>,
        secret: Option<&[u8]>,
    ) -> Result<AnyId, Error> {
        let (key, namespace) = (key.as_ref(), namespace.as_ref());
        keyed(time.into(), key, format, namespace, secret)
    }
}

macro_rules! typed {
    ($stored:ident: $($name:ident)*) => { $(
        impl crate::ids::$name {
            /// Returns the id of a time and a key: see [`AnyId::keyed`](crate::AnyId::keyed).
            ///
            /// # Errors
            /// As documented there.
            #[cfg_attr(docsrs, doc(cfg(feature = "keyed")))]
            #[inline]
            pub fn keyed(
                time: impl Into<Timestamp>,
                key: impl AsRef<[u8]>,
                namespace: impl AsRef<[u8]>,
                secret: Option<&[u8]>,
            ) -> Result<Self, Error> {
                let format = <Self as TypedId>::FORMAT;
                AnyId::keyed(time, key, format, namespace, secret).map(Self::from_made)
            }
        }
    )* };
}

stored!(typed);

fn keyed(
    time: Timestamp,
    key: &[u8],
    format: Format,
    namespace: &[u8],
    secret: Option<&[u8]>,
) -> Result<AnyId, Error> {
    let (layout, ticks) = layout_for_keys(format)?;
    if key.is_empty() {
        return Err(wrong_length("key\0a key has 1 byte or more"));
    }
    if let Some(secret) = secret
        && !SECRET_BYTES.contains(&secret.len())
    {
        return Err(wrong_length(SECRET));
    }
    let tick = ticks.check(ticks.scale.floor(time.0));
    let tick = tick.map_err(|_| outside(format, ticks, Some(time)))?;
    let digest = digest(format, namespace, tick, key, secret)?;
    let value = ticks.write(tick).or(layout.fixed);
    Ok(AnyId::from_value(
        format,
        value.or(scattered(&digest, layout.free())),
    ))
}

/// Returns the layout of a format whose bits beside the time a hash can fill. Formats with a node do
/// not qualify: their generators rely on nobody else having their node, which a hash could equal.
fn layout_for_keys(format: Format) -> Result<(Layout, &'static TimeLayout), Error> {
    let ticks = format.row().default_time()?;
    let layout = format.row().default_layout();
    let (head, tail) = layout.free().to_parts();
    let is_wide = head.count_ones() + tail.count_ones() >= FEWEST_BITS;
    match ticks.coding {
        Coding::Linear if is_wide && layout.node.is_none() => Ok((layout, ticks)),
        _ => Err(format.row().lacks(Lack::Keyed)),
    }
}

fn digest(
    format: Format,
    namespace: &[u8],
    tick: Tick,
    key: &[u8],
    secret: Option<&[u8]>,
) -> Result<[u8; 32], Error> {
    let name = format.name().as_bytes();
    let parts: &[&[u8]] = &[
        HEAD,
        &length("format", name)?,
        name,
        &length("namespace", namespace)?,
        namespace,
        &(tick as i64).to_be_bytes(),
        &length("key", key)?,
        key,
    ];
    let Some(secret) = secret else {
        let hash = parts.iter().fold(Sha256::new(), Digest::chain_update);
        return Ok(hash.finalize().into());
    };
    let mac = Hmac::<Sha256>::new_from_slice(secret).map_err(|_| wrong_length(SECRET))?;
    let mac = parts.iter().fold(mac, Mac::chain_update);
    Ok(mac.finalize().into_bytes().into())
}

/// Returns the length that is hashed in front of some bytes.
fn length(subject: &'static str, bytes: &[u8]) -> Result<[u8; 4], Error> {
    let length = u32::try_from(bytes.len());
    let length = length.map_err(|_| wrong_length(subject))?;
    Ok(length.to_be_bytes())
}

fn wrong_length(subject: &'static str) -> Error {
    Error::about(ErrorCode::InvalidLength, subject)
}

/// Returns the leading bits of a digest in the bits of a mask, the most significant first.
fn scattered(digest: &[u8; 32], mask: Value) -> Value {
    let (mask, mut bytes, mut taken) = (mask.to_bytes(), [0; MAX_BYTES], 0);
    for at in 0..MAX_BYTES * 8 {
        let bit = 0x80 >> (at % 8);
        if mask[at / 8] & bit != 0 {
            if digest[taken / 8] & 0x80 >> (taken % 8) != 0 {
                bytes[at / 8] |= bit;
            }
            taken += 1;
        }
    }
    Value::from_bytes(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formats() -> impl Iterator<Item = (Format, Layout, &'static TimeLayout)> {
        Format::ALL.iter().filter_map(|&format| {
            let (layout, ticks) = layout_for_keys(format).ok()?;
            Some((format, layout, ticks))
        })
    }

    #[test]
    fn formats_with_keys_divide_their_bits_into_time_marks_and_hash() {
        for (format, layout, ticks) in formats() {
            let marks = format.row().marks.iter().map(|mark| mark.place().mask());
            let parts = [ticks.place.mask(), layout.free()].into_iter().chain(marks);
            let all = parts.fold(Value::ZERO, |all, part| {
                assert_eq!(all.and(part), Value::ZERO, "{format}");
                all.or(part)
            });
            assert_eq!(all, Value::ones(format.row().bits), "{format}");
            assert!(layout.limits.is_empty(), "{format}");
            assert!(ticks.last <= i64::MAX.into(), "{format}");
        }
    }

    #[test]
    fn keyed_ids_are_never_reserved() {
        for (format, _, ticks) in formats() {
            for tick in [ticks.first, ticks.last] {
                let time = Timestamp(ticks.scale.start(tick).expect("a time"));
                let id = AnyId::keyed(time, "key", format, "", None).expect("an id");
                assert!(!id.is_reserved() && id.timestamp() == Ok(time), "{format}");
                assert_eq!(AnyId::from_bytes(&id.to_bytes(), format), Ok(id));
            }
        }
    }

    #[test]
    fn digest_bits_fill_holes_of_the_mask() {
        let mut digest = [0; 32];
        digest[..2].copy_from_slice(&[0b1010_0000, 0xff]);
        let mask = Value::from_u64(0b0101_1100 << 56 | 0xf);
        let filled = Value::from_u64(0b0100_1000 << 56);
        assert_eq!(scattered(&digest, mask), filled);
    }
}
