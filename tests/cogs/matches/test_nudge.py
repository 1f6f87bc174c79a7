"""Nudges: awaited players are told once more, according to their settings; the sender stays secret."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.matches.errors import NotSeated
from tests.cogs.calls import (
    dms,
    end_turn,
    look_at_what_is_due,
    pass_by,
    set_clock,
    stop_rounds,
    wait_until,
)
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, panel_under_board, said, words_of
from tests.cogs.skirmish import in_play

BERLIN = "Europe/Berlin"


async def nudge(club: Club, who: MemberActor) -> str:
    shown = await panel_under_board(club, who)
    return said(await click(who, shown, "Nudge"))


async def test_a_waiting_player_nudges_once_in_twelve_hours_also_after_a_restart(club: Club) -> None:
    slow, waits = await in_play(club)
    stop_rounds(club)
    await pass_by(club, hours=5)
    before = len(dms(slow, "still"))
    assert "do not learn who asked" in await nudge(club, waits)
    await look_at_what_is_due(club)
    found = dms(slow, "still")
    assert len(found) == before + 1
    assert waits.name not in words_of(found[0]).split("\n")[0], "it never says who pressed"
    await club.restart()
    stop_rounds(club)
    assert "already" in await nudge(club, waits)
    await look_at_what_is_due(club)
    assert len(dms(slow, "still")) == before + 1
    await pass_by(club, hours=12)
    assert "do not learn who asked" in await nudge(club, waits)


async def test_awaited_players_and_watchers_have_no_nudge_button(club: Club) -> None:
    """A turn that was played meanwhile is not announced."""
    slow, waits = await in_play(club)
    stop_rounds(club)
    assert "Nudge" not in labels_of(await panel_under_board(club, slow))
    shown = await panel_under_board(club, waits)
    await nudge(club, waits)
    await end_turn(club)
    await look_at_what_is_due(club)
    assert dms(slow, "still") == []
    assert "You wait for nobody" in said(await click(waits, shown, "Nudge"))
    with pytest.raises(NotSeated):  # a stranger with a forged button
        await club.service.nudges.nudge((await club.here()).id, club.eve.id, request="forged")


async def test_a_nudge_waits_for_the_end_of_quiet_hours_when_clocks_change(club: Club) -> None:
    await set_clock(club, BERLIN, "2026-03-28 23:00")
    slow, waits = await in_play(club)
    await slow.slash(club.channel, "me quiet", hours="22-7", zone=BERLIN)
    answer = await nudge(club, waits)
    assert "quiet" not in answer
    await wait_until(club, BERLIN, "2026-03-29 06:59")
    assert dms(slow, "still") == []
    await wait_until(club, BERLIN, "2026-03-29 07:00")
    assert len(dms(slow, "still")) == 1


async def test_a_digest_a_muted_match_or_a_leave_stops_a_nudge(club: Club) -> None:
    """The answer does not reveal a digest or a muted match."""
    slow, waits = await in_play(club)
    stop_rounds(club)
    await slow.slash(club.channel, "match watch", on=False)
    assert "do not learn who asked" in await nudge(club, waits)
    await look_at_what_is_due(club)
    assert dms(slow, "still") == []
    await slow.slash(club.channel, "match watch", on=True)
    await slow.slash(club.channel, "me digest", mode="instead of single notices")
    await pass_by(club, hours=13)
    assert "do not learn who asked" in await nudge(club, waits)
    await look_at_what_is_due(club)
    assert dms(slow, "still") == []
    await slow.slash(club.channel, "me away", until="3 days")
    assert "Nudge" not in labels_of(await panel_under_board(club, waits))
    assert dms(slow, "still") == []
