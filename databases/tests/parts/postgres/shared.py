"""Checks of the extension with shared_preload_libraries and a state directory."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from database import IS_LONG, MADE, TIMED, check, connect, one, refused
from refusing import NARROW

SESSIONS = 40
# Formats with one order over all sessions: time and counter fit into 64 bits. custom64 has no
# conditions on time.
ORDERED = NARROW - {"uid11_xid", "custom64"}


def forty_sessions_repeat_no_id() -> None:
    """Forty sessions generate ids at the same time, in several rounds."""
    names = MADE if IS_LONG else ["tid", "uid11_snowish", "mastodon", "uuid7", "ulid", "xid", "uuid4"]
    rounds, each = 3, 200
    connection = connect()
    for name in names:
        connection.execute(f"CREATE TABLE made_{name} (id text)".encode())
    failures: list[str] = []
    begin = threading.Barrier(SESSIONS)

    def session() -> None:
        try:
            with connect() as own:
                begin.wait()
                for _ in range(rounds):
                    for name in names:
                        made = f"SELECT sortid_new_{name}()::text FROM generate_series(1, {each})"
                        own.execute(f"INSERT INTO made_{name} {made}".encode())
        except Exception as error:
            failures.append(f"{error}")

    threads = [threading.Thread(target=session) for _ in range(SESSIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    for name in names:
        found = connection.execute(f"SELECT count(*), count(DISTINCT id) FROM made_{name}".encode()).fetchone()
        assert found == (SESSIONS * rounds * each,) * 2, (name, found)


def ids_of_all_sessions_have_one_order() -> None:
    """Each id is greater than the earlier ids of all other sessions."""
    sessions = [connect() for _ in range(4)]
    for name in sorted(ORDERED):
        # Compare each id with the previous one, which another session generated.
        last = None
        for turn in range(40):
            session = sessions[turn % len(sessions)]
            new_id = one(session, f"SELECT sortid_new_{name}()::text")
            if last is not None:
                assert one(session, f"SELECT %s::sortid_{name} < %s::sortid_{name}", last, new_id), (name, last, new_id)
            last = new_id
    for session in sessions:
        session.close()


def state_files_are_private() -> None:
    """One file per format, readable only by the server's user. An error in a file names it."""
    folder = Path(one(connect(), "SHOW sortid.state_dir"))
    with connect() as session:
        for name in ("tid", "uuid7", "custom64", "uuid4"):
            session.execute(f"SELECT sortid_new_{name}()".encode())
    files = {file.name: oct(file.stat().st_mode & 0o777) for file in folder.iterdir()}
    assert {"tid.state", "uuid7.state", "custom64.state"} <= files.keys(), files
    assert "uuid4.state" not in files, files
    assert Counter(files.values()) == {"0o600": len(files)}, files
    # A corrupt file causes an error that names the format.
    broken = folder / "sonyflake.state"
    with connect() as session:
        session.execute(b"SELECT sortid_new_tsid()")
    broken.unlink(missing_ok=True)
    broken.write_bytes(b"no state file")
    os.chown(broken, folder.stat().st_uid, folder.stat().st_gid)
    broken.chmod(0o600)
    with connect() as session:
        state, detail = refused(session, "SELECT sortid_new_sonyflake()")
        assert (state, detail[:17]) == ("58030", "sonyflake: store_"), (state, detail)
        assert one(session, "SELECT sortid_new_tid() IS NOT NULL")
    broken.unlink()


def terminated_sessions_repeat_no_id() -> None:
    """The ids of other sessions continue after a session was terminated."""
    ids: list[str] = []
    with connect() as watcher:
        for _ in range(3):
            session = connect()
            ids += [
                row[0]
                for row in session.execute(b"SELECT sortid_new_tid()::text FROM generate_series(1, 500)").fetchall()
            ]
            number = one(session, "SELECT pg_backend_pid()")
            watcher.execute(f"SELECT pg_terminate_backend({number}, 5000)".encode())
            ids += [
                row[0]
                for row in watcher.execute(b"SELECT sortid_new_tid()::text FROM generate_series(1, 500)").fetchall()
            ]
    assert ids == sorted(set(ids))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Holds the file's lock, like a process that was stopped during a change."""
    with file.open("r+b") as opened:
        fcntl.fcntl(opened, fcntl.F_OFD_SETLKW, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0))
        yield


def waits_can_be_interrupted() -> None:
    with connect() as session, connect() as watcher:
        last = one(session, "SELECT sortid_new_tid()::text")
        number = one(session, "SELECT pg_backend_pid()")
        with locked(Path(one(session, "SHOW sortid.state_dir"), "tid.state")):
            session.execute(b"SET statement_timeout = '100ms'")
            assert refused(session, "SELECT sortid_new_tid()")[0] == "57014"
            session.execute(b"SET statement_timeout = 0")
            ended: list[str] = []
            thread = threading.Thread(target=lambda: ended.append(refused(session, "SELECT sortid_new_tid()")[0]))
            thread.start()
            while thread.is_alive():
                watcher.execute(f"SELECT pg_cancel_backend({number})".encode())
                thread.join(0.05)
            assert ended == ["57014"], ended
        assert one(session, "SELECT sortid_new_tid()::text") > last


def truncated_state_file_ends_no_session() -> None:
    """The order continues, too."""
    file = Path(one(connect(), "SHOW sortid.state_dir"), "tid.state")
    whole = file.read_bytes()
    with connect() as session, connect() as other:
        last = one(session, "SELECT sortid_new_tid()::text")
        for size in (0, 100, 4096, 5000):
            os.truncate(file, size)
            state, detail = refused(session, "SELECT sortid_new_tid()")
            assert (state, detail[:20]) == ("58030", "tid: store_corrupt: "), (size, state, detail)
            with connect() as new:
                state, detail = refused(new, "SELECT sortid_new_tid()")
                assert (state, detail[:20]) == ("58030", "tid: store_corrupt: "), (size, state, detail)
        assert one(other, "SELECT 1") == 1
        assert one(session, "SELECT sortid_new_uuid7() IS NOT NULL")
    # Restore the older copy: the clock has passed its high-water mark.
    file.write_bytes(whole)
    with connect() as session:
        assert one(session, "SELECT sortid_new_tid()::text") > last


with connect() as first:
    first.execute("CREATE EXTENSION sortid")
    assert set(ORDERED) <= set(TIMED)
for checked in (
    forty_sessions_repeat_no_id,
    ids_of_all_sessions_have_one_order,
    state_files_are_private,
    terminated_sessions_repeat_no_id,
    waits_can_be_interrupted,
    truncated_state_file_ends_no_session,
):
    check(checked)
