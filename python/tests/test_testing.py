"""The test clock of the default generators."""

from __future__ import annotations

import asyncio
import doctest
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sortid
from conftest import GENERATED, SEED, refusal
from sortid import AnyId, Generator, Id, IdType, Timestamp, Uuid7
from sortid.testing import TestClock, follow, freeze

NOON = datetime(2024, 7, 19, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=1)


def is_frozen() -> bool:
    """Whether a scope at NOON controls the clock."""
    return sortid.uuid7().datetime == NOON


def test_ids_of_every_format_have_the_frozen_time() -> None:
    with freeze(NOON):
        for format in GENERATED:
            ids = [AnyId.now(format) for _ in range(3)]
            assert ids == sorted(ids) or not format.is_ordered
            if format.resolution_ns is not None:
                # Formats without a counter run ahead of the clock.
                assert AnyId.min_at(NOON, format) <= ids[0] <= AnyId.max_at(NOON, format)
        assert IdType("order", Uuid7).now().id.datetime == NOON
    assert sortid.uuid7().datetime > LATER


def test_seed_and_calls_determine_the_ids() -> None:
    def ids(seed: bytes) -> list[Id]:
        with freeze(NOON, seed=seed):
            return [sortid.uuid7(), AnyId.now("ulid"), Uuid7.at(LATER)]

    assert ids(SEED) == ids(SEED)
    assert ids(SEED) != ids(bytes(32))


def test_clock_moves_forward_and_back() -> None:
    with freeze(Timestamp(1_700_000_000)) as clock:
        clock.advance(timedelta(days=1, microseconds=1000))
        assert sortid.uuid7().unix_ms == 1_700_086_400_001
        clock.set(NOON)
        assert sortid.uuid7().datetime == NOON
        clock.set(Timestamp(1))
        assert sortid.uuid7().unix_ms == 1000
        clock.advance(timedelta.max)
        with pytest.raises(sortid.Error):
            sortid.uuid7()


def test_moves_without_effect_are_rejected() -> None:
    clock = freeze(NOON)
    with pytest.raises(RuntimeError, match="not running"):
        clock.set(LATER)
    with clock:
        with pytest.raises(ValueError, match="forward"):
            clock.advance(timedelta(microseconds=-1))
        with pytest.raises(RuntimeError, match="running already"):
            clock.__enter__()
        assert is_frozen()
    with pytest.raises(RuntimeError, match="not running"):
        clock.advance(timedelta(1))
    with follow() as following:
        with pytest.raises(RuntimeError, match="time_ns"):
            following.set(NOON)
        with pytest.raises(RuntimeError, match="time_ns"):
            following.advance(timedelta(1))


def test_arguments_are_checked_before_the_scope() -> None:
    for wrong in (None, 5, b"2024-07-19", datetime(2024, 7, 19)):
        with pytest.raises(TypeError):
            freeze(wrong)
    for text in ("now", "", "2024-07-19T12:00:00"):
        with pytest.raises(ValueError, match=r"Invalid isoformat|has no time zone"):
            freeze(text)
    for seed in ("00" * 32, 5):
        with pytest.raises(TypeError):
            follow(seed=seed)
    with pytest.raises(sortid.ParseError) as error:
        freeze(NOON, seed=b"short")
    refusal("invalid_option", error)


def test_texts_are_times() -> None:
    for text in ("2024-07-19T12:00:00Z", "2024-07-19 14:00+02:00", "20240719T120000Z"):
        with freeze(text):
            assert is_frozen()
    with freeze("2024-07-19") as clock:
        assert sortid.uuid7().datetime == datetime(2024, 7, 19, tzinfo=UTC)
        clock.set("2024-07-19T12:00:00Z")
        assert is_frozen()


