"""Pools of some sets together."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.arclash.cards import CardSet, Pool


def pool_with(standard: Pool, sets: Iterable[CardSet]) -> Pool:
    """Return the pool of these sets and of the standard ones; of two with one key, that of these."""
    added = tuple(sets)
    keys = {one.key for one in added}
    return Pool((*added, *[one for one in standard.sets if one.key not in keys]))
