"""Random card sets that the checker accepts, played to the end by computers and at random.

No match stops, no legal action is refused, and the event loop is not blocked for long.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, NamedTuple, get_args

from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.game import CardPool, PoolLibrary
from bot.engine.contract import Action, Rules, Seat
from bot.engine.errors import BadOptions
from bot.engine.fair import Stream
from bot.engine.wording import AnyWording
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.computers import normal_player
from bot.games.neocombat.rules.options import Deal, Draw
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.games.overcross.rules.options import Objective, Opening
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.wording.wording import OvercrossWording
from measures.bench.test_bench_loop import LONGEST, USUAL_SPIN, spin
from measures.soak.generated import Generator
from tests.engine.cards.card_files.mutating import cards_of, mutated, shipped, sources, words_of
from tests.games.random_play import fresh_randomness

ACTIONS = 60_000
"""The maximum number of actions of a match; random ones end much earlier."""
COMPUTERS = 4
"""One match of this number has a computer in at least one seat."""
TRIES = 3
"""The number of replays of a match that seems too slow, and of random options that a set may refuse."""
ENOUGH = 20
"""The number of faults after which the run of a game stops."""
LOOKED_AT = 4
"""After one action of this number its player views the match."""
TOLD = 300
"""The seconds between progress messages."""


class CardRules(NamedTuple):
    """The rules and wording of a game's cards, for given pools."""

    rules: Callable[[PoolLibrary[Any]], Rules[Any, Any, Any, Any]]
    wording: Callable[[PoolLibrary[Any]], AnyWording]
    seats: tuple[int, ...]
    """How many there may be; each is as likely."""
    options: Mapping[str, Sequence[Any]]
    """The possible options."""


CARD_GAMES: Mapping[str, CardRules] = {
    "arclash": CardRules(
        ArclashRules, ArclashWording, (2, 2, 3, 6), {"score": (0, 3, 6, 10), "rounds": (20, 50)}
    ),
    "neo-combat": CardRules(
        NeoCombatRules,
        NeoCombatWording,
        (2, 2, 4, 6),
        {"team": (1, 2, 3, 4), "deal": get_args(Deal), "draw": get_args(Draw), "turns": (8, 12, 20)},
    ),
    "overcross": CardRules(
        OvercrossRules,
        OvercrossWording,
        (2, 2, 3, 4),
        {
            "objective": get_args(Objective),
            "score": (0, 5, 10),
            "rounds": (10, 15),
            "opening": get_args(Opening),
        },
    ),
}
"""Seats and options for more short matches than usual, so that many sets are played."""


class Taken(NamedTuple):
    """A set accepted by the checker, with the sets on which it depends."""

    pool: CardPool[Any, Any]
    decks: tuple[str, ...]
    """Its ready-made decks."""


class Sets:
    """Random sets of a game: changed files, and in turn files with random abilities."""

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
        """Return the set of a shipped file, which is read and checked only once."""
        if source.text not in self._kept:
            self._kept[source.text] = read_card_set(
                source.text, "soak.toml", self._cards.format, source.base
            ).set
        return self._kept[source.text]


