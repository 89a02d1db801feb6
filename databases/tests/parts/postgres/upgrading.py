"""Checks of an upgrade from an older release to a later one."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import database
import standing_by
import storing


def other_server_has_a_later_release() -> None:
    older, newer = (int(folder.name) for folder in (storing.PROGRAMS.parent, standing_by.NEWER.parent))
    assert older < newer, (older, newer)


with database.connect() as connection:
    connection.execute("CREATE EXTENSION sortid")
for each in (
    other_server_has_a_later_release,
    storing.columns_sort_like_their_ids,
    standing_by.pg_upgrade_keeps_types_and_indexes,
):
    database.check(each)
