"""Whole matches of Papyrus as their players see them, through SimCord."""

from __future__ import annotations

import random

from tests.cogs.club import SMALL, Club
from tests.cogs.players import labels_of, pictures_of, play_by_commands, play_by_dm, words_of

SHORT = SMALL.replace("rounds=4", "rounds=1")


async def test_a_match_of_three_by_the_panels_in_their_dms_with_restarts(club: Club) -> None:
    await club.started(club.ben, club.cleo, options=SHORT)
    await play_by_dm(club, random.Random(3), restart_every=12)
    assert "Scores" in words_of(club.channel.history()[-1])


async def test_a_match_by_commands_with_restarts(club: Club) -> None:
    await club.started(club.ben, options=SHORT)
    await play_by_commands(club, random.Random(4), restart_every=12)
    result = club.channel.history()[-1]
    assert "wins" in words_of(result) or "draw" in words_of(result)
    assert "Scores" in words_of(result)
    assert "Fair dice" in labels_of(result)
    board, story = pictures_of(result)
    assert "HP left:" in story["description"] != board["description"]
