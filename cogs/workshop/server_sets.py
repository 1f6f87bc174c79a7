"""The card sets of the server of an interaction, and the permission to change them."""

from __future__ import annotations

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.game import OF_GAME, STANDARD
from bot.engine.errors import Refusal
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, Source
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.replies import Choices, bots_server, offer_ordered
from cogs.kit.sight import manages_server
from cogs.workshop.card_games import CARDS, card_game_here, games_with

NO_SERVER = N_("Card sets belong to servers that I am on: use this on one.")
CARD_GONE = N_("This card no longer exists: its set was changed or removed.")
MANAGERS = N_("Only server managers can add or remove the server's card sets.")


def guild_of(interaction: Interaction, refusal: str = NO_SERVER) -> int:
    """Return the server. Raises `Refusal` with this message where the bot is on none."""
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated(refusal)
    return server.id


def check_manages(interaction: Interaction, refusal: str = MANAGERS) -> None:
    """Raise `Refusal` with this message unless the user manages the server.

    Discord has no such permission for one command of a group.
    """
    if not manages_server(interaction):
        raise Refusal.translated(refusal)


def back_to_set(word: str) -> Control:
    """Return the button from a page about a set to the set with this word (`AnyCardGame.word_for`)."""
    return button(gettext("Back to the set"), ComponentId("cardset", path=(word,)))


async def pressed_set(interaction: Interaction, press: ComponentId, place: int = -1) -> ServerSet:
    """Return the set of this server in the path of a control, at `place`. Raises `Refusal`."""
    word = press.path[place] if press.path else ""
    sets = interaction.client.services.of(CardSets)
    game = sets.game_of_word(word)
    (kept,) = await sets.find(guild_of(interaction), word.rpartition(OF_GAME)[2], [game.key])
    return kept


async def source_of(interaction: Interaction, word: str) -> Source:
    """Return a set of this server, or the cards of the bot, by its word (`Source.word`). Raises `Refusal`."""
    sets = interaction.client.services.of(CardSets)
    game = sets.game_of_word(word)
    if word == game.word_for(STANDARD):
        return (await sets.sources(None, game.key))[0]
    (kept,) = await sets.find(guild_of(interaction), word.rpartition(OF_GAME)[2], [game.key])
    return await sets.playable(kept)


async def named_set(interaction: Interaction, word: str, game: str) -> ServerSet:
    """Return the set of this server with this key or title, for one game or for any. Raises `Refusal`."""
    bot = interaction.client
    found = await bot.services.of(CardSets).find(guild_of(interaction), word, games_with(bot, CARDS, game))
    meant = await card_game_here(interaction, [kept.game for kept in found])
    return next(kept for kept in found if kept.game == meant.key)


async def suggested_sets(interaction: Interaction, typed: str, game: str) -> Choices:
    """Return the sets of this server that match the typed text. Raises `Refusal`."""
    bot = interaction.client
    kept = await bot.services.of(CardSets).sets(guild_of(interaction), games_with(bot, CARDS, game))
    titles = {f"{pgettext('card', each.title)} ({each.key})": each.key for each in kept}
    return offer_ordered(titles, typed)
