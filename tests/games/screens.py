"""Visits a game's menus as a player could: every screen, and the effect of each choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.engine.contract import Rules, Seat
from bot.engine.wording import AnyWording, Choice, Menu

NAMES = ("Ann", "Ben", "Cleo", "Dan")
STYLES = {"plain", "main", "good", "grave"}
COMPONENTS = 40
"""Components of a message; a screen's groups must leave room for its frame."""
FRAME = 10


class Screen(NamedTuple):
    path: tuple[str, ...]
    menu: Menu


class SeatedDesk:
    """The menus of one seat in one position. A game's tests derive a `Desk` with its rules and wording."""

    rules: Rules[Any, Any, Any, Any]
    wording: AnyWording

    def __init__(self, state: Any, seat: Seat) -> None:
        self.state = state
        self.view = self.rules.view(state, seat)
        self.legal = self.rules.legal(state, seat)

    def screen(self, *path: str) -> Menu:
        return self.wording.menu(self.view, self.legal, path, NAMES)

    def all_screens(self) -> Iterator[Screen]:
        """Return every screen that choices lead to, breadth first."""
        waiting: list[tuple[str, ...]] = [()]
        seen: set[tuple[str, ...]] = set()
        while waiting:
            path = waiting.pop(0)
            menu = self.screen(*path)
            yield Screen(path, menu)
            seen.add(path)
            onward = [choice.then or (*path, choice.key) for choice in choices(menu) if not choice.actions]
            waiting += [each for each in dict.fromkeys(onward) if each not in seen and each not in waiting]


def choices(menu: Menu) -> list[Choice]:
    return [choice for group in menu.groups for choice in group.choices]


def labelled(menu: Menu, label: str) -> Choice:
    """Return the one choice with this label."""
    (found,) = [choice for choice in choices(menu) if choice.label == label]
    return found


def labels(menu: Menu, prompt: str) -> list[str]:
    """Return the labels of the select with this prompt."""
    (group,) = [group for group in menu.groups if group.prompt == prompt]
    return [choice.label for choice in group.choices]


def check_limits(screen: Screen) -> None:
    """Check the limits of Discord and the contract of menus on a screen."""
    path, menu = screen
    assert 0 < len(menu.text) <= 1500
    parts = [1 + (1 if group.prompt else len(group.choices)) for group in menu.groups]
    assert sum(parts) <= COMPONENTS - FRAME
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
