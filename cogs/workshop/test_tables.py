"""Test tables: positions written or composed by a user, who plays all seats (`/cards try`)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from discord.ext import commands
from msgspec.structs import replace

from bot.base.language import gettext, ngettext, pgettext
from bot.engine.cards.game import AnyPool
from bot.engine.errors import Refusal
from bot.engine.position_editor import Zone, at_moment, put, with_points
from bot.games.computers import normal_player
from bot.games.game import Game
from bot.matches.errors import TurnPassed
from bot.matches.model import MatchView
from bot.parts.workshop.sets.service import CardSets, Source
from bot.parts.workshop.test_table.model import LONGEST, TestTable
from bot.parts.workshop.test_table.playing import position_for
from bot.parts.workshop.test_table.service import PASSED, TestTableService
from bot.processes.workers import Urgency, urgent
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, ComponentId, whole_number
from cogs.kit.forms import Form, Typed, read_first, typed_words
from cogs.kit.layout import safe
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import answer, defer, defer_in_place, defer_in_place_if_slow, named_game, show
from cogs.workshop.card_games import match_here
from cogs.workshop.server_sets import CARD_GONE, named_set, source_of
from cogs.workshop.table_pages import TestTablePages
from cogs.workshop.table_posts import Spot, asked_of_square, asked_of_text, choice_in

# Creates a test table: its game, its cards and its first position.


async def laid(
    bot: Client, interaction: Interaction, source: Source | None, wanted: str, game: str, text: str
) -> TestTable:
    """Create a table for the user with this position, or with the first position of the game.

    The cards are those of the source, or of the wanted set, or those that come with the bot. Raises
    `Refusal`.
    """
    if source is None and wanted:
        source = await bot.services.of(CardSets).playable(await named_set(interaction, wanted, game))
    key = game.lower() or await _game_here(bot, interaction) if source is None else source.game.key
    meant = named_game(bot.games, key)
    standard = None if meant.cards is None else meant.cards.library.standard
    pool = standard if source is None else source.pool
    title = str(source.title) if source is not None and source.own is not None else ""
    begins = text or first_position(meant, pool)
    cards = None if pool is None else pool.hash
    return await bot.services.of(TestTableService).lay(interaction.user.id, key, cards, title, begins)


def first_position(game: Game, pool: AnyPool | None) -> str:
    """Return the first position of a table, from the bench of the game or the first page of its rules."""
    if pool is not None and game.cards is not None and game.cards.editor is not None:
        return game.cards.editor.start(pool)
    return game.rulebook[0].scene.strip() if game.rulebook else ""


async def _game_here(bot: Client, interaction: Interaction) -> str:
    """Return the game of the channel's match. Raises `Refusal` where there is none."""
    here = await match_here(bot, interaction)
    if here is None:
        raise Refusal.translated(
            "Of which game is the test table? Say it with the option game, or a set with the option set."
        )
    return here.game


EVERY = 3600.0
"""Seconds between two searches for expired tables."""
TEXT, SQUARE = "trytext", "trysquare"
"""The verbs of the forms: for the position as text, and for the square of a card."""
TableChange = Callable[[int, TestTable], Awaitable[TestTable]]
"""Changes the table of a user. Raises `Refusal`."""
Write = Callable[[TestTable], Awaitable[str]]
"""Returns the new position of a table as text. Raises `Refusal`."""


PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "try_tables": lambda _: gettext("your test table of `/cards try`"),
    "try_cards": lambda n: ngettext(
        "the cards of {number} file on your test table", "the cards of {number} files on your test table", n
    ),
}
"""The words for a number of items of each kind of personal data."""


