"""`/cards`: looking at cards, checking card files, and the card sets that a server has added (ARC-19).

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.cardfiles import ReadResult
from bot.cardfiles.reading import games_of_file
from bot.cardsets.ports import Keeping, ServerSet
from bot.cardsets.service import LARGEST_FILE, CardSets, SetRefused, Source
from bot.engine.cardgames import AnyCard, AnyCardGame, AnySet
from bot.engine.deckbuilding import spellings
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import echo
from bot.lab.service import has_lab
from bot.trytable.model import LONGEST
from cogs.cards.card_games import Sort, games_with, suggesting_games, the_game
from cogs.cards.card_posts import (
    Shown,
    compose_card_list,
    compose_one_card,
    compose_removal,
    compose_replacement,
    compose_report,
    compose_set,
    compose_sets,
    report_of,
)
from cogs.cards.card_words import APART, no_card, spellings_of_cards, words_for_cards
from cogs.cards.lab import LabBench, measured_cards, measured_squads
from cogs.cards.picture import PictureCommands
from cogs.cards.server_sets import check_manages, guild_of, manages, pressed_set
from cogs.cards.set_form import (
    ADD,
    CHECK,
    FILE,
    PATH,
    SET,
    SET_FILE,
    asked_of_file,
    asked_of_set,
    content_of,
    typed_set,
)
from cogs.cards.sheets import as_card_file
from cogs.cards.try_laying import laid
from cogs.cards.try_tables import TryBench
from cogs.cards.uploads import content_of_upload, count_upload, file_of_form, file_of_message
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.forms import Asked, Form, Typed
from cogs.kit.layout import OutgoingMessage, message_of, safe, text
from cogs.kit.places import anywhere, in_all_places
from cogs.kit.replies import (
    answer,
    defer,
    defer_in_place,
    offer,
    show,
    suggest_game,
    suggesting,
)
from cogs.matches.game_commands import ordered

Word = app_commands.Range[str, 1, 100]
LARGEST_REPORT = 512 * 1024
"""Bytes of a report that is read back to turn its pages."""
CARDS = Sort(
    lambda game: game.cards,
    N_("There is no such game. Those with cards to look at are: {games}."),
    N_("{game} has no cards to look at."),
    N_("There is no game here with cards to look at."),
    N_("This can be of {games}. Say of which with the option `game`."),
)
LAB = Sort(
    lambda game: has_lab(game) or None,
    N_("There is no such game. The lab measures: {games}."),
    N_("{game} has no cards or ready squads, so the lab has nothing to measure."),
    N_("There is no game here with cards to be measured."),
    N_("This can be of {games}. Say of which with the option `game`."),
)
LARGEST_POSITION = 4 * LONGEST
"""Bytes of a file with a position."""
OF_WHICH = "Of which game; only needed where that is not clear"


@anywhere
@in_all_places
class Cards(
    PictureCommands,
    commands.GroupCog,
    group_name="cards",
    group_description="Look at cards, check and add card sets",
):
    """Commands and controls for cards; all answers are for who asks alone."""

    verbs: ClassVar[tuple[str, ...]] = (
        "card", "cardlist", "cardmenu", "findings", "cardset", "cardsets", "setask", "setgone", "setswap"
    )  # fmt: skip

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.card_sets: CardSets = bot.card_sets
        bot.forms.handle(SET, Form(self._asked_set, self._take_in_set))
        bot.forms.handle(SET_FILE, Form(self._asked_file, self._take_in_file))
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))

    # Commands

    @app_commands.command(name="show")
    @app_commands.describe(card="Its name or its set number", game=OF_WHICH)
    async def show_card(self, interaction: Interaction, card: Word, game: Word = "") -> None:
        """Look at a card."""
        await defer(interaction)
        source, found = await self._find(interaction, card, game)
        await answer(interaction, await self._card(interaction, source, found))

    @show_card.autocomplete("card")
    @suggesting
    async def _suggest_card(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        sources = await self._sources(interaction, *self._able(_typed_game(interaction)))
        titles = words_for_cards(sources)
        spelt = spellings_of_cards(sources, titles)
        fitting = dict.fromkeys([word for text in ordered(list(spelt), typed) for word in spelt[text]])
        return offer((titles[word], word) for word in fitting)

    @app_commands.command(name="list")
    @app_commands.describe(
        wanted="The cards of one set of this server; those that come with the bot if left out", game=OF_WHICH
    )
    @app_commands.rename(wanted="set")
    async def list_cards(self, interaction: Interaction, wanted: Word = "", game: Word = "") -> None:
        """See what cards there are, by lineage, level and kind."""
        await defer(interaction)
        kept = await self._set(interaction, wanted, game) if wanted else None
        meant = await self._game(interaction, [kept.game] if kept is not None else self._able(game))
        shown = Shown(meant.word_for(kept.key) if kept is not None else "")
        await answer(interaction, compose_card_list(await self._sources(interaction, meant.key), shown))

    @app_commands.command()
    @app_commands.describe(file="A card file, TOML or CSV of at most 64 KB", game=OF_WHICH)
    async def check(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Check a card file: what is wrong with it, and advice."""
        await defer(interaction)
        content, name = await self._uploaded(interaction, file)
        await answer(interaction, await self._checked(interaction, content, name, game))

    @app_commands.command()
    @app_commands.describe(file="A card file without errors, TOML or CSV of at most 64 KB", game=OF_WHICH)
    async def add(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Add a card set to this server; for those who manage it."""
        check_manages(interaction)
        await defer(interaction)
        content, name = await self._uploaded(interaction, file)
        await answer(interaction, await self._add(interaction, content, name, game))

    @app_commands.command()
    @app_commands.describe(wanted="Which set of this server", game=OF_WHICH)
    @app_commands.rename(wanted="set")
    async def remove(self, interaction: Interaction, wanted: Word, game: Word = "") -> None:
        """Remove a card set from this server; for those who manage it."""
        check_manages(interaction)
        await defer(interaction)
        kept = await self._set(interaction, wanted, game)
        await answer(interaction, compose_removal(self.card_sets.games[kept.game], kept))

    @app_commands.command()
    async def sets(self, interaction: Interaction) -> None:
        """See the card sets that this server has added."""
        await defer(interaction)
        await answer(interaction, await self._sets(interaction))

    @app_commands.command()
    @app_commands.describe(
        wanted="A set of this server; the cards that come with the bot if left out", game=OF_WHICH
    )
    @app_commands.rename(wanted="set")
    async def lab(self, interaction: Interaction, wanted: Word = "", game: Word = "") -> None:
        """See whether cards are in balance, by matches of the computer against itself."""
        await defer(interaction)
        measurable = list(games_with(self.bot, LAB, game))
        if wanted:
            found = await self.card_sets.find(guild_of(interaction), wanted, measurable)
            meant = await the_game(self.bot, interaction, LAB, [kept.game for kept in found])
            kept = next(kept for kept in found if kept.game == meant.key)
            source = await self.card_sets.source(kept)
            if source is None:
                raise SetRefused.translated(
                    "This set does not fit the cards that come with the bot any more. /cards check tells why."
                )
        else:
            meant = await the_game(self.bot, interaction, LAB, measurable)
            if meant.cards is None:
                await self.bot.cog(LabBench).show(interaction, measured_squads(meant.key))
                return
            source = (await self.card_sets.sources(None, meant.key))[0]
        await self.bot.cog(LabBench).show(interaction, measured_cards(source))

    @app_commands.command(name="try")
    @app_commands.describe(
        wanted="A set of this server; the cards that come with the bot if left out",
        game="Of which game; with nothing said, your test table as it was",
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
        """Play a made-up position alone from all seats: nothing counts, all can be undone."""
        await defer(interaction)
        kept = await self.bot.try_tables.of(interaction.user.id)
        if kept is None or wanted or game or position or file:
            text = "" if position is None else await _written(interaction, position)
            source = await self._set_to_try(interaction, file, game) if file is not None else None
            kept = await laid(self.bot, interaction, source, wanted, game, text)
        await self.bot.cog(TryBench).show(interaction, kept)

    @try_position.autocomplete("wanted")
    @list_cards.autocomplete("wanted")
    @lab.autocomplete("wanted")
    @remove.autocomplete("wanted")
    @suggesting
    async def _suggest_set(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        able = self._able(_typed_game(interaction))
        kept = await self.card_sets.sets(guild_of(interaction), able)
        titles = {f"{pgettext('card', each.title)} ({each.key})": each.key for each in kept}
        return offer((title, titles[title]) for title in ordered(list(titles), typed))

    show_card.autocomplete("game")(suggesting_games(CARDS))
    list_cards.autocomplete("game")(suggesting_games(CARDS))
    PictureCommands.picture.autocomplete("game")(suggesting_games(CARDS))
    PictureCommands.picture.autocomplete("card")(_suggest_card)  # type: ignore[arg-type] # it is of this cog
    lab.autocomplete("game")(suggesting_games(LAB))
    try_position.autocomplete("game")(suggest_game)
    check.autocomplete("game")(suggesting_games(CARDS))
    add.autocomplete("game")(suggesting_games(CARDS))
    remove.autocomplete("game")(suggesting_games(CARDS))

    # Controls

    async def press_card(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a card of a list, in the place of the list."""
        await defer_in_place(interaction)
        back, number = Shown.of(press.path[:-1]), press.path[-1] if press.path else ""
        sources = await self._sources_for(interaction, back)
        source = back.among(sources)
        if source is None or number not in source.pool.cards:
            raise SetRefused.translated("This card is not here any more: its set was changed or removed.")
        await show(interaction, await self._card(interaction, source, source.pool.cards[number], back))

    async def press_cardlist(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a page of a list of cards."""
        await defer_in_place(interaction)
        shown = Shown.of(press.path)
        await show(interaction, compose_card_list(await self._sources_for(interaction, shown), shown))

    async def press_cardmenu(self, interaction: Interaction, press: ComponentId) -> None:
        """Show other cards, as chosen in one of the menus under a list."""
        await defer_in_place(interaction)
        which, *path, chosen = press.path if len(press.path) > 1 else ("", "", "")
        at = Shown.of(tuple(path))
        sources = await self._sources_for(interaction, at)
        await show(interaction, compose_card_list(sources, at.chosen(which, chosen, sources)))

    async def press_findings(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of a report, which is read back from the message it came with."""
        await defer_in_place(interaction)
        report = (await file_of_message(interaction, LARGEST_REPORT)).decode("utf-8", "replace")
        page, again = "".join(press.path[:1]), press.path[1:]
        ours = len(again) == 3 and again[0] == SET and len("".join(again)) < PATH
        await show(interaction, compose_report(report, whole_number(page), again=again if ours else ()))

    async def press_cardset(self, interaction: Interaction, press: ComponentId) -> None:
        """Show one set of the server."""
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        source = await self.card_sets.source(kept)
        content = await self.card_sets.text(kept)
        game = self.card_sets.games[kept.game]
        await show(interaction, compose_set(game, kept, source, content, manages=manages(interaction)))

    async def press_cardsets(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all sets of the server."""
        await defer_in_place(interaction)
        await show(interaction, await self._sets(interaction))

    async def press_setask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether a set is to be removed."""
        check_manages(interaction)
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        await show(interaction, compose_removal(self.card_sets.games[kept.game], kept))

    async def press_setgone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a set, as confirmed."""
        check_manages(interaction)
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        await self.card_sets.remove(kept)
        told = gettext(
            "**{title}** is removed. Matches that run with its cards go on.",
            title=safe(pgettext("card", kept.title)),
        )
        await show(interaction, message_of(text(told)))

    async def press_setswap(self, interaction: Interaction, press: ComponentId) -> None:
        """Replace a set by the file that stands in the question, as confirmed."""
        check_manages(interaction)
        await defer_in_place(interaction)
        content = await file_of_message(interaction, LARGEST_FILE)
        game = self.card_sets.game_of_word(press.path[0] if press.path else "").key
        await show(
            interaction, await self._add(interaction, content, gettext("the file"), game, replacing=True)
        )

    # What commands and controls share

    def _able(self, game: str) -> list[str]:
        """Return the games with cards that can be meant: the one that is named, or all. Raises `Refusal`."""
        return list(games_with(self.bot, CARDS, game))

    async def _game(self, interaction: Interaction, keys: Iterable[str]) -> AnyCardGame:
        return self.card_sets.games[(await the_game(self.bot, interaction, CARDS, keys)).key]

    async def _sources(self, interaction: Interaction, *games: str) -> list[Source]:
        return [each for key in games for each in await self.card_sets.sources(interaction.guild_id, key)]

    async def _sources_for(self, interaction: Interaction, shown: Shown) -> list[Source]:
        return await self._sources(interaction, self.card_sets.game_of_word(shown.source).key)

    async def _set(self, interaction: Interaction, word: str, game: str) -> ServerSet:
        """Return the set of this server of this key or title, which may be of any game. Raises `Refusal`."""
        found = await self.card_sets.find(guild_of(interaction), word, self._able(game))
        meant = await self._game(interaction, [kept.game for kept in found])
        return next(kept for kept in found if kept.game == meant.key)

    async def _sets(self, interaction: Interaction) -> OutgoingMessage:
        found: dict[str, list[tuple[ServerSet, Source | None]]] = {}
        for kept in await self.card_sets.sets(guild_of(interaction)):
            found.setdefault(kept.game, []).append((kept, await self.card_sets.source(kept)))
        return compose_sets(found, self.card_sets.games, manages=manages(interaction))

    async def _card(
        self, interaction: Interaction, source: Source, card: AnyCard, back: Shown | None = None
    ) -> OutgoingMessage:
        game, guild = self.bot.games[source.game.key], interaction.guild_id
        picture = await self.bot.draw_card(game, card.number, source.pool.hash, guild=guild)
        return compose_one_card(card, source, picture, back)

    async def _find(self, interaction: Interaction, word: str, game: str) -> tuple[Source, AnyCard]:
        """Return the card that a word names: as autocomplete offers it, by set number, by name."""
        key, _, number = word.rpartition(APART)
        folded = " ".join(number.split()).casefold()
        sources = await self._sources(interaction, *self._able(game))
        found: dict[str, tuple[Source, AnyCard]] = {}
        for source in sources:
            for card in source.cards:
                names = [each.casefold() for each in (card.number, *spellings(card.name))]
                if key in ("", source.key) and folded in names:
                    found.setdefault(source.game.key, (source, card))
        if not found:
            raise SetRefused(no_card(sources, word))
        return found[(await self._game(interaction, found)).key]

    async def _asked_set(self, _interaction: Interaction, typed: Typed) -> Asked:
        return asked_of_set(typed)

    async def _take_in_set(self, interaction: Interaction, typed: Typed) -> None:
        """Check or add a file that was mended in a form."""
        count_upload(interaction)
        doing, game = (*typed.press.path, "", "")[:2]
        if doing == ADD:
            check_manages(interaction)
        name, content = gettext("the file"), content_of(typed)
        take = self._add if doing == ADD else self._checked
        await answer(interaction, await take(interaction, content, name, game))

    async def _asked_file(self, interaction: Interaction, _typed: Typed) -> Asked:
        check_manages(interaction)
        return asked_of_file()

    async def _take_in_file(self, interaction: Interaction, typed: Typed) -> None:
        """Add the set that was uploaded, as `/cards add` does."""
        check_manages(interaction)
        content, name = await self._uploaded(interaction, file_of_form(typed, FILE))
        await answer(interaction, await self._add(interaction, content, name, ""))

    async def _uploaded(self, interaction: Interaction, file: discord.Attachment) -> tuple[bytes, str]:
        """Return an uploaded card file and its name. Raises `SetRefused` for one that cannot be had."""
        return await as_card_file(await self._read_upload(interaction, file), file.filename)

    async def _read_upload(
        self, interaction: Interaction, file: discord.Attachment, most: int = LARGEST_FILE
    ) -> bytes:
        """Return an uploaded file. Raises `SetRefused` for one that is too large or not to be had."""
        return await content_of_upload(interaction, file, most)

    async def _read(
        self, interaction: Interaction, content: bytes, name: str, game: str
    ) -> tuple[AnyCardGame, ReadResult]:
        able = {key: self.card_sets.games[key] for key in self._able(game)}
        meant = await self._game(interaction, games_of_file(content, able))
        return meant, await self.card_sets.check(meant.key, content, name)

    async def _checked(
        self, interaction: Interaction, content: bytes, name: str, game: str
    ) -> OutgoingMessage:
        meant, reading = await self._read(interaction, content, name, game)
        note = gettext("Nothing is wrong with it.") if not reading.findings else ""
        if not reading.errors:
            return compose_report(report_of(reading, meant), note=note)
        typed = typed_set(CHECK, game, content, [safe(str(found)) for found in reading.errors])
        return self._to_mend(interaction, report_of(reading, meant), note, typed)

    def _to_mend(
        self, interaction: Interaction, report: str, note: str, typed: Typed | None
    ) -> OutgoingMessage:
        """Return the report on a file with errors, which can be mended in a form where it fits into one."""
        if typed is not None:
            self.bot.forms.keep(interaction.user.id, typed)
        return compose_report(report, note=note, again=typed.again.path if typed is not None else ())

    async def _set_to_try(self, interaction: Interaction, file: discord.Attachment, game: str) -> Source:
        """Return the set of a file that is not added to the server. Raises `SetRefused`."""
        content, name = await self._uploaded(interaction, file)
        meant, reading = await self._read(interaction, content, name, game)
        if reading.set is None:
            raise SetRefused.translated(
                "This card file has errors, so it cannot be tried. /cards check tells them: {finding}",
                finding=reading.errors[0],
            )
        return self.card_sets.made(meant.key, reading.set)

    async def _add(
        self, interaction: Interaction, content: bytes, name: str, word: str, *, replacing: bool = False
    ) -> OutgoingMessage:
        game, reading = await self._read(interaction, content, name, word)
        if reading.set is None:
            note = gettext("A set with errors cannot be added. Mend them and try again; nothing was changed.")
            typed = typed_set(ADD, word, content, [safe(str(found)) for found in reading.errors])
            return self._to_mend(interaction, report_of(reading, game), note, typed)
        guild = guild_of(interaction)
        adding = self.bot.set_versions.add
        keeping = await adding(guild, game.key, content, reading.set, replacing=replacing)
        if keeping is Keeping.TAKEN:
            (old,) = await self.card_sets.find(guild, reading.set.key, [game.key])
            return compose_replacement(game, old, reading.set, content)
        note = _added(game, reading, reading.set, replaced=replacing)
        return compose_report(report_of(reading, game), note=note)


def _typed_game(interaction: Interaction) -> str:
    """Return the game that is typed already where something else is to be suggested."""
    return str(interaction.namespace.game or "")


def _added(game: AnyCardGame, reading: ReadResult, added: AnySet, *, replaced: bool) -> str:
    title = safe(pgettext("card", added.title))
    if replaced:
        note = gettext(
            "**{title}** is replaced. Play with it: `/{game} new cards:{key}`.",
            title=title,
            game=game.key,
            key=added.key,
        )
    else:
        note = gettext(
            "**{title}** is added. Play with it: `/{game} new cards:{key}`.",
            title=title,
            game=game.key,
            key=added.key,
        )
    if not reading.findings:
        return note
    return f"{note} {gettext('There is advice, which does not keep it from being played with.')}"


async def _written(interaction: Interaction, file: discord.Attachment) -> str:
    """Return the position in a file. Raises `SetRefused`."""
    try:
        return (await content_of_upload(interaction, file, LARGEST_POSITION)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SetRefused.translated("The file {file} is no text.", file=echo(file.filename)) from None


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cards(bot))
