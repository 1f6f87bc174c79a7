"""Whose card sets and maps are meant: those of the server where somebody asks, and who may change them."""

from __future__ import annotations

from bot.cardsets.ports import ServerSet
from bot.engine.cardgames import OF_GAME
from bot.engine.errors import Refusal
from bot.engine.language import N_
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.places import bots_server

NO_SERVER = N_("Card sets belong to servers that I am on: use this on one.")
MANAGERS = N_("Only those who may manage this server can add or remove its card sets.")


def guild_of(interaction: Interaction, refusal: str = NO_SERVER) -> int:
    """Return the server. Raises `Refusal` with this message where the bot is on none."""
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated(refusal)
    return server.id


def manages(interaction: Interaction) -> bool:
    """Whether who asks may change what the server has added."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def check_manages(interaction: Interaction, refusal: str = MANAGERS) -> None:
    """Raise `Refusal` with this message unless who asks manages the server.

    Discord has no such rule for one command of a group.
    """
    if not manages(interaction):
        raise Refusal.translated(refusal)


async def pressed_set(interaction: Interaction, press: ComponentId, place: int = -1) -> ServerSet:
    """Return the set of this server that a place in the path of a control names. Raises `Refusal`."""
    word = press.path[place] if press.path else ""
    sets = interaction.client.card_sets
    game = sets.game_of_word(word)
    (kept,) = await sets.find(guild_of(interaction), word.rpartition(OF_GAME)[2], [game.key])
    return kept
