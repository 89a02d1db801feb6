"""Ids of other packages, read by us, and ours by them: fields, times and order; and what they take and we refuse."""

import sys
from pathlib import Path

# It is run without its own folder, as whatever lay there would hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

import harness
import ksuids
import object_ids
import scrus
import tsids
import typeids
import ulids
import uuids

for module in (uuids, ulids, ksuids, object_ids, scrus, tsids, typeids):
    module.check_all()
print(f"{harness.passed} passed, {harness.failed} failed")
raise SystemExit(harness.failed > 0)