class TestTables(commands.Cog):
    """Shows test tables and handles their controls. Only the owner of a table sees it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        self.tables, self.pages = bot.services.of(TestTableService), TestTablePages(bot)
        for verb in ("trygo", "tryseat", "tryspot"):
            bot.handle(verb, self.press_look)
        for verb, change in (
            ("tryundo", self.tables.undo),
            ("tryagain", self.tables.again),
            ("tryedit", self.tables.take_up),
            ("trybegin", self.tables.begin),
            ("tryswap", self.tables.swap),
        ):
            bot.handle(verb, partial(self.press_change, change=change))
        for own in ("card", "pick", "think", "mark", "zone", "put", "moment", "point", "scene", "write"):
            bot.handle(f"try{own}", getattr(self, f"press_{own}"))
        bot.forms.handle(TEXT, Form(asked_of_text, self._take_in_text, in_place=True))
        bot.forms.handle(SQUARE, Form(asked_of_square, self._take_in_square, in_place=True))

    async def show(self, interaction: Interaction, table: TestTable) -> None:
        """Answer a deferred interaction with a table."""
        await answer(interaction, await self.pages.page(table, interaction.user.id))

    async def press_card(self, interaction: Interaction, press: ComponentId) -> None:
        """Lay a position in which a card does what it says, and begin to play it."""
        await defer(interaction)
        word, number = press.keys(2)
        source = await source_of(interaction, word)
        if number not in source.pool.cards or source.game.editor is None:
            raise Refusal.translated(CARD_GONE)
        key, cards, user = source.game.key, source.pool.hash, interaction.user.id
        with urgent(Urgency.REST):
            text, works = await self.bot.workers.run_with_cards(
                self.bot.games[key].rules, cards, position_for, key, cards, number
            )
        title = str(source.title) if source.own is not None else ""
        first = text or source.game.editor.start(source.pool)
        table = await self.tables.lay(user, key, cards, title, first)
        if text:
            table = await self.tables.begin(user, table)
        name = safe(pgettext("card", source.pool.cards[number].name))
        note = (
            gettext("Seat 1 has {card}: play on, and it does what it says.", card=f"**{name}**")
            if works
            else gettext(
                "I found no position in which {card} does what it says. Change this one, and play it.",
                card=f"**{name}**",
            )
        )
        await answer(interaction, await self.pages.page(table, user, note=note, go_on=True))

    async def press_look(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the screen at a path, the view of another seat, or other cards to place."""
        await defer_in_place_if_slow(interaction)
        table = await self._current(interaction, press)
        if table is not None:
            await show(interaction, await self.pages.page(table, interaction.user.id, press.path))

    async def press_change(
        self, interaction: Interaction, press: ComponentId, *, change: TableChange
    ) -> None:
        """Change the table and show it."""
        await defer_in_place(interaction)
        await self._change(interaction, press, change)

    async def press_mark(self, interaction: Interaction, press: ComponentId) -> None:
        """Set a mark."""
        await defer_in_place(interaction)
        note = gettext("The mark is set: **Again from the mark** leads back to here, as often as you like.")
        await self._change(interaction, press, self.tables.mark, note)

    # Playing

    async def press_pick(self, interaction: Interaction, press: ComponentId) -> None:
        """Follow a choice: show the next screen, or do its actions."""
        await defer_in_place(interaction)
        table, user = await self._current(interaction, press, playing=True), interaction.user.id
        if table is None:
            return
        seat, *path = press.path if len(press.path) > 1 else ("0", "")
        game, on_table = self.pages.game(table), await self.tables.look(table)
        match_view = await self.pages.view(table, on_table, game, whole_number(seat))
        above = await self.pages.menu(game, match_view, tuple(path[:-1]))
        choice = None if above is None else choice_in(above, path[-1])
        if choice is None:
            note = gettext("That is no longer possible. Here is the present state.")
            await show(interaction, await self.pages.page(table, user, (seat,), note=note))
        elif choice.actions:
            await self._act(interaction, table, match_view, choice.actions, choice.then)
        elif choice.orders is not None:
            note = gettext("On a test table there are no standing orders: play each seat yourself.")
            await show(interaction, await self.pages.page(table, user, (seat,), note=note))
        else:
            await show(interaction, await self.pages.page(table, user, (seat, *(choice.then or path))))

    async def press_think(self, interaction: Interaction, press: ComponentId) -> None:
        """Let a computer player act for the shown seat, from that seat's view."""
        await defer_in_place(interaction)
        table, user = await self._current(interaction, press, playing=True), interaction.user.id
        if table is None:
            return
        game, on_table = self.pages.game(table), await self.tables.look(table)
        match_view = await self.pages.view(table, on_table, game, whole_number(press.first))
        if not match_view.legal:
            await show(interaction, await self.pages.page(table, user, press.path[:1]))
            return
        computer, rng = normal_player(table.game), random.Random(f"{table.seed} {table.next}")
        action = await asyncio.to_thread(computer.choose, game.rules, match_view.view, match_view.legal, rng)
        await self._act(interaction, table, match_view, (action,), ())

    async def _act(
        self,
        interaction: Interaction,
        table: TestTable,
        match_view: MatchView,
        actions: Sequence[Any],
        then: tuple[str, ...],
    ) -> None:
        user, seat = interaction.user.id, match_view.seat or 0
        try:
            changed, events = await self.tables.act(user, table, seat, actions)
        except Refusal as refusal:
            table = await self._after(refusal, user, table)
            page = await self.pages.page(table, user, (str(seat),), note=safe(refusal.sentence))
        else:
            page = await self.pages.page(changed, user, (str(seat), *then), events=events, go_on=True)
        await show(interaction, page)

    # Writing

    async def press_zone(self, interaction: Interaction, press: ComponentId) -> None:
        """Choose the place of the next cards."""
        path = Spot.of(press.path)._replace(zone=_chosen(press), page=0).path
        await self.press_look(interaction, replace(press, path=path))

    async def press_put(self, interaction: Interaction, press: ComponentId) -> None:
        """Place a card; where it needs a square, ask for the square in a form."""
        table = await read_first(self.tables.own(interaction.user.id))
        zone, card = await self._meant(table, press)
        if zone.alone:
            path = (*Spot.of(press.path).path, press.path[-1])
            form = ComponentId(SQUARE, version=table.version, path=path)
            await self.bot.forms.open(interaction, typed_words(form, {"card": card.name}))
            return
        await defer_in_place(interaction)
        await self._write(interaction, press, partial(self._with_card, press, ""), table)

    async def press_moment(self, interaction: Interaction, press: ComponentId) -> None:
        """Set the seat whose turn it is."""

        async def write(table: TestTable) -> str:
            editor, _ = await self.pages.editor(table)
            if not editor.moments:
                raise Refusal.translated(OLD_BUTTON)
            moment = editor.moments[min(_chosen(press), len(editor.moments) - 1)]
            return at_moment(table.text, editor, moment, Spot.of(press.path).seat)

        await defer_in_place(interaction)
        await self._write(interaction, press, write)

    async def press_point(self, interaction: Interaction, press: ComponentId) -> None:
        """Give a seat a point, or remove one."""

        async def write(table: TestTable) -> str:
            editor, _ = await self.pages.editor(table)
            return with_points(
                table.text, editor, Spot.of(press.path).seat, 1 if press.path[-1:] == ("1",) else -1
            )

        await defer_in_place(interaction)
        await self._write(interaction, press, write)

    async def press_scene(self, interaction: Interaction, press: ComponentId) -> None:
        """Use a position of the rules."""

        async def write(table: TestTable) -> str:
            scenes = [page.scene.strip() for page in self.pages.game(table).rulebook]
            return [*scenes, table.text][min(_chosen(press), len(scenes))]

        await defer_in_place(interaction)
        await self._write(interaction, press, write)

    async def press_write(self, interaction: Interaction, _press: ComponentId) -> None:
        """Open the form for the position as text."""
        table = await read_first(self.tables.own(interaction.user.id))
        form = ComponentId(TEXT, version=table.version)
        await self.bot.forms.open(interaction, typed_words(form, {"text": table.text}))

    async def _take_in_text(self, interaction: Interaction, typed: Typed) -> None:
        async def write(_table: TestTable) -> str:
            return typed.one("text")[:LONGEST]

        await self._write(interaction, typed.press, write)

    async def _take_in_square(self, interaction: Interaction, typed: Typed) -> None:
        square = "".join([letter for letter in typed.one("square") if letter.isalnum()])[:4].upper()
        await self._write(interaction, typed.press, partial(self._with_card, typed.press, square))

    async def _with_card(self, press: ComponentId, square: str, table: TestTable) -> str:
        """Return the position of a table with the card of a control placed there. Raises `Refusal`."""
        zone, card = await self._meant(table, press)
        return put(table.text, zone, Spot.of(press.path).seat, card, square)

    async def _meant(self, table: TestTable, press: ComponentId) -> tuple[Zone, Any]:
        """Return the zone and the card of a control. Raises `Refusal`."""
        editor, pool = await self.pages.editor(table)
        card = pool.cards.get(press.last)
        if card is None:
            raise Refusal.translated("There is no such card among those of this test table.")
        return editor.zones[min(Spot.of(press.path).zone, len(editor.zones) - 1)], card

    # All controls load the table once, after the answer is promised; forms before they are opened

    async def _current(
        self,
        interaction: Interaction,
        press: ComponentId,
        table: TestTable | None = None,
        *,
        playing: bool = False,
    ) -> TestTable | None:
        """Return the table of the asker; None where it has changed since, after showing it.

        It is loaded unless it is given.
        """
        table = table or await self.tables.own(interaction.user.id)
        if table.version == press.version and (table.playing or not playing):
            return table
        path = press.path[:1] if table.playing else press.path
        page = await self.pages.page(table, interaction.user.id, path, note=gettext(PASSED), go_on=True)
        await show(interaction, page)
        return None

    async def _write(
        self, interaction: Interaction, press: ComponentId, write: Write, table: TestTable | None = None
    ) -> None:
        """Store the new position and show it."""

        async def change(user: int, table: TestTable) -> TestTable:
            return await self.tables.write(user, table, await write(table))

        await self._change(interaction, press, change, table=table)

    async def _change(
        self,
        interaction: Interaction,
        press: ComponentId,
        change: TableChange,
        note: str = "",
        table: TestTable | None = None,
    ) -> None:
        """Change the table and show it; where the change is refused, show the reason."""
        user, table = interaction.user.id, await self._current(interaction, press, table)
        if table is None:
            return
        try:
            table = await change(user, table)
        except Refusal as refusal:
            table, note = await self._after(refusal, user, table), safe(refusal.sentence)
        await show(interaction, await self.pages.page(table, user, press.path, note=note, go_on=True))

    async def _after(self, refusal: Refusal, user: int, table: TestTable) -> TestTable:
        """Return the table after a refused change: loaded again where another press has changed it."""
        return await self.tables.own(user) if isinstance(refusal, TurnPassed) else table


class TestTableTasks(PeriodicCog):
    """Deletes expired test tables."""

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Delete them."""
        await self.bot.services.of(TestTableService).prune()


def _chosen(press: ComponentId) -> int:
    """Return the number that was chosen in a menu."""
    return whole_number(press.last)


async def setup(bot: Client) -> None:
    """Add test tables to the bot."""
    await bot.add_cog(TestTables(bot))
    await bot.add_cog(TestTableTasks(bot))
