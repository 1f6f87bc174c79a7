"""Errors, as sentences for the person who reads them.

Refusal                 a refusal for a player; `str(error)` is the sentence
├── IllegalAction       the rules do not allow this action now
├── UnreadableAction    the typed words are no action
├── BadOptions          the options given when a match is opened do not fit the game
└── Unavailable         the database could not be reached in time; nothing was changed
RulesFault              an error of the program, for users of the command line
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Self, TypeVar

from bot.base.language import gettext

# Refusals of games as messages, whose placeholders are printed by name.


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


class TranslatedError(Exception):
    """An error whose message is a sentence in the language of the person who reads it."""

    @classmethod
    def translated(cls, message: str, /, **values: object) -> Self:
        """Return the error with this message in the current language, with the arguments of `gettext`."""
        return cls(gettext(message, **values))


class Refusal(TranslatedError):  # noqa: N818 - it is no error of the program
    """A request that is refused; the message gives the reason, and what to do instead.

    A refusal never changes anything, and its sentence uses only what the player may know. It is plain text on
    one line. It may repeat a part of the player's input, so it is escaped where it is printed.
    """

    @property
    def sentence(self) -> str:
        """The sentence for the player."""
        return str(self)


class IllegalAction(Refusal):
    """The rules do not allow this action in this position."""


class UnreadableAction(Refusal):
    """The words a player typed do not name an action: an unknown unit, a square off the map."""


class BadOptions(Refusal):
    """The options of a match are out of range or do not fit together."""


class Unavailable(Refusal):
    """The database could not be reached in time; nothing was changed."""


class RulesFault(Exception):  # noqa: N818 - its text is read as a sentence
    """The rules of a game failed in a match between computers; the message names the match and the seat."""
