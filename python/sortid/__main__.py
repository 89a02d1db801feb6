"""`python -m sortid` and the script `sortid`: run the command, which is the package `sortid-cli`."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command; its exit status is 2 if the package is missing."""
    try:
        import sortid_cli  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        print(
            "error: the command is the package sortid-cli: `pip install sortid-cli`, or `uvx --from sortid-cli sortid`",
            file=sys.stderr,
        )
        return 2
    status: int = sortid_cli.main()
    return status


if __name__ == "__main__":
    sys.exit(main())
