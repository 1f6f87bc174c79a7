"""`/find`: wishes are open until withdrawn or for 30 days; those that fit make a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.matches.model import MatchInfo, Stage
from bot.parts.matchmaking.service import WishService
from tests.cogs.calls import dms, one_round, stop_rounds
from tests.cogs.club import Club
from tests.cogs.players import click, said, words_of

KEPT = "A seat is reserved for you"


async def find(club: Club, who: Any, **words: Any) -> Any:
    return await who.slash(club.channel, "find", **{"game": "papyrus", **words})


async def look(club: Club) -> None:
    """Run the bot's checks of wishes and lobbies once."""
    await one_round(club, "LobbyTasks", "Matchmaker")


async def days(club: Club, number: float) -> None:
    stop_rounds(club)
    club.env.backend.advance_clock(number * 86400)
    await club.service.timekeeper.beat(timedelta.max)  # the bot was running
    await look(club)


async def made(club: Club, at: int = -1) -> MatchInfo:
    """Return the match of a thread that the bot has opened."""
    return await club.service.in_channel(club.channel.threads[at].id)


async def answers(who: Any, label: str = "I play", at: int = -1) -> str:
    dm = dms(who, "")[at]
    return said(await click(who.user, dm, label))


async def test_enough_fitting_wishes_make_a_lobby_and_all_confirm_by_one_button(club: Club) -> None:
    club.speaks(club.ben, "de")
    assert "Your wish is stored until" in said(await find(club, club.ann))
    assert club.channel.threads == []
    assert club.channel.history() == [], "nobody is shown a wish"
    assert "Dein Wunsch gilt bis" in said(await find(club, club.ben))
    info = await made(club)
    assert (info.stage, info.names) == (Stage.LOBBY, ("Ann", "Ben"))
    assert info.match_terms.invited == (club.ann.id, club.ben.id)
    assert KEPT in words_of(dms(club.ann, "")[0])
    assert "ein Platz für dich frei gehalten" in words_of(dms(club.ben, "")[0])
    await answers(club.ann)
    assert (await made(club)).stage is Stage.LOBBY
    assert "begonnen" in await answers(club.ben, "Ich spiele mit")
    assert (await made(club)).stage is Stage.PLAYING


async def test_a_wish_is_open_over_restarts_until_withdrawn_or_for_thirty_days(club: Club) -> None:
    await find(club, club.ann)
    await club.restart()
    shown = (await club.ann.slash(club.channel, "find")).response
    assert "Papyrus" in words_of(shown)
    await click(club.ann, shown, "Withdraw Papyrus")
    assert "no stored wish" in said(await club.ann.slash(club.channel, "find"))
    await find(club, club.ben)
    await days(club, 30.1)
    await find(club, club.ann)
    assert club.channel.threads == []
    assert "no stored wish" in said(await club.ben.slash(club.channel, "find"))


async def test_different_wishes_make_no_match_and_impossible_ones_are_refused(club: Club) -> None:
    """In the number of players, in the rating, in the clock, in the game."""
    for words, sentence in (
        ({"game": "chess"}, 'There is no game "chess"'),
        ({"players": 8}, "is for 2 to"),
        ({"clock": "soon"}, "is not a clock"),
    ):
        assert sentence in said(await find(club, club.ann, **words))
    assert await club.bot.services.of(WishService).of(club.ann.id) == []
    for mine, other in (
        ({"game": "papyrus", "players": 2}, {"game": "papyrus", "players": 3}),
        ({"game": "crossfire", "rated": True}, {"game": "crossfire", "rated": False}),
        ({"game": "arclash", "clock": "1 day a turn"}, {"game": "arclash", "clock": "2 days a turn"}),
        ({"game": "overcross"}, {"game": "neo-combat"}),
    ):
        await find(club, club.ann, **mine)
        await find(club, club.ben, **other)
        assert club.channel.threads == [], mine


