"""Reminders and nudges of a match whose clock rests at weekends wait until Monday."""

from __future__ import annotations

import pytest

from bot.matches.errors import MatchRefusal
from tests.cogs.calls import dms, look_at_what_is_due, on_turn, set_clock, stop_rounds, wait_until
from tests.cogs.club import Club
from tests.cogs.matches.test_clocks import timed
from tests.cogs.players import panel_under_board, words_of
from tests.cogs.skirmish import picked_and_placed

BERLIN = "Europe/Berlin"


async def test_no_reminder_comes_at_the_weekend_and_nobody_nudges(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-06-05 20:00")  # a Friday
    for each in (club.ann, club.ben):
        await each.slash(club.channel, "me reminders", after="12 hours")
    await timed(club, "3 days a turn", "resign", weekends=BERLIN)
    await picked_and_placed(club)
    member, waiting = await on_turn(club)
    stop_rounds(club)
    still = "It is still your turn"
    await wait_until(club, BERLIN, "2026-06-07 12:00")
    await look_at_what_is_due(club)
    assert dms(member, still) == []
    assert "no time runs until" in words_of(await panel_under_board(club, member))
    with pytest.raises(MatchRefusal, match="You can nudge on Monday"):
        await club.service.nudges.nudge((await club.here()).id, waiting.user.id, request="hurry")
    await wait_until(club, BERLIN, "2026-06-08 00:10")
    await look_at_what_is_due(club)
    assert len(dms(member, still)) == 1
