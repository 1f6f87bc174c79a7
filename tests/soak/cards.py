"""Random card sets that the checker accepts, played within their budgets: how long the event loop is held."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from bot.cardfiles import read_card_set
from bot.engine.deckbuilding import deck_cards
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from tests.bench.test_bench_loop import LONGEST, USUAL_SPIN, spin
from tests.cardfiles.mutating import mutated, sources
from tests.games.random_play import fresh_randomness

ACTIONS = 60
"""Actions of a match with each set."""


def accepted(random: Random) -> Iterator[tuple[Pool | None, tuple[str, ...]]]:
    """Yield card pools with a random set that the checker has accepted, and its ready decks; None for a set
    that was refused, or with which no match can begin for want of a legal deck."""
    files = sources()
    while True:
        source = random.choice(files)
        found = read_card_set(mutated(source.text, random), "soak.toml", FORMAT, source.base).set
        pool = None if found is None else Pool([*source.base.sets, found])
        legal = pool is not None and any(not faults(deck_cards(deck), pool) for deck in pool.decks.values())
        yield pool if legal else None, tuple(found.decks if found is not None else ())


class Stopwatch:
    """Measures the longest of many pieces of work that are done at once on the event loop."""

    def __init__(self) -> None:
        self.longest = 0.0

    def take(self, work: Callable[[], Any]) -> Any:
        """Do a piece of work; return what comes of it."""
        began = time.thread_time()
        done = work()
        self.longest = max(self.longest, time.thread_time() - began)
        return done


def play(pool: Pool, decks: Sequence[str], random: Random, watch: Stopwatch) -> None:
    """Play the beginning of a match with the decks of a set, or any."""
    rules = ArclashRules(Library(pool))
    wording, seats, rng = ArclashWording(rules.library), random.choice((2, 3, 6)), fresh_randomness(1)
    state = rules.setup(rules.normalize(Options(), seats), seats, rng)
    for _ in range(ACTIONS):
        if rules.outcome(state) is not None:
            return
        seat = random.choice(sorted(rules.to_act(state)))
        legal = watch.take(lambda state=state, seat=seat: rules.legal(state, seat))
        action = watch.take(lambda legal=legal: legal[random.randrange(len(legal))])
        if isinstance(action, actions.TakeDeck) and decks:
            action = actions.TakeDeck(random.choice(decks))
        after = rules.clone(state)
        watch.take(lambda seat=seat, action=action: rules.apply(after, seat, action, rng))  # noqa: B023
        view = watch.take(lambda seat=seat: rules.view(after, seat))  # noqa: B023
        names = tuple([f"P{each}" for each in range(seats)])
        watch.take(lambda view=view, names=names: wording.status(view, names))
        state = after


def run(number: int, seconds: float, seed: int, _games: Sequence[str]) -> list[str]:
    """Play so many sets; print the longest that the loop was held, and return what held it too long."""
    random, began, played, stall, slow = Random(f"cards {seed}"), time.monotonic(), 0, 0.0, list[str]()
    for pool, decks in accepted(random):
        if played >= number or time.monotonic() - began > seconds:
            break
        if pool is None:
            continue
        played, watch = played + 1, Stopwatch()
        play(pool, decks, random, watch)
        stall = max(stall, watch.longest)
        if watch.longest > LONGEST * max(1.0, spin() / USUAL_SPIN):
            slow.append(f"set {played} of seed {seed} holds the loop for {watch.longest * 1000:.0f} ms")
    print(f"{played:,} accepted card sets played, the longest stall {stall * 1000:.1f} ms")
    return slow
