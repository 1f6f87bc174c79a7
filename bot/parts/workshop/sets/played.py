"""Statistics of a server's own matches, by the versions of a set and by card.

Only ended matches count, a bounded number of them. The figures contain no names and are cached for some
minutes.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from cachetools import LRUCache

from bot.base.clock import Clock
from bot.engine.cards.game import AnyCardGame, AnySet
from bot.engine.cards.rules import CardRules
from bot.engine.contract import Seat
from bot.engine.errors import Refusal
from bot.matches.history import CompleteMatch, EndedMatches
from bot.parts.workshop.lab.tallies import Tally, shares
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.versions_store import SqlSetVersions

MOST_MATCHES = 200
"""The most matches with one set that are counted, the last ones."""
MOST_POOLS = 100
"""Pools of a server's matches that are searched for a set, the ones used last."""
FRESH = timedelta(minutes=10)
"""How long figures are cached."""
_REMEMBERED = 500


class CardFigures(msgspec.Struct, frozen=True):
    """The results of the seats that had a card."""

    number: str
    name: str
    """As its designer wrote it."""
    held: Tally
    """The seats that had it in hand or in play, with their shares of wins. A seat counts once a match."""
    played: Tally
    """The seats that brought it into play, likewise."""
    times: int
    """How often it came into play."""


class VersionFigures(msgspec.Struct, frozen=True):
    """The matches with one version of a set."""

    content: str
    """The fingerprint of the version."""
    seats: Tally
    """All seats, and how much they won."""
    matches: int
    first: datetime
    """When the first of them ended."""
    last: datetime
    cards: tuple[CardFigures, ...]
    """Each card of the set, in the order of its file."""


class SetFigures(msgspec.Struct, frozen=True):
    """The matches with all versions of a set."""

    versions: tuple[VersionFigures, ...]
    """The version that was played last comes first."""
    at: datetime
    """When they were counted."""
    left_out: bool
    """Whether there are older matches that were not counted."""


def fingerprint(one: AnySet) -> str:
    """Return a hash of the content of a set; comments in its file do not count."""
    return hashlib.sha256(msgspec.json.encode(one, order="deterministic", enc_hook=str)).hexdigest()


class PlayedSets:
    """Which sets the matches of servers are and were played with."""

    def __init__(self, store: SqlSetVersions, games: Mapping[str, AnyCardGame]) -> None:
        self._store = store
        self._games = games
        self._known: LRUCache[str, Mapping[str, str]] = LRUCache(_REMEMBERED)
        """The fingerprints of the sets in a pool by their keys, by the pool's hash."""

    async def fingerprints(self, guild: int, game: str, key: str) -> dict[str, str]:
        """Return the fingerprint of the set with this key in each pool of a server's matches.

        Pools without such a set are left out.
        """
        prints = dict[str, str]()
        for cards in await self._store.played(guild, game, MOST_POOLS):
            sets = await self._sets_in(game, cards)
            if key in sets:
                prints[cards] = sets[key]
        return prints

    async def _sets_in(self, game: str, cards: str) -> Mapping[str, str]:
        if cards not in self._known:
            encoded = await self._store.pool(cards)
            # In a thread: a pool has hundreds of cards.
            self._known[cards] = await asyncio.to_thread(_fingerprints, self._games[game], encoded)
        return self._known[cards]


def _fingerprints(game: AnyCardGame, encoded: bytes | None) -> Mapping[str, str]:
    if encoded is None:
        return {}
    try:
        pool = game.pool_type.decode(encoded)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return {one.key: fingerprint(one) for one in pool.sets}


class RealMatches:
    """Counts the results of the cards of a server's sets in its matches."""

    def __init__(
        self, store: SqlSetVersions, played: PlayedSets, matches: EndedMatches, clock: Clock
    ) -> None:
        self._store, self._played, self._matches = store, played, matches
        self._clock = clock
        self._counting = asyncio.Lock()
        self._counted: LRUCache[tuple[int, str, str], SetFigures] = LRUCache(_REMEMBERED)

    async def figures(self, kept: ServerSet) -> SetFigures:
        """Return the figures of each version of a set that was played."""
        key = kept.guild, kept.game, kept.key
        async with self._counting:
            counted = self._counted.get(key)
            if counted is None or self._clock() - counted.at >= FRESH:
                counted = self._counted[key] = await self._count(kept)
        return counted

    async def _count(self, kept: ServerSet) -> SetFigures:
        contents = await self._played.fingerprints(kept.guild, kept.game, kept.key)
        ended = await self._store.ended(kept.guild, kept.game, contents, MOST_MATCHES + 1) if contents else []
        counts = dict[str, _Counts]()
        for match in ended[:MOST_MATCHES]:
            try:
                whole = await self._matches.whole(match)
            except Refusal:
                continue  # of other rules, or a lesson
            content = contents[str(whole.info.cards)]
            if content not in counts:
                pool = _rules(whole).library.at(whole.info.cards)
                one = next(each for each in pool.sets if each.key == kept.key)
                counts[content] = _Counts(content, pool.cards_of(one))
            await asyncio.to_thread(counts[content].add, whole)
        figures = [each.figures for each in counts.values()]
        return SetFigures(tuple(figures), self._clock(), left_out=len(ended) > MOST_MATCHES)


class _Counts:
    """Counts the matches with one version of a set, the last one first."""

    def __init__(self, content: str, cards: Sequence[Any]) -> None:
        self._content, self._cards = content, cards
        self._seats, self._matches = Tally(), 0
        self._ends = list[datetime]()
        self._held = {card.number: Tally() for card in cards}
        self._played = {card.number: Tally() for card in cards}
        self._times = Counter[str]()

    def add(self, whole: CompleteMatch) -> None:
        """Count a match."""
        assert whole.info.outcome is not None, "it came to its end"
        assert whole.info.ended_at is not None, "it came to its end"
        seats = len(whole.info.seats)
        won = shares(whole.info.outcome.winners, seats)
        held, played = _course(whole)
        self._matches += 1
        self._ends.append(whole.info.ended_at)
        for seat in range(seats):
            self._seats.add(won[seat])
        for tallies, seen in ((self._held, {*held, *played}), (self._played, {*played})):
            for seat, number in seen:
                if number in tallies:
                    tallies[number].add(won[seat])
        self._times.update([number for _, number in played if number in self._held])

    @property
    def figures(self) -> VersionFigures:
        """The counts."""
        cards = [
            CardFigures(
                card.number,
                card.name,
                self._held[card.number],
                self._played[card.number],
                self._times[card.number],
            )
            for card in self._cards
        ]
        first, last = min(self._ends), max(self._ends)
        return VersionFigures(self._content, self._seats, self._matches, first, last, tuple(cards))


def _rules(whole: CompleteMatch) -> CardRules[Any, Any, Any, Any, Any]:
    assert isinstance(whole.rules, CardRules), "only matches with cards are looked for"
    return whole.rules


def _course(whole: CompleteMatch) -> tuple[list[tuple[Seat, str]], list[tuple[Seat, str]]]:
    """Return the cards of a match by seat: those that came to the hand, and those that came into play."""
    rules = _rules(whole)
    dealt = rules.cards_dealt(whole.first)
    held, played = [*dealt.to_hand], [*dealt.into_play]
    for event in whole.events:
        facts = [fact for fact in (event.public, *event.private.values()) if fact is not None]
        told = [rules.cards_told(fact, whole.state) for fact in facts]
        held += {each for one in told for each in one.to_hand}
        played += {each for one in told for each in one.into_play}
    return held, played
