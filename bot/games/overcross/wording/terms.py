"""Phases and marks as players read them, and who is awaited: what sentences and pictures share."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.contract import Seat
from bot.engine.language import N_
from bot.games.overcross.rules.view import OvercrossView

PHASES: Mapping[str, str] = {
    "decks": N_("Choosing decks", "phase"),
    "first": N_("Choosing who begins", "phase"),
    "hands": N_("First hands", "phase"),
    "start": N_("Start of the turn", "phase"),
    "cards": N_("Playing cards", "phase"),
    "minor": N_("Minor actions", "phase"),
    "major": N_("Major actions", "phase"),
    "discard": N_("Discarding", "phase"),
    "over": N_("Over", "phase"),
}
"""The phases; said by `pgettext("phase", …)`."""
MARKS: Mapping[str, str] = {
    "leader": N_("Leader", "mark"),
    "champion": N_("Champion", "mark"),
    "legend": N_("Legend", "mark"),
}
"""The marks of Characters; said by `pgettext("mark", …)`."""


def awaited(view: OvercrossView) -> list[Seat]:
    """Return the seats that have to act, as everybody may know it."""
    if view.outcome is not None:
        return []
    if view.question is not None:
        return [view.question.seat]
    if view.phase in ("decks", "hands"):
        return [seat for seat in range(view.seats) if not (view.ready[seat] or view.sides[seat].out)]
    return [view.first] if view.phase == "first" else [view.current]
