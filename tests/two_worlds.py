"""Noninterference: a viewer observes the same in the true world and in one it cannot distinguish from it.

`Rules.resample(view)` makes the second world: it draws all data that the viewer does not know again. Any
difference that the viewer can observe between the two worlds is a leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec

from bot.engine.contract import Event, Rules, Seat, Viewer
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream

Observable: TypeAlias = Callable[[Any, Sequence[Any]], bytes]
"""Makes an observation from a view and its seat's legal actions: a picture, a payload, autocomplete."""
Battery: TypeAlias = Callable[[Any], Iterable[Any]]
"""Returns the actions to try in a view, mainly illegal ones, whose refusals might reveal something."""


class Leak(AssertionError):  # noqa: N818 - named for what it is, as the house's refusals are
    """The viewer can distinguish the two worlds; the message says by what."""


class TwoWorlds:
    """Compares two worlds of one game. `check` raises `Leak`.

    `battery` returns the actions whose refusals are compared. `reveals` has the types of facts that may
    reveal hidden information. If an action causes one, the facts of these types are compared only by type and
    order, all other facts completely, and the comparison ends. After a fact of a type in `parting` the two
    worlds may have different events, as when all seats reveal their secret choices: only the facts before the
    first of them are compared, and the comparison ends. `glimpse` returns the hidden data that a view may
    show for a while, as when a deck is searched; if an action changes it, the comparison ends. `observables`
    are compared in every position, by name.
    """

    def __init__(
        self,
        rules: Rules[Any, Any, Any, Any],
        battery: Battery,
        reveals: tuple[type, ...] = (),
        observables: Mapping[str, Observable] | None = None,
        steps: int = 6,
        parting: tuple[type, ...] = (),
        glimpse: Callable[[Any], Any] = lambda view: None,
    ) -> None:
        self.rules = rules
        self.battery = battery
        self.reveals = reveals
        self.observables = observables or {}
        self.steps = steps
        self.parting = parting
        self.glimpse = glimpse

    def check(self, state: Any, viewer: Viewer, seed: int) -> None:
        """Compare the worlds now, and after each of a series of actions applied to both."""
        random = Random(seed)
        view = self.rules.view(state, viewer)
        twin = self.rules.resample(view, _dice(random))
        worlds = (self.rules.clone(state), twin)
        for _ in range(self.steps):
            self._compare_positions(worlds, viewer)
            self._compare_refusals(worlds, viewer)
            if not self._go_on(worlds, viewer, random):
                return
        self._compare_positions(worlds, viewer)

    def check_shows_doer_nothing(self, state: Any, seat: Seat, action: Any, seed: int) -> None:
        """Apply an action in the true world and in one that the seat cannot distinguish from it.

        The seat must not distinguish them afterwards either. The action must not draw.
        """
        twin = self.rules.resample(self.rules.view(state, seat), _dice(Random(seed)))
        worlds = (self.rules.clone(state), twin)
        answers = [self._answer(world, seat, action) for world in worlds]
        _same(f"the answer to {action}", *answers)
        facts = [_seen(self.rules.apply(world, seat, action, _dice(Random(0))), seat) for world in worlds]
        _same(f"the facts of {action}", *[msgspec.json.encode(seen) for seen in facts])
        self._compare_positions(worlds, seat)

    def _compare_positions(self, worlds: tuple[Any, Any], viewer: Viewer) -> None:
        views = [self.rules.view(world, viewer) for world in worlds]
        _same("the view", *[msgspec.json.encode(view) for view in views])
        _same("who is awaited", *[sorted(self.rules.to_act(world)) for world in worlds])
        _same("who may act", *[sorted(self.rules.may_act(world)) for world in worlds])
        outcomes = [self.rules.outcome(world) for world in worlds]
        _same("the outcome", *outcomes)
        legal = [self._legal(world, viewer) for world in worlds]
        _same("the legal actions", *[msgspec.json.encode(list(actions)) for actions in legal])
        for name, observable in self.observables.items():
            _same(name, *[observable(view, actions) for view, actions in zip(views, legal, strict=True)])

    def _legal(self, world: Any, viewer: Viewer) -> Sequence[Any]:
        return () if viewer is None else self.rules.legal(world, viewer)

    def _compare_refusals(self, worlds: tuple[Any, Any], viewer: Viewer) -> None:
        if viewer is None:
            return
        for action in self.battery(self.rules.view(worlds[0], viewer)):
            answers = [self._answer(world, viewer, action) for world in worlds]
            _same(f"the answer to {action}", *answers)

    def _answer(self, world: Any, seat: Seat, action: Any) -> Any:
        """Return the refusal's sentence, or the types of the facts that the seat sees."""
        try:
            events = self.rules.apply(self.rules.clone(world), seat, action, _dice(Random(0)))
        except IllegalAction as refusal:
            return refusal.sentence
        seen = _seen(events, seat)
        return _kinds(seen[: self._parts(seen)])

    def _go_on(self, worlds: tuple[Any, Any], viewer: Viewer, random: Random) -> bool:
        """Apply one more action to both worlds; return whether they can still be compared afterwards."""
        found = self._common_action(worlds, random)
        if found is None:
            return False
        seat, action = found
        seed = random.random()
        before = self.rules.view(worlds[0], viewer)
        facts = [
            _seen(self.rules.apply(world, seat, action, _dice(Random(seed))), viewer) for world in worlds
        ]
        parts = min(map(self._parts, facts))
        _same(f"the kinds and order of the facts of {action}", *[_kinds(seen[:parts]) for seen in facts])
        others = [[fact for fact in seen[:parts] if not isinstance(fact, self.reveals)] for seen in facts]
        _same(f"the facts of {action}", *[msgspec.json.encode(seen) for seen in others])
        glimpses = [self.glimpse(self.rules.view(world, viewer)) for world in worlds]
        if parts < max(map(len, facts)) or glimpses != [self.glimpse(before)] * 2:
            return False
        if any(isinstance(fact, self.reveals) for fact in facts[0]):
            return False
        if seat != viewer:
            _told_if_seen(action, facts[0], before != self.rules.view(worlds[0], viewer))
        return True

    def _parts(self, facts: list[Any]) -> int:
        """Return the index of the first `parting` fact; the number of facts if there is none."""
        places = [place for place, fact in enumerate(facts) if isinstance(fact, self.parting)]
        return places[0] if places else len(facts)

    def _common_action(self, worlds: tuple[Any, Any], random: Random) -> tuple[Seat, Any] | None:
        """Return a seat and an action of it that are legal in both worlds."""
        seats = sorted(self.rules.may_act(worlds[0]) & self.rules.may_act(worlds[1]))
        random.shuffle(seats)
        for seat in seats:
            legal = [self.rules.legal(world, seat) for world in worlds]
            for _ in range(20):
                action = legal[0][random.randrange(len(legal[0]))]
                if action in legal[1]:
                    return seat, action
        return None


