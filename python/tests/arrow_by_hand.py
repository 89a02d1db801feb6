"""Arrow columns built with ctypes, which record every release."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
LastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


class Schema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", Release),
        ("private_data", ctypes.c_void_p),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", Release),
        ("private_data", ctypes.c_void_p),
    ]


class Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", Get),
        ("get_next", Get),
        ("get_last_error", LastError),
        ("release", Release),
        ("private_data", ctypes.c_void_p),
    ]


class Exporter:
    """A column of chunks of texts with 32-bit offsets. Reading the chunk with the index `fails` fails."""

    def __init__(self, pieces: Sequence[Sequence[bytes]], letters: bytes = b"u", fails: int | None = None) -> None:
        self.pieces, self.letters, self.fails = pieces, letters, fails
        self.released: list[str] = []
        self.exported: list[str] = []
        self.references: list[Any] = []

    def _release(self, what: str, kind: Any) -> Any:
        def release(pointer: int) -> None:
            self.released.append(what)
            kind.from_address(pointer).release = Release()

        self.references.append(Release(release))
        self.exported.append(what)
        return self.references[-1]

    def schema(self) -> Schema:
        return Schema(self.letters, None, None, 2, 0, None, None, self._release("schema", Schema), None)

    def array(self, rows: Sequence[bytes]) -> Array:
        offsets = (ctypes.c_int32 * (len(rows) + 1))(*(sum(map(len, rows[:end])) for end in range(len(rows) + 1)))
        data = ctypes.create_string_buffer(b"".join(rows))
        buffers = (ctypes.c_void_p * 3)(None, ctypes.addressof(offsets), ctypes.addressof(data))
        self.references += [offsets, data, buffers]
        release = self._release("array", Array)
        return Array(len(rows), 0, 0, 3, 0, ctypes.addressof(buffers), None, None, release, None)

    def copy(self, structure: Any, into: Any) -> None:
        self.references.append(structure)
        for name, _ in structure._fields_:
            setattr(into, name, getattr(structure, name))

    def capsule(self, value: Any, name: bytes) -> object:
        self.references += [value, name]
        capsule: object = _api.PyCapsule_New(ctypes.addressof(value), name, None)
        return capsule


class ArrayExporter(Exporter):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        schema, array = self.schema(), self.array(self.pieces[0])
        return self.capsule(schema, b"arrow_schema"), self.capsule(array, b"arrow_array")


class StreamExporter(Exporter):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        pieces = iter(enumerate(self.pieces))

        def get_schema(_stream: int, out: int) -> int:
            self.copy(self.schema(), Schema.from_address(out))
            return 0

        def get_next(_stream: int, out: int) -> int:
            nth, rows = next(pieces, (None, None))
            if nth is not None and nth == self.fails:
                return 5
            into = Array.from_address(out)
            if rows is None:
                into.release = Release()
                return 0
            self.copy(self.array(rows), into)
            return 0

        message = ctypes.create_string_buffer(b"the disk is gone")
        stream = Stream(
            Get(get_schema),
            Get(get_next),
            LastError(lambda _: ctypes.addressof(message)),
            self._release("stream", Stream),
        )
        self.references += [message, stream]
        return self.capsule(stream, b"arrow_array_stream")
