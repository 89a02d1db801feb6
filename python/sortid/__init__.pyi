"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.Tid("3jzfcijpj2z2a").unix_us
1688137381887007

A format argument is a member of `Format`, a class or a name: `Format.tid`, `Tid` or `"tid"`. With a
class, a type checker infers the type of the result. An argument of the wrong type raises a
`TypeError`, an invalid value of the right type a `ParseError`, which is a `ValueError`.

`cargo suite generate` writes the lines between "<generated>" and "</generated>".
"""

import builtins as _builtins
import datetime as _datetime
import enum
import uuid as _uuid
from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from os import PathLike
from types import TracebackType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypedDict,
    Unpack,
    final,
    overload,
)

from typing_extensions import Buffer, TypeVar, disjoint_base

__all__ = [
    # <generated: names>
    "AnyId",
    "AnyUuid",
    "ArrowColumn",
    "ElasticsearchId",
    "ElasticsearchKOrdered",
    "ElasticsearchRouted",
    "Error",
    "Format",
    "FoundId",
    "Generator",
    "GeneratorError",
    "Id",
    "IdRange",
    "IdType",
    "Inspection",
    "Ksuid",
    "ObjectId",
    "ParseError",
    "Reading",
    "Scru160",
    "Snowflake",
    "Status",
    "StoreError",
    "Suggestion",
    "Tid",
    "Timeid",
    "Timestamp",
    "Tsid",
    "TypeId",
    "Uid11Fullrand",
    "Uid11Snowish",
    "Uid11TsSeqRand",
    "Uid11Xid",
    "Ulid",
    "Uuid1",
    "Uuid4",
    "Uuid6",
    "Uuid7",
    "Uuid7Draft01",
    "Uuid8",
    "Xid",
    # </generated>
]

__version__: Final[str]

_Format: TypeAlias = Format | str
_AnyFormat: TypeAlias = _Format | _builtins.type[Id]
_Value: TypeAlias = str | _builtins.bytes | _uuid.UUID | Id | _BsonObjectId | _UuidLike
_I = TypeVar("_I", bound=Id)
_I_co = TypeVar("_I_co", bound=Id, covariant=True, default=Id)
_R_co = TypeVar("_R_co", bound=Id, covariant=True, default=Id)
_Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]
_Time: TypeAlias = _datetime.datetime | Timestamp
_End: TypeAlias = _Time | None
_Unit: TypeAlias = Literal["s", "ms", "us", "ns"]
_OnInvalid: TypeAlias = Literal["raise", "null"]
_Counts: TypeAlias = MutableMapping[str, int]
_Items: TypeAlias = list[Any] | tuple[Any, ...]
_Form: TypeAlias = Literal[
    "canonical",
    "compact",
    "hex",
    "urn",
    "base32",
    "base64",
    "uuid",
    "typeid",
    "decimal",
    "braced",
    "upper",
    "base36",
    "base57",
    "base58",
    "base58_flickr",
    "base62",
    "base64url",
    "crockford",
]
_Correction: TypeAlias = Literal[
    "whitespace",
    "quotes",
    "braces",
    "urn",
    "hyphens",
    "crockford",
    "case",
    "leading_zeros",
    "look_alikes",
]
_ByteOrder: TypeAlias = Literal["guid", "mysql_swapped"]
# <generated: origins>
_NodeOrigin: TypeAlias = Literal["absent", "assigned", "leased", "claimed", "drawn"]
# </generated>
# <generated: kinds>
_Kind: TypeAlias = Literal[
    "nil",
    "max",
    "ncs",
    "microsoft",
    "future",
    "version_0",
    "version_1",
    "version_2",
    "version_3",
    "version_4",
    "version_5",
    "version_6",
    "version_7",
    "version_8",
    "version_9",
    "version_10",
    "version_11",
    "version_12",
    "version_13",
    "version_14",
    "version_15",
]
# </generated>
# <generated: codes>
_ErrorCode: TypeAlias = Literal[
    "invalid_length",
    "invalid_character",
    "out_of_range",
    "invalid_variant",
    "invalid_version",
    "timestamp_out_of_range",
    "invalid_field",
    "invalid_option",
    "unknown_format",
    "not_applicable",
    "clock_rollback",
    "counter_exhausted",
    "entropy_unavailable",
    "forked_generator",
    "wrong_prefix",
    "lead_exceeded",
    "store_io",
    "store_corrupt",
    "store_foreign",
    "store_locked",
    "store_read_only",
    "store_full",
    "lease_expired",
    "null_argument",
    "buffer_too_small",
    "panic",
]
# </generated>

class _Array(Protocol):
    """A NumPy array, which type checkers accept as a `Buffer` only from Python 3.12 on."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...

class _ArrowStream(Protocol):
    """An Arrow column in chunks."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ArrowPiece(Protocol):
    """An Arrow column in one array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

_Arrow: TypeAlias = _ArrowStream | _ArrowPiece

class _BsonObjectId(Protocol):
    """`bson.ObjectId`, if it is installed."""

    @property
    def binary(self) -> bytes:
        """The twelve bytes."""

class _UuidLike(Protocol):
    """A UUID of another package, such as `uuid_utils.UUID`."""

    @property
    def bytes(self) -> _builtins.bytes:
        """The sixteen bytes, big-endian."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

    @property
    def generation_time(self) -> _datetime.datetime:
        """The time that the bytes encode."""

_Memory: TypeAlias = Buffer | _Array
_Out = TypeVar("_Out", bound=_Memory)

class Error(Exception):
    """Base class of all errors of this package."""

    code: _ErrorCode
    """The name of the error, the same in every language."""
    number: int
    """The number of the code; numbers are never reused."""
    offset: int | None
    """The offset of the invalid byte in the UTF-8 text, from 0; for `invalid_length` the length of the text."""
    subject: str | None
    """The name of the invalid option, field or argument; for a `StoreError` the path of the file."""
    made: int | None
    """After a bulk call: the number of leading ids in the buffer that are valid."""
    row: int | None
    """The index of the invalid row of a column, from 0."""
    def __init__(
        self,
        message: str,
        code: _ErrorCode | Literal[""] = "",
        number: int = 0,
        offset: int | None = None,
        subject: str | None = None,
        made: int | None = None,
    ) -> None: ...

class ParseError(Error, ValueError):
    """Raised for invalid text, bytes, fields, times and options."""

class GeneratorError(Error, RuntimeError):
    """Raised if no id can be generated: `clock_rollback`, `counter_exhausted`,
    `entropy_unavailable`, `forked_generator`, `lead_exceeded`.
    """

class StoreError(Error, OSError):
    """Raised if a state file or a lease file cannot be used: `store_io`, `store_corrupt`,
    `store_foreign`, `store_locked`, `store_read_only`, `store_full`, `lease_expired`.
    """

    filename: str | None
    """The absolute path of the file, the same as `subject`; bytes that are not UTF-8 are replaced."""
    errno: int | None
    """The `errno` of a failed system call."""
    strerror: str | None
    """The system's message for `errno`."""
    def __init__(
        self,
        message: str,
        code: _ErrorCode | Literal[""] = "",
        number: int = 0,
        offset: int | None = None,
        subject: str | None = None,
        made: int | None = None,
        errno: int | None = None,
    ) -> None: ...

