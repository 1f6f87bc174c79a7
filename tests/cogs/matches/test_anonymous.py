"""Anonymous matches as people play them, in both languages; what each way to open one refuses."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.matches.model import FORMER, MatchInfo, MatchTerms, SeatHolder, Stage, Veil
from tests.cogs.calls import dms, look_at_what_is_due, pings
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import click, said, words_of
from tests.cogs.quickly import resign_all_but_one

LANGUAGES = {
    "en-US": {
        "opened": "Nobody learns that it is yours",
        "joined": "You have a seat; 2 of 3 are taken. Which one is yours is drawn at the start",
        "lobby": "nobody learns who has joined",
        "begun": "You are Seat ",
        "seats": ("Seat 1", "Seat 2", "Seat 3"),
        "mine": "Papyrus, you as Seat ",
        "turn": "your turn in",
        "log": "An anonymous match of Papyrus is opened in",
        "over": "has ended",
    },
    "de": {
        "opened": "Niemand erfährt, dass sie deine ist",
        "joined": "Du hast einen Platz; 2 von 3 sind besetzt. Welcher deiner ist, wird am Anfang ausgelost",
        "lobby": "Niemand erfährt, wer mitspielt",
        "begun": "Du bist Platz ",
        "seats": ("Platz 1", "Platz 2", "Platz 3"),
        "mine": "Papyrus, du als Platz ",
        "turn": "am Zug in",
        "log": "Eine anonyme Partie Papyrus ist in",
        "over": "ist zu Ende",
    },
}
"""What people read, by language."""


async def opened(club: Club, *others: Any, **words: Any) -> str:
    """Let Ann open an anonymous match of Papyrus for herself and these, who join it; return her answer."""
    given = {
        "game": "papyrus",
        "options": SMALL,
        "anonymous": True,
        "seats": 1 + max(1, len(others)),
        **words,
    }
    told = said(await club.ann.slash(club.channel, "match new", **given))
    for other in others:
        await other.slash(club.channel, "match join")
    return told


def read_by_all(club: Club) -> str:
    """Return all that stands in the club's channels."""
    return "\n".join(words_of(post) for place in (club.channel, club.other) for post in place.history())


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_seats_are_called_by_their_numbers_until_the_end(club: Club, locale: str) -> None:
    """Ann opens it, Ben and Cleo join; Eve watches. Each finds their own seat, and nobody another's name."""
    words, max_ = LANGUAGES[locale], keeper(club)
    if locale == "de":
        await max_.slash(club.channel, "table language", language="de")
    for each in (club.ann, club.ben, club.cleo, club.eve):
        club.speaks(each, locale)
        await each.slash(club.channel, "me show")  # so that the bot knows their language
    await max_.slash(club.channel, "table logs", channel=club.other)
    assert words["opened"] in await opened(club, seats=3)
    assert words["lobby"] in words_of(club.channel.history()[-1])
    assert words["log"] in words_of(club.other.history()[-1])
    assert words["joined"] in said(await club.ben.slash(club.channel, "match join"))
    await club.cleo.slash(club.channel, "match join")
    assert words["begun"] in said(await club.ann.slash(club.channel, "match start"))
    info = await club.here()
    assert info.names == ("Seat 1", "Seat 2", "Seat 3")
    for seat, member in club.members(info).items():
        listed = said(await member.slash(club.channel, "me matches"))
        assert f"{words['mine']}{seat + 1}:" in listed
        own = said(await member.slash(club.channel, "match status"))
        assert f"{words['begun']}{seat + 1}." in own
        (turn,) = dms(member, words["turn"])
        seen = words_of(turn) + listed + own
        assert not [each.name for each in club.members(info).values() if each.name in seen]
    watched = said(await club.eve.slash(club.channel, "match status"))
    assert all(each in watched for each in words["seats"])
    before = read_by_all(club)
    assert not [name for name in ("Ann", "Ben", "Cleo") if name in before]
    assert pings(club) == []
    await club.restart()
    assert (await club.here()).names == info.names
    await resign_all_but_one(club)
    assert sorted((await club.here()).names) == ["Ann", "Ben", "Cleo"]
    result, logged = words_of(club.channel.history()[-1]), words_of(club.other.history()[-1])
    assert all(name in result and name in logged for name in ("Ann", "Ben", "Cleo"))
    assert words["over"] in logged


async def test_the_seats_are_drawn_and_the_opener_s_is_not_the_first_by_rule(club: Club) -> None:
    """Of eight matches at least one has Ann at another seat; the draw is the seed's, so that it is sealed."""
    seats = set()
    for _ in range(8):
        await opened(club, club.ben)
        await club.ann.slash(club.channel, "match start")
        seats.add((await club.here()).seat_of(club.ann.id))
        await resign_all_but_one(club)
    assert seats == {0, 1}


