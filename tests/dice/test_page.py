"""docs/DICE.md agrees with the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.parts.dice import expression
from bot.parts.dice.errors import BadExpression
from bot.parts.dice.notation import read
from bot.parts.dice.ports import MOST_SAVED

PAGE = (Path(__file__).parents[2] / "docs" / "DICE.md").read_text(encoding="utf-8")
NOTATION = PAGE.split("## What can be written")[1].split("## Limits")[0]
LIMITS = PAGE.split("## Limits")[1].split("## Who sees")[0]


def test_every_expression_of_the_table_can_be_rolled() -> None:
    rows = [line.split("|")[1] for line in NOTATION.splitlines() if line.startswith("| `")]
    written = [each for row in rows for each in re.findall(r"`([^`]+)`", row) if each != "+ - * / // %"]
    assert len(written) >= 25
    for each in written:
        assert read(each).body


def test_the_limits_are_those_of_the_program() -> None:
    for limit in (
        expression.LENGTH,
        expression.DICE,
        expression.FIRST_DICE,
        expression.SIDES,
        expression.REPEATS,
        expression.EXPLOSIONS,
        expression.REROLLS,
        expression.EXTRA_DICE,
    ):
        assert re.search(rf"\| .*\b{limit:,}\b", LIMITS), limit
    assert expression.LARGEST == 10**15
    assert f"up to {MOST_SAVED} rolls" in PAGE


def test_the_caret_of_the_page_is_that_of_the_program() -> None:
    with pytest.raises(BadExpression) as refused:
        read("4d6kx3")
    assert f"```\n{refused.value.pointed()}\n```" in PAGE
