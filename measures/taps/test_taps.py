"""How many taps a turn costs: the bounds of docs/TAPS.md, held by a match or two of each game."""

from __future__ import annotations

from statistics import median

import pytest

from measures.taps.turns import counted

TYPICAL = {"papyrus": 19, "crossfire": 3, "arclash": 18, "neo-combat": 42, "overcross": 19}
"""Taps of a typical turn, at most: half of the turns take no more."""
SINGLES = {
    "papyrus": {"move": 6, "attack": 2, "heal": 2, "end-turn": 2},
    "crossfire": {"lay": 3, "attack": 3, "support": 3, "rebuild": 3, "discard": 3, "answer": 3},
    "arclash": {"advance": 2, "pay": 2, "play": 3, "stand": 1, "pass": 2, "choose": 2},
    "neo-combat": {"move": 4, "defend": 2, "pass": 1, "stop": 1},
    "overcross": {"play": 4, "move": 4, "move, attack": 4, "attack": 2, "end": 1},
}
"""Taps of a single action from the first screen, at most."""
TURNS = {"papyrus": 6, "crossfire": 8}
"""Turns that are counted of a match; two where nothing is said."""


@pytest.mark.parametrize("game", TYPICAL)
def test_a_turn_and_each_single_action_take_no_more_taps_than_is_told(game: str) -> None:
    count = counted(game, 1, TURNS.get(game, 2))
    assert median(count.turns) <= TYPICAL[game]
    for tag, most in SINGLES[game].items():
        assert max(count.singles.get(tag, [0])) <= most, tag


def test_a_good_turn_of_papyrus_takes_what_is_proposed_in_under_eight_taps() -> None:
    assert max(counted("papyrus", 1, 3).quick) < 8