class Format(enum.Enum):
    """The formats; the value of a member is its name.

    >>> Format.tid.text_length, Format.tid.fields
    (13, {'reserved': 1, 'timestamp_us': 53, 'clock_id': 10})
    """

    # <generated: formats>
    tid = "tid"
    timeid = "timeid"
    uid11_xid = "uid11_xid"
    uid11_fullrand = "uid11_fullrand"
    uid11_snowish = "uid11_snowish"
    uid11_ts_seq_rand = "uid11_ts_seq_rand"
    uuid6 = "uuid6"
    uuid7_draft01 = "uuid7_draft01"
    uuid7 = "uuid7"
    uuid8 = "uuid8"
    scru160 = "scru160"
    lexical_uuid = "lexical_uuid"
    snowflake = "snowflake"
    flake = "flake"
    sharding_id = "sharding_id"
    ksuid = "ksuid"
    elasticflake = "elasticflake"
    flake_idgen = "flake_idgen"
    sonyflake = "sonyflake"
    ordered_uuid = "ordered_uuid"
    comb_guid = "comb_guid"
    ulid = "ulid"
    sid = "sid"
    push_id = "push_id"
    xid = "xid"
    object_id = "object_id"
    cuid = "cuid"
    comb_mssql = "comb_mssql"
    uuid1 = "uuid1"
    uuid4 = "uuid4"
    any_uuid = "any_uuid"
    mastodon = "mastodon"
    tsid = "tsid"
    scru128 = "scru128"
    scru64 = "scru64"
    elasticsearch_id = "elasticsearch_id"
    custom64 = "custom64"
    elasticsearch_k_ordered = "elasticsearch_k_ordered"
    elasticsearch_routed = "elasticsearch_routed"
    # </generated>
    @property
    def code(self) -> int:
        """The stable number, as in the C ABI."""

    @property
    def bits(self) -> int:
        """The width in bits: 64 to 160."""

    @property
    def byte_length(self) -> int:
        """The width in bytes."""

    @property
    def text_length(self) -> int:
        """The length of the longest canonical text, which is ASCII."""

    @property
    def text_length_min(self) -> int:
        """The length of the shortest canonical text."""

    @property
    def text_sorts(self) -> bool:
        """Whether canonical texts sort as the ids do."""

    @property
    def bytes_sort(self) -> bool:
        """Whether big-endian bytes sort as the ids do."""

    @property
    def fields(self) -> Mapping[str, int]:
        """The fields, most significant first, with their widths in bits."""

    @property
    def resolution_ns(self) -> int | None:
        """The unit of the time in nanoseconds; `None` if the format encodes no time."""

    @property
    def can_generate(self) -> bool:
        """Whether ids can be generated; false for any_uuid, which can only be parsed."""

    @property
    def is_ordered(self) -> bool:
        """Whether each new id is greater than the one before, with default options."""

    @property
    def takes_prefix(self) -> bool:
        """Whether its ids can have a type prefix: false if `_` is a character of the texts."""

    @property
    def is_signed(self) -> bool:
        """Whether the 64-bit integer is signed."""

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options of a generator of this format."""

    @property
    def summary(self) -> str:
        """A one-line description."""

    @property
    def specification(self) -> str:
        """The specification that defines the format, with the section."""

    @property
    def type(self) -> _builtins.type[Id]:
        """The class of its ids: `AnyId` for formats without one of their own."""

class IdRange(NamedTuple, Generic[_R_co]):
    """The inclusive bounds of a range of ids, for a query; `in` tests whether an id is in the
    range.

    `in` also accepts values that the class of the ids parses, such as text and `uuid.UUID`. Errors:
    as for parsing.

    >>> ids = Tid.prefix_range("3jzfcijpj")
    >>> Tid("3jzfcijpj2z2a") in ids
    True
    >>> "3jzfcijpk2222" in ids
    False
    """

    min: _R_co
    max: _R_co
    def __contains__(self, id: object, /) -> bool: ...

# <generated: options>
class _Reading(TypedDict, total=False):
    precision: Literal["ms", "us", "ns"] | None
    node_bits: int | None
    epoch: Literal["twitter", "discord", "instagram", "linkedin", "unix", "sonyflake_v2"] | None
    epoch_unix_ms: int | _Time | None
    timestamp_bits: int | None
    field_order: Literal["node_sequence", "sequence_node"] | None
    preset: Literal["sonyflake_v2", "uid_generator", "yitter", "cockroachdb", "tiktok", "discord", "simpleflake"] | None
    sequence_bits: int | None
    unit_ns: int | _datetime.timedelta | None

class _Options(_Reading, total=False):
    clock: Literal["system", "manual"] | None
    seed: bytes | str | None
    allow_fork: bool | None
    max_lead_ms: int | _datetime.timedelta | None
    on_exhausted: Literal["advance", "error"] | None
    rollback_tolerance_ms: int | _datetime.timedelta | Literal["unlimited"] | None
    on_rollback: Literal["reset", "error"] | None
    state_file: _Path | None
    allow_other_owner: bool | None
    lease_file: _Path | None
    node_from_env: bool | None
    node_claim: Literal["required", "drawn"] | None
    node: int | None
    datacenter: int | None
    worker: int | None
    machine_id: int | None
    machine_bits: int | None
    order: Literal["random", "monotonic"] | None
    as_uuid7: bool | None
    usage: Literal["default", "microsecond"] | None
    counter_bits: int | None
    counter_seed_bits: int | None

# </generated>

@disjoint_base
class Id:
    """Base class of all ids: immutable values with a format. An id is an instance of the class of its
    format, such as `Tid`, or of `AnyId`.

    Ids of one format can be compared. Ids of different formats, or an id and a `uuid.UUID`, are
    never equal; ordering them raises a `TypeError`. Hashable, picklable with every protocol.
    `str()` returns the canonical text, `bytes()` the big-endian bytes, `int()` the integer of a
    format of 64 or 128 bits (timeid: signed).

    >>> isinstance(Tid("3jzfcijpj2z2a"), Id)
    True
    >>> bytes(Tid("3jzfcijpj2z2a")).hex()
    '17fd6873eaf07c06'
    """

    def __new__(cls, value: _Value) -> Self:
        """Reads text, bytes, a UUID, an integer, a `bson.ObjectId` or an id: see `parse`."""

    @classmethod
    def now(cls) -> Self:
        """A new id of the format's process-wide generator.

        If the node has 16 bits or fewer, processes of several users or machines, or on systems other
        than Linux, may generate the same ids. A `Generator` with an assigned node or a lease file
        prevents this: see docs/choosing.md.

        Errors: `not_applicable` for a format that cannot be generated (any_uuid); otherwise as `Generator.next`.

        >>> Tid.now() < Tid.now()
        True
        """

    @classmethod
    def at(cls, time: _Time) -> Self:
        """A new id with the tick that contains a given time, for existing rows and for tests.

        Unique within the process. Formats with a counter of 40 bits or more accept times in any order:
        uuid7, ulid, ksuid, scru128, push_id, sid, comb_guid, ordered_uuid. Other formats require
        ascending times: sort the rows.

        Errors: `clock_rollback` if the format requires ascending times, and an earlier call had a later
        one; `counter_exhausted` if all ids of the tick were issued; `not_applicable` for a format
        without time, or one that cannot be generated; `timestamp_out_of_range`; `entropy_unavailable`.

        >>> id = Uuid7.at(Timestamp(1700000000))
        >>> id.unix_ms
        1700000000000
        """

    @classmethod
    def parse(cls, value: _Value | _builtins.int) -> Self:
        """Reads text in any form of the format, without trimming. Also accepts big-endian bytes, a
        `uuid.UUID` of the format's version (or another package's UUID), the integer of a 64-bit format,
        a `bson.ObjectId` for an object_id, and an id of the format.

        Errors, in this order: `invalid_length`; `invalid_character` with the offset of the first bad
        byte; `out_of_range`; `invalid_variant`; `invalid_version`. `not_applicable` for an id or a
        `bson.ObjectId` of another format, or a `uuid.UUID` if the format does not have 128 bits.

        >>> Tid.parse("3jzfcijpj2z2a").fields["clock_id"]
        6
        """

    @classmethod
    def parse_form(cls, text: str, form: _Form) -> Self:
        """Reads text in one form, including forms that `parse` does not read. The text has the
        form's full length.

        Errors: `not_applicable` if the format lacks the form; otherwise as `parse`.

        >>> Uuid7.parse_form("1BihbxwwQ4NZZpKRH9JDCz", "base58")
        Uuid7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
        """

    @classmethod
    def parse_lenient(cls, text: str) -> tuple[Self, list[_Correction]]:
        """Reads text and corrects unambiguous spellings: blanks, quotes and braces around the id,
        `urn:uuid:`, letters in the wrong case, missing or extra hyphens, Crockford's I, L and O,
        and zeros before a decimal number. Returns the id and the corrections.

        Errors: as `parse`, if the corrected text is invalid too.

        >>> Uuid7.parse_lenient("{017F22E279B07CC398C4DC0C0C07398F}")
        (Uuid7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), ['braces'])
        """

    @classmethod
    def is_valid(cls, text: object) -> bool:
        """Whether `parse` would accept the text; `False` for an object of another type."""

    @classmethod
    def from_bytes(cls, data: _builtins.bytes) -> Self:
        """Reads big-endian bytes of exactly the format's width.

        Errors: `invalid_length`, `out_of_range`, `invalid_variant`, `invalid_version`.
        """

    @classmethod
    def from_bytes_in(cls, data: _builtins.bytes, order: _ByteOrder) -> Self:
        """Reads 16 bytes that are not big-endian: `guid` is the order of .NET and
        `uuid.UUID.bytes_le`, `mysql_swapped` that of MySQL's `UUID_TO_BIN(x, 1)`.

        Errors: `not_applicable` for formats of other widths; otherwise as `from_bytes`.
        """

    @classmethod
    def from_int(cls, value: _builtins.int) -> Self:
        """Reads an integer, signed for timeid.

        Errors: `out_of_range`, `invalid_variant`, `invalid_version`.
        """

    @classmethod
    def from_fields(cls, fields: Mapping[str, _builtins.int]) -> Self:
        """Builds an id from named fields; omitted ones are zero. The id must be valid as for
        parsing.

        Errors: `invalid_field` for an unknown name or a value too wide; `timestamp_out_of_range` for timeid's -1.

        >>> Tid.from_fields({"timestamp_us": 1, "clock_id": 31})
        Tid('222222222232z')
        """

    @classmethod
    def from_uuid(cls, uuid: _uuid.UUID) -> Self:
        """Reads the bits of a `uuid.UUID` as an id of a 128-bit format.

        Errors: `not_applicable` for other formats; `out_of_range`, `invalid_variant`, `invalid_version`.
        """

    @classmethod
    def keyed(cls, time: _Time, key: str | bytes, namespace: str | bytes = "", secret: bytes | None = None) -> Self:
        """The id of a time and a key: the same arguments give the same id, in every language and process.

        Without a `secret`, anybody who sees an id can test a guessed key, such as an e-mail address. A
        secret is 16 to 64 random bytes, known only to your programs. `namespace` distinguishes equal
        keys of several tables. Texts are hashed as UTF-8, without normalization. Ids of one tick are
        unordered.

        Errors: `not_applicable` unless the format has a linear time, at least 62 other bits and no node;
        `invalid_length` for an empty key or a secret of another length; `timestamp_out_of_range`.

        >>> Uuid7.keyed(Timestamp(1700000000), "order 17", "shop")
        Uuid7('018bcfe5-6800-7792-85a7-88fe19df19fd')
        """

    @classmethod
    def min_at(cls, time: _Time, **options: Unpack[_Reading]) -> Self:
        """The smallest id of the tick that contains an instant.

        The options are as for `range`.
        Errors: `not_applicable` for a format without time; `timestamp_out_of_range` for a tick that
        the format cannot encode; `invalid_option`.

        >>> Snowflake.min_at(Timestamp(1462015105), epoch="discord")
        Snowflake('175928843960320000')
        """

    @classmethod
    def max_at(cls, time: _Time, **options: Unpack[_Reading]) -> Self:
        """The largest id of the tick that contains an instant. Errors: as `min_at`."""

    @classmethod
    def range(cls, start: _End, stop: _End, **options: Unpack[_Reading]) -> IdRange[Self]:
        """The smallest and largest id of the half-open interval from `start` to `stop`, for a query.

        An absent end (`None`) is the first or last time of the format.

        Pass the same layout options, such as `epoch`, as to the generator of the ids.
        Errors: `invalid_option` for an empty interval; otherwise as `min_at`.

        >>> ids = Tid.range(Timestamp(1), Timestamp(2))
        >>> ids.min.unix_us, ids.max.unix_us
        (1000000, 1999999)
        """

    @classmethod
    def prefix_range(cls, prefix: str) -> IdRange[Self]:
        """The smallest and largest id whose canonical text begins with `prefix`.

        Errors: `invalid_length`, `invalid_character`, `out_of_range`, `invalid_variant`, `invalid_version`.

        >>> [str(id) for id in Timeid.prefix_range("3kxn-lhr")]
        ['3kxn-lhr-2222-22', '3kxn-lhr-zzzz-zz']
        """

    @property
    def format(self) -> Format:
        """The format."""

    @property
    def bytes(self) -> _builtins.bytes:
        """The big-endian bytes, the same as `bytes(id)`; database drivers read this attribute."""

    @property
    def hex(self) -> str:
        """The big-endian bytes in hexadecimal digits, without separators."""

    @property
    def int(self) -> _builtins.int:
        """The integer, the same as `int(id)`."""

    @property
    def fields(self) -> dict[str, _builtins.int]:
        """The fields by name, most significant first. A field has up to 80 bits; timeid's time is signed."""

    @property
    def forms(self) -> dict[str, str]:
        """The text forms of the id by name: `canonical`, `compact`, `hex`, `urn`, `typeid`, …"""

    @property
    def kind(self) -> _Kind | None:
        """The kind of an any_uuid, such as `"version_5"` or `"nil"`; `None` for every other format."""

    @property
    def uuid(self) -> _uuid.UUID:
        """The `uuid.UUID` with the bits of a UUID, `ulid`, `lexical_uuid` or `flake`. Error: `not_applicable`."""

    @property
    def is_reserved(self) -> bool:
        """Whether the id parses but is never generated."""

    @property
    def node(self) -> _builtins.int | None:
        """The node, by the format's default layout; `None` for a format without a node."""

    @property
    def node_class(self) -> Literal["best_effort", "context", "global"]:
        """The class of a timeid's node. Error: `not_applicable` for another format."""

    @property
    def timestamp(self) -> Timestamp:
        """The exact time that the id encodes, with the format's default epoch.

        Error: `not_applicable` for a format without time (uuid4) or without a fixed layout (uuid8).
        """

    @property
    def datetime(self) -> _datetime.datetime:
        """The time as an aware `datetime` in UTC, floored to the microsecond.

        Errors: as `timestamp`; `timestamp_out_of_range` beyond the years 1 to 9999.
        """

    @property
    def unix_seconds(self) -> _builtins.int:
        """Whole seconds since 1970, floored. Errors: as `timestamp`."""

    @property
    def nanos(self) -> _builtins.int:
        """Nanoseconds since `unix_seconds`, 0 to 999999999. Errors: as `timestamp`."""

    @property
    def unix_ms(self) -> _builtins.int:
        """Milliseconds since 1970, floored. Errors: as `timestamp`."""

    @property
    def unix_us(self) -> _builtins.int:
        """Microseconds since 1970, floored. Errors: as `timestamp`."""

    @property
    def unix_ns(self) -> _builtins.int:
        """Nanoseconds since 1970. Errors: as `timestamp`."""

    def timestamp_with(self, **options: Unpack[_Reading]) -> Timestamp:
        """The time of an id with another epoch, layout (uuid8) or precision.

        The options are as for `Id.range`.
        Errors: `invalid_option` for an option that the format lacks, or a value out of range;
        otherwise as `timestamp`.

        >>> Uuid8("00000000-03e8-8000-8000-000000000001").timestamp_with(timestamp_bits=48)
        Timestamp(1, 0)
        """

    @overload
    def convert(self, format: _builtins.type[_I]) -> _I:
        """The same id in another format: tid to timeid, uuid1 to uuid6, xid to object_id, and back.

        Between other formats of 128 bits the bits are the same; UUIDs of different versions do not
        convert.

        Errors: `out_of_range` for a reserved tid and a timeid before 1970; `out_of_range`,
        `invalid_variant`, `invalid_version` if the bits are invalid in the other format;
        `not_applicable` for every other pair.
        """

    @overload
    def convert(self, format: _Format) -> Id: ...
    def bytes_in(self, order: _ByteOrder) -> _builtins.bytes:
        """The 16 bytes in another byte order: see `from_bytes_in`.

        Errors: `not_applicable` for formats of other widths.
        """

    def successor(self) -> Self:
        """The id whose integer is greater by one.

        Errors: `out_of_range` for the largest id; `not_applicable` if some bit patterns are
        invalid, or the bytes do not sort as the ids do.

        >>> str(Ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv").successor())
        '0ujtsYcgvSTl8PAuAdqWYSMnLOw'
        """

    def predecessor(self) -> Self:
        """The id whose integer is less by one: see `successor`. Error: `out_of_range` for the smallest id."""

    def __int__(self) -> _builtins.int: ...
    def __bytes__(self) -> _builtins.bytes: ...
    def __conform__(self, protocol: object, /) -> Any:
        """PEP 246: the parameter for sqlite3 and psycopg2; `None` for any other protocol.

        Errors: `not_applicable` if a text column would not store the canonical text.
        """

    def __format__(self, format_spec: str, /) -> str:
        """A text form by name, as in `f"{id:urn}"`, or the canonical text formatted as a `str`: `f"{id:>40}"`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __le__(self, other: Self, /) -> bool: ...
    def __gt__(self, other: Self, /) -> bool: ...
    def __ge__(self, other: Self, /) -> bool: ...
    def __hash__(self) -> _builtins.int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> tuple[_builtins.type[AnyId], tuple[str, str]]: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, *args: Any) -> Any:
        """For pydantic 2: text for the class of a format, `{format, text}` for `Id` and `AnyId`."""

    @property
    def __pydantic_serializer__(self) -> Any:
        """For pydantic 2: writes text in fields of the type `Any`."""

@final
class AnyId(Id):
    """An id of a format that is known at run time only.

    The class methods are those of `Id`, with the format as their last argument. They return an instance of the
    format's class if it has one, such as a `Tid`, otherwise of this class.

    >>> AnyId("3jzfcijpj2z2a", "tid")
    Tid('3jzfcijpj2z2a')
    >>> AnyId.now("tid") < AnyId.now("tid")
    True
    """

    def __new__(cls, value: _Value | _builtins.int, format: _AnyFormat) -> Id: ...  # type: ignore[misc]
    @classmethod
    def now(cls, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def at(cls, time: _Time, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def parse(cls, value: _Value | _builtins.int, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def parse_form(cls, text: str, form: _Form, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def parse_lenient(cls, text: str, format: _AnyFormat) -> tuple[Id, list[_Correction]]: ...  # type: ignore[override]
    @classmethod
    def is_valid(cls, text: object, format: _AnyFormat) -> bool: ...  # type: ignore[override]
    @classmethod
    def from_bytes(cls, data: _builtins.bytes, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def from_bytes_in(cls, data: _builtins.bytes, order: _ByteOrder, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def from_int(cls, value: _builtins.int, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def from_fields(cls, fields: Mapping[str, _builtins.int], format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def from_uuid(cls, uuid: _uuid.UUID, format: _AnyFormat) -> Id: ...  # type: ignore[override]
    @classmethod
    def keyed(  # type: ignore[override]
        cls,
        time: _Time,
        key: str | bytes,
        namespace: str | bytes = "",
        secret: bytes | None = None,
        *,
        format: _AnyFormat,
    ) -> Id: ...
    @classmethod
    def min_at(cls, time: _Time, format: _AnyFormat, **options: Unpack[_Reading]) -> Id: ...  # type: ignore[override]
    @classmethod
    def max_at(cls, time: _Time, format: _AnyFormat, **options: Unpack[_Reading]) -> Id: ...  # type: ignore[override]
    @classmethod
    def range(cls, start: _End, stop: _End, format: _AnyFormat, **options: Unpack[_Reading]) -> IdRange[Id]: ...  # type: ignore[override]
    @classmethod
    def prefix_range(cls, prefix: str, format: _AnyFormat) -> IdRange[Id]: ...  # type: ignore[override]

# <generated: types>
@final
class Tid(Id):
    """An id of the format tid: the atproto TID: microseconds and a clock identifier."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Timeid(Id):
    """An id of the format timeid: microseconds with a sign, so also before 1970, and a node."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Uid11Xid(Id):
    """An id of the format uid11_xid: milliseconds since 2011 and 22 random bits."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Uid11Fullrand(Id):
    """An id of the format uid11_fullrand: 64 random bits, no time."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Uid11Snowish(Id):
    """An id of the format uid11_snowish: milliseconds since 2011, a machine and a sequence."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Uid11TsSeqRand(Id):
    """An id of the format uid11_ts_seq_rand: milliseconds since 2011, a sequence and 10 random bits."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Uuid6(Id):
    """An id of the format uuid6: UUID version 1 in the order of time."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class Uuid7Draft01(Id):
    """An id of the format uuid7_draft01: UUID version 7 as drafted in 2021: seconds and a fraction."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class Uuid7(Id):
    """An id of the format uuid7: UUID version 7: milliseconds, a counter and random bits."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class Uuid8(Id):
    """An id of the format uuid8: UUID version 8: a timestamp in a custom layout."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class Scru160(Id):
    """An id of the format scru160: 160 bits: milliseconds, a counter and 96 random bits."""

@final
class Snowflake(Id):
    """An id of the format snowflake.

    It is milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer.
    """

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class Ksuid(Id):
    """An id of the format ksuid: seconds since 2014, a random counter and 64 random bits."""

@final
class Ulid(Id):
    """An id of the format ulid: milliseconds and 80 random bits, which count up within a millisecond."""

@final
class Xid(Id):
    """An id of the format xid: seconds, a machine, a process and a counter."""

@final
class ObjectId(Id):
    """An id of the format object_id: seconds, 40 bits drawn for the process, and a counter."""

@final
class Uuid1(Id):
    """An id of the format uuid1: UUID version 1, a timeuuid: its bytes and text are not in the order of time."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class Uuid4(Id):
    """An id of the format uuid4: UUID version 4: 122 random bits, no time."""

    @property
    def version(self) -> _builtins.int:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

