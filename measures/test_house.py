"""The measure of the house counts what its page says."""

from pathlib import Path

from measures.house import PRODUCT, ROOT, Function, implementations, measured, page

MODULE = '''"""A module."""

from typing import Protocol


class Store(Protocol):
    """A store."""

    def load(self) -> int: ...


def total(values):
    """Return the sum."""
    return _sum(values) + _twice() + _twice()


def _sum(values):
    """Return it."""
    return sum(values)


def _twice():
    return 2


def _of(value):
    return value


def _shown(value):
    return f"{value}"


NAMES = {int: _of}
TEXTS = [_shown(each) for each in (1, 2)]
'''


def test_functions_helpers_imports_and_protocols_are_counted(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(MODULE)
    file = measured(tmp_path / "module.py")
    assert (file.lines, file.imports, file.protocols) == (35, 1, [("Store", 1)])
    no = Function(1, False)
    assert sorted(file.functions) == [no, no, no, *2 * [Function(1, True)], Function(1, True, True)]
    told = list(page([file], product=False))
    assert "  of 5 lines at most       50.0%   3 functions" in told
    assert "  of these steps           16.7%   1 functions" in told


def test_a_table_for_any_game_keeps_to_3500_lines() -> None:
    """One game folder and one part: what more they need has to be the engine's or the kit's."""
    folders = ("bot/games/freetable", "bot/parts/tables", "cogs/tables", "renderers/freetable")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 20
    assert sum([measured(path).code for path in files]) <= 3500


FIELDS = """
from typing import Protocol


class Table(Protocol):
    size: int

    def cards(self): ...


class Queries(Table, Protocol):
    def owner(self): ...
"""
TABLES = """
import fields


class Small:
    def __init__(self):
        self.size = 1

    def cards(self):
        return []


class Large(Small):
    def owner(self):
        return 0
"""


def test_the_implementations_of_a_protocol_are_counted(tmp_path: Path) -> None:
    (tmp_path / "fields.py").write_text(FIELDS)
    (tmp_path / "tables.py").write_text(TABLES)
    small, large = ("tables", "Small"), ("tables", "Large")
    assert implementations([tmp_path], tmp_path) == {
        ("fields", "Table"): [small, large],
        ("fields", "Queries"): [large],
    }


def test_decisions_say_why_a_protocol_has_one_implementation() -> None:
    (reasons,) = [
        line for line in (ROOT / "docs/DECISIONS.md").read_text().splitlines() if line.startswith("| 13 |")
    ]
    found = implementations([ROOT / folder for folder in PRODUCT])
    assert [
        name for (_, name), classes in found.items() if len(classes) < 2 and f"`{name}`" not in reasons
    ] == []
