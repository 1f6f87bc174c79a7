"""The test tables, one for each person: created, written, played, undone, stored for less than a day.

A table is a position as text and the actions on it. A restart loses nothing, and every action can be undone.
It is not a match: it has no rating and no clock, and is in no list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.language import N_
from bot.engine.contract import Event, Seat
from bot.engine.errors import Refusal
from bot.engine.fair import SEED_BYTES
from bot.engine.positions import notated
from bot.games.game import Game
from bot.matches.errors import MatchRefusal, TurnPassed
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.test_table.model import KEPT, LONGEST, MOST_DONE, MOST_FORMER, TestTable
from bot.parts.workshop.test_table.playing import OnTable, after, begun, check_room, played, read
from bot.parts.workshop.test_table.store import SqlTestTables

PASSED = N_("Your test table has changed since. Here is its present state.")


class NoTestTable(MatchRefusal):
    """A person has no test table."""


class TestTableService:
    """Lays test tables and plays on them.

    A change takes the table as it was loaded, raises its version and returns it. It raises `TurnPassed` where
    the stored table is not the loaded one any more. After a `Refusal` nothing has changed.
    """

    def __init__(
        self,
        store: SqlTestTables,
        cards: SqlMatchStore,
        games: Mapping[str, Game],
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._cards, self._games = store, cards, games
        self._clock, self._entropy = clock, entropy

    async def of(self, user: int) -> TestTable | None:
        """Return the test table of a person; None where there is none."""
        kept = await self._store.load(user)
        if kept is None:
            return None
        table = msgspec.json.decode(kept, type=TestTable)
        if table.until <= self._clock():
            await self._store.forget(user)
            return None
        return table

    async def own(self, user: int) -> TestTable:
        """Return the test table of a person. Raises `NoTestTable`."""
        table = await self.of(user)
        if table is None:
            raise NoTestTable.translated(
                "You have no test table now: one is kept for less than a day. Lay one with /cards try."
            )
        return table

    async def lay(self, user: int, game: str, cards: str | None, title: str, text: str) -> TestTable:
        """Lay a table for a person with this position, whatever is wrong with it.

        The former table can be put back. `cards` are in the library of the game.
        """
        rules, now, before = self._games[game].rules, self._clock(), await self.of(user)
        pinning, own = rules.pinned_cards, None
        encoded = None if pinning is None or cards is None else pinning.encoded_cards(cards)
        if cards is not None and encoded is not None:
            if cards == rules.cards:  # one for all persons, and for each version of the bot
                await self._cards.keep_cards(cards, encoded, now)
            else:
                own = cards, encoded
        table = TestTable(
            game=game,
            rules=rules.version,
            cards=cards,
            title=title,
            laid_at=now,
            version=int(now.timestamp()) % 10**8 if before is None else before.version + 1,
            seed=self._entropy(SEED_BYTES).hex(),
            text=text,
            before=None if before is None else replace(before, before=None),
        )
        content, was = msgspec.json.encode(table), None if before is None else before.version
        needed = [each.cards for each in (table, before) if each is not None and each.cards is not None]
        if not await self._store.lay(user, content, now, table.version, was, own, needed):
            raise _passed()
        return table

    async def swap(self, user: int, table: TestTable) -> TestTable:
        """Put back the table that this one replaced. Raises `NoTestTable`."""
        if table.before is None or table.before.until <= self._clock():
            raise NoTestTable.translated("The earlier test table no longer exists.")
        back = replace(table.before, version=table.version + 1, before=replace(table, before=None))
        return await self._kept(user, back, table)

    async def write(self, user: int, table: TestTable, text: str) -> TestTable:
        """Replace the position of a table, even by one with errors."""
        if text == table.text:
            return table
        former = (*table.former, table.text)[-MOST_FORMER:]
        return await self._changed(user, table, text=text, former=former)

    async def take_up(self, user: int, table: TestTable) -> TestTable:
        """Stop playing and write the present position, or the first one if the present one is too long.

        The actions stay until another position is played.
        """
        _check_playing(table)
        text = table.text
        if table.done:
            game = await self.game_of(table)
            with suppress(NotImplementedError, ValueError, Refusal):
                text = await asyncio.to_thread(_written, table, game)
        former = table.former if text == table.text else (*table.former, table.text)[-MOST_FORMER:]
        return await self._changed(user, table, text=text, former=former, playing=False)

    async def begin(self, user: int, table: TestTable) -> TestTable:
        """Play from the position; an unchanged one is played on. Raises `BadPosition`."""
        game = await self.game_of(table)
        await asyncio.to_thread(begun, table.text, game, table.cards)
        if table.text == table.start and table.rules == game.rules.version:
            return await self._changed(user, table, playing=True)
        return await self._changed(
            user, table, playing=True, start=table.text, rules=game.rules.version, done=(), marked=None
        )

    async def act(
        self, user: int, table: TestTable, seat: Seat, actions: Sequence[Any]
    ) -> tuple[TestTable, tuple[Event, ...]]:
        """Do actions for a seat, all or none; return the table and the events. Raises `Refusal`."""
        _check_playing(table)
        done, events = await asyncio.to_thread(after, table, await self.game_of(table), seat, actions)
        check_room(done, MOST_DONE)
        return await self._changed(user, table, done=done, next=table.next + len(actions)), events

    async def undo(self, user: int, table: TestTable) -> TestTable:
        """Take back the last action, or the last change of a position that is being written."""
        if table.playing and table.done:
            return await self._changed(user, table, done=table.done[:-1])
        if not table.playing and table.former:
            return await self._changed(user, table, text=table.former[-1], former=table.former[:-1])
        raise MatchRefusal.translated("There is nothing to take back.")

    async def mark(self, user: int, table: TestTable) -> TestTable:
        """Mark the present state, so that `again` returns to it."""
        _check_playing(table)
        return await self._changed(user, table, marked=table.done)

    async def again(self, user: int, table: TestTable) -> TestTable:
        """Go back to the mark, or to the beginning without one. The dice are new."""
        _check_playing(table)
        return await self._changed(user, table, done=table.marked or ())

    async def look(self, table: TestTable) -> OnTable:
        """Return the state of a table: after its actions, or of the position that is being written.

        Raises `BadPosition`.
        """
        game = await self.game_of(table)
        if table.playing:
            return await asyncio.to_thread(played, table, game)
        return await asyncio.to_thread(read, table.text, game, table.cards)

    async def prune(self) -> int:
        """Delete the expired tables; return how many."""
        return await self._store.prune(self._clock() - KEPT)

    async def game_of(self, table: TestTable) -> Game:
        """Return the game of a table, with its cards loaded. Raises `Refusal`."""
        game = self._games.get(table.game)
        if game is None:
            raise Refusal.translated(
                "This test table is of a game that this version of the bot does not have."
            )
        if not game.rules.has_cards(table.cards) and table.cards is not None:
            # Until 1.5.0 all cards were kept where those of the bot are.
            kept = await self._store.cards(table.cards) or await self._cards.cards(table.cards)
            if kept is not None and game.rules.pinned_cards is not None:
                game.rules.pinned_cards.learn_cards(kept)
        if not game.rules.has_cards(table.cards):
            raise Refusal.translated(
                "The cards of this test table no longer exist. Its position is kept: set it"
                " up again with /cards try."
            )
        return game

    async def _changed(self, user: int, table: TestTable, **fields: Any) -> TestTable:
        return await self._kept(user, replace(table, version=table.version + 1, **fields), table)

    async def _kept(self, user: int, table: TestTable, before: TestTable | None) -> TestTable:
        content, was = msgspec.json.encode(table), None if before is None else before.version
        if not await self._store.keep(user, content, table.laid_at, table.version, was):
            raise _passed()
        return table


def _check_playing(table: TestTable) -> None:
    """Raise `TurnPassed` where a table is not played just now."""
    if not table.playing:
        raise _passed()


def _passed() -> TurnPassed:
    return TurnPassed.translated(PASSED)


def _written(table: TestTable, game: Game) -> str:
    text = notated(game.rules).notation(played(table, game).state)
    if len(text) > LONGEST:
        raise ValueError("longer than a position may be")
    return text
