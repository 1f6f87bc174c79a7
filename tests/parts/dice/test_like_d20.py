"""The d20 library, which has these operations, gives the same totals with the same dice."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bot.parts.dice.notation import read
from bot.parts.dice.rolling import roll

TOTALS = (Path(__file__).parent / "d20_totals.txt").read_text(encoding="utf-8").splitlines()


class _Circle:
    """Dice that repeat a sequence of faces."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = itertools.cycle(faces)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        return tuple([next(self.faces) % sides + 1 for _ in range(count)])


@pytest.mark.parametrize("line", [line for line in TOTALS if not line.startswith("#")])
def test_the_same_dice_give_the_same_total(line: str) -> None:
    text, total, *faces = line.split()
    assert [turn.total for turn in roll(read(text), _Circle([*map(int, faces)])).turns] == [int(total)]
