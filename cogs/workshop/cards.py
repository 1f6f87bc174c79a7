"""`/cards`: looking at cards, checking card files, and the card sets that a server has added (ARC-19).

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.game import CARDS as CARDS_OPTION
from bot.engine.cards.game import AnyCard
from bot.engine.sentences import echo
from bot.games.game import Game
from bot.parts.workshop.card_sheets import MOST_COPIES
from bot.parts.workshop.lab.service import has_lab
from bot.parts.workshop.maps.service import ServerMaps
from bot.parts.workshop.sets.pictures import CardPictures
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, SetRefused, Source
from bot.parts.workshop.test_table.model import LONGEST
from bot.parts.workshop.test_table.service import TestTableService
from bot.processes.pictures import Pictured
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.hooks import Topic
from cogs.kit.layout import OutgoingMessage, message_of, safe, text, under
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import (
    Choices,
    answer,
    anywhere,
    defer,
    defer_if_slow,
    defer_in_place,
    defer_in_place_if_slow,
    in_all_places,
    offer_ordered,
    show,
    suggest_game,
    suggesting,
)
from cogs.kit.sight import manages_server
from cogs.workshop.card_browser import CardBrowser
from cogs.workshop.card_files import CardFiles
from cogs.workshop.card_games import CARDS, Sort, card_game_here, games_with, suggesting_games, the_game
from cogs.workshop.card_posts import compose_removal, compose_set, compose_sets
from cogs.workshop.lab import LabReports
from cogs.workshop.server_sets import check_manages, guild_of, named_set, pressed_set, suggested_sets
from cogs.workshop.sheets import Wanted, compose_ways, deck_named, ready_decks
from cogs.workshop.test_tables import TestTables, laid
from cogs.workshop.uploads import content_of_upload
from renderers.kit.cards.uploads import LARGEST_PICTURE, rewritten

# The card sets of a server: their list, one of them, and removing one.


class ServerSetPages:
    """Shows and removes the sets of a server."""

    def __init__(self, bot: Client) -> None:
        self.card_sets = bot.services.of(CardSets)
        bot.handle_presses(self)

    async def listed(self, interaction: Interaction) -> OutgoingMessage:
        """Return the list of the sets. Raises `Refusal`."""
        sets: dict[str, list[tuple[ServerSet, Source | None]]] = {}
        for kept in await self.card_sets.sets(guild_of(interaction)):
            sets.setdefault(kept.game, []).append((kept, await self.card_sets.source(kept)))
        return compose_sets(sets, self.card_sets.games, manages=manages_server(interaction))

    async def removal(self, interaction: Interaction, wanted: str, game: str) -> OutgoingMessage:
        """Return the question whether to remove a set. Raises `Refusal`."""
        return self._question(await named_set(interaction, wanted, game))

    def _question(self, kept: ServerSet) -> OutgoingMessage:
        return compose_removal(self.card_sets.games[kept.game], kept)

    async def press_cardset(self, interaction: Interaction, press: ComponentId) -> None:
        """Show one set of the server."""
        await defer_in_place_if_slow(interaction)
        kept = await pressed_set(interaction, press)
        source = await self.card_sets.source(kept)
        content = await self.card_sets.text(kept)
        game = self.card_sets.games[kept.game]
        await show(interaction, compose_set(game, kept, source, content, manages=manages_server(interaction)))

    async def press_cardsets(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all sets of the server."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self.listed(interaction))

    async def press_setask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to remove a set."""
        check_manages(interaction)
        await defer_in_place_if_slow(interaction)
        await show(interaction, self._question(await pressed_set(interaction, press)))

    async def press_setgone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a set, after confirmation."""
        check_manages(interaction)
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        await self.card_sets.remove(kept)
        told = gettext(
            "**{title}** is removed. Running matches keep its cards.",
            title=safe(pgettext("card", kept.title)),
        )
        await show(interaction, message_of(text(told)))


# `/cards picture`: pictures on the cards of a server's own sets.
#
# An uploaded picture is never shown unchanged: a process of its own decodes it within limits and encodes it
# again, so that only its pixels are kept. It belongs to the server and is deleted with the set.


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
    from renderers.kit.cards.renderer import CardRenderer  # as `Game.drawn_by` says

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


Word = app_commands.Range[str, 1, 100]
LAB = Sort(
    lambda game: has_lab(game) or None,
    N_('There is no game "{game}". The lab measures: {games}.'),
    N_("{game} has no cards or ready squads, so the lab has nothing to measure."),
    N_("There is no game here with cards to be measured."),
    N_("Say with the option game which is meant: {games}."),
)
PAPER_CHOICES = [
    app_commands.Choice(name="A4", value="a4"),
    app_commands.Choice(name="US Letter", value="letter"),
]
LARGEST_POSITION = 4 * LONGEST
"""The most bytes of a file with a position."""
HELP = Topic(
    N_("Cards and decks"),
    N_(
        "**Cards and decks**\n`/cards list` and `/cards show` show every card. You can design cards "
        "yourself: `/cards check` reads a file and shows its errors, and a server manager adds it "
        "with `/cards add`. Then {commands} plays with it."
    ),
)
OF_WHICH = "The game; only needed if it is not clear"


@anywhere
@in_all_places
class Cards(
    commands.GroupCog,
    group_name="cards",
    group_description="Look at cards, check and add card sets",
):
    """Commands for cards. Only the user of a command sees the answer."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.topics["decks"] = HELP
        bot.hooks.pictured.append(partial(pictured, bot))
        bot.hooks.options.append(ServerOptions(bot.services.of(CardSets), bot.services.of(ServerMaps)))
        self.card_sets: CardSets = bot.services.of(CardSets)
        self.browser, self.files, self.sets_pages = CardBrowser(bot), CardFiles(bot), ServerSetPages(bot)

    @app_commands.command(name="show")
    @app_commands.describe(card="Its name or its set number", game=OF_WHICH)
    async def show_card(self, interaction: Interaction, card: Word, game: Word = "") -> None:
        """Look at a card."""
        await defer_if_slow(interaction)
        source, found = await self.browser.find(interaction, card, game)
        await answer(interaction, await self.browser.page(interaction, source, found))

    @app_commands.command(name="list")
    @app_commands.describe(
        wanted="The cards of one set of this server; without it those of the bot", game=OF_WHICH
    )
    @app_commands.rename(wanted="set")
    async def list_cards(self, interaction: Interaction, wanted: Word = "", game: Word = "") -> None:
        """List cards, by lineage, level and kind."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.browser.listed(interaction, wanted, game))

    @app_commands.command()
    @app_commands.describe(file="A card file, TOML or CSV of at most 64 KB", game=OF_WHICH)
    async def check(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Check a card file: errors and advice."""
        await defer(interaction)
        await answer(interaction, await self.files.check(interaction, file, game))

    @app_commands.command()
    @app_commands.describe(file="A card file without errors, TOML or CSV of at most 64 KB", game=OF_WHICH)
    async def add(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Add a card set to this server; only for server managers."""
        check_manages(interaction)
        await defer(interaction)
        await answer(interaction, await self.files.add(interaction, file, game))

    @app_commands.command()
    @app_commands.describe(wanted="Which set of this server", game=OF_WHICH)
    @app_commands.rename(wanted="set")
    async def remove(self, interaction: Interaction, wanted: Word, game: Word = "") -> None:
        """Remove a card set from this server; only for server managers."""
        check_manages(interaction)
        await defer_if_slow(interaction)
        await answer(interaction, await self.sets_pages.removal(interaction, wanted, game))

    @app_commands.command(name="print")
    @app_commands.describe(
        wanted="A set of this server; without it the cards of the bot",
        deck="Only the cards of this ready deck, each as often as it is in there",
        paper="The size of the paper: A4 if you do not say it",
        copies="All cards so many times",
        backs="With pages of backs, for printing on both sides",
        game=OF_WHICH,
    )
    @app_commands.rename(wanted="set")
    @app_commands.choices(paper=PAPER_CHOICES)
    async def print_cards(
        self,
        interaction: Interaction,
        wanted: Word = "",
        deck: Word = "",
        paper: str = "a4",
        copies: app_commands.Range[int, 1, MOST_COPIES] = 1,
        backs: bool = False,
        game: Word = "",
    ) -> None:
        """Print cards, or take a deck to a tabletop simulator."""
        await defer_if_slow(interaction)
        source = await self._source(interaction, wanted, game)
        meant = Wanted(source.word, deck_named(source, deck), paper, backs, copies)
        await answer(interaction, compose_ways(source, meant))

    async def _source(self, interaction: Interaction, wanted: str, game: str) -> Source:
        """Return a set of this server, or the cards that come with the bot. Raises `Refusal`."""
        if wanted:
            return await self.card_sets.playable(await named_set(interaction, wanted, game))
        meant = await card_game_here(interaction, games_with(self.bot, CARDS, game))
        return (await self.card_sets.sources(None, meant.key))[0]

    @app_commands.command()
    async def sets(self, interaction: Interaction) -> None:
        """See the card sets that this server has added."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.sets_pages.listed(interaction))

    @app_commands.command()
    @app_commands.describe(
        card="A card of a set of this server",
        file="A PNG, at most 4 MB, 64 to 4096 pixels a side; without it the picture is removed",
        game=OF_WHICH,
    )
    async def picture(
        self,
        interaction: Interaction,
        card: Word,
        file: discord.Attachment | None = None,
        game: Word = "",
    ) -> None:
        """Give a card of this server a picture; only for server managers."""
        check_manages(interaction)
        await defer(interaction)
        source, found = await self.browser.find(interaction, card, game)
        said = await with_picture(interaction, source, found, file)
        await answer(interaction, under(await self.browser.page(interaction, source, found), f"-# {said}"))

    @app_commands.command()
    @app_commands.describe(wanted="A set of this server; without it the cards of the bot", game=OF_WHICH)
    @app_commands.rename(wanted="set")
    async def lab(self, interaction: Interaction, wanted: Word = "", game: Word = "") -> None:
        """Measure the balance of cards with matches of the computer against itself."""
        await defer(interaction)
        from cogs.workshop.lab_posts import measured_cards, measured_squads  # as `lab.service` says

        measurable = list(games_with(self.bot, LAB, game))
        if wanted:
            found = await self.card_sets.find(guild_of(interaction), wanted, measurable)
            meant = await the_game(self.bot, interaction, LAB, [kept.game for kept in found])
            kept = next(kept for kept in found if kept.game == meant.key)
            source = await self.card_sets.playable(kept)
        else:
            meant = await the_game(self.bot, interaction, LAB, measurable)
            if meant.cards is None:
                await self.bot.cog(LabReports).show(interaction, measured_squads(meant.key))
                return
            source = (await self.card_sets.sources(None, meant.key))[0]
        await self.bot.cog(LabReports).show(interaction, measured_cards(source))

    @app_commands.command(name="try")
    @app_commands.describe(
        wanted="A set of this server; without it the cards of the bot",
        game="The game; without it your present test table",
        position="A position as text, in the notation of the rules",
        file="A card file to try without adding it, TOML or CSV of at most 64 KB",
    )
    @app_commands.rename(wanted="set")
    async def try_position(
        self,
        interaction: Interaction,
        wanted: Word = "",
        game: Word = "",
        position: discord.Attachment | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Play your own position alone from all seats: nothing counts, everything can be undone."""
        await defer(interaction)
        kept = await self.bot.services.of(TestTableService).of(interaction.user.id)
        if kept is None or wanted or game or position or file:
            text = "" if position is None else await _written(interaction, position)
            source = await self.files.to_try(interaction, file, game) if file is not None else None
            kept = await laid(self.bot, interaction, source, wanted, game, text)
        await self.bot.cog(TestTables).show(interaction, kept)

    @show_card.autocomplete("card")
    @picture.autocomplete("card")
    @suggesting
    async def _suggest_card(self, interaction: Interaction, typed: str) -> Choices:
        return await self.browser.suggested(interaction, typed, _typed_game(interaction))

    @print_cards.autocomplete("deck")
    @suggesting
    async def _suggest_deck(self, interaction: Interaction, typed: str) -> Choices:
        named = str(interaction.namespace.set or "")
        source = await self._source(interaction, named, _typed_game(interaction))
        titles = {pgettext("card", deck.title): key for key, deck in ready_decks(source).items()}
        return offer_ordered(titles, typed)

    @print_cards.autocomplete("wanted")
    @try_position.autocomplete("wanted")
    @list_cards.autocomplete("wanted")
    @lab.autocomplete("wanted")
    @remove.autocomplete("wanted")
    @suggesting
    async def _suggest_set(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_sets(interaction, typed, _typed_game(interaction))

    show_card.autocomplete("game")(suggesting_games(CARDS))
    list_cards.autocomplete("game")(suggesting_games(CARDS))
    picture.autocomplete("game")(suggesting_games(CARDS))
    print_cards.autocomplete("game")(suggesting_games(CARDS))
    check.autocomplete("game")(suggesting_games(CARDS))
    add.autocomplete("game")(suggesting_games(CARDS))
    remove.autocomplete("game")(suggesting_games(CARDS))
    lab.autocomplete("game")(suggesting_games(LAB))
    try_position.autocomplete("game")(suggest_game)


def _typed_game(interaction: Interaction) -> str:
    """Return the game that was typed already, for the autocomplete of another option."""
    return str(interaction.namespace.game or "")


async def _written(interaction: Interaction, file: discord.Attachment) -> str:
    """Return the position in a file. Raises `SetRefused`."""
    try:
        return (await content_of_upload(interaction, file, LARGEST_POSITION)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SetRefused.translated("The file {file} is no text.", file=echo(file.filename)) from None


class Readings(PeriodicCog):
    """Drops read card sets from the memory of each process once a day."""

    @periodic(seconds=24 * 3600.0, everywhere=True)
    async def task(self) -> None:
        """Drop the cache of read files."""
        self.bot.services.of(CardSets).forget_readings()


class ServerOptions:
    """The cards, maps and squads of a server, as values of the options of its matches.

    Implements `cogs.kit.hooks.OwnOptions`; see its docstrings.
    """

    def __init__(self, card_sets: CardSets, maps: ServerMaps) -> None:
        self._card_sets = card_sets
        self._maps = maps

    async def words(self, guild: int | None, game: Game, option: str) -> list[str]:
        """Return the keys of the server's files that fit an option."""
        if game.cards is not None and option == CARDS_OPTION:
            return await self._card_sets.words(guild, game.key)
        return await self._maps.words(guild, game, option)

    async def pinned(self, guild: int | None, game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the hash of cards, or the squares of a map, in place of their names."""
        if game.cards is not None and CARDS_OPTION in options:
            cards = await self._card_sets.pinned(guild, game.key, str(options[CARDS_OPTION]))
            options = {**options, CARDS_OPTION: cards}
        return await self._maps.pinned(guild, game, options)

    def cleared(self, game: Game, option: str) -> Mapping[str, Any]:
        """Return the options to clear where an option is chosen again."""
        return self._maps.cleared(game, option)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cards(bot))
    await bot.add_cog(Readings(bot))