@final
class AnyUuid(Id):
    """An id of the format any_uuid: any UUID, of any version; parsed only."""

    @property
    def version(self) -> _builtins.int | None:
        """The version of the UUID."""

    @property
    def variant(self) -> str:
        """The variant, as `uuid.UUID` names it."""

    @property
    def urn(self) -> str:
        """The URN: `urn:uuid:` and the text."""

    @property
    def kind(self) -> _Kind:
        """The kind of the UUID."""

@final
class Tsid(Id):
    """An id of the format tsid: milliseconds since 2020, a node and a counter, in base32 or as a decimal integer."""

    def __new__(cls, value: _Value | _builtins.int) -> Self: ...

@final
class ElasticsearchId(Id):
    """An id of the format elasticsearch_id.

    It is milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only.
    """

@final
class ElasticsearchKOrdered(Id):
    """An id of the format elasticsearch_k_ordered.

    It is milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only.
    """

@final
class ElasticsearchRouted(Id):
    """An id of the format elasticsearch_routed.

    It is milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only.
    """

# </generated>

@final
class TypeId(Id, Generic[_I_co]):
    """An id of a declared type, such as `order_01h455vb4pex5vsknk084sn02q`: an immutable value.

    With a prefix and a UUID it is a TypeID (v0.3.0); every format with `takes_prefix` supports
    prefixes. A prefix has at most 63 characters, `a` to `z` and `_`, and neither begins nor ends
    with `_`; without a prefix the text has no `_`. The text of a UUID is its form `typeid`, of any
    other id the canonical text.

    Equal if prefix and bits are equal; ordered by prefix, then by bits. Hashable, picklable.
    `str()` returns the text, `bytes()` the bytes of the id without the prefix.

    A pydantic 2 field is annotated with an `IdType`, or with a `Format` for any prefix, and
    serialized as text: `Annotated[TypeId[Uuid7], ORDER]`.

    >>> TypeId("order_01fwhe4ydgfk1shh6w1g60eecf").id
    AnyUuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
    """

    __match_args__: Final = ("prefix", "id")
    __slots__ = ("_type",)
    @overload
    def __new__(cls, text: str) -> TypeId[AnyUuid]:
        """Reads a text with any prefix: see `parse`."""

    @overload
    def __new__(cls, text: str, format: _builtins.type[_I]) -> TypeId[_I]: ...
    @overload
    def __new__(cls, text: str, format: _Format) -> TypeId[Id]: ...
    @overload  # type: ignore[override]
    @classmethod
    def parse(cls, text: str) -> TypeId[AnyUuid]:
        """Reads a text with any prefix. A text without `_` has the empty prefix. Does not trim.

        Errors: `not_applicable` for a format without prefixes; then in this order, with offsets from
        the start of the whole text: `invalid_length`; `invalid_character`; `out_of_range`;
        `invalid_variant`; `invalid_version`.

        >>> TypeId.parse("user_7mfb0gpp6c8dsaasre0asc7n3s").id.kind
        'version_4'
        """

    @overload
    @classmethod
    def parse(cls, text: str, format: _builtins.type[_I]) -> TypeId[_I]: ...
    @overload
    @classmethod
    def parse(cls, text: str, format: _Format) -> TypeId[Id]: ...
    @classmethod
    def is_valid(cls, text: object, format: _AnyFormat = "any_uuid") -> bool:
        """Whether `parse` would accept the text; `False` for an object of another type."""

    @property
    def type(self) -> IdType[_I_co]:
        """The type."""

    @property
    def prefix(self) -> str:
        """The prefix, without `_`; empty if there is none."""

    @property
    def id(self) -> _I_co:
        """The id, without the prefix."""

    @property
    def timestamp(self) -> Timestamp:
        """The exact time of the id, by the options of its type; for an `any_uuid` of version 1, 6 or
        7 the time of that version.

        Error: `not_applicable` for another `any_uuid`, and for a format without time.
        """

    __get_pydantic_core_schema__: None  # type: ignore[assignment]
    def __format__(self, format_spec: str, /) -> str:
        """The text, formatted as a `str`."""

    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class IdType(Generic[_I_co]):
    """A declared type of ids: a format, optionally a prefix, and options for reading ids; an immutable
    value. Its ids are `TypeId`s.

    A prefix without a format declares TypeIDs: every UUID is parsed, version 7 is generated. With
    `Uuid7` only version 7 is parsed. The options are as for `Id.range`.

    Columns, fields and generators accept a type. It also annotates a pydantic 2 field, which is
    serialized as text: `Annotated[TypeId, ORDER]`. Equal if format, prefix and options are.

    >>> ORDER = IdType("order")
    >>> ORDER.is_valid(str(ORDER.now()))
    True
    >>> ORDER.parse("order_01fwhe4ydgfk1shh6w1g60eecf").timestamp.unix_ms
    1645557742000
    >>> IdType(Snowflake, epoch="discord").parse("175928847299117063").datetime.year
    2016
    """

    __match_args__: Final = ("prefix", "format")
    __slots__ = ("_options",)
    @overload
    def __new__(cls, prefix: str, **options: Unpack[_Reading]) -> IdType[AnyUuid]:
        """Declares a type.

        Errors: `invalid_option` for an invalid prefix, or an option that the format lacks;
        `not_applicable` for a prefix of a format without prefixes.
        """

    @overload
    def __new__(cls, prefix: str | None, format: _builtins.type[_I], **options: Unpack[_Reading]) -> IdType[_I]: ...
    @overload
    def __new__(cls, prefix: str | None, format: _Format, **options: Unpack[_Reading]) -> IdType[Id]: ...
    @overload
    def __new__(cls, prefix: _builtins.type[_I], **options: Unpack[_Reading]) -> IdType[_I]: ...
    @overload
    def __new__(cls, prefix: Format, **options: Unpack[_Reading]) -> IdType[Id]: ...
    @overload
    def __new__(cls, *, format: _builtins.type[_I], **options: Unpack[_Reading]) -> IdType[_I]: ...
    @overload
    def __new__(cls, *, format: _Format, **options: Unpack[_Reading]) -> IdType[Id]: ...
    @property
    def prefix(self) -> str | None:
        """The prefix, without `_`; `None` for ids without prefix."""

    @property
    def format(self) -> Format:
        """The format."""

    @property
    def pattern(self) -> str:
        """A regular expression for the texts, anchored at both ends, in the dialect of JSON
        schemas.

        It matches every valid text, and some invalid ones.
        """

    def now(self) -> TypeId[_I_co]:
        """A new id of the generator that all equal types of the process share; for `any_uuid` of
        version 7.

        Errors, and ids that other processes may repeat: as `Id.now`.
        """

    def at(self, time: _Time) -> TypeId[_I_co]:
        """A new id with the tick that contains a given time. Errors: as `Id.at`."""

    def parse(self, value: _Value | int | TypeId[Any]) -> TypeId[_I_co]:
        """Reads text with the prefix of the type, or another value without prefix that `Id.parse`
        accepts, such as an id or a column's `uuid.UUID`.

        Errors: `wrong_prefix` if the text has another prefix or none; otherwise as `Id.parse`.
        """

    def is_valid(self, text: object) -> bool:
        """Whether `parse` would accept the text; `False` for an object of another type."""

    def min_at(self, time: _Time) -> TypeId[_I_co]:
        """The smallest id of the tick that contains an instant. Errors: as `Id.min_at`."""

    def max_at(self, time: _Time) -> TypeId[_I_co]:
        """The largest id of the tick that contains an instant. Errors: as `Id.min_at`."""

    def range(self, start: _End, stop: _End) -> IdRange[TypeId[_I_co]]:
        """The smallest and largest id of the half-open interval from `start` to `stop`. Errors: as `Id.range`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """For pydantic 2: the schema of the text."""

@final
class Timestamp:
    """An instant, exact for every format: whole Unix seconds, floored, and nanoseconds.

    Ordered, hashable, picklable. `datetime` is limited to microseconds and the years 1 to 9999.

    >>> Timestamp.from_unix_ms(-1)
    Timestamp(-1, 999000000)
    """

    def __new__(cls, seconds: int, nanos: int | None = None) -> Timestamp:
        """From 64-bit seconds, and nanoseconds 0 to 999999999. Error: `timestamp_out_of_range`."""

    @staticmethod
    def now() -> Timestamp:
        """The current time of the system clock."""

    @staticmethod
    def from_datetime(datetime: _datetime.datetime) -> Timestamp:
        """From an aware `datetime`; one without a time zone raises a `TypeError`."""

    @staticmethod
    def from_unix_ms(unix_ms: int) -> Timestamp:
        """From milliseconds since 1970. Error: `timestamp_out_of_range`."""

    @staticmethod
    def from_unix_us(unix_us: int) -> Timestamp:
        """From microseconds since 1970. Error: `timestamp_out_of_range`."""

    @staticmethod
    def from_unix_ns(unix_ns: int) -> Timestamp:
        """From nanoseconds since 1970. Error: `timestamp_out_of_range`."""

    @property
    def seconds(self) -> int:
        """Whole seconds since 1970, floored; negative before 1970."""

    @property
    def nanos(self) -> int:
        """Nanoseconds since `seconds`, 0 to 999999999."""

    @property
    def unix_ms(self) -> int:
        """Milliseconds since 1970, floored."""

    @property
    def unix_us(self) -> int:
        """Microseconds since 1970, floored."""

    @property
    def unix_ns(self) -> int:
        """Nanoseconds since 1970."""

    @property
    def datetime(self) -> _datetime.datetime:
        """As an aware `datetime` in UTC, floored. Error: `timestamp_out_of_range`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Timestamp, /) -> bool: ...
    def __le__(self, other: Timestamp, /) -> bool: ...
    def __gt__(self, other: Timestamp, /) -> bool: ...
    def __ge__(self, other: Timestamp, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Timestamp], tuple[int, int]]: ...

