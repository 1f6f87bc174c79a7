"""`/cards`: looking at cards, checking card files, and the card sets that a server has added (ARC-19).

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.cardfiles import ReadResult
from bot.cardfiles.reading import games_of_file
from bot.cardsets.ports import Keeping, ServerSet
from bot.cardsets.service import LARGEST_FILE, CardSets, SetRefused, Source
from bot.engine.cardgames import OF_GAME, AnyCard, AnyCardGame, AnySet
from bot.engine.deckbuilding import spellings
from bot.engine.errors import Refusal
from bot.engine.language import N_, gettext, grouped, pgettext
from bot.engine.phrases import echo
from bot.engine.spelling import ranked
from bot.limits import Buckets, wait_in_words
from cogs.cards.card_games import Sort, games_with, suggesting_games, the_game
from cogs.cards.card_posts import (
    SET_FORM,
    Shown,
    compose_card_list,
    compose_one_card,
    compose_removal,
    compose_replacement,
    compose_report,
    compose_set,
    compose_sets,
    form_of_set,
    report_of,
)
from cogs.cards.lab import LabBench
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.forms import filled_in
from cogs.kit.layout import OutgoingMessage, fit, message_of, safe, text
from cogs.kit.places import anywhere, bots_server, in_all_places
from cogs.kit.replies import (
    CHOICE_TEXT,
    DISCORD_FAULTS,
    answer,
    defer,
    defer_in_place,
    offer,
    show,
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
    lambda game: game.decks,
    N_("There is no such game. Those with decks to be measured are: {games}."),
    N_("{game} is played without decks, so the lab has nothing to measure."),
    N_("There is no game here with decks to be measured."),
    N_("This can be of {games}. Say of which with the option `game`."),
)
OF_WHICH = "Of which game; only needed where that is not clear"
_APART = " ~ "
"""Between the key of a set and a set number, in the words that name a card."""


@anywhere
@in_all_places
class Cards(
    commands.GroupCog, group_name="cards", group_description="Look at cards, check and add card sets"
):
    """Commands and controls for cards; all answers are for who asks alone."""

    verbs: ClassVar[tuple[str, ...]] = (
        "card", "cardlist", "cardmenu", "findings", "cardset", "cardsets", "setask", "setgone", "setswap",
        SET_FORM,
    )  # fmt: skip

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.card_sets: CardSets = bot.card_sets
        self._uploads = Buckets(bot.clock, bot.limits.uploads_an_hour, "uploads")
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))
        bot.handle_form(SET_FORM, self.take_in_set)

    # Commands

    @app_commands.command(name="show")
    @app_commands.describe(card="Its name or its set number", game=OF_WHICH)
    async def show_card(self, interaction: Interaction, card: Word, game: Word = "") -> None:
        """Look at a card."""
        await defer(interaction)
        source, found = await self._find(interaction, card, game)
        await answer(interaction, await self._card(source, found))

    @show_card.autocomplete("card")
    @suggesting
    async def _suggest_card(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        sources = await self._sources(interaction, *self._able(_typed_game(interaction)))
        titles = _words_for_cards(sources)
        spelt = _spellings_of_cards(sources, titles)
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
    @app_commands.describe(file="A card file, TOML of at most 64 KB", game=OF_WHICH)
    async def check(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Check a card file: what is wrong with it, and advice."""
        await defer(interaction)
        meant, reading, _ = await self._read(interaction, file, game)
        note = gettext("Nothing is wrong with it.") if not reading.findings else ""
        await answer(interaction, compose_report(report_of(reading, meant), note=note))

    @app_commands.command()
    @app_commands.describe(file="A card file without errors, TOML of at most 64 KB", game=OF_WHICH)
    async def add(self, interaction: Interaction, file: discord.Attachment, game: Word = "") -> None:
        """Add a card set to this server; for those who manage it."""
        _check_manages(interaction)
        await defer(interaction)
        meant, reading, content = await self._read(interaction, file, game)
        await answer(interaction, await self._add(interaction, meant, reading, content, replacing=False))

    @app_commands.command()
    @app_commands.describe(wanted="Which set of this server", game=OF_WHICH)
    @app_commands.rename(wanted="set")
    async def remove(self, interaction: Interaction, wanted: Word, game: Word = "") -> None:
        """Remove a card set from this server; for those who manage it."""
        _check_manages(interaction)
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
        with_decks = list(games_with(self.bot, LAB, game))
        if wanted:
            found = await self.card_sets.find(_guild(interaction), wanted, with_decks)
            meant = await the_game(self.bot, interaction, LAB, [kept.game for kept in found])
            kept = next(kept for kept in found if kept.game == meant.key)
            source = await self.card_sets.source(kept)
            if source is None:
                raise SetRefused.translated(
                    "This set does not fit the cards that come with the bot any more. /cards check tells why."
                )
        else:
            meant = await the_game(self.bot, interaction, LAB, with_decks)
            source = (await self.card_sets.sources(None, meant.key))[0]
        await self.bot.cog(LabBench).show(interaction, source)

    @list_cards.autocomplete("wanted")
    @lab.autocomplete("wanted")
    @remove.autocomplete("wanted")
    @suggesting
    async def _suggest_set(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        able = self._able(_typed_game(interaction))
        kept = await self.card_sets.sets(_guild(interaction), able)
        titles = {f"{pgettext('card', each.title)} ({each.key})": each.key for each in kept}
        return offer((title, titles[title]) for title in ordered(list(titles), typed))

    show_card.autocomplete("game")(suggesting_games(CARDS))
    list_cards.autocomplete("game")(suggesting_games(CARDS))
    lab.autocomplete("game")(suggesting_games(CARDS))
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
        await show(interaction, await self._card(source, source.pool.cards[number], back))

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
        report = (await _file_of(interaction, LARGEST_REPORT)).decode("utf-8", "replace")
        page = whole_number("".join(press.path))
        await show(interaction, compose_report(report, page))

    async def press_cardset(self, interaction: Interaction, press: ComponentId) -> None:
        """Show one set of the server."""
        await defer_in_place(interaction)
        kept = await self._pressed_set(interaction, press)
        source = await self.card_sets.source(kept)
        content = await self.card_sets.text(kept)
        game = self.card_sets.games[kept.game]
        await show(interaction, compose_set(game, kept, source, content, manages=_manages(interaction)))

    async def press_cardsets(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all sets of the server."""
        await defer_in_place(interaction)
        await show(interaction, await self._sets(interaction))

    async def press_setform(self, interaction: Interaction, _press: ComponentId) -> None:
        """Open the form that takes a card file."""
        _check_manages(interaction)
        await interaction.response.send_modal(form_of_set())

    async def take_in_set(self, interaction: Interaction, _press: ComponentId) -> None:
        """Add the set that was uploaded, as `/cards add` does."""
        _check_manages(interaction)
        await defer(interaction)
        file = filled_in(interaction).files.get("file")
        if file is None:
            raise SetRefused.translated("The file is not there any more. Please upload it once more.")
        meant, reading, content = await self._read(interaction, file, "")
        await answer(interaction, await self._add(interaction, meant, reading, content, replacing=False))

    async def press_setask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether a set is to be removed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        kept = await self._pressed_set(interaction, press)
        await show(interaction, compose_removal(self.card_sets.games[kept.game], kept))

    async def press_setgone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a set, as confirmed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        kept = await self._pressed_set(interaction, press)
        await self.card_sets.remove(kept)
        told = gettext(
            "**{title}** is removed. Matches that run with its cards go on.",
            title=safe(pgettext("card", kept.title)),
        )
        await show(interaction, message_of(text(told)))

    async def press_setswap(self, interaction: Interaction, press: ComponentId) -> None:
        """Replace a set by the file that stands in the question, as confirmed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        content = await _file_of(interaction, LARGEST_FILE)
        game = self.card_sets.game_of_word(press.path[0] if press.path else "")
        reading = await self.card_sets.check(game.key, content, gettext("the file"))
        await show(interaction, await self._add(interaction, game, reading, content, replacing=True))

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
        found = await self.card_sets.find(_guild(interaction), word, self._able(game))
        meant = await self._game(interaction, [kept.game for kept in found])
        return next(kept for kept in found if kept.game == meant.key)

    async def _pressed_set(self, interaction: Interaction, press: ComponentId) -> ServerSet:
        word = press.path[-1] if press.path else ""
        game = self.card_sets.game_of_word(word)
        return await self._set(interaction, word.rpartition(OF_GAME)[2], game.key)

    async def _sets(self, interaction: Interaction) -> OutgoingMessage:
        found: dict[str, list[tuple[ServerSet, Source | None]]] = {}
        for kept in await self.card_sets.sets(_guild(interaction)):
            found.setdefault(kept.game, []).append((kept, await self.card_sets.source(kept)))
        return compose_sets(found, self.card_sets.games, manages=_manages(interaction))

    async def _card(self, source: Source, card: AnyCard, back: Shown | None = None) -> OutgoingMessage:
        game = self.bot.games[source.game.key]
        return compose_one_card(
            card, source, await self.bot.draw_card(game, card.number, source.pool.hash), back
        )

    async def _find(self, interaction: Interaction, word: str, game: str) -> tuple[Source, AnyCard]:
        """Return the card that a word names: as autocomplete offers it, by set number, by name."""
        key, _, number = word.rpartition(_APART)
        folded = " ".join(number.split()).casefold()
        sources = await self._sources(interaction, *self._able(game))
        found: dict[str, tuple[Source, AnyCard]] = {}
        for source in sources:
            for card in source.cards:
                names = [each.casefold() for each in (card.number, *spellings(card.name))]
                if key in ("", source.key) and folded in names:
                    found.setdefault(source.game.key, (source, card))
        if not found:
            raise SetRefused(_no_card(sources, word))
        return found[(await self._game(interaction, found)).key]

    async def _read(
        self, interaction: Interaction, file: discord.Attachment, game: str
    ) -> tuple[AnyCardGame, ReadResult, bytes]:
        """Read an uploaded file in bounds. Raises `SetRefused` for one that is too large or not to be had."""
        wait = self._uploads.take(interaction.user.id)
        if wait:
            raise SetRefused.translated(
                "You have uploaded very many files lately. The next can be read in {wait}.",
                wait=wait_in_words(wait),
            )
        content = await _content(file, LARGEST_FILE)
        able = {key: self.card_sets.games[key] for key in self._able(game)}
        meant = await self._game(interaction, games_of_file(content, able))
        return meant, await self.card_sets.check(meant.key, content, file.filename), content

    async def _add(
        self,
        interaction: Interaction,
        game: AnyCardGame,
        reading: ReadResult,
        content: bytes,
        *,
        replacing: bool,
    ) -> OutgoingMessage:
        if reading.set is None:
            note = gettext("A set with errors cannot be added. Mend them and try again; nothing was changed.")
            return compose_report(report_of(reading, game), note=note)
        guild = _guild(interaction)
        keeping = await self.card_sets.add(guild, game.key, content, reading.set, replacing=replacing)
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


def _words_for_cards(sources: list[Source]) -> dict[str, str]:
    """Return what each card is called where one is chosen, by the word that names it without doubt."""
    found = {}
    for source in sources:
        for card in source.cards:
            whose = f" · {source.called}" if source.own is not None else ""
            name = pgettext("card", card.name)
            found[_word_for(source, card)] = fit(f"{name} ({card.number}){whose}", CHOICE_TEXT)
    return found


def _spellings_of_cards(sources: list[Source], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the words that name cards by what may be typed for them: their titles, and English names."""
    found: dict[str, list[str]] = {}
    for word, title in titles.items():
        found.setdefault(title, []).append(word)
    for source in sources:
        for card in source.cards:
            for name in spellings(card.name)[1:]:
                found.setdefault(name, []).append(_word_for(source, card))
    return found


def _word_for(source: Source, card: AnyCard) -> str:
    """Return the word that names a card of a game without doubt."""
    return f"{source.key}{_APART}{card.number}" if source.own is not None else card.number


def _no_card(sources: list[Source], word: str) -> str:
    """Say that there is no such card, and which may be meant."""
    titles = _words_for_cards(sources)
    spelt = _spellings_of_cards(sources, titles)
    near = ranked(word, {spelling: spelling for spelling in spelt}, most=1, alike=60)
    if not near:
        return gettext("There is no card {word}. /cards list shows all there are.", word=echo(word))
    card = titles[spelt[near[0]][0]]
    return gettext("There is no card {word}. Did you mean {card}?", word=echo(word), card=card)


def _guild(interaction: Interaction) -> int:
    server = bots_server(interaction)
    if server is None:
        raise Refusal.translated("Card sets belong to servers that I am on: use this on one.")
    return server.id


def _manages(interaction: Interaction) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _check_manages(interaction: Interaction) -> None:
    """Raise unless who asks manages the server. Discord has no such rule for one command of a group."""
    if not _manages(interaction):
        raise Refusal.translated("Only those who may manage this server can add or remove its card sets.")


async def _content(file: discord.Attachment, most: int) -> bytes:
    """Return what is in a file; its size is looked at before anything is fetched."""
    if file.size > most:
        raise SetRefused.translated(
            "The file {file} has {number} bytes; {most} is the most. Nothing was read.",
            file=echo(file.filename),
            number=grouped(file.size),
            most=grouped(most),
        )
    try:
        return await file.read()
    except DISCORD_FAULTS:
        raise SetRefused.translated(
            "Discord does not give me this file. Please upload it once more."
        ) from None


async def _file_of(interaction: Interaction, most: int) -> bytes:
    """Return the file that goes with the message whose control was pressed."""
    files = interaction.message.attachments if interaction.message is not None else []
    if not files:
        raise SetRefused.translated("The file is not there any more. Please upload it once more.")
    return await _content(files[0], most)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cards(bot))
