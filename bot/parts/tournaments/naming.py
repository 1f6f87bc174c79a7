"""The titles of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext
from bot.parts.tournaments.formats.model import Format

TITLES: Mapping[Format, str] = {
    "league": N_("League {number}"),
    "cup": N_("Cup {number}"),
    "swiss": N_("Swiss {number}"),
    "knock-out": N_("Knock-out {number}"),
}


def numbered(kind: Format, number: int) -> str:
    """Return the title of a tournament of a format: "Cup 3"."""
    return gettext(TITLES[kind], number=number)
