"""Recomputes every case of the vector files and reports those with another expectation."""

from __future__ import annotations

import unittest
from collections import Counter
from pathlib import Path

from . import test_reference, vectors
from .answer import answer


def own_tests() -> tuple[int, int]:
    """Runs the tests of the reference; returns the numbers of passed and failed ones."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(test_reference)
    result = unittest.TestResult()
    suite.run(result)
    problems = [*result.failures, *result.errors]
    for test, trace in problems:
        print(f"{test.id()}: {trace}")
    return result.testsRun - len(problems), len(problems)


def check(folder: Path, *, by_op: bool = False) -> int:
    """Prints each difference and a summary; returns the exit status."""
    counts: dict[str, Counter[str]] = {}
    for name, format, case in vectors.cases(folder):
        found = answer(vectors.request(format, case))
        told = counts.setdefault(case["op"], Counter())
        if found == {"error": "unsupported"}:
            told["unsupported"] += 1
            continue
        if found.get("ok") == {} and case["op"] in ("generate", "after", "threads"):
            told["accepted"] += 1
        problem = vectors.difference(case, found)
        told["failed" if problem else "passed"] += 1
        if problem:
            print(f"{name}: {case['name']}: {problem}"[:2000])
    total = sum(counts.values(), Counter[str]())
    if by_op:
        for op, told in counts.items():
            only = f", {told['accepted']} of them only that ids are made" if told["accepted"] else ""
            left = f", {told['unsupported']} not computed" if told["unsupported"] else ""
            print(f"{op:16}{told['passed']:7} passed, {told['failed']} failed{only}{left}")
    print(f"{total['unsupported']} cases use state or lease files and are not computed")
    passed, failed = own_tests()
    print(f"{total['passed'] + passed} passed, {total['failed'] + failed} failed")
    return 1 if total["failed"] + failed or not total["passed"] else 0
