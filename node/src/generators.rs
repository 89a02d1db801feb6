//! New ids: the methods of generators.

use sortid::{AnyId, Error, ErrorCode, Filled, Format, Reseed};

use crate::call::{Answer, Call, Failure, MOST_TEXTS, Thrown, functions};
use crate::ids::integer_of;
use crate::ints::{big_unsigned, unsigned};
use crate::registers::format_of;
use crate::values::BigInt;
use crate::view::Target;

functions! {
    "code" code;
    "nextId" next_id;
    "nextInt" next_int;
    "nextAt" next_at;
    "newAt" new_at;
    "keyed" keyed;
    "nextAfter" next_after;
    "nextAfterAt" next_after_at;
    "nextTexts" next_texts;
    "fill" fill;
    "fillText" fill_text;
    "status" status;
    "node" node;
    "reseedGenerator" reseed_generator;
    "reseed" reseed;
}

fn code(call: &Call<'_>) -> Answer {
    call.value(u32::from(call.generator()?.format().code()))
}

/// Writes the next id to the first slot.
fn next_id(call: &Call<'_>) -> Answer {
    call.registers().set_id(0, call.generator()?.next()?);
    call.nothing()
}

fn next_int(call: &Call<'_>) -> Answer {
    call.value(integer_of(call.generator()?.next()?)?)
}

/// Writes the next id at the time in the first register to the first slot.
fn next_at(call: &Call<'_>) -> Answer {
    let id = call.generator()?.next_at(call.registers().time(0)?)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// `(code)`: writes a new id at the time in the first register to the first slot.
fn new_at(call: &Call<'_>) -> Answer {
    let (format, time) = (format_of(call.number(0)?)?, call.registers().time(0)?);
    call.registers().set_id(0, sortid::new_id_at(time, format)?);
    call.nothing()
}

/// `(code, key, namespace, secret)`: writes a key's id at the time in the first register to the
/// first slot.
fn keyed(call: &Call<'_>) -> Answer {
    let (format, time) = (format_of(call.number(0)?)?, call.registers().time(0)?);
    let secret = match call.is_given(3)? {
        true => Some(call.bytes(3)?),
        false => None,
    };
    let id = AnyId::keyed(time, call.bytes(1)?, format, call.bytes(2)?, secret)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// Replaces the id in the first slot by the next one, which is greater.
fn next_after(call: &Call<'_>) -> Answer {
    let id = call.generator()?.next_after(call.registers().id(0)?)?;
    call.registers().set_id(0, id);
    call.nothing()
}

/// As [`next_after`], at the time in the first register.
fn next_after_at(call: &Call<'_>) -> Answer {
    let (id, time) = (call.registers().id(0)?, call.registers().time(0)?);
    call.registers()
        .set_id(0, call.generator()?.next_after_at(id, time)?);
    call.nothing()
}

/// `(generator, function, count)`: passes new ids to a function, in batches.
fn next_texts(call: &Call<'_>) -> Answer {
    let (generator, mut left) = (call.generator()?, call.number(2)? as usize);
    let width = generator.format().text_len();
    let mut texts = [0; MOST_TEXTS * LONGEST_TEXT];
    while left > 0 {
        let count = MOST_TEXTS.min(left);
        let texts = texts.get_mut(..count * width).unwrap_or_default();
        generator.fill_text(texts).complete()?;
        call.pass_texts(1, texts, width)?;
        left -= count;
    }
    call.nothing()
}

/// The length of the longest canonical text.
const LONGEST_TEXT: usize = {
    let (mut longest, mut i) = (0, 0);
    while i < Format::ALL.len() {
        if Format::ALL[i].text_len() > longest {
            longest = Format::ALL[i].text_len();
        }
        i += 1;
    }
    longest
};

/// `(generator, view)`: fills integers or bytes. Returns the number of ids.
fn fill(call: &Call<'_>) -> Answer {
    let (generator, mut view) = (call.generator()?, call.view(1)?);
    // SAFETY: the package never passes shared memory, and no JavaScript runs meanwhile.
    filled(
        call,
        match unsafe { view.target() }? {
            Target::Bytes(bytes) => generator.fill_bytes(bytes),
            Target::Ints(ints) => generator.fill_u64(ints),
        },
    )
}

/// `(generator, bytes)`: fills texts. Returns the number of ids.
fn fill_text(call: &Call<'_>) -> Answer {
    let (generator, mut view) = (call.generator()?, call.view(1)?);
    // SAFETY: as in `fill`.
    match unsafe { view.target() }? {
        Target::Bytes(texts) => filled(call, generator.fill_text(texts)),
        Target::Ints(_) => Err(Failure::Type("a Uint8Array")),
    }
}

fn filled(call: &Call<'_>, filled: Filled) -> Answer {
    match filled.error {
        None => call.value(filled.ids as f64),
        Some(error) => {
            let mut thrown = Thrown::new(error, &error);
            thrown.filled = Some(filled.ids);
            Err(thrown.into())
        }
    }
}

/// The number of ids, lead in nanoseconds, number of rollbacks; origin of the node, and the reason.
fn status(call: &Call<'_>) -> Answer {
    let status = call.generator()?.status();
    let numbers = [status.ids, status.lead_ns, status.rollbacks];
    let numbers = numbers.map(|number| big_unsigned(number.into())).to_vec();
    call.value((numbers, status.node_origin.name(), status.node_reason))
}

/// The node of the next ids, or null.
fn node(call: &Call<'_>) -> Answer {
    let node = call.generator()?.node()?;
    call.value(node.map(|node| big_unsigned(node.into())))
}

/// `(generator, seed, node)`
fn reseed_generator(call: &Call<'_>) -> Answer {
    let mut with = Reseed::new();
    if call.is_given(1)? {
        with = with.seed(call.seed(1)?);
    }
    if let Some(node) = call.argument::<Option<BigInt>>(2)? {
        let node = unsigned(&node).and_then(|node| node.try_into().ok());
        const BEYOND: &str = "node\0node must be an integer from 0 to 2^64 - 1";
        with = with.node(node.ok_or(Error::about(ErrorCode::InvalidOption, BEYOND))?);
    }
    call.generator()?.reseed(with)?;
    call.nothing()
}

/// Reseeds every generator of the process.
fn reseed(call: &Call<'_>) -> Answer {
    sortid::reseed()?;
    call.nothing()
}
