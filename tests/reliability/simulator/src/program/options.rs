//! Random options: all options of every format.

use crate::focus::Focus;
use sortid_reliability_common::Rng;
use sortid_reliability_common::product::{
    ClockSource, Epoch, FieldOrder, Format, OnExhausted, OnRollback, Options, Order, Precision,
    RollbackTolerance, Usage, default_plan,
};

pub(super) fn draw_format(rng: &mut Rng, is_early: bool, focus: Option<Focus>) -> Format {
    // timeid has the fewest nodes: with the other formats, processes rarely share one.
    let prefers_timeid = is_early || focus == Some(Focus::Nodes);
    if prefers_timeid && !rng.once_in(4) {
        return Format::Timeid;
    }
    loop {
        let format = *rng.pick(Format::ALL);
        if format.can_generate() && focus.is_none_or(|focus| focus.suits(format)) {
            return format;
        }
    }
}

/// Draws the options that all generators of a file share.
pub(super) fn draw_layout(rng: &mut Rng, format: Format, is_early: bool) -> Options {
    let mut options = Options::new();
    let rarely = |rng: &mut Rng| rng.once_in(4);
    match format {
        Format::Uid11Snowish => {
            if rarely(rng) {
                options = options.node(rng.below(1024));
            }
            if rarely(rng) || is_early {
                options = options.epoch_unix_ms(epoch(rng, is_early));
            }
        }
        Format::Uid11TsSeqRand if rarely(rng) || is_early => {
            options = options.epoch_unix_ms(epoch(rng, is_early));
        }
        Format::Uid11Xid if rng.once_in(3) => options = options.order(Order::Monotonic),
        Format::Uuid7Draft01 => {
            options = options.precision(*rng.pick(&[Precision::Ms, Precision::Us, Precision::Ns]));
        }
        Format::Uuid7 if rng.once_in(3) => options = options.precision(Precision::Us),
        Format::Ulid if rng.once_in(3) => options = options.as_uuid7(true),
        Format::Scru160 => options = draw_scru160(rng),
        Format::Tsid => options = draw_tsid(rng),
        Format::Scru64 if rarely(rng) => {
            let bits = rng.between(1, 23);
            options = options.node(rng.below(1 << bits)).node_bits(bits);
        }
        Format::Uuid8 => options = draw_uuid8(rng, is_early),
        Format::Custom64 if rarely(rng) => options = draw_custom64(rng),
        _ => {}
    }
    let has_machine_id = format.options().contains(&"machine_id");
    if has_machine_id && options.node.is_none() && rarely(rng) {
        let bits = rng.between(1, 16);
        options = options.machine_id(rng.below(1 << bits)).machine_bits(bits);
    }
    options
}

fn epoch(rng: &mut Rng, is_early: bool) -> i64 {
    match is_early {
        true => -86_400_000,
        false => 1_600_000_000_000 + rng.below(50_000_000_000) as i64,
    }
}

fn draw_scru160(rng: &mut Rng) -> Options {
    let mut options = Options::new();
    let is_fine = rng.once_in(3);
    if is_fine {
        options = options.usage(Usage::Microsecond);
    }
    let more = if rng.once_in(2) { rng.below(17) } else { 0 };
    if more > 0 {
        options = options.counter_bits(more);
    }
    if rng.once_in(3) {
        let most = if is_fine { 5 } else { 15 } + more;
        options = options.counter_seed_bits(rng.below(most + 1));
    }
    if more < 16 && rng.once_in(4) {
        let bits = rng.between(1, 16 - more);
        options = options.node(rng.below(1 << bits)).node_bits(bits);
    }
    options
}

fn draw_tsid(rng: &mut Rng) -> Options {
    let mut options = Options::new();
    if rng.once_in(4) {
        options = options.epoch(*rng.pick(Epoch::ALL));
    }
    match rng.below(4) {
        0 => options.node_bits(0),
        1 => {
            let bits = rng.between(1, 20);
            options.node(rng.below(1 << bits)).node_bits(bits)
        }
        _ => options,
    }
}

fn draw_uuid8(rng: &mut Rng, is_early: bool) -> Options {
    let mut options = Options::new();
    let bits = *rng.pick(&[32, 48, 48, 60, 64]);
    let unit_ns = match bits {
        32 => *rng.pick(&[1_000_000_000, 60_000_000_000, 3_000_000]),
        48 => *rng.pick(&[1_000_000, 1_000_000, 100_000, 10_000_000]),
        60 => *rng.pick(&[100, 1000, 10, 1_000_000]),
        _ => *rng.pick(&[1, 10, 100]),
    };
    options = options.timestamp_bits(bits).unit_ns(unit_ns);
    if bits == 32 && unit_ns == 3_000_000 || bits == 48 && unit_ns == 100_000 {
        options = options.epoch_unix_ms(epoch(rng, is_early) + 90_000_000_000);
    } else if is_early || rng.once_in(4) {
        options = options.epoch_unix_ms(epoch(rng, is_early));
    }
    if rng.once_in(5) {
        options = options.node(1 + rng.below((1 << 54) - 1));
    }
    options
}

fn draw_custom64(rng: &mut Rng) -> Options {
    let bits = rng.between(4, 22);
    let order = *rng.pick(&[FieldOrder::NodeSequence, FieldOrder::SequenceNode]);
    let options = Options::new().node_bits(bits).field_order(order);
    let options = options
        .timestamp_bits(41)
        .sequence_bits(rng.below(23 - bits));
    match rng.once_in(2) {
        true => options.node(rng.below(1 << bits)),
        false => options,
    }
}

/// Draws the remaining options. `layout` has those of the file, if there is one.
pub(super) fn draw(
    rng: &mut Rng,
    format: Format,
    layout: Options,
    has_file: bool,
    is_leased: bool,
) -> Options {
    let mut options = layout;
    if rng.once_in(9) && !is_leased {
        options = options.seed(seed(rng));
    }
    if rng.once_in(6) {
        options = options.allow_fork(true);
    }
    if rng.once_in(12) {
        options = options.clock(ClockSource::Manual);
    }
    match format {
        _ if is_leased => {}
        Format::Tid if rng.once_in(4) => options = options.node(rng.below(1024)),
        Format::Timeid if rng.once_in(4) => options = options.node(rng.below(1024)),
        _ => {}
    }
    if default_plan(format).layout.time.is_none() {
        return options;
    }
    if rng.once_in(2) {
        let lead = *rng.pick(&[0, 0, 1, 2, 10, 100, 5000]);
        options = options.max_lead_ms(lead);
    }
    if rng.once_in(6) {
        options = options.on_exhausted(OnExhausted::Error);
    }
    match rng.below(6) {
        0 => options = options.rollback_tolerance_ms(RollbackTolerance::Unlimited),
        1 | 2 => {
            let tolerance = *rng.pick(&[0, 1, 100, 5000, 100_000]);
            options = options.rollback_tolerance_ms(RollbackTolerance::Ms(tolerance));
        }
        _ => {}
    }
    match rng.below(6) {
        0 => options = options.on_rollback(OnRollback::Error),
        1 | 2 if !has_file => options = options.on_rollback(OnRollback::Reset),
        _ => {}
    }
    options
}

pub(super) fn seed(rng: &mut Rng) -> [u8; 32] {
    let mut seed = [0; 32];
    for bytes in seed.chunks_mut(8) {
        bytes.copy_from_slice(&rng.word().to_le_bytes());
    }
    seed
}
