"""What a roll can be refused for, as sentences for the player.

Refusal
├── BadExpression   the expression cannot be read or goes beyond a limit; it knows the place
├── NoOdds          the expression has no exact odds, or none that can be worked out in time
└── RollRefused     no such roll, not yours to reveal, too many saved
"""

from __future__ import annotations

from bot.engine.errors import Refusal
from bot.engine.visible import hidden

_SHOWN = 44
"""The characters of an expression that fit on one line on a phone."""


class BadExpression(Refusal):
    """An expression that cannot be rolled: `at` is the index in `expression`, from 0."""

    def __init__(self, sentence: str, expression: str, at: int) -> None:
        super().__init__(sentence)
        self.expression = expression
        self.at = max(0, min(at, len(expression)))

    def pointed(self) -> str:
        """Return the expression, or its part near `at`, with a caret below that character.

        Two lines for a code block: control characters become spaces, backticks become apostrophes.
        """
        start = max(0, self.at - _SHOWN // 2) if len(self.expression) > _SHOWN else 0
        shown = self.expression[start : start + _SHOWN]
        before = "…" if start else ""
        after = "…" if start + _SHOWN < len(self.expression) else ""
        clean = "".join(" " if hidden(each) else each for each in shown).replace("`", "'")
        return f"{before}{clean}{after}\n{' ' * (len(before) + self.at - start)}^"


class NoOdds(Refusal):
    """This expression has no exact odds, or they would take too long to compute."""


class RollRefused(Refusal):
    """A request about rolls that is refused for this person."""