class FoundId(NamedTuple):
    """An id in a text: its characters are `text[start:end]`."""

    id: Id
    start: int
    end: int

class Status(NamedTuple):
    """The status of a generator."""

    ids: int
    """The number of ids that it has generated."""
    lead_ns: int
    """How far the last id's tick is ahead of the clock's highest reading, in nanoseconds."""
    rollbacks: int
    """The number of times the clock was set back by more than the tolerance."""
    node_origin: _NodeOrigin
    """The origin of the node of the next ids."""
    node_reason: str
    """The reason for this origin, or the processes among which the node is claimed, without a full stop."""

class ArrowColumn:
    """The results for an Arrow column, for every consumer of the Arrow PyCapsule interface, without
    a copy.

    `polars.Series(column)`, `pandas.Series.from_arrow(column)`, `pyarrow.chunked_array(column)`.
    """

    __slots__ = ("_results", "_rows", "null_count")
    null_count: int
    """The number of null rows."""
    def __init__(self, results: object, rows: int, null_count: int) -> None: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object:
        """The schema capsule."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream capsule, with one chunk for each input chunk. Ignores `requested_schema`."""

@final
class Generator(Generic[_R_co]):
    """Generates unique ids of one format, each greater than the one before.

    Can be shared between threads, which run while another waits or fills a buffer. Also an infinite
    iterator.

    Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits or
    fewer, processes of several users or machines, or on systems other than Linux, may have equal
    nodes and generate the same ids: see docs/choosing.md.

    After `os.fork` the child draws a new node and random bits. If it cannot (with a seed, or with
    an assigned node and no random bits), calls raise `forked_generator` until `reseed`, unless the
    option `allow_fork` or `state_file` is set.

    With a `state_file` it is closed by `close`, at the end of a `with` block, or with its last
    reference; the file then contains the position of the last id.

    >>> generator = Generator(Tid, clock="manual", node=6)
    >>> generator.next_at(Timestamp.from_unix_us(1688137381887007))
    Tid('3jzfcijpj2z2a')
    """

    @overload
    def __new__(cls, format: type[_I], **options: Unpack[_Options]) -> Generator[_I]:
        """Creates a generator; the default of an absent option, or `None`, depends on the format.

        A duration option also accepts a `timedelta`, `epoch_unix_ms` a `datetime`, if they are a
        whole number of units.

        # <generated: descriptions>
        - `clock`: The clock: `system`, or `manual` if calls pass the time.
        - `seed`: 32 bytes in place of the operating system's entropy, for tests: the same ids for the same times.
        - `allow_fork`: Whether a forked child may keep the seed and node of its parent (false).
        - `max_lead_ms`: How far a tick may be ahead of the highest clock reading, in milliseconds (1000).
        - `on_exhausted`: The reaction to a tick without ids left: `advance` or `error`.
        - `rollback_tolerance_ms`: How far the clock may be set back without a reset, in milliseconds (10000), or
          `unlimited`.
        - `on_rollback`: The reaction to a clock that was set back further: `reset` or `error`.
        - `state_file`: The state file, from which other and later processes continue above these ids (none); created
          if absent.
        - `allow_other_owner`: Whether the state file may belong to another user than this one, root, and the owner of
          its folder if nobody else may write there (false).
        - `lease_file`: The lease file of an agent, with a node that no other machine has during its lease (none);
          excludes options for a node.
        - `node_from_env`: Whether the node is read from the environment: `XID_MACHINE_ID` for xid, `TSIDCREATOR_NODE`
          or `TSID_NODE` for tsid, `SCRU64_NODE_SPEC` for scru64, otherwise `SORTID_NODE`; without a variable it is
          drawn (false).
        - `node_claim`: Whether a drawn node is claimed, so that no other process of this user has it: `required`, or
          `drawn` for unclaimed (by default, if possible); not for generators with a seed, a file or a manual clock.
        - `node`: The node, which distinguishes generators: 0 to 1023 in tid, uid11_snowish, snowflake, flake_idgen and
          timeid (drawn, in timeid from 0 to 31), 0 to 8191 in sharding_id, 0 to 65535 in sonyflake (drawn);
          `node_bits` bits in tsid, scru64 and custom64 (drawn) and in scru160 (random); 64 bits in lexical_uuid, 48 in
          flake and elasticflake, 40 in xid and object_id; a fingerprint in cuid, 0 to 1679615; 62 or 54 bits in uuid8,
          not zero (random); in other UUIDs the same as `machine_id`.
        - `datacenter`: The upper half of the node in snowflake and flake_idgen, 0 to 31, beside `worker` (drawn).
        - `worker`: The lower half of the node in snowflake and flake_idgen, 0 to 31, beside `datacenter` (drawn).
        - `machine_id`: An identifier in the top bits of a UUID's node (random).
        - `machine_bits`: The width of `machine_id`, 1 to 16 bits (16).
        - `order`: The order of uid11_xid within a millisecond: `random` or `monotonic`.
        - `precision`: The precision of uuid7: `ms` or `us` (ms); of uuid7_draft01: `ms`, `us` or `ns` (us).
        - `as_uuid7`: Whether ulids have the variant and version of a UUID version 7, so that they convert to uuid7
          (false).
        - `usage`: The use of scru160's counter: `default` or `microsecond`.
        - `counter_bits`: The number of bits of scru160's random16 that extend its counter, 0 to 16 (0).
        - `counter_seed_bits`: The number of random bits that scru160's counter starts with (all but its top bit).
        - `node_bits`: The width of the node: in scru160 the low bits of random16 (16 minus `counter_bits`); in scru64
          1 to 23 (10); in tsid 0 to 20 (10), where a width other than 0 and 10 requires `node`; in custom64 0 to 32
          (10).
        - `epoch`: The epoch by name, instead of `epoch_unix_ms`: `twitter`, `discord`, `instagram`, `linkedin`, `unix`
          or `sonyflake_v2`.
        - `epoch_unix_ms`: The epoch in Unix milliseconds: of uid11_snowish and uid11_ts_seq_rand (1321009871111), of
          uuid8 and flake_idgen (0), of snowflake (1288834974657), of sharding_id (1314220021721), of sonyflake, in
          tens of milliseconds (1409529600000), of tsid (1577836800000), of custom64 (1288834974657).
        - `timestamp_bits`: The number of timestamp bits: in a uuid8 32, 48, 60 or 64 (48); in custom64 1 to 63 (63
          minus `node_bits` and `sequence_bits`).
        - `field_order`: The order of custom64's fields below the time: `node_sequence` or `sequence_node`.
        - `preset`: A system whose layout custom64 uses; other options override its values: `sonyflake_v2`,
          `uid_generator`, `yitter`, `cockroachdb`, `tiktok`, `discord` or `simpleflake`.
        - `sequence_bits`: The width of the sequence in custom64, 0 to 32 (12).
        - `unit_ns`: The unit of the timestamp in uuid8 and custom64, in nanoseconds (1000000).
        # </generated>

        Errors: `not_applicable` for a format that cannot be generated (any_uuid); `invalid_option`
        for an unknown option, one that the format lacks, or a value out of range;
        `entropy_unavailable`; a `StoreError` for a `state_file` or `lease_file` that cannot be
        used.
        """

    @overload
    def __new__(cls, format: _Format, **options: Unpack[_Options]) -> Generator[Id]: ...
    @overload
    def __new__(cls, format: IdType[_I], **options: Unpack[_Options]) -> Generator[TypeId[_I]]: ...
    @property
    def format(self) -> Format:
        """The format."""

    @property
    def status(self) -> Status:
        """The current status."""

    @property
    def node(self) -> int | None:
        """The node of the next ids: assigned, drawn or leased; `None` if the format has no node.

        A drawn node changes after a fork, a reset or a reseed. Errors: as `next`.
        """

    def next(self) -> _R_co:
        """The next id, at the system's time. Waits if the tick is `max_lead_ms` ahead of the clock;
        Ctrl-C interrupts.

        Errors: `clock_rollback`, `counter_exhausted`, `timestamp_out_of_range`, `forked_generator`,
        `entropy_unavailable`; `invalid_option` with a manual clock; a `StoreError` if the file
        fails.
        """

    def next_at(self, time: _Time) -> _R_co:
        """The next id of a generator with a manual clock, at `time`.

        Errors: as `next`, but `counter_exhausted` instead of waiting; `invalid_option` with the
        system clock.
        """

    def next_after(self, id: Id, time: _Time | None = None) -> _R_co:
        """The next id, greater than `id` and all earlier ids, as of a logical clock. `time` is for
        a manual clock.

        Errors: `lead_exceeded` if the new id would be more than `max_lead_ms` ahead of the clock;
        `timestamp_out_of_range` if no id of the format is greater; `not_applicable` for an id of
        another format or a format without time; otherwise as `next` and `next_at`.
        """

    def timestamp(self, id: Id) -> Timestamp:
        """The time of an id, with this generator's epoch, layout (uuid8) and precision.

        Errors: `not_applicable` for an id of another format or a format without time; `timestamp_out_of_range`.
        """

    def range(self, start: _End, stop: _End) -> IdRange[_R_co]:
        """The range of the half-open interval from `start` to `stop`, with this generator's epoch,
        layout (uuid8) and precision. Errors: as `Id.range`.
        """

    def next_texts(self, count: int) -> list[str]:
        """The next `count` ids as canonical texts. Errors: as `next`.

        >>> texts = Generator("uuid7").next_texts(1000)
        >>> texts == sorted(texts), len(set(texts))
        (True, 1000)
        """

    def next_ids(self, count: int) -> list[_R_co]:
        """The next `count` ids. Errors: as `next`."""

    def next_bytes(self, count: int) -> bytes:
        """The next `count` ids as big-endian bytes, one after another. Errors: as `next`."""

    def fill(self, buffer: _Memory) -> int:
        """Fills a writable, contiguous buffer with ids and returns their number. The element type
        selects the encoding.

        - 64-bit integers (NumPy `uint64`, `array('Q')`; for timeid `int64`): the integers, in the machine's byte order;
        - bytes (`bytearray`, `mmap`, NumPy `V16`): big-endian, one id after another;
        - fixed-width text (NumPy `S13`): the canonical texts.

        Errors: `invalid_length` if the width or the length does not fit; `not_applicable` for
        integers of a format of another width; otherwise as `next`, with `made` the number of
        leading ids that are valid. `TypeError` for other elements.

        >>> memory = bytearray(8 * 3)
        >>> Generator("tid").fill(memory)
        3
        """

    def reseed(self, *, seed: bytes | None = None, node: int | None = None) -> None:
        """Draws a new node and random bits, as after a fork: for a process that was resumed from a
        snapshot, and for a forked child whose generator needs a new seed or node.

        Errors: `forked_generator` if a required node is absent; `invalid_option` for a node that
        does not fit; `entropy_unavailable`.
        """

    def close(self) -> None:
        """Closes the `state_file` after running calls, with the exact position of the last id.

        Later calls raise a `ValueError`; closing again has no effect.
        """

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...
    def __iter__(self) -> Iterator[_R_co]: ...
    def __next__(self) -> _R_co: ...
    def __class_getitem__(cls, key: Any) -> Any: ...

