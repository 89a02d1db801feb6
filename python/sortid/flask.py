"""Ids in Flask: call `register(app)` once.

>>> import flask
>>> import sortid.flask
>>> app = flask.Flask("app")
>>> sortid.flask.register(app)
>>> @app.get("/posts/<tid:id>")
... def post(id):
...     return {"id": id, "year": id.datetime.year}
>>> app.test_client().get("/posts/3jzfcijpj2z2a").json
{'id': '3jzfcijpj2z2a', 'year': 2023}
"""

from __future__ import annotations

from typing import Any, ClassVar

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.routing import BaseConverter, ValidationError

from sortid import AnyId, Format, Id, IdType, ParseError

__all__ = ["IdConverter", "JSONProvider", "register"]


class JSONProvider(DefaultJSONProvider):
    """Flask's provider, which also writes ids as text."""

    @staticmethod
    def default(value: Any) -> Any:
        """Returns the text of an id."""
        return str(value) if isinstance(value, Id) else DefaultJSONProvider.default(value)


class IdConverter(BaseConverter):
    """Reads and writes the ids of a URL; an invalid text does not match the rule. A subclass sets `kind`."""

    kind: ClassVar[Format | IdType[Any]]

    def to_python(self, value: str) -> Any:
        """Reads the text."""
        try:
            return self.kind.parse(value) if isinstance(self.kind, IdType) else AnyId.parse(value, self.kind)
        except ParseError as error:
            raise ValidationError(str(error)) from None


def register(app: Flask, **types: IdType[Any]) -> None:
    """Lets an app write ids as text in JSON, and read them from URLs.

    In a URL, each format has a converter of its name, such as `<uuid7:id>`. With `order=ORDER`,
    `<order:id>` reads the ids of a declared type.
    """
    app.json = JSONProvider(app)
    kinds: dict[str, Format | IdType[Any]] = {**{format.value: format for format in Format}, **types}
    for name, kind in kinds.items():
        app.url_map.converters[name] = type("IdConverter", (IdConverter,), {"kind": kind})
