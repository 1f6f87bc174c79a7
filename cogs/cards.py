"""`/cards`: looking at cards, checking card files, and the card sets that a server has added (ARC-19).

Nothing of an uploaded file is ever run or trusted: it is read in bounds, checked, and all its text escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.cardfiles import Reading
from bot.cardsets.ports import Keeping, ServerSet
from bot.cardsets.service import LARGEST_FILE, CardSets, SetRefused, Source
from bot.client import Tablepost
from bot.engine.deckbuilding import spellings
from bot.engine.errors import Refusal
from bot.engine.language import gettext, grouped, pgettext
from bot.engine.phrases import echo
from bot.engine.spelling import ranked
from bot.games.arclash.cards import AnyCard, CardSet
from cogs.card_posts import (
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
from cogs.controls import ComponentId, Interaction, whole_number
from cogs.layout import OutgoingMessage, fit, message_of, safe, text
from cogs.play import ordered
from cogs.replies import CHOICE_TEXT, DISCORD_FAULTS, answer, defer, defer_in_place, offer, show, suggesting

Word = app_commands.Range[str, 1, 100]
LARGEST_REPORT = 512 * 1024
"""Bytes of a report that is read back to turn its pages."""
_APART = " ~ "
"""Between the key of a set and a set number, in the words that name a card."""


@app_commands.guild_only()
class Cards(
    commands.GroupCog, group_name="cards", group_description="Look at cards, check and add card sets"
):
    """Commands and controls for cards; all answers are for who asks alone."""

    verbs: ClassVar[tuple[str, ...]] = (
        "card", "cardlist", "cardmenu", "findings", "cardset", "cardsets", "setask", "setgone", "setswap"
    )  # fmt: skip

    def __init__(self, bot: Tablepost) -> None:
        self.bot = bot
        self.card_sets: CardSets = bot.card_sets
        for verb in self.verbs:
            bot.handle(verb, getattr(self, f"press_{verb}"))

    # Commands

    @app_commands.command(name="show")
    @app_commands.describe(card="Its name or its set number")
    async def show_card(self, interaction: Interaction, card: Word) -> None:
        """Look at a card."""
        await defer(interaction)
        source, found = self._find(await self._sources(interaction), card)
        await answer(interaction, await self._card(source, found))

    @show_card.autocomplete("card")
    @suggesting
    async def _suggest_card(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        sources = await self._sources(interaction)
        titles = _words_for_cards(sources)
        spelt = _spellings_of_cards(sources, titles)
        fitting = dict.fromkeys([word for text in ordered(list(spelt), typed) for word in spelt[text]])
        return offer((titles[word], word) for word in fitting)

    @app_commands.command(name="list")
    @app_commands.describe(
        wanted="The cards of one set of this server; those that come with the bot if left out"
    )
    @app_commands.rename(wanted="set")
    async def list_cards(self, interaction: Interaction, wanted: Word = "") -> None:
        """See what cards there are, by lineage, level and kind."""
        await defer(interaction)
        key = (await self.card_sets.find(_guild(interaction), wanted)).key if wanted else ""
        await answer(interaction, compose_card_list(await self._sources(interaction), Shown(key)))

    @app_commands.command()
    @app_commands.describe(file="A card file, TOML of at most 64 KB")
    async def check(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a card file: what is wrong with it, and advice."""
        await defer(interaction)
        reading, _ = await self._read(file)
        note = gettext("Nothing is wrong with it.") if not reading.findings else ""
        await answer(interaction, compose_report(report_of(reading), note=note))

    @app_commands.command()
    @app_commands.describe(file="A card file without errors, TOML of at most 64 KB")
    async def add(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Add a card set to this server; for those who manage it."""
        _check_manages(interaction)
        await defer(interaction)
        reading, content = await self._read(file)
        await answer(interaction, await self._add(interaction, reading, content, replacing=False))

    @app_commands.command()
    @app_commands.describe(wanted="Which set of this server")
    @app_commands.rename(wanted="set")
    async def remove(self, interaction: Interaction, wanted: Word) -> None:
        """Remove a card set from this server; for those who manage it."""
        _check_manages(interaction)
        await defer(interaction)
        await answer(interaction, compose_removal(await self.card_sets.find(_guild(interaction), wanted)))

    @app_commands.command()
    async def sets(self, interaction: Interaction) -> None:
        """See the card sets that this server has added."""
        await defer(interaction)
        await answer(interaction, await self._sets(interaction))

    @list_cards.autocomplete("wanted")
    @remove.autocomplete("wanted")
    @suggesting
    async def _suggest_set(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        titles = {
            f"{pgettext('card', kept.title)} ({kept.key})": kept.key for kept in await self._kept(interaction)
        }
        return offer((title, titles[title]) for title in ordered(list(titles), typed))

    # Controls

    async def press_card(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a card of a list, in the place of the list."""
        await defer_in_place(interaction)
        back, number = Shown.of(press.path), "".join(press.path[-1:])
        sources = await self._sources(interaction)
        source = next((each for each in sources if each.key == back.source), None)
        if source is None or number not in source.pool.cards:
            raise SetRefused(gettext("This card is not here any more: its set was changed or removed."))
        await show(interaction, await self._card(source, source.pool.cards[number], back))

    async def press_cardlist(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a page of a list of cards."""
        await defer_in_place(interaction)
        await show(interaction, compose_card_list(await self._sources(interaction), Shown.of(press.path)))

    async def press_cardmenu(self, interaction: Interaction, press: ComponentId) -> None:
        """Show other cards, as chosen in one of the menus under a list."""
        await defer_in_place(interaction)
        which, *path, chosen = press.path if len(press.path) > 1 else ("", "", "")
        at = Shown.of(tuple(path))
        wanted = {
            "s": Shown(chosen, kind=at.kind),
            "l": Shown(at.source, chosen, at.kind),
            "k": Shown(at.source, at.lineage, chosen),
        }.get(which, at)
        await show(interaction, compose_card_list(await self._sources(interaction), wanted))

    async def press_findings(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of a report, which is read back from the message it came with."""
        await defer_in_place(interaction)
        report = (await _file_of(interaction, LARGEST_REPORT)).decode("utf-8", "replace")
        page = whole_number("".join(press.path))
        await show(interaction, compose_report(report, page))

    async def press_cardset(self, interaction: Interaction, press: ComponentId) -> None:
        """Show one set of the server."""
        await defer_in_place(interaction)
        kept = await self.card_sets.find(_guild(interaction), press.path[-1] if press.path else "")
        source = await self.card_sets.source(kept.guild, kept.key)
        content = await self.card_sets.text(kept.guild, kept.key)
        await show(interaction, compose_set(kept, source, content, manages=_manages(interaction)))

    async def press_cardsets(self, interaction: Interaction, _press: ComponentId) -> None:
        """Show all sets of the server."""
        await defer_in_place(interaction)
        await show(interaction, await self._sets(interaction))

    async def press_setask(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether a set is to be removed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        kept = await self.card_sets.find(_guild(interaction), press.path[0] if press.path else "")
        await show(interaction, compose_removal(kept))

    async def press_setgone(self, interaction: Interaction, press: ComponentId) -> None:
        """Remove a set, as confirmed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        kept = await self.card_sets.remove(_guild(interaction), press.path[0] if press.path else "")
        told = gettext(
            "**{title}** is removed. Matches that run with its cards go on.",
            title=safe(pgettext("card", kept.title)),
        )
        await show(interaction, message_of(text(told)))

    async def press_setswap(self, interaction: Interaction, _press: ComponentId) -> None:
        """Replace a set by the file that stands in the question, as confirmed."""
        _check_manages(interaction)
        await defer_in_place(interaction)
        content = await _file_of(interaction, LARGEST_FILE)
        reading = await self.card_sets.check(content, gettext("the file"))
        await show(interaction, await self._add(interaction, reading, content, replacing=True))

    # What commands and controls share

    async def _sources(self, interaction: Interaction) -> list[Source]:
        return await self.card_sets.sources(interaction.guild_id)

    async def _kept(self, interaction: Interaction) -> list[ServerSet]:
        return await self.card_sets.sets(_guild(interaction))

    async def _sets(self, interaction: Interaction) -> OutgoingMessage:
        kept = await self._kept(interaction)
        return compose_sets([(each, await self.card_sets.source(each.guild, each.key)) for each in kept])

    async def _card(self, source: Source, card: AnyCard, back: Shown | None = None) -> OutgoingMessage:
        game = self.bot.games[self.card_sets.game]
        picture = await self.bot.draw_card(game, card.number, source.pool.hash)
        assert picture is not None
        return compose_one_card(card, source, picture, back)

    def _find(self, sources: list[Source], word: str) -> tuple[Source, AnyCard]:
        """Return the card that a word names: as autocomplete offers it, by set number, by name."""
        key, _, number = word.rpartition(_APART)
        folded = " ".join(number.split()).casefold()
        for source in sources:
            for each in source.numbers:
                card = source.pool.cards[each]
                names = [each.casefold(), *[name.casefold() for name in spellings(card.name)]]
                if key in ("", source.key) and folded in names:
                    return source, card
        raise SetRefused(_no_card(sources, word))

    async def _read(self, file: discord.Attachment) -> tuple[Reading, bytes]:
        """Read an uploaded file in bounds. Raises `SetRefused` for one that is too large or not to be had."""
        content = await _content(file, LARGEST_FILE)
        return await self.card_sets.check(content, file.filename), content

    async def _add(
        self, interaction: Interaction, reading: Reading, content: bytes, *, replacing: bool
    ) -> OutgoingMessage:
        if reading.set is None:
            note = gettext("A set with errors cannot be added. Mend them and try again; nothing was changed.")
            return compose_report(report_of(reading), note=note)
        guild = _guild(interaction)
        keeping = await self.card_sets.add(guild, content, reading.set, replacing=replacing)
        if keeping is Keeping.TAKEN:
            old = await self.card_sets.find(guild, reading.set.key)
            return compose_replacement(old, reading.set, content)
        return compose_report(report_of(reading), note=_added(reading, reading.set, replaced=replacing))


def _added(reading: Reading, added: CardSet, *, replaced: bool) -> str:
    title = safe(pgettext("card", added.title))
    if replaced:
        note = gettext(
            "**{title}** is replaced. Play with it: `/arclash new cards:{key}`.", title=title, key=added.key
        )
    else:
        note = gettext(
            "**{title}** is added. Play with it: `/arclash new cards:{key}`.", title=title, key=added.key
        )
    if not reading.findings:
        return note
    return f"{note} {gettext('There is advice, which does not keep it from being played with.')}"


def _words_for_cards(sources: list[Source]) -> dict[str, str]:
    """Return what each card is called where one is chosen, by the word that names it without doubt."""
    found = {}
    for source in sources:
        for number in source.numbers:
            whose = f" · {source.called}" if source.own is not None else ""
            name = pgettext("card", source.pool.cards[number].name)
            found[_word_for(source, number)] = fit(f"{name} ({number}){whose}", CHOICE_TEXT)
    return found


def _spellings_of_cards(sources: list[Source], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the words that name cards by what may be typed for them: their titles, and English names."""
    found: dict[str, list[str]] = {}
    for word, title in titles.items():
        found.setdefault(title, []).append(word)
    for source in sources:
        for number in source.numbers:
            for name in spellings(source.pool.cards[number].name)[1:]:
                found.setdefault(name, []).append(_word_for(source, number))
    return found


def _word_for(source: Source, number: str) -> str:
    """Return the word that names a card without doubt."""
    return f"{source.key}{_APART}{number}" if source.own is not None else number


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
    if interaction.guild_id is None:
        raise Refusal(gettext("Card sets belong to servers: use this on one."))
    return interaction.guild_id


def _manages(interaction: Interaction) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _check_manages(interaction: Interaction) -> None:
    """Raise unless who asks manages the server. Discord has no such rule for one command of a group."""
    if not _manages(interaction):
        raise Refusal(gettext("Only those who may manage this server can add or remove its card sets."))


async def _content(file: discord.Attachment, most: int) -> bytes:
    """Return what is in a file; its size is looked at before anything is fetched."""
    if file.size > most:
        raise SetRefused(
            gettext(
                "The file {file} has {number} bytes; {most} is the most. Nothing was read.",
                file=echo(file.filename),
                number=grouped(file.size),
                most=grouped(most),
            )
        )
    try:
        return await file.read()
    except DISCORD_FAULTS:
        raise SetRefused(gettext("Discord does not give me this file. Please upload it once more.")) from None


async def _file_of(interaction: Interaction, most: int) -> bytes:
    """Return the file that goes with the message whose control was pressed."""
    files = interaction.message.attachments if interaction.message is not None else []
    if not files:
        raise SetRefused(gettext("The file is not there any more. Please upload it once more."))
    return await _content(files[0], most)


async def setup(bot: Tablepost) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Cards(bot))
