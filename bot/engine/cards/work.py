"""How much cards may do at once, in units of work: counted and never timed, so that a match comes out the
same wherever and how often it is played again.

A unit is a card that is looked at, a condition that is tried, or an effect; each takes about a microsecond.
"""

from __future__ import annotations

STEP = 10_000
"""Units in one step of a match, which is one action with all that follows from it. No further effect is
carried out in a step that has taken more; what is carried out already comes to its end."""
STANDING = 5_000
"""Units in which the `always` abilities of all cards in play are found out; those that come after them, in
the order of seats and cards, are not in force."""


class Work:
    """Counts the units."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int | None = None) -> None:
        """Count up to a limit, that of a step unless told otherwise."""
        self.limit = STEP if limit is None else limit
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.spent >= self.limit
