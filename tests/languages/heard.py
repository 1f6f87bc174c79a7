"""A test language that collects its used messages, to find sentences that no test uses."""

from __future__ import annotations

from bot.base.languages.sources import messages
from tests.languages.marked import Marked


class Heard(Marked):
    """Marks its messages, and collects the used ones."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return super().gettext(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        self.said.add(one)
        return super().ngettext(one, many, number)


def written(part: str, *places: str) -> set[str]:
    """Return the messages of a part's catalogue that these files use; of plural forms the first."""
    return {
        message[0] if isinstance(message, tuple) else message
        for message, context, place in messages(part)
        if context is None and place.startswith(places)
    }
