"""Helpers to answer an interaction: defer before anything else, then answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.engine.errors import Refusal
from bot.engine.spelling import name_key, ranked
from bot.matches.model import MatchId, MatchView, Person
from bot.matches.outbox import TryLater
from bot.matches.player_words import clean_name
from bot.registry import Game
from cogs.kit.admission import admit_presser, check_blocks
from cogs.kit.client import Interaction
from cogs.kit.layout import OutgoingMessage, message_of, text

P = ParamSpec("P")
T = TypeVar("T")
Choices = list[app_commands.Choice[str]]
UNANSWERED = (aiohttp.ClientError, OSError)
"""Errors of a Discord call without an answer, which may have been done all the same.

(`TimeoutError` is an `OSError`.)
"""
DISCORD_FAULTS = (discord.HTTPException, *UNANSWERED)
"""Errors of a Discord call that is refused or gets no answer."""
ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""

CHOICES = 25
CHOICE_TEXT = 100
"""The most choices of an autocomplete, and the most characters of one, by Discord's limits."""


log = structlog.get_logger(__name__)


def offer(pairs: Iterable[tuple[str, str]]) -> Choices:
    """Return pairs of name and value as choices, within Discord's limits."""
    return [
        app_commands.Choice(name=shown[:CHOICE_TEXT], value=sent) for shown, sent in islice(pairs, CHOICES)
    ]


def offer_words(words: Iterable[str]) -> Choices:
    """Return words as choices of an autocomplete, each shown as its value."""
    return offer((word, word) for word in words)


def offer_fitting(titles: Mapping[str, str], typed: str) -> Choices:
    """Return the choices whose key or title contains the typed text; the value is the key."""
    part = name_key(typed)
    return offer((title, key) for key, title in titles.items() if part in key or part in name_key(title))


def ordered(words: Iterable[str], typed: str) -> list[str]:
    """Return the words most similar to the typed text, at most as many as Discord shows."""
    usable = [word for word in words if 1 <= len(word) <= CHOICE_TEXT]
    if not typed.strip():
        return usable[:CHOICES]
    begun = name_key(typed)
    first = [word for word in usable if name_key(word).startswith(begun)]
    rest = [word for word in usable if not name_key(word).startswith(begun)]
    alike = ranked(begun, {word: word for word in rest}, most=CHOICES, alike=50)
    return (first + alike)[:CHOICES]


def offer_ordered(values: Mapping[str, str], typed: str) -> Choices:
    """Return the titles most similar to the typed text as choices; `values` are by their titles."""
    return offer((title, values[title]) for title in ordered(values, typed))


async def twice_if_unanswered(call: Callable[[], Awaitable[T]], *, or_failing: bool = False) -> T:
    """Call Discord, and at once again where the connection broke: on Linux discord.py does not.

    With `or_failing` also after a server error (5xx). Only for calls that can be repeated without harm, such
    as replacing a message by a page.
    """
    try:
        return await call()
    except UNANSWERED:
        return await call()
    except discord.HTTPException as failure:
        if not or_failing or failure.status < 500:
            raise
        return await call()


async def defer(interaction: Interaction) -> None:
    """Defer a private answer within Discord's three seconds; nothing has been done when this fails."""
    await _promise(interaction, ephemeral=True, thinking=True)


async def defer_in_place(interaction: Interaction) -> None:
    """Defer, like `defer`, an edit of the message whose control was pressed."""
    await _promise(interaction)


async def defer_in_public(interaction: Interaction) -> None:
    """Defer, like `defer`, a public answer."""
    await _promise(interaction, thinking=True)


async def _promise(interaction: Interaction, **kind: bool) -> None:
    """Defer before anything is read, then prepare the bot for the asker.

    A call with an unknown result is repeated: Discord reports if it has the first.
    """
    await twice_if_unanswered(lambda: _acknowledge(interaction, **kind), or_failing=True)
    await interaction.client.languages.listen(interaction)
    check_blocks(interaction)
    await admit_presser(interaction)


async def _acknowledge(interaction: Interaction, **kind: bool) -> None:
    try:
        await interaction.response.defer(**kind)
    except discord.HTTPException as failure:
        if failure.code != ACKNOWLEDGED:
            raise


async def tell(interaction: Interaction, sentence: str) -> None:
    """Tell the asker a sentence in private, whether the answer was deferred or not."""
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(sentence, ephemeral=True)
        except discord.HTTPException as failure:
            if failure.code != ACKNOWLEDGED:
                raise
        else:
            return
    await interaction.followup.send(sentence, ephemeral=True)


async def answer(interaction: Interaction, reply: OutgoingMessage | str) -> None:
    """Give the deferred private answer. Words must be safe to print."""
    page = message_of(text(reply)) if isinstance(reply, str) else reply
    await twice_if_unanswered(lambda: interaction.edit_original_response(**page.to_edit()))


async def show(interaction: Interaction, page: OutgoingMessage) -> None:
    """Replace the message whose control was pressed by a page."""
    shown = await twice_if_unanswered(lambda: interaction.edit_original_response(**page.to_edit()))
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        interaction.client.shown.note(shown)


def person(interaction: Interaction) -> Person:
    """Return the asker, with the name that others see."""
    return person_of(interaction.user)


def person_of(user: discord.abc.User) -> Person:
    """Return a user with the name that others see, as far as it is visible."""
    return Person(user.id, clean_name(user.display_name))


def request_of(interaction: Interaction) -> str:
    """Return the key under which a change is made at most once."""
    return str(interaction.id)


async def publish_pending_elsewhere(interaction: Interaction, match: MatchId) -> None:
    """Publish a change that was made in a server, also to the player's own DM.

    Call this after the user was answered; a fault is logged and not raised.
    """
    bot = interaction.client
    await bot.publish_pending(match)
    try:
        await bot.publisher.follow(match, interaction.user.id)
    except (TryLater, Refusal):
        return  # the DM's old controls answer kindly
    except Exception as fault:
        bot.note_fault(fault, match)


async def note_shown(interaction: Interaction, match_view: MatchView) -> None:
    """Store that the DM whose control was pressed shows this view now, so that it is not updated again."""
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        await interaction.client.publisher.shown(match_view, interaction.user.id, interaction.message.id)


def suggesting(
    offer: Callable[P, Awaitable[Choices]],
) -> Callable[P, Coroutine[Any, Any, Choices]]:
    """Wrap an autocomplete: it offers nothing after a refusal, or after a fault, which is logged."""

    @wraps(offer)
    async def offered(*args: P.args, **kwargs: P.kwargs) -> Choices:
        try:
            return await offer(*args, **kwargs)
        except Refusal as refusal:
            log.debug("nothing to suggest", refusal=type(refusal).__name__)
            return []
        except Exception as fault:
            interaction = next(each for each in args if isinstance(each, discord.Interaction))
            interaction.client.note_fault(fault)
            return []

    return offered


@suggesting
async def suggest_game(interaction: Interaction, typed: str) -> Choices:
    """Offer all games, for an option `game`."""
    return offer_fitting({key: game.title for key, game in interaction.client.games.items()}, typed)


def named_game(games: Mapping[str, Game], key: str) -> Game:
    """Return the game with this key. Raises `Refusal` with the keys there are."""
    game = games.get(key)
    if game is None:
        raise Refusal.translated("There is no such game. The games are: {games}.", games=", ".join(games))
    return game