def test_scopes_nest_and_can_be_entered_again() -> None:
    outer, inner = freeze(NOON), freeze(LATER)
    for _ in range(2):
        with outer as clock:
            clock.advance(timedelta(seconds=1))
            with inner:
                assert sortid.uuid7().datetime == LATER
            assert sortid.uuid7().datetime == NOON + timedelta(seconds=1)
    assert sortid.uuid7().datetime > LATER


@freeze(NOON)
def decorated(is_outer: bool = True) -> Uuid7:
    """A function that calls itself."""
    return decorated(is_outer=False) if is_outer else sortid.uuid7()


def test_functions_are_decorated() -> None:
    assert decorated().datetime == decorated(is_outer=False).datetime == NOON
    assert (decorated.__name__, decorated.__doc__) == ("decorated", "A function that calls itself.")
    assert sortid.uuid7().datetime > LATER


def test_coroutine_functions_are_decorated() -> None:
    """Their scopes overlap, and the first to begin ends first."""
    events: list[str] = []

    @freeze(NOON)
    async def outer() -> None:
        events.append("outer")
        await asyncio.sleep(0)
        events.append("outer ends")

    @freeze(LATER)
    async def inner() -> Uuid7:
        events.append("inner")
        while events[-1] != "outer ends":
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        return sortid.uuid7()

    async def both() -> Any:
        return await asyncio.gather(outer(), inner())

    assert asyncio.run(both())[1].datetime == LATER
    assert events == ["outer", "inner", "outer ends"]
    assert sortid.uuid7().datetime > LATER


def test_generator_functions_are_not_decorated() -> None:
    def generator() -> Iterator[int]:
        yield 1

    async def agenerator() -> Any:
        yield 1

    for function in (generator, agenerator):
        with pytest.raises(TypeError, match="use `with`"):
            freeze(NOON)(function)


@freeze(NOON)
class Frozen:
    """A class of tests, which pytest does not collect."""

    tested = "an attribute that is no test"

    def test_method(self) -> None:
        assert is_frozen()

    async def test_coroutine(self) -> None:
        assert is_frozen()

    def helper(self) -> bool:
        return is_frozen()


def test_classes_are_decorated() -> None:
    Frozen().test_method()
    asyncio.run(Frozen().test_coroutine())
    assert not Frozen().helper()


@freeze(NOON)
class FrozenCase(unittest.TestCase):
    """A class whose tests and `setUp` have the same clock."""

    def setUp(self) -> None:
        self.before = sortid.uuid7()

    def test_setup_is_frozen(self) -> None:
        assert is_frozen()
        assert self.before.datetime == NOON
        assert self.before < sortid.uuid7()


class Case(unittest.TestCase):
    """The example of the documentation."""

    def setUp(self) -> None:
        self.clock = self.enterContext(freeze(NOON))

    def test_unittest(self) -> None:
        self.clock.advance(timedelta(seconds=1))
        assert sortid.uuid7().datetime == NOON + timedelta(seconds=1)


@pytest.fixture
def clock() -> Iterator[TestClock]:
    with freeze(NOON) as clock:
        yield clock


def test_clock_works_as_a_fixture(clock: TestClock) -> None:
    assert is_frozen()


def test_other_threads_use_the_clock() -> None:
    times: list[datetime] = []
    thread = threading.Thread(target=lambda: times.append(sortid.uuid7().datetime))
    with freeze(NOON):
        thread.start()
        thread.join()
    assert times == [NOON]


def test_scope_of_another_thread_is_awaited() -> None:
    begins = threading.Event()
    order = []

    def other() -> None:
        begins.set()
        with freeze(LATER):
            order.append("other")

    thread = threading.Thread(target=other)
    with freeze(NOON):
        thread.start()
        # Continues only if the waiting thread has released the interpreter.
        assert begins.wait(60)
        assert is_frozen()
        order.append("this")
    thread.join(60)
    assert order == ["this", "other"]


