//! Sort keys of ids: by time, then by format, then in the format's order.

use sortid::{AnyId, Format, Timestamp};

pub(crate) const KEY_BYTES: usize = 34;

/// The offset of the format's code.
pub(super) const FORMAT_AT: usize = 13;

const TIMED: u8 = 0;
const TIMELESS: u8 = 1;
const NO_ID: u8 = 2;

/// Bytes that compare in sort order: ids without a time come after those with one, and lines
/// without an id come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key([u8; KEY_BYTES]);

/// A key as integers, which compare faster than bytes.
pub(super) type Words = (u128, u128, u16);

impl Key {
    /// The key of lines without an id.
    pub(crate) const LAST: Key = {
        let mut bytes = [0; KEY_BYTES];
        bytes[0] = NO_ID;
        Key(bytes)
    };

    pub(crate) fn new(id: &AnyId, time: Option<Timestamp>) -> Self {
        let mut bytes = [0; KEY_BYTES];
        let (head, value) = bytes.split_at_mut(14);
        value.copy_from_slice(&id.order_bytes());
        head.copy_from_slice(&Self::head(time, id.format()));
        Key(bytes)
    }

    fn head(time: Option<Timestamp>, format: Format) -> [u8; 14] {
        let mut head = [0; 14];
        if let Some(time) = time {
            // A flipped sign puts times before 1970 first.
            let seconds = time.seconds() ^ i64::MIN;
            head[1..9].copy_from_slice(&seconds.to_be_bytes());
            head[9..13].copy_from_slice(&time.nanos().to_be_bytes());
        }
        head[0] = if time.is_some() { TIMED } else { TIMELESS };
        head[FORMAT_AT] = format.code();
        head
    }

    pub(super) fn of_bytes(bytes: [u8; KEY_BYTES]) -> Self {
        Key(bytes)
    }

    pub(super) fn words(&self) -> Words {
        let (words, last) = self.0.as_chunks::<16>();
        let word = |nth| words.get(nth).copied().map_or(0, u128::from_be_bytes);
        let last = last.first_chunk().copied().map_or(0, u16::from_be_bytes);
        (word(0), word(1), last)
    }

    pub(super) fn of_words((high, low, last): Words) -> Self {
        let mut bytes = [0; KEY_BYTES];
        bytes[..16].copy_from_slice(&high.to_be_bytes());
        bytes[16..32].copy_from_slice(&low.to_be_bytes());
        bytes[32..].copy_from_slice(&last.to_be_bytes());
        Key(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// Returns the code of the id's format, or 0 for lines without an id.
    pub(super) fn format_code(&self) -> usize {
        self.0.get(FORMAT_AT).copied().map_or(0, usize::from)
    }

    /// Returns the time, if there is one.
    pub(crate) fn time(&self) -> Option<Timestamp> {
        let (seconds, rest) = self.0.get(1..)?.split_first_chunk()?;
        let seconds = i64::from_be_bytes(*seconds) ^ i64::MIN;
        let nanos = u32::from_be_bytes(*rest.first_chunk()?);
        let time = Timestamp::new(seconds, nanos).ok()?;
        (self.0.first() == Some(&TIMED)).then_some(time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_by_time_then_format_then_value() {
        let id = |text: &str, format| {
            let id = AnyId::parse(text, format).expect(text);
            Key::new(&id, id.timestamp().ok())
        };
        let negative = AnyId::min_at(Timestamp::from_unix_ms(-1), Format::Timeid).expect("an id");
        let keys = [
            Key::new(&negative, negative.timestamp().ok()),
            id("017f22e2-79b0-7000-98c4-dc0c0c07398f", Format::Uuid7),
            id("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Format::Uuid7),
            id("01FWHE4YDGFK1SHH6W1G60EECF", Format::Ulid),
            id("017f22e2-79b1-7000-98c4-dc0c0c07398f", Format::Uuid7),
            id("919108f7-52d1-4320-9bac-f847db4148a8", Format::Uuid4),
            Key::LAST,
        ];
        assert!(keys.is_sorted(), "{keys:?}");
        assert_eq!(keys[0].time(), Some(Timestamp::from_unix_ms(-1)));
        assert_eq!((keys[5].time(), keys[6].time()), (None, None));
        assert!(keys.is_sorted_by_key(Key::words));
        assert!(keys.iter().all(|key| Key::of_words(key.words()) == *key));
    }
}
