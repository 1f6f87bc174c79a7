"""The pictures on the cards of servers' sets, and which of them a match shows.

A picture belongs to the server and the set, not to the pool of a match: it is shown in matches of that server
that are played with cards of the set, and nowhere else; when the set is removed it is gone from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from bot.base.clock import Clock
from bot.engine.cards.game import AnyCard, AnyCardGame
from bot.parts.workshop.sets.ports import CardPicture, Keeping, ServerSet
from bot.parts.workshop.sets.service import SetRefused
from bot.parts.workshop.sets.store import SqlCardPictureStore

MOST_PICTURES = 60
"""Pictures of one set."""


class SetPictures(msgspec.Struct, frozen=True):
    """The pictures that cards of a pool have on a server."""

    guild: int
    game: str
    keys: tuple[str, ...]
    """The keys of the sets that they belong to."""
    digests: Mapping[str, str]
    """The SHA-256 of each by set number."""


class CardPictures:
    """The pictures on the cards of servers' sets. Refusals are `SetRefused`."""

    def __init__(self, store: SqlCardPictureStore, games: Mapping[str, AnyCardGame], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock

    async def of_pool(self, guild: int, game: str, pool: str) -> SetPictures | None:
        """Return the pictures of the cards of this pool on a server; None where there are none."""
        cards = self._games.get(game)
        if cards is None or pool == cards.library.standard.hash or pool not in cards.library:
            return None
        usual = {one.key for one in cards.library.standard.sets}
        keys = [one.key for one in cards.library[pool].sets if one.key not in usual]
        pictures = await self._store.pictures(guild)
        digests = {each.number: each.digest for each in pictures if each.game == game and each.key in keys}
        return SetPictures(guild, game, tuple(keys), digests) if digests else None

    async def files(self, shown: SetPictures) -> Mapping[str, bytes]:
        """Return the PNGs of pictures by SHA-256."""
        contents: dict[str, bytes] = {}
        for key in shown.keys:
            contents |= await self._store.files(shown.guild, shown.game, key)
        return contents

    async def keep(self, kept: ServerSet, cards: Iterable[AnyCard], number: str, png: bytes) -> None:
        """Give a card of a set a picture, a PNG of our own. Raises `SetRefused`.

        `cards` are all cards of the set. The pictures of cards that the set no longer has are deleted.
        """
        numbers = {card.number for card in cards}
        pictures = await self._store.pictures(kept.guild)
        of_set = [each.number for each in pictures if (each.game, each.key) == (kept.game, kept.key)]
        gone = [number for number in of_set if number not in numbers]
        if gone:
            await self._store.drop(kept.guild, kept.game, kept.key, gone)
        digest = hashlib.sha256(png).hexdigest()
        picture = CardPicture(kept.guild, kept.game, kept.key, number, digest, self._clock())
        if await self._store.keep(picture, png, MOST_PICTURES) is Keeping.FULL:
            raise SetRefused.translated(
                "This set has {number} pictures, which is the most. Take one away first.",
                number=MOST_PICTURES,
            )

    async def drop(self, kept: ServerSet, number: str) -> None:
        """Take the picture of a card away. Raises `SetRefused` where it has none."""
        if not await self._store.drop(kept.guild, kept.game, kept.key, [number]):
            raise SetRefused.translated("{number} has no picture.", number=number)
