"""The names of phases and marks, shared by sentences and pictures."""

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
"""The names of phases, for `pgettext("phase", …)`."""
MARKS: Mapping[str, str] = {
    "leader": N_("Leader", "mark"),
    "champion": N_("Champion", "mark"),
    "legend": N_("Legend", "mark"),
}
"""The names of marks, for `pgettext("mark", …)`."""
