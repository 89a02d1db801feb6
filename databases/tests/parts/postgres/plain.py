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
    vectors.texts_parse_like_the_vectors,
    vectors.validity_matches_the_vectors,
    vectors.bytes_match_the_vectors,
    vectors.order_matches_the_vectors,
    vectors.bounds_match_the_vectors,
    vectors.bounds_select_like_times,
    vectors.random_input_never_ends_a_session,
    storing.columns_sort_like_their_ids,
    storing.restored_dump_equals_the_original,
    storing.casts_between_ids_and_bigint,
    storing.functions_have_the_right_properties,
    storing.update_of_the_extension_keeps_data,
    planning.conditions_on_time_use_the_index,
    planning.other_conditions_do_not_use_the_index,
    planning.index_and_scan_return_the_same_rows,
    refusing.narrow_formats_require_a_node,
    refusing.settings_require_privileges,
    guide.page_statements_succeed,
    guide.page_plan_is_current,
    guide.page_conditions_hold,
]

if database.IS_LONG:
    import standing_by

    CHECKS += [
        storing.new_ids_sort_in_generation_order,
        standing_by.standby_generates_no_ids,
        standing_by.pg_upgrade_keeps_types_and_indexes,
    ]

with database.connect() as connection:
    connection.execute("CREATE EXTENSION sortid")
for each in CHECKS:
    database.check(each)