def _told_if_seen(action: Any, facts: list[Any], seen: bool) -> None:
    """Raise `Leak` unless the viewer is told of another seat's action exactly if the view has changed."""
    if facts and not seen:
        raise Leak(f"{action} of another seat changes nothing that is seen, and yet is told of: {facts}")
    if seen and not facts:
        raise Leak(f"{action} of another seat is not told of, and yet shows in the view")


def _dice(random: Random) -> Stream:
    return Stream("two worlds", random.randbytes(32))


def _seen(events: list[Event], viewer: Viewer) -> list[Any]:
    facts = [event.seen_by(viewer) for event in events]
    return [fact for fact in facts if fact is not None]


def _kinds(facts: list[Any]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def _same(what: str, true: Any, twin: Any) -> None:
    if true != twin:
        start = _where_they_differ(true, twin)
        shown = [f"{repr(value)[start:]:.500}" for value in (true, twin)]
        raise Leak(f"{what} differs: {shown[0]} in the true world, {shown[1]} in the other")


def _where_they_differ(true: Any, twin: Any) -> int:
    """Return the index of the first difference of their texts, less 100 characters of context."""
    letters = enumerate(zip(repr(true), repr(twin), strict=False))
    return max(0, next((place for place, (one, other) in letters if one != other), 0) - 100)
