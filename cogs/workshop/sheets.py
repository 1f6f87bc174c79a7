"""Exports a server's card set: sheets to print, a picture for simulators, a spreadsheet."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from discord.ext import commands

from bot.base.language import N_, gettext, grouped, ngettext, pgettext
from bot.base.limits import Buckets
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.files.spreadsheet import protecting, to_csv
from bot.engine.errors import Refusal
from bot.engine.sentences import echo
from bot.engine.spelling import name_key
from bot.parts.workshop.card_sheets import (
    MOST_COPIES,
    PDF,
    PNG,
    TABLETOP,
    WAYS,
    Printing,
    Sheets,
    decks_of,
    draw_sheets,
    printed_numbers,
    simulated,
    simulator_folder,
)
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, Source
from bot.processes.pictures import with_pictures
from bot.processes.queues import Queue
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, PRIMARY, ComponentId, Control, button, select, whole_number
from cogs.kit.layout import (
    OPTIONS,
    UPLOAD,
    Attachment,
    Gallery,
    OutgoingMessage,
    message_of,
    option,
    rows,
    safe,
    text,
)
from cogs.kit.progress import JobMessages, Jobs, ProgressReply
from cogs.kit.replies import answer, defer, defer_in_place_if_slow, show
from cogs.workshop.server_sets import back_to_set, pressed_set, source_of
from renderers.workshop.card_sheets import PAPERS

MOST_BYTES: Final = UPLOAD * 9 // 10
"""The most bytes of sheets in one answer; the rest is for the message."""
CSV: Final = "csv"
MESSAGES = JobMessages(
    progress=N_("The sheets are being drawn: {progress}."),
    others_first=N_("Other sheets are being drawn; then it is the turn of these."),
    one_each=N_("Sheets that you have asked for are not ready yet. Ask for the next ones after them."),
    too_many=N_("You have asked for very many sheets lately. The next can be drawn in {wait}."),
    stopped=N_(
        "The bot is being restarted, so the sheets were not finished. Ask for them again in a minute."
    ),
)


class Wanted(NamedTuple):
    """Which cards are exported, and how they are printed."""

    word: str
    """The set, by `Source.word`."""
    deck: str = ""
    """The key of one of its ready decks; "" for all cards."""
    paper: str = "a4"
    backs: bool = False
    copies: int = 1

    @classmethod
    def of(cls, word: str, deck: str = "", how: str = "") -> Wanted:
        """Return what the keys of a control say; buttons from before 1.6.0 have only the first."""
        found = _HOW.fullmatch(how)
        if found is None:
            return cls(word, deck)
        paper = next(each for each in PAPERS if each.startswith(found[1]))
        return cls(word, deck, paper, found[2] == "1", min(max(1, int(found[3])), MOST_COPIES))

    @property
    def path(self) -> tuple[str, ...]:
        """The keys of a control for it: a custom_id has room for short ones."""
        return (self.word, self.deck, f"{self.paper[0]}{self.backs:d}{self.copies}")

    @property
    def printing(self) -> Printing:
        """How its pages are printed."""
        return Printing(self.paper, self.backs)

    def deck_of(self, source: Source) -> Any:
        """Return the wanted ready deck of a set; None for all its cards. Raises `Refusal`."""
        decks = ready_decks(source)
        if self.deck and not decks:
            raise Refusal.translated("There are no ready decks among these cards.")
        if self.deck and self.deck not in decks:
            raise Refusal.translated(
                "There is no ready deck {deck} among these cards. There are: {decks}.",
                deck=echo(self.deck),
                decks=", ".join(decks),
            )
        return decks.get(self.deck)

    def title(self, source: Source) -> str:
        """Return the title of the cards in the current language."""
        deck = self.deck_of(source)
        return source.called if deck is None else pgettext("card", deck.title)

    def description(self, source: Source) -> str:
        """Return what is written about the cards, in the current language; "" for those of the bot."""
        about = self.deck_of(source) or source.own
        return pgettext("card", about.description) if about is not None and about.description else ""

    def numbers(self, source: Source, way: str = PDF) -> list[str]:
        """Return the numbers of the cards, in their order; for a simulator each once."""
        found = printed_numbers(source.cards, self.deck_of(source), self.copies)
        return list(dict.fromkeys(found)) if way == TABLETOP else found


_HOW = re.compile("([al])([01])([0-9]{1,2})", re.ASCII)


def ready_decks(source: Source) -> Mapping[str, Any]:
    """Return the ready decks that come with cards, by key."""
    return decks_of(source.own if source.own is not None else source.pool)


def deck_named(source: Source, word: str) -> str:
    """Return the key of the ready deck with this key or title; "" for no word. Raises `Refusal`."""
    decks, folded = ready_decks(source), name_key(word)
    titled = (
        key for key, deck in decks.items() if folded in [name_key(each) for each in spellings(deck.title)]
    )
    key = word if word in decks else next(titled, word)
    Wanted(source.word, key).deck_of(source)
    return key


class CardSheets(commands.Cog):
    """Draws sheets, one after another, and writes spreadsheets."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._queue = Queue(bot.clock)
        asked = Buckets(bot.clock, bot.limits.films_an_hour, "sheets")
        self.jobs = Jobs[Sheets](self._queue, asked, MESSAGES, _cards)
        bot.handle("sheets", self.press_sheets)
        bot.handle("sheetdeck", partial(self.press_chosen, field="deck"))
        bot.handle("sheetmany", partial(self.press_chosen, field="copies"))
        bot.handle("sheet", self.press_sheet)

    async def cog_unload(self) -> None:
        """Stop drawing, and tell the waiting users."""
        await self.jobs.stop()

    async def ways(self, interaction: Interaction, wanted: Wanted) -> OutgoingMessage:
        """Return the page with the formats of an export. Raises `Refusal`."""
        source = await source_of(interaction, wanted.word)
        return compose_ways(source, wanted)

    async def press_sheets(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the formats in which cards can be exported."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self.ways(interaction, Wanted.of(*press.keys(3))))

    async def press_chosen(self, interaction: Interaction, press: ComponentId, *, field: str) -> None:
        """Choose a deck, or a number of copies."""
        await defer_in_place_if_slow(interaction)
        wanted, chosen = Wanted.of(*press.keys(3)), press.last
        if field == "deck":
            wanted = wanted._replace(deck="" if chosen == ALL else chosen)
        else:
            wanted = wanted._replace(copies=min(max(1, whole_number(chosen)), MOST_COPIES))
        await show(interaction, await self.ways(interaction, wanted))

    async def press_sheet(self, interaction: Interaction, press: ComponentId) -> None:
        """Answer with cards on sheets, starting at one of them, or with a set as a spreadsheet."""
        await defer(interaction)
        word, way, first, deck, how = press.keys(5)
        wanted = Wanted.of(word, deck, how)
        if way == CSV:
            kept = await pressed_set(interaction, press, place=0)
            content = await self.bot.services.of(CardSets).text(kept)
            await answer(interaction, await asyncio.to_thread(_spreadsheet, kept, content))
            return
        if way not in WAYS:
            raise Refusal.translated(OLD_BUTTON)
        source = await source_of(interaction, word)
        await self._answer(interaction, source, wanted, way, whole_number(first))

    async def _answer(
        self, interaction: Interaction, source: Source, wanted: Wanted, way: str, first: int
    ) -> None:
        numbers = wanted.numbers(source, way)
        first = min(first, len(numbers) - 1)
        user, guild = interaction.user.id, interaction.guild_id
        work = partial(self._drawn, user, guild, source, wanted, way, numbers[first:])
        sheets = await self.jobs.run(interaction, interaction.id, work)
        if sheets is not None:
            page = await asyncio.to_thread(compose_sheets, source, wanted, way, sheets, first, numbers)
            await answer(interaction, page)

    async def _drawn(
        self,
        user: int,
        guild: int | None,
        source: Source,
        wanted: Wanted,
        way: str,
        numbers: list[str],
        reply: ProgressReply[Sheets],
    ) -> Sheets:
        game = self.bot.games[source.game.key]
        pictured = await self.bot.pictured(guild, game, source.pool.hash)
        run = partial(self.bot.workers.run_with_cards, game.rules, source.pool.hash)
        draws = partial(with_pictures, pictured, run)
        report = partial(reply.report, total=len(numbers))
        title = wanted.title(source)
        async with self._queue.turn(user):
            with urgent(Urgency.REST):
                return await draw_sheets(
                    draws,
                    game,
                    source.pool.hash,
                    numbers,
                    way,
                    title=title,
                    most=MOST_BYTES,
                    report=report,
                    printing=wanted.printing,
                )


def compose_ways(source: Source, wanted: Wanted) -> OutgoingMessage:
    """Return the formats of an export, with a button for each, and what is chosen for it."""
    pages = {
        "a4": gettext("- **Pages**: nine cards to a page of A4, to print at 100 % and cut along the marks."),
        "letter": gettext(
            "- **Pages**: nine cards to a page of US Letter, to print at 100 % and cut along the marks."
        ),
    }[wanted.paper]
    behind = gettext("Behind each page is one of backs: print on both sides, turned over the long edge.")
    number, different = len(wanted.numbers(source)), len(wanted.numbers(source, TABLETOP))
    lines = [
        f"### {safe(wanted.title(source))}",
        ngettext("{number} card.", "{number} cards.", number)
        if number == different
        else gettext("{number} cards, {different} of them different.", number=number, different=different),
        f"{pages} {behind}" if wanted.backs else pages,
        gettext(
            "- **For a simulator**: a deck for Tabletop Simulator with names, texts, pictures and the number"
            " of each card."
        ),
    ]
    labels = {
        PDF: gettext("Pages (PDF)"),
        PNG: gettext("Pages (pictures)"),
        TABLETOP: gettext("For a simulator"),
    }
    if source.own is not None:
        lines.append(
            gettext("- **Spreadsheet**: a CSV with a row for each card. `/cards add` takes it in again.")
        )
        labels[CSV] = gettext("Spreadsheet")
    other = "letter" if wanted.paper == "a4" else "a4"
    other_paper = {"a4": gettext("On A4"), "letter": gettext("On US Letter")}[other]
    ways = [button(label, _sheet(wanted, way)) for way, label in labels.items()]
    chosen = [
        button(other_paper, _ways(wanted._replace(paper=other))),
        button(
            gettext("Without backs") if wanted.backs else gettext("With backs"),
            _ways(wanted._replace(backs=not wanted.backs)),
        ),
    ]
    options = [
        option(ngettext("{number} copy", "{number} copies", each), str(each), default=each == wanted.copies)
        for each in range(1, MOST_COPIES + 1)
    ]
    return message_of(
        text("\n".join(lines)),
        *_deck_menu(wanted, ready_decks(source)),
        select(gettext("How many copies"), ComponentId("sheetmany", path=wanted.path), options),
        *rows(chosen),
        *rows([*ways, *([back_to_set(source.word)] if source.own is not None else [])]),
    )


def _deck_menu(wanted: Wanted, decks: Mapping[str, Any]) -> list[Control]:
    if not decks:
        return []
    keys = list(decks)[: OPTIONS - 1]
    if wanted.deck and wanted.deck not in keys:
        keys[-1] = wanted.deck
    titles = [(ALL, gettext("All cards")), *[(key, pgettext("card", decks[key].title)) for key in keys]]
    options = [option(title, key, default=key == (wanted.deck or ALL)) for key, title in titles]
    return [select(gettext("Which cards"), ComponentId("sheetdeck", path=wanted.path), options)]


def sheets_button(word: str) -> Control:
    """Return the button that leads to the exports of a set."""
    return button(gettext("Print or export"), _ways(Wanted(word)))


def compose_sheets(
    source: Source, wanted: Wanted, way: str, sheets: Sheets, first: int, numbers: Sequence[str]
) -> OutgoingMessage:
    """Return the sheets of some of the wanted cards, with a button for the next ones."""
    last = first + sheets.cards
    told = gettext("Cards {first} to {last} of {number}.", first=first + 1, last=last, number=len(numbers))
    name = "-".join([source.key, *([wanted.deck] if wanted.deck else [])])
    more = button(gettext("The next cards"), _sheet(wanted, way, last), PRIMARY)
    title, parts = wanted.title(source), list[Any]()
    if way == TABLETOP:
        shown = set(numbers[first:last])
        cards = [each for each in wanted._replace(copies=1).numbers(source) if each in shown]
        made = simulated(title, wanted.description(source), source.game, source.pool, cards)
        part = f"{name}-{first + 1}" if first else name
        parts.append(Attachment(f"{part}.zip", simulator_folder(made, part, sheets.files)))
        told = (
            ngettext("{number} card.", "{number} cards.", len(cards))
            + "\n"
            + gettext(
                "Unpack it in the folder of Tabletop Simulator, on Windows `Documents/My Games/Tabletop"
                " Simulator`. Then the deck is in the game under Objects, Saved Objects. So that others see"
                " its pictures, upload them there with Modding, Cloud Manager."
            )
        )
    else:
        files = [
            Attachment(f"{name}-{way}-{first + 1}-{at}.{way}", file, told if way == PNG else "")
            for at, file in enumerate(sheets.files, start=1)
        ]
        parts += files if way == PDF else [Gallery(tuple(files))]
    return message_of(
        text(f"### {safe(title)}\n{told}"),
        *parts,
        more if last < len(numbers) else None,
    )


ALL: Final = "-"
"""The value of the menu of decks for all cards."""


def _ways(wanted: Wanted) -> ComponentId:
    return ComponentId("sheets", path=wanted.path)


def _sheet(wanted: Wanted, way: str, first: int = 0) -> ComponentId:
    word, *rest = wanted.path
    return ComponentId("sheet", path=(word, way, str(first), *rest))


def _spreadsheet(kept: ServerSet, content: bytes) -> OutgoingMessage:
    """Return a set as a spreadsheet; it was read without an error when it was added."""
    document = tomllib.loads(content.decode("utf-8-sig"))
    about = gettext("A cell holds plain text, or a value as TOML writes it. Comments are not kept.")
    told = "\n".join([about, *map(safe, protecting(document))])
    return message_of(
        text(f"### {safe(pgettext('card', kept.title))}\n{told}"),
        Attachment(f"{kept.key}.csv", to_csv(document).encode("utf-8-sig")),
    )


def _cards(done: int, total: int) -> str:
    """Return the progress of sheets in words."""
    return gettext("{done} of {total} cards", done=grouped(done), total=grouped(total))


async def setup(bot: Client) -> None:
    """Add the sheets to the bot."""
    await bot.add_cog(CardSheets(bot))
