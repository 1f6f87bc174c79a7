"""What parts say against opening matches and against the time running in them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.engine.errors import Refusal


class Gate:
    """Keeps matches from being opened, and the clocks of whole servers from running.

    Both are decided outside the matches, by those who run the bot. A part adds what it has to say.
    """

    def __init__(self) -> None:
        self.checks: list[Callable[[], None]] = []
        """Each raises a `Refusal` while no match may be opened."""
        self.stopped: list[Callable[[], Collection[int]]] = []
        """Each returns servers whose matches stand still."""

    def check_opening(self) -> None:
        """Raise a `Refusal` while no match may be opened."""
        for check in self.checks:
            check()

    @property
    def is_closed(self) -> bool:
        """Whether no match may be opened now."""
        try:
            self.check_opening()
        except Refusal:
            return True
        return False

    def standing_still(self) -> frozenset[int]:
        """Return the servers whose matches stand still."""
        return frozenset[int]().union(*[stopped() for stopped in self.stopped])
