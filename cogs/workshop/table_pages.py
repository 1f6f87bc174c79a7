"""The pages of a test table: editing the position, and playing a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import structlog

from bot.base.language import gettext
from bot.engine.cards.game import AnyPool
from bot.engine.contract import Event, Seat
from bot.engine.errors import Refusal
from bot.engine.position_editor import PositionEditor
from bot.engine.wording import Menu
from bot.games.game import Game
from bot.matches.model import MatchView
from bot.parts.workshop.test_table.model import TestTable
from bot.parts.workshop.test_table.playing import OnTable
from bot.parts.workshop.test_table.service import TestTableService
from cogs.kit.client import Client
from cogs.kit.controls import OLD_BUTTON, whole_number
from cogs.kit.layout import Gallery, OutgoingMessage, Part, drawn
from cogs.kit.sentences import safe_names, weighed_lines
from cogs.workshop.table_posts import Spot, compose_playing, compose_writing, hand_parts, view_of
from renderers.contract import Picture

log = structlog.get_logger(__name__)


class TestTablePages:
    """Makes the pages of test tables, with their pictures."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.tables = bot.services.of(TestTableService)

    def game(self, table: TestTable) -> Game:
        """Return the game of a table. Raises `Refusal`."""
        return self.bot.newest_game(table.game)

    async def editor(self, table: TestTable) -> tuple[PositionEditor, AnyPool]:
        """Return the bench of the game and the cards of a table. Raises `Refusal`."""
        await self.tables.game_of(table)
        game = self.game(table)
        if game.cards is None or game.cards.editor is None:
            raise Refusal.translated(OLD_BUTTON)
        return game.cards.editor, game.cards.library.at(table.cards)

    async def page(
        self,
        table: TestTable,
        user: int,
        path: Sequence[str] = (),
        *,
        events: Sequence[Event] = (),
        note: str = "",
        go_on: bool = False,
    ) -> OutgoingMessage:
        """Return the page of a table; with `go_on` for a seat that is awaited."""
        game = self.game(table)
        spot, pool = Spot.of(path), None
        if game.cards is not None and game.cards.editor is not None and game.rules.has_cards(table.cards):
            pool = game.cards.library.at(table.cards)
        try:
            on_table = await self.tables.look(table)
        except Refusal as fault:
            return compose_writing(game, table, spot, pool, fault=fault.sentence, note=note)
        try:
            if table.playing:
                return await self._playing_page(table, on_table, game, path, user, events, note, go_on=go_on)
            spot = spot._replace(seat=min(spot.seat, on_table.state.seats - 1))
            match_view = await self.view(table, on_table, game, spot.seat, user)
            board, hands = await self._pictures(game, table, on_table, match_view, None)
        except Exception:  # a position may contradict itself in ways that its reader does not see
            log.warning("a position cannot be shown", game=game.key, exc_info=True)
            fault_words = gettext(
                "This position cannot be shown: it contradicts itself. Take something back."
            )
            return compose_writing(game, table, spot, pool, fault=fault_words, note=note)
        return compose_writing(game, table, spot, pool, pictures=(board, *hands), note=note)

    async def _playing_page(
        self,
        table: TestTable,
        found: OnTable,
        game: Game,
        path: Sequence[str],
        user: int,
        events: Sequence[Event],
        note: str,
        *,
        go_on: bool,
    ) -> OutgoingMessage:
        seat = min(whole_number(path[0]) if path else 0, found.state.seats - 1)
        awaited = game.rules.to_act(found.state)
        if (go_on or not path) and awaited and seat not in awaited:
            seat, path = min(awaited), ()
        match_view = await self.view(table, found, game, seat, user)
        screen = tuple(path[1:])
        first = menu = await self.menu(game, match_view, ())
        if screen:
            menu = await self.menu(game, match_view, screen)
        if menu == first:  # also for an invalid path
            screen = ()
        facts = [fact for event in events if (fact := event.seen_by(seat)) is not None]
        board, hands = await self._pictures(game, table, found, match_view, menu)
        return compose_playing(
            game,
            table,
            match_view,
            screen,
            menu,
            table_picture=board,
            hands=hands,
            told=weighed_lines(game, facts, match_view),
            note=note,
        )

    async def view(self, table: TestTable, found: OnTable, game: Game, seat: int, user: int = 0) -> MatchView:
        """Return the view of a seat on the table, for its owner."""
        seat = min(seat, found.state.seats - 1)
        return await self.bot.workers.run_here(partial(view_of, table, found, game, seat, user))

    async def menu(self, game: Game, match_view: MatchView, path: tuple[str, ...]) -> Menu | None:
        """Return the screen at a path; None where the seat has nothing to do."""
        if match_view.match.stage.ended or not match_view.legal:
            return None
        names = safe_names(match_view.match)
        making = partial(game.wording.menu, match_view.view, match_view.legal, path, names)
        return await self.bot.workers.run_here(making)

    async def _pictures(
        self, game: Game, table: TestTable, found: OnTable, match_view: MatchView, menu: Menu | None
    ) -> tuple[Gallery, list[Part]]:
        """Return the picture of a seat's view of the table, and the pictures of all hands."""
        focus, user = menu.focus if menu is not None else None, match_view.match.host
        board = await self.bot.draw(match_view, focus=focus)
        hands: dict[Seat, Picture] = {}
        for seat in range(found.state.seats):
            picture = await self.bot.draw_hand(await self.view(table, found, game, seat, user))
            if picture is not None:
                hands[seat] = picture
        return Gallery((drawn(board),)), hand_parts(match_view, hands)
