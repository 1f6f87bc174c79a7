"""The menus and texts of Overcross in random matches and in example positions."""

from __future__ import annotations

from typing import Any

from bot.engine.positions import read_scene
from bot.games.overcross.rules.actions import BringDeck, Discard, Play
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import number_of
from bot.games.registry import GAMES
from tests.games.screens import NAMES, SeatedDesk

RULES = GAMES["overcross"].rules
WORDING = GAMES["overcross"].wording
DUEL = "options: objective=deathmatch width=7 height=7\n"

__all__ = ["DUEL", "NAMES", "RULES", "WORDING", "Desk", "desk", "told_apart", "view"]


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING


def desk(text: str, seat: int = 1) -> Desk:
    """Return the screens of a seat in an example position."""
    return Desk(RULES.position(text), seat - 1)


def view(text: str, seat: int | None = 1) -> Any:
    """Return a seat's view of a position after its steps."""
    seen = "public" if seat is None else f"seat {seat}"
    return read_scene(f"seen by: {seen}\n{text}", RULES, WORDING).view


def told_apart(state: OvercrossState, action: Any) -> Any:
    """Return the identity of an action: copies of a card are the same choice."""
    if isinstance(action, Play | Discard):
        return type(action), number_of(state, action.card), getattr(action, "at", None)
    if isinstance(action, BringDeck):
        return action
    question = state.program.question
    if question is not None and question.kind == "card" and action.answer >= 0:
        return type(action), number_of(state, action.answer)
    return action
