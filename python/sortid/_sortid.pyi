"""The native module. What of it is public is described in `__init__.pyi`; here is what the package's own modules use."""

from datetime import datetime
from typing import Any

from sortid import Format as _Format
from sortid import Id as _Id
from sortid import Timestamp as _Timestamp

def formats() -> list[tuple[str, dict[str, Any]]]:
    """Every format's name and facts, in the order of the codes."""

def set_members(members: list[Any]) -> None:
    """Takes the members of the enumeration, in the order of the formats."""

def options() -> list[tuple[str, str, list[str], bool, str]]:
    """Every option: its name, the kind of its values, the words it takes, whether it is for reading, what it says."""

def error_codes() -> list[tuple[str, int, str]]:
    """Every code with its number and message."""

def min_at(format: _Format, time: datetime | _Timestamp) -> _Id: ...
def max_at(format: _Format, time: datetime | _Timestamp) -> _Id: ...
def range(
    format: _Format, start: datetime | _Timestamp, stop: datetime | _Timestamp, **options: Any
) -> tuple[_Id, _Id]: ...
def prefix_range(format: _Format, prefix: str) -> tuple[_Id, _Id]: ...
def __getattr__(name: str) -> Any: ...
