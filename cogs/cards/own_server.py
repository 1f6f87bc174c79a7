"""Whose card sets are meant: those of the server where somebody asks, and who may change them."""

from __future__ import annotations

from bot.cardsets.ports import ServerSet
from bot.engine.cardgames import OF_GAME
from bot.engine.errors import Refusal
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.places import bots_server


def guild_of(interaction: Interaction) -> int:
    """Return the server. Raises `Refusal` where the bot is on none."""
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated("Card sets belong to servers that I am on: use this on one.")
    return server.id


def manages(interaction: Interaction) -> bool:
    """Whether who asks may change what the server has added."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def check_manages(interaction: Interaction) -> None:
    """Raise unless who asks manages the server. Discord has no such rule for one command of a group."""
    if not manages(interaction):
        raise Refusal.translated("Only those who may manage this server can add or remove its card sets.")


async def pressed_set(interaction: Interaction, press: ComponentId, place: int = -1) -> ServerSet:
    """Return the set of this server that a place in the path of a control names. Raises `Refusal`."""
    word = press.path[place] if press.path else ""
    sets = interaction.client.card_sets
    game = sets.game_of_word(word)
    (kept,) = await sets.find(guild_of(interaction), word.rpartition(OF_GAME)[2], [game.key])
    return kept
