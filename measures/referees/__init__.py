"""Referees: a second, plain implementation of each game, written from the rulings and not from the product.

A referee follows a match of the product action by action, with the product's own dice, and says at each step
who is awaited, what each seat may do, and how the table then stands. Where the two differ, one of them is
wrong; the ruling decides which. `python -m measures.referees papyrus --matches 2000 --seed 1` plays.

Each game has a module of this package, named by its key without hyphens. It holds

    class Referee(Table)     the game
    def read(state)          what the rulings speak of in a state of the product: the form of `Table.facts`
    def variant(rng, seats)  random options as a person may give them, by name, valid for so many seats

and may hold two more:

    def seen(view)           what the rulings speak of in a view: the form of `Table.sight`
    def refused(rng, seats)  options that the rulings forbid, by name

Actions are plain dicts, as they are stored: {"do": "move", "unit": 3, "to": 17}.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from math import inf
from time import monotonic, process_time
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from bot.engine.contract import Resign
from bot.engine.errors import BadOptions, IllegalAction
from bot.engine.fair import Draw, Stream
from bot.engine.players.opponent import RandomPlayer
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.options import offered_options, read_options

Act = dict[str, Any]
Facts = dict[str, Any]
T = TypeVar("T")

RESIGN: Act = {"do": "resign"}


class DifferenceError(Exception):
    """The product and the referee do not agree; the message says in what."""


class Over(Exception):  # noqa: N818 - not an error
    """The match has ended."""


class SeatLeft(Exception):  # noqa: N818 - not an error
    """The seat that was asked has resigned."""


def missing(what: str) -> Any:
    """Say what a referee does not cover. Raises `DifferenceError`."""
    raise DifferenceError(f"the referee does not cover {what}")


class Dice:
    """The draws that the product made for one action, handed out again in order."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        self._draws = list(draws)

    def roll(self, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the faces of so many dice, rolled at once."""
        draw = self._next("roll", f"{count} dice of {sides} sides")
        if (draw.count, draw.sides) != (count, sides):
            raise DifferenceError(f"{draw.count} dice of {draw.sides} were rolled, not {count} of {sides}")
        return draw.result

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in the order of the product's shuffle."""
        draw = self._next("shuffle", f"a shuffle of {len(items)}")
        if draw.size != len(items):
            raise DifferenceError(f"{draw.size} things were shuffled ({draw.purpose}), not {len(items)}")
        return [items[index] for index in draw.result]

    def pick(self, items: Sequence[T]) -> T:
        """Return the item that the product picked."""
        draw = self._next("pick", f"a pick of {len(items)}")
        if draw.size != len(items):
            raise DifferenceError(f"one of {draw.size} was picked ({draw.purpose}), not one of {len(items)}")
        return items[draw.result[0]]

    def purpose(self) -> str:
        """Return the purpose of the next draw; "" if there is none."""
        return self._draws[0].purpose if self._draws else ""

    def check_used(self) -> None:
        """Raise `DifferenceError` if the product drew more than the referee asked for."""
        if self._draws:
            raise DifferenceError(
                f"the product drew more: {[(draw.purpose, draw.kind) for draw in self._draws]}"
            )

    def _next(self, kind: str, wanted: str) -> Draw:
        if not self._draws:
            raise DifferenceError(f"the product did not draw {wanted}")
        draw = self._draws.pop(0)
        if draw.kind != kind:
            raise DifferenceError(f"the product drew {draw.kind} for {draw.purpose!r}, not {wanted}")
        return draw


class Table(ABC):
    """A match as a referee keeps it. It is made with the normalized options, as plain values."""

    @abstractmethod
    def __init__(self, options: Mapping[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        """Set the match up. `start` is the product's, for what no ruling decides (see `act`)."""

    @abstractmethod
    def awaited(self) -> set[int]:
        """Return the seats to act; none at the end."""

    def may_act(self) -> set[int]:
        """Return the seats that can act: the awaited ones, and those that may change a choice."""
        return self.awaited()

    @abstractmethod
    def legal(self, seat: int) -> Iterable[Act]:
        """Return every legal action of a seat but resigning, in any order."""

    @abstractmethod
    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        """Carry out an action. `after` is how it stands in the product: only for what no ruling decides, such
        as which squad of a list is taken; what it says is checked as far as the rulings go.
        """

    @abstractmethod
    def facts(self) -> Facts:
        """Return how the match stands, in the form of the module's `read`."""

    @abstractmethod
    def result(self) -> Facts | None:
        """Return {"winners": (...), "scores": (...)}, or None while the match goes on."""

    def late(self, seat: int) -> Act | None:
        """Return what is done for a seat whose time is up; None if no ruling says it."""
        return None

    def ordered(self, seat: int) -> Iterable[tuple[Act, Act | None]]:
        """Yield standing orders of a seat, as plain values, each with the answer they give now, if any."""
        return ()

    def sight(self, viewer: int | None) -> Facts:
        """Return what a viewer may see, in the form of the module's `seen`."""
        raise NotImplementedError


class Report(msgspec.Struct):
    """The matches played so far."""

    matches: int = 0
    ended: int = 0
    positions: int = 0
    """Comparisons of a whole position: who is awaited, all legal lists, all facts, the result."""
    listed: int = 0
    """Legal actions compared."""
    refused: int = 0
    """Actions that are not legal and were refused by the product."""
    ordered: int = 0
    """Answers of standing orders compared."""
    differences: list[str] = msgspec.field(default_factory=list)
    cpu_seconds: float = 0.0
    at_length: bool = False
    """Whether differences are told with the whole position."""
    kinds: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each kind of action was done."""
    ends: dict[str, int] = msgspec.field(default_factory=dict)
    """How often matches ended for each reason."""


def referee_of(key: str) -> ModuleType:
    """Return the module of a game's referee."""
    return import_module(f"measures.referees.{key.replace('-', '')}")


def play(game: Game, seed: str, number: int, report: Report, most_actions: int = 5000) -> None:
    """Play one match in both, to its end or to the first difference, which is added to the report."""
    module, rng, begin = referee_of(game.key), random.Random(f"{seed}/{number}"), process_time()
    report.matches += 1
    where = f"match {number}"
    try:
        said, seats, options = _case(game, module, number, rng)
        where = f"match {number}, {seats} seats, {said}"
        _Match(game, module, options, seats, rng, report).play(most_actions)
    except DifferenceError as fault:
        report.differences.append(f"{where} (--seed {seed} --only {number}): {fault}")
    except Exception as fault:  # an error of one of both ends this match, not the others
        if report.at_length:
            raise
        report.differences.append(f"{where} (--seed {seed} --only {number}): {fault!r}")
    report.cpu_seconds += process_time() - begin


def _case(game: Game, module: ModuleType, number: int, rng: random.Random) -> tuple[str, int, Any]:
    """Return the words, the seats and the options of match `number`: by turns each set-up with each number of
    seats, and random options, half of them as offered to people, half as they are.
    """
    every = [(name, seats) for seats in game.seats for name in game.setups]
    if number % 2 == 0:
        name, seats = every[number // 2 % len(every)]
        return name, seats, offered_options(game.rules, game.setups[name].of(seats).options, seats)
    seats = list(game.seats)[number // 2 % len(game.seats)]
    given = module.variant(rng, seats)
    if hasattr(module, "refused"):
        _refuse_options(game, module.refused(rng, seats), seats)
    read = rng.choice((offered_options, read_options))
    return (
        f"{given} {'offered' if read is offered_options else 'bare'}",
        seats,
        read(game.rules, given, seats),
    )


def _refuse_options(game: Game, given: Mapping[str, Any], seats: int) -> None:
    try:
        read_options(game.rules, given, seats)
    except BadOptions:
        return
    raise DifferenceError(f"the product accepts {given} for {seats} seats")


class _Match:
    """A match in play: the product's state, the referee's table, and who chooses."""

    def __init__(
        self, game: Game, module: ModuleType, options: Any, seats: int, rng: random.Random, report: Report
    ) -> None:
        self.game, self.rules, self.module, self.seats = game, game.rules, module, seats
        self.options, self.rng, self.report = options, rng, report
        self.done = 0
        computers = [each for each in game.computers if not each.searches] or [RandomPlayer()]
        share = rng.choice((0.0, 0.5, 1.0))
        self.players = [rng.choice(computers) if rng.random() < share else None for _ in range(seats)]
        self.resigning = rng.choice((0.0, 0.0, 0.0, 0.004, 0.02))
        self.former: list[tuple[int, Any, Act]] = []
        """Actions that were legal at some time, to be tried when they are not."""

    def play(self, most_actions: int) -> None:
        """Play the match. Raises `DifferenceError`."""
        try:
            self._play(most_actions)
        except DifferenceError as fault:
            raise DifferenceError(f"after {self.done} actions: {fault}") from None

    def _play(self, most_actions: int) -> None:
        stream = Stream("referee", self.rng.randbytes(32), [""] * self.seats)
        state = self.rules.setup(self.options, self.seats, stream)
        options, dice = msgspec.to_builtins(self.options), Dice(stream.draws)
        table = self.module.Referee(options, self.seats, dice, self.module.read(state))
        dice.check_used()
        while True:
            legal = self._compare(state, table)
            if not legal or self.done >= most_actions:
                break
            seat, action = self._choose(state, legal)
            plain, drawn = msgspec.to_builtins(action), len(stream.draws)
            before = deepcopy(table.facts()) if self.report.at_length else None
            try:
                self.rules.apply(state, seat, action, stream)
            except IllegalAction as fault:
                raise DifferenceError(f"the product refuses seat {seat} the legal {plain}: {fault}") from None
            self.done += 1
            self.report.kinds[plain["do"]] = self.report.kinds.get(plain["do"], 0) + 1
            dice = Dice(stream.draws[drawn:])
            try:
                table.act(seat, plain, dice, self.module.read(state))
                dice.check_used()
                self._same_facts(state, table)
            except DifferenceError as fault:
                here = f" (before: {before})" if self.report.at_length else ""
                raise DifferenceError(f"seat {seat} does {plain}: {fault}{here}") from None
        outcome = self.rules.outcome(state)
        if outcome is not None:
            self.report.ended += 1
            self.report.ends[outcome.why] = self.report.ends.get(outcome.why, 0) + 1

    def _compare(self, state: Any, table: Any) -> dict[int, dict[str, Any]]:
        """Compare the position; return the product's legal actions by seat and by their text."""
        self._same_facts(state, table)
        self.report.positions += 1
        _same("awaited", table.awaited(), set(self.rules.to_act(state)))
        _same("may act", table.may_act(), set(self.rules.may_act(state)))
        legal = {}
        for seat in range(self.seats):
            theirs = list(self.rules.legal(state, seat))
            own = {_text(action) for action in table.legal(seat)}
            listed = {_text(msgspec.to_builtins(action)): action for action in theirs}
            if len(listed) < len(theirs):
                raise DifferenceError(f"the product lists an action of seat {seat} twice")
            if own != listed.keys():
                here = f" (at: {table.facts()})" if self.report.at_length else ""
                raise DifferenceError(
                    f"legal for seat {seat}: only in the product {sorted(listed.keys() - own)[:12]}, "
                    f"only by the rulings {sorted(own - listed.keys())[:12]}{here}"
                )
            self.report.listed += len(own)
            late = table.late(seat) if seat in table.awaited() else None
            if late is not None:
                _same("time up", late, msgspec.to_builtins(self.rules.timeout_action(state, seat)))
            for orders, answer in table.ordered(seat) if listed else ():
                given = msgspec.convert(orders, self.rules.ordered.Orders)
                said = self.rules.ordered.answer_by_orders(self.rules.view(state, seat), theirs, given)
                _same(f"{orders} of seat {seat}", answer, said and msgspec.to_builtins(said))
                self.report.ordered += 1
            if listed:
                legal[seat] = listed
        self._refuse(state, legal)
        return legal

    def _same_facts(self, state: Any, table: Any) -> None:
        own, theirs = table.facts(), self.module.read(state)
        for name in {**own, **theirs}:
            _same(name, own.get(name), theirs.get(name))
        outcome = self.rules.outcome(state)
        result = None if outcome is None else {"winners": outcome.winners, "scores": outcome.scores}
        _same("result", table.result(), result)
        if hasattr(self.module, "seen"):
            for viewer in (None, *range(self.seats)):
                shown, own = self.module.seen(self.rules.view(state, viewer)), table.sight(viewer)
                for name in {**own, **shown}:
                    _same(f"{name} as seat {viewer} sees it", own.get(name), shown.get(name))

    def _refuse(self, state: Any, legal: Mapping[int, Mapping[str, Any]]) -> None:
        """Try an action that was legal once and is not now: the product refuses it and draws nothing."""
        for _ in range(min(2, len(self.former))):
            seat, action, plain = self.rng.choice(self.former)
            if _text(plain) in legal.get(seat, {}):
                continue
            scratch = Stream("scratch", bytes(32), [""] * self.seats)
            try:
                self.rules.apply(self.rules.clone(state), seat, action, scratch)
            except IllegalAction:
                _same("draws of a refused action", [], scratch.draws)
                self.report.refused += 1
            else:
                raise DifferenceError(f"the product lets seat {seat} do {plain}, which is not legal")
        for seat, listed in legal.items():
            action = listed[self.rng.choice(sorted(listed))]
            self.former.append((seat, action, msgspec.to_builtins(action)))
        self.former = self.former[-60:]

    def _choose(self, state: Any, legal: Mapping[int, Mapping[str, Any]]) -> tuple[int, Any]:
        """Return a seat and its action: the computer's, or one by chance, each kind of action as often."""
        rng, awaited = self.rng, sorted(self.rules.to_act(state))
        if rng.random() < self.resigning:
            return rng.choice(
                [one for one in range(self.seats) if not self.rules.is_out(state, one)]
            ), Resign()
        seat = rng.choice(awaited if rng.random() < 0.9 else sorted(legal))
        player = self.players[seat]
        if player is not None and seat in awaited:
            listed = self.rules.legal(state, seat)
            return seat, player.choose(self.rules, self.rules.view(state, seat), listed, rng)
        kinds: dict[Any, list[str]] = {}
        for text, action in sorted(legal[seat].items()):
            kinds.setdefault(type(action), []).append(text)
        return seat, legal[seat][rng.choice(rng.choice(list(kinds.values())))]


def _text(action: Mapping[str, Any]) -> str:
    return msgspec.json.encode(action, order="sorted").decode()


def _same(name: str, own: Any, theirs: Any) -> None:
    """Raise `DifferenceError` for two values that differ; of lists and mappings it names what differs."""
    if own == theirs:
        return
    if isinstance(own, (list, tuple)) and isinstance(theirs, (list, tuple)) and len(own) == len(theirs):
        own, theirs = dict(enumerate(own)), dict(enumerate(theirs))
    if isinstance(own, dict) and isinstance(theirs, dict):
        places = [key for key in {**own, **theirs} if own.get(key) != theirs.get(key)]
        if not places:
            raise DifferenceError(f"{name}: a list in one, a tuple in the other")
        own, theirs = ({key: each.get(key) for key in places} for each in (own, theirs))
    raise DifferenceError(f"{name}: by the rulings {own}, in the product {theirs}")


def play_all(
    key: str,
    matches: Iterable[int],
    seed: str,
    tell: Callable[[str], None] = print,
    *,
    at_length: bool = False,
    seconds: float = inf,
) -> Report:
    """Play these matches of a game, telling each difference; return the report.

    No match begins after so many seconds.
    """
    report, told = Report(at_length=at_length), 0
    begin = monotonic()
    for number in matches:
        if monotonic() - begin > seconds:
            break
        play(GAMES[key], seed, number, report)
        for fault in report.differences[told:]:
            tell(fault)
        told = len(report.differences)
    return report
