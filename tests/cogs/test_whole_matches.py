"""Whole matches of Papyrus and Arclash as their players see them, through SimCord."""

from __future__ import annotations

import random

from bot.matches.model import MatchView
from tests.cogs.arclash_table import SHORT as ARCLASH_SHORT
from tests.cogs.arclash_table import a_bold_action, a_bold_offer, live_panels
from tests.cogs.club import SMALL, Club
from tests.cogs.players import check_result, labels_of, pictures_of, play_by_commands, play_by_dm, words_of

SHORT = SMALL.replace("rounds=4", "rounds=1")


async def test_a_match_of_three_by_the_panels_in_their_dms_with_restarts(club: Club) -> None:
    await club.started(club.ben, club.cleo, options=SHORT)
    await play_by_dm(club, random.Random(3), restart_every=12)
    assert "HP left: " in words_of(club.channel.history()[-1])


async def test_a_match_by_commands_with_restarts(club: Club) -> None:
    await club.started(club.ben, options=SHORT)
    await play_by_commands(club, random.Random(4), restart_every=12)
    result = club.channel.history()[-1]
    assert "wins" in words_of(result) or "draw" in words_of(result)
    assert "HP left: " in words_of(result)
    assert "Fair dice" in labels_of(result)
    board, story = pictures_of(result)
    assert "HP left:" in story["description"] != board["description"]


async def test_arclash_of_three_by_the_panels_in_their_dms_with_many_restarts(club: Club) -> None:
    await club.started(club.ben, club.cleo, game="arclash", options=ARCLASH_SHORT)
    members = (club.ann, club.ben, club.cleo)

    def only_awaited_players_have_controls(match_view: MatchView) -> bool:
        live = live_panels(club)
        for seat, member in enumerate(members):
            chosen = match_view.view.places[seat].ready
            to_press = seat in match_view.awaited or chosen
            assert live.get(member.id, 0) == to_press, (seat, match_view.view.phase)
        return False

    presses = await play_by_dm(
        club,
        random.Random(2),
        choose=a_bold_offer,
        restart_every=9,
        until=only_awaited_players_have_controls,
    )
    assert presses > 30
    await check_result(club)
    assert live_panels(club) == {}


async def test_arclash_of_two_by_commands_alone(club: Club) -> None:
    await club.started(club.ben, game="arclash", options="score=2 rounds=3")
    assert await play_by_commands(club, random.Random(5), choose=a_bold_action) > 15
    await check_result(club)