class Stopwatch:
    """Measures the longest of many pieces of work that the event loop would run without a break."""

    def __init__(self) -> None:
        self.longest = 0.0

    def take(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do a piece of work; return its result."""
        began = time.thread_time()
        done = work(*given)
        self.longest = max(self.longest, time.thread_time() - began)
        return done


class Stuck(Exception):  # noqa: N818 - its text is read as a sentence
    """A match with an accepted set did not end."""


def play(game: str, taken: Taken, random: Random, watch: Stopwatch) -> None:
    """Play a match to its end, with the decks of a set or any. Raises `BadOptions` where none can begin, and
    `Stuck` where it does not end."""
    library, kind = PoolLibrary(taken.pool), CARD_GAMES[game]
    rules, wording, seats = kind.rules(library), kind.wording(library), random.choice(kind.seats)
    names, rng = tuple([f"P{seat}" for seat in range(seats)]), fresh_randomness(1)
    clever = {seat for seat in range(seats) if random.random() < 0.5} if _by_computers(random) else set()
    state = rules.setup(_agreed(rules, kind, seats, random), seats, rng)
    for _ in range(ACTIONS):
        if rules.outcome(state) is not None:
            return
        seat, legal = watch.take(_awaited, rules, state, random)
        if seat in clever:
            action = normal_player(game).choose(rules, rules.view(state, seat), legal, random)
        else:
            action = _chosen(legal, taken.decks, random)
        state = rules.clone(state)
        watch.take(_step, rules, state, seat, action, rng)
        if random.randrange(LOOKED_AT) == 0:
            watch.take(_look, rules, wording, state, seat, names)
    raise Stuck(f"a match of {seats} seats has not ended after {ACTIONS:,} actions")


def _agreed(rules: Rules[Any, Any, Any, Any], kind: CardRules, seats: int, random: Random) -> Any:
    """Return options of a match, mostly random ones for a short match; the default ones if the set does not
    allow any of a few. Raises `BadOptions` if it does not allow those.
    """
    for _ in range(TRIES):
        given = {name: random.choice(values) for name, values in kind.options.items()}
        with suppress(BadOptions):
            return rules.normalize(rules.Options(**given), seats)
    return rules.normalize(rules.Options(), seats)


def _awaited(rules: Rules[Any, Any, Any, Any], state: Any, random: Random) -> tuple[Seat, Sequence[Any]]:
    """Return a random awaited seat and its legal actions. An awaited seat must have some, and another seat
    none.
    """
    awaited, able = rules.to_act(state), rules.may_act(state)
    assert awaited, "a match that is not over awaits somebody"
    assert awaited <= able, "who is awaited may act"
    listed = [rules.legal(state, seat) for seat in range(state.seats)]
    assert {seat for seat, legal in enumerate(listed) if legal} == able, "who may act can do something"
    seat = random.choice(sorted(awaited))
    return seat, listed[seat]


def _step(rules: Rules[Any, Any, Any, Any], state: Any, seat: Seat, action: Any, rng: Stream) -> None:
    """Carry out an action. A legal action must not be refused: `IllegalAction` is an error."""
    rules.apply(state, seat, action, rng)


def _look(rules: Any, wording: AnyWording, state: Any, seat: Seat, names: Sequence[str]) -> None:
    wording.status(rules.view(state, seat), names)


def _by_computers(random: Random) -> bool:
    return random.randrange(COMPUTERS) == 0


def _chosen(legal: Sequence[Any], decks: Sequence[str], random: Random) -> Action:
    """Return a random legal action, but for decks one of these if there is one."""
    own = [action for action in legal if getattr(action, "deck", None) in decks] if decks else []
    return random.choice(own or legal)


def run(number: int, seconds: float, seed: int, games: Sequence[str]) -> list[str]:
    """Play this number of sets of each game; print the longest block of the loop, and return the matches that
    stopped or blocked it too long.
    """
    return [fault for game in games or CARD_GAMES for fault in _run(game, number, seconds, seed)]


def _run(game: str, number: int, seconds: float, seed: int) -> list[str]:
    sets, began, played, longest, faults = Sets(game, seed), time.monotonic(), 0, 0.0, list[str]()
    told = began
    for each in count():
        if played >= number or len(faults) >= ENOUGH or time.monotonic() - began > seconds:
            break
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            print(f"{game}: {played:,} of {each:,} sets, {sets.generator.covered()}", flush=True)
        try:
            taken = sets.set(each)
            stall = _stall(game, taken, f"match {each}") if taken is not None else None
        except BadOptions:  # no match begins, for want of a legal deck
            continue
        except Exception as fault:
            faults.append(f"{game}: set {each} of seed {seed}: {type(fault).__name__}: {fault}"[:300])
            print(f"WRONG: {faults[-1]}", flush=True)
            continue
        if stall is None:
            continue
        played, longest = played + 1, max(longest, stall)
        if stall > LONGEST and stall > LONGEST * max(1.0, spin() / USUAL_SPIN):
            faults.append(f"{game}: set {each} of seed {seed} holds the loop for {stall * 1000:.0f} ms")
    print(
        f"{game}: {played:,} accepted card sets played to the end, the longest stall {longest * 1000:.1f} ms;"
        f" {sets.generator.covered()}",
        *sets.generator.uncovered(),
        sep="\n  ",
        flush=True,
    )
    return faults


def _stall(game: str, taken: Taken, seed: str) -> float:
    """Return the longest block of the loop in a match, in seconds; for a slow match the minimum of some."""
    least = math.inf
    for _ in range(TRIES):
        watch = Stopwatch()
        play(game, taken, Random(seed), watch)
        least = min(least, watch.longest)
        if least <= LONGEST:
            break
    return least
