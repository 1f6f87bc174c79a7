"""When the bot is idle, a match has one live board and at most one live DM a seat, with the newest state.

A refused board is posted by itself once the bot has access again.
"""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest

from bot.matches.model import Stage
from cogs.publishing.publisher import Publisher
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.nonces import live
from tests.cogs.players import press_end_turn, type_an_action
from tests.cogs.publishing.test_publishing import LATER
from tests.cogs.skirmish import begun, other_than


async def check_posts(club: Club) -> None:
    """Check the posts of the channel's match, as people see them and as they are stored."""
    info = await club.here()
    boards = live(club.channel.history(), "play")
    noted = await club.service.store.post(info.id, "board")
    if info.stage is not Stage.PLAYING:
        assert boards == []
        return
    assert [board.id for board in boards] == [noted.message]
    assert noted.version == info.version
    awaited = (await club.match_view(None)).awaited
    for seat, member in club.members(info).items():
        dms = live(member.user.dm_channel.history(), "pick") if member.user.dm_channel else []
        called = await club.service.store.post(info.id, "turn", member.id)
        assert len(dms) <= 1
        assert bool(dms) == (seat in awaited)
        if dms:
            assert called.message == dms[0].id
            assert called.version == (await club.match_view(member)).match.version


async def test_an_idle_match_has_one_live_board_and_one_live_dm_a_seat(club: Club) -> None:
    rng = random.Random(1)
    await begun(club)
    await check_posts(club)
    for turn in range(8):
        match_view = await club.match_view(None)
        if match_view.match.stage is not Stage.PLAYING:
            break
        member = club.members(match_view.match)[min(match_view.awaited)]
        (dm,) = live(member.user.dm_channel.history(), "pick")
        if turn % 3 == 0:
            await press_end_turn(member.user, dm)
        elif turn % 3 == 1:
            await type_an_action(club, member, rng)
        else:
            await member.slash(club.channel, "papyrus end-turn")
        await check_posts(club)
        if turn == 4:
            await club.restart()
            await club.env.advance_time(LATER)
            await check_posts(club)


async def test_a_refused_board_is_posted_by_itself_when_the_bot_has_access_again(club: Club) -> None:
    """Refused for a missing permission; the other reasons are in test_post_languages.py."""
    member = await begun(club)
    path = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=50013, times=None)
    await member.slash(club.channel, "papyrus end-turn")
    await club.env.advance_time(LATER)
    told = len(club.ann.user.dm_channel.history())
    await club.env.advance_time(LATER)
    assert len(club.ann.user.dm_channel.history()) == told  # the host is told once
    info = await club.here()
    assert (await club.service.store.post(info.id, "board")).version < info.version  # type: ignore[union-attr]
    club.allow_again()
    await pass_by(club, minutes=20)
    await check_posts(club)
    assert not await club.bot.outbox.store.parked()


async def test_a_refused_board_that_a_later_one_replaces_is_not_posted(club: Club) -> None:
    member = await begun(club)
    path = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=50013, times=None)
    await member.slash(club.channel, "papyrus end-turn")
    club.allow_again()
    await other_than(club, member).slash(club.channel, "papyrus end-turn")
    (board,) = live(club.channel.history(), "play")
    await pass_by(club, minutes=20)
    assert [each.id for each in live(club.channel.history(), "play")] == [board.id]
    assert not await club.bot.outbox.store.parked()


async def test_after_a_stop_between_a_board_and_its_dms_the_bot_sends_the_dms(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected.append("a delivery failed unexpectedly")
    member = await begun(club)

    async def stopped(*_message: Any, **_edit: Any) -> Any:
        raise discord.DiscordException("the process ends here")

    with monkeypatch.context() as ending:
        ending.setattr("cogs.publishing.turns.Turns.follow", stopped)
        await member.slash(club.channel, "papyrus end-turn")
    await club.restart()
    await club.env.advance_time(LATER)
    await check_posts(club)


async def test_a_secret_choice_made_elsewhere_is_in_the_dm_at_once_or_after_a_restart(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected.append("DiscordException")
    await club.started(club.ben)
    await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
    await check_posts(club)

    async def stopped(*_where: Any) -> Any:
        raise discord.DiscordException("the process ends here")

    with monkeypatch.context() as ending:
        ending.setattr(club.bot.cog(Publisher), "follow", stopped)
        await club.ben.slash(club.channel, "papyrus preset", squad="balanced")
    await club.restart()
    await club.env.advance_time(LATER)
    await check_posts(club)
