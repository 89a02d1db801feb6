"""Logs and lists of ids as services write them: a block of lines, repeated to the size."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

# The core's rows use the same events and expressions.
LOGS = Path(__file__).resolve().parents[1] / "logs"
# A block is larger than any processor cache.
BLOCK_LINES = 200_000
FORMATS = ("uuid7", "uuid4", "ulid", "ksuid", "object_id", "xid", "tid")
# The relative frequencies of these formats in a log.
WEIGHTS = (40, 30, 10, 5, 5, 5, 5)
EVENTS = (LOGS / "events").read_text().splitlines()
LEVELS = ("INFO ", "INFO ", "DEBUG", "WARN ")

# The expressions for `rg`: UUIDs, and the shapes of the other formats, with or without a prefix.
UUID, PREFIX, *SHAPES = (LOGS / "shapes").read_text().splitlines()
EXPRESSION = rf"(?-u)\b(?:{UUID}|{PREFIX}(?:{'|'.join(SHAPES)}))\b"


def ids(sortid: Path, name: str, count: int) -> list[str]:
    made = subprocess.run([sortid, "new", name, str(count)], stdout=subprocess.PIPE, text=True, check=True)
    return made.stdout.split()


def mixed(sortid: Path, count: int) -> Iterator[str]:
    """Ids of all formats, with the frequencies of a log."""
    draw = random.Random(count)
    weights = zip(FORMATS, WEIGHTS, strict=True)
    stocks = {name: iter(ids(sortid, name, count * weight // 50)) for name, weight in weights}
    return (next(stocks[name]) for name in draw.choices(FORMATS, WEIGHTS, k=count))


def log(sortid: Path, path: Path, size: int, every: int) -> None:
    """A log of about this number of bytes, with an id in every `every`th line."""
    draw = random.Random(every)
    counts = {name: BLOCK_LINES * weight // 100 // every + 1 for name, weight in zip(FORMATS, WEIGHTS, strict=True)}
    stocks = {name: iter(ids(sortid, name, 2 * count)) for name, count in counts.items()}
    lines = list(lines_of(draw, stocks, every))
    block = "".join(lines).encode()
    with path.open("wb") as out:
        for _ in range(size // len(block) + 1):
            out.write(block)


def lines_of(draw: random.Random, stocks: dict[str, Iterator[str]], every: int) -> Iterator[str]:
    for number in range(BLOCK_LINES):
        head = f"2026-03-01T10:17:{draw.randrange(60):02}.{draw.randrange(1000):03}Z {draw.choice(LEVELS)}"
        event, took = draw.choice(EVENTS), draw.randrange(5000)
        if number % every:
            yield f"{head} [worker-{draw.randrange(32)}] orders.http_server: {event}, {took} of 5000 in use\n"
            continue
        name = draw.choices(FORMATS, WEIGHTS)[0]
        found = next(stocks[name])
        match draw.randrange(3):
            case 0:
                worker = draw.randrange(32)
                yield f"{head} [worker-{worker}] orders.http_server: {event} request_id={found} took={took}ms\n"
            case 1:
                yield f'{head} GET /v1/orders/{found}/lines?limit=100 200 {took} "Mozilla/5.0 (X11; Linux x86_64)"\n'
            case _:
                yield f"{head} event={found} {event}\n"
