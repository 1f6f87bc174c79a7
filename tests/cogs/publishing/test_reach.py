"""Players who cannot act through no fault of their own lose no time, whatever Discord or others do."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.backend.serializers import guild_create_payload
from simcord.enums import OverwriteType

from bot.host.client import Tablepost
from bot.matches.model import MatchInfo, Stage
from bot.matches.notices import TimeRests
from cogs.publishing.reach import Reach
from tests.cogs.club import SMALL, Club
from tests.cogs.days import pass_by, stand_still
from tests.cogs.matches.test_clocks import timed
from tests.cogs.players import panel_under_board, said, words_of
from tests.cogs.skirmish import other_than, picked_and_placed

HOUR = 3600


async def on_turn(club: Club, clock: str = "1 day a turn") -> tuple[MatchInfo, MemberActor, MemberActor]:
    """Begin a rated match at whose zero players resign; return it, the member on turn and the other one."""
    await timed(club, clock, at_zero="resign")
    member = await picked_and_placed(club)
    return await club.here(), member, other_than(club, member)


async def left_of(club: Club, match: str, member: MemberActor) -> float:
    """Return the hours that a player on turn has left now."""
    info = await club.service.info(match)
    seat, state = info.seat_of(member.id), info.match_terms.clocks
    assert seat is not None
    assert state.since is not None
    gone = 0.0 if seat in info.resting else (club.env.now() - state.since).total_seconds()
    return round((state.left[seat] - gone) / HOUR, 2)


async def facts(club: Club, match: str, kind: type) -> list[Any]:
    return [
        line.fact for line in await club.service.history.lines(match, None) if isinstance(line.fact, kind)
    ]


def told(member: MemberActor, words: str) -> int:
    """Return how many DMs to a person have these words."""
    return sum(words in words_of(each) for each in member.user.dm_channel.history())


async def plays_on(club: Club, match: str) -> bool:
    info = await club.service.info(match)
    return info.stage is Stage.PLAYING and not info.match_terms.clocks.late


async def gone(club: Club, *, outage: bool) -> None:
    """Remove the bot from the server, or make the server unavailable."""
    lost = {"id": str(club.guild.id), **({"unavailable": True} if outage else {})}
    club.env.backend.emit("GUILD_DELETE", lost)
    await club.env.settle()


async def back(club: Club) -> None:
    guild = club.env.backend.guilds[club.guild.id]
    club.env.backend.emit("GUILD_CREATE", guild_create_payload(club.env.backend, guild))
    await club.env.settle()


@pytest.mark.parametrize("outage", [True, False], ids=["unavailable", "removed"])
async def test_no_time_counts_while_the_server_is_gone(club: Club, outage: bool) -> None:
    info, member, other = await on_turn(club)
    await pass_by(club, hours=20)
    await gone(club, outage=outage)
    await pass_by(club, hours=30)
    assert await plays_on(club, info.id)
    why = "cannot be reached" if outage else "I am no longer on the server"
    assert [told(each, why) for each in (member, other)] == [1, 1]
    await back(club)
    assert await left_of(club, info.id, member) == 4
    assert [told(each, "The match goes on. The time from") for each in (member, other)] == [1, 1]
    assert "The match goes on. The time from" in words_of(club.channel.history()[-1])
    await pass_by(club, hours=5)
    assert not await plays_on(club, info.id)


async def test_the_time_of_a_shard_that_is_cut_off_stands_still_and_that_of_the_others_runs(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process hears of the servers of its other shard, so it does not count as away."""
    shard = (club.guild.id >> 22) % 2
    info, member, other = await on_turn(club)
    there = SimpleNamespace(latency=0.1, is_closed=lambda: False)
    lines = {0: there, 1: there}
    monkeypatch.setattr(type(club.bot), "shards", property(lambda _bot: lines))
    club.bot.shard_count = 2
    for number in lines:
        club.bot.gateway.dispatched("shard_connect", number)
    await pass_by(club, hours=20)
    club.bot.gateway.dispatched("shard_disconnect", 1 - shard)
    await pass_by(club, hours=1)
    assert await left_of(club, info.id, member) == 3
    club.bot.gateway.dispatched("shard_disconnect", shard)
    club.bot.gateway.dispatched("shard_connect", 1 - shard)
    await club.bot.cog(Reach).on_shard_connect(1 - shard)
    for _ in range(2):
        await pass_by(club, minutes=1)
    await pass_by(club, hours=30)
    assert await plays_on(club, info.id)
    assert [told(each, "cannot be reached") for each in (member, other)] == [1, 1]
    club.bot.gateway.dispatched("shard_connect", shard)
    await club.bot.cog(Reach).on_shard_connect(shard)
    assert 2.9 < await left_of(club, info.id, member) <= 3
    assert [told(each, "The match goes on. The time from") for each in (member, other)] == [1, 1]
    await pass_by(club, hours=4)
    assert not await plays_on(club, info.id)


