"""What has happened lately in a match, as much of it as is kept at hand.

The bound counts for each viewer what that viewer may know, and nothing else: if it counted what others do in
secret, facts would fall out of sight with it, and so tell of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from bot.engine.contract import Event, Seat, Viewer

Happening: TypeAlias = tuple[int, Event]
"""An event and the number of its action."""

RECENT_FACTS = 500
"""Facts of the present turn and the one before that a viewer is shown, the newest."""


class RecentEvents:
    """Takes in events, the newest first, and keeps those that some viewer is still to be shown."""

    def __init__(self) -> None:
        self._newest_first: list[Happening] = []
        self._shared = 0
        self._alone: Counter[Seat] = Counter()

    @property
    def full(self) -> bool:
        """Whether every viewer knows of enough, so that nothing older is kept."""
        return self._shared >= RECENT_FACTS

    def add(self, happening: Happening) -> None:
        """Take in the next older event."""
        event = happening[1]
        if event.public is not None:
            self._shared += 1
            wanted = self._shared <= RECENT_FACTS
        else:
            self._alone.update(event.private.keys())
            wanted = any(self._shared + self._alone[seat] <= RECENT_FACTS for seat in event.private)
        if wanted:
            self._newest_first.append(happening)

    @property
    def kept(self) -> tuple[Happening, ...]:
        """What is kept, oldest first."""
        return tuple(reversed(self._newest_first))


def latest(happenings: Sequence[Happening], since: int) -> tuple[Happening, ...]:
    """Return the events of actions from number `since` on, those that some viewer is still to be shown."""
    recent = RecentEvents()
    for happening in reversed(happenings):
        if happening[0] >= since and not recent.full:
            recent.add(happening)
    return recent.kept


def recent_facts(happenings: Iterable[Happening], viewer: Viewer) -> tuple[Any, ...]:
    """Return what a viewer may know of these events, the newest `RECENT_FACTS` of it."""
    facts = [event.seen_by(viewer) for _, event in happenings]
    return tuple([fact for fact in facts if fact is not None][-RECENT_FACTS:])
