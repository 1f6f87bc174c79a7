"""Matches of Arclash as their players see them, through SimCord: whole matches, and a secret search."""

from __future__ import annotations

import random

from bot.matches.model import MatchView
from tests.cogs.arclash_table import (
    SHORT,
    a_bold_action,
    a_bold_offer,
    choices_in_dm,
    decided,
    live_panels,
    seated,
)
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    check_result,
    panel_in_dm,
    pictures_of,
    play_by_commands,
    play_by_dm,
    words_of,
)
from tests.games.arclash.table import Table


async def test_a_match_of_three_by_the_panels_in_their_dms_alone_with_restarts_all_along(club: Club) -> None:
    await club.started(club.ben, club.cleo, game="arclash", options=SHORT)
    members = (club.ann, club.ben, club.cleo)

    def who_is_to_act_has_controls_and_who_can_do_nothing_has_none(match_view: MatchView) -> bool:
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
        until=who_is_to_act_has_controls_and_who_can_do_nothing_has_none,
    )
    assert presses > 30
    await check_result(club)
    assert live_panels(club) == {}


async def test_a_match_of_two_by_commands_alone(club: Club) -> None:
    await club.started(club.ben, game="arclash", options="score=2 rounds=3")
    assert await play_by_commands(club, random.Random(5), choose=a_bold_action) > 15
    await check_result(club)


async def test_a_search_shows_the_deck_to_who_searches_and_to_nobody_else_arc_15(club: Club) -> None:
    await seated(club, Table.in_support("Spark; hand Scout; deck Flame Blank Blaze Blank", "Drop", "Drop"))
    await decided(club, club.ann, "Scout", "Play Scout")
    mine = words_of(panel_in_dm(club.ann.user)) + " ".join(choices_in_dm(club.ann))
    assert "Flame" in mine
    assert "Ann has to choose for Scout." in words_of(board_post(club)).replace("*", "")
    for post in (*club.channel.history(), *club.ben.user.dm_channel.history()):
        assert "Flame" not in words_of(post)
        assert not any("Flame" in str(each["description"]) for each in pictures_of(post))
    await decided(club, club.ann, "Flame")
    assert "Flame" in words_of(board_post(club)).replace("*", "")
