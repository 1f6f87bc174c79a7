"""Interactions are acknowledged in time and before a change; a move is published also if its answer fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.database.engine import Database
from bot.engine.errors import Unavailable
from bot.host.client import NOTHING, UNKNOWN, Done, _apology, _not_taken
from cogs.kit import replies
from cogs.kit.client import Client
from tests.cogs.club import Club
from tests.cogs.nonces import live
from tests.cogs.players import board_post, click, control, panel_in_dm, said, words_of
from tests.cogs.skirmish import begun


def acknowledgements(club: Club) -> int:
    return sum(each.path.endswith("/callback") for each in club.env.http_requests)


class Hung:
    """A database that answers nothing until Discord has so many acknowledgements."""

    def __init__(self, club: Club) -> None:
        self.club, self.until, self.waited = club, 0, 0

    def once_acknowledged(self) -> None:
        """Let it wait for one more acknowledgement than there are."""
        self.until, self.waited = acknowledgements(self.club) + 1, 0

    async def answer(self) -> None:
        while acknowledgements(self.club) < self.until:
            self.waited += 1
            await asyncio.sleep(replies.AT_ONCE / 10)


@pytest.fixture
def hung(club: Club, monkeypatch: pytest.MonkeyPatch) -> Hung:
    """Let the database hang (`Hung.once_acknowledged`)."""
    hung, run = Hung(club), Database._to_the_end

    async def waits(database: Database, work: Any, *, reading: bool) -> Any:
        await hung.answer()
        return await run(database, work, reading=reading)

    monkeypatch.setattr(Database, "_to_the_end", waits)
    return hung


COMMANDS: dict[str, dict[str, Any]] = {
    "papyrus end-turn": {},
    "papyrus new": {},
    "match board": {},
    "match ask undo": {},
    "me show": {},
    "me language": {"language": "de"},
    "privacy show": {},
    "roll": {"expression": "1d6"},
    "roll fire": {"expression": "fire"},
    "dice stats": {"expression": "fire"},
    "dice save": {"name": "fire", "expression": "8d6"},
    "deck list": {},
    "deck show": {"deck": "none", "public": True},
    "deck import": {"name": "mine"},
    "leaderboard": {},
    "help": {},
    "play": {},
}


async def test_a_command_is_acknowledged_although_the_database_hangs(
    club: Club, hung: Hung, subtests: pytest.Subtests
) -> None:
    for command, options in COMMANDS.items():
        with subtests.test(command):
            name = "roll" if command.startswith("roll") else command
            hung.once_acknowledged()
            await club.ann.slash(club.channel, name, **options)
            assert acknowledgements(club) >= hung.until


@pytest.mark.usefixtures("shared")
async def test_a_button_is_acknowledged_although_the_database_hangs(club: Club, hung: Hung) -> None:
    member = await begun(club)
    for who, message, label in (
        (member, board_post(club), "Play"),
        (member.user, panel_in_dm(member.user), "End turn"),
    ):
        hung.once_acknowledged()
        await click(who, message, label)
        assert hung.waited, "the database is asked before the answer"
        assert acknowledgements(club) == hung.until


def calls(club: Club, since: int) -> list[tuple[str, int | None]]:
    """Return the answers to interactions after so many calls: the last part of the path, and the type."""
    answers = [each for each in club.env.http_requests[since:] if "/channels/" not in each.path]
    return [(each.path.rpartition("/")[2], (each.json or {}).get("type")) for each in answers]


async def test_what_is_only_shown_is_answered_by_one_call(
    club: Club, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    """A page in place and a private one; a slow one is promised first, and so is an action."""
    member, draw = await begun(club), Client.draw

    async def slow(bot: Client, *given: Any, **named: Any) -> Any:
        await asyncio.sleep(2 * replies.AT_ONCE)
        return await draw(bot, *given, **named)

    end, sure = "End turn", "Yes: End turn"
    for label, expected in ((end, [7]), ("No, go back", [7]), (end, [7]), (sure, [6, None])):
        with subtests.test(label):
            since = len(club.env.http_requests)
            await click(member.user, panel_in_dm(member.user), label)
            assert [kind for _, kind in calls(club, since)] == expected
    since = len(club.env.http_requests)
    assert "no match in this channel" not in said(await member.slash(club.channel, "match board"))
    assert calls(club, since) == [("callback", 4)]
    monkeypatch.setattr(Client, "draw", slow)
    since = len(club.env.http_requests)
    said(await member.slash(club.channel, "match board"))
    assert calls(club, since) == [("callback", 5), ("@original", None)]


async def test_a_page_waits_for_the_page_before_it_in_the_same_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a page that is sent again, because its answer was lost, would cover the later one."""
    told = list[str]()

    async def answered(_interaction: object, page: str) -> None:
        told.append(f"{page} begins")
        await asyncio.sleep(0.01)
        told.append(f"{page} stands")

    monkeypatch.setattr(replies, "_answer", answered)
    pressed: list[Any] = [
        SimpleNamespace(id=each, message=SimpleNamespace(id=each // 10)) for each in (10, 11, 20)
    ]
    pages: list[Any] = ["the first", "the later", "another message's"]
    await asyncio.gather(*map(replies.show, pressed, pages))
    assert told[:2] == ["the first begins", "another message's begins"]
    assert told.index("the first stands") < told.index("the later begins")


async def test_an_action_whose_promise_comes_too_late_is_not_made(club: Club) -> None:
    member = await begun(club)
    await click(member.user, panel_in_dm(member.user), "End turn")
    asked, before = panel_in_dm(member.user), (await club.here()).version
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await member.user.click(asked, custom_id=control(asked, "Yes: End turn"))
    assert (await club.here()).version == before


def lose_acknowledgements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord accept each first acknowledgement, and lose its response."""
    create: Callable[..., Awaitable[Any]] = AsyncWebhookAdapter.create_interaction_response
    taken: set[int] = set()

    async def lossy(adapter: AsyncWebhookAdapter, interaction: int, token: str, **rest: Any) -> Any:
        if interaction in taken:
            response: Any = type("Response", (), {"status": 400, "reason": "Bad Request"})
            raise discord.HTTPException(response, {"code": 40060, "message": "already acknowledged"})
        await create(adapter, interaction, token, **rest)
        taken.add(interaction)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", lossy)


async def test_an_acknowledgement_with_a_lost_response_counts_and_a_refusal_reaches_the_user(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = await begun(club)
    before = (await club.here()).version
    lose_acknowledgements(monkeypatch)
    result = await member.slash(club.channel, "papyrus end-turn")
    assert (await club.here()).version > before
    assert "to play" in said(result)
    assert "no match in this channel" in said(await club.ann.slash(club.other, "match board"))


def fail_to_answer(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    async def fail(*_args: object, **_rest: object) -> None:
        raise fault

    monkeypatch.setattr(discord.Interaction, "edit_original_response", fail)


@pytest.mark.parametrize(
    ("where", "call"),
    [(AsyncWebhookAdapter, "edit_original_interaction_response"), (HTTPClient, "edit_message")],
)
async def test_an_edit_is_retried_after_a_broken_connection(
    club: Club, monkeypatch: pytest.MonkeyPatch, where: type, call: str
) -> None:
    """An answer, and the former board that loses its controls: neither waits for the next round."""
    member = await begun(club)
    edit: Callable[..., Awaitable[Any]] = getattr(where, call)
    broken: set[Any] = set()

    async def lossy(*given: Any, **named: Any) -> Any:
        message = given[2] if len(given) > 2 else named["token"]
        if message in broken:
            return await edit(*given, **named)
        broken.add(message)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(where, call, lossy)
    result = await member.slash(club.channel, "papyrus end-turn")
    assert broken
    assert "to play" in said(result)
    assert len(live(club.channel.history(), "text")) == 1
    assert await club.service.posts.stale() == []


TOO_LATE: Any = type("Response", (), {"status": 404, "reason": "Not Found"})
LOST = aiohttp.ServerDisconnectedError()
FAILURES = {  # whether the move was typed, how its answer fails, and whether an excuse fails too
    "typed, and the connection broke": (True, LOST, False),
    "pressed, and the connection broke": (False, LOST, False),
    "typed, and no excuse goes through either": (True, aiohttp.ClientConnectionError(), True),
    "typed, and the answer came too late": (True, discord.NotFound(TOO_LATE, {"code": 10062}), False),
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_move_is_published_at_once_although_its_answer_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    typed, fault, silent = FAILURES[failure]
    member = await begun(club)
    posts = len(club.channel.history())
    await click(member.user, panel_in_dm(member.user), "End turn")
    asked = panel_in_dm(member.user)
    fail_to_answer(monkeypatch, fault)
    if silent:
        monkeypatch.setattr(discord.Webhook, "send", discord.Interaction.edit_original_response)
    if typed:
        result = await member.slash(club.channel, "papyrus end-turn")
    else:
        result = await click(member.user, asked, "Yes: End turn")
    assert len(club.channel.history()) == posts + 1
    heard = [each for each in (result.response, *result.followups) if each is not None]
    told = "it counts, so do not do it again" in "\n".join(map(words_of, heard))
    assert told == (fault is LOST)


async def test_the_excuse_for_a_move_that_was_not_made_is_in_both_languages(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It claims nothing where the result is unknown."""
    faults_expected += ["ZeroDivisionError"] * 3

    async def fail(*_args: object, **_rest: object) -> None:
        raise ZeroDivisionError

    async def silent(*_args: object) -> None:
        raise Unavailable("no answer")

    member = await begun(club)
    monkeypatch.setattr(club.service.play, "act", fail)
    told = said(await member.slash(club.channel, "papyrus end-turn"))
    for words in ("An error occurred", "it was not made", "Quote `"):
        assert words in told
    club.speaks(member, "de")
    assert "wurde er nicht gemacht" in said(await member.slash(club.channel, "papyrus end-turn"))
    club.speaks(member, "en-US")
    monkeypatch.setattr(club.service.store, "match_of_request", silent)
    assert "is not known yet" in said(await member.slash(club.channel, "papyrus end-turn"))


def test_the_excuses_are_translated_into_german() -> None:
    with speaking(language("de")):
        told = [_apology("abc123", done) for done in (Done("m"), NOTHING, UNKNOWN)]
        lost = [_not_taken(done) for done in (Done("m"), NOTHING, UNKNOWN)]
    assert [each for each in (*told, *lost) if "An error occurred" in each] == []
    assert [each for each in lost if "Discord did not say" in each] == []
    assert all("Discord did not say" in _not_taken(done) for done in (Done("m"), NOTHING, UNKNOWN))