# <generated: functions>
def tid() -> Tid:
    """A new id of the process-wide generator: the atproto TID: microseconds and a clock identifier.

    The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
    A generator with the option `node` or `lease_file` prevents this: see docs/choosing.md.
    """

def timeid() -> Timeid:
    """A new id of the process-wide generator: microseconds with a sign, so also before 1970, and a node.

    The node is one of 32. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
    A generator with the option `node` or `lease_file` prevents this: see docs/choosing.md.
    """

def uid11_xid() -> Uid11Xid:
    """A new id of the process-wide generator: milliseconds since 2011 and 22 random bits."""

def uid11_fullrand() -> Uid11Fullrand:
    """A new id of the process-wide generator: 64 random bits, no time."""

def uid11_snowish() -> Uid11Snowish:
    """A new id of the process-wide generator: milliseconds since 2011, a machine and a sequence.

    The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
    A generator with the option `node` or `lease_file` prevents this: see docs/choosing.md.
    """

def uid11_ts_seq_rand() -> Uid11TsSeqRand:
    """A new id of the process-wide generator: milliseconds since 2011, a sequence and 10 random bits."""

def uuid6() -> Uuid6:
    """A new id of the process-wide generator: UUID version 1 in the order of time."""

def uuid7_draft01() -> Uuid7Draft01:
    """A new id of the process-wide generator: UUID version 7 as drafted in 2021: seconds and a fraction."""

