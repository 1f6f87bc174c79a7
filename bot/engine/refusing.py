"""Refusals of games as messages, whose placeholders are printed by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from bot.base.language import gettext
from bot.engine.errors import IllegalAction

QueriesT = TypeVar("QueriesT")


class Refusals(Generic[QueriesT]):
    """Words refusals for a match that `queries` reads.

    `called` prints the values of placeholders: a card with its name, a square with its name. Other values are
    used unchanged.
    """

    def __init__(self, called: Mapping[str, Callable[[QueriesT, Any], str]]) -> None:
        self._called = called

    def say(self, queries: QueriesT, message: str, **values: Any) -> str:
        """Return a message in the current language."""
        called = {word: self._called[word](queries, values[word]) for word in values.keys() & self._called}
        return gettext(message, **{**values, **called})

    def refusal(self, queries: QueriesT, message: str, **values: Any) -> IllegalAction:
        """Return a refusal with a message."""
        return IllegalAction(self.say(queries, message, **values))
