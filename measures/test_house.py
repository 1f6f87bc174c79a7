"""The measure of the house counts what its page says."""

from pathlib import Path

from measures.house import ROOT, Function, measured, page

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
