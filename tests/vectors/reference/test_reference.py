"""Tests of the reference itself, against published values and its own rules."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

from . import derive, starter, stream, vectors
from .answer import answer
from .formats import BY_NAME, FORMATS


class Stream(unittest.TestCase):
    def test_key_stream_of_zeros_is_the_published_one(self) -> None:
        # draft-strombergson-chacha-test-vectors, TC1, 256-bit key, 12 rounds.
        words = b"".join(word.to_bytes(4, "little") for word in stream.block(bytes(32), 0))
        assert words[:16].hex() == "9bf49a6a0755f953811fce125f2683d5"

    def test_draw_takes_whole_words_and_keeps_low_bits(self) -> None:
        entropy, words = stream.Entropy(bytes(32)), stream.block(bytes(32), 0)
        assert entropy.draw(40) == (words[1] & 255) << 32 | words[0]
        assert entropy.draw(0) == 0
        assert entropy.draw(1) == words[2] & 1


class Answers(unittest.TestCase):
    def test_vectors_of_uid11_8_6(self) -> None:
        for milliseconds, text in ((0, "11111111111"), (1, "1111111NVpb"), (86_400_000, "113q8KFkAEs")):
            request: dict[str, object] = {
                "op": "build",
                "format": "uid11_xid",
                "fields": {"timestamp_ms": str(milliseconds)},
            }
            found = answer(request)["ok"]
            assert isinstance(found, dict)
            assert found["text"] == text

    def test_unknown_operation_is_unsupported(self) -> None:
        assert answer({"op": "fry", "format": "tid"}) == {"error": "unsupported"}

    def test_file_is_unsupported_and_its_options_are_judged(self) -> None:
        request: dict[str, object] = {"op": "generate", "format": "tid", "count": 1}
        assert answer({**request, "options": {"state_file": "x"}}) == {"error": "unsupported"}
        both = {"state_file": "x", "on_rollback": "reset"}
        assert answer({**request, "options": both}) == {"error": "invalid_option"}


class Comparison(unittest.TestCase):
    def test_difference_looks_at_expected_keys_alone(self) -> None:
        case = {"expect": {"a": {"b": 1}}}
        assert vectors.difference(case, {"ok": {"a": {"b": 1, "c": 2}, "d": 3}}) is None
        assert vectors.difference(case, {"ok": {"a": {"b": True}}}) is not None
        assert vectors.difference(case, {"error": "out_of_range"}) is not None

    def test_difference_looks_at_the_offset_if_there_is_one(self) -> None:
        found = {"error": "invalid_character", "offset": 3}
        assert vectors.difference({"error": "invalid_character"}, found) is None
        assert vectors.difference({"error": "invalid_character", "offset": 4}, found) is not None


class Derivation(unittest.TestCase):
    def test_alphabets_hold_ranges_and_hyphens(self) -> None:
        assert derive.symbols("a-cx") == set("abcx")
        assert derive.symbols("-a-b") == set("-ab")
        assert derive.symbols(starter.ranges_of("-abcxy09")) == set("-abcxy09")

    def test_heads_of_all_files_are_those_of_the_table(self) -> None:
        for name, file in vectors.files(vectors.FOLDER).items():
            if "derive" not in file:
                continue
            format = BY_NAME[file["format"]]
            ours = starter.head(format, starter.sample_of(format))
            for key in ("lengths", "time", "made", "options", "conversions"):
                assert file["derive"][key] == ours[key], f"{name}: {key}"


class Starting(unittest.TestCase):
    def test_every_format_has_a_file_with_distinct_names(self) -> None:
        for format in FORMATS:
            file = json.loads(starter.file_of(format, [], ""))
            names = [case["name"] for case in file["cases"]]
            assert len(names) == len(set(names)), format.name
            assert all("expect" in case or "error" in case for case in file["cases"]), format.name

    def test_file_that_exists_is_left_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = Path(folder)
            assert starter.new("tid", ["3jzfcijpj2z2a"], "here", path, to_stdout=False) == 0
            written = (path / "tid.json").read_text(encoding="utf-8")
            assert '"source": "here"' in written
            assert starter.new("tid", [], "", path, to_stdout=False) == 1
            assert (path / "tid.json").read_text(encoding="utf-8") == written
            assert starter.new("no_format", [], "", path, to_stdout=False) == 2
