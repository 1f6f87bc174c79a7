"""Random card sets that the checker accepts, played to the end by computers and by lot.

Nothing stops, nothing is refused that is listed, and the event loop is not held for long.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
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
from bot.players import normal_player
from measures.bench.test_bench_loop import LONGEST, USUAL_SPIN, spin
from measures.soak.generated import Generator, wanted
from tests.cardfiles.mutating import cards_of, mutated, shipped, sources, words_of
from tests.games.random_play import check_who_acts, fresh_randomness

ACTIONS = 60_000
"""Actions after which a match is not waited for any more: those by lot end much sooner."""
COMPUTERS = 4
"""Of so many matches one is played by computers, in one of its seats at least."""
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


class Taken(NamedTuple):
    """A set that the checker has accepted, with what it leans on."""

    pool: CardPool[Any, Any]
    decks: tuple[str, ...]
    """Its ready decks."""


class Sets:
    """Random sets of a game: files with something changed, in turn with abilities that nobody designed."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.seed, self.generator = game, seed, Generator(game)
        self._cards, self._words, self._shipped = cards_of(game), words_of(game), shipped(game)
        self._files = sources() if game == "arclash" else self._shipped
        self._kept: dict[str, Any] = {}

    def set(self, number: int) -> Taken | None:
        """Return set `number`, or None where the checker refuses it."""
        random = Random(f"{self.game} {self.seed} {number}")
        source = random.choice(self._shipped if number % 2 else self._files)
        if number % 2:
            found = self.generator.accepted(self._read(source), source.base, random)
        else:
            text = mutated(source.text, random, self._words)
            found = read_card_set(text, "soak.toml", self._cards.format, source.base).set
        if found is None:
            return None
        base = source.base if source.base.sets else self._cards.library.standard
        return Taken(base.with_sets([found]), tuple(getattr(found, "decks", ())))

    def _read(self, source: Any) -> Any:
        """Return the set of a shipped file, which is read and checked but once."""
        if source.text not in self._kept:
            self._kept[source.text] = read_card_set(
                source.text, "soak.toml", self._cards.format, source.base
            ).set
        return self._kept[source.text]


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


class Stuck(Exception):  # noqa: N818 - its text is read as a sentence
    """A match with an accepted set did not go on to its end."""


def play(game: str, taken: Taken, random: Random, watch: Stopwatch) -> None:
    """Play a match to its end, with the decks of a set or any. Raises `BadOptions` where none can begin, and
    `Stuck` where it does not end."""
    library, kind = PoolLibrary(taken.pool), CARD_GAMES[game]
    rules, wording, seats = kind.rules(library), kind.wording(library), random.choice(kind.seats)
    names, rng = tuple([f"P{seat}" for seat in range(seats)]), fresh_randomness(1)
    clever = {seat for seat in range(seats) if random.random() < 0.5} if _by_computers(random) else set()
    state = rules.setup(rules.normalize(rules.Options(), seats), seats, rng)
    for _ in range(ACTIONS):
        if rules.outcome(state) is not None:
            return
        check_who_acts(rules, state)
        seat = random.choice(sorted(rules.to_act(state)))
        legal = watch.take(rules.legal, state, seat)
        if seat in clever:
            action = normal_player(game).choose(rules, rules.view(state, seat), legal, random)
        else:
            action = _chosen(legal, taken.decks, random)
        state = rules.clone(state)
        watch.take(rules.apply, state, seat, action, rng)
        watch.take(wording.status, watch.take(rules.view, state, seat), names)
    raise Stuck(f"a match of {seats} seats has not ended after {ACTIONS:,} actions")


def _by_computers(random: Random) -> bool:
    return random.randrange(COMPUTERS) == 0


def _chosen(legal: Sequence[Any], decks: Sequence[str], random: Random) -> Action:
    """Return any legal action, but of decks one of these if there is one."""
    own = [action for action in legal if getattr(action, "deck", None) in decks] if decks else []
    return random.choice(own or legal)


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Play so many sets of each game; print the longest that the loop was held, and return what stopped, or
    held it too long."""
    return [fault for game in games or CARD_GAMES for fault in _run(game, number, seconds, seed)]


def _run(game: str, number: int, seconds: float, seed: int) -> list[str]:
    sets, began, played, longest, faults = Sets(game, seed), time.monotonic(), 0, 0.0, list[str]()
    for each in count():
        if played >= number or time.monotonic() - began > seconds:
            break
        try:
            taken = sets.set(each)
            stall = _stall(game, taken, f"match {each}") if taken is not None else None
        except BadOptions:  # no match begins, for want of a legal deck
            continue
        except Exception as fault:
            faults.append(f"{game}: set {each} of seed {seed}: {type(fault).__name__}: {fault}"[:300])
            stall = 0.0
        if stall is None:
            continue
        played, longest = played + 1, max(longest, stall)
        if stall > LONGEST and stall > LONGEST * max(1.0, spin() / USUAL_SPIN):
            faults.append(f"{game}: set {each} of seed {seed} holds the loop for {stall * 1000:.0f} ms")
    words = f"{len(sets.generator.seen)} of {len(wanted(game))} words by trigger"
    print(
        f"{game}: {played:,} accepted card sets played to the end, {words}, the longest stall"
        f" {longest * 1000:.1f} ms",
        flush=True,
    )
    return faults


def _stall(game: str, taken: Taken, seed: str) -> float:
    """Return how long the loop is held in a match, in seconds; where it seems too long, the least of a few
    plays of it, as the machine may have been busy with something else."""
    least = math.inf
    for _ in range(TRIES):
        watch = Stopwatch()
        play(game, taken, Random(seed), watch)
        least = min(least, watch.longest)
        if least <= LONGEST:
            break
    return least
