"""State files: restarts, sharing between generators, and errors of unusable files."""

from __future__ import annotations

import copy
import errno
import itertools
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import NOON, SEED, in_child, needs_fork, no_switches, refusal, repeat_until
from sortid import AnyId, Format, Generator, Id, ParseError, StoreError

WITH_TIME = [format for format in Format if "state_file" in format.options]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs state files, which Windows lacks")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ids.state"


def in_order(format: Format) -> bool:
    """Whether new ids are ordered, not only unique."""
    return format.is_ordered


def refused(path: Any, **options: Any) -> StoreError:
    """The error of the constructor."""
    with pytest.raises(StoreError) as error:
        Generator("tid", state_file=path, **options)
    return error.value


@pytest.mark.parametrize("format", WITH_TIME)
def test_ids_continue_after_a_restart(format: Format, file: Path) -> None:
    generated: list[Id] = []
    for _ in range(5):
        # Each generator begins with a new tick, which is a second in some formats.
        generator = Generator(format, state_file=file, clock="manual", max_lead_ms=10_000)
        generated += [generator.next_at(NOON) for _ in range(10)]
        del generator
    assert len(set(generated)) == 50
    if in_order(format):
        assert generated == sorted(generated)


def test_deleted_generator_stores_the_exact_position(file: Path) -> None:
    """Also at the end of a program. After a crash, the position would be ahead of the last id."""
    first = Generator("tid", state_file=file, clock="manual").next_at(NOON)
    code = """
import sys
from sortid import Generator, Timestamp
generator = Generator("tid", state_file=sys.argv[1], clock="manual")
print(generator.next_at(Timestamp(int(sys.argv[2]))))
"""
    command = [sys.executable, "-I", "-c", code, file, str(NOON.seconds)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert second.returncode == 0, second.stderr
    third = Generator("tid", state_file=file, clock="manual").next_at(NOON)
    times = [first.unix_us, AnyId(second.stdout.strip(), "tid").unix_us, third.unix_us]
    assert times == [NOON.unix_us, NOON.unix_us + 1, NOON.unix_us + 2]


def test_clock_rollback_between_runs_is_an_error(file: Path) -> None:
    last = Generator("tid", state_file=file, clock="manual").next_at(NOON)
    hours_ago = NOON.from_unix_ms(NOON.unix_ms - 7_200_000)
    with pytest.raises(Exception, match="clock_rollback"):
        Generator("tid", state_file=file, clock="manual").next_at(hours_ago)
    patient = Generator("tid", state_file=file, clock="manual", rollback_tolerance_ms="unlimited")
    assert patient.next_at(hours_ago) > last


@pytest.mark.parametrize("format", WITH_TIME)
def test_generators_can_share_a_file(format: Format, file: Path) -> None:
    both = [Generator(format, state_file=file) for _ in range(2)]
    generated = [generator.next() for _ in range(500) for generator in both]
    assert len(set(generated)) == 1000
    if format.bits == 64 and in_order(format):
        assert generated == sorted(generated)


@pytest.mark.parametrize("format", [Format.tid, Format.uid11_snowish, Format.uuid7])
def test_processes_can_share_a_file(format: Format, file: Path) -> None:
    code = "import sys, sortid; print(*sortid.Generator(sys.argv[1], state_file=sys.argv[2]).next_texts(20_000))"
    command = [sys.executable, "-I", "-c", code, format.value, str(file)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    generated = [process.communicate(timeout=60)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len({text for texts in generated for text in texts}) == 60_000
    assert all(texts == sorted(texts) for texts in generated)


@needs_fork
@pytest.mark.parametrize("format", [Format.tid, Format.uuid7])
def test_forked_child_continues_on_the_file(format: Format, file: Path) -> None:
    """Also with an assigned node, with which a child without a file would repeat ids."""
    options: dict[str, Any] = {"node": 5} if format is Format.tid else {}
    generator = Generator(format, state_file=file, **options)
    generated = [generator.next()]
    for _ in range(20):
        data = in_child(lambda: generator.next_bytes(10))
        width = format.byte_length
        generated += [AnyId.from_bytes(data[at : at + width], format) for at in range(0, len(data), width)]
        generated += generator.next_ids(10)
    assert len(set(generated)) == len(generated) == 401
    if format is Format.tid:
        assert generated == sorted(generated)


class Named:
    """An `os.PathLike` object."""

    def __init__(self, path: str | bytes) -> None:
        self.path = path

    def __fspath__(self) -> str | bytes:
        return self.path


def test_every_kind_of_path_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, odd = "état", b"\xff\xfe"
    generated = [
        Generator("tid", state_file=path, rollback_tolerance_ms="unlimited").next()
        for path in (name, name.encode(), Path(name), Named(name), Named(name.encode()), str(tmp_path / name))
    ]
    assert generated == sorted(set(generated))
    generated = [Generator("tid", state_file=path).next() for path in (odd, os.fsdecode(odd), Path(os.fsdecode(odd)))]
    assert generated == sorted(set(generated))
    assert sorted(os.listdir(os.fsencode(tmp_path))) == sorted([name.encode(), odd])
    assert Generator("tid", state_file=None).next()


def test_invalid_path_is_rejected(file: Path) -> None:
    for wrong in (5, True, 1.5, bytearray(b"x"), [str(file)], object()):
        with pytest.raises(TypeError):
            Generator("tid", state_file=wrong)
    for path in ("", b"", "a\0b", b"a\0b", f"{file}\0", "\ud800", Named("\0")):
        with pytest.raises(ParseError) as error:
            Generator("tid", state_file=path)
        refusal("invalid_option", error)
        assert error.value.subject == "state_file"


def test_excluded_options_are_rejected(file: Path) -> None:
    with pytest.raises(ParseError) as error:
        Generator("tid", state_file=file, on_rollback="reset")
    refusal("invalid_option", error)
    assert error.value.subject == "on_rollback"
    with pytest.raises(ParseError) as error:
        Generator("uid11_fullrand", state_file=file)
    refusal("invalid_option", error)
    assert error.value.subject == "state_file"
    assert not file.exists()


def test_damaged_file_is_store_corrupt(file: Path) -> None:
    Generator("tid", state_file=file).next()
    whole = file.read_bytes()
    torn = bytearray(whole)
    torn[100] ^= 1
    for data in (b"", whole[:100], whole[:-1], torn):
        file.write_bytes(data)
        error = refused(file)
        assert (error.code, error.number, error.subject, error.offset) == ("store_corrupt", 21, str(file), None)
        assert (error.filename, error.errno, error.strerror) == (str(file), None, None)
        assert str(error) == f"store_corrupt: the file is damaged ({file})"
        assert file.read_bytes() == data


def test_foreign_file_is_store_foreign(file: Path) -> None:
    file.write_text("Dear diary, today I was very careful with my files.\n" * 200)
    assert refused(file).code == "store_foreign"
    assert file.read_text().startswith("Dear diary")
    file.unlink()
    Generator("timeid", state_file=file).next()
    error = refused(file)
    assert (error.code, error.filename) == ("store_foreign", str(file))
    assert refused("/dev/null").code == "store_foreign"


def test_read_only_file_is_store_read_only(file: Path) -> None:
    """Also as root, although root can write to the file."""
    Generator("tid", state_file=file).next()
    file.chmod(0o444)
    error = refused(file)
    assert (error.code, error.filename) == ("store_read_only", str(file))


def test_system_error_has_errno_and_path(file: Path) -> None:
    missing = file / "ids"
    error = refused(missing)
    assert (error.code, error.errno, error.strerror) == ("store_io", errno.ENOENT, os.strerror(errno.ENOENT))
    assert error.filename == error.subject == str(missing)
    assert str(missing) in str(error)
    assert os.strerror(errno.ENOENT) in str(error)
    file.write_text("no folder")
    below_a_file = refused(missing)
    assert (below_a_file.code, below_a_file.errno) == ("store_io", errno.ENOTDIR)
    folder = refused(file.parent)
    assert (folder.code, folder.errno) == ("store_io", errno.EISDIR)


def test_removed_file_is_store_io(file: Path) -> None:
    """The error may come after the reserved ids, in the middle of a list."""
    generator = Generator("tid", state_file=file, max_lead_ms=60_000)
    first = generator.next()
    # Far ahead of the clock, so that the duration of this test does not change the reserved range.
    generator.next_bytes(700_000)
    file.unlink()
    with pytest.raises(StoreError) as error:
        generator.next_texts(2_000_000)
    refusal("store_io", error)
    assert error.value.filename == str(file)
    assert error.value.made is not None
    assert 0 < error.value.made < 2_000_000
    calls = (
        generator.next,
        lambda: next(generator),
        lambda: generator.next_after(first),
        lambda: generator.next_texts(1),
    )
    for call in calls:
        with pytest.raises(StoreError, match=r"store_io.*ids\.state"):
            call()


def test_full_disk_is_store_full(file: Path) -> None:
    code = """
import errno, resource, sys, sortid
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    sortid.Generator("tid", state_file=sys.argv[1])
except sortid.StoreError as error:
    assert (error.code, error.filename, error.errno) == ("store_full", sys.argv[1], errno.EFBIG), error
else:
    raise AssertionError("the constructor succeeded")
"""
    answer = subprocess.run([sys.executable, "-I", "-c", code, file], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0, answer.stderr
    assert list(file.parent.iterdir()) == []


@contextmanager
def locked_by_another(file: Path, lock: str) -> Iterator[None]:
    """Runs the block while another process has locked the file."""
    code = """
import fcntl, sys
file = open(sys.argv[1], "r+")
getattr(fcntl, sys.argv[2])(file, fcntl.LOCK_EX)
print(flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-I", "-c", code, file, lock]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"\n"
        yield
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("lock", ["lockf", "flock"])
def test_locked_file_is_store_locked(file: Path, lock: str) -> None:
    """The constructor waits for a lock of another generator, while other threads run, and then fails."""
    Generator("tid", state_file=file).next()
    turns, over = 0, threading.Event()

    def others() -> None:
        nonlocal turns
        while not over.wait(0.001):
            turns += 1

    def is_refused() -> None:
        error = refused(file)
        assert (error.code, error.filename) == ("store_locked", str(file))

    thread = threading.Thread(target=others, daemon=True)
    with locked_by_another(file, lock), no_switches():
        thread.start()
        before = turns
        is_refused()
        # Generators do not use `flock`, so the constructor does not wait for such a lock.
        if lock == "lockf":
            repeat_until(lambda: turns > before, is_refused)
        over.set()
    thread.join()
    assert Generator("tid", state_file=file).next()


def test_store_error_can_be_copied_and_pickled(file: Path) -> None:
    error = refused(file / "ids")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        for other in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error), copy.deepcopy(error)):
            assert type(other) is StoreError
            assert str(other) == str(error)
            for name in ("code", "number", "offset", "subject", "made", "filename", "errno", "strerror", "args"):
                assert getattr(other, name) == getattr(error, name), name
    assert error.filename2 is None
    with pytest.raises(OSError, match="store_io"):
        raise error


def test_seeded_generators_on_a_file_are_unique(file: Path) -> None:
    """Generators with one seed draw the same bits, but the file prevents repeated ids."""
    generated = [Generator("uuid7", state_file=file, seed=SEED, clock="manual").next_at(NOON) for _ in range(3)]
    assert all(one < other for one, other in itertools.pairwise(generated))