def test_follow_calls_time_ns(monkeypatch: pytest.MonkeyPatch) -> None:
    with follow():
        for now in (1_700_000_000, 1_600_000_000, 253_402_300_799):
            monkeypatch.setattr(time, "time_ns", lambda now=now: now * 10**9)
            assert sortid.uuid7().unix_seconds == now
        monkeypatch.undo()
        before = time.time_ns() // 10**6
        assert before <= sortid.uuid7().unix_ms <= time.time_ns() // 10**6


def test_failure_to_follow_is_reported_and_keeps_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        sys, "unraisablehook", lambda unraisable: reported.append((unraisable.exc_type.__name__, unraisable.object))
    )

    def broken() -> int:
        raise LookupError

    with follow():
        monkeypatch.setattr(time, "time_ns", broken)
        assert sortid.uuid7().unix_ms == 0
        monkeypatch.setattr(time, "time_ns", lambda: 5_000_000)
        assert sortid.uuid7().unix_ms == 5
        for value in (1.5, 10**40):
            monkeypatch.setattr(time, "time_ns", lambda value=value: value)
            assert sortid.uuid7().unix_ms == 5
    kinds = [kind for kind, _ in reported]
    assert kinds == ["LookupError", "TypeError", "ParseError"]
    assert {object for _, object in reported} == {"sortid.testing.follow"}


def test_freezegun_is_followed() -> None:
    freezegun = pytest.importorskip("freezegun", reason="installed with SORTID_TESTS=all")
    with follow(), freezegun.freeze_time(NOON) as frozen:
        assert is_frozen()
        frozen.tick(timedelta(days=1))
        assert sortid.uuid7().datetime == LATER
    with freezegun.freeze_time(NOON), follow():
        assert is_frozen()


def test_time_machine_is_followed() -> None:
    time_machine = pytest.importorskip("time_machine", reason="installed with SORTID_TESTS=all")
    with follow(), time_machine.travel(NOON, tick=False) as traveller:
        assert is_frozen()
        traveller.shift(timedelta(days=1))
        assert sortid.uuid7().datetime == LATER
    with time_machine.travel(NOON, tick=False), follow():
        assert is_frozen()


def test_state_file_and_scope_exclude_each_other(tmp_path: Path) -> None:
    file = tmp_path / "ids.state"
    with Generator("tid", state_file=file):
        with pytest.raises(sortid.ParseError) as error, freeze(NOON):
            pass
        refusal("not_applicable", error)
        assert error.value.subject == "state_file"
    with freeze(NOON):
        with pytest.raises(sortid.ParseError) as error:
            Generator("tid", state_file=file)
        refusal("not_applicable", error)
    Generator("tid", state_file=file).close()


def run(program: str) -> str:
    """Runs a program, and returns its standard error."""
    answer = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=60)
    assert (answer.returncode, answer.stdout) == (0, ""), answer.stderr
    return answer.stderr


def test_first_scope_prints_a_warning() -> None:
    program = "from sortid.testing import *\nfor _ in range(2):\n    with follow():\n        pass"
    assert run(program) == "sortid: a test controls the clock of the default generators\n"


def test_open_scope_survives_the_end_of_the_interpreter() -> None:
    """A destructor and a thread generate ids after the end of the clock."""
    run(
        "import sys, threading, sortid, sortid.testing\n"
        "class Late:\n"
        "    def __init__(self): self.make = sortid.uuid7\n"
        "    def __del__(self): self.make()\n"
        "sys.late = Late()\n"
        "late = Late()\n"
        "def make():\n"
        "    while True: sortid.uuid7()\n"
        "sortid.testing.follow().__enter__()\n"
        "threading.Thread(target=make, daemon=True).start()\n"
    )


def test_module_example_passes() -> None:
    assert doctest.testmod(sys.modules["sortid.testing"]) == (0, 3)


def test_package_import_does_not_load_testing() -> None:
    run("import sys, sortid; assert 'sortid.testing' not in sys.modules")
