"""A shelf in memory, for stories of the service alone; the real one is tried in tests/storage."""

from __future__ import annotations

from bot.decks.ports import DeckId, KeptDeck, Shelved


class MemoryShelf:
    """Keeps decks in a dictionary; `meanwhile` is what another process writes before the next change."""

    def __init__(self) -> None:
        self.kept: dict[DeckId, KeptDeck] = {}
        self.meanwhile: list[KeptDeck] = []

    async def decks(self, user: int, game: str | None = None) -> list[KeptDeck]:
        found = [deck for deck in self.kept.values() if deck.user == user and game in (None, deck.game)]
        return sorted(found, key=lambda deck: deck.key)

    async def deck(self, deck: DeckId) -> KeptDeck | None:
        return self.kept.get(deck)

    async def add(self, deck: KeptDeck, *, most: int) -> Shelved:
        if len(await self.decks(deck.user)) >= most:
            return Shelved.FULL
        if self._taken(deck):
            return Shelved.TAKEN
        self.kept[deck.id] = deck
        return Shelved.KEPT

    async def change(self, deck: KeptDeck) -> Shelved:
        if self.meanwhile:
            quicker = self.meanwhile.pop()
            self.kept[quicker.id] = quicker
        if deck.id not in self.kept or self.kept[deck.id].revision != deck.revision - 1:
            return Shelved.STALE
        if self._taken(deck):
            return Shelved.TAKEN
        self.kept[deck.id] = deck
        return Shelved.KEPT

    async def delete(self, user: int, deck: DeckId) -> bool:
        return self.kept.pop(deck, None) is not None

    def _taken(self, deck: KeptDeck) -> bool:
        others = [other for other in self.kept.values() if other.id != deck.id]
        return any((other.user, other.key) == (deck.user, deck.key) for other in others)
