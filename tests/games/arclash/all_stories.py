"""All stories of cards, found in their folder."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable
from importlib import import_module

from tests.games.arclash import stories as folder

_OF_CARDS = r"test_[a-z]{3}_\d\d_"


def stories() -> dict[str, Callable[[], None]]:
    """Return every story by its name."""
    found: dict[str, Callable[[], None]] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        there = vars(import_module(f"{folder.__name__}.{module.name}"))
        found |= {name: one for name, one in there.items() if _is_of_a_card(name)}
    return found


def of_card(number: str) -> Callable[[], None]:
    """Return the story of a card."""
    start = f"test_{number.lower().replace('-', '_')}_"
    (found,) = [one for name, one in stories().items() if name.startswith(start)]
    return found


def _is_of_a_card(name: str) -> bool:
    return re.match(_OF_CARDS, name) is not None
