"""Rematches: the same people, one seat further on; nobody is seated without joining."""

from __future__ import annotations

from typing import Any

from bot.matches.model import Stage
from tests.cogs.calls import dms, pings
from tests.cogs.club import Club
from tests.cogs.players import click, control, labels_of, said, words_of
from tests.cogs.quickly import resign_all_but_one


async def over(club: Club, *others: Any) -> Any:
    """Start a match and let all but one resign; return the result post."""
    await club.started(*(others or (club.ben,)))
    await resign_all_but_one(club)
    return club.channel.history()[-1]


async def test_a_rematch_reserves_seats_one_further_on_and_calls_everybody_once(
    club: Club,
) -> None:
    result = await over(club, club.ben, club.cleo)
    first = await club.here()
    before = len(club.env.http_requests)
    told = said(await click(club.ben, result, "Rematch"))
    assert told.startswith("The rematch is open, you host it.")
    again = await club.here()
    assert again.id != first.id
    assert (again.stage, again.names, again.host) == (Stage.LOBBY, ("Ben", "Cleo", "Ann"), club.ben.id)
    assert (again.options, again.match_terms.clock_terms, again.match_terms.rated) == (
        first.options, first.match_terms.clock_terms, first.match_terms.rated,
    )  # fmt: skip
    assert again.commitment != first.commitment
    post = words_of(club.channel.history()[-1])
    assert f"<@{club.cleo.id}> <@{club.ann.id}>: Ben asks for a rematch." in post
    assert "Ben (host, ready)" in post
    assert "Ann (has yet to join)" in post
    await club.cleo.slash(club.channel, "match join")
    assert pings(club, before) == [], "they are told by DM"
    for each in (club.ann, club.cleo):
        (dm,) = dms(each, "asks for a rematch")
        assert labels_of(dm) == ["I play", "Decline", "Rules"]
    assert dms(club.ben, "asks for a rematch") == []


async def test_it_does_not_begin_before_all_have_joined(club: Club) -> None:
    result = await over(club)
    await click(club.ann, result, "Rematch")
    told = said(await club.ann.slash(club.channel, "match start"))
    assert told == "A seat is reserved for Ben, who still has to press Join."
    lobby = club.channel.history()[-1]
    await club.restart()
    assert "You have seat 1 of 2" in said(await click(club.ben, lobby, "Join"))
    assert "Ben (has yet to join)" not in words_of(club.channel.history()[-1])
    assert said(await club.ann.slash(club.channel, "match start")).startswith("The match has begun.")
    assert (await club.here()).names == ("Ben", "Ann")
    await resign_all_but_one(club)
    assert (await club.here()).stage is Stage.FINISHED


async def test_invited_players_can_decline_and_nobody_is_in_a_lobby_without_joining(
    club: Club,
) -> None:
    result = await over(club)
    await click(club.ann, result, "Rematch")
    assert "the lobby is closed" in said(await club.ann.slash(club.channel, "match leave"))
    again = said(await click(club.ann, result, "Rematch"))
    assert again.startswith("The rematch is open, you host it.")
    assert said(await club.ben.slash(club.channel, "match leave")).startswith("You have left")
    info = await club.here()
    assert (info.names, info.match_terms.invited, info.wanted) == (("Ann",), (), 2)
    await club.cleo.slash(club.channel, "match join")
    assert said(await club.ann.slash(club.channel, "match start")).startswith("The match has begun.")


async def test_two_simultaneous_requests_open_one_rematch(club: Club) -> None:
    result = await over(club)
    told = said(await club.eve.slash(club.channel, "match rematch"))
    assert told == "Only who played the match can ask for a rematch."
    press = control(result, "Rematch")
    told = await club.clicks_at_once((club.ann, result, press), (club.ben, result, press))
    answers = sorted(said(each) for each in told)
    assert answers[0].startswith("The rematch is open, you host it.")
    assert answers[1] == "You have joined the open rematch."
    host = club.ann if said(told[0]) == answers[0] else club.ben
    again = said(await host.slash(club.channel, "match rematch"))
    assert again == "The rematch is open already, and you host it."
    assert len([post for post in club.channel.history() if "Join" in labels_of(post)]) == 1


async def test_a_computer_joins_a_rematch_by_itself(club: Club) -> None:
    await club.alone()
    await resign_all_but_one(club)
    told = said(await club.ann.slash(club.channel, "match rematch"))
    assert told.endswith("Press Start in its post when all seats are taken.")
    info = await club.here()
    assert [bool(holder.computer) for holder in info.seats] == [True, False]
    assert said(await club.ann.slash(club.channel, "match start")).startswith("The match has begun.")
