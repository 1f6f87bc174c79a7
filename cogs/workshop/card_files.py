"""Uploaded card files: checked, corrected in a form, added to the server, or tried."""

from __future__ import annotations

import asyncio

import discord

from bot.base.language import gettext, pgettext
from bot.engine.cards.files.reading import ReadResult, games_of_file
from bot.engine.cards.files.sheet_files import is_sheet
from bot.engine.cards.game import AnyCardGame, AnySet
from bot.parts.workshop.sets.ports import Keeping
from bot.parts.workshop.sets.service import LARGEST_FILE, CardSets, SetRefused, Source
from bot.parts.workshop.sets.versions import SetVersions
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.forms import Asked, Form, Typed
from cogs.kit.layout import OutgoingMessage, safe
from cogs.kit.replies import answer, defer_in_place, defer_in_place_if_slow, show
from cogs.workshop.card_games import CARDS, card_game_here, games_with
from cogs.workshop.card_posts import (
    ADD,
    CHECK,
    FILE,
    PATH,
    SET,
    SET_FILE,
    asked_of_file,
    asked_of_set,
    compose_replacement,
    compose_report,
    content_of,
    report_of,
    typed_set,
)
from cogs.workshop.server_sets import check_manages, guild_of
from cogs.workshop.uploads import content_of_upload, count_upload, file_of_form, file_of_message

LARGEST_REPORT = 512 * 1024
"""The most bytes of a report that is read back to turn its pages."""