async def test_a_shard_that_connects_anew_is_asked_which_servers_have_an_outage(club: Club) -> None:
    """While it connects no server has an event of its own (`cogs.kit.servers_at_rest`)."""
    info, member, _ = await on_turn(club)
    await pass_by(club, hours=20)
    servers, backend = club.bot.state.servers, club.env.backend

    async def connects_anew(sent: Mapping[str, Any]) -> None:
        servers.rest(sent)
        assert club.bot.is_ready()
        await club.bot.cog(Reach).on_shard_ready(0)

    await connects_anew({"id": str(club.guild.id), "unavailable": True})
    assert not servers.is_awake(club.guild.id), "a look wakes none"
    await pass_by(club, hours=30)
    assert await plays_on(club, info.id)
    await connects_anew(guild_create_payload(backend, backend.guilds[club.guild.id]))
    assert await left_of(club, info.id, member) == 4


async def test_a_short_outage_is_told_to_nobody(club: Club) -> None:
    info, member, _ = await on_turn(club)
    await gone(club, outage=True)
    await club.env.advance_time(300)
    await back(club)
    assert await left_of(club, info.id, member) == 24
    assert await facts(club, info.id, TimeRests) == []


def hide(club: Club, target: int, kind: OverwriteType) -> None:
    denied = discord.Permissions(view_channel=True).value
    club.env.backend.set_overwrite(
        club.channel.id, Overwrite(target_id=target, type=kind, allow=0, deny=denied)
    )


def lose(club: Club, how: str, member: MemberActor) -> None:
    """Let players lose a match's channel: by its deletion, or by other permissions."""
    if how == "deleted":
        club.env.backend.delete_channel(club.channel.id)
    elif how == "hidden":
        hide(club, club.guild.id, OverwriteType.ROLE)
    elif how == "refused":
        club.forbid(club.channel, "send_messages")
    else:
        hide(club, member.id, OverwriteType.MEMBER)


WHY = {
    "deleted": "the channel of this match was deleted",
    "hidden": "I do not see the channel of this match",
    "refused": "I may not post in the channel of this match",
    "unseen": "they do not see the channel of this match",
}


@pytest.mark.parametrize("how", sorted(WHY))
async def test_no_time_counts_for_a_player_without_channel_and_dms(club: Club, how: str) -> None:
    info, member, other = await on_turn(club)
    await pass_by(club, hours=20)
    club.close_dms(member)
    lose(club, how, member)
    await club.env.settle()
    assert told(other, WHY[how]) == 1
    await pass_by(club, hours=30)
    assert await plays_on(club, info.id)
    assert await left_of(club, info.id, member) == 4
    if how == "deleted":
        await other.slash(club.other, "match move", match=info.id)
        assert "The match goes on. The time from" in words_of(club.other.history()[-1])
    else:
        club.allow_again()
        for each in (club.guild.id, member.id):
            club.env.backend.delete_overwrite(club.channel.id, each)
        await club.env.settle()
        assert told(other, "The match goes on. The time from") == 1
    assert await left_of(club, info.id, member) == 4
    await pass_by(club, hours=5)
    assert not await plays_on(club, info.id)


@pytest.mark.parametrize("how", sorted(WHY))
async def test_a_player_who_gets_dms_plays_on_there_and_time_counts(club: Club, how: str) -> None:
    info, member, _ = await on_turn(club)
    await pass_by(club, hours=20)
    lose(club, how, member)
    await club.env.settle()
    assert await facts(club, info.id, TimeRests) == []
    assert await left_of(club, info.id, member) == 4
    assert "It is your turn" in words_of(member.user.dm_channel.history()[-1])
    await pass_by(club, hours=5)
    assert not await plays_on(club, info.id)


async def test_closed_dms_alone_stop_no_clock(club: Club) -> None:
    info, member, _ = await on_turn(club)
    club.close_dms(member)
    await pass_by(club, hours=25)
    assert not await plays_on(club, info.id)
    assert await facts(club, info.id, TimeRests) == []


async def test_a_player_who_has_left_the_server_loses_by_time(club: Club) -> None:
    """It was their own choice; the others must not wait for ever."""
    info, member, _ = await on_turn(club)
    club.close_dms(member)
    club.guild.remove_member(member)
    await pass_by(club, hours=25)
    assert not await plays_on(club, info.id)


