"""Stores and withdraws wishes, puts them back, and finds those from which matches can be made now.

A wish expires after 30 days. The matches reserve a seat of an open lobby for a day, or open a lobby in a
thread; never in a private thread, or where one of the people cannot see the channel. Who does not take the
seat goes to the end of the queue, and the wish rests for a day.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.engine.errors import Refusal
from bot.parts.matchmaking.model import ASKED, KEPT, MOST, Wish
from bot.parts.matchmaking.pairing import Seeker
from bot.parts.matchmaking.store import SqlWishStore

PASSED_KEPT = 20
"""The number of declined lobbies that are remembered, the most recent ones."""


class WishService:
    """The wishes of all people."""

    def __init__(self, store: SqlWishStore, clock: Clock) -> None:
        self.store = store
        self._clock = clock

    async def wish(self, wish: Wish) -> Wish:
        """Store a wish; a changed one keeps its place. Raises `Refusal`."""
        mine = await self.store.of(wish.user)
        same = [each for each in mine if (each.guild, each.game) == (wish.guild, wish.game)]
        if len(mine) >= MOST and not same:
            raise Refusal.translated(
                "You have {number} wishes, which is the most. Withdraw one first: /find shows them.",
                number=MOST,
            )
        kept = replace(wish, place=same[0].place, passed=same[0].passed) if same else wish
        await self.store.keep(kept)
        return kept

    async def of(self, user: int) -> list[Wish]:
        """Return the wishes of a person that have not expired."""
        return [wish for wish in await self.store.of(user) if wish.until > self._clock()]

    async def put_back(self, users: Collection[int], guild: int | None, game: str, match: MatchId) -> None:
        """Move people who did not take their reserved seat to the end of the queue."""
        now = self._clock()
        for user in users:
            for wish in await self.store.of(user):
                if (wish.guild, wish.game) == (guild, game):
                    passed = (*wish.passed, match)[-PASSED_KEPT:]
                    rests = now + ASKED
                    await self.store.keep(replace(wish, place=now, rests_until=rests, passed=passed))

    async def rest(self, wishes: Collection[Wish], span: timedelta) -> None:
        """Make no match from these wishes for a while: none was possible."""
        for wish in wishes:
            await self.store.keep(replace(wish, rests_until=self._clock() + span))

    async def seekers(self) -> list[Seeker]:
        """Return the wishes from which matches can be made now; expired ones are deleted."""
        now = self._clock()
        await self.store.forget(now - KEPT)
        wishes = [
            wish
            for wish in await self.store.standing()
            if wish.rests_until is None or wish.rests_until <= now
        ]
        playing = await self.store.playing() if wishes else {}
        seekers = [Seeker(wish, wish.most - playing.get((wish.user, wish.game), 0)) for wish in wishes]
        return [each for each in seekers if each.room > 0]
