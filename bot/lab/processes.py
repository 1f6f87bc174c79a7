"""The processes in which matches are played, at low priority."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

from bot.lab.contests import Bout, Contest
from bot.lab.tallies import Count
from bot.registry import GAMES

NICE = 19
"""How far the processes stand back for whatever else runs on the machine."""

Playing: TypeAlias = Callable[[Iterable[Bout]], Iterator[Count]]
"""Plays bouts and gives what came of each, in order."""


@contextmanager
def playing(game: str, pools: Iterable[str | None], jobs: int) -> Iterator[Playing]:
    """Let bouts of a game be played in so many processes, in which these pools of cards are known.

    With one job they are played in this process.
    """
    if jobs == 1:
        yield lambda bouts: map(Bout.play, bouts)
        return
    rules = GAMES[game].rules
    learnt = [rules.encoded_cards(pool) for pool in pools if pool is not None]
    with ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), _begin, (game, [one for one in learnt if one is not None])
    ) as processes:
        try:
            yield lambda bouts: processes.map(Bout.play, bouts)
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
    os.nice(NICE)
    for cards in learnt:
        GAMES[game].rules.learn_cards(cards)
