//! A naive scanner: splits text byte by byte, and calls `inspect_at` and `parse` for each word.

use std::ops::Range;

use sortid::{AnyId, AnyTypeId, Form, Format, Timestamp};

/// Returns the second from which on a format's time is plausible.
fn likely_from(format: Format) -> i64 {
    match format {
        Format::Snowflake => 1_291_426_974,
        Format::ShardingId => 1_316_812_021,
        Format::Sonyflake => 1_412_121_600,
        Format::Ksuid => 1_402_592_000,
        Format::Tsid => 1_580_428_800,
        _ => 1_262_304_000,
    }
}

pub(super) fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_".contains(&byte)
}

/// Iterates over the words, each with its offset.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    let words = text.split(|&byte| !is_of_word(byte));
    words.map(move |word| {
        let begin = at;
        at += word.len() + 1;
        (begin, word)
    })
}

/// Returns what `find_ids_at` must find, according to `inspect_at` and `parse` of each word.
pub(super) fn naive(
    text: &[u8],
    formats: Option<&[Format]>,
    now: Timestamp,
) -> Vec<(Range<usize>, AnyId)> {
    let ids = words(text).filter_map(|(begin, word)| {
        let id = likeliest(word, formats, now)?;
        Some((begin..begin + word.len(), id))
    });
    ids.collect()
}

fn likeliest(word: &[u8], formats: Option<&[Format]>, now: Timestamp) -> Option<AnyId> {
    let is_wanted = |format: Format| match formats {
        Some(formats) => formats.contains(&format),
        None => format.is_found(),
    };
    let any = any_uuid(word).filter(|id| {
        let name = id.kind().expect("of any_uuid").name();
        formats.is_some()
            || matches!(
                name.strip_prefix("version_"),
                Some("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8")
            )
    });
    let mut readings = sortid::inspect_at(word, now)
        .readings()
        .filter(|reading| reading.epoch.is_none())
        .map(|reading| reading.id)
        .filter(|id| is_wanted(id.format()) && id.format() != Format::AnyUuid);
    let plausible = readings.find(|id| is_plausible(word, id, now));
    let custom = || AnyId::parse(word, Format::Custom64).ok();
    plausible
        .or(any.filter(|_| is_wanted(Format::AnyUuid)))
        .or_else(|| custom().filter(|_| is_wanted(Format::Custom64)))
}

/// Reads the part after a prefix as `any_uuid`, or the whole word.
fn any_uuid(word: &[u8]) -> Option<AnyId> {
    let behind = AnyTypeId::parse(word, Format::AnyUuid).ok();
    let behind = behind.filter(|id| !id.prefix().is_empty()).map(AnyId::from);
    let whole = || {
        AnyId::parse(word, Format::AnyUuid)
            .ok()
            .filter(|_| word.len() == 36)
    };
    behind.or_else(whole)
}

/// Whether an id of this format is unlikely to be an ordinary word.
fn is_plausible(word: &[u8], id: &AnyId, now: Timestamp) -> bool {
    let format = id.format();
    let behind = AnyTypeId::parse(word, format);
    let is_behind = behind.is_ok_and(|read| !read.prefix().is_empty() && AnyId::from(read) == *id);
    let is_canonical = id.to_text().as_bytes().eq_ignore_ascii_case(word);
    let is_uuid = format.is_found() && format.reads(Form::Urn);
    if is_uuid && (is_behind || is_canonical) {
        return true;
    }
    let is_bare = format == Format::Uuid7 && word.len() == 26;
    let is_timely = match (format, id.timestamp()) {
        (Format::Uid11Xid, _) | (Format::Uid11Fullrand, Err(_)) => true,
        (_, Ok(time)) => {
            (likely_from(format)..=now.seconds().saturating_add(86_400)).contains(&time.seconds())
                && !id.is_reserved()
        }
        (_, Err(_)) => false,
    };
    (is_behind || is_canonical || is_bare) && is_timely
}
