"""`/me away`: one's clocks stand still, the board says until when, and they go on by themselves."""

from __future__ import annotations

import pytest

from bot.people.preferences import PLAIN
from tests.cogs.calls import dms, end_turn, look_at_what_is_due, on_turn, set_clock, stop_rounds, wait_until
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.matches.test_clocks import settled_down, timed
from tests.cogs.people.test_me import settings
from tests.cogs.players import labels_of, said, words_of

BERLIN = "Europe/Berlin"


def board(club: Club) -> str:
    """Return the words of the newest board, in whatever language."""
    posts = reversed(club.channel.history())
    return words_of(next(post for post in posts if {"Play", "Spielen"} & set(labels_of(post))))


async def look_at_the_clocks(club: Club) -> None:
    keeper = club.bot.cogs["Timekeeping"]
    await keeper._look()  # type: ignore[attr-defined]
    await club.env.settle()


@pytest.mark.parametrize(
    ("locale", "words", "again", "evening", "day"),
    [
        ("en-US", "on leave, the clock is stopped until <t:", "You have until ", "2026-03-27 12:00", "30"),
        ("de", "beurlaubt, die Uhr steht bis <t:", "Du hast Zeit bis ", "2026-10-23 12:00", "26"),
    ],
)
async def test_a_leave_over_the_day_on_which_clocks_change(
    club: Club, locale: str, words: str, again: str, evening: str, day: str
) -> None:
    await set_clock(club, BERLIN, evening)
    await timed(club, "1 day a turn", "resign")
    await settled_down(club)
    for member in (club.ann, club.ben):
        club.speaks(member, locale)
    await keeper(club).slash(club.channel, "table language", language=locale[:2])
    _, other = await on_turn(club)
    await other.slash(club.channel, "me quiet", zone=BERLIN)
    month = evening[:7]
    told = said(
        await other.slash(
            club.channel, "me away", until=f"{month}-{day}", **{"from": f"{month}-{int(day) - 2}"}
        )
    )
    assert "28 " in told, "two days of thirty are planned"
    assert words not in board(club)
    await end_turn(club)
    await club.restart()
    stop_rounds(club)
    await wait_until(club, BERLIN, f"{month}-{int(day) - 2} 00:00")
    assert words in board(club), "it began by itself, after a restart"
    before = len(dms(other, ""))
    await wait_until(club, BERLIN, f"{month}-{int(day) - 1} 23:30")
    await look_at_the_clocks(club)
    assert not (await club.here()).stage.ended
    assert len(dms(other, "")) == before, "while away nothing is sent"
    await wait_until(club, BERLIN, f"{month}-{day} 00:00")
    await look_at_the_clocks(club)
    await look_at_what_is_due(club)
    assert words not in board(club)
    assert again in words_of(dms(other, "")[-1])


async def test_a_host_who_says_no_leave_is_told_of_in_the_lobby_and_no_clock_stops(club: Club) -> None:
    await timed(club, "1 day a turn", leave=False)
    lobby = [post for post in club.channel.history() if "Leave** stops no clock" in words_of(post)]
    assert lobby
    await settled_down(club)
    member, _ = await on_turn(club)
    await member.slash(club.channel, "me away", until="5 days")
    shown = board(club)
    assert "is stopped" not in shown
    assert f"{member.name}: until <t:" in shown


async def test_a_match_that_begins_meanwhile_stops_too(club: Club) -> None:
    await club.ben.slash(club.channel, "me away", until="5 days")
    await timed(club, "1 day a turn", "resign")
    assert "Ben: on leave, the clock is stopped" in board(club)
    assert (await club.here()).match_terms.away == {1}


async def test_a_leave_that_cannot_be_is_a_sentence_and_changes_nothing(club: Club) -> None:
    assert "30 left" in said(await club.ann.slash(club.channel, "me away", until="40 days"))
    assert await settings(club, club.ann) == PLAIN
    await club.ann.slash(club.channel, "me away", until="3 days")
    before = await settings(club, club.ann)
    assert "already" in said(await club.ann.slash(club.channel, "me away", until="2 days"))
    assert await settings(club, club.ann) == before
