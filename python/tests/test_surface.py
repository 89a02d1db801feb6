"""The public names: stubs, modules and core agree."""

from __future__ import annotations

import ast
import enum
import importlib.metadata
import importlib.resources
import inspect
import pydoc
import re
import subprocess
import sys
import typing
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import sortid
from conftest import WITH_CLASS, needs_release
from sortid import AnyId, Format, Generator, Id, Tid, Timestamp, Uuid7, _sortid

STUB = ast.parse((importlib.resources.files(sortid) / "__init__.pyi").read_text())
ROOT = Path(__file__).resolve().parents[2]


def stub_class(name: str) -> ast.ClassDef:
    return next(node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name == name)


def stub_functions(owner: ast.Module | ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in owner.body if isinstance(node, ast.FunctionDef)}


def literals(annotation: ast.expr) -> set[Any]:
    """The values of every `Literal` in an annotation."""
    found: set[Any] = set()
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            found |= {word.value for word in ast.walk(node.slice) if isinstance(word, ast.Constant)}
    return found


def names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def test_formats_equal_those_of_the_core() -> None:
    facts = dict(_sortid.formats())
    assert [format.value for format in Format] == list(facts)
    assert [format.code for format in Format] == list(range(1, len(facts) + 1))
    for name, expected in facts.items():
        format = Format(name)
        assert format is Format[name]
        for fact, value in expected.items():
            assert getattr(format, fact) == value
    members = [node.targets[0] for node in stub_class("Format").body if isinstance(node, ast.Assign)]
    assert [target.id for target in members if isinstance(target, ast.Name)] == list(facts)
    properties = set(stub_functions(stub_class("Format")))
    assert properties == set(next(iter(facts.values())))


def test_installed_stubs_equal_the_source() -> None:
    for stub in (ROOT / "python" / "sortid").glob("*.pyi"):
        assert (importlib.resources.files(sortid) / stub.name).read_text() == stub.read_text()


def test_options_equal_those_of_the_core() -> None:
    assert list(inspect.signature(Generator).parameters) == ["format", *(name for name, *_ in _sortid.options())]
    reading = [name for name, _, _, reads, _ in _sortid.options() if reads]
    for method in (Id.range, AnyId.range, Id.min_at, AnyId.max_at, Id.timestamp_with):
        parameters = inspect.signature(method).parameters.values()
        assert [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY] == reading


def test_every_format_has_a_class() -> None:
    assert len(WITH_CLASS) > 20
    for format in Format:
        kind = format.type
        name = "".join(word.capitalize() for word in format.value.split("_"))
        assert kind is getattr(sortid, name, AnyId)
        assert (kind.__module__, kind.__bases__) == ("sortid", (Id,))
        assert (format in WITH_CLASS) == (kind is not AnyId)
        assert hasattr(sortid, format.value) == (format in WITH_CLASS and format.can_generate)
        assert type(AnyId.from_fields({}, format)) is kind
        if format.can_generate:
            assert type(AnyId.now(format)) is kind
        if format in WITH_CLASS:
            assert format.summary in (kind.__doc__ or "")
            assert kind.from_fields({}).format is format


def test_only_any_id_takes_a_format() -> None:
    calls: list[Callable[..., Any]]
    calls = [Id, Id.parse, lambda text: Id.parse(text, "tid"), lambda text: Id(text, "tid")]
    for call in calls:
        with pytest.raises(TypeError, match="Id has no format: use the class of a format, or AnyId"):
            call("3jzfcijpj2z2a")
    calls = [lambda text: Tid(text, "tid"), lambda text: Tid.parse(text, format="tid")]
    for call in calls:
        with pytest.raises(TypeError, match="Tid takes no format: use AnyId"):
            call("3jzfcijpj2z2a")
    for call in (AnyId, AnyId.parse):
        with pytest.raises(TypeError, match="missing a required argument: 'format'"):
            call("3jzfcijpj2z2a")


def test_class_attributes_can_be_set() -> None:
    id = Uuid7.now()
    with mock.patch.object(Uuid7, "now", return_value=id):
        assert Uuid7.now() is id
    assert Uuid7.now() > id
    kinds: list[Any] = [Id, AnyId, Uuid7]
    for kind in kinds:
        kind._decoder = kind.parse
        assert kind._decoder == kind.parse
        del kind._decoder


