"""The processes in which matches are played, at low priority."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from bot.lab.contests import Bout, Contest
from bot.lab.tallies import Count
from bot.processes.workers import stand_back
from bot.registry import GAMES

Playing: TypeAlias = Callable[[Iterable[Bout]], Iterator[Count]]
"""Plays bouts and gives what came of each, in order."""

Spread: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Does a piece of work on each of several things, and gives what comes of it, in order: as `map` does."""


@contextmanager
def playing(game: str, pools: Iterable[str | None], jobs: int) -> Iterator[Playing]:
    """Let bouts of a game be played in so many processes, in which these pools of cards are known.

    With one job they are played in this process.
    """
    rules = GAMES[game].rules
    learnt = [rules.encoded_cards(pool) for pool in pools if pool is not None]
    with spread(jobs, _begin, game, [one for one in learnt if one is not None]) as each:
        yield lambda bouts: each(Bout.play, bouts)


@contextmanager
def spread(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[Spread]:
    """Let work be done in so many processes, each of which begins with `begin`; with one job in this process,
    without it. What has not begun when the block ends is given up."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin, given) as processes:
        try:
            yield processes.map
        finally:
            processes.shutdown(cancel_futures=True)


def played(play: Playing, contest: Contest, told: Callable[[int], None] | None = None) -> Count:
    """Play all of a contest; `told` is called with the number of matches each time some are done."""
    total = Count()
    for count in play(contest.bouts()):
        total.join(count)
        if told is not None:
            told(count.matches)
    return total


def _begin(game: str, learnt: list[bytes]) -> None:
    """Stand back, and make the cards known to a process that has just begun."""
    stand_back()
    for cards in learnt:
        GAMES[game].rules.learn_cards(cards)
