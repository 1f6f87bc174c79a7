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
SHOWN = PAGE.split("## From other programs")[1].split("## Limits")[0]
NOTATION = PAGE.split("## What can be written")[1].split("## In words")[0]
LIMITS = PAGE.split("## Limits")[1].split("## Who sees")[0]


ELSEWHERE = """\
| `{4d6, 3d8}kh1` | `(4d6,3d8)kh1` |
| `{4d6}kh3` | `(4d6)kh3` |
| `4d6min3` | `4d6mi3` |
| `4d6max5` | `4d6ma5` |
| `4d6ro<3` | `4d6ro<3` |
| `4d6dl1` | `4d6pl1` |
| `2d20kh` | `2d20kh1` |
| `4dF.2` | `4dF` |
| `3d6!=5` | whether the total is another, as in d20; the answer shows `3d6!5` |
| `8d10>=7` | the total, as in d20; the answer shows `8d10 t7` |
| `4d6k3` | the threes, as in d20; the answer shows `kh3` |
| `{4d6+2d8}kh3` | refused: `(4d6,3d8)kh1` |
| `{4d6, 3d8}k1` | refused: `kh3` |
| `4d6r<3`, `4d6 r1` | refused: `ro<3`, `rr<3` |
| `4d6!!`, `4d6!!>4` | refused: `5d6!` |
| `4d6!p` | refused: `5d6!` |
| `4d6d1` | refused: `pl1`, `ph1` |
| `4d6u`, `4d6uo` | refused: `ro1`, `rr1` |
| `4d6sa`, `4d6sd` | refused: leave out `sa`, `sd` |
| `8d10f1`, `8d10>=7f1`, `8d10cs>=8`, `4d6even` | refused: `8d10t7` |
| `5d10x10`, `2d6 x 2`, `6 x 4d6kh3` | refused: `4d6*2`, `6#4d6`, `4d6!6` |
| `4dF.1` | refused: `4dF` |
| `floor(2d6/2)` | `2d6//2` |
| `ceil(2d6/2)` | `-(-2d6//2)` |
| `round(2d6/2)` | `(2d6+1)//2` |
| `max(1d6, 1d8)`, `min(1d6, 1d8)` | refused: `(1d6,1d8)kh1`, `(1d6,1d8)kl1` |
| `(2+1)d6`, `2d(6)` | refused: `3d6` |
| `2d6 // fire`, `2d6 /* fire */` | refused: `#` |
| `2**3`, `2^3` | refused: `2*2*2` |
| `[[1d20+5]]`, `/r 1d20+5`, `@{dex}` | refused: `1d20+5` |
"""
"""What other programs write, and what it is here; the page shows the most important ones."""


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
    assert len(rows(SHOWN)) == 6
    for written, meant in rows(ELSEWHERE) + rows(SHOWN):
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