@pytest.mark.parametrize("name", ["format", "int", "unix_ms", "other", "__class__", "__dict__", "now"])
def test_instances_are_immutable(name: str) -> None:
    for id in (Uuid7.now(), AnyId.now("scru128")):
        message = f"cannot set '{name}': a {type(id).__name__} is immutable"
        with pytest.raises(AttributeError, match=message):
            setattr(id, name, Tid)
        with pytest.raises(AttributeError, match=message):
            delattr(id, name)
        # Python itself may change the class to one with the same layout.
        if name != "__class__":
            with pytest.raises((AttributeError, TypeError)):
                object.__setattr__(id, name, Tid)


def test_every_generated_format_has_a_function() -> None:
    for format in (format for format in WITH_CLASS if format.can_generate):
        function = getattr(sortid, format.value)
        assert type(function()) is format.type
        assert str(inspect.signature(function)) == "()"
        assert format.summary in function.__doc__


def test_docstrings_warn_of_shared_nodes() -> None:
    docs = {format.value: getattr(sortid, format.value).__doc__ for format in WITH_CLASS if format.can_generate}
    noted = {name: re.findall(r"node is one of ([\d,]+)\. ", doc) for name, doc in docs.items()}
    assert noted["tid"] == ["1,024"]
    assert noted["timeid"] == ["32"]
    assert noted["uuid7"] == noted["xid"] == []
    assert "`node` or `lease_file`" in sortid.tid.__doc__


