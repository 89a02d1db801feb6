"""The commands of the reference: `python3 tests/vectors/reference COMMAND`."""

from __future__ import annotations

import sys
from pathlib import Path

# Python puts the started folder itself on the path; the package is imported from its parent folder.
sys.path[0] = str(Path(__file__).resolve().parent.parent)
sys.dont_write_bytecode = True

from reference.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
