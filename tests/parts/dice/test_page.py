"""docs/DICE.md agrees with the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.engine.fair import Stream
from bot.parts.dice import expression
from bot.parts.dice.bounds import BadExpression
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from bot.parts.dice.ports import MOST_SAVED
from bot.parts.dice.rolling import roll

PAGE = (Path(__file__).parents[3] / "docs" / "DICE.md").read_text(encoding="utf-8")
WORDS = PAGE.split("## In words")[1].split("## From other")[0]
ELSEWHERE = PAGE.split("## From other programs")[1].split("## Limits")[0]
NOTATION = PAGE.split("## What can be written")[1].split("## In words")[0]
LIMITS = PAGE.split("## Limits")[1].split("## Who sees")[0]


def test_every_expression_of_the_table_can_be_rolled() -> None:
    rows = [line.split("|")[1] for line in NOTATION.splitlines() if line.startswith("| `")]
    written = [each for row in rows for each in re.findall(r"`([^`]+)`", row) if each != "+ - * / // %"]
    assert len(written) >= 25
    for each in written:
        assert read(each).body


def rows(table: str) -> list[tuple[list[str], str]]:
    """Return the expressions of the first column of a table, and the text of the second."""
    cells = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return [(re.findall(r"`([^`]+)`", written), meant.strip(" |")) for written, meant in cells]


def check_same(written: str, meant: str) -> None:
    """Check that two expressions roll the same, draw for draw, and have the same odds."""
    ours, theirs = read(meant), read(written)
    for number in range(20):
        streams = [Stream(f"page {number}", bytes(32)) for _ in range(2)]
        rolls = [roll(each, stream) for each, stream in zip((ours, theirs), streams, strict=True)]
        assert [turn.total for turn in rolls[0].turns] == [turn.total for turn in rolls[1].turns], written
        assert streams[0].draws == streams[1].draws
    assert odds(theirs) == odds(ours), written
    assert (theirs.label, theirs.counts_successes) == ("", ours.counts_successes)


def test_words_are_the_signs_beside_them() -> None:
    assert len(rows(WORDS)) == 10
    for words, signs in rows(WORDS):
        for each in words:
            check_same(each, signs.strip("`"))


def test_notations_of_other_programs_are_read_with_the_same_meaning_or_refused_with_ours() -> None:
    assert len(rows(ELSEWHERE)) >= 25
    for written, meant in rows(ELSEWHERE):
        ways = re.findall(r"`([^`]+)`", meant)
        for each in written:
            if meant.startswith("refused"):
                with pytest.raises(BadExpression) as refused:
                    read(each)
                assert all(way in refused.value.sentence for way in ways), (each, refused.value.sentence)
            elif "the answer shows" not in meant:
                check_same(each, ways[0])
            else:
                assert read(each).body == each


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
