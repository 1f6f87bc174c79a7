"""Players who have left the server: announced once in the match post, rarely checked, replaced."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from simcord import MemberActor

from bot.matches.notices import Left
from cogs.servers.departures import is_due
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.players import click, labels_of, said, words_of
from tests.cogs.skirmish import in_play, picked_and_placed

GONE = "has left the server. The seat is kept; the host can offer it to another person with /match replace."
DAY = timedelta(days=1)
START = datetime(2026, 1, 1)  # noqa: DTZ001 - the zone is added when it is drawn
MOMENTS = st.datetimes(timezones=st.just(UTC), min_value=START, max_value=START + 400 * DAY)
MATCHES = st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=12, max_size=12)


async def departures_told(club: Club) -> int:
    """Return how often the channel's match announces that a player has left."""
    info = await club.here()
    return sum(isinstance(line.fact, Left) for line in await club.service.history.lines(info.id, None))


def asked_for(club: Club, member: MemberActor) -> int:
    """Return how often the bot has asked Discord whether a person is on the server."""
    path = f"/guilds/{club.guild.id}/members/{member.id}"
    return sum(each.method == "GET" and each.path.endswith(path) for each in club.env.http_requests)


async def test_the_departure_of_an_awaited_player_is_announced_once_within_a_day(club: Club) -> None:
    """No announcement while all are there; only awaited players are checked, once a day."""
    absent, other = await in_play(club)
    asked = asked_for(club, absent), asked_for(club, other)
    await pass_by(club, hours=72)
    assert (asked_for(club, absent) - asked[0], asked_for(club, other)) == (3, asked[1])
    assert await departures_told(club) == 0
    club.guild.remove_member(absent)
    await pass_by(club, hours=25)
    assert f"{absent.name} {GONE}" in words_of(club.channel.history()[-1])
    status = said(await other.slash(club.channel, "match status"))
    assert "has left the server" in status
    await club.restart()
    await pass_by(club, hours=72)
    assert await departures_told(club) == 1


async def test_a_dm_refused_without_a_common_server_announces_it_at_once_and_closed_dms_do_not(
    club: Club,
) -> None:
    member, other = await in_play(club)
    club.close_dms(other)
    await member.slash(club.channel, "papyrus end-turn")
    assert await departures_told(club) == 0
    club.allow_again()
    path = f"/channels/{member.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=50278, message="No mutual guilds", times=None)
    await other.slash(club.channel, "papyrus end-turn")
    assert await departures_told(club) == 1
    assert any(f"{member.name} {GONE}" in words_of(post) for post in club.channel.history())


async def test_a_second_departure_is_announced_again(club: Club) -> None:
    """An uninformative answer of Discord announces nothing."""
    absent, _ = await in_play(club)
    club.env.inject_error("GET", f"/guilds/*/members/{absent.id}", status=503, times=None)
    await pass_by(club, hours=25)
    assert await departures_told(club) == 0
    club.allow_again()
    club.guild.remove_member(absent)
    await pass_by(club, hours=25)
    club.guild.add_member(absent.user)
    await pass_by(club, hours=25)
    assert not any(holder.left for holder in (await club.here()).seats)
    club.guild.remove_member(absent)
    await pass_by(club, hours=25)
    assert await departures_told(club) == 2


async def test_the_seat_of_a_player_who_left_is_given_to_another(club: Club) -> None:
    await club.started(club.ben)
    info = await club.here()
    if (await picked_and_placed(club)) is club.ann:
        await club.ann.slash(club.channel, "papyrus end-turn")
    club.guild.remove_member(club.ben)
    await pass_by(club, hours=25)
    await club.ann.slash(club.channel, "match replace", seat="Ben", player=club.cleo)
    offer: Any = next(post for post in club.channel.history() if "Take the seat" in labels_of(post))
    await click(club.cleo, offer, "Take the seat")
    await club.cleo.slash(club.channel, "papyrus end-turn")
    after = await club.here()
    assert after.names == ("Ann", "Cleo")
    assert not after.seats[1].left
    assert (await club.service.match_view(info.id, None)).awaited == {0}


@given(MATCHES, MOMENTS, st.lists(st.integers(1, 86_399), min_size=1, max_size=30))
def test_at_any_times_of_the_checks_a_match_is_checked_once_a_day(
    match: str, start: datetime, steps: list[int]
) -> None:
    match_views = [start]
    for step in steps:
        match_views.append(match_views[-1] + timedelta(seconds=step))
    asked = sum(is_due(match, since, now) for since, now in pairwise(match_views))
    days = (match_views[-1] - start) / DAY
    assert int(days) <= asked <= int(days) + 1
