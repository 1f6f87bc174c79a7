"""The measure of the house counts what its page says."""

from pathlib import Path

from measures.house import Function, measured, page

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
'''


def test_functions_helpers_imports_and_protocols_are_counted(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(MODULE)
    file = measured(tmp_path / "module.py")
    assert (file.lines, file.imports, file.protocols) == (23, 1, [("Store", 1)])
    assert sorted(file.functions) == [Function(1, lonely) for lonely in (False, False, False, True)]
    assert "  of 5 lines at most       25.0%   1 functions" in list(page([file], product=False))