REFUSED = [
    ({"invite": "@Ben"}, "nobody is invited"),
    ({"private": True}, "that others see too"),
    ({"word": "lucky"}, "no words of your own"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
async def test_what_would_tell_who_plays_is_refused_before_anything_is_opened(
    club: Club, words: dict[str, Any], sentence: str
) -> None:
    given = {name: club.ben.mention if word == "@Ben" else word for name, word in words.items()}
    threads = len(club.channel.threads)
    assert sentence in await opened(club, **given)
    assert (len(club.channel.threads), club.channel.history()) == (threads, [])


async def test_in_a_lobby_and_at_the_table_nothing_tells_who_is_there(club: Club) -> None:
    """No computer, word, replacement or host's name, and no block by which to ask who is there."""
    await club.bot.blocks.block(club.ben.id, club.ann.id)
    await opened(club, seats=2)
    assert "No computer plays" in said(await club.ann.slash(club.channel, "match add-computer"))
    assert "no words" in said(await club.ben.slash(club.channel, "match join", word="lucky"))
    assert "You have a seat" in said(await club.ben.slash(club.channel, "match join"))
    assert "ask the host" in said(await club.ben.slash(club.channel, "match start"))
    await club.ann.slash(club.channel, "match start")
    await club.bot.blocks.block(club.dan.id, club.ben.id)
    for who in (club.ann, keeper(club)):
        asked = said(await who.slash(club.channel, "match replace", seat="1", player=club.dan))
        assert "cannot be given to another person" in asked
    offers = await club.ann.autocomplete(club.channel, "match ask time", "player", "", time="1 day")
    other = 1 - ((await club.here()).seat_of(club.ann.id) or 0)
    assert [each["name"] for each in offers] == [f"Seat {other + 1}"]


async def test_a_thread_is_not_named_after_the_opener_and_takes_nobody_in(club: Club) -> None:
    since = len(club.env.http_requests)
    await opened(club, thread=True)
    (thread,) = club.channel.threads
    assert thread.name == "Papyrus: anonymous"
    assert not [each.path for each in club.env.http_requests[since:] if "thread-members" in each.path]


async def test_whom_no_dm_reaches_is_not_called_in_the_channel(club: Club) -> None:
    """Ben's DMs are closed; Ann would be called in the channel elsewhere, and gets a DM here."""
    await club.ann.slash(club.channel, "me notices", where="channel")
    club.close_dms(club.ben)
    await opened(club, club.ben, clock="1 day a turn")
    await club.ann.slash(club.channel, "match start")
    club.env.backend.advance_clock(20 * 3600)
    await look_at_what_is_due(club)
    assert pings(club) == []
    assert len(dms(club.ann)) == 1


async def test_a_deleted_player_stays_a_number_until_the_end(club: Club) -> None:
    """Their name is gone from the stored match at once."""
    await opened(club, club.ben)
    await club.ann.slash(club.channel, "match start")
    info = await club.here()
    seat = info.seat_of(club.ben.id)
    assert seat is not None
    await club.service.departures.forget(info.id, club.ben.id)
    left = await club.here()
    assert left.names == ("Seat 1", "Seat 2")
    assert left.seats[seat].veil == Veil(seat + 1, FORMER)
    assert "Ben" not in str(left)


async def test_a_closed_lobby_and_a_rematch(club: Club) -> None:
    """A lobby that nobody joined names nobody; a rematch is by name: everybody knows who played."""
    await opened(club)
    await club.ann.slash(club.channel, "match leave")
    closed: MatchInfo = await club.here()
    assert (closed.stage, [each.called for each in closed.seats]) == (Stage.ABANDONED, ["Seat 1"])
    await opened(club, club.ben)
    await club.ann.slash(club.channel, "match start")
    await resign_all_but_one(club)
    await click(club.ben, club.channel.history()[-1], "Rematch")
    again = await club.here()
    assert (again.stage, again.anonymous, set(again.names)) == (Stage.LOBBY, False, {"Ann", "Ben"})


async def test_it_does_not_move_to_a_private_thread_and_no_wish_is_offered_its_seat(club: Club) -> None:
    await opened(club, seats=2)
    await club.ben.slash(club.channel, "find", game="papyrus")
    assert len((await club.here()).seats) == 1
    with pytest.raises(Exception, match="that others see too"):
        await club.service.proposals.move(
            (await club.here()).id, club.ann.id, club.other.id, moderator=False, private=True, request="move"
        )


def test_no_record_of_a_running_anonymous_match_has_names_to_show() -> None:
    """Whatever is changed; also of a person whose own name is that of a seat. At the end all are back."""
    info = lobby_of("Seat 2", "Ben", "Cleo")
    assert info.names == ("Seat 1", "Seat 2", "Seat 3")
    assert info.seats[0].called == info.seats[0].name == "Seat 1"
    fewer = replace(info, seats=info.seats[1:])
    assert (fewer.names, [each.veil.name for each in fewer.seats if each.veil]) == (
        ("Seat 1", "Seat 2"),
        ["Ben", "Cleo"],
    )
    begun = replace(
        info,
        seats=info.seats[::-1],
        stage=Stage.PLAYING,
        match_terms=replace(info.match_terms, anonymous="begun"),
    )
    assert begun.names == ("Seat 1", "Seat 2", "Seat 3")
    written = msgspec.json.decode(msgspec.json.encode(begun.seats), type=tuple[SeatHolder, ...])
    assert replace(begun, seats=written) == begun
    assert replace(begun, stage=Stage.FINISHED).names == ("Cleo", "Ben", "Seat 2")
    assert replace(info, stage=Stage.ABANDONED).names == info.names


def lobby_of(*names: str) -> MatchInfo:
    """Return the lobby of an anonymous match with people of these names."""
    return MatchInfo(
        id="abcdefghijkl",
        game="papyrus",
        rules="1",
        cards=None,
        guild=1,
        channel=2,
        host=11,
        stage=Stage.LOBBY,
        version=1,
        options=None,
        wanted=len(names),
        seats=tuple(SeatHolder(user=11 + seat, name=name) for seat, name in enumerate(names)),
        commitment="c" * 64,
        outcome=None,
        opened_at=datetime(2026, 5, 1, tzinfo=UTC),
        ended_at=None,
        match_terms=MatchTerms(anonymous="lobby"),
    )
