"""Of which server a person speaks who asks for card sets, whether they manage it, and which set is meant."""

from __future__ import annotations

from bot.cardsets.ports import ServerSet
from bot.engine.cardgames import OF_GAME
from bot.engine.errors import Refusal
from cogs.kit.client import Client, Interaction
from cogs.kit.places import bots_server


def guild_of(interaction: Interaction) -> int:
    """Return the id of the server. Raises `Refusal` outside of one that the bot is on."""
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated("Card sets belong to servers that I am on: use this on one.")
    return server.id


def manages(interaction: Interaction) -> bool:
    """Whether who asks manages the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def check_manages(interaction: Interaction) -> None:
    """Raise unless who asks manages the server. Discord has no such rule for one command of a group."""
    if not manages(interaction):
        raise Refusal.translated("Only those who may manage this server can add or remove its card sets.")


async def named_set(bot: Client, interaction: Interaction, word: str) -> ServerSet:
    """Return the set of this server that the path of a control names. Raises `Refusal`."""
    game = bot.card_sets.game_of_word(word)
    found = await bot.card_sets.find(guild_of(interaction), word.rpartition(OF_GAME)[2], [game.key])
    return found[0]
