"""Grants are announced to the players concerned: time, a pause, and its end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from simcord import MemberActor

from bot.people.preferences import PLAIN, Quiet
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.matches.test_clocks import timed
from tests.cogs.matches.test_proposals import answer, proposal_post
from tests.cogs.players import said, words_of
from tests.cogs.publishing.test_told import BERLIN, last_dm
from tests.cogs.skirmish import other_than, picked_and_placed


def count_of(member: Any) -> int:
    return len(member.user.dm_channel.history())


async def given(club: Club, member: MemberActor, other: MemberActor) -> str:
    words = {"player": other.user.name, "time": "12 hours"}
    return said(await member.slash(club.channel, "match ask time", **words))


async def test_a_grant_or_refusal_is_sent_by_dm_to_the_player_concerned(club: Club) -> None:
    """Time, a pause and its end, a refused draw: each once, in the reader's language."""
    await timed(club, "1 day a turn", "resign")
    member = await picked_and_placed(club)
    other = other_than(club, member)
    club.speaks(member, "de")
    await member.slash(club.channel, "me show")
    before = count_of(member)
    await given(club, other, member)
    assert count_of(member) == before + 1
    assert f"{other.user.name} gibt dir 12 Stunden mehr." in words_of(last_dm(member))
    await given(club, other, member)
    assert words_of(last_dm(member)).count("12 ") == 1  # the first grant has been announced

    await other.slash(club.channel, "match ask pause")
    before = count_of(other)
    await answer(member, proposal_post(club), "Agree")
    assert count_of(other) == before + 1
    assert "You ask for a pause" in words_of(last_dm(other))
    assert "All have agreed." in words_of(last_dm(other))
    await member.slash(club.channel, "match ask resume")
    assert f"{member.user.name} resumes the match." in words_of(last_dm(other))
    assert "You ask for a pause" not in words_of(last_dm(other))

    await member.slash(club.channel, "match ask draw")
    before = count_of(member)
    await answer(other, proposal_post(club), "Refuse")
    assert count_of(member) == before + 1
    assert f"{other.user.name} stimmt nicht zu." in words_of(last_dm(member))


async def test_answers_respect_quiet_hours_and_the_setting_for_channels(club: Club) -> None:
    await timed(club, "2 days a turn", "resign")
    member = await picked_and_placed(club)
    other, before = other_than(club, member), count_of(member)
    hour = club.env.now().hour
    quiet = Quiet((hour - 3) % 24 * 60, (hour + 3) % 24 * 60)
    await club.bot.people.keep(member.id, replace(PLAIN, quiet=quiet, zone="UTC"))
    await given(club, other, member)
    assert count_of(member) == before
    await pass_by(club, hours=4)
    assert "gives you 12 hours more." in words_of(last_dm(member))
    await club.bot.people.keep(member.id, replace(PLAIN, where="channel", zone=BERLIN))
    await given(club, other, member)
    post = words_of(club.channel.history()[-1])
    assert f"<@{member.id}>" in post
    assert "gives you 12 hours more." in post
