"""Checks of the extension without a state directory."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import database
import guide
import planning
import refusing
import storing
import vectors

CHECKS = [
    vectors.parsing,
    vectors.judging,
    vectors.bytes_of_types,
    vectors.comparing,
    vectors.bounding,
    vectors.telling_times_by_bounds,
    vectors.fuzzing,
    storing.every_column_sorts_as_its_ids,
    storing.dump_and_restore,
    storing.integers,
    storing.functions_say_what_they_are,
    storing.upgrade,
    planning.both_orders_of_both_kinds,
    planning.what_is_no_condition,
    planning.the_same_rows,
    refusing.sessions_that_could_meet,
    refusing.settings_of_others,
    guide.the_page_s_statements,
    guide.the_page_s_plan,
    guide.the_page_s_conditions,
]

if database.IS_LONG:
    import standing_by

    CHECKS += [
        storing.ten_thousand_of_every_format,
        standing_by.a_standby_makes_no_ids,
        standing_by.upgraded_servers_have_their_types,
    ]

with database.connect() as connection:
    connection.execute("CREATE EXTENSION sortid")
for each in CHECKS:
    database.check(each)
