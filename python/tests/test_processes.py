"""Forks, processes, threads and interpreters, which could share the state of a generator."""

from __future__ import annotations

import collections
import gc
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sortid
from conftest import GENERATED, SEED, in_child, needs_fork, refusal, sized
from sortid import AnyId, Format, Generator, GeneratorError, Id

# Formats with few random bits, where ids of parent and child may coincide by chance.
SMALL = (Format.uid11_xid, Format.uid11_ts_seq_rand, Format.mastodon)
# Formats whose ids differ between processes only in a drawn node.
DRAWN = (
    Format.tid,
    Format.timeid,
    Format.uid11_snowish,
    Format.snowflake,
    Format.sharding_id,
    Format.flake_idgen,
    Format.tsid,
    Format.scru64,
    Format.custom64,
)


@needs_fork
@pytest.mark.parametrize("kind", ["default", "own"])
@pytest.mark.parametrize(
    "generated", sized([Format.tid, Format.uuid7, Format.uuid4], GENERATED), ids=lambda generated: generated.value
)
def test_forked_children_generate_unique_ids(generated: Format, kind: str) -> None:
    """Children repeat no ids of their parent, before or after the fork, nor of each other.

    By default for a format with a drawn node, one with a counter, and a random one.
    """
    rounds, count, width = 100, 20, generated.byte_length
    generate: Callable[[], Id] = partial(AnyId.now, generated) if kind == "default" else Generator(generated).next
    ids: list[Id] = []
    for _ in range(rounds):
        data = in_child(lambda: b"".join(bytes(generate()) for _ in range(count)))
        ids += [AnyId.from_bytes(data[at : at + width], generated) for at in range(0, len(data), width)]
        ids += [generate() for _ in range(count)]
    assert len(ids) == 2 * rounds * count
    if generated not in SMALL:
        assert len(set(ids)) == len(ids)


