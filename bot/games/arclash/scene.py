"""Example positions written as text, for the pages of the rules and for tests.

    phase: support, turn 3, score 10
    order: 2 1
    seat 1: Ann, 4 points, won
    stack: TID-01 TID-04
    power: +50 COM-02, -25 MOT-13
    supports: COM-02
    hand: 6
    seat 2: Ben, passed
    ...

These lines are about the match, each of them optional:

    phase: advance            decks, openers, start, advance, battle, support, end, renew or over; `turn 3`
                              and `score 10` (the points that win) after commas
    order: 2 1                of the Support stage; `order: 2 1, now 1` says who is on turn, else the first
    over: 1, The winning score is reached    who has won, and why; or `over: draw, ...`
    told: played seat=1 shown=TID-12         a fact that has just happened: its tag, its fields as words

`seat 1: Ann` begins a player; after commas may follow `4 points`, `ready`, `stands` or `passed`, `won` or
`lost` (the last battle) and `out` (has resigned). The lines below are about that player, each optional:

    stack: TID-01 TID-04      the Character stack, the Level 1 first
    supports: TID-12          the Supports in play, oldest first
    power: +50 TID-12         what effects have added to the power, or taken; `next-turn` or `stack` after the
                              card tells how long. What cards do all the time is found out by the rules
    guard: STO-12 debuff discard, turn       a shield, what it guards against and how long
    discard: TID-13 2xTID-14  the discard pile, the latest card last
    hand: 6                   how many cards; 8 unless told. The deck has what is left of 30 cards

and these are what only this player sees, so that the scene is seen by this player:

    plays: reading-light      the ready deck it plays with, which all its cards come from; always needed
    hand: TID-05 2xTID-06     its hand
    placed: TID-05            which of them it has put face down; in the opening, a card of its deck
    paying: TID-06            which of them it will discard for that
    deck: TID-09 TID-08       the top cards of its deck
    ask: TID-01 start-of-turn a card of its that asks it something, and what has set it off

The position is made by the rules: cards that are not in the deck, stacks that go down, a card that asks
nothing are faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from bot.engine.cards import machine
from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.engine.language import N_
from bot.engine.wording import Scene
from bot.games.arclash.options import Options
from bot.games.arclash.rules import ArclashRules
from bot.games.arclash.scenefacts import read_fact
from bot.games.arclash.sceneseat import Effect, SceneSeat, numbers_of, parts_of
from bot.games.arclash.state import ArclashState, Boost, Guarding
from bot.games.arclash.table import ArclashTable
from bot.games.arclash.triggers import queue
from bot.games.arclash.view import NOBODY

_LINE = re.compile(r"(seat [1-6]|[a-z]+):\s*(.*)", re.ASCII)
_PHASES = ("decks", "openers", "start", "advance", "battle", "support", "end", "renew", "over")
_OPENING = ("decks", "openers")


def read_scene(text: str, rules: ArclashRules) -> Scene:
    """Return the position and the facts. Raises `ValueError` with the line at fault."""
    script = _Script(rules)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                script.take(line.strip())
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
    return script.scene()


class _Script:
    """What the lines have said so far."""

    def __init__(self, rules: ArclashRules) -> None:
        self._rules = rules
        self._pool = rules.library.standard
        self._rng = Stream("scene", bytes(32))
        self._phase: Any = "advance"
        self._numbers = {"turn": 1, "score": 10}
        self._order: tuple[Seat, ...] = ()
        self._current = NOBODY
        self._over: tuple[tuple[Seat, ...], str] | None = None
        self._seats: list[SceneSeat] = []
        self._told: list[tuple[str, str]] = []

    def take(self, line: str) -> None:
        """Take in one line. Raises `ValueError`."""
        said = _LINE.fullmatch(line)
        if said is None:
            raise ValueError(f'"{line[:40]}" is not a line such as "stack: TID-01".')
        word, rest = said[1], said[2].strip()
        if word.startswith("seat "):
            self._begin_seat(int(word[5:]), rest)
        elif word in _OF_MATCH:
            _OF_MATCH[word](self, rest)
        elif not self._seats:
            raise ValueError(f'"{word}" is not known of a match: {", ".join(_OF_MATCH)}, or "seat 1: Ann".')
        else:
            self._seats[-1].take(word, rest)

    def _begin_seat(self, number: int, rest: str) -> None:
        if number != len(self._seats) + 1:
            raise ValueError(f"seat {len(self._seats) + 1} comes next, not seat {number}.")
        self._seats.append(SceneSeat(number - 1, rest, self._pool))

    def say_phase(self, rest: str) -> None:
        """Take the phase, with the turn and the winning score."""
        phase, *more = parts_of(rest)
        if phase not in _PHASES:
            raise ValueError(f'"{phase[:20]}" is not a phase: {", ".join(_PHASES)}.')
        self._phase = phase
        for part in more:
            said = re.fullmatch(r"(turn|score) (\d{1,3})", part)
            if said is None:
                raise ValueError(f'"{part[:20]}" is not known of a phase: write "turn 3" or "score 10".')
            self._numbers[said[1]] = int(said[2])

    def say_order(self, rest: str) -> None:
        """Take the order of the Support stage."""
        order, *now = parts_of(rest)
        self._order = tuple([number - 1 for number in numbers_of(order)])
        self._current = numbers_of(now[0].removeprefix("now"))[0] - 1 if now else self._order[0]

    def say_over(self, rest: str) -> None:
        """Take the end of the match."""
        winners, _, why = rest.partition(",")
        won = () if winners == "draw" else tuple([number - 1 for number in numbers_of(winners)])
        self._phase, self._over = "over", (won, why.strip() or N_("The match has ended"))

    def say_told(self, rest: str) -> None:
        """Take a fact."""
        tag, _, words = rest.partition(" ")
        read_fact(tag, words, lambda _: 0)
        self._told.append((tag, words))

    # What comes of it

    def scene(self) -> Scene:
        """Return the position. Raises `ValueError`."""
        if len(self._seats) < 2:
            raise ValueError("a scene has at least two seats: write seat 1: Ann and seat 2: Ben.")
        owners = [seat for seat in self._seats if seat.sees]
        if len(owners) > 1:
            raise ValueError("only one seat can be the one that sees: of the others say how many cards.")
        owner = owners[0] if owners else None
        state = self._state()
        asked = self._ask(state, owner) if owner is not None and owner.asking else ()
        view = self._rules.view(state, owner.seat if owner is not None else None)
        told = tuple([read_fact(tag, words, self._known) for tag, words in self._told])
        return Scene(view, tuple([seat.name for seat in self._seats]), (*told, *asked))

    def _state(self) -> ArclashState:
        phase = self._phase
        built = [seat.build(phase, self._rng) for seat in self._seats]
        turn = 0 if phase in _OPENING else self._numbers["turn"]
        sides = tuple([one.side for one in built])
        over = self._over and Outcome(self._over[0], tuple([side.score for side in sides]), self._over[1])
        options = Options(score=self._numbers["score"])
        state = ArclashState(
            options=self._rules.settle(options, len(built)),
            seats=len(built),
            phase=phase,
            sides=sides,
            lists=tuple([one.cards for one in built]),
            numbers=tuple([one.numbers for one in built]),
            turn=turn,
            boosts=tuple([self._boost(each, turn) for seat in self._seats for each in seat.boosts]),
            guards=tuple([self._guarding(each, turn) for seat in self._seats for each in seat.guards]),
            order=self._order,
            current=self._current,
            outcome=over,
        )
        self._check(state)
        return state

    def _check(self, state: ArclashState) -> None:
        seats = range(state.seats)
        if state.phase == "support" and (sorted(state.order) != list(seats) or state.current not in seats):
            raise ValueError("the Support stage has an order of all seats: write order: 2 1.")

    def _boost(self, effect: Effect, turn: int) -> Boost:
        return Boost(self._known(effect.source), effect.target, effect.by, effect.ends(turn))

    def _guarding(self, effect: Effect, turn: int) -> Guarding:
        return Guarding(self._known(effect.source), effect.target, effect.against, effect.ends(turn))

    def _known(self, number: str) -> Card:
        """Return a card that lies open, by its set number."""
        for seat in self._seats:
            if (card := seat.known(number)) is not None:
                return card
        raise ValueError(f"{number} is not among the cards of the scene.")

    def _ask(self, state: ArclashState, owner: SceneSeat) -> tuple[Any, ...]:
        """Let the card ask, and return what has happened up to its question."""
        assert owner.asking is not None, "there is a card that asks"
        number, trigger = owner.asking
        table = ArclashTable(state, self._pool, self._rng)
        queue(table, owner.seat, (self._known(number),), trigger)
        state.program = machine.run(state.program, table, self._rng)
        state.acted = state.phase == "support"
        if state.program.question is None:
            raise ValueError(f"{number} asks nothing, set off by {trigger}.")
        facts = [event.seen_by(owner.seat) for event in table.events]
        return tuple([fact for fact in facts if fact is not None])


_OF_MATCH: Mapping[str, Callable[[_Script, str], None]] = MappingProxyType(
    {
        "phase": _Script.say_phase,
        "order": _Script.say_order,
        "over": _Script.say_over,
        "told": _Script.say_told,
    }
)
