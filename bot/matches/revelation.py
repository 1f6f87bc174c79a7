"""Whether an action has shown anybody hidden information.

Lists of facts cannot tell, so worlds are compared. A viewer's view before the action fits many worlds
(`Rules.resample`). If the same happens in all of them, the viewer cannot have learnt which one is true.
Panels, autocomplete and pictures are made from a view and its legal actions alone, so that these stand for
all that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from bot.engine.contract import Action, AnyRules, Event, Seat, Viewer
from bot.engine.errors import Refusal
from bot.engine.fair import Stream

WORLDS = 12
"""The number of worlds compared with the true one. Information that one in four worlds would show escapes all
twelve three times in a hundred; a look at a hand never does.
"""
MOST_LEGAL = 500
"""The maximum number of legal actions to compare; beyond it only their number is compared."""
MOST_TRIED = 60
"""The most actions that are tried in a world for one that looks the same to everybody."""


class UndoneAction(NamedTuple):
    """An action of a seat, and the state before it. It used no randomness."""

    rules: AnyRules
    before: Any
    seats: int
    seat: Seat
    action: Action


class Result(NamedTuple):
    """The result of an action in one world."""

    after: Any
    events: Sequence[Event]


def shows_nothing(undone: UndoneAction, rng: Stream) -> bool:
    """Whether an action has revealed no hidden information. `rng` draws the worlds.

    The answer depends on the knowledge of the acting seat and of the public, except if the action showed
    something to another seat only; that it did is no secret.
    """
    result = _tried(undone, undone.before, undone.action)
    if result is None:
        return False
    return (
        _shows_others_nothing_alone(undone, result)
        and _shows_the_doer_nothing(undone, result, rng)
        and _shows_the_public_nothing(undone, result, rng)
    )


def _shows_the_doer_nothing(undone: UndoneAction, result: Result, rng: Stream) -> bool:
    """Whether the action has the same result in each world that the acting seat cannot exclude."""
    seen = _seen(undone, result, undone.seat)
    return all(
        _looks(undone, world, [undone.action], undone.seat, seen)
        for world in _worlds(undone, undone.seat, rng)
    )


def _shows_the_public_nothing(undone: UndoneAction, result: Result, rng: Stream) -> bool:
    """Whether some action looks the same to the public in each world that the public cannot exclude.

    It need not be the same action: the seat's choice among its own hidden things may be its secret.
    """
    seen = _seen(undone, result, None)
    if seen == _seen(undone, Result(undone.before, ()), None):
        return True
    return all(
        _looks(undone, world, _alike(undone, world), None, seen) for world in _worlds(undone, None, rng)
    )


def _shows_others_nothing_alone(undone: UndoneAction, result: Result) -> bool:
    """Whether the other seats' views beyond the public's are the same before and after."""
    rules = undone.rules
    public = [rules.view(state, None) for state in (undone.before, result.after)]
    for other in set(range(undone.seats)) - {undone.seat}:
        own = [rules.view(state, other) for state in (undone.before, result.after)]
        before, after = [_beyond(*map(msgspec.to_builtins, pair)) for pair in zip(own, public, strict=True)]
        if before != after:
            return False
    return True


def _worlds(undone: UndoneAction, viewer: Viewer, rng: Stream) -> Iterable[Any]:
    """Yield states that fit a viewer's view before the action."""
    view = undone.rules.view(undone.before, viewer)
    return (undone.rules.resample(view, rng) for _ in range(WORLDS))


def _looks(undone: UndoneAction, world: Any, actions: Iterable[Action], viewer: Viewer, seen: bytes) -> bool:
    """Whether one of these actions, done in a world, shows a viewer exactly this."""
    results = (_tried(undone, world, action) for action in actions)
    return any(result is not None and _seen(undone, result, viewer) == seen for result in results)


def _alike(undone: UndoneAction, world: Any) -> Iterable[Action]:
    """Yield the action, and others of its type that the acting seat could do in a world."""
    yield undone.action
    legal = undone.rules.legal(world, undone.seat)
    yield from islice((each for each in legal if type(each) is type(undone.action)), MOST_TRIED)


def _tried(undone: UndoneAction, state: Any, action: Action) -> Result | None:
    """Return the result of an action of the acting seat; None where it is refused or needs randomness."""
    after, rng = undone.rules.clone(state), Stream("trial", bytes(32))
    try:
        events = undone.rules.apply(after, undone.seat, action, rng)
    except Refusal:
        return None
    return None if rng.draws else Result(after, events)


def _seen(undone: UndoneAction, result: Result, viewer: Viewer) -> bytes:
    """Return all that a viewer could know of a state and of the actions before it."""
    rules, state = undone.rules, result.after
    able = rules.may_act(state)
    legal = rules.legal(state, viewer) if viewer is not None and viewer in able else ()
    told = [fact for event in result.events if (fact := event.seen_by(viewer)) is not None]
    possible = len(legal), list(islice(legal, MOST_LEGAL))
    waiting = sorted(rules.to_act(state)), sorted(able), rules.window(state), rules.outcome(state)
    return msgspec.json.encode((rules.view(state, viewer), possible, waiting, told))


def _beyond(own: Any, public: Any) -> Any:
    """Return the parts of a value (in builtins) that the public value lacks; None for none."""
    if own == public:
        return None
    if isinstance(own, Mapping) and isinstance(public, Mapping):
        return {key: _beyond(each, public.get(key)) for key, each in own.items() if each != public.get(key)}
    if isinstance(own, list | tuple) and isinstance(public, list | tuple) and len(own) == len(public):
        pairs = enumerate(zip(own, public, strict=True))
        return {place: _beyond(*pair) for place, pair in pairs if pair[0] != pair[1]}
    return own
