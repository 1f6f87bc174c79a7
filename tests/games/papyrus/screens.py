"""Walking through menus as a player could: every screen, and what each choice does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine.contract import Seat
from bot.engine.wording import Choice, Menu
from bot.games.papyrus.actions import PapyrusAction
from bot.games.papyrus.state import PapyrusState
from bot.games.papyrus.view import PapyrusView
from bot.games.papyrus.wording import PapyrusWording
from tests.games.papyrus.table import RULES, SQUADS

WORDING = PapyrusWording(SQUADS)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
STYLES = {"plain", "main", "good", "grave"}


class Screen(NamedTuple):
    path: tuple[str, ...]
    menu: Menu


class Desk:
    """The menus of one seat in one position."""

    def __init__(self, state: PapyrusState, seat: Seat) -> None:
        self.view: PapyrusView = RULES.view(state, seat)
        self.legal: Sequence[PapyrusAction] = RULES.legal(state, seat)

    def screen(self, *path: str) -> Menu:
        return WORDING.menu(self.view, self.legal, path, NAMES)

    def all_screens(self) -> Iterator[Screen]:
        """Every screen that choices lead to, breadth first."""
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            path = waiting.pop(0)
            menu = self.screen(*path)
            yield Screen(path, menu)
            waiting += [(*path, choice.key) for choice in choices(menu) if not choice.actions]


def choices(menu: Menu) -> list[Choice]:
    return [choice for group in menu.groups for choice in group.choices]


def labelled(menu: Menu, label: str) -> Choice:
    """The one choice of this label, or whose label ends with it."""
    (found,) = [choice for choice in choices(menu) if choice.label == label]
    return found


def labels(menu: Menu, prompt: str) -> list[str]:
    """The labels of the select with this prompt."""
    (group,) = [group for group in menu.groups if group.prompt == prompt]
    return [choice.label for choice in group.choices]


def check_limits(screen: Screen) -> None:
    """What Discord, and the contract of menus, ask of every screen."""
    path, menu = screen
    assert 0 < len(menu.text) <= 1500
    assert len(menu.groups) <= 8
    keys = [choice.key for choice in choices(menu)]
    assert len(set(keys)) == len(keys)
    for group in menu.groups:
        assert 1 <= len(group.choices) <= (25 if group.prompt else 5)
        assert len(group.prompt) <= 150
    for choice in choices(menu):
        assert re.fullmatch(r"[a-zA-Z0-9-]+", choice.key)
        assert len(".".join((*path, choice.key))) <= 60
        assert 0 < len(choice.label) <= 80
        assert len(choice.hint) <= 100
        assert choice.style in STYLES
