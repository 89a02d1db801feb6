"""Exchanges ids with other packages: fields, times and order, and texts that only they accept."""

import sys
from pathlib import Path

# Started with -I, so that this folder cannot hide packages.
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
