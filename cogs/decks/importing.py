"""Decks from lists: finds the game of a list, and has the form to paste one into."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.games.game import Game
from bot.parts.decks.lists import LONGEST, TEXT, cards_named, left_out, read_lines
from bot.parts.decks.service import DeckService
from cogs.decks.bench import DECKS, bench_of, building_of, pool_of_list
from cogs.decks.posts import compose_deck
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.form_fields import upload, written
from cogs.kit.forms import Asked, Form, Typed, typed_words
from cogs.kit.replies import answer
from cogs.workshop.card_games import games_with, the_game
from cogs.workshop.uploads import content_of_upload

IMPORT = "deckimport"
"""The verb of the form; its path is the key of the named game, if any."""
FILE = "file"
"""The key of the field that takes a list as a file."""
LARGEST_LIST = 4 * TEXT
"""The most bytes of such a file."""


def typed_list(game: str, name: str, listed: str = "") -> Typed:
    """Return the form for pasting a list: for a game, or for the game whose cards are in the list."""
    return typed_words(ComponentId(IMPORT, path=(game,) if game else ()), {"name": name, "list": listed})


class DeckImport:
    """Makes decks from lists."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.forms.handle(IMPORT, Form(self._asked, self._take_in, N_("No deck was made from this list")))

    async def _asked(self, _interaction: Interaction, typed: Typed) -> Asked:
        game = self.bot.games.get(typed.press.first.lower())
        title = gettext("A deck of {game}", game=game.title) if game else gettext("A deck from a list")
        cards, example = gettext("Cards, one on each line"), "2 TID-01\n2 TID-02\n1 TID-04"
        return Asked(
            title,
            [
                written("name", gettext("Name"), typed.one("name"), LONGEST, needed=True),
                written("list", cards, typed.one("list"), TEXT, example=example, lines=True),
                upload(FILE, gettext("Or a file with such a list"), required=False),
            ],
        )

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        """Make a deck from a list and show it. The text of a refused file is shown in the form."""
        if typed.files:
            listed = {"list": ((await listed_in(interaction, typed))[: TEXT + 1],)}
            await self.bot.forms.attempt(interaction, Typed(typed.press, {**typed.values, **listed}))
            return
        name, words = typed.one("name"), typed.one("list")[: TEXT + 1]
        game = await game_of_list(self.bot, interaction, words, typed.press.first)
        pool = await pool_of_list(self.bot, interaction.guild_id, game, words)
        entries = read_lines(words, building_of(game), pool)
        deck = await self.bot.services.of(DeckService).create(interaction.user.id, game.key, name, entries)
        told = left_out(words, building_of(game), pool)
        await answer(interaction, compose_deck(await bench_of(self.bot, interaction, deck), told))


async def listed_in(interaction: Interaction, typed: Typed) -> str:
    """Return the typed list, or else the list in the file. Raises `Refusal`."""
    file = typed.files.get(FILE)
    if file is None or typed.one("list").strip():
        return typed.one("list")
    return (await content_of_upload(interaction, file, LARGEST_LIST)).decode("utf-8-sig", "replace")


async def game_of_list(bot: Client, interaction: Interaction, words: str, game: str) -> Game:
    """Return the named game, or the game with the most cards of a list, by number or name."""
    able = games_with(bot, DECKS, game)
    if len(able) > 1:
        known = {key: await _named(bot, interaction, each, words) for key, each in able.items()}
        able = {key: able[key] for key, number in known.items() if number == max(known.values())}
    return await the_game(bot, interaction, DECKS, able)


async def _named(bot: Client, interaction: Interaction, game: Game, words: str) -> int:
    pool = await pool_of_list(bot, interaction.guild_id, game, words)
    return cards_named(words, building_of(game), pool)
