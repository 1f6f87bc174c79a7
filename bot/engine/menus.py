"""Building blocks of menus, within Discord's limits, and the menu context of larger games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from bot.base.language import gettext
from bot.engine.contract import ActionT
from bot.engine.markdown import fit
from bot.engine.sentences import Talk
from bot.engine.wording import Choice, Group

OPTIONS = 25
"""The maximum number of options of a select menu."""
BUTTONS = 5
"""The maximum number of buttons in a row."""


def select(prompt: str, choices: Sequence[Choice]) -> list[Group]:
    """Return the choices as one select, or as several of similar length if there are too many."""
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


LABEL = 80
"""The maximum length of a choice's label in characters."""
HINT = 100
"""The maximum length of a choice's description in characters."""
TEXT = 1500
"""The maximum length of a screen's text in characters."""

TalkT = TypeVar("TalkT", bound=Talk[Any])
KeyT = TypeVar("KeyT", bound=Hashable)


def grouped(actions: Iterable[ActionT], key: Callable[[ActionT], KeyT]) -> dict[KeyT, list[ActionT]]:
    """Return actions grouped by the value of `key`, in order."""
    found: dict[KeyT, list[ActionT]] = {}
    for action in actions:
        found.setdefault(key(action), []).append(action)
    return found


class MenuContext(Generic[TalkT]):
    """The input of a menu: the talk and the legal actions of a seat. A game adds its grouping of them."""

    def __init__(self, talk: TalkT, legal: Sequence[Any]) -> None:
        self.talk = talk
        self.legal = legal

    def of(self, kind: type[ActionT]) -> list[ActionT]:
        """Return the legal actions of a type."""
        return [action for action in self.legal if isinstance(action, kind)]

    def choice(self, key: str, label: str, hint: str = "", *actions: Any, **more: Any) -> Choice:
        """Return a choice with these escaped texts, cut to the lengths that Discord shows."""
        return Choice(key, fit(label, LABEL), fit(hint, HINT), actions, **more)
