"""The processes that play matches, at low priority."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Bout, Contest
from bot.parts.workshop.lab.tallies import Count
from bot.processes.workers import stand_back

Playing: TypeAlias = Callable[[Iterable[Bout]], Iterator[Count]]
"""Plays bouts and yields their counts in order."""

Told: TypeAlias = Callable[[int, int], None]
"""Called with the number of matches played and the most that will be played."""

Spread: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Applies a function to each item and yields the results in order, like `map`."""


@contextmanager
def playing(game: str, pools: Iterable[str | None], jobs: int) -> Iterator[Playing]:
    """Play bouts of a game in `jobs` processes, with these card pools registered.

    With one job, matches are played in this process.
    """
    rules = GAMES[game].rules.pinned_cards
    learnt = [rules.encoded_cards(pool) for pool in pools if rules is not None and pool is not None]
    with spread(jobs, _begin, game, [one for one in learnt if one is not None]) as play:
        yield lambda bouts: play(Bout.play, bouts)


@contextmanager
def spread(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[Spread]:
    """Run work in `jobs` processes, each initialized by `begin`.

    With one job, the work runs in this process, without `begin`. Work not started at the end of the block is
    cancelled.
    """
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin, given) as processes:
        try:
            yield processes.map
        finally:
            processes.shutdown(cancel_futures=True)


def played(play: Playing, contest: Contest, told: Callable[[int], None] | None = None) -> Count:
    """Play a whole contest; `told` is called with the number of matches each time some are finished."""
    total = Count()
    for count in play(contest.bouts()):
        total.join(count)
        if told is not None:
            told(count.matches)
    return total


def summed(told: Told | None, most: int) -> Callable[[int], None]:
    """Return a function that takes numbers of matches and tells their sum so far, of about `most`."""
    position = 0

    def advance(matches: int) -> None:
        nonlocal position
        position += matches
        if told is not None:
            told(position, max(most, position))

    return advance


def _begin(game: str, learnt: list[bytes]) -> None:
    """Initialize a new process: lower its priority and register the cards."""
    stand_back()
    rules = GAMES[game].rules.pinned_cards
    for cards in learnt:
        assert rules is not None, "only games with cards send some"
        rules.learn_cards(cards)
