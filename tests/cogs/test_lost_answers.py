"""Discord's answer is lost: nothing stands twice, and nothing is called failed that stands.

A call may have been done although the answer is a server error, or none at all. Each kind of call is tried
with each kind of loss; discord.py's own repetitions are held over a real connection at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.parts.dice.service import RollService
from cogs.kit.client import AnswerLost, Measuring
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.losses import LOSSES, Lossy
from tests.cogs.players import click, panel_in_dm, said, words_of
from tests.cogs.servers.test_forum import forum_of
from tests.cogs.skirmish import begun
from tests.parts.tournaments.cogs.hall import Hall


@pytest.fixture
def lossy(monkeypatch: pytest.MonkeyPatch) -> Lossy:
    return Lossy(monkeypatch)


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_thread_is_opened_once(club: Club, lossy: Lossy, kind: str) -> None:
    """A public one, a private one, and after both one that is another match's."""
    opened = set()
    for number, asked in enumerate(({"thread": True}, {"private": True}, {"thread": True}), start=1):
        lossy.lose(kind, "POST", "/threads")
        told = said(await club.ann.slash(club.channel, "match new", game="papyrus", **asked))
        assert lossy.hits == 1
        made = {thread.id for thread in club.channel.threads} - opened
        assert len(made) == 1, "no thread stands twice, and none is taken for another match"
        opened |= made
        assert f"<#{made.pop()}>" in told
        assert len(await club.service.open_matches_on(club.guild.id)) == number
    assert {info.channel for info in await club.service.open_matches_on(club.guild.id)} == opened


async def test_a_thread_of_which_nothing_is_known_is_used_by_the_next_attempt(
    club: Club, lossy: Lossy
) -> None:
    lossy.lose("reset though done", "POST", "/threads")
    club.env.inject_error("GET", "/guilds/*/threads/active", status=503, times=None)
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", thread=True))
    assert "Discord does not answer properly at the moment" in told
    assert await club.service.open_matches_on(club.guild.id) == []
    club.allow_again()
    await club.ann.slash(club.channel, "match new", game="papyrus", thread=True)
    (thread,) = club.channel.threads
    (info,) = await club.service.open_matches_on(club.guild.id)
    assert info.channel == thread.id


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_post_of_a_forum_is_opened_once(club: Club, lossy: Lossy, kind: str) -> None:
    forum = await forum_of(club)
    await keeper(club).slash(club.channel, "table forum", channel=forum)
    lossy.lose(kind, "POST", "/threads")
    await club.ann.slash(club.channel, "match new", game="papyrus")
    assert lossy.hits == 1
    (info,) = await club.service.open_matches_on(club.guild.id)
    posts = [each.id for each in club.env.backend.channels.values() if each.parent_id == forum.id]
    assert posts == [info.channel]


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_thread_for_wishes_is_opened_once(club: Club, lossy: Lossy, kind: str) -> None:
    lossy.lose(kind, "POST", "/threads")
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "find", game="papyrus")
    assert lossy.hits == 1
    (info,) = await club.service.open_matches_on(club.guild.id)
    assert [thread.id for thread in club.channel.threads] == [info.channel]


@pytest.mark.parametrize("kind", LOSSES)
async def test_the_threads_of_a_tournament_are_made_once(club: Club, lossy: Lossy, kind: str) -> None:
    hall = Hall(club, 4)
    await hall.opened("cup")
    await hall.enter()
    lossy.lose(kind, "POST", "/threads")
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    await hall.step()
    await hall.step()
    assert lossy.hits == 1
    games = [each for each in (await hall.now()).games if each.channel]
    assert sorted(each.channel for each in games) == sorted(thread.id for thread in club.channel.threads)
    assert games


ROLLS = {
    "public": ("PATCH", "@original", {"expression": "2d6"}),
    "private": ("PATCH", "@original", {"expression": "2d6", "visibility": "private"}),
    "a saved one": ("POST", "/messages", {"expression": "sneak"}),
    "sealed": ("POST", "/messages", {"expression": "2d6", "visibility": "reveal later"}),
}


@pytest.mark.parametrize("kind", LOSSES)
@pytest.mark.parametrize("roll", ROLLS)
async def test_a_roll_that_was_made_is_shown_once_and_not_made_again(
    club: Club, lossy: Lossy, kind: str, roll: str
) -> None:
    await club.ann.slash(club.channel, "dice save", name="sneak", expression="1d20")
    before = len(club.channel.history())
    method, part, asked = ROLLS[roll]
    lossy.lose(kind, method, part)
    result = await club.ann.slash(club.channel, "roll", **asked)
    assert lossy.hits == 1
    posts = [words_of(post) for post in club.channel.history()[before:]]
    public = [words for words in posts if "Ann" in words and ("rolled" in words)]
    heard = [words_of(each) for each in (result.response, *result.followups) if each is not None]
    told = "\n".join([*posts, *heard])
    assert "try again" not in told.lower()
    assert "An error occurred" not in told
    if roll != "private" and not kind.startswith("502 and"):
        assert len(public) == 1, posts
    rolls = await club.bot.services.of(RollService).store.recent(club.ann.id)
    assert len(rolls) == 1


