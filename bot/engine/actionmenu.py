"""Menus of the legal actions with their typed words, for games without screens of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bot.base.language import ENGLISH, gettext, speaking
from bot.engine.menus import buttons, select
from bot.engine.typed import Commands
from bot.engine.wording import Choice, Group, Menu

_NOT_IN_KEY = re.compile(r"[^A-Za-z0-9]+")
_KEY = 16
"""The number of characters of a word that go into its key."""


class _Answer(NamedTuple):
    """A legal action with its words."""

    action: Any
    keys: tuple[str, ...]
    """Its words in English, which are the same for everybody."""
    words: tuple[str, ...]
    """Its words in the current language."""


def first_line(kind: type[Any]) -> str:
    """Return the description of an action type as in its command, a message of the domain "commands"."""
    return (kind.__doc__ or kind.__name__).strip().splitlines()[0].rstrip(".")


def action_screen(commands: Commands) -> Callable[[Any, Sequence[Any], tuple[str, ...]], Menu]:
    """Return screens that offer each legal action by its words; see `StandardWording.screen`.

    The first screen has a button for each action without fields, and for each other type a select of its
    first field. A choice that leaves several actions leads to a screen for the next field. Meant for games
    with few legal actions: a type fills a select for each 25 words.
    """

    def screen(talk: Any, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
        answers: dict[type[Any], list[_Answer]] = {}
        for action in legal:
            answers.setdefault(type(action), []).append(_answer(commands, talk.view, action))
        for kind, some in answers.items():
            groups = _followed(kind, some, path)
            if groups:
                return Menu(gettext("What do you do?"), tuple(groups))
        return Menu(gettext("What do you do?"), tuple(_first_groups(answers)))

    return screen


def _answer(commands: Commands, view: Any, action: Any) -> _Answer:
    words = tuple(commands.format(view, action).values())
    with speaking(ENGLISH):
        return _Answer(action, tuple(commands.format(view, action).values()), words)


def _first_groups(answers: dict[type[Any], list[_Answer]]) -> list[Group]:
    """Return the selects of the types with fields, and the buttons of those without."""
    groups, plain = [], []
    for kind, some in answers.items():
        if some[0].words:
            groups += _select(kind, some, 0)
        else:
            plain.append(Choice(_tag(kind), gettext(first_line(kind)), actions=(some[0].action,)))
    return groups + buttons(plain)


def _followed(kind: type[Any], some: list[_Answer], path: tuple[str, ...]) -> list[Group]:
    """Return the select at the end of a path, or nothing if the path does not fit the words of this type."""
    for at, key in enumerate(path):
        some = _parted(kind, some, at).get(key, [])
        if len(some) < 2:
            return []
    return _select(kind, some, len(path)) if path else []


def _select(kind: type[Any], some: list[_Answer], at: int) -> list[Group]:
    choices = [_choice(kind, key, fitting, at) for key, fitting in _parted(kind, some, at).items()]
    return select(gettext(first_line(kind)), choices)


def _choice(kind: type[Any], key: str, fitting: list[_Answer], at: int) -> Choice:
    """Return the choice for a word: the action with all its further words, or the path to several actions."""
    if len(fitting) > 1:
        return Choice(key, fitting[0].words[at] or gettext(first_line(kind)))
    words = ", ".join([word for word in fitting[0].words[at:] if word])
    return Choice(key, words or gettext(first_line(kind)), actions=(fitting[0].action,))


def _parted(kind: type[Any], some: list[_Answer], at: int) -> dict[str, list[_Answer]]:
    """Return the actions grouped by their word for a field, each word by its key."""
    by_word: dict[str, list[_Answer]] = {}
    for each in some:
        if at < len(each.keys):
            by_word.setdefault(each.keys[at], []).append(each)
    found: dict[str, list[_Answer]] = {}
    for word, fitting in by_word.items():
        key = f"{_tag(kind)}-{_NOT_IN_KEY.sub('-', word)[:_KEY]}"
        found[key if key not in found else f"{key}-{len(found)}"] = fitting
    return found


def _tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)