def uuid7() -> Uuid7:
    """A new id of the process-wide generator: UUID version 7: milliseconds, a counter and random bits."""

def uuid8() -> Uuid8:
    """A new id of the process-wide generator: UUID version 8: a timestamp in a custom layout."""

def scru160() -> Scru160:
    """A new id of the process-wide generator: 160 bits: milliseconds, a counter and 96 random bits."""

def snowflake() -> Snowflake:
    """A new id of the process-wide generator.

    It is milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer.

    The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
    A generator with the option `node` or `lease_file` prevents this: see docs/choosing.md.
    """

def ksuid() -> Ksuid:
    """A new id of the process-wide generator: seconds since 2014, a random counter and 64 random bits."""

def ulid() -> Ulid:
    """A new id of the process-wide generator: milliseconds and 80 random bits, which count up within a millisecond."""

def xid() -> Xid:
    """A new id of the process-wide generator: seconds, a machine, a process and a counter."""

def object_id() -> ObjectId:
    """A new id of the process-wide generator: seconds, 40 bits drawn for the process, and a counter."""

def uuid1() -> Uuid1:
    """A new id of the process-wide generator.

    It is UUID version 1, a timeuuid: its bytes and text are not in the order of time.
    """

def uuid4() -> Uuid4:
    """A new id of the process-wide generator: UUID version 4: 122 random bits, no time."""

