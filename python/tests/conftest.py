"""What the tests share."""

from __future__ import annotations

import pytest
import sortid
from sortid import Format, Generator, Id, Timestamp

SEED = bytes(range(32))
NOON = Timestamp.from_unix_us(1_721_407_246_480_310)


def example(format: Format) -> Id:
    """The same id of a format in every run."""
    return Generator(format, seed=SEED, clock="manual").next_at(NOON)


def refusal(code: str, error: pytest.ExceptionInfo[sortid.Error]) -> None:
    """Asserts what an exception carries."""
    assert error.value.code == code
    assert str(error.value).startswith(code + ": ")


@pytest.fixture(params=list(Format), ids=lambda format: format.value)
def format(request: pytest.FixtureRequest) -> Format:
    """Each format."""
    chosen: Format = request.param
    return chosen


@pytest.fixture
def id(format: Format) -> Id:
    """An id of each format."""
    return example(format)
