"""Exports a server's card set: sheets to print, a picture for simulators, a spreadsheet."""

from __future__ import annotations

import asyncio
import tomllib
from functools import partial
from typing import Final

from discord.ext import commands

from bot.base.language import N_, gettext, grouped, pgettext
from bot.base.limits import Buckets
from bot.engine.cards.files.spreadsheet import protecting, to_csv
from bot.engine.errors import Refusal
from bot.parts.workshop.card_sheets import PDF, PNG, TABLETOP, WAYS, Sheets, draw_sheets, printed_numbers
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, Source
from bot.processes.pictures import with_pictures
from bot.processes.queues import Queue
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, PRIMARY, ComponentId, Control, button, whole_number
from cogs.kit.layout import UPLOAD, Attachment, Gallery, OutgoingMessage, message_of, rows, safe, text
from cogs.kit.progress import JobMessages, Jobs, ProgressReply
from cogs.kit.replies import answer, defer, defer_in_place, show
from cogs.workshop.server_sets import back_to_set, guild_of, pressed_set

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


class CardSheets(commands.Cog):
    """Draws sheets, one after another, and writes spreadsheets."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._queue = Queue(bot.clock)
        asked = Buckets(bot.clock, bot.limits.films_an_hour, "sheets")
        self.jobs = Jobs[Sheets](self._queue, asked, MESSAGES, _cards)
        bot.handle("sheets", self.press_sheets)
        bot.handle("sheet", self.press_sheet)

    async def cog_unload(self) -> None:
        """Stop drawing, and tell the waiting users."""
        await self.jobs.stop()

    async def press_sheets(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the formats in which a set can be exported."""
        await defer_in_place(interaction)
        kept = await pressed_set(interaction, press)
        await show(
            interaction,
            compose_ways(kept, self.bot.services.of(CardSets).games[kept.game].word_for(kept.key)),
        )

    async def press_sheet(self, interaction: Interaction, press: ComponentId) -> None:
        """Answer with a set on sheets, starting at one of its cards, or as a spreadsheet."""
        await defer(interaction)
        _, way, first = press.keys(3)
        kept = await pressed_set(interaction, press, place=0)
        if way == CSV:
            content = await self.bot.services.of(CardSets).text(kept)
            await answer(interaction, await asyncio.to_thread(_spreadsheet, kept, content))
            return
        if way not in WAYS:
            raise Refusal.translated(OLD_BUTTON)
        source = await self.bot.services.of(CardSets).playable(kept)
        await self._answer(interaction, source, way, whole_number(first))

    async def _answer(self, interaction: Interaction, source: Source, way: str, first: int) -> None:
        numbers = printed_numbers(source.cards)
        first = min(first, len(numbers) - 1)
        work = partial(self._drawn, interaction.user.id, guild_of(interaction), source, way, numbers[first:])
        sheets = await self.jobs.run(interaction, interaction.id, work)
        if sheets is not None:
            await answer(interaction, compose_sheets(source, way, sheets, first, len(numbers)))

    async def _drawn(
        self,
        user: int,
        guild: int,
        source: Source,
        way: str,
        numbers: list[str],
        reply: ProgressReply[Sheets],
    ) -> Sheets:
        game = self.bot.games[source.game.key]
        pictured = await self.bot.pictured(guild, game, source.pool.hash)
        run = partial(self.bot.workers.run_with_cards, game.rules, source.pool.hash)
        draws = partial(with_pictures, pictured, run)
        report = partial(reply.report, total=len(numbers))
        async with self._queue.turn(user):
            with urgent(Urgency.REST):
                return await draw_sheets(
                    draws, game, source.pool.hash, numbers, way, most=MOST_BYTES, report=report
                )


def compose_ways(kept: ServerSet, word: str) -> OutgoingMessage:
    """Return the formats of an export, with a button for each."""
    lines = [
        f"### {safe(pgettext('card', kept.title))}",
        gettext("- **Pages**: nine cards to a page, to print at 100 % and cut along the marks."),
        gettext("- **For a simulator**: one picture, 10 by 7, as tabletop simulators read decks."),
        gettext("- **Spreadsheet**: a CSV with a row for each card. `/cards add` takes it in again."),
    ]
    labels = {
        PDF: gettext("Pages (PDF)"),
        PNG: gettext("Pages (pictures)"),
        TABLETOP: gettext("For a simulator"),
        CSV: gettext("Spreadsheet"),
    }
    ways = [button(label, _sheet(word, way)) for way, label in labels.items()]
    return message_of(text("\n".join(lines)), *rows([*ways, back_to_set(word)]))


def sheets_button(word: str) -> Control:
    """Return the button that leads to the exports of a set."""
    return button(gettext("Print or export"), ComponentId("sheets", path=(word,)))


def compose_sheets(source: Source, way: str, sheets: Sheets, first: int, number: int) -> OutgoingMessage:
    """Return the sheets of some of a set's cards, with a button for the next ones."""
    last = first + sheets.cards
    told = gettext("Cards {first} to {last} of {number}.", first=first + 1, last=last, number=number)
    ending = "jpg" if way == TABLETOP else way
    files = [
        Attachment(f"{source.key}-{way}-{first + 1}-{at}.{ending}", each, told if way != PDF else "")
        for at, each in enumerate(sheets.files, start=1)
    ]
    more = button(gettext("The next cards"), _sheet(source.word, way, last), PRIMARY)
    return message_of(
        text(f"### {safe(source.called)}\n{told}"),
        *(files if way == PDF else [Gallery(tuple(files))]),
        more if last < number else None,
    )


def _sheet(word: str, way: str, first: int = 0) -> ComponentId:
    return ComponentId("sheet", path=(word, way, str(first)))


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
