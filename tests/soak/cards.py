"""Random card sets that the checker accepts, played within their budgets: how long the event loop is held."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from bot.cardfiles import read_card_set
from bot.engine.cardgames import CardPool, PoolLibrary
from bot.engine.contract import Action, Rules
from bot.engine.errors import BadOptions
from bot.engine.wording import Wording
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.wording.wording import OvercrossWording
from bot.registry import GAMES
from tests.bench.test_bench_loop import LONGEST, USUAL_SPIN, spin
from tests.cardfiles.mutating import mutated, shipped, sources, words_of
from tests.games.random_play import fresh_randomness

ACTIONS = 60
"""Actions of a match with each set."""
TRIES = 3
"""How often a match is played again in which something seems to take too long."""


class CardRules(NamedTuple):
    """What plays and tells the cards of a game, given its pools."""

    rules: Callable[[PoolLibrary[Any]], Rules[Any, Any, Any, Any]]
    wording: Callable[[PoolLibrary[Any]], Wording[Any, Any]]
    seats: tuple[int, ...]


CARD_GAMES: Mapping[str, CardRules] = {
    "arclash": CardRules(ArclashRules, ArclashWording, (2, 3, 6)),
    "neo-combat": CardRules(NeoCombatRules, NeoCombatWording, (2, 4, 6)),
    "overcross": CardRules(OvercrossRules, OvercrossWording, (2, 3, 4)),
}


def accepted(game: str, random: Random) -> Iterator[tuple[CardPool[Any, Any], tuple[str, ...]] | None]:
    """Yield the cards of a match with a random set that the checker has accepted, and its ready decks; None
    for a set that was refused."""
    cards, words = GAMES[game].cards, words_of(game)
    assert cards is not None, "only games with cards have card files"
    files = sources() if game == "arclash" else shipped(game)
    while True:
        source = random.choice(files)
        found = read_card_set(mutated(source.text, random, words), "soak.toml", cards.format, source.base).set
        if found is None:
            yield None
        else:
            base = source.base if source.base.sets else cards.library.standard
            yield base.with_sets([found]), tuple(getattr(found, "decks", ()))


class Stopwatch:
    """Measures the longest of many pieces of work that are done at once on the event loop."""

    def __init__(self) -> None:
        self.longest = 0.0

    def take(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do a piece of work; return what comes of it."""
        began = time.thread_time()
        done = work(*given)
        self.longest = max(self.longest, time.thread_time() - began)
        return done


def play(game: str, pool: CardPool[Any, Any], decks: Sequence[str], random: Random, watch: Stopwatch) -> None:
    """Play the beginning of a match with the decks of a set, or any. Raises `BadOptions` where none can."""
    library, kind = PoolLibrary(pool), CARD_GAMES[game]
    rules, wording, seats = kind.rules(library), kind.wording(library), random.choice(kind.seats)
    names, rng = tuple([f"P{seat}" for seat in range(seats)]), fresh_randomness(1)
    state = rules.setup(rules.normalize(rules.Options(), seats), seats, rng)
    for _ in range(ACTIONS):
        if rules.outcome(state) is not None:
            return
        seat = random.choice(sorted(rules.to_act(state)))
        action = _chosen(watch.take(rules.legal, state, seat), decks, random)
        state = rules.clone(state)
        watch.take(rules.apply, state, seat, action, rng)
        watch.take(wording.status, watch.take(rules.view, state, seat), names)


def _chosen(legal: Sequence[Any], decks: Sequence[str], random: Random) -> Action:
    """Return any legal action, but of decks one of these if there is one."""
    own = [action for action in legal if getattr(action, "deck", None) in decks] if decks else []
    return random.choice(own or legal)


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Play so many sets of each game; print the longest that the loop was held, and return what held it too
    long."""
    return [slow for game in games or CARD_GAMES for slow in _run(game, number, seconds, seed)]


def _run(game: str, number: int, seconds: float, seed: int) -> list[str]:
    random, began, played, longest, slow = Random(f"cards {seed}"), time.monotonic(), 0, 0.0, list[str]()
    for found in accepted(game, random):
        if played >= number or time.monotonic() - began > seconds:
            break
        if found is None:
            continue
        try:
            stall = _stall(game, *found, f"match {random.random()}")
        except BadOptions:  # no match begins, for want of a legal deck
            continue
        played, longest = played + 1, max(longest, stall)
        if stall > LONGEST * max(1.0, spin() / USUAL_SPIN):
            slow.append(f"{game}: set {played} of seed {seed} holds the loop for {stall * 1000:.0f} ms")
    print(f"{game}: {played:,} accepted card sets played, the longest stall {longest * 1000:.1f} ms")
    return slow


def _stall(game: str, pool: CardPool[Any, Any], decks: Sequence[str], seed: str) -> float:
    """Return how long the loop is held in a match, in seconds; where it seems too long, the least of a few
    plays of it, as the machine may have been busy with something else."""
    least = math.inf
    for _ in range(TRIES):
        watch = Stopwatch()
        play(game, pool, decks, Random(seed), watch)
        least = min(least, watch.longest)
        if least <= LONGEST:
            break
    return least
