"""Many agents with programs that generate ids, and faults of agents, programs and files on one machine."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from array import array
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

NAMESPACE = "chaos"
IDS = "sortid-lease-ids"
# The results that a call may have here: an id; the lease has expired; the file was removed; a
# stopped process holds the file's lock; after a change of the node, the ids are ahead of the clock.
REFUSED = {"ok", "lease_expired", "store_io", "store_locked", "counter_exhausted"}
# Longer than a lease term, and sometimes longer than the term and the margin.
STOPPED_SECONDS = (1.2, 4.0)
TICKS = os.sysconf("SC_CLK_TCK")


class Agent:
    """An agent with its program, which is restarted whenever it ends."""

    def __init__(self, crowd: Crowd, nth: int) -> None:
        self.crowd, self.nth = crowd, nth
        self.file = crowd.folder / f"{nth}.lease"
        self.log = crowd.folder / f"{nth}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = (self.crowd.programs / IDS, self.file, self.crowd.folder)
        words = (self.crowd.programs / "sortid-lease", "run", "--namespace", NAMESPACE, "--format", "snowflake")
        words += ("--lease-file", self.file, "--wait", "10m", "--", *program)
        env = {**os.environ, **self.crowd.env, "SORTID_LEASE_STORE": self.crowd.address(self.nth)}
        with self.log.open("ab") as log:
            command = [str(word) for word in words]
            self.process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def agent(self) -> list[int]:
        return [self.process.pid] if self.process and self.lives() else []

    def program(self) -> list[int]:
        """Returns the process of its program, if started."""
        return [int(pid) for agent in self.agent() for pid in read(f"/proc/{agent}/task/{agent}/children").split()]

    def lose(self) -> None:
        self.file.unlink(missing_ok=True)


class Crowd:
    """A number of agents. `address` returns the store's address for each."""

    def __init__(self, folder: Path, programs: Path, env: Mapping[str, str], seed: int) -> None:
        self.folder, self.programs, self.env = folder, programs, env
        self.dice = random.Random(seed)
        self.stores: list[str] = []
        self.agents: list[Agent] = []
        self.happened: Counter[str] = Counter()
        # The stopped processes, each with the time to resume them.
        self.stopped: list[tuple[float, list[int]]] = []
        self.stopped_seconds = STOPPED_SECONDS
        # The maximum number of programs without an agent.
        self.most_orphans = 12

    def address(self, nth: int) -> str:
        return self.stores[nth % len(self.stores)]

    def begin(self, count: int) -> None:
        """Starts additional agents."""
        for _ in range(count):
            agent = Agent(self, len(self.agents))
            agent.start()
            self.agents.append(agent)

    def go_on(self) -> None:
        """Restarts ended agents, and resumes processes that were stopped for long enough."""
        now = time.monotonic()
        for until, pids in self.stopped:
            if until <= now:
                send(signal.SIGCONT, pids)
        self.stopped = [(until, pids) for until, pids in self.stopped if until > now]
        for agent in self.agents:
            if not agent.lives():
                agent.start()
        orphans = self.orphans()
        if (too_many := len(orphans) - self.most_orphans) > 0:
            send(signal.SIGKILL, self.dice.sample(orphans, too_many))

    def makers(self) -> list[int]:
        """Returns the processes that generate ids here."""
        found = []
        for path in Path("/proc").iterdir():
            if path.name.isdecimal():
                words = read(path / "cmdline").split("\0")
                if words[0].endswith(IDS) and str(self.folder) in words:
                    found.append(int(path.name))
        return found

    def orphans(self) -> list[int]:
        """Returns the programs without an agent."""
        owned = {pid for agent in self.agents for pid in agent.program()}
        return [pid for pid in self.makers() if pid not in owned]

    def befall(self, what: str, agent: Agent | None = None) -> None:
        """Injects a fault into an agent, or a random one."""
        agent = agent or self.dice.choice(self.agents)
        self.happened[what] += 1
        getattr(self, what)(agent)

    def both_killed(self, agent: Agent) -> None:
        send(signal.SIGKILL, agent.agent() + agent.program())

    def both_killed_and_file_lost(self, agent: Agent) -> None:
        self.both_killed(agent)
        agent.lose()

    def agent_killed(self, agent: Agent) -> None:
        send(signal.SIGKILL, agent.agent())

    def agent_killed_and_file_lost(self, agent: Agent) -> None:
        self.agent_killed(agent)
        agent.lose()

    def program_killed(self, agent: Agent) -> None:
        send(signal.SIGKILL, agent.program())

    def released(self, agent: Agent) -> None:
        send(signal.SIGTERM, agent.agent())

    def both_stopped(self, agent: Agent) -> None:
        self.stop(agent.agent() + agent.program())

    def agent_stopped(self, agent: Agent) -> None:
        self.stop(agent.agent())

    def program_stopped(self, agent: Agent) -> None:
        self.stop(agent.program())

    def file_copied(self, agent: Agent) -> None:
        """Kills another agent, and replaces its file by a copy of this agent's."""
        other = self.dice.choice([one for one in self.agents if one is not agent])
        self.both_killed(other)
        other.lose()
        if agent.file.exists():
            shutil.copyfile(agent.file, other.file)

    def stop(self, pids: list[int]) -> None:
        send(signal.SIGSTOP, pids)
        self.stopped.append((time.monotonic() + self.dice.uniform(*self.stopped_seconds), pids))

    def end(self) -> None:
        """Kills all agents and programs. Their lists of ids remain."""
        for agent in self.agents:
            send(signal.SIGKILL, agent.agent())
        for agent in self.agents:
            if agent.process:
                agent.process.wait()
        while makers := self.makers():
            send(signal.SIGKILL, makers)
            time.sleep(0.05)

    def ids(self) -> array[int]:
        ids = array("Q")
        for path in self.folder.glob("*.ids"):
            written = path.read_bytes()
            # The last id may be incomplete.
            ids.frombytes(written[: len(written) // 8 * 8])
        return ids

    def outcomes(self) -> Counter[str]:
        """Returns the results of calls, with the number of times that each began."""
        lines = (path.read_text().splitlines() for path in self.folder.glob("*.outcomes"))
        return Counter(line.split()[1] for lines in lines for line in lines if len(line.split()) == 2)

    def messages(self) -> str:
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))


def twice(ids: array[int]) -> list[int]:
    """Returns the repeated ids."""
    return [one for one, next_one in pairwise(sorted(ids)) if one == next_one]


def cpu_seconds(pid: int) -> float:
    """Returns the CPU time of a process, or 0 if it has ended."""
    fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def read(path: str | Path) -> str:
    """Reads a file of a process. Returns "" if the process has ended."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def send(number: signal.Signals, pids: list[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue
