"""Generators: options, clocks, waits and threads."""

from __future__ import annotations

import copy
import itertools
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
import sortid
from conftest import NOON, SEED, WITH_CLASS, no_switches, refusal, repeat_until
from sortid import AnyId, Format, Generator, GeneratorError, ParseError, Tid, Timestamp


def test_equal_seeds_give_equal_ids(generated: Format) -> None:
    first, second = (Generator(generated, seed=SEED, clock="manual") for _ in range(2))
    times = [NOON, NOON, Timestamp(NOON.seconds + 1), NOON]
    assert [first.next_at(time) for time in times] == [second.next_at(time) for time in times]


def test_functions_generate_their_format(generated: Format) -> None:
    ids = [AnyId.now(generated), AnyId.now(generated.value), AnyId.now(format=generated)]
    if generated in WITH_CLASS:
        function = getattr(sortid, generated.value)
        assert function.__name__ == generated.value
        assert function.__module__ == "sortid"
        ids.append(function())
    assert {id.format for id in ids} == {generated}
    assert len(set(ids)) == 3 + (generated in WITH_CLASS)
    if generated.is_ordered:
        assert ids == sorted(ids)


def test_classes_generate_their_format(generated: Format) -> None:
    ids = [AnyId.now(generated), AnyId.now(generated.value)]
    assert {type(id) for id in ids} == {generated.type}
    assert len(set(ids)) == 2
    if generated.is_ordered:
        assert ids == sorted(ids)
    with pytest.raises(TypeError, match="takes"):
        AnyId.now(generated, generated)


def test_read_only_format_cannot_be_generated() -> None:
    assert not hasattr(sortid, "any_uuid")
    for make in (AnyId.now, Generator):
        with pytest.raises(ParseError) as error:
            make("any_uuid")
        refusal("not_applicable", error)


def test_generator_is_an_iterator(generated: Format) -> None:
    generator = Generator(generated)
    assert iter(generator) is generator
    ids = list(itertools.islice(generator, 100))
    assert len(set(ids)) == 100
    assert generator.format is generated
    assert repr(generator) == f"<sortid.Generator of {generated.value}>"


def test_status_counts_ids_and_rollbacks() -> None:
    generator = Generator("tid", clock="manual", on_rollback="reset")
    assert generator.status == Generator("tid", clock="manual").status
    for reading in (NOON, NOON, Timestamp(5)):
        generator.next_at(reading)
    status = generator.status
    assert (status.ids, status.lead_ns, status.rollbacks) == (3, 0, 1)
    assert repr(status).startswith("Status(ids=3, lead_ns=0, rollbacks=1, node_origin='drawn', node_reason='")
    with pytest.raises(AttributeError):
        status.ids = 5


def test_status_has_the_node_origin() -> None:
    for generator, origin in (
        (Generator("uuid7"), "absent"),
        (Generator("snowflake", node=5), "assigned"),
        (Generator("snowflake", node_claim="drawn"), "drawn"),
        *([(Generator("snowflake"), "claimed")] if sys.platform == "linux" else []),
    ):
        assert generator.status.node_origin == origin
        assert generator.status.node_reason
    with pytest.raises(ParseError) as error:
        Generator("snowflake", node_claim="required", seed=SEED)
    refusal("invalid_option", error)
    assert error.value.subject == "node_claim"


def test_node_equals_that_of_the_ids() -> None:
    drawn = Generator("tid")
    assert drawn.node == drawn.next().fields["clock_id"]
    assert Generator("uuid7", machine_id=7).node == 7
    assert Generator("uuid7").node is None


def test_calls_must_match_the_clock() -> None:
    manual, system = Generator("tid", clock="manual"), Generator("tid")
    for call in (
        manual.next,
        lambda: manual.next_texts(1),
        lambda: manual.fill(bytearray(8)),
        lambda: system.next_at(NOON),
    ):
        with pytest.raises(ParseError) as error:
            call()
        refusal("invalid_option", error)
    with pytest.raises(ParseError) as error:
        next(manual)
    refusal("invalid_option", error)
    assert manual.next_at(NOON.datetime).timestamp == NOON


def test_next_after_is_a_logical_clock() -> None:
    ours, theirs = Generator("tid"), Generator("tid")
    received = theirs.next()
    assert ours.next_after(received) > received
    manual = Generator("tid", clock="manual")
    id = manual.next_at(NOON)
    assert manual.next_after(id, NOON).unix_us == id.unix_us + 1
    assert manual.next_after(id=id, time=NOON.datetime) > id
    ahead = Tid.max_at(Timestamp(2**33 - 1))
    with pytest.raises(GeneratorError) as refused:
        ours.next_after(ahead)
    refusal("lead_exceeded", refused)
    assert refused.value.subject == "max_lead_ms"
    unlimited = Generator("tid", max_lead_ms=10**13)
    assert unlimited.next_after(ahead).unix_us == ahead.unix_us + 1
    with pytest.raises(ParseError) as error:
        unlimited.next_after(Tid.from_fields({"timestamp_us": 2**53 - 1}))
    refusal("timestamp_out_of_range", error)
    with pytest.raises(ParseError) as error:
        ours.next_after(sortid.uuid7())
    refusal("not_applicable", error)
    for wrong in (str(received), None, 5):
        with pytest.raises(TypeError):
            ours.next_after(wrong)


