//! Counts over a stream of ids. The inspector page uses this file, too.

use std::collections::BTreeMap;

use sortid::{AnyId, Format, Timestamp};

/// The counts of one format, with the caller's own counts in `more`.
pub(super) struct OfFormat<M> {
    pub(super) ids: u64,
    /// How many ids are smaller than the one before them.
    pub(super) out_of_order: u64,
    pub(super) last: AnyId,
    pub(super) more: M,
}

/// The counts of all formats.
pub(super) struct Counts<M> {
    pub(super) formats: BTreeMap<Format, OfFormat<M>>,
    /// How many ids have a time.
    pub(super) timed: u64,
    pub(super) times: Option<(Timestamp, Timestamp)>,
}

impl<M: Default> Counts<M> {
    pub(super) fn new() -> Self {
        Self {
            formats: BTreeMap::new(),
            timed: 0,
            times: None,
        }
    }

    /// Counts an id. Returns the caller's own counts of its format.
    pub(super) fn add(&mut self, id: AnyId, time: Option<Timestamp>) -> &mut M {
        if let Some(time) = time {
            self.timed += 1;
            let (first, last) = self.times.unwrap_or((time, time));
            self.times = Some((first.min(time), last.max(time)));
        }
        let of = self.formats.entry(id.format()).or_insert_with(|| OfFormat {
            ids: 0,
            out_of_order: 0,
            last: id,
            more: M::default(),
        });
        of.ids += 1;
        of.out_of_order += u64::from(id < of.last);
        of.last = id;
        &mut of.more
    }

    pub(super) fn ids(&self) -> u64 {
        self.formats.values().map(|of| of.ids).sum()
    }

    /// How many ids are smaller than the previous one of their format.
    pub(super) fn out_of_order(&self) -> u64 {
        self.formats.values().map(|of| of.out_of_order).sum()
    }

    /// The first and the last time.
    pub(super) fn times(&self) -> Option<(Timestamp, Timestamp)> {
        self.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_checked_per_format() {
        let mut counts = Counts::<u32>::new();
        for (text, format) in [
            ("3jzfcijpj2z2a", Format::Tid),
            ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Format::Uuid7),
            ("3jzfcijpj2z2b", Format::Tid),
            ("3jzfcijpj2z2a", Format::Tid),
            ("3jzfcijpj2z2a", Format::Tid),
        ] {
            let id = AnyId::parse(text, format).expect(text);
            *counts.add(id, id.timestamp().ok()) += 1;
        }
        assert_eq!((counts.ids(), counts.timed), (5, 5));
        assert_eq!(counts.out_of_order(), 1);
        assert_eq!(counts.formats[&Format::Tid].more, 4);
        let (first, last) = counts.times().expect("both");
        assert_eq!(first.unix_ms(), 1_645_557_742_000);
        assert!(first < last);
    }
}
