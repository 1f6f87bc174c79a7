"""Overcross as the house has it: its screens and words in random matches and in positions told as text."""

from __future__ import annotations

from typing import Any

from bot.engine.positions import read_scene
from bot.games.overcross.rules.actions import BringDeck, Discard, Play
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import number_of
from bot.registry import GAMES
from tests.games.screens import NAMES, SeatedDesk

RULES = GAMES["overcross"].rules
WORDING = GAMES["overcross"].wording
DUEL = "options: objective=deathmatch width=7 height=7\n"

__all__ = ["DUEL", "NAMES", "RULES", "WORDING", "Desk", "desk", "told_apart", "view"]


class Desk(SeatedDesk):
    rules = RULES
    wording = WORDING


def desk(text: str, seat: int = 1) -> Desk:
    """The screens of a seat in a position told as text."""
    return Desk(RULES.position(text), seat - 1)


def view(text: str, seat: int | None = 1) -> Any:
    """What a seat sees in a position; its steps are carried out."""
    seen = "public" if seat is None else f"seat {seat}"
    return read_scene(f"seen by: {seen}\n{text}", RULES, WORDING).view


def told_apart(state: OvercrossState, action: Any) -> Any:
    """An action without which of several copies of a card it is about: they are the same choice."""
    if isinstance(action, Play | Discard):
        return type(action), number_of(state, action.card), getattr(action, "at", None)
    if isinstance(action, BringDeck):
        return action
    question = state.program.question
    if question is not None and question.kind == "card" and action.answer >= 0:
        return type(action), number_of(state, action.answer)
    return action
