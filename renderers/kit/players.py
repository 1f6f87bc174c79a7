"""How players are called in pictures and in alt texts, and how it is said that they won."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import listed
from renderers.kit.text import ELLIPSIS, legible, printable

_ROOM = 18
"""Characters of a name in an alt text."""


def drawn_player(names: Sequence[str], seat: int) -> str:
    """Return a player's name as the font can draw it, "Player 2" when nothing readable is left of it."""
    return legible(_given(names, seat), _numbered(seat))


def told_player(names: Sequence[str], seat: int) -> str:
    """Return a player's name for an alt text, "Player 2" when nothing printable is left of it."""
    return told_name(printable(_given(names, seat)) or _numbered(seat))


def told_name(name: str) -> str:
    """Return a name that can be printed as it is told in an alt text: not too long."""
    return name if len(name) <= _ROOM else name[: _ROOM - 1].rstrip() + ELLIPSIS


def winning(players: Sequence[str]) -> str:
    """Return who wins: "Ann wins", "Ann and Ben win"."""
    return ngettext("{players} wins", "{players} win", len(players), players=listed(players))


def _given(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else ""


def _numbered(seat: int) -> str:
    return gettext("Player {number}", number=seat + 1)