@needs_fork
def test_fork_with_running_threads_does_not_hang() -> None:
    stop = threading.Event()
    generator = Generator("uuid7")

    def busy() -> None:
        while not stop.is_set():
            generator.next()
            generator.next_texts(100)
            sortid.uuid7()

    threads = [threading.Thread(target=busy) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(50):
            data = in_child(lambda: bytes(generator.next()) + bytes(sortid.uuid7()) + generator.next_bytes(10))
            assert len(data) == 12 * 16
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@needs_fork
def test_child_without_new_seed_or_node_is_an_error() -> None:
    cases: list[tuple[Generator, dict[str, Any]]] = [
        (Generator("tid", node=5), {"node": 6}),
        (Generator("uuid7", seed=SEED), {"seed": bytes(32)}),
    ]
    for generator, anew in cases:
        generator.next()

        def body(generator: Generator = generator, anew: dict[str, Any] = anew) -> bytes:
            with pytest.raises(GeneratorError) as error:
                generator.next()
            refusal("forked_generator", error)
            with pytest.raises(GeneratorError) as error:
                generator.next_texts(5)
            refusal("forked_generator", error)
            generator.reseed(**anew)
            return bytes(generator.next())

        assert in_child(body)
        assert generator.next()
    allowed = Generator("tid", node=5, allow_fork=True)
    allowed.next()
    assert in_child(lambda: bytes(allowed.next()))


def make(count: int) -> list[Id]:
    """Generates ids of every format in a worker process, which pickles them."""
    return [AnyId.now(format) for _ in range(count) for format in GENERATED]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worker_processes_generate_unique_ids(method: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(method).Pool(3) as pool:
            generated = [id for ids in pool.map(make, [200] * 6, chunksize=1) for id in ids]
            # Forked children draw different nodes; those of other processes may coincide by chance.
            by_chance = SMALL if method == "fork" else (*SMALL, *DRAWN, Format.sonyflake)
            strict = [id for id in generated if id.format not in by_chance]
            assert len(set(strict)) == len(strict) == (len(GENERATED) - len(by_chance)) * 200 * 6
            formats = pool.map(AnyId.now, GENERATED)
            assert [id.format for id in formats] == GENERATED


def test_threads_can_share_a_generator(generated: Format) -> None:
    generator = Generator(generated, max_lead_ms=60_000) if "max_lead_ms" in generated.options else Generator(generated)
    ids: list[list[Id]] = [[] for _ in range(4)]
    start = threading.Barrier(4)

    def run(mine: list[Id]) -> None:
        start.wait()
        for _ in range(500):
            mine.append(generator.next())
            mine.extend(generator.next_ids(9))

    threads = [threading.Thread(target=run, args=(mine,)) for mine in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(mine) for mine in ids] == [5000] * 4
    assert len({id for mine in ids for id in mine}) == 20_000
    if generated.is_ordered:
        assert all(mine == sorted(mine) for mine in ids)


def test_ids_can_be_freed_in_other_threads() -> None:
    """Threads free ids that other threads created, whose memory is reused."""
    queue: collections.deque[list[Id]] = collections.deque(maxlen=4)
    expected = sortid.tid()
    text = str(expected)

    def run() -> None:
        for _ in range(200):
            queue.append([AnyId.parse(text, "tid") for _ in range(100)])
            assert all(id == expected for ids in list(queue) for id in ids)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.clear()
    gc.collect()
    assert str(expected) == text


def test_second_interpreter_raises_import_error() -> None:
    """A second interpreter raises an `ImportError` instead of sharing the state of the process."""
    code = """
import sys
import sortid
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
failure = None
source = f"import sys; sys.path[:] = {sys.path!r}; import sortid"
try:
    run = getattr(interpreters, "exec", None) or interpreters.run_string
    failure = run(other, source)
except Exception as error:
    failure = error
assert failure is not None and "ImportError" in repr(failure) + str(failure), failure
assert sortid.uuid7() < sortid.uuid7()
"""
    answer = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr


def test_interpreter_exits_during_waits_and_fills() -> None:
    """The program ends normally while threads are waiting or filling buffers."""
    code = """
import threading, sortid
generator = sortid.Generator("tid", max_lead_ms=0)
ready = threading.Event()
def run():
    ready.set()
    while True:
        generator.next_texts(10_000)
for _ in range(3):
    threading.Thread(target=run, daemon=True).start()
ready.wait()
print(generator.next())
"""
    for _ in range(5):
        answer = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60)
        assert answer.returncode == 0, answer.stderr
        assert AnyId.is_valid(answer.stdout.strip(), "tid")


def test_modules_can_be_imported_twice() -> None:
    code = """
import sys, sortid
first = sortid.tid()
for name in [name for name in sys.modules if name.startswith("sortid")]:
    del sys.modules[name]
try:
    import sortid as again
except ImportError:
    pass
assert first == first and str(first) and first.format.value == "tid"
"""
    answer = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize(
    ("format", "variables", "node"),
    [
        ("tid", {"SORTID_NODE": "7"}, 7),
        ("tsid", {"SORTID_NODE": "7", "TSID_NODE": "8"}, 8),
        ("scru64", {"SORTID_NODE": "7", "SCRU64_NODE_SPEC": "0xb00/12"}, 0xB00),
        ("tid", {"SORTID_NODE": "1024"}, "SORTID_NODE"),
        ("xid", {"SORTID_NODE": "7", "XID_MACHINE_ID": "x"}, "XID_MACHINE_ID"),
    ],
)
def test_node_is_read_from_the_environment(format: str, variables: dict[str, str], node: int | str) -> None:
    code = """
import json, sys, sortid
try:
    print(json.dumps(sortid.Generator(sys.argv[1], node_from_env=True).node))
except sortid.Error as error:
    assert error.code == "invalid_option" and " must be " in str(error)
    print(json.dumps(error.subject))
"""
    answer = subprocess.run(
        [sys.executable, "-I", "-c", code, format],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **variables},
    )
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == node


@pytest.mark.skipif(sys.platform == "win32", reason="limits and root folders of Unix")
@pytest.mark.parametrize(
    "loss",
    ["resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))", "os.chroot(sys.argv[1]); os.chdir('/')"],
    ids=["descriptors", "root folder"],
)
def test_errors_work_without_access_to_files(loss: str, tmp_path: Path) -> None:
    if "chroot" in loss and os.geteuid() != 0:
        pytest.skip("chroot needs root")
    code = f"""
import os, resource, sys, sortid
{loss}
try:
    sortid.AnyId.parse("x", "tid")
except sortid.GeneratorError:
    raise AssertionError
except sortid.ParseError as error:
    assert error.code == "invalid_length", error
try:
    sortid.Generator("tid", state_file="/nowhere/ids.state")
except sortid.StoreError as error:
    assert error.code == "store_io", error
for call in sortid.Generator("tid").next_at, sortid.Timestamp.from_datetime:
    try:
        call(0)
    except TypeError as error:
        assert str(error).endswith("not int"), error
assert sortid.tid()
"""
    done = subprocess.run([sys.executable, "-I", "-c", code, tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
