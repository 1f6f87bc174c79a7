"""Reliability: one of three words, from the last 20 ended matches; a host may require it without a notice."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms, Person
from bot.people.seating_policy import standing
from tests.cogs.club import SMALL, Club
from tests.cogs.players import said
from tests.cogs.quickly import open_quickly, resign_all_but_one

CLOCKED = MatchTerms(ClockTerms("turn", 3600, at_zero="resign"))


async def ended(club: Club, *, late: bool, times: int = 1) -> None:
    """Let matches of Ann and Ben end, with or without timeouts of Ben."""
    for _ in range(times):
        people = [Person(club.ben.id, "Ben"), Person(club.ann.id, "Ann")]  # the first seat is late first
        where = {"channel": club.other.id, "terms": CLOCKED}
        info = await open_quickly(club, *people, options={"squad": "2"}, **where)
        if late:
            club.env.backend.advance_clock(3601)
            while await club.service.timekeeper.expire(info.id):
                pass
        else:
            await club.service.play.resign(info.id, club.ben.id, request=f"resign {info.id}")


async def shown(club: Club, who: Any) -> str:
    told = said(await who.slash(club.channel, "me show"))
    return next(line for line in told.splitlines() if "Reliab" in line or "Zuverl" in line).replace("*", "")


@pytest.mark.parametrize(
    ("kept", "word"),
    [
        ([], "new"),
        ([False, False], "new"),
        ([True] * 3, "reliable"),
        ([True] * 19 + [False], "reliable"),
        ([False, True, True], "reliable"),
        ([False, True, True, False], "often late"),
        ([False] * 5 + [True] * 15, "often late"),
        ([False] * 4 + [True] * 16, "reliable"),
    ],
)
def test_the_word_depends_on_the_last_matches(kept: list[bool], word: str) -> None:
    assert standing(kept) == word


async def test_users_see_their_own_word_with_its_reasons_and_never_a_number(club: Club) -> None:
    words = ("Zuverlässigkeit neu", "Zuverlässigkeit zuverlässig", "Zuverlässigkeit oft zu spät")
    club.speaks(club.ben, "de")
    assert (await shown(club, club.ben)).startswith(words[0])
    await ended(club, late=False, times=3)
    assert (await shown(club, club.ben)).startswith(words[1])
    await ended(club, late=True, times=2)
    assert (await shown(club, club.ben)).startswith(words[2])
    profile = said(await club.ann.slash(club.channel, "profile", player=club.ben, where="everywhere"))
    assert "Reliability often late" in profile.replace("*", "")
    await club.restart()
    await ended(club, late=False, times=18)
    assert (await shown(club, club.ben)).startswith(words[1]), "until twenty newer ones have ended"


async def test_a_replaced_player_did_not_finish_and_the_new_one_did(club: Club) -> None:
    """A match against computers only does not count."""
    await club.alone()
    await resign_all_but_one(club)
    assert await club.bot.reliability._store.kept([club.ann.id], 20) == {}
    await club.started(club.ben)
    await club.ben.slash(club.channel, "match replace", seat="2", player=club.cleo)
    await club.cleo.slash(club.channel, "match answer", agree=True)
    await resign_all_but_one(club)
    kept = await club.bot.reliability._store.kept([club.ann.id, club.ben.id, club.cleo.id], 20)
    assert kept == {club.ann.id: [True], club.ben.id: [False], club.cleo.id: [True]}


async def test_a_lobby_for_reliable_or_new_players_refuses_late_ones_without_a_reason(
    club: Club,
) -> None:
    await ended(club, late=True, times=2)
    await ended(club, late=False, times=2)
    await club.ann.slash(club.channel, "match new", game="papyrus", options=SMALL, **{"with": "reliable"})
    refused = said(await club.ben.slash(club.channel, "match join"))
    assert refused.startswith(
        "There is no seat for you in this match: those that are left are kept for others."
    )
    await club.dan.slash(club.channel, "me block", player=club.ann)
    assert said(await club.dan.slash(club.channel, "match join")) == refused, "as to who is blocked"
    await club.eve.slash(club.channel, "match join")
    assert (await club.here()).names == ("Ann", "Eve"), "who is new is welcome"


async def test_a_wish_for_reliable_players_is_not_matched_with_late_ones(club: Club) -> None:
    await ended(club, late=True, times=3)
    await club.ben.slash(club.channel, "find", game="papyrus")
    club.env.backend.advance_clock(1)
    await club.ann.slash(club.channel, "find", game="papyrus", **{"with": "reliable"})
    assert club.channel.threads == []
    await club.dan.slash(club.channel, "find", game="papyrus")
    (thread,) = club.channel.threads
    assert (await club.service.in_channel(thread.id)).names == ("Ben", "Dan")
