"""Counts the results of the test cases of other projects."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import suites
from sources import ROOT

FILE = ROOT / "docs/upstream.json"
COLUMNS = ["suite", "version", "cases", "agree", "refused on purpose"]


def main() -> int:
    rows = []
    passed = failed = 0
    for suite in suites.all():
        answers = list(suite.answers)
        reasons = sorted({answer for answer in answers if isinstance(answer, str)})
        agree, wrong = answers.count(True), answers.count(False)
        refused = len(answers) - agree - wrong
        passed, failed = passed + agree + refused, failed + wrong
        if wrong or not answers:
            print(f"failed: {suite.name}: {wrong} of {len(answers)} cases")
            failed += not answers
        why = f"{refused}: {', '.join(reasons)}" if refused else "0"
        rows.append([suite.name, suite.version, str(len(answers)), str(agree), why])
        print(*rows[-1], sep="\t")
    text = "The test cases of other projects on the Python package, by `tests/interop/upstream/check`."
    lines = ",\n".join(f"      {json.dumps(row, ensure_ascii=False)}" for row in rows)
    table = f'[\n  {{\n    "title": "Suites of others",\n    "text": "{text}",\n'
    table += f'    "columns": {json.dumps(COLUMNS)},\n    "rows": [\n{lines}\n    ]\n  }}\n]\n'
    if "--write" in sys.argv:
        FILE.write_text(table)
    elif FILE.read_text() != table:
        print(f"failed: {FILE.relative_to(ROOT)} is out of date: run tests/interop/upstream/check --write")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