def tsid() -> Tsid:
    """A new id of the process-wide generator.

    It is milliseconds since 2020, a node and a counter, in base32 or as a decimal integer.

    The node is one of 1,024. Processes with equal nodes repeat ids; on Linux, those of one user claim different nodes.
    A generator with the option `node` or `lease_file` prevents this: see docs/choosing.md.
    """

# </generated>

class Reading(NamedTuple):
    """A possible reading of a text: an id, and the epoch of its time."""

    id: Id
    """The id."""
    epoch: Literal["discord", "linkedin", "sonyflake_v2"] | None
    """The named epoch of the time; `None` is the format's default."""
    @property
    def timestamp(self) -> Timestamp:
        """The time with this epoch. Errors: as `Id.timestamp`."""

class Suggestion(NamedTuple):
    """A likely id for a rejected text, with the corrections."""

    id: Id
    corrections: list[_Correction]

class Inspection:
    """The possible meanings of a text. Each property is computed on access."""

    __slots__ = ("text",)
    text: str
    def __init__(self, text: str) -> None: ...
    @property
    def readings(self) -> list[Reading]:
        """All possible readings, likeliest first; empty if no format accepts the text.

        A decimal integer is also read with the epochs of Discord, LinkedIn and Sonyflake 2, if that is likely.
        """

    @property
    def suggestions(self) -> list[Suggestion]:
        """Likely ids for a text that no format accepts: those that `Id.parse_lenient` reads, and likely ids that
        differ in up to three look-alike characters.
        """

    @property
    def errors(self) -> dict[Format, ParseError]:
        """The error of each format that rejects the text."""

def inspect(text: str) -> Inspection:
    """Inspects a text: its readings, suggestions for a rejected text, and the error of each format.

    >>> [reading.id.format.value for reading in inspect("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").readings]
    ['uuid7', 'uuid7_draft01']
    >>> inspect("175928847299117063").readings[0].epoch
    'discord'
    >>> inspect("0IARYZ6S41TSV4RRFFQ69G5FAV").suggestions
    [Suggestion(id=Ulid('01ARYZ6S41TSV4RRFFQ69G5FAV'), corrections=['crockford'])]
    """

NIL: AnyUuid
"""The nil UUID: all bits are zero."""
MAX: AnyUuid
"""The max UUID: all bits are one."""

