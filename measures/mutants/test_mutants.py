"""Small faults, and the tests chosen to find them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from measures.mutants import __main__ as harness
from measures.mutants.calls import Called, read
from measures.mutants.choosing import Mutant, chosen_for, outermost
from measures.mutants.mutating import Mutation, mutated, places

SOURCE = """
def least(of: list[int], but: int = 2) -> int:
    if not of:
        return 0
    return min([each for each in of if each > but])
"""
MODULE = """@cache
def outer():
    def inner():
        return 1
    return inner


class A:
    def b(self):
        return 2
"""


def test_each_fault_changes_one_place_and_no_annotation() -> None:
    changed = [mutated(SOURCE, place) for place in places(SOURCE)]
    assert [(each.line, each.before, each.after) for each in changed] == [
        (2, "2", "3"),
        (4, "return 0", "pass"),
        (3, "not of", "of"),
        (4, "0", "1"),
        (5, "each > but", "each >= but"),
    ]
    for each in changed:
        differing = [
            1 for one, other in zip(SOURCE.split("\n"), each.source.split("\n"), strict=True) if one != other
        ]
        assert len(differing) == 1


def test_a_fault_belongs_to_the_outermost_function(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    assert sorted(outermost(file)) == [(1, 5), (9, 10)]


def test_a_module_that_is_not_imported_yet_gets_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("__init__", "late"):
        path = tmp_path / "imported_late" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(SOURCE)
        one = Mutant(f"imported_late/{name}.py", mutated(SOURCE, places(SOURCE)[1]), 2)
        harness.load_modules([one])
        harness.Functions().put_in(one)
        with pytest.raises(ValueError, match="min"):
            sys.modules["imported_late" if name == "__init__" else "imported_late.late"].least([])


def test_the_fastest_tests_of_the_most_specific_files_come_first() -> None:
    calls = {
        "bot/a.py:3": [
            Called("t/wide.py::slow", 9.0, 800),
            Called("t/wide.py::quick", 0.1, 700),
            Called("t/near.py::second", 0.3, 6),
            Called("t/near.py::first", 0.2, 5),
            Called("t/near.py::gone", 0.1, 5),
            Called("t/wide.py::endless", 30.0, 900),
        ],
        "bot/a.py:9": [Called("t/near.py::other", 0.4, 4)],
        "bot/b.py:3": [Called("t/far.py::far", 0.1, 1)],
    }
    known = {each.test for tests in calls.values() for each in tests} - {"t/near.py::gone"}
    fault = Mutation(4, "1", "2", "")
    assert chosen_for(Mutant("bot/a.py", fault, 3), calls, known) == [
        "t/near.py::first",
        "t/wide.py::quick",
        "t/near.py::second",
        "t/wide.py::slow",
    ], "30 seconds are too many"
    outside = chosen_for(Mutant("bot/a.py", fault, 0), calls, known)
    assert set(outside) >= {"t/near.py::other", "t/near.py::first"}, (
        "a constant is tried with all of its module"
    )


def test_recordings_of_several_folders_are_read_together(tmp_path: Path) -> None:
    for number, test in enumerate(("t.py::one", "t.py::two")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"calls.{number}").write_text(
            json.dumps([test, 0.5, 0.6, ["bot/a.py:1", "bot/a.py:7"]]) + "\n"
        )
    found = read([tmp_path / "0", tmp_path / "1"])
    assert found["bot/a.py:7"] == [Called("t.py::one", 0.5, 2), Called("t.py::two", 0.5, 2)]
