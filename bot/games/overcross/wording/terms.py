"""Phases and marks as players read them: what sentences and pictures share."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.language import N_

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
