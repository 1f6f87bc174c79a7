"""Refusals of games by messages, whose words are printed by what they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from bot.engine.errors import IllegalAction
from bot.engine.language import gettext

QueriesT = TypeVar("QueriesT")


class Refusals(Generic[QueriesT]):
    """Says why something cannot be done, of a match that `queries` reads.

    `called` prints the values of words in braces: a card by its name, a square by its own. Other values stand
    as they are.
    """

    def __init__(self, called: Mapping[str, Callable[[QueriesT, Any], str]]) -> None:
        self._called = called

    def say(self, queries: QueriesT, message: str, **values: Any) -> str:
        """Return a message in the language that is spoken."""
        called = {word: self._called[word](queries, values[word]) for word in values.keys() & self._called}
        return gettext(message, **{**values, **called})

    def refusal(self, queries: QueriesT, message: str, **values: Any) -> IllegalAction:
        """Return a refusal by a message."""
        return IllegalAction(self.say(queries, message, **values))
