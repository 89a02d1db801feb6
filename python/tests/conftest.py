"""Fixtures and helpers."""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
import sortid
from sortid import AnyId, Format, Generator, Id, IdType, Timestamp, TypeId

# By default, expensive tests cover less than with SORTID_TESTS=all.
SIZE = os.environ.get("SORTID_TESTS", "quick")
assert SIZE in ("quick", "all"), f"SORTID_TESTS must be quick or all, not {SIZE!r}"
QUICK = SIZE == "quick"
CHILD_FAILED = 3
SEED = bytes(range(32))
GENERATED = [format for format in Format if format.can_generate]
# The formats with a class of their own.
WITH_CLASS = [format for format in Format if format.type is not AnyId]
NOON = Timestamp.from_unix_us(1_721_407_246_480_310)


def example(format: Format) -> Id:
    """An id of a format, the same in every run."""
    if not format.can_generate:
        return AnyId.from_bytes(bytes(range(format.byte_length)), format)
    return Generator(format, seed=SEED, clock="manual").next_at(NOON)


def typed(prefix: str, id: Id) -> TypeId:
    """An id with a prefix."""
    return IdType(prefix, id.format).parse(id)


# The forms that only `parse_form` reads.
NAMED_FORMS = {"base36", "base57", "base58", "base58_flickr", "base62", "base64url", "braced", "crockford", "typeid"}


def read_forms(id: Id) -> list[str]:
    """The text forms of an id that `parse` reads."""
    return [text for name, text in id.forms.items() if name not in NAMED_FORMS]


T = TypeVar("T")


def sized(quick: T, all: T) -> T:
    """`all` if the environment variable SORTID_TESTS is "all", otherwise `quick`."""
    return quick if QUICK else all


@contextmanager
def no_switches() -> Iterator[None]:
    """Disables thread switches: another thread runs only if a call releases the interpreter."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def repeat_until(condition: Callable[[], object], call: Callable[[], object]) -> None:
    """Repeats `call` until the condition is true. Fails after a minute."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, "the condition is still false after a minute"
        call()


def refusal(code: str, error: pytest.ExceptionInfo[sortid.Error]) -> None:
    """Asserts the code of an exception, and that its message begins with the code."""
    assert error.value.code == code
    assert str(error.value).startswith(code + ": ")


def in_child(body: Callable[[], bytes]) -> bytes:
    """Runs `body` in a forked child, and returns its bytes."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python warns about forks in processes with threads, which some tests do on purpose.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = CHILD_FAILED
        try:
            os.write(writer, body())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        data = answer.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return data


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
needs_release = pytest.mark.skipif(
    QUICK or "SORTID_BUILT" in os.environ, reason="checks the release build: SORTID_TESTS=all, without SORTID_BUILT"
)


@pytest.fixture(params=list(Format), ids=lambda format: format.value)
def format(request: pytest.FixtureRequest) -> Format:
    """Each format."""
    chosen: Format = request.param
    return chosen


@pytest.fixture(params=GENERATED, ids=lambda format: format.value)
def generated(request: pytest.FixtureRequest) -> Format:
    """Each format that can be generated."""
    chosen: Format = request.param
    return chosen


@pytest.fixture
def id(format: Format) -> Id:
    """An id of each format."""
    return example(format)