async def test_a_wish_without_an_answer_moves_to_the_end_and_the_others_keep_their_place(club: Club) -> None:
    await find(club, club.ann)
    await find(club, club.ben)
    await answers(club.ann)
    await find(club, club.cleo)
    assert len(club.channel.threads) == 1, "the seat is kept for Ben"
    await days(club, 1.01)
    info = await made(club)
    assert (info.names, info.match_terms.invited) == (("Ann", "Cleo"), (club.cleo.id,)), "Cleo was next"
    assert info.host == club.ann.id
    await find(club, club.dan)
    assert len(club.channel.threads) == 1, "Ben's wish rests for a day"
    await days(club, 1.01)  # Cleo has not answered either; Dan is asked for her
    assert (await made(club)).names == ("Ann", "Dan")
    order = [wish.user for wish in await club.bot.services.of(WishService).store.standing()]
    assert order == [each.id for each in (club.ann, club.ben, club.dan, club.cleo)], (
        "Dan came after Ben's day"
    )


async def test_a_decline_frees_the_seat_at_once_for_the_next(club: Club) -> None:
    await find(club, club.ann)
    await find(club, club.ben)
    await answers(club.ben, "Decline")
    assert (await made(club)).names == ("Ann",)
    await find(club, club.cleo)
    assert (await made(club)).names == ("Ann", "Cleo")
    await look(club)
    assert len(dms(club.ben, "")) == 1, "he is not asked again for the same match"


async def test_a_fitting_open_lobby_is_offered_first(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus")
    await find(club, club.ben)
    info = await club.here()
    assert (info.names, info.match_terms.invited) == (("Ann", "Ben"), (club.ben.id,))
    assert club.channel.threads == []
    await answers(club.ben)
    assert "All seats are taken" in words_of(dms(club.ann, "")[-1])


async def test_the_wished_number_of_simultaneous_matches_is_respected(club: Club) -> None:
    await find(club, club.ann, **{"at-once": 2})
    await find(club, club.ben)
    await find(club, club.cleo)
    await find(club, club.dan)
    opened = [(await made(club, at)).names for at in range(len(club.channel.threads))]
    assert opened == [("Ann", "Ben"), ("Ann", "Cleo")]


async def test_blocked_persons_and_former_members_are_not_matched(club: Club) -> None:
    await find(club, club.dan)
    club.env.backend.remove_member(club.guild.id, club.dan.id)
    await find(club, club.ann)
    await club.ben.slash(club.channel, "me block", player=club.ann)
    await find(club, club.ben)
    assert club.channel.threads == []
    await find(club, club.cleo)
    assert (await made(club)).names == ("Ann", "Cleo")


async def test_without_a_possible_thread_the_wishes_stay_open_and_are_retried(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the leader makes matches."""
    monkeypatch.setattr(type(club.bot.coordination), "leads", False)
    await find(club, club.ann)
    await find(club, club.ben)
    assert club.channel.threads == []
    monkeypatch.undo()
    threads = f"/channels/{club.channel.id}/threads"
    club.env.inject_error("POST", threads, status=403, code=50013, message="No")
    await look(club)
    assert threads in [each.path for each in club.env.http_requests]
    assert club.channel.threads == []
    club.allow_again()
    club.env.backend.advance_clock(3700)
    await look(club)
    assert (await made(club)).names == ("Ann", "Ben")


async def test_a_role_is_mentioned_on_request_at_most_once_an_hour(club: Club) -> None:
    role = club.guild.create_role("players", mentionable=True)
    assert "has no role to call" in said(await find(club, club.ann, call=True))
    await club.bot.servers.set_role(club.guild.id, role.id)
    since = len(club.env.http_requests)
    await find(club, club.ann, call=True)
    (post,) = club.channel.history()
    assert f"<@&{role.id}>: Ann would like to play" in words_of(post)
    called = [
        each.json["allowed_mentions"].get("roles")
        for each in club.env.http_requests[since:]
        if isinstance(each.json, dict) and (each.json.get("allowed_mentions") or {}).get("roles")
    ]
    assert [[int(each) for each in roles] for roles in called] == [[role.id]]
    assert "call them again in" in said(await find(club, club.cleo, call=True))
    await click(club.ben, post, "I would like to play")
    assert (await made(club)).names == ("Ann", "Ben")
    club.env.backend.advance_clock(3700)
    await find(club, club.cleo, call=True)
    calls = [each for each in club.channel.history() if f"<@&{role.id}>" in words_of(each)]
    assert len(calls) == 2
