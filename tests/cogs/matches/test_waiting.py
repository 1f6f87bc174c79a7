"""Lobbies that begin by themselves, notify their host, and are closed if nobody joins."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.matches.model import Stage
from tests.cogs.calls import dms, one_round, stop_rounds
from tests.cogs.club import Club
from tests.cogs.days import away_for
from tests.cogs.league import person
from tests.cogs.players import board_post, click, labels_of, said, words_of


async def look(club: Club) -> None:
    """Run the bot's check of lobbies once."""
    await one_round(club, "LobbyTasks")


async def days(club: Club, number: float) -> None:
    """Let days pass, with checks of the lobbies."""
    stop_rounds(club)
    club.env.backend.advance_clock(number * 86400)
    await club.service.timekeeper.beat(timedelta.max)  # the bot was running
    await look(club)


def lobby(club: Club) -> Any:
    return club.channel.history()[-1]


async def test_a_match_begins_by_itself_when_all_have_joined_and_are_ready(club: Club) -> None:
    await club.lobby(seats=2)
    await click(club.ann, lobby(club), "Ready")
    assert "1. Ann (host, ready)" in words_of(lobby(club))
    answer = said(await click(club.ben, lobby(club), "Ready"))
    assert "begun" in answer
    assert (await club.here()).stage is Stage.PLAYING
    assert "Play" in labels_of(board_post(club))


async def test_a_player_who_is_not_ready_delays_it_and_the_host_is_told_once(club: Club) -> None:
    await club.lobby(seats=2)
    await club.ann.slash(club.channel, "match join", ready=True)
    await club.ben.slash(club.channel, "match join")
    assert (await club.here()).stage is Stage.LOBBY
    (word,) = dms(club.ann, "All seats are taken")
    await club.ben.slash(club.channel, "match join", word="pear")
    assert len(dms(club.ann, "All seats are taken")) == 1
    await click(club.ann.user, word, "Start")
    assert (await club.here()).stage is Stage.PLAYING


async def test_changed_options_reset_readiness(club: Club) -> None:
    info = await club.lobby(seats=2)
    await club.ann.slash(club.channel, "match join", ready=True)
    await club.service.lobby.change_options(info.id, club.ann.id, {"rounds": "5"}, request="other options")
    await club.ben.slash(club.channel, "match join", ready=True)
    assert (await club.here()).stage is Stage.LOBBY


async def test_a_lobby_that_nobody_joins_for_7_days_is_closed_with_a_notice_after_one_reminder(
    club: Club,
) -> None:
    await club.lobby(seats=2)
    await days(club, 5.9)
    assert dms(club.ann, "") == []
    await days(club, 0.2)
    assert ["joined this lobby for a while" in words_of(each) for each in dms(club.ann, "")] == [True]
    assert "is closed" in words_of(lobby(club))
    await club.restart()
    await days(club, 0.5)
    assert len(dms(club.ann, "")) == 1
    await days(club, 0.6)
    assert "is closed: for 7 days" in words_of(dms(club.ann, "")[-1])
    assert len(dms(club.ann, "")) == 2
    assert (await club.here()).stage is Stage.ABANDONED
    assert "for 7 days nobody has joined it" in words_of(lobby(club))
    assert labels_of(lobby(club)) == []


async def test_a_join_restarts_the_seven_days(club: Club) -> None:
    await club.lobby(seats=3)
    await days(club, 6.5)
    await club.ben.slash(club.channel, "match join")
    await days(club, 5.9)
    assert len(dms(club.ann, "joined this lobby")) == 1
    await days(club, 0.2)
    assert len(dms(club.ann, "joined this lobby")) == 1
    assert len(dms(club.ann, "has changed")) == 1  # the previous reminder no longer shows outdated text
    assert len(dms(club.ben, "joined this lobby")) == 1


async def test_after_a_long_absence_no_lobby_is_closed_without_the_reminder(club: Club) -> None:
    await club.lobby(seats=2)
    await days(club, 20)
    await look(club)
    assert (await club.here()).stage is Stage.LOBBY
    assert len(dms(club.ann, "joined this lobby")) == 1
    await days(club, 1.1)
    assert (await club.here()).stage is Stage.ABANDONED


async def test_quiet_hours_delay_the_notice(club: Club) -> None:
    await club.lobby(seats=2)
    hour = club.env.now().hour
    await club.ann.slash(club.channel, "me quiet", hours=f"{hour}-{(hour + 3) % 24}", zone="UTC")
    await days(club, 6.01)
    assert dms(club.ann, "joined this lobby") == []
    club.env.backend.advance_clock(3 * 3600)
    await club.publish((await club.here()).id)
    assert len(dms(club.ann, "joined this lobby")) == 1


async def test_data_older_than_thirty_days_is_deleted_while_the_bot_runs(club: Club) -> None:
    info = await club.lobby(club.ben)
    store = club.stores[-1]
    request = "remembered"
    await club.service.lobby.join(info.id, person(club.ann), word="luck", request=request)
    await club.bot.publish_pending(info.id)
    await away_for(club, days=29)
    await club.env.advance_time(1)
    assert await store.match_of_request(request) == info.id
    await away_for(club, days=2)
    await club.env.advance_time(1)
    assert await club.stores[-1].match_of_request(request) is None
    assert (await club.here()).seats[0].word == "luck"