def test_stubs_declare_every_public_name() -> None:
    constants = {"NIL", "MAX"}
    described = {
        *stub_functions(STUB),
        *(node.name for node in STUB.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"),
        "__version__",
        *constants,
    }
    modules = {
        "asyncpg",
        "bson",
        "cattrs",
        "compat",
        "django",
        "drf",
        "fastapi",
        "flask",
        "hypothesis",
        "json",
        "kombu",
        "lease",
        "litestar",
        "pandas",
        "peewee",
        "polars",
        "psycopg",
    }
    modules |= {"ninja", "pymysql", "sqlalchemy", "storage", "testing"}
    public = {name for name in dir(sortid) if not name.startswith("_") and name not in modules}
    assert described == {*public, "__version__"}
    inherited = stub_class("AnyId").body
    for node in ast.walk(STUB):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            assert ast.get_docstring(node) or node in inherited or "overload" in decorators, node.name
    for name in public - constants:
        assert pydoc.getdoc(getattr(sortid, name)), name


def test_star_import_has_only_classes() -> None:
    """Functions such as `inspect` and `ulid` would shadow modules of the same name."""
    classes = {name for name in dir(sortid) if isinstance(getattr(sortid, name), type) and name[0] != "_"}
    assert set(sortid.__all__) == classes


def test_annotations_can_be_evaluated() -> None:
    """Evaluates them although the package does not import `typing`."""
    for name in dir(sortid):
        public = getattr(sortid, name)
        if name.startswith("_") or not callable(public):
            continue
        typing.get_type_hints(public)
        members = vars(public).values() if isinstance(public, type) else ()
        for member in members:
            function = getattr(member, "fget", getattr(member, "__func__", member))
            if hasattr(function, "__annotations__"):
                typing.get_type_hints(function)


def test_properties_are_not_in_slots() -> None:
    """Pyright treats a property whose name is in `__slots__` as an attribute of type `property`."""
    for owner in (node for node in STUB.body if isinstance(node, ast.ClassDef)):
        values = [
            node.value
            for node in owner.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__"
        ]
        slots = {name for value in values for name in ast.literal_eval(value)}
        assert not slots & set(stub_functions(owner)), owner.name


SAMPLES: dict[str, Any] = {
    "self": None,
    "column": ["3jzfcijpj2z2a"],
    "names": ["clock_id"],
    "formats": ["tid"],
    "on_invalid": "null",
    "text": "3jzfcijpj2z2a",
    "format": "tid",
    "data": bytes(8),
    "value": 0,
    "fields": {},
    "seconds": 1,
    "nanos": 0,
    "unix_ms": 1,
    "unix_us": 1,
    "unix_ns": 1,
    "time": Timestamp(1),
    "start": Timestamp(1),
    "stop": Timestamp(2),
    "prefix": "3k",
    "count": 1,
    "ids": bytes(8),
    "source": "tid",
    "target": "timeid",
    "out": None,
    "precision": None,
    "seed": None,
    "node": None,
    "form": "canonical",
    "key": "order 17",
    "namespace": "shop",
    "secret": bytes(16),
}
INSTANCES: dict[str, Any] = {
    "Id": Tid("3jzfcijpj2z2a"),
    "Timestamp": Timestamp(1),
    "Format": Format.tid,
}


def callables() -> dict[str, tuple[Any, ast.FunctionDef]]:
    """The functions and methods of the stubs, with their implementations."""
    found: dict[str, tuple[Any, ast.FunctionDef]] = {
        name: (getattr(sortid, name), node) for name, node in stub_functions(STUB).items()
    }
    for kind in ("Id", "AnyId", "Timestamp", "Generator", "Format"):
        for name, node in stub_functions(stub_class(kind)).items():
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if "property" in decorators or (name.startswith("__") and name != "__new__"):
                continue
            owner = (
                sortid.uuid7()
                if name == "bytes_in"
                else AnyId
                if kind == "AnyId"
                else sortid.Uuid7
                if name in ("at", "keyed", "from_uuid", "from_bytes_in")
                else Tid
                if "classmethod" in decorators
                else INSTANCES.get(kind) or Generator("tid", clock="manual")
            )
            if kind == "Generator" and name in (
                "next",
                "next_texts",
                "next_ids",
                "next_bytes",
                "fill",
                "next_after",
            ):
                owner = Generator("tid")
            found[f"{kind}.{name}"] = (
                (Tid if kind == "Id" else getattr(sortid, kind)) if name == "__new__" else getattr(owner, name),
                node,
            )
    return found


@pytest.mark.parametrize("name", callables())
def test_signature_matches_the_stub(name: str) -> None:
    """A function has the positional and keyword parameters of its stub, and no others."""
    function, node = callables()[name]
    samples = dict(SAMPLES)
    if name == "convert" or name.endswith(("Id.__new__", "Id.parse")):
        samples["value"] = "3jzfcijpj2z2a"
    samples["uuid"] = sortid.uuid7().uuid
    samples["id"] = Generator("tid").next()
    samples["buffer"] = bytearray(8)
    samples["datetime"] = Timestamp(1).datetime
    if name == "AnyId.from_uuid":
        samples["format"] = "uuid7"
    if name.endswith("bytes_in"):
        samples |= {"format": "uuid7", "data": sortid.uuid7().bytes_in("guid"), "order": "guid"}
    if name in ("AnyId.at", "AnyId.keyed"):
        # A tick of tid has one id, so `keyed` does not apply to it.
        samples["format"] = "uuid7"
    if name == "Id.convert":
        samples["format"] = "timeid"
    plain = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
    if name == "AnyId.keyed":
        function = partial(function, format="uuid7")
    keyword = [argument.arg for argument in node.args.kwonlyargs]
    if node.args.kwarg is not None:
        is_generator = name == "Generator.__new__"
        keyword = [option for option, _, _, reads, _ in _sortid.options() if reads or is_generator]
    if name == "Generator.next_after":
        plain.remove("time")
    function(*(samples[argument] for argument in plain))
    function(**{argument: samples[argument] for argument in plain})
    function(
        *(samples[argument] for argument in plain),
        **{argument: samples.get(argument) for argument in keyword},
    )
    required = len(plain) - len([default for default in node.args.defaults if plain])
    if required > 0 and plain:
        with pytest.raises(TypeError):
            function()
    with pytest.raises((TypeError, sortid.ParseError)):
        function(*(samples[argument] for argument in plain), no_such_argument=1)
    with pytest.raises(TypeError):
        function(*(samples[argument] for argument in plain), *([None] * (len(node.args.args) + 1)))


def test_members_are_read_only_properties() -> None:
    for kind in (Id, Timestamp, Generator):
        stubs = stub_functions(stub_class(kind.__name__))
        properties = {
            name for name, node in stubs.items() if any(ast.unparse(d) == "property" for d in node.decorator_list)
        }
        there = {name for name in dir(kind) if inspect.isgetsetdescriptor(getattr(kind, name))} - {"__class__"}
        assert properties == there


def test_version_is_that_of_the_workspace() -> None:
    manifest = (ROOT / "Cargo.toml").read_text()
    version = re.search(r'^\[workspace\.package\]\nversion = "(.+)"$', manifest, re.M)
    assert version is not None
    assert sortid.__version__ == importlib.metadata.version("sortid") == version[1]


def packaged() -> tuple[set[str], set[str]]:
    """The package's Python files and its native modules."""
    files = importlib.metadata.files("sortid")
    assert files is not None
    names = {str(file) for file in files if str(file).startswith("sortid/") and "__pycache__" not in str(file)}
    native = {name for name in names if name.startswith("sortid/_sortid.") and not name.endswith(".pyi")}
    return names - native, native


def test_package_is_typed_and_has_no_dependencies() -> None:
    sources, native = packaged()
    assert sources == {
        "sortid/AGENTS.md",
        "sortid/__init__.py",
        "sortid/__init__.pyi",
        "sortid/__main__.py",
        "sortid/_arrow.py",
        "sortid/_columns.py",
        "sortid/_drivers.py",
        "sortid/_errors.py",
        "sortid/_format.py",
        "sortid/_found.py",
        "sortid/_inspection.py",
        "sortid/_options.py",
        "sortid/_pattern.py",
        "sortid/_pydantic.py",
        "sortid/_range.py",
        "sortid/_sortid.pyi",
        "sortid/_status.py",
        "sortid/_typeid.py",
        "sortid/asyncpg.py",
        "sortid/bson.py",
        "sortid/cattrs.py",
        "sortid/compat.py",
        "sortid/django.py",
        "sortid/drf.py",
        "sortid/fastapi.py",
        "sortid/flask.py",
        "sortid/hypothesis.py",
        "sortid/json.py",
        "sortid/kombu.py",
        "sortid/lease.py",
        "sortid/litestar.py",
        "sortid/ninja.py",
        "sortid/pandas.py",
        "sortid/peewee.py",
        "sortid/polars.py",
        "sortid/psycopg.py",
        "sortid/py.typed",
        "sortid/pymysql.py",
        "sortid/sqlalchemy.py",
        "sortid/storage.py",
        "sortid/testing.py",
    }
    assert len(native) == 1
    licenses = [str(file) for file in importlib.metadata.files("sortid") or [] if "LICENSE" in str(file)]
    assert len(licenses) == 2
    requires = importlib.metadata.requires("sortid") or []
    assert [package for package in requires if "extra ==" not in package] == []


@needs_release
def test_native_module_is_small() -> None:
    (library,) = packaged()[1]
    # 1.46 MB, of which error messages are 0.05 MB, leases 0.07 MB, declared types 0.03 MB.
    assert (Path(sortid.__file__).parent.parent / library).stat().st_size < 1_480_000


def test_format_is_an_enumeration() -> None:
    assert isinstance(Format.tid, enum.Enum)
    assert (Format.__module__, Format.__qualname__) == ("sortid", "Format")
    assert Format("tid") is Format.tid is Format["tid"]
    assert typing.cast(Any, Format.tid) != "tid"
    with pytest.raises(ValueError, match="TID"):
        Format("TID")
    with pytest.raises(AttributeError):
        Format.tid.value = "x"


def printed(program: str) -> str:
    """The output of a program in a new process."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_import_loads_no_slow_module() -> None:
    slow = {"typing", "re", "inspect", "dataclasses", "pydantic", "numpy", "asyncio", "json", "uuid"}
    slow |= {"enum", "collections", "functools", "array"}
    program = f"import sys; old = set(sys.modules); import sortid; print(sorted({slow!r} & set(sys.modules) - old))"
    assert printed(program) == "[]"
    assert printed("import sys, sortid; print([name for name in sys.modules if 'sortid' in name])") == str(
        ["sortid._sortid", "sortid._errors", "sortid"]
    )


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sortid.uuid7().format.value", "uuid7"),
        ("sortid.Generator('tid').format.value", "tid"),
        ("list(sortid.inspect('').errors) == list(sortid.Format)", "True"),
        ("sortid.AnyId.parse('2' * 13, sortid.Format['tid']).format is sortid.Format.tid", "True"),
        ("sortid.inspect is sortid.inspect", "True"),
        ("hasattr(sortid, 'absent')", "False"),
    ],
)
def test_lazy_names_are_found_when_first_used(expression: str, value: str) -> None:
    assert printed(f"import sortid; print({expression})") == value
