"""The bounds of SECURITY.md are those of the program, and each table of the database has one."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.base.limits import Limits
from bot.host.settings import SETTINGS
from tests.storage.tables import every_table

SECURITY = Path(__file__).parent.parent / "SECURITY.md"


def rows() -> list[list[str]]:
    """Return the cells of the table of bounds, without its head."""
    section = SECURITY.read_text().split("## Bounds", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def value(name: str) -> Any:
    """Return the default of a limit, or the value of a dotted name."""
    if name.startswith("LIMIT_"):
        assert name.lower() in SETTINGS, f"{name} is no setting"
        return getattr(Limits(), name.removeprefix("LIMIT_").lower())
    module, _, attribute = name.rpartition(".")
    if module == "bot.base.limits.Limits":
        return getattr(Limits(), attribute)
    return getattr(import_module(module), attribute)


def test_the_values_are_those_of_the_program_and_are_told() -> None:
    found = [(" ".join(row[1:4]), name) for row in rows() for name in re.findall(r"`([^`]+)`", row[-1])]
    assert len(found) > 30
    for words, name in found:
        number = value(name)
        told = [f"{number:,}", *[f"{number // 1024**power} {unit}" for power, unit in ((1, "KB"), (2, "MB"))]]
        assert any(re.search(rf"\b{each}\b", words) for each in told), f"{name} is not told in words"
    limits = {name for _, name in found if name.startswith("LIMIT_")}
    steps = {"LIMIT_LAB_MATCHES", "LIMIT_REVIEW_STEPS"}  # the work for one report, which is stored once
    assert limits | steps == {each.upper() for each in SETTINGS if each.startswith("limit_")}


def test_every_table_of_the_database_has_one_bound() -> None:
    named = [table for row in rows() for table in re.findall(r"`([a-z_]+)`", row[-2])]
    assert sorted(named) == sorted(every_table().tables)


def test_every_line_has_a_bound() -> None:
    for row in rows():
        assert len(row) == 6, row[0]
        assert any(row[1:4]), row[0]
