"""The number of taps of a turn: the limits of docs/TAPS.md, tested with a match or two of each game."""

from __future__ import annotations

from statistics import median

import pytest

from measures.taps.keys import all_commands, command_keys, counted_keys
from measures.taps.path import paths
from measures.taps.turns import counted

TYPICAL = {"papyrus": 19, "crossfire": 3, "arclash": 18, "neo-combat": 42, "overcross": 19, "free-table": 10}
"""The maximum median number of taps of a turn."""
SINGLES = {
    "papyrus": {"move": 6, "attack": 2, "heal": 2, "end-turn": 2},
    "crossfire": {"lay": 3, "attack": 3, "support": 3, "rebuild": 3, "discard": 3, "answer": 3},
    "arclash": {"advance": 2, "pay": 2, "play": 3, "stand": 1, "pass": 2, "choose": 2},
    "neo-combat": {"move": 4, "defend": 2, "pass": 1, "stop": 1},
    "overcross": {"play": 4, "move": 4, "move, attack": 4, "attack": 2, "end": 1},
    "free-table": {"move": 6, "draw": 3, "deal": 3, "collect": 3, "count": 3, "flip": 3, "pass": 1},
}
"""The maximum number of taps of a single action from the first screen."""
TURNS = {"papyrus": 6, "crossfire": 8}
"""The number of counted turns of a match; two by default."""
KEYS = 9
"""The maximum median number of keys of an action by `/act`."""
FILES = {"a press that moves": 61, "a typed move": 64, "/roll": 31}
"""The most files that each goes through. One is that of the servers at rest, which each event asks."""


@pytest.mark.parametrize("game", TYPICAL)
def test_turns_and_single_actions_keep_to_the_limits_of_taps(game: str) -> None:
    count = counted(game, 1, TURNS.get(game, 2))
    assert median(count.turns) <= TYPICAL[game]
    for tag, most in SINGLES[game].items():
        assert max(count.singles.get(tag, [0])) <= most, tag


def test_a_good_turn_of_papyrus_by_proposals_takes_under_eight_taps() -> None:
    assert max(counted("papyrus", 1, 3).quick) < 8


async def test_a_move_that_posts_the_board_and_a_roll_go_through_no_more_files_than_now() -> None:
    for name, called in (await paths(3)).items():
        assert len(called[1].files) <= FILES[name], name


async def test_an_action_by_act_takes_few_keys_and_no_more_than_the_game_s_own_command() -> None:
    commands = await all_commands()
    assert command_keys("act", commands) + 1 == 3, "the first of the picker"
    for game in TYPICAL:
        counted = counted_keys(game, 4, commands)
        assert median(each.act for each in counted) <= min(KEYS, median(each.own for each in counted)), game
