"""Ids that sessions cannot generate, and settings that they cannot change."""

from __future__ import annotations

import psycopg
from database import MADE, connect, one, refused

# Formats with too few random bits to separate sessions: about ten bits, as a node or without one.
NARROW = {
    *("tid", "timeid", "uid11_xid", "uid11_snowish", "uid11_ts_seq_rand", "snowflake", "sharding_id", "flake_idgen"),
    *("sonyflake", "mastodon", "tsid", "scru64", "custom64"),
}
# Narrow formats without a node.
NODELESS = {"uid11_xid", "uid11_ts_seq_rand", "mastodon"}


def narrow_formats_require_a_node() -> None:
    connection = connect()
    for name in MADE:
        if name in NARROW:
            assert refused(connection, f"SELECT sortid_new_{name}()")[0] == "55000", name
        else:
            assert one(connection, f"SELECT sortid_new_{name}()::text"), name
    try:
        connection.execute(b"SELECT sortid_new_tid()")
    except psycopg.Error as error:
        assert "sortid.state_dir" in (error.diag.message_hint or "")
    connection.execute(b"SET sortid.node = 9")
    for name in MADE:
        if name in NODELESS:
            assert refused(connection, f"SELECT sortid_new_{name}()")[0] == "55000", name
        elif name != "timeid":
            assert one(connection, f"SELECT sortid_new_{name}()::text"), name
    assert one(connection, "SELECT right(sortid_new_tid()::text, 2)") == "2d"
    connection.execute(b"SET sortid.node = 1024")
    assert refused(connection, "SELECT sortid_new_tid()")[0] == "22023"
    connection.execute(b"RESET sortid.node")
    assert refused(connection, "SELECT sortid_new_tid()")[0] == "55000"
    # A setting of the role is shared by sessions, so it does not count.
    connection.execute(b"ALTER ROLE sortid SET sortid.node = 9")
    with connect() as other:
        assert one(other, "SHOW sortid.node") == "9"
        assert refused(other, "SELECT sortid_new_tid()")[0] == "55000"
    connection.execute(b"ALTER ROLE sortid RESET sortid.node")


def settings_require_privileges() -> None:
    connection = connect()
    connection.execute(b"SELECT sortid_version()")
    assert refused(connection, "SET sortid.state_dir = '/tmp'")[0] == "55P02"
    connection.execute(b"CREATE ROLE somebody")
    connection.execute(b"SET ROLE somebody")
    assert refused(connection, "SET sortid.node = 1")[0] == "42501"
    assert refused(connection, "SHOW sortid.state_dir")[0] == "42501"
    # Before the library is loaded, settings are accepted, but loading it discards them.
    with connect() as early:
        early.execute(b"SET sortid.state_dir = '/tmp'")
        early.execute(b"SELECT sortid_version()")
        assert one(early, "SHOW sortid.state_dir") == ""
    with connect() as early:
        early.execute(b"SET ROLE somebody")
        early.execute(b"SET sortid.node = 1")
        early.execute(b"SELECT sortid_version()")
        assert one(early, "SHOW sortid.node") == "-1"
