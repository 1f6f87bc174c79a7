"""What is granted is told to whom it concerns: time, a pause, and that it is over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from simcord import MemberActor

from bot.people.preferences import PLAIN, Quiet
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.matches.test_clocks import settled_down, timed
from tests.cogs.matches.test_proposals import answer, proposal_post
from tests.cogs.players import said, words_of
from tests.cogs.publishing.test_publishing import other_than
from tests.cogs.publishing.test_told import BERLIN, LANGUAGES, all_speak, last_dm

AGREE = {"en-US": "Agree", "de": "Zustimmen"}
REFUSE = {"en-US": "Refuse", "de": "Ablehnen"}


def count_of(member: Any) -> int:
    return len(member.user.dm_channel.history())


async def given(club: Club, member: MemberActor, other: MemberActor) -> str:
    words = {"player": other.user.name, "time": "12 hours"}
    return said(await member.slash(club.channel, "match ask time", **words))


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_who_is_given_time_hears_it_by_dm(club: Club, locale: str) -> None:
    await timed(club, "1 day a turn", "resign")
    all_speak(club, locale)
    member = await settled_down(club)
    other, before = other_than(club, member), count_of(member)
    await given(club, other, member)
    assert count_of(member) == before + 1
    name = other.user.name
    told = {"en-US": f"{name} gives you 12 hours more.", "de": f"{name} gibt dir 12 Stunden mehr."}
    assert told[locale] in words_of(last_dm(member))
    await given(club, other, member)
    assert words_of(last_dm(member)).count("12 ") == 1  # the first time has been told


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_who_asked_for_a_pause_hears_that_all_agreed_and_later_that_it_is_over(
    club: Club, locale: str
) -> None:
    await timed(club, "1 day a turn", "resign")
    all_speak(club, locale)
    member = await settled_down(club)
    other = other_than(club, member)
    await other.slash(club.channel, "match ask pause")
    before = count_of(other)
    await answer(member, proposal_post(club), AGREE["en-US"])
    assert count_of(other) == before + 1
    asked, agreed = {
        "en-US": ("You ask for a pause", "All have agreed."),
        "de": ("Du bittest um eine Pause", "Alle haben zugestimmt."),
    }[locale]
    assert asked in words_of(last_dm(other))
    assert agreed in words_of(last_dm(other))
    await member.slash(club.channel, "match ask resume")
    goes_on = {"en-US": "lets the match go on.", "de": "lässt die Partie weitergehen."}
    assert f"{member.user.name} {goes_on[locale]}" in words_of(last_dm(other))
    assert asked not in words_of(last_dm(other))


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_who_is_refused_hears_it_by_dm(club: Club, locale: str) -> None:
    await timed(club, "1 day a turn", "resign")
    all_speak(club, locale)
    await settled_down(club)
    await club.ann.slash(club.channel, "match ask draw")
    before = count_of(club.ann)
    await answer(club.ben, proposal_post(club), REFUSE["en-US"])
    assert count_of(club.ann) == before + 1
    assert ("Ben stimmt nicht zu." if locale == "de" else "Ben does not agree.") in words_of(
        last_dm(club.ann)
    )


async def test_who_wants_quiet_is_told_in_the_morning_and_who_wants_channels_there(club: Club) -> None:
    await timed(club, "2 days a turn", "resign")
    member = await settled_down(club)
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
