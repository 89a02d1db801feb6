"""A proxy between agents and a server: it loses replies, delays requests and replies, and moves
agents to other servers.

Agents connect to a *side*, which forwards to one server at a time. To weaken a rule, the proxy
replaces text in requests by text of the same length.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field

# Longer than an agent waits for a reply, and longer than a term and a margin.
LATE_SECONDS = (3.2, 6.5)


@dataclass(frozen=True)
class Weather:
    """The probability of each fault of a request or reply, and of a request that releases a node."""

    late_request: float = 0.01
    lost_answer: float = 0.04
    late_answer: float = 0.04
    late_close: float = 0.1


@dataclass
class Side:
    """A port that agents know, and the server's port behind it."""

    port: int = 0
    target: int = 0
    writers: set[asyncio.StreamWriter] = field(default_factory=set)


class Proxy:
    """A proxy with two sides, in a background thread."""

    def __init__(
        self, weather: Weather, closes: Callable[[bytes], bool], weaker: Mapping[bytes, bytes], seed: int
    ) -> None:
        self.weather, self.closes, self.weaker = weather, closes, weaker
        self.dice = random.Random(seed)
        self.sides = (Side(), Side())
        self.replaced = 0
        self.meetings: set[asyncio.Task[None] | None] = set()
        # The number of faults, by name.
        self.counts = {"late requests": 0, "lost answers": 0, "late answers": 0}
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        for side in self.sides:
            self.done(self.listen(side))

    def done(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def listen(self, side: Side) -> None:
        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            # Hold a reference to the task, which could otherwise be garbage collected.
            task = asyncio.current_task()
            self.meetings.add(task)
            with contextlib.suppress(asyncio.CancelledError):
                await self.between(side, reader, writer)
            writer.close()
            self.meetings.discard(task)

        listener = await asyncio.start_server(meet, "127.0.0.1", 0)
        side.port = listener.sockets[0].getsockname()[1]

    def lead(self, port: int, *sides: int) -> None:
        """Connects these sides, or both, to this server, and closes existing connections."""

        async def cut() -> None:
            for nth in sides or (0, 1):
                side = self.sides[nth]
                side.target = port
                for writer in list(side.writers):
                    writer.close()

        self.done(cut())

    def end(self) -> None:
        """Stops the proxy."""

        async def cancel() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.done(cancel())
        self.loop.call_soon_threadsafe(self.loop.stop)

    def happens(self, what: str, share: float) -> bool:
        is_so = self.dice.random() < share
        if is_so:
            self.counts[what] += 1
        return is_so

    async def between(self, side: Side, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", side.target)
        except OSError:
            writer.close()
            return
        side.writers.add(writer)
        up = asyncio.create_task(self.requests(reader, back))
        await self.answers(there, writer)
        side.writers.discard(writer)
        writer.close()
        # Requests in transit still arrive.
        await up
        back.close()

    async def requests(self, reader: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        while sent := await received(reader):
            for known, weak in self.weaker.items():
                if known in sent:
                    sent = sent.replace(known, weak)
                    self.replaced += 1
            share = self.weather.late_close if self.closes(sent) else self.weather.late_request
            if self.happens("late requests", share):
                await asyncio.sleep(self.dice.uniform(*LATE_SECONDS))
            await send(back, sent)

    async def answers(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await received(there):
            if self.happens("lost answers", self.weather.lost_answer):
                return
            if self.happens("late answers", self.weather.late_answer):
                await asyncio.sleep(self.dice.uniform(0.1, 2.5))
            # Undo the replacement in replies, which clients would notice.
            for known, weak in self.weaker.items():
                data = data.replace(weak, known)
            await send(writer, data)


async def received(reader: asyncio.StreamReader) -> bytes:
    """Returns the received bytes, or none if the connection is closed."""
    try:
        return await reader.read(1 << 16)
    except OSError:
        return b""


async def send(writer: asyncio.StreamWriter, what: bytes) -> None:
    with contextlib.suppress(OSError):
        writer.write(what)
        await writer.drain()
