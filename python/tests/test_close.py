"""Closed generators: the position in the state file is exact, and later calls fail."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import in_child, needs_fork
from sortid import Generator, GeneratorError, Tid, Timestamp

on_files = pytest.mark.skipif(sys.platform == "win32", reason="needs state files, which Windows lacks")

CALLS: list[Callable[[Generator], Any]] = [
    Generator.next,
    next,
    lambda generator: generator.next_at(Timestamp(1)),
    lambda generator: generator.next_after(Tid("3jzfcijpj2z2a")),
    lambda generator: generator.next_texts(1),
    lambda generator: generator.next_ids(1),
    lambda generator: generator.next_bytes(1),
    lambda generator: generator.fill(bytearray(8)),
    Generator.reseed,
    lambda generator: generator.status,
    Generator.__enter__,
]


@pytest.fixture(params=[False, pytest.param(True, marks=on_files)], ids=["plain", "on a file"])
def options(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """The options of a generator without a file, and with one."""
    return {"state_file": tmp_path / "ids.state"} if request.param else {}


@pytest.mark.parametrize("call", CALLS)
def test_closed_generator_raises_value_error(call: Callable[[Generator], Any], options: dict[str, Any]) -> None:
    generator = Generator(Tid, **options)
    generator.next()
    generator.close()
    generator.close()
    with pytest.raises(ValueError, match="the generator is closed"):
        call(generator)
    assert generator.format.value == "tid"
    assert repr(generator) == "<sortid.Generator of tid>"


def test_with_block_closes_the_generator(options: dict[str, Any]) -> None:
    with Generator(Tid, **options) as generator:
        assert generator.next() < generator.next()
    with pytest.raises(ValueError, match="closed"):
        generator.next()
    with pytest.raises(ZeroDivisionError), Generator(Tid, **options) as generator:
        1 / 0  # noqa: B018
    with pytest.raises(ValueError, match="closed"):
        generator.next()


@on_files
@needs_fork
@pytest.mark.parametrize("closes", [True, False])
def test_closed_file_has_the_exact_position(tmp_path: Path, closes: bool) -> None:
    """If a process ends without closing the file, the position is ahead of its last id."""
    options: dict[str, Any] = {"state_file": tmp_path / "ids.state", "clock": "manual", "max_lead_ms": 0}
    generators = []

    def ends() -> bytes:
        generator = Generator(Tid, **options)
        generators.append(generator)
        generator.next_at(Timestamp(1_721_407_246))
        if closes:
            generator.close()
        return b""

    in_child(ends)
    generator = Generator(Tid, **options)
    if closes:
        generator.next_at(Timestamp(1_721_407_246, 1000))
        return
    with pytest.raises(GeneratorError):
        generator.next_at(Timestamp(1_721_407_246, 1000))


@on_files
def test_close_waits_for_running_calls(tmp_path: Path) -> None:
    generator = Generator(Tid, state_file=tmp_path / "ids.state", max_lead_ms=60_000)
    generated: list[Tid] = []
    refused = threading.Event()

    def make() -> None:
        try:
            while True:
                generated.extend(generator.next_ids(5000))
        except ValueError:
            refused.set()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    while len(generated) < 5000:
        pass
    generator.close()
    for thread in threads:
        thread.join()
    assert refused.is_set()
    assert len(generated) % 5000 == 0
    assert len(set(generated)) == len(generated)
    assert Generator(Tid, state_file=tmp_path / "ids.state", max_lead_ms=60_000).next() > max(generated)


@on_files
@needs_fork
def test_child_closes_only_its_own_generator(tmp_path: Path) -> None:
    generator = Generator(Tid, state_file=tmp_path / "ids.state")
    before = generator.next()

    def child() -> bytes:
        with generator:
            return bytes(generator.next())

    theirs = Tid(in_child(child))
    assert before < theirs < generator.next()


@on_files
def test_close_releases_the_file_descriptor(tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("needs a folder of open descriptors")
    gc.collect()
    before = len(list(descriptors.iterdir()))
    generators = [Generator(Tid, state_file=tmp_path / f"{nth}.state") for nth in range(5)]
    assert len(list(descriptors.iterdir())) > before
    for generator in generators:
        generator.next()
        generator.close()
    assert len(list(descriptors.iterdir())) == before
