"""`/match replace`: a seat is offered, the invited person takes it, and continues the match."""

from __future__ import annotations

from typing import Any

from bot.matches.model import Stage
from tests.cogs.calls import pings
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import click, labels_of, moves_offered, panel_in_dm, said, words_of
from tests.cogs.skirmish import begun, in_play


def offer_post(club: Club) -> Any:
    """Return the newest post that offers a seat."""
    words = ("is offered to", "was offered to another player")
    posts = reversed(club.channel.history())
    return next(post for post in posts if any(each in words_of(post) for each in words))


async def press(member: Any, post: Any, label: str) -> str:
    return said(await click(member, post, label))


async def offered(club: Club, seat: str = "Ben") -> str:
    """Let Ben offer his seat to Cleo, or another seat by name."""
    return said(await club.ben.slash(club.channel, "match replace", seat=seat, player=club.cleo))


async def test_a_seat_is_offered_by_ping_and_taken_by_button(club: Club) -> None:
    await club.started(club.ben)
    sent = len(club.env.http_requests)
    assert "Cleo is asked" in await offered(club)
    post = offer_post(club)
    assert f"The seat of Ben is offered to <@{club.cleo.id}>" in words_of(post)
    assert labels_of(post) == ["Take the seat", "No"]
    assert pings(club, sent) == [[club.cleo.id]]
    await club.restart()
    assert "You have seat 2 from now on" in await press(club.cleo, post, "Take the seat")
    info = await club.here()
    assert (info.names, info.match_terms.rated) == (("Ann", "Cleo"), False)
    assert "The seat is taken." in words_of(offer_post(club))
    assert labels_of(offer_post(club)) == []
    board = words_of(club.channel.history()[-1])
    assert "Cleo has seat 2 from now on; the match is no longer rated." in board


async def test_the_new_player_is_called_and_continues_the_match(club: Club) -> None:
    member = await begun(club)
    host, absent = club.ann, member
    if member is club.ann:
        await club.ann.slash(club.channel, "papyrus end-turn")
        absent = club.ben
    await absent.slash(club.channel, "match replace", seat=absent.name, player=club.cleo)
    old = panel_in_dm(absent.user)
    await press(club.cleo, offer_post(club), "Take the seat")
    assert moves_offered(panel_in_dm(club.cleo.user))
    (closed,) = [each for each in absent.user.dm_channel.history() if each.id == old.id]
    assert labels_of(closed) == []
    assert "no seat in this match" in said(await absent.slash(club.channel, "papyrus end-turn"))
    await club.cleo.slash(club.channel, "papyrus end-turn")
    assert (await club.match_view(None)).awaited == {(await club.here()).seat_of(host.id)}


async def test_the_invited_person_can_refuse_and_its_player_can_withdraw_the_offer(club: Club) -> None:
    await club.started(club.ben)
    await offered(club)
    post = offer_post(club)
    assert "No seat of this match is offered to you" in await press(club.dan, post, "Take the seat")
    assert "offered to somebody else" in await press(club.dan, post, "No")
    assert "The seat stays" in await press(club.cleo, post, "No")
    assert "The seat was not taken." in words_of(offer_post(club))
    assert str(club.cleo.id) not in words_of(offer_post(club))
    assert (await club.here()).names == ("Ann", "Ben")
    await offered(club)
    assert "offered to somebody else" in await press(club.ann, offer_post(club), "No")
    await press(club.ben, offer_post(club), "No")
    assert "The offer was taken back." in words_of(offer_post(club))


async def test_old_buttons_never_answer_a_new_offer(club: Club) -> None:
    await club.started(club.ben)
    await offered(club)
    old = offer_post(club)
    path = f"/channels/{club.channel.id}/messages/{old.id}"
    club.env.inject_error("PATCH", path, status=400, code=30046, times=None)  # so that it keeps its buttons
    await club.ann.slash(club.channel, "match replace", seat="1", player=club.cleo)
    assert "no longer open" in await press(club.cleo, old, "Take the seat")
    assert "no longer open" in await press(club.cleo, old, "No")
    assert "You have seat 1 from now on" in await press(club.cleo, offer_post(club), "Take the seat")
    assert (await club.here()).host == club.cleo.id


async def test_the_others_continue_and_the_offer_is_open_until_the_seat_acts(club: Club) -> None:
    member, other = await in_play(club)
    await other.slash(club.channel, "match replace", seat=other.name, player=club.cleo)
    await member.slash(club.channel, "papyrus end-turn")
    assert labels_of(offer_post(club)) == ["Take the seat", "No"]
    await other.slash(club.channel, "papyrus end-turn")
    assert "The match went on without it." in words_of(offer_post(club))
    assert labels_of(offer_post(club)) == []


async def test_a_seat_is_offered_only_in_play_and_only_to_persons_without_one(club: Club) -> None:
    """By a player, or by a member who manages the server."""
    info = await club.lobby(club.ben)
    assert "has not begun yet" in await offered(club)
    await club.ann.slash(club.channel, "match start")
    own = await club.ann.slash(club.channel, "match replace", seat="Ben", player=club.ben)
    assert "has a seat in this match already" in said(own)
    assert "Name one of the players: Ann, Ben" in await offered(club, seat="Zoe")
    offers = await club.ann.autocomplete(club.channel, "match replace", "seat", "be", player=club.cleo)
    assert [(each["name"], each["value"]) for each in offers] == [("Ben, seat 2", "2")]
    refused = said(await club.eve.slash(club.channel, "match replace", seat="Ben", player=club.cleo))
    assert "You have no seat in this match" in refused
    moderator = keeper(club)
    await moderator.slash(club.channel, "match replace", seat="Ben", player=club.cleo)
    assert "offered to" in words_of(offer_post(club))
    await club.service.play.resign(info.id, club.ben.id, request="resign")
    await club.publish(info.id)
    assert (await club.here()).stage is Stage.FINISHED
    assert labels_of(offer_post(club)) == []
    assert "has ended" in await offered(club)
