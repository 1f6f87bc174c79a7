"""Building blocks of menus, within Discord's limits: selects of at most 25 options, buttons in fives."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.language import gettext
from bot.engine.wording import Choice, Group

OPTIONS = 25
"""Options of a select menu."""
BUTTONS = 5
"""Buttons in a row."""


def select(prompt: str, choices: Sequence[Choice]) -> list[Group]:
    """Return the choices as one select, or as several of about the same length when they are too many."""
    pages = -(-len(choices) // OPTIONS)
    groups = []
    for page in range(pages):
        part = choices[len(choices) * page // pages : len(choices) * (page + 1) // pages]
        groups.append(Group(tuple(part), _spanned(prompt, part) if pages > 1 else prompt))
    return groups


def buttons(choices: Sequence[Choice]) -> list[Group]:
    """Return the choices as rows of at most five buttons; no row for none."""
    return [Group(tuple(choices[i : i + BUTTONS])) for i in range(0, len(choices), BUTTONS)]


def _spanned(prompt: str, part: Sequence[Choice]) -> str:
    return gettext(
        "{prompt} ({first} to {last})", prompt=prompt, first=_short(part[0]), last=_short(part[-1])
    )


def _short(choice: Choice) -> str:
    return choice.label.partition(":")[0]
