"""Stores decks."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    LargeBinary,
    Row,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from bot.database.engine import Stored, of_row
from bot.database.schema import UtcDateTime, new_table
from bot.engine.cards.deckbuilding import Entries
from bot.parts.decks.ports import DeckId, KeptDeck, Shelved

decks = new_table(
    "decks",
    Column("id", String(12), primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("user", "key"),
)
"""One row for each deck. Its entries are JSON; `key` is the name for lookup."""

_encode = msgspec.json.encode
_entries = msgspec.json.Decoder(Entries)

_DECKS = select(decks).where(decks.c.user == bindparam("user")).order_by(decks.c.key, decks.c.game)
_DECKS_OF_GAME = _DECKS.where(decks.c.game == bindparam("game"))
_DECK = select(decks).where(decks.c.id == bindparam("id"))
_COUNT = select(func.count()).select_from(decks).where(decks.c.user == bindparam("user"))
_CHANGE = update(decks).where(decks.c.id == bindparam("this"), decks.c.revision == bindparam("expected"))
"""The compare-and-swap: changes no row when the revision differs."""
_NAME_TAKEN = ("decks.key", "uq_decks_user_key")
"""The unique key of owner and name: it decides between two decks of one name."""
_DELETE = delete(decks).where(decks.c.id == bindparam("this"), decks.c.user == bindparam("owner"))


class SqlDeckStore(Stored):
    """Where decks are kept. Every method may raise `bot.matches.errors.Unavailable`."""

    async def decks(self, user: int, game: str | None = None) -> list[KeptDeck]:
        """Return the decks of a player, of one game or of all, by name."""
        if game is None:
            rows = await self._all(_DECKS, user=user)
        else:
            rows = await self._all(_DECKS_OF_GAME, user=user, game=game)
        return [_deck_of(row) for row in rows]

    async def deck(self, deck: DeckId) -> KeptDeck | None:
        """Return a deck, None when it is not there."""
        return await self._one(_deck_of, _DECK, id=deck)

    async def add(self, deck: KeptDeck, *, most: int) -> Shelved:
        """Keep a new deck. One of the same id is the same deck: then nothing is written."""

        def work(connection: Connection) -> Shelved:
            if connection.execute(_DECK, {"id": deck.id}).first() is not None:
                return Shelved.KEPT
            if connection.execute(_COUNT, {"user": deck.user}).scalar_one() >= most:
                return Shelved.FULL
            fixed = {"id": deck.id, "user": deck.user, "game": deck.game}
            connection.execute(insert(decks), {**fixed, **_changing(deck)})
            return Shelved.KEPT

        return await self._unless_taken(work, Shelved.TAKEN, *_NAME_TAKEN)

    async def change(self, deck: KeptDeck) -> Shelved:
        """Replace the deck with this id, if its revision is the one before this one's."""
        values = {"this": deck.id, "expected": deck.revision - 1, **_changing(deck)}

        def work(connection: Connection) -> Shelved:
            changed = connection.execute(_CHANGE, values).rowcount == 1
            return Shelved.KEPT if changed else Shelved.STALE

        return await self._unless_taken(work, Shelved.TAKEN, *_NAME_TAKEN)

    async def delete(self, user: int, deck: DeckId) -> bool:
        """Delete a deck of this player; False when it is not there."""
        return await self._execute(_DELETE, this=deck, owner=user) == 1


def _changing(deck: KeptDeck) -> dict[str, Any]:
    return {
        "key": deck.key,
        "name": deck.name,
        "entries": _encode(deck.entries),
        "revision": deck.revision,
        "at": deck.at,
    }


def _deck_of(row: Row[Any]) -> KeptDeck:
    return of_row(KeptDeck, row, entries=_entries.decode(row.entries))
