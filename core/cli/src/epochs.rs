//! Other readings of a decimal integer: ids with a maker-specific epoch, which their bits do not
//! encode.

use sortid::{Epoch, Format, Id, Options, Timestamp};

use crate::time;

const DAY: i64 = 86_400;

/// The makers that people ask about, the format of their ids, and the Unix second from which its
/// times count as likely.
const MAKERS: [(Epoch, Format, i64); 2] = [
    (Epoch::Discord, Format::FlakeIdgen, 1_262_304_000),
    (Epoch::Linkedin, Format::Snowflake, 1_291_426_974),
];

/// Returns a line for each maker for which the text is an id with a likely time.
pub(crate) fn readings(text: &[u8], now: Timestamp) -> impl Iterator<Item = String> {
    let is_decimal = text.iter().all(u8::is_ascii_digit);
    let makers = MAKERS.into_iter().filter(move |_| is_decimal);
    makers.filter_map(move |(epoch, format, likely_from)| {
        let id = Id::parse(text, format).ok()?;
        let read = id.timestamp_with(&Options::new().epoch(epoch)).ok()?;
        let likely = likely_from..=now.seconds().saturating_add(DAY);
        let (name, time) = (epoch.name(), time::format(read, format));
        let is_likely = !id.is_reserved() && likely.contains(&read.seconds());
        is_likely.then(|| format!("as {name} (--epoch {name}): {time}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_epochs_with_likely_times_are_suggested() {
        let now = Timestamp::from_unix_ms(1_795_132_800_000);
        let of = |text: &str| readings(text.as_bytes(), now).collect::<Vec<String>>();
        let discord = "as discord (--epoch discord): 2016-04-30T11:18:25.796Z";
        assert_eq!(of("175928847299117063"), [discord]);
        let linkedin = "as linkedin (--epoch linkedin): 2022-03-02T23:14:34.376Z";
        assert_eq!(of("6904926959046938624"), [linkedin]);
        for other in [
            "0x0271051e5ec20c47",
            "3jzfcijpj2z2a",
            "",
            "01",
            "18446744073709551615",
        ] {
            assert_eq!(of(other), [""; 0], "{other}");
        }
    }
}
