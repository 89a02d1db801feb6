//! Checks that each random bit is set half of the time, within five sigma.

use sortid::{AnyId, Error, Format, Options};
use sortid_reliability_common::order;

use crate::chance;
use crate::facts::{self, MS, Seed};
use crate::ids;
use crate::run::{Checked, Failure, Finding, Run};

const IDS: u64 = 1_000_000;

pub(crate) fn run(run: &mut Run<'_>) {
    for format in facts::made() {
        let places = facts::random_spans(format);
        if places.is_empty() {
            continue;
        }
        run.check("bits drawn for each id", format, || {
            let generator = facts::manual(format, facts::endless(format))?;
            let bits = bits_of(places);
            fair(&bits, |_| generator.next_at(facts::noon(0)?))
        });
    }
    for format in facts::timed() {
        let (places, Seed::Random(drawn) | Seed::Permuted(drawn)) = facts::counted(format) else {
            continue;
        };
        run.check("bits drawn for each tick", format, || {
            let generator = facts::manual(format, Options::new())?;
            let step = facts::unit_ns(format).max(MS);
            fair(&lowest(places, drawn), |tick| {
                generator.next_at(facts::noon(i128::from(tick) * step)?)
            })
        });
    }
    for format in facts::timed() {
        let bits = match (facts::counted(format), facts::wide_node(format)) {
            ((places, Seed::Kept(drawn)), _) => lowest(places, drawn),
            (_, Some(node)) => bits_of(&[node]),
            _ => continue,
        };
        run.check("bits drawn for each generator", format, || {
            fair(&bits, |_| {
                facts::manual(format, Options::new())?.next_at(facts::noon(0)?)
            })
        });
    }
    run.check("bits inside one millisecond", Format::Uid11Xid, || {
        let generator = facts::manual(Format::Uid11Xid, facts::endless(Format::Uid11Xid))?;
        fair(&bits_of(&[(42, 22)]), |_| {
            generator.next_at(facts::noon(0)?)
        })
    });
    for count in [IDS, 1 << 22] {
        run.check(
            "ids of one millisecond",
            format!("uid11_xid × {count}"),
            || one_millisecond(count),
        );
    }
}

/// The bits at these positions, most significant first.
fn bits_of(places: &[(u8, u8)]) -> Vec<usize> {
    let spans = places.iter();
    let bits = spans.flat_map(|&(first, width)| first..first + width);
    bits.map(usize::from).collect()
}

/// The lowest bits of a number at these positions.
fn lowest(places: &[(u8, u8)], count: u8) -> Vec<usize> {
    let bits = bits_of(places);
    bits[bits.len() - usize::from(count)..].to_vec()
}

/// Counts how often each bit is set in 10^6 ids. A deviation of five sigma has a probability of one
/// in two million: with some hundred bits, a false alarm in some thousand runs, so such bits are
/// drawn again.
fn fair(bits: &[usize], mut make: impl FnMut(u64) -> Result<AnyId, Error>) -> Checked {
    let mut drawn = 0;
    let mut suspects = bits.to_vec();
    let mut worst = 0.0f64;
    while !suspects.is_empty() && drawn < 2 {
        let set = sample(&suspects, drawn * IDS, &mut make)?;
        worst = set
            .iter()
            .map(|&set| chance::sigmas(set, IDS))
            .fold(0.0, f64::max);
        let off = suspects.iter().zip(&set);
        let off = off.filter(|&(_, &set)| !chance::is_fair(set, IDS));
        suspects = off.map(|(&bit, _)| bit).collect();
        drawn += 1;
    }
    let mut finding = Finding::of(format!("{} bits in {drawn} × {IDS} ids", bits.len()));
    finding.require(
        suspects.is_empty(),
        match suspects.first() {
            None => format!("all fair, the worst {worst:.1} sigma off"),
            Some(bit) => format!(
                "{} bits off, first bit {bit}; the worst by {worst:.1} sigma",
                suspects.len()
            ),
        },
    );
    Ok(finding)
}

fn sample(
    bits: &[usize],
    from: u64,
    make: &mut impl FnMut(u64) -> Result<AnyId, Error>,
) -> Result<Vec<u64>, Failure> {
    let mut set = vec![0; bits.len()];
    for place in from..from + IDS {
        let bytes = make(place)?.to_bytes();
        for (set, bit) in set.iter_mut().zip(bits) {
            *set += u64::from(bytes[bit / 8] >> (7 - bit % 8) & 1);
        }
    }
    Ok(set)
}

/// 22 independent random bits would repeat after about two thousand ids: R-GEN-5.
fn one_millisecond(count: u64) -> Checked {
    let generator = facts::manual(Format::Uid11Xid, Options::new().max_lead_ms(0))?;
    let reading = facts::noon(0)?;
    let mut keys = Vec::with_capacity(count as usize);
    for _ in 0..count {
        keys.push(ids::key(generator.next_at(reading)?));
    }
    let times = keys
        .iter()
        .filter(|&&key| key >> 22 != keys[0] >> 22)
        .count();
    let repeats = order::repeats(&mut keys);
    let mut finding = Finding::of(format!("{count} ids at one reading"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.require(times == 0, format!("{times} of another millisecond"));
    Ok(finding)
}
