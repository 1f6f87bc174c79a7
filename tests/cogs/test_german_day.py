"""A day on which a German player gets all messages in German, in an English channel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from simcord import MemberActor

from tests.cogs.calls import dms, end_turn, on_turn, pass_by, set_clock, wait_until
from tests.cogs.club import Club
from tests.cogs.matches.test_proposals import proposal_post
from tests.cogs.players import click, labels_of, pictures_of, said, words_of
from tests.cogs.skirmish import begun

BERLIN = "Europe/Berlin"
ENGLISH = re.compile(r"\b(the|is|are|you|your|and|match|turn|seat|wins?|waits?|play|rules|board)\b", re.I)
GERMAN = re.compile(r"\b(der|die|das|ist|du|dein|und|Partie|Zug|Platz|gewinnt|wartet|Spielen|Regeln)\b", re.I)
IN_BOTH = re.compile(r"/[a-z]+ [a-z-]+|https://\S+|`[^`]*`|<[^>]*>")
"""Commands, links, code and mentions are the same in every language."""


@pytest.fixture
async def match(club: Club) -> Club:
    """A match at noon with Ann on turn; Ben and the watcher Cleo are German."""
    await set_clock(club, BERLIN, "2026-05-01 12:00")
    for member in (club.ben, club.cleo):
        club.speaks(member, "de")
    await begun(club)
    await club.cleo.slash(club.channel, "match watch")
    if (await on_turn(club))[0] is club.ben:
        await end_turn(club)
    return club


def read(message: Any) -> str:
    """Return all texts of a message: content, buttons, alt texts."""
    shown = [words_of(message), *labels_of(message)]
    return IN_BOTH.sub("", "\n".join([*shown, *[each["description"] or "" for each in pictures_of(message)]]))


def dms_to(member: MemberActor) -> Sequence[Any]:
    channel = member.user.dm_channel
    return channel.history()


def check_languages(club: Club) -> None:
    """Check the language of all sent messages against that of their readers."""
    for message in (*dms_to(club.ben), *dms_to(club.cleo)):
        assert ENGLISH.findall(read(message)) == [], read(message)
        assert GERMAN.search(read(message))
    for message in (*club.channel.history(), *dms_to(club.ann)):
        assert GERMAN.findall(read(message)) == [], read(message)


async def test_turns_a_digest_a_reminder_a_proposal_and_the_result_are_in_german(match: Club) -> None:
    club, ben = match, match.ben
    await ben.slash(club.channel, "me reminders", after="5 Stunden")
    await ben.slash(club.channel, "me digest", mode="in addition to single notices", at="18", zone=BERLIN)
    told = len(dms(ben, "Du bist am Zug in"))
    await end_turn(club)
    assert len(dms(ben, "Du bist am Zug in")) == told + 1
    assert "**Seit deinem letzten Zug**" in words_of(dms(ben, "Du bist am Zug in")[-1])
    await wait_until(club, BERLIN, "2026-05-01 18:30")
    assert len(dms(ben, "Du bist immer noch am Zug in")) == 1
    (digest,) = dms(ben, "1 Partie wartet auf dich")
    assert "Papyrus mit Ann: **du bist am Zug**" in words_of(digest)
    await club.ann.slash(club.channel, "match ask draw")
    (asked,) = dms(ben, "Ann bietet ein Unentschieden an")
    assert labels_of(asked) == ["Zustimmen", "Ablehnen"]
    assert labels_of(proposal_post(club)) == ["Agree", "Refuse", "Take back"]
    await click(ben.user, asked, "Ablehnen")
    assert "Ben does not agree." in words_of(proposal_post(club))
    assert "Ben stimmt nicht zu." in words_of(dms(ben, "Ann bietet ein Unentschieden an")[-1])
    await wait_until(club, BERLIN, "2026-05-02 12:00")
    assert len(dms(ben, "1 Partie wartet auf dich")) == 1
    assert dms(club.cleo, "Die Partie wartet jetzt auf Ben.")
    await club.restart()
    asked = await ben.slash(club.channel, "match resign")
    await click(ben, asked.response, "Ja, aufgeben")
    await pass_by(club, hours=2)
    assert "Papyrus: Ann wins" in words_of(club.channel.history()[-1])
    assert "Papyrus: Ann gewinnt" in words_of(dms(club.cleo, "zugesehen.")[-1])
    check_languages(club)


async def test_a_call_in_the_channel_is_in_the_channel_s_language(match: Club) -> None:
    """Public messages do not reveal which language a person speaks."""
    club = match
    assert "im Kanal" in said(await club.ben.slash(club.channel, "me notices", where="channel"))
    await end_turn(club)
    called = club.channel.history()[-1]
    assert words_of(called).startswith(f"<@{club.ben.id}>: it is your turn in Papyrus, Ben.")
    assert labels_of(called) == ["Play"]
    await club.ben.slash(club.channel, "me away", until="5 Tage")
    assert "Ben is away until" in "\n".join(words_of(post) for post in club.channel.history())
    check_languages(club)
