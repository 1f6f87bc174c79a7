"""The screens through which everything can be done without typing: where a path leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.language import gettext
from bot.engine.wording import Menu
from bot.games.overcross.menus.desk import Desk, reading_screen
from bot.games.overcross.menus.opening_screens import decks_screen, discard_screen, first_screen, hands_screen
from bot.games.overcross.menus.question_screens import question_screen
from bot.games.overcross.menus.turn_screens import turn_screen
from bot.games.overcross.wording.names import Talk
from bot.games.overcross.wording.status import waiting_for


def screen(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen reached by these keys; the first one if they lead nowhere."""
    desk = Desk(talk, legal)
    if path and path[0] == "read":
        reading = reading_screen(desk, path[1:])
        if reading is not None:
            return reading
    if talk.view.question is not None:
        return question_screen(desk, path)
    opening = _SCREENS.get(talk.view.phase)
    return turn_screen(desk, path) if opening is None else opening(desk)


_SCREENS: Mapping[str, Callable[[Desk], Menu]] = {
    "decks": decks_screen,
    "first": first_screen,
    "hands": hands_screen,
    "discard": discard_screen,
}
"""The screens of the phases that are not a turn."""


def waiting_text(talk: Talk) -> str:
    """Return whom a seat waits for, and what it holds in the meantime."""
    view = talk.view
    if view.viewer is None:
        return waiting_for(talk)
    if view.sides[view.viewer].out:
        return f"{gettext('You are out of this match.')} {waiting_for(talk)}"
    if not view.turn:
        return waiting_for(talk)
    hand = talk.several(view.hand) if view.hand else gettext("no card")
    return f"{waiting_for(talk)}\n{gettext('Your hand: {cards}.', cards=hand)}"
