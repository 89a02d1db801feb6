"""`python -m sortid`: new ids, and what an id is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import sortid


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit status is 1 if a text is not an id, 2 for wrong arguments."""
    args = _parser().parse_args(arguments)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; flushing the buffer at exit would fail again.
        sys.stdout = None
        return 0
    except sortid.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sortid", description="Time-sortable identifiers.")
    parser.add_argument("--version", action="version", version=f"sortid {sortid.__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    names = [format.value for format in sortid.Format if format.is_made]
    new = verbs.add_parser("new", help="make ids", description="Makes ids.")
    new.add_argument("format", nargs="?", default="uuid7", choices=names, metavar="FORMAT", help=", ".join(names))
    new.add_argument("-n", "--count", type=_count, default=1, help="how many (1)")
    new.add_argument("--type", default="", metavar="PREFIX", help="the prefix of a type, as in order_01h455vb4p…")
    new.set_defaults(run=_new)
    inspect = verbs.add_parser("inspect", help="tell what a text is", description="Tells what a text is.")
    inspect.add_argument("text", nargs="*", help="texts; without any, the lines of standard input")
    inspect.set_defaults(run=_inspect)
    return parser


def _count(text: str) -> int:
    count = int(text)
    if count < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return count


def _new(args: argparse.Namespace) -> int:
    generator = sortid.Generator(args.format)
    typed = sortid.PrefixedFormat(args.type, args.format) if args.type else None
    left = args.count
    while left > 0:
        count = min(left, 10_000)
        texts = map(typed.of, generator.take_ids(count)) if typed else generator.take(count)
        print(*texts, sep="\n")
        left -= count
    return 0


def _inspect(args: argparse.Namespace) -> int:
    texts: Iterator[str] = iter(args.text) if args.text else (line.rstrip("\r\n") for line in sys.stdin)
    status = 0
    for text in texts:
        readings = sortid.inspect(text)
        if not readings:
            status = 1
            print(f"{text}: no format accepts this", file=sys.stderr)
            for format, error in sortid.refusals(text).items():
                print(f"  {format.value:18}{error}", file=sys.stderr)
        for id in readings:
            print(f"{text}: {id.format.value}, {id.kind or _when(id)}")
            if prefix := sortid.prefix_of(text) if id.format.takes_prefix else "":
                print(f"  {'prefix':18}{prefix}")
            for name, value in id.fields.items():
                print(f"  {name:18}{value}")
    return status


def _when(id: sortid.Id) -> str:
    try:
        return id.datetime.isoformat(timespec="microseconds")
    except sortid.Error as error:
        return "without a time" if error.code == "not_applicable" else f"{id.timestamp} seconds since 1970"


if __name__ == "__main__":
    sys.exit(main())
