"""Decks from lists: which game is meant, the form to paste one into, and what was refused of it."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import discord
from discord import ui

from bot.decks.lists import TEXT, cards_named, read_lines
from bot.decks.refusals import LONGEST, BadList
from bot.engine.errors import Refusal
from bot.engine.language import gettext, grouped
from bot.registry import Game
from cogs.cards.card_games import games_with, the_game
from cogs.cards.deck_bench import DECKS, bench_of, building_of, pool_of_list
from cogs.cards.deck_posts import compose_bad_list, compose_deck
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.forms import Filled, upload
from cogs.kit.layout import OutgoingMessage, fit
from cogs.kit.replies import DISCORD_FAULTS, answer

MOST_KEPT = 500
"""People of whom a refused list is kept in memory, the last ones."""


class Refused(NamedTuple):
    """A list that was refused, as it was typed."""

    name: str
    listed: str
    game: str


class DeckImport:
    """Makes decks from lists. What is refused comes with a button that opens the form again with what was
    typed: Discord cannot answer a form with a form."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._refused: OrderedDict[int, Refused] = OrderedDict()

    async def take_in(self, interaction: Interaction, name: str, listed: str, game: str) -> None:
        """Make a deck from a list and show it, or say what is wrong and keep what was typed."""
        try:
            meant = await game_of_list(self.bot, interaction, listed, game)
            page = await self._imported(interaction, meant, name, listed)
        except Refusal as fault:
            self._refused.pop(interaction.user.id, None)
            self._refused[interaction.user.id] = Refused(name, listed, game)
            if len(self._refused) > MOST_KEPT:
                self._refused.popitem(last=False)
            page = compose_bad_list(fault.lines if isinstance(fault, BadList) else [str(fault)])
        await answer(interaction, page)

    async def press_again(self, interaction: Interaction, _press: ComponentId) -> None:
        """Open the form again with what was refused; empty where the bot was restarted since."""
        kept = self._refused.get(interaction.user.id, Refused("", "", ""))
        game = self.bot.games.get(kept.game.lower())
        await interaction.response.send_modal(form_for_list(kept.name, game, kept.listed))

    async def _imported(
        self, interaction: Interaction, game: Game, name: str, listed: str
    ) -> OutgoingMessage:
        words = listed[: TEXT + 1]
        pool = await pool_of_list(self.bot, interaction.guild_id, game, words)
        entries = read_lines(words, building_of(game), pool)
        deck = await self.bot.decks.create(interaction.user.id, game.key, name, entries)
        return compose_deck(await bench_of(self.bot, interaction, deck))


async def game_of_list(bot: Client, interaction: Interaction, words: str, game: str) -> Game:
    """Return the game that is named, else the one of whose cards a list names the most, by number or name."""
    able = games_with(bot, DECKS, game)
    if len(able) > 1:
        known = {key: await _named(bot, interaction, each, words) for key, each in able.items()}
        able = {key: able[key] for key, number in known.items() if number == max(known.values())}
    return await the_game(bot, interaction, DECKS, able)


async def _named(bot: Client, interaction: Interaction, game: Game, words: str) -> int:
    pool = await pool_of_list(bot, interaction.guild_id, game, words)
    return cards_named(words, building_of(game), pool)


FILE = "file"
"""The key of the field that takes a list as a file."""
LARGEST_LIST = 4 * TEXT
"""Bytes of such a file."""


async def listed_in(filled: Filled) -> str:
    """Return the list that was typed, else that of the file. Raises `Refusal`."""
    file = filled.files.get(FILE)
    if file is None or filled.one("list").strip():
        return filled.one("list")
    if file.size > LARGEST_LIST:
        raise Refusal.translated(
            "This file has {number} bytes; a list has {most} at most.",
            number=grouped(file.size),
            most=grouped(LARGEST_LIST),
        )
    try:
        return (await file.read()).decode("utf-8-sig", "replace")
    except DISCORD_FAULTS:
        raise Refusal.translated("Discord does not give me this file. Please upload it once more.") from None


IMPORT = "deckimport"
"""The verb of the form's custom_id; its path is the key of the game, where one is named."""
TITLE = 45
"""Characters of a form's title."""


def form_for_list(name: str, game: Game | None, listed: str = "") -> ui.Modal:
    """Return the form into which a list is pasted: for a game, or for the one whose cards are in the list.

    `listed` is what stands in it already.
    """
    custom_id = ComponentId(IMPORT, path=(game.key,) if game is not None else ()).encode()
    title = (
        gettext("A deck of {game}", game=game.title) if game is not None else gettext("A deck from a list")
    )
    form = ui.Modal(title=fit(title, TITLE), custom_id=custom_id, timeout=None)
    named: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", default=name[:LONGEST], max_length=LONGEST)
    cards: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="list",
        style=discord.TextStyle.paragraph,
        default=listed[:TEXT],
        placeholder="2 TID-01\n2 TID-02\n1 TID-04",
        max_length=TEXT,
        required=False,
    )
    form.add_item(ui.Label(text=gettext("Name"), component=named))
    form.add_item(ui.Label(text=gettext("Cards, one on each line"), component=cards))
    form.add_item(upload(FILE, gettext("Or a file with such a list"), required=False))
    return form
