"""What a seat can do now, as the screens of larger games offer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from bot.engine.contract import ActionT
from bot.engine.markdown import fit
from bot.engine.sentences import Talk
from bot.engine.wording import Choice

LABEL = 80
"""Characters of a choice's label."""
HINT = 100
"""Characters of what stands beside it."""
TEXT = 1500
"""Characters of a screen's text."""

TalkT = TypeVar("TalkT", bound=Talk[Any])


class Desk(Generic[TalkT]):
    """What a seat can do now; a game adds how it is sorted."""

    def __init__(self, talk: TalkT, legal: Sequence[Any]) -> None:
        self.talk = talk
        self.legal = legal

    def of(self, kind: type[ActionT]) -> list[ActionT]:
        """Return the legal actions of a kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    def choice(self, key: str, label: str, hint: str = "", *actions: Any, **more: Any) -> Choice:
        """Return a choice with these safe words, cut to what Discord shows of them."""
        return Choice(key, fit(label, LABEL), fit(hint, HINT), actions, **more)
