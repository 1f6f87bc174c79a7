"""`/cards picture`: pictures on the cards of a server's own sets.

An uploaded picture is never shown unchanged: a process of its own decodes it within limits and encodes it
again, so that only its pixels are kept. It belongs to the server and is deleted with the set.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.base.language import gettext
from bot.engine.cards.game import AnyCard
from bot.games.game import Game
from bot.parts.workshop.sets.pictures import CardPictures
from bot.parts.workshop.sets.service import CardSets, SetRefused, Source
from bot.processes.pictures import Pictured
from cogs.kit.client import Client, Interaction
from cogs.workshop.server_sets import guild_of
from cogs.workshop.uploads import content_of_upload
from renderers.kit.cards.renderer import CardRenderer
from renderers.kit.cards.uploads import LARGEST_PICTURE, rewritten


async def with_picture(
    interaction: Interaction, source: Source, card: AnyCard, file: discord.Attachment | None
) -> str:
    """Give a card the picture in a file, or remove its picture; return the result. Raises `Refusal`."""
    bot = interaction.client
    _check_takes_one(bot, source, card)
    (kept,) = await bot.services.of(CardSets).find(guild_of(interaction), source.key, [source.game.key])
    if file is None:
        await bot.services.of(CardPictures).drop(kept, card.number)
        return gettext("The picture is taken away: the card has our emblem again.")
    content = await content_of_upload(interaction, file, LARGEST_PICTURE)
    png = await bot.workers.run_confined(rewritten, content)
    await bot.services.of(CardPictures).keep(kept, source.cards, card.number, png)
    return gettext("So the card looks now, here and in matches of this server with this set.")


def _check_takes_one(bot: Client, source: Source, card: AnyCard) -> None:
    """Raise `SetRefused` for a card that comes with the bot, and for one that is drawn from its numbers."""
    if source.own is None:
        raise SetRefused.translated(
            "{number} comes with the bot: only cards of a set of this server have pictures of their own.",
            number=card.number,
        )
    renderer: Any = bot.games[source.game.key].renderer
    if not isinstance(renderer, CardRenderer) or renderer.emblem(card, source.pool) is None:
        raise SetRefused.translated(
            "{number} is drawn from its numbers, so it has no place for a picture.", number=card.number
        )


async def pictured(bot: Client, guild: int, game: Game, cards: str) -> Pictured | None:
    """Return the pictures that a server shows on the cards of this hash; None for none."""
    pictures = bot.services.of(CardPictures)
    shown = await pictures.of_pool(guild, game.key, cards)
    return None if shown is None else Pictured(shown.digests, partial(pictures.files, shown))
