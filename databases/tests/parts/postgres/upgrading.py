"""Checks of an upgrade from an older release to a later one."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import database
import standing_by
import storing


def the_other_server_is_of_a_later_release() -> None:
    older, newer = (int(folder.name) for folder in (storing.PROGRAMS.parent, standing_by.NEWER.parent))
    assert older < newer, (older, newer)


with database.connect() as connection:
    connection.execute("CREATE EXTENSION sortid")
for each in (
    the_other_server_is_of_a_later_release,
    storing.every_column_sorts_as_its_ids,
    standing_by.upgraded_servers_have_their_types,
):
    database.check(each)
