"""The native module: the functions for the modules of this package. `__init__.pyi` has the public ones."""

from datetime import timedelta
from os import PathLike
from typing import Any, final

from typing_extensions import disjoint_base

# <generated: exports>
from sortid import AnyId as AnyId
from sortid import AnyUuid as AnyUuid
from sortid import ElasticsearchId as ElasticsearchId
from sortid import ElasticsearchKOrdered as ElasticsearchKOrdered
from sortid import ElasticsearchRouted as ElasticsearchRouted
from sortid import Generator as Generator
from sortid import Id as Id
from sortid import Ksuid as Ksuid
from sortid import ObjectId as ObjectId
from sortid import Scru160 as Scru160
from sortid import Snowflake as Snowflake
from sortid import Tid as Tid
from sortid import Timeid as Timeid
from sortid import Timestamp as Timestamp
from sortid import Tsid as Tsid
from sortid import Uid11Fullrand as Uid11Fullrand
from sortid import Uid11Snowish as Uid11Snowish
from sortid import Uid11TsSeqRand as Uid11TsSeqRand
from sortid import Uid11Xid as Uid11Xid
from sortid import Ulid as Ulid
from sortid import Uuid1 as Uuid1
from sortid import Uuid4 as Uuid4
from sortid import Uuid6 as Uuid6
from sortid import Uuid7 as Uuid7
from sortid import Uuid7Draft01 as Uuid7Draft01
from sortid import Uuid8 as Uuid8
from sortid import Xid as Xid
from sortid import __version__ as __version__
from sortid import convert as convert
from sortid import find_ids as find_ids
from sortid import ksuid as ksuid
from sortid import object_id as object_id
from sortid import prefix_of as prefix_of
from sortid import reseed as reseed
from sortid import scru160 as scru160
from sortid import snowflake as snowflake
from sortid import tid as tid
from sortid import timeid as timeid
from sortid import tsid as tsid
from sortid import uid11_fullrand as uid11_fullrand
from sortid import uid11_snowish as uid11_snowish
from sortid import uid11_ts_seq_rand as uid11_ts_seq_rand
from sortid import uid11_xid as uid11_xid
from sortid import ulid as ulid
from sortid import uuid1 as uuid1
from sortid import uuid4 as uuid4
from sortid import uuid6 as uuid6
from sortid import uuid7 as uuid7
from sortid import uuid7_draft01 as uuid7_draft01
from sortid import uuid8 as uuid8
from sortid import xid as xid

# </generated>

def formats() -> list[tuple[str, dict[str, Any]]]:
    """Every format's name and facts, in the order of the codes."""

def set_members(members: list[Any]) -> None:
    """Sets the members of the enumeration, in the order of the formats."""

def member_of(format: Any) -> Any:
    """The member of the enumeration for a class or a name."""

def read_column(
    question: str,
    argument: Any,
    ids: Any,
    format: Any,
    on_invalid: str,
    options: dict[str, Any] | None,
    out: Any,
    missing: Any,
    nulls: Any,
) -> tuple[Any, dict[str, int]]:
    """Reads a list, a buffer or a tuple of Arrow capsules; returns the answers and the rejected rows by code."""

def export_arrow(results: object, kind: str) -> Any:
    """Exports the answers for an Arrow column as `stream`, `schema` or `array`."""

def readings(text: str) -> list[tuple[Any, str | None]]:
    """All possible readings of a text, likeliest first."""

def suggestions(text: str) -> list[tuple[Any, list[str]]]:
    """Suggests ids for a rejected text, each with its corrections."""

def errors(text: str) -> dict[Any, Any]:
    """The error of each format that rejects a text."""

def options() -> list[tuple[str, str, list[str], bool, str]]:
    """All options: name, kind of value, accepted words, whether it affects reading, summary."""

def typed(class_: Any, id: Any) -> Any:
    """A new instance of the subclass `TypeId`, without its type."""

def untyped(id: Any) -> Id:
    """The id of a `TypeId`, as an instance of the class of its format."""

def prefixed_parse(text: str, format: Any) -> tuple[str, Any]:
    """Parses a text with any prefix; returns the prefix and the id."""

@disjoint_base
class IdType:
    """The part of `sortid.IdType` that the core implements. Its ids have no prefix."""

    def __new__(cls, prefix: Any = None, format: Any = None, **options: Any) -> Any: ...
    @property
    def prefix(self) -> str | None:
        """The prefix, without `_`; `None` for ids without prefix."""

    @property
    def format(self) -> Any:
        """The format."""

    def _read(self, text: str) -> Any:
        """Parses a text with the prefix."""

    def _id(self, id: Any) -> Any:
        """Converts an id of the generated format to the format of the type."""

    def _text(self, id: Any) -> str:
        """The text of an id, with the prefix."""

    def _timestamp(self, id: Any) -> Any:
        """The time of an id, by the options of the type."""

    def _now(self) -> Any:
        """A new id of the generator that all equal types share."""

    def _at(self, time: Any) -> Any:
        """A new id with a given time."""

    def _tick(self, time: Any) -> tuple[Any, Any]:
        """The smallest and largest id of a tick."""

    def _range(self, start: Any, stop: Any) -> tuple[Any, Any]:
        """The smallest and largest id of an interval."""

    def _pattern(self) -> str | None:
        """A regular expression for texts with the prefix; `None` for ids without prefix."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def stored_column(format: Any, database: str, text: bool) -> tuple[str, str, str | None, str] | None:
    """The column for ids of a format, or for their texts: kind, type without collation, collation,
    complete type.

    `None` for an unknown database.
    """

def stored_check(format: Any, database: str, text: bool, column: str) -> str | None:
    """The condition for a `CHECK` of the column; `None` if its type rejects other values."""

def error_codes() -> list[tuple[str, int, str]]:
    """Every code with its number and message."""

@final
class TestClock:
    """A test's clock, which runs between `start` and `end`."""

    @staticmethod
    def freeze(time: Any, seed: bytes | None) -> TestClock:
        """A frozen clock."""

    @staticmethod
    def follow(seed: bytes | None) -> TestClock:
        """A clock that follows `time.time_ns`."""

    def start(self) -> None:
        """Begins the scope, after waiting until no other thread has one."""

    def end(self) -> None:
        """Ends the scope."""

    def set(self, time: Any) -> None:
        """Sets the time."""

    def advance(self, by: timedelta) -> None:
        """Moves the time forward."""

@final
class LeaseSession:
    """A lease file that is renewed over a connection of the caller."""

    def __new__(
        cls,
        file: str | PathLike[str],
        namespace: str,
        format: Any,
        server: str,
        holder: str,
        options: dict[str, Any],
    ) -> LeaseSession: ...
    def next_step(self) -> int | tuple[int, list[tuple[str, list[Any]]]]:
        """Milliseconds until the next call; or statements, and the milliseconds to wait before them."""

    def process_result(self, cells: list[str | None]) -> None:
        """Processes the result of the statements, and writes the file."""

    def fail(self) -> None:
        """Records that the statements failed."""

    def release(self) -> None:
        """Closes the file."""

    @property
    def grant(self) -> tuple[int, int] | None:
        """The current node, and the end of its lease in Unix milliseconds."""

    @property
    def replaced(self) -> int:
        """The number of times the lease file was replaced."""

    @property
    def refused(self) -> tuple[str, int] | None:
        """The reason if the last request failed, and the maximum of milliseconds that it will persist."""
