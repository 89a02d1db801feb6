"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.Tid("3jzfcijpj2z2a").unix_us
1688137381887007
"""

# The stub is what type checkers and linters read.
# ruff: noqa: F401
from sortid import _options, _sortid
from sortid._arrow import ArrowColumn
from sortid._columns import (
    between,
    fields,
    format_column,
    parse_column,
    read_unix_ms,
    read_unix_ns,
    read_unix_us,
    times,
)
from sortid._errors import Error, GeneratorError, ParseError, StoreError
from sortid._format import Format
from sortid._found import FoundId, find_ids
from sortid._prefixed import PrefixedId, PrefixedType
from sortid._range import IdRange
from sortid._reading import Reading, inspect
from sortid._sortid import (
    Generator,
    Id,
    Timestamp,
    __version__,
    convert,
    is_valid,
    near_misses,
    new_id,
    new_id_at,
    parse,
    prefix_of,
    refusals,
    reseed,
    uuid7_at,
)
from sortid._status import Status

# The class of each format, and the function of each format that can be generated.
_classes = {format.type.__name__: format.type for format in Format}
globals().update(_classes)
globals().update({format.value: getattr(_sortid, format.value) for format in Format if format.is_made})

NIL = _classes["AnyUuid"].from_int(0)
MAX = _classes["AnyUuid"].from_int(2**128 - 1)

# Classes only: functions have names such as `inspect` and `ulid`, which other modules have, too.
__all__ = [
    "ArrowColumn",
    "Error",
    "Format",
    "FoundId",
    "Generator",
    "GeneratorError",
    "Id",
    "IdRange",
    "ParseError",
    "PrefixedId",
    "PrefixedType",
    "Reading",
    "Status",
    "StoreError",
    "Timestamp",
]
__all__ += list(_classes)
