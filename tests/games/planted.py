"""Rules with planted leaks, which the noninterference test must detect."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.contract import Event
from tests.games.random_play import viewers
from tests.two_worlds import Leak


def caught(worlds, states) -> bool:
    """Whether a leak is found in these positions; `worlds` returns the comparison of a state for a viewer."""
    for i, state in enumerate(states):
        for viewer in viewers(state):
            try:
                worlds(state, viewer).check(state, viewer, seed=i)
            except Leak:
                return True
    return False


def showing(rules, leak):
    """Return rules whose views contain a hidden part of the state."""

    class ShowsInTheView(type(rules)):
        def view(self, state, viewer):
            return replace(super().view(state, viewer), **leak(state))

    return ShowsInTheView(rules.library)


def telling(rules, kind):
    """Return rules that make the private facts of one type public."""

    def opened(event):
        private = next(iter(event.private.values()), None)
        return Event(private) if isinstance(private, kind) else event

    class ShowsInTheFacts(type(rules)):
        def apply(self, state, seat, action, rng):
            return [opened(event) for event in super().apply(state, seat, action, rng)]

    return ShowsInTheFacts(rules.library)