def find_ids(text: str, formats: Iterable[_AnyFormat] | None = None) -> list[FoundId]:
    """Finds the ids in any text, from first to last, each in its likeliest format.

    An id is a whole word of letters, digits, `_` and `-`: a canonical text, or one with a prefix.
    Without `formats`, fixed bits or a likely time distinguish ids from words; integers are found
    only if `formats` has their format.

    >>> log = "größe=12 id=order_01fwhe4ydgfk1shh6w1g60eecf by=3jzfcijpj2z2a"
    >>> [(log[start:end], id.format.value) for id, start, end in find_ids(log)]
    [('order_01fwhe4ydgfk1shh6w1g60eecf', 'uuid7'), ('3jzfcijpj2z2a', 'tid')]
    """

def prefix_of(text: str) -> str:
    """The prefix of a text, before its last `_`; empty without a valid prefix.

    Does not check the rest of the text.

    >>> prefix_of("order_01fwhe4ydgfk1shh6w1g60eecf")
    'order'
    """

def convert(value: str | bytes | _uuid.UUID, source: _AnyFormat, target: _AnyFormat) -> tuple[str, bytes]:
    """Converts text, bytes or a `uuid.UUID` as `Id.convert` does. Returns the text and the bytes.

    Also converts 128-bit ids from and to `sql_server_uuid` and `clickhouse_uuid`, which sort in
    these servers as the ids do elsewhere. Only this function accepts these two formats.

    Errors: `unknown_format`; as for parsing; `out_of_range`; `not_applicable`.

    >>> convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid1", "uuid6")[0]
    '1ec9414c-232a-6b00-b3c8-9f6bdeced846'
    """

@overload
def read_unix_ms(ids: _Memory, format: _AnyFormat, out: None = None) -> array[int]:
    """The times of many ids in milliseconds since 1970, floored: in `out`, or in a new `array.array('q')`.

    The elements of `ids` are as for `Generator.fill`; `out` is a writable buffer of as many signed
    64-bit integers.
    Errors: as for parsing, with `made` the number of leading times that are valid.
    """

@overload
def read_unix_ms(ids: _Memory, format: _AnyFormat, out: _Out) -> _Out: ...
@overload
def read_unix_us(ids: _Memory, format: _AnyFormat, out: None = None) -> array[int]:
    """The times of many ids in microseconds since 1970, floored: see `read_unix_ms`."""

@overload
def read_unix_us(ids: _Memory, format: _AnyFormat, out: _Out) -> _Out: ...
@overload
def read_unix_ns(ids: _Memory, format: _AnyFormat, out: None = None) -> array[int]:
    """The times of many ids in nanoseconds since 1970, from 1677 to 2262: see `read_unix_ms`."""

@overload
def read_unix_ns(ids: _Memory, format: _AnyFormat, out: _Out) -> _Out: ...
@overload
def times(
    column: _Items,
    format: _AnyFormat | IdType[Any],
    *,
    unit: _Unit = "ms",
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> list[int | None]:
    """The time of every id of a column, in `s`, `ms`, `us` or `ns` since 1970, floored.

    The result has the kind of the column:

    - for a list or a tuple of texts, bytes, integers, ids and `None`: a list;
    - for an Arrow column (PyCapsule interface), such as series and one-column frames of pandas and
      Polars, arrays of pyarrow and nanoarrow, relations of DuckDB: an Arrow column,
      `timestamp[unit, UTC]`, which pandas, Polars and pyarrow import without a copy;
    - for a NumPy array or another buffer: a NumPy array, `datetime64[unit]`.

    The result of a missing row (`None`, an Arrow null, a masked row) is missing: `None`, null,
    `NaT`.

    For an invalid row, or a time that does not fit 64 bits, `on_invalid="raise"` raises the error with
    its `row`; `on_invalid="null"` makes the result missing, and adds the number of rows by error code
    to `counts`. `counts` requires `on_invalid="null"`, otherwise it is a `TypeError`. `options` are the
    layout options of the ids, as for `Id.range`.

    Errors: `not_applicable` for a format without time, and for integers of a wider one;
    `invalid_option`; `invalid_length` for a buffer that is not a whole number of rows; as for
    parsing; `timestamp_out_of_range`.

    >>> times(["3jzfcijpj2z2a", None], "tid")
    [1688137381887, None]
    >>> counts: dict[str, int] = {}
    >>> times(["3jzfcijpj2z2a", "3jzfcijpj2z2!"], "tid", unit="s", on_invalid="null", counts=counts)
    [1688137381, None]
    >>> counts
    {'invalid_character': 1}
    """

@overload
def times(
    column: _Arrow,
    format: _AnyFormat | IdType[Any],
    *,
    unit: _Unit = "ms",
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> ArrowColumn: ...
@overload
def times(
    column: _Memory,
    format: _AnyFormat | IdType[Any],
    *,
    unit: _Unit = "ms",
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> Any: ...
@overload
def ids(
    column: _Items,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> list[Id | None]:
    """Parses every id of a column.

    A list contains `Id`s. In NumPy and Arrow, ids of 64-bit formats are integers: `uint64`, for
    timeid `int64`. Others are big-endian bytes: in NumPy for example `V16`; in Arrow fixed-size
    binary, with the extension type `arrow.uuid` for UUID formats, otherwise one with the format's
    name, such as `sortid.ksuid`. NumPy masks missing rows.

    Columns, errors: as for `times`.

    >>> ids(["3jzfcijpj2z2a"], "tid")
    [Tid('3jzfcijpj2z2a')]
    """

@overload
def ids(
    column: _Arrow,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> ArrowColumn: ...
@overload
def ids(
    column: _Memory,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> Any: ...
@overload
def texts(
    column: _Items,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> list[str | None]:
    """The canonical text of every id of a column: `str`, in NumPy for example `S36`, in Arrow
    large_utf8.

    Also converts texts in other forms. NumPy masks missing rows. Columns, errors: as for `times`.

    >>> texts([1728652679052295174, None], "tid")
    ['3jzfcijpj2z2a', None]
    """

@overload
def texts(
    column: _Arrow,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> ArrowColumn: ...
@overload
def texts(
    column: _Memory,
    format: _AnyFormat | IdType[Any],
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> Any: ...
@overload
def fields(
    column: _Items,
    format: _AnyFormat | IdType[Any],
    names: Iterable[str] | None = None,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> dict[str, list[int | None]]:
    """Fields of every id of a column, as one column each: the named ones, or all that have up to 64
    bits.

    Integers, in NumPy and Arrow `uint64`, for timeid's time `int64`. NumPy masks missing rows.

    Columns, errors: as for `times`; `invalid_field` for a name that the format lacks, `not_applicable` for a wider one.

    >>> fields(["3jzfcijpj2z2a"], "tid", ["clock_id"])
    {'clock_id': [6]}
    """

@overload
def fields(
    column: _Arrow,
    format: _AnyFormat | IdType[Any],
    names: Iterable[str] | None = None,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> dict[str, ArrowColumn]: ...
@overload
def fields(
    column: _Memory,
    format: _AnyFormat | IdType[Any],
    names: Iterable[str] | None = None,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
) -> dict[str, Any]: ...
@overload
def between(
    column: _Items,
    format: _AnyFormat | IdType[Any],
    start: _Time,
    stop: _Time,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> list[bool | None]:
    """Whether each time of a column is in the half-open interval from `start` to `stop`, in whole
    ticks as `Id.range`.

    Booleans; NumPy masks missing rows.

    Columns, options, errors: as for `times`; `invalid_option` if the interval is empty.

    >>> between(["3jzfcijpj2z2a"], "tid", Timestamp(1688137381), Timestamp(1688137382))
    [True]
    """

@overload
def between(
    column: _Arrow,
    format: _AnyFormat | IdType[Any],
    start: _Time,
    stop: _Time,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> ArrowColumn: ...
@overload
def between(
    column: _Memory,
    format: _AnyFormat | IdType[Any],
    start: _Time,
    stop: _Time,
    *,
    on_invalid: _OnInvalid = "raise",
    counts: _Counts | None = None,
    **options: Unpack[_Reading],
) -> Any: ...
def reseed() -> None:
    """Makes every generator of this process draw a new node and random bits before its next id, as
    after a fork.

    For a process that was resumed from a snapshot or checkpoint. Error: `entropy_unavailable`.
    """