async def test_the_roller_learns_that_a_roll_counts_although_discord_takes_no_answer(
    club: Club, lossy: Lossy
) -> None:
    """What only the roller may know is not in it: Discord may show it in the place of a public answer."""
    for visibility, shown in (("public", True), ("reveal later", False), ("private", False)):
        lossy.lose("reset and not done", "PATCH", "@original", times=100)
        result = await club.ann.slash(club.channel, "roll", expression="1d6+5000", visibility=visibility)
        heard = [words_of(each) for each in (result.response, *result.followups) if each is not None]
        told = "\n".join(heard)
        assert "Your roll was made and counts, so do not roll again" in told
        assert ("5,00" in told) == shown
        roll = told.partition("verify with `")[2].partition("`")[0]
        lossy.times = 0
        assert roll in said(await club.ann.slash(club.channel, "dice verify", roll=roll))


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_deck_is_shown_to_all_once(club: Club, lossy: Lossy, kind: str) -> None:
    await club.ann.slash(club.channel, "deck build", name="mine", game="overcross")
    before = len(club.channel.history())
    lossy.lose(kind, "POST", "/messages")
    told = said(await club.ann.slash(club.channel, "deck show", deck="mine", public=True))
    posts = club.channel.history()[before:]
    assert len(posts) <= 1
    assert bool(posts) or "Discord does not say whether it was posted" in told


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_form_opens_once_and_is_not_called_failed(club: Club, lossy: Lossy, kind: str) -> None:
    lossy.lose(kind, "POST", "/callback")
    result = await club.ann.slash(club.channel, "deck import", name="mine")
    assert lossy.hits == 1
    assert result.modal is not None
    assert (result.response, list(result.followups)) == (None, [])


@pytest.mark.parametrize("kind", LOSSES)
async def test_a_refusal_is_read_once(club: Club, lossy: Lossy, kind: str) -> None:
    """It takes the place of the promised answer, which can be filled in twice without harm."""
    lossy.lose(kind, "PATCH", "@original")
    result = await club.ann.slash(club.channel, "match ask pause")
    assert said(result).count("no match in this channel") == (not kind.startswith("502 and"))


@pytest.mark.parametrize("kind", LOSSES)
async def test_an_answer_without_a_promise_is_read_once(club: Club, lossy: Lossy, kind: str) -> None:
    """A refusal, a page, and a page in the place of another: the first call is the answer itself."""
    lossy.lose(kind, "POST", "/callback")
    result = await club.ann.slash(club.channel, "match board")
    assert lossy.hits == 1
    assert said(result).count("no match in this channel") == 1
    lossy.lose(kind, "POST", "/callback")
    shown = await club.ann.slash(club.channel, "help")
    assert lossy.hits == 1
    assert (shown.response is None, list(shown.followups)) == (False, [])
    member = await begun(club)
    for label, told in (("End turn", "This cannot be undone"), ("No, go back", "to move")):
        lossy.lose(kind, "POST", "/callback")
        pressed = await click(member.user, panel_in_dm(member.user), label)
        assert lossy.hits == 1
        assert list(pressed.followups) == []
        assert told in words_of(panel_in_dm(member.user))


@pytest.fixture
async def wire(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[HTTPClient, list[str]]]:
    """A Discord over a real connection that always answers 502, and the calls that reach it."""
    calls: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        calls.append(f"{request.method} {request.path.removeprefix('/api/v10')}")
        return web.json_response({"code": 0, "message": "lost"}, status=502)

    async def at_once(_seconds: float) -> None:
        return None

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(application) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        monkeypatch.setattr(asyncio, "sleep", at_once)
        trace = Measuring().trace
        client: Any = HTTPClient(asyncio.get_running_loop(), http_trace=trace)
        client._HTTPClient__session = aiohttp.ClientSession(trace_configs=[trace])
        client._global_over = asyncio.Event()
        client._global_over.set()
        yield client, calls
        await client.close()


ONCE = ("/channels/1/threads", "/guilds/1/scheduled-events")


async def test_discord_py_repeats_no_call_that_would_do_its_work_twice(
    wire: tuple[HTTPClient, list[str]],
) -> None:
    client, calls = wire
    session: Any = vars(client)["_HTTPClient__session"]
    for path in ONCE:
        with pytest.raises(AnswerLost):
            await client.request(Route("POST", path), json={"name": "x"})
    adapter = AsyncWebhookAdapter()
    with pytest.raises(AnswerLost):
        await adapter.execute_webhook(7, "token", session=session, payload={})
    assert calls == [*[f"POST {path}" for path in ONCE], "POST /webhooks/7/token"]


async def test_discord_py_repeats_what_can_be_repeated_without_harm(
    wire: tuple[HTTPClient, list[str]],
) -> None:
    client, calls = wire
    for method, path in (("POST", "/channels/1/messages"), ("PATCH", "/channels/1/messages/2")):
        calls.clear()
        with pytest.raises(discord.DiscordServerError):
            await client.request(Route(method, path), json={"nonce": "x"})
        assert calls == [f"{method} {path}"] * 5
