"""The commands of the reference: `python3 tests/vectors/reference COMMAND`."""

from __future__ import annotations

import sys
from pathlib import Path

# Run as a folder, Python puts the folder itself on the path; the package is found from the one above it.
sys.path[0] = str(Path(__file__).resolve().parent.parent)
sys.dont_write_bytecode = True

from reference.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
