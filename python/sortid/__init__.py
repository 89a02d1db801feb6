"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.Tid("3jzfcijpj2z2a").unix_us
1688137381887007
"""

from sortid import _options as _options
from sortid import _sortid
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
from sortid._prefixed import Prefixed, PrefixedFormat
from sortid._range import IdRange
from sortid._sortid import (
    Generator,
    Id,
    Timestamp,
    __version__,
    convert,
    inspect,
    is_valid,
    new,
    parse,
    prefix_of,
    refusals,
    reseed,
)
from sortid._status import Status

# For each format a class, and for each that is made a function, by its name: what the core has, is here.
_of_formats = {
    **{format.type.__name__: format.type for format in Format},
    **{format.value: getattr(_sortid, format.value) for format in Format if format.is_made},
}
globals().update(_of_formats)

__all__ = [
    "ArrowColumn",
    "Error",
    "Format",
    "Generator",
    "GeneratorError",
    "Id",
    "IdRange",
    "ParseError",
    "Prefixed",
    "PrefixedFormat",
    "Status",
    "StoreError",
    "Timestamp",
    "__version__",
    "between",
    "convert",
    "fields",
    "format_column",
    "inspect",
    "is_valid",
    "new",
    "parse",
    "parse_column",
    "prefix_of",
    "read_unix_ms",
    "read_unix_ns",
    "read_unix_us",
    "refusals",
    "reseed",
    "times",
]
__all__ += list(_of_formats)
