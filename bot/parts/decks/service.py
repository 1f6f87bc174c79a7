"""The decks of players: a limited number, each with its own name, stored while they are built."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import new_id
from bot.engine.cards.deckbuilding import Entries, entries_of, total
from bot.engine.errors import Unavailable
from bot.engine.sentences import echo
from bot.engine.spelling import name_key
from bot.parts.decks.lists import DeckRefused, clean_deck_name
from bot.parts.decks.ports import DeckId, KeptDeck, Shelved, deck_key
from bot.parts.decks.store import SqlDeckStore

MOST_DECKS = 50
"""Decks of one player, over all games."""
_TRIES = 10


class DeckService:
    """Keeps decks, each for its owner alone. Refusals are `DeckRefused`."""

    def __init__(
        self, shelf: SqlDeckStore, clock: Clock, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self.store = shelf
        self._clock = clock
        self._entropy = entropy

    async def deck(self, user: int, deck: DeckId) -> KeptDeck:
        """Return a deck of this player. Raises `DeckRefused` for any other."""
        kept = await self.store.deck(deck)
        if kept is None or kept.user != user:
            raise DeckRefused.translated("This deck no longer exists. /deck list shows those you have.")
        return kept

    async def find(self, user: int, word: str, game: str | None = None) -> KeptDeck:
        """Return the deck of this name. Raises `DeckRefused` with the names there are."""
        mine = await self.store.decks(user, game)
        fitting = [deck for deck in mine if deck.key == deck_key(word) or deck.id == word]
        fitting += [deck for deck in mine if name_key(deck.name) == name_key(word)]
        if fitting:
            return fitting[0]
        if not mine:
            raise DeckRefused.translated("You have no decks yet. /deck build makes one.")
        raise DeckRefused.translated(
            "You have no deck {name}. /deck list shows those you have.", name=echo(word)
        )

    async def create(self, user: int, game: str, name: str, entries: Entries = ()) -> KeptDeck:
        """Keep a new deck under this name."""
        cleaned = clean_deck_name(name)
        deck = KeptDeck(new_id(self._entropy), user, game, cleaned, entries, self._clock())
        _check(await self.store.add(deck, most=MOST_DECKS), cleaned)
        return deck

    async def rename(self, user: int, deck: DeckId, name: str) -> KeptDeck:
        """Give a deck another name."""
        cleaned = clean_deck_name(name)
        return await self._change(user, deck, lambda kept: replace(kept, name=cleaned))

    async def put(self, user: int, deck: DeckId, number: str, copies: int, *, largest: int) -> KeptDeck:
        """Set the number of copies of a card in a deck; a repeated call changes nothing."""

        def altered(kept: KeptDeck) -> KeptDeck:
            entries = entries_of({**dict(kept.entries), number: copies})
            if total(entries) > max(largest, total(kept.entries)):
                raise DeckRefused.translated(
                    "A draft has at most {most} cards: take some out first.", most=largest
                )
            return replace(kept, entries=entries)

        return await self._change(user, deck, altered)

    async def delete(self, user: int, deck: DeckId) -> KeptDeck:
        """Delete a deck and return it."""
        kept = await self.deck(user, deck)
        await self.store.delete(user, deck)
        return kept

    async def _change(self, user: int, deck: DeckId, change: Callable[[KeptDeck], KeptDeck]) -> KeptDeck:
        for _ in range(_TRIES):
            kept = await self.deck(user, deck)
            changed = change(kept)
            if changed == kept:
                return kept
            changed = replace(changed, at=self._clock(), revision=kept.revision + 1)
            shelved = await self.store.change(changed)
            if shelved is not Shelved.STALE:
                _check(shelved, changed.name)
                return changed
        raise Unavailable.translated("This deck is changed from several sides at once. Please try again.")


def _check(shelved: Shelved, name: str) -> None:
    if shelved is Shelved.TAKEN:
        raise DeckRefused.translated(
            "You have a deck called {name} already. Choose another name.", name=echo(name)
        )
    if shelved is Shelved.FULL:
        raise DeckRefused.translated(
            "You have {number} decks, which is the most. Delete one first.", number=MOST_DECKS
        )
