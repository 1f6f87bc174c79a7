"""The game of a command for cards or decks: the named one, the only one, or that of the channel's match."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple

from bot.base.language import N_
from bot.engine.cards.game import AnyCardGame
from bot.engine.errors import Refusal
from bot.engine.sentences import either, fit
from bot.games.game import Game
from bot.matches.model import MatchInfo
from bot.parts.workshop.sets.service import CardSets
from cogs.kit.client import Client, Interaction
from cogs.kit.replies import Choices, offer_fitting, suggesting


class Sort(NamedTuple):
    """A feature that some games have, with the refusals where no game has it or several have."""

    has: Callable[[Game], object]
    """Returns None for a game without it."""
    unknown: str
    """A message, like the others."""
    without: str
    none: str
    several: str


CARDS = Sort(
    lambda game: game.cards,
    N_('There is no game "{game}". Those with cards to look at are: {games}.'),
    N_("{game} has no cards to look at."),
    N_("There is no game here with cards to look at."),
    N_("Say with the option game which is meant: {games}."),
)


def games_with(bot: Client, sort: Sort, word: str = "") -> dict[str, Game]:
    """Return the games with this feature by key, or only the named one. Raises `Refusal`."""
    able = {key: game for key, game in bot.games.items() if sort.has(game) is not None}
    if not word:
        return able
    key = word.lower()
    if key not in bot.games:
        raise Refusal.translated(sort.unknown, game=fit(word, 40), games=", ".join(able))
    if key not in able:
        raise Refusal.translated(sort.without, game=bot.games[key].title)
    return {key: able[key]}


async def the_game(bot: Client, interaction: Interaction, sort: Sort, keys: Iterable[str]) -> Game:
    """Return the only one of these games, or the game of the channel's match. Raises `Refusal`."""
    able = list(keys)
    if not able:
        raise Refusal.translated(sort.none)
    if len(able) == 1:
        return bot.games[able[0]]
    here = await match_here(bot, interaction)
    if here is not None and here.game in able:
        return bot.games[here.game]
    raise Refusal.translated(sort.several, games=either([bot.games[key].title for key in able]))


async def match_here(bot: Client, interaction: Interaction) -> MatchInfo | None:
    """Return the match of this channel, None where there is none."""
    if interaction.channel_id is None:
        return None
    try:
        return await bot.service.in_channel(interaction.channel_id)
    except Refusal:
        return None


def suggesting_games(sort: Sort) -> Callable[..., Coroutine[Any, Any, Choices]]:
    """Return the autocomplete of an option `game`: it offers the games with this feature."""

    @suggesting
    async def suggested(interaction: Interaction, typed: str) -> Choices:
        games = games_with(interaction.client, sort).items()
        return offer_fitting({key: game.title for key, game in games}, typed)

    return suggested


async def card_game_here(interaction: Interaction, keys: Iterable[str]) -> AnyCardGame:
    """Return the cards of the only one of these games, or of the channel's match. Raises `Refusal`."""
    bot = interaction.client
    return bot.services.of(CardSets).games[(await the_game(bot, interaction, CARDS, keys)).key]
