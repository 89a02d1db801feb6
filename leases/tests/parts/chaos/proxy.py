"""What lies between agents and a server: loses answers, holds them and requests up, cuts off who is to go elsewhere.

An agent's connection is to a *side*, and each side to one server at a time. What is *weaker* is replaced in all that
agents send, by as many bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field

# Longer than an agent waits for an answer, and longer than a stretch and a margin.
LATE_SECONDS = (3.2, 6.5)


@dataclass(frozen=True)
class Weather:
    """How often what happens to a request, or its answer; and to one that gives a node back."""

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
    """Two sides, in a thread of its own."""

    def __init__(
        self, weather: Weather, closes: Callable[[bytes], bool], weaker: Mapping[bytes, bytes], seed: int
    ) -> None:
        self.weather, self.closes, self.weaker = weather, closes, weaker
        self.dice = random.Random(seed)
        self.sides = (Side(), Side())
        self.replaced = 0
        self.meetings: set[asyncio.Task[None] | None] = set()
        # What happened, by name.
        self.counts = {"late requests": 0, "lost answers": 0, "late answers": 0}
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        for side in self.sides:
            self.done(self.listen(side))

    def done(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def listen(self, side: Side) -> None:
        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            # Nobody else holds the task, and what nobody holds may be gone at any time.
            task = asyncio.current_task()
            self.meetings.add(task)
            with contextlib.suppress(asyncio.CancelledError):
                await self.between(side, reader, writer)
            writer.close()
            self.meetings.discard(task)

        listener = await asyncio.start_server(meet, "127.0.0.1", 0)
        side.port = listener.sockets[0].getsockname()[1]

    def lead(self, port: int, *sides: int) -> None:
        """From now on these sides, or both, go to this server; existing connections are cut."""

        async def cut() -> None:
            for nth in sides or (0, 1):
                side = self.sides[nth]
                side.target = port
                for writer in list(side.writers):
                    writer.close()

        self.done(cut())

    def end(self) -> None:
        """Nothing goes through any more."""

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
        # Data on its way arrives, even without a reader.
        await up
        back.close()

    async def requests(self, reader: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        while sent := await heard(reader):
            for known, weak in self.weaker.items():
                if known in sent:
                    sent = sent.replace(known, weak)
                    self.replaced += 1
            share = self.weather.late_close if self.closes(sent) else self.weather.late_request
            if self.happens("late requests", share):
                await asyncio.sleep(self.dice.uniform(*LATE_SECONDS))
            await told(back, sent)

    async def answers(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await heard(there):
            if self.happens("lost answers", self.weather.lost_answer):
                return
            if self.happens("late answers", self.weather.late_answer):
                await asyncio.sleep(self.dice.uniform(0.1, 2.5))
            # A client would notice an answer to something that it did not send.
            for known, weak in self.weaker.items():
                said = said.replace(weak, known)
            await told(writer, said)


async def heard(reader: asyncio.StreamReader) -> bytes:
    """The received bytes; none from a closed connection."""
    try:
        return await reader.read(1 << 16)
    except OSError:
        return b""


async def told(writer: asyncio.StreamWriter, what: bytes) -> None:
    with contextlib.suppress(OSError):
        writer.write(what)
        await writer.drain()
