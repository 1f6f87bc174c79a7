"""Clocks as players see them, over days: terms in the lobby, deadlines on the board, timeouts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine.errors import Unavailable
from bot.matches.clocks import ClockTerms
from bot.matches.model import Stage
from tests.cogs.calls import on_turn
from tests.cogs.club import SMALL, Club
from tests.cogs.days import away_for, pass_by, stand_still
from tests.cogs.players import board_post, labels_of, panel_in_dm, said, words_of
from tests.cogs.skirmish import other_than, picked_and_placed

HOUR, DAY = 3600, 24 * 3600
INSTANT = re.compile(r"<t:(\d+):R>")


async def timed(club: Club, clock: str, at_zero: str = "remind", **more: Any) -> None:
    """Let Ann and Ben begin a match of Papyrus with this clock."""
    words = {"clock": clock, "at-zero": at_zero, **more}
    opened = await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL, **words)
    assert "the lobby is open" in said(opened)
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


def deadlines(message: Any) -> list[int]:
    """Return the deadlines shown in a post, as seconds since 1970."""
    return [int(found) for found in INSTANT.findall(words_of(message))]


def now(club: Club) -> int:
    return int(club.env.now().timestamp())


async def test_clock_terms_are_offered_and_shown_and_invalid_ones_open_no_thread(club: Club) -> None:
    for command, game in (("match new", {"game": "papyrus"}), ("papyrus new", {})):
        offers = await club.ann.autocomplete(club.channel, command, "clock", "1 day")
        assert "1 day a turn" in [offer["value"] for offer in offers]
        assert await club.ann.autocomplete(club.channel, command, "grace", "")
        for words, sentence in (
            ({"clock": "soon"}, '"soon" is not a clock. Write "none", "1 day a turn"'),
            ({"grace": "1 hour"}, "Without a clock"),
        ):
            told = said(await club.ann.slash(club.channel, command, thread=True, **game, **words))
            assert sentence in told
    assert club.channel.threads == []
    terms = {"clock": "3d + 12h", "grace": "2 hours", "at-zero": "resign", "rated": False}
    await club.ann.slash(club.other, "papyrus new", **terms)
    match_terms = (await club.service.in_channel(club.other.id)).match_terms
    assert match_terms.clock_terms == ClockTerms("bank", 3 * DAY, 12 * HOUR, 2 * HOUR, "resign")
    bank = "3 days for the whole match + 12 hours a turn, 2 hours of grace; then the player resigns"
    assert f"Clock {bank} · Rated no" in words_of(club.other.history()[-1]).replace("**", "")
    await club.lobby(club.ben)
    assert "Clock no clock · Rated yes" in words_of(club.channel.history()[-1]).replace("**", "")
    await club.ann.slash(club.channel, "match start")
    assert deadlines(board_post(club)) == []


async def test_the_board_and_the_status_show_the_deadline(club: Club) -> None:
    await timed(club, "3 days + 12 hours a turn", grace="1 hour")
    began = now(club)
    assert deadlines(board_post(club)) == [began + 3 * DAY, began + 3 * DAY]
    await pass_by(club, hours=5)
    member = await picked_and_placed(club)
    board = board_post(club)
    (until,) = deadlines(board)
    assert abs(until - (now(club) + (3 * 24 - 5 + 2 * 12) * HOUR)) <= 2
    assert f"with grace until <t:{until + HOUR}:f>" in words_of(board)
    status = said(await club.eve.slash(club.channel, "match status"))
    other = "Ben" if member is club.ann else "Ann"
    assert re.search(f"In the bank: {other} 3 days 1[89] hours", status)
    assert f"<t:{until}:R>" in status


async def test_the_dm_has_the_deadline_one_warning_and_one_reminder_follow(
    club: Club,
) -> None:
    await timed(club, "1 day a turn")
    member = await picked_and_placed(club)
    until = now(club) + DAY
    assert f"You have until <t:{until}:f> (<t:{until}:R>)" in words_of(panel_in_dm(member.user))
    dms = len(member.user.dm_channel.history())
    await pass_by(club, hours=17)
    assert len(member.user.dm_channel.history()) == dms
    await pass_by(club, hours=6)
    assert len(member.user.dm_channel.history()) == dms + 1
    assert "Your time is running out in" in words_of(panel_in_dm(member.user))
    await pass_by(club, hours=2)
    assert f"The time of {member.user.name} is up" in words_of(board_post(club))
    assert len(member.user.dm_channel.history()) == dms + 2
    assert "End turn" in labels_of(panel_in_dm(member.user))
    await pass_by(club, days=3)
    assert len(member.user.dm_channel.history()) == dms + 2
    told = said(await member.slash(club.channel, "papyrus end-turn"))
    assert "not your turn" not in told
    assert (await on_turn(club))[0] is not member


async def test_no_clock_runs_while_the_bot_is_away(club: Club) -> None:
    await timed(club, "1 day a turn", "resign")
    member = await picked_and_placed(club)
    await pass_by(club, hours=20)
    await away_for(club, days=6)
    await pass_by(club, hours=3)
    assert (await club.here()).stage is Stage.PLAYING
    assert (await on_turn(club))[0] is member
    (until,) = deadlines((await club.eve.slash(club.channel, "match status")).response)
    assert abs(until - (now(club) + HOUR)) < 120
    await pass_by(club, hours=2)
    assert (await club.here()).stage is Stage.FINISHED
    assert f"The time of {member.user.name} is up: so they resign." in words_of(club.channel.history()[-1])


async def test_an_opponent_gives_time_by_name_and_a_pause_stops_the_clocks(club: Club) -> None:
    await timed(club, "1 day a turn", "resign")
    member = await picked_and_placed(club)
    other = other_than(club, member)
    offers = await other.autocomplete(club.channel, "match ask time", "player", "", time="1 day")
    assert [offer["name"] for offer in offers] == [member.user.name]
    told = said(await other.slash(club.channel, "match ask time", player=offers[0]["value"], time="2 days"))
    assert f"You have given {member.user.name} 2 days more" in told
    assert "2 days more" in words_of(board_post(club))
    (until,) = deadlines(board_post(club))
    assert abs(until - (now(club) + 3 * DAY)) <= 2
    refused = said(await other.slash(club.channel, "match ask time", player="Zoe", time="1 day"))
    assert "Name one of the players: Ann, Ben" in refused
    await pass_by(club, days=2, hours=10)
    assert (await club.here()).stage is Stage.PLAYING
    await club.ann.slash(club.channel, "match ask pause")
    await club.ben.slash(club.channel, "match ask pause")
    assert "The match is paused" in words_of(board_post(club))
    await pass_by(club, days=2)
    assert "is paused" in said(await member.slash(club.channel, "papyrus end-turn"))
    assert "You resume the match" in said(await club.ben.slash(club.channel, "match ask resume"))
    (until,) = deadlines(board_post(club))
    assert abs(until - (now(club) + 14 * HOUR)) <= 2


async def test_a_timeout_after_a_restart_is_handled_though_another_match_fails(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faults_expected.append("NoMatchHere")
    await timed(club, "1 day a turn", "default")
    first = await picked_and_placed(club)
    await pass_by(club, hours=23, minutes=59)
    await club.restart()
    monkeypatch.setattr(club.service.store, "overdue", _also_a_broken_one(club.service.store.overdue))
    await club.env.advance_time(105)
    assert (await on_turn(club))[0] is not first
    assert words_of(board_post(club)).count("time of") == 1


def _also_a_broken_one(overdue: Any) -> Any:
    async def found(at: Any) -> list[str]:
        return ["broken", *await overdue(at)]

    return found


async def test_no_clock_is_checked_before_the_absence_is_credited(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails just when the bot is back: this round is skipped, and the next one does its work."""
    faults_expected.append("Unavailable")
    await timed(club, "1 day a turn", "resign")
    await picked_and_placed(club)
    timekeeping: Any = club.bot.get_cog("Timekeeping")
    await stand_still(club, days=2)
    beat, failed = club.service.timekeeper.beat, []

    async def fails_once(away: Any) -> Any:
        if not failed:
            failed.append(True)
            raise Unavailable("The database does not answer at the moment.")
        return await beat(away)

    monkeypatch.setattr(club.service.timekeeper, "beat", fails_once)
    timekeeping.task.start()
    await club.env.advance_time(45)
    assert failed
    assert (await club.here()).stage is Stage.PLAYING


async def test_a_clock_that_rests_at_weekends_is_read_before_one_joins_in_both_languages(club: Club) -> None:
    offers = await club.ann.autocomplete(club.channel, "match new", "weekends", "berl")
    assert offers[0]["value"] == "Europe/Berlin"
    club.speaks(club.ben, "de")
    refused = said(
        await club.ann.slash(
            club.channel, "match new", game="papyrus", clock="1 day a turn", weekends="Atlantis"
        )
    )
    assert 'There is no time zone "Atlantis"' in refused
    await timed(club, "1 day a turn", "resign", weekends="Berlin")
    terms = (await club.here()).match_terms.clock_terms
    assert terms == ClockTerms("turn", DAY, at_zero="resign", weekends="Europe/Berlin")
    told = said(await club.cleo.slash(club.channel, "match status"))
    assert "1 day a turn, without Saturdays and Sundays (Europe/Berlin); then" in told.replace("**", "")
    told = said(await club.ben.slash(club.channel, "match status"))
    assert "Samstage und Sonntage zählen nicht (Europe/Berlin); danach" in told.replace("**", "")