def test_clock_rollback_beyond_tolerance_is_an_error() -> None:
    generator = Generator(
        "uid11_snowish", clock="manual", on_rollback="error", rollback_tolerance_ms=timedelta(seconds=1)
    )
    generator.next_at(NOON)
    generator.next_at(Timestamp(NOON.seconds - 1, NOON.nanos))
    with pytest.raises(GeneratorError) as error:
        generator.next_at(Timestamp(NOON.seconds - 2))
    refusal("clock_rollback", error)
    unlimited = Generator("tid", clock="manual", rollback_tolerance_ms="unlimited")
    assert unlimited.next_at(NOON) < unlimited.next_at(Timestamp(0))


@pytest.mark.parametrize("how", ["next", "fill", "next_texts", "next_ids", "next_bytes"])
def test_other_threads_run_while_one_waits(how: str) -> None:
    generator = Generator("sonyflake", max_lead_ms=0)
    # 256 ids per 10 ms: generating is mostly waiting.
    count = 1000
    turns, done = 0, threading.Event()

    def work() -> None:
        if how == "next":
            for _ in range(count):
                generator.next()
        elif how == "fill":
            generator.fill(bytearray(8 * count))
        else:
            getattr(generator, how)(count)

    def others() -> None:
        nonlocal turns
        while not done.wait(0.001):
            turns += 1

    thread = threading.Thread(target=others, daemon=True)
    with no_switches():
        thread.start()
        before = turns
        repeat_until(lambda: turns > before + 5, work)
        done.set()
    thread.join()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs signal.setitimer")
@pytest.mark.parametrize("how", ["next", "next_texts", "fill"])
def test_signal_interrupts_a_wait(how: str) -> None:
    generator = Generator("tid", max_lead_ms=60_000)
    now = Timestamp.now().unix_ms
    generator.next_after(Tid.max_at(Timestamp.from_unix_ms(now + 59_990)))

    class Alarm(Exception):
        pass

    def ring(_signal: int, _frame: object) -> None:
        raise Alarm

    # The remaining lead is used up within some ten milliseconds; these ids take ten seconds.
    count = 10_000_000
    calls: dict[str, Callable[[], object]] = {
        "next": lambda: [generator.next() for _ in range(count)],
        "next_texts": lambda: generator.next_texts(count),
        "fill": lambda: generator.fill(bytearray(8 * count)),
    }
    before = signal.signal(signal.SIGALRM, ring)

    def interrupted() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        calls[how]()

    started = time.monotonic()
    try:
        with pytest.raises(Alarm):
            interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - started < 60


def test_exhausted_counter_is_an_error_if_requested() -> None:
    generator = Generator("uid11_snowish", on_exhausted="error")
    with pytest.raises(GeneratorError) as error:
        generator.next_texts(1_000_000)
    refusal("counter_exhausted", error)
    assert error.value.made is not None


def test_reseed_accepts_node_and_seed() -> None:
    generator = Generator("tid", node=5)
    with pytest.raises(GeneratorError) as error:
        generator.reseed()
    refusal("forked_generator", error)
    generator.reseed(node=6)
    assert generator.next().fields["clock_id"] == 6
    with pytest.raises(ParseError) as error:
        generator.reseed(node=1024)
    refusal("invalid_option", error)
    seeded = Generator("uuid7", clock="manual", seed=SEED)
    first = seeded.next_at(NOON)
    seeded.reseed(seed=SEED)
    assert seeded.next_at(NOON) > first
    default = sortid.uuid7()
    sortid.reseed()
    assert sortid.uuid7() > default
    with pytest.raises(GeneratorError) as error:
        seeded.next_at(NOON)
    refusal("forked_generator", error)
    with pytest.raises(TypeError):
        generator.reseed(SEED)


def test_generator_cannot_be_pickled() -> None:
    generator = Generator("tid")
    for copy_of in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot be pickled"):
            copy_of(generator)


@pytest.mark.parametrize("format", ["tid", "timeid", "snowflake", "uid11_snowish", "tsid", "xid", "object_id", "flake"])
def test_node_is_read_back(format: str) -> None:
    assert Generator(format, node=5).next().node == 5
    assert sortid.uuid4().node is None
