"""`python -m sortid` and the script `sortid`, which run the command of the package `sortid-cli`."""

from __future__ import annotations

import os
import subprocess
import sys

from sortid import __version__


def main() -> int:
    """Runs the command, which uv downloads for `uvx sortid`; returns 2 if the package is missing."""
    try:
        import sortid_cli  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        if uv := os.environ.get("UV"):
            package = f"sortid-cli=={__version__}"
            return subprocess.call([uv, "tool", "run", "--from", package, "sortid", *sys.argv[1:]])
        how = "`pip install sortid-cli`, or `pipx run --spec sortid-cli sortid`"
        print(f"error: the command needs the package sortid-cli: {how}", file=sys.stderr)
        return 2
    status: int = sortid_cli.main()
    return status


if __name__ == "__main__":
    sys.exit(main())