async def test_a_closed_thread_stops_the_clock_of_a_player_without_dms(club: Club) -> None:
    words = {"clock": "1 day a turn", "at-zero": "resign", "thread": True}
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL, **words)
    (thread,) = club.channel.threads
    await club.ben.slash(thread, "match join")
    await club.ann.slash(thread, "match start")
    info = await club.service.in_channel(thread.id)
    club.close_dms(club.ben)
    club.forbid(club.channel, "manage_threads")
    await club.bot.http.edit_channel(thread.id, archived=True, locked=True)
    club.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083, times=None)
    await pass_by(club, hours=30)
    now = await club.service.info(info.id)
    assert now.present_rest is not None
    assert (now.present_rest.why, now.present_rest.seats) == ("archived", (1,))
    assert now.match_terms.resigned == (0,), "Ann's DMs are open, so her time has counted"


async def test_an_outage_outlasts_a_restart_and_ends_while_the_bot_is_away(club: Club) -> None:
    info, member, _ = await on_turn(club)
    await pass_by(club, hours=20)
    await gone(club, outage=True)
    await pass_by(club, hours=6)
    await stand_still(club, hours=12)
    await club.restart()
    await club.env.settle()
    assert await left_of(club, info.id, member) == 4
    await pass_by(club, hours=5)
    assert not await plays_on(club, info.id)


async def test_without_a_connection_no_time_counts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process without a gateway runs, but hears of no press and no command."""
    info, member, _ = await on_turn(club)
    await pass_by(club, hours=20)
    with monkeypatch.context() as cut:
        closed = SimpleNamespace(is_closed=lambda: True)
        cut.setattr(Tablepost, "shards", property(lambda _bot: {0: closed}))
        await pass_by(club, hours=30)
        assert await plays_on(club, info.id)
    await pass_by(club, minutes=1)
    assert await plays_on(club, info.id)
    assert 3.9 < await left_of(club, info.id, member) <= 4


async def test_while_discord_takes_no_answer_no_time_counts(club: Club) -> None:
    info, member, _ = await on_turn(club)
    acknowledged = club.bot.measuring.acknowledged
    await pass_by(club, hours=20)
    for taken in (False, False, True, False, False, False):
        acknowledged(taken)
    await club.env.settle()
    await pass_by(club, hours=30)
    assert await plays_on(club, info.id)
    assert told(member, "Discord does not take my answers") == 1
    acknowledged(True)
    await club.env.settle()
    assert await left_of(club, info.id, member) == 4


GERMAN = {
    "deleted": "Der Kanal dieser Partie wurde gelöscht",
    "hidden": "Ich sehe den Kanal dieser Partie nicht mehr",
    "refused": "Ich darf im Kanal dieser Partie nicht mehr schreiben",
    "unseen": "Sie sehen den Kanal dieser Partie nicht mehr",
    "archived": "Der Thread dieser Partie ist geschlossen",
    "removed": "Ich bin nicht mehr auf dem Server dieser Partie",
    "unavailable": "Der Server dieser Partie ist nicht erreichbar",
    "interactions": "Discord nimmt meine Antworten nicht an",
}


async def test_each_reason_and_the_own_clock_are_told_in_german(club: Club) -> None:
    info, member, other = await on_turn(club)
    for each in (member, other):
        club.speaks(each, "de")
        await each.slash(club.channel, "me show")  # so that the bot knows their language
    rests, seat = club.service.reachability, info.seat_of(member.id)
    assert seat is not None
    for why, words in GERMAN.items():
        now = club.env.now()
        assert await rests.rests(info.id, why, now, {seat: now})  # type: ignore[arg-type]
        await club.publish(info.id)
        assert told(other, words) == 1, why
        shown = words_of(await panel_under_board(club, member))
        assert "zählt deine Zeit nicht, weil ich dich nicht erreichen konnte" in shown
        status = said(await other.slash(club.channel, "match status"))
        assert f"{member.name}: Seit <t:" in status
        assert "zählt die Zeit nicht, weil ich die Person nicht erreiche" in status
        assert await rests.over(info.id)
        await club.publish(info.id)
    assert told(other, "Die Partie geht weiter. Die Zeit von <t:") == len(GERMAN)


async def test_a_seat_stays_reserved_while_nobody_can_join(club: Club) -> None:
    words = {"game": "papyrus", "options": SMALL, "invite": club.ben.mention}
    await club.ann.slash(club.channel, "match new", **words)
    await pass_by(club, days=1)
    await gone(club, outage=True)
    await pass_by(club, days=5)
    await back(club)
    assert (await club.here()).match_terms.invited == (club.ben.id,)
    hide(club, club.guild.id, OverwriteType.ROLE)
    await pass_by(club, days=3)
    assert (await club.here()).match_terms.invited == (club.ben.id,)
    club.env.backend.delete_overwrite(club.channel.id, club.guild.id)
    await pass_by(club, hours=1)
    assert (await club.here()).match_terms.invited == (club.ben.id,)
    await pass_by(club, days=3)
    assert (await club.here()).match_terms.invited == ()
