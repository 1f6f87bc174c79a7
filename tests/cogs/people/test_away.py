"""`/me away`: the user's clocks stop, the board shows until when, and they continue by themselves."""

from __future__ import annotations

import pytest

from bot.people.preferences import PLAIN
from tests.cogs.calls import dms, end_turn, look_at_what_is_due, on_turn, set_clock, stop_rounds, wait_until
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.matches.test_clocks import timed
from tests.cogs.people.test_me import settings
from tests.cogs.players import labels_of, said, words_of
from tests.cogs.skirmish import picked_and_placed

BERLIN = "Europe/Berlin"


def board(club: Club) -> str:
    """Return the words of the newest board, in any language."""
    posts = reversed(club.channel.history())
    return words_of(next(post for post in posts if {"Play", "Spielen"} & set(labels_of(post))))


async def look_at_the_clocks(club: Club) -> None:
    keeper = club.bot.cogs["Timekeeping"]
    await keeper._look()  # type: ignore[attr-defined]
    await club.env.settle()


async def test_a_leave_over_a_clock_change(club: Club) -> None:
    """In German; the other clock change, and English, are in tests/people/test_leaves.py and below."""
    words = "beurlaubt, die Uhr steht bis <t:"
    await set_clock(club, BERLIN, "2026-10-23 12:00")
    await timed(club, "1 day a turn", "resign")
    await picked_and_placed(club)
    for member in (club.ann, club.ben):
        club.speaks(member, "de")
    await keeper(club).slash(club.channel, "table language", language="de")
    _, other = await on_turn(club)
    await other.slash(club.channel, "me quiet", zone=BERLIN)
    days = {"until": "2026-10-26", "from": "2026-10-24"}
    told = said(await other.slash(club.channel, "me away", **days))
    assert "28 " in told, "two days of thirty are planned"
    assert words not in board(club)
    await end_turn(club)
    await club.restart()
    stop_rounds(club)
    await wait_until(club, BERLIN, "2026-10-24 00:00")
    assert words in board(club), "it began by itself, after a restart"
    before = len(dms(other, ""))
    await wait_until(club, BERLIN, "2026-10-25 23:30")
    await look_at_the_clocks(club)
    assert not (await club.here()).stage.ended
    assert len(dms(other, "")) == before, "while away nothing is sent"
    await wait_until(club, BERLIN, "2026-10-26 00:00")
    await look_at_the_clocks(club)
    await look_at_what_is_due(club)
    assert words not in board(club)
    assert "Du hast Zeit bis " in words_of(dms(other, "")[-1])


async def test_a_match_without_leave_is_marked_in_the_lobby_and_no_clock_stops(club: Club) -> None:
    await timed(club, "1 day a turn", leave=False)
    lobby = [post for post in club.channel.history() if "Leave** stops no clock" in words_of(post)]
    assert lobby
    await picked_and_placed(club)
    member, _ = await on_turn(club)
    await member.slash(club.channel, "me away", until="5 days")
    shown = board(club)
    assert "is stopped" not in shown
    assert f"{member.name}: until <t:" in shown


async def test_a_match_that_begins_during_a_leave_stops_too(club: Club) -> None:
    """An impossible leave is refused in a sentence, and changes nothing."""
    await club.ben.slash(club.channel, "me away", until="5 days")
    await timed(club, "1 day a turn", "resign")
    assert "Ben: on leave, the clock is stopped" in board(club)
    assert (await club.here()).match_terms.away == {1}
    before = await settings(club, club.ben)
    for until, sentence in (("40 days", "already"), ("2 days", "already")):
        assert sentence in said(await club.ben.slash(club.channel, "me away", until=until))
        assert await settings(club, club.ben) == before
    assert "30 left" in said(await club.cleo.slash(club.channel, "me away", until="40 days"))
    assert await settings(club, club.cleo) == PLAIN


async def test_a_match_in_which_nobody_has_chosen_leave_is_not_loaded_for_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was, each twenty seconds of its last hour."""
    await set_clock(club, BERLIN, "2026-06-01 12:00")
    await timed(club, "1 day a turn", "resign")
    await picked_and_placed(club)
    member, _ = await on_turn(club)
    stop_rounds(club)
    await wait_until(club, BERLIN, "2026-06-02 11:30")
    asked: list[str] = []

    async def near_a_loss(match: str) -> list[int]:
        asked.append(match)
        return []

    monkeypatch.setattr(club.service.timekeeper, "near_a_loss", near_a_loss)
    await look_at_the_clocks(club)
    assert asked == []
    await member.slash(club.channel, "me auto-leave", on=True)
    await look_at_the_clocks(club)
    assert asked == [(await club.here()).id]


async def test_a_leave_begins_by_itself_before_a_loss_and_both_are_told(club: Club) -> None:
    """The opponent reads German. After the leave the rest of the time is there."""
    await set_clock(club, BERLIN, "2026-06-01 12:00")
    await timed(club, "1 day a turn", "resign")
    await picked_and_placed(club)
    member, other = await on_turn(club)
    club.speaks(other, "de")
    await other.slash(club.channel, "me show")
    told = said(await member.slash(club.channel, "me auto-leave", on=True))
    assert "a leave of that day and the next begins by itself" in told
    stop_rounds(club)
    await wait_until(club, BERLIN, "2026-06-02 10:30")
    await look_at_the_clocks(club)
    assert (await club.here()).match_terms.away == frozenset(), "there is more than an hour left"
    await wait_until(club, BERLIN, "2026-06-02 11:30")
    await look_at_the_clocks(club)
    info = await club.here()
    assert info.match_terms.away == {info.seat_of(member.user.id)}
    assert "their leave has begun by itself" in board(club)
    await look_at_what_is_due(club)
    assert any("hat der Urlaub von selbst begonnen" in words_of(dm) for dm in dms(other, ""))
    assert any("your leave has begun by itself" in words_of(dm) for dm in dms(member, ""))
    await wait_until(club, BERLIN, "2026-06-04 00:00")
    await look_at_the_clocks(club)
    assert not (await club.here()).stage.ended, "they have their last half hour"