class CardFiles:
    """Checks and adds card files, and handles the controls and forms of their reports."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.card_sets = bot.services.of(CardSets)
        bot.handle_presses(self)
        bot.forms.handle(SET, Form(self._asked_set, self._take_in_set))
        bot.forms.handle(SET_FILE, Form(self._asked_file, self._take_in_file))

    async def check(self, interaction: Interaction, file: discord.Attachment, game: str) -> OutgoingMessage:
        """Return the report on an uploaded file. Raises `Refusal` for one that cannot be fetched."""
        return await self._checked(interaction, *await self._uploaded(interaction, file), game)

    async def add(self, interaction: Interaction, file: discord.Attachment, game: str) -> OutgoingMessage:
        """Add an uploaded set and return the report, or the question whether to replace one.

        Raises `Refusal` for a file that cannot be fetched, and for one set too many.
        """
        return await self._added(interaction, *await self._uploaded(interaction, file), game)

    async def to_try(self, interaction: Interaction, file: discord.Attachment, game: str) -> Source:
        """Return the set of a file that is not added to the server. Raises `Refusal`."""
        meant, reading = await self._read(interaction, *await self._uploaded(interaction, file), game)
        if reading.set is None:
            raise SetRefused.translated(
                "This card file has errors, so it cannot be tried. /cards check tells them: {finding}",
                finding=reading.errors[0],
            )
        return self.card_sets.made(meant.key, reading.set)

    async def press_findings(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of a report, which is read back from its message."""
        await defer_in_place_if_slow(interaction)
        report = (await file_of_message(interaction, LARGEST_REPORT)).decode("utf-8", "replace")
        page, again = press.first, press.path[1:]
        ours = len(again) == 3 and again[0] == SET and len("".join(again)) < PATH
        await show(interaction, compose_report(report, whole_number(page), again=again if ours else ()))

    async def press_setswap(self, interaction: Interaction, press: ComponentId) -> None:
        """Replace a set by the file in the question, after confirmation."""
        check_manages(interaction)
        await defer_in_place(interaction)
        content = await file_of_message(interaction, LARGEST_FILE)
        game = self.card_sets.game_of_word(press.first).key
        page = await self._added(interaction, content, gettext("the file"), game, replacing=True)
        await show(interaction, page)

    # Forms

    async def _asked_set(self, _interaction: Interaction, typed: Typed) -> Asked:
        return asked_of_set(typed)

    async def _take_in_set(self, interaction: Interaction, typed: Typed) -> None:
        """Check or add a file that was corrected in a form."""
        count_upload(interaction)
        action, game = typed.press.keys(2)
        if action == ADD:
            check_manages(interaction)
        take = self._added if action == ADD else self._checked
        await answer(interaction, await take(interaction, content_of(typed), gettext("the file"), game))

    async def _asked_file(self, interaction: Interaction, _typed: Typed) -> Asked:
        check_manages(interaction)
        return asked_of_file()

    async def _take_in_file(self, interaction: Interaction, typed: Typed) -> None:
        """Add the set that was uploaded, as `/cards add` does."""
        check_manages(interaction)
        await answer(interaction, await self.add(interaction, file_of_form(typed, FILE), ""))

    # The content of a file

    async def _uploaded(self, interaction: Interaction, file: discord.Attachment) -> tuple[bytes, str]:
        """Return the content and the name of an uploaded card file. Raises `SetRefused`."""
        return await content_of_upload(interaction, file, LARGEST_FILE), file.filename

    async def _read(
        self, interaction: Interaction, content: bytes, name: str, game: str
    ) -> tuple[AnyCardGame, ReadResult]:
        able = {key: self.card_sets.games[key] for key in games_with(self.bot, CARDS, game)}
        # In a thread: a file of 64 KB with tables that no game knows took 89 ms.
        games = await asyncio.to_thread(games_of_file, content, able, name)
        meant = await card_game_here(interaction, games)
        return meant, await self.card_sets.check(meant.key, content, name)

    async def _checked(
        self, interaction: Interaction, content: bytes, name: str, game: str
    ) -> OutgoingMessage:
        meant, reading = await self._read(interaction, content, name, game)
        note = gettext("Nothing is wrong with it.") if not reading.findings else ""
        if not reading.errors:
            return compose_report(report_of(reading, meant), note=note)
        return self._to_mend(
            interaction, report_of(reading, meant), note, _form(CHECK, game, reading, content, name)
        )

    async def _added(
        self, interaction: Interaction, content: bytes, name: str, word: str, *, replacing: bool = False
    ) -> OutgoingMessage:
        game, reading = await self._read(interaction, content, name, word)
        if reading.set is None:
            note = gettext(
                "A set with errors cannot be added. Correct them and try again; nothing was changed."
            )
            typed = _form(ADD, word, reading, content, name)
            return self._to_mend(interaction, report_of(reading, game), note, typed)
        content = reading.card_file or content
        guild = guild_of(interaction)
        adding = self.bot.services.of(SetVersions).add
        keeping = await adding(guild, game.key, content, reading.set, replacing=replacing)
        if keeping is Keeping.TAKEN:
            (old,) = await self.card_sets.find(guild, reading.set.key, [game.key])
            return compose_replacement(game, old, reading.set, content)
        note = _note(game, reading, reading.set, replaced=replacing)
        return compose_report(report_of(reading, game), note=note)

    def _to_mend(
        self, interaction: Interaction, report: str, note: str, typed: Typed | None
    ) -> OutgoingMessage:
        """Return the report on a file with errors, with a form to correct it where it fits into one."""
        if typed is not None:
            self.bot.forms.keep(interaction.user.id, typed)
        return compose_report(report, note=note, again=typed.again.path if typed is not None else ())


def _form(action: str, word: str, reading: ReadResult, content: bytes, name: str) -> Typed | None:
    """Return the form to correct a file or the card file of a spreadsheet; None where it does not fit."""
    if is_sheet(name) and reading.card_file is None:
        return None
    return typed_set(
        action, word, reading.card_file or content, [safe(str(found)) for found in reading.errors]
    )


def _note(game: AnyCardGame, reading: ReadResult, added: AnySet, *, replaced: bool) -> str:
    """Return that a set was added or replaced, and how to play with it."""
    words = {"title": safe(pgettext("card", added.title)), "game": game.key, "key": added.key}
    if replaced:
        note = gettext("**{title}** is replaced. Play with it: `/{game} new cards:{key}`.", **words)
    else:
        note = gettext("**{title}** is added. Play with it: `/{game} new cards:{key}`.", **words)
    if not reading.findings:
        return note
    return f"{note} {gettext('There is advice, which does not keep it from being played with.')}"
