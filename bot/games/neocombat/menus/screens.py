"""The screens for playing without typing, by path."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.base.language import gettext
from bot.engine.wording import Menu
from bot.games.neocombat.menus.answering import window_screen
from bot.games.neocombat.menus.context import MenuContext, reading_screen
from bot.games.neocombat.menus.moving import destination_screen, movement_screen
from bot.games.neocombat.menus.plans import plan_screen
from bot.games.neocombat.menus.playing import combat_screen, play_screen, second_screen, special_screen
from bot.games.neocombat.menus.repairing import draft_screen, repair_screen
from bot.games.neocombat.wording.names import Talk
from bot.games.neocombat.wording.sentences import planned_words
from bot.games.neocombat.wording.status import waiting_for


def screen(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Menu:
    """Return the screen at the end of a path; the first one if the path is invalid."""
    context = MenuContext(talk, legal)
    return (_further_screen(context, path) if path else None) or _first_screen(context)


def _further_screen(context: MenuContext, path: tuple[str, ...]) -> Menu | None:
    view = context.talk.view
    if path == ("read",):
        return reading_screen(context) if view.hand else None
    if view.fight is not None or view.phase not in ("specials", "movement", "combat"):
        return None
    if view.phase != "movement":
        return play_screen(context, path)
    if path[0] == "plan":
        return plan_screen(context.talk, path[1:], lambda plan: {"plan": plan})
    return destination_screen(context, path[0]) if len(path) == 1 else None


def _first_screen(context: MenuContext) -> Menu:
    view = context.talk.view
    if view.fight is not None:
        return window_screen(context)
    if view.second is not None:
        return second_screen(context)
    return _SCREENS[view.phase](context)


_SCREENS: Mapping[str, Callable[[MenuContext], Menu]] = {
    "draft": draft_screen,
    "specials": special_screen,
    "movement": movement_screen,
    "combat": combat_screen,
    "repair": repair_screen,
}
"""The first screen of each phase."""


def waiting_text(talk: Talk) -> str:
    """Return the seats a seat waits for, and its own choices or cards meanwhile."""
    view = talk.view
    waiting = waiting_for(talk)
    if view.viewer is None:
        return waiting
    if view.out[view.viewer]:
        return f"{gettext('You are out of this match.')} {waiting}"
    if view.phase == "draft":
        return f"{gettext('You keep {varans}.', varans=talk.lexicon.varans(view.kept))} {waiting}"
    lines = [waiting]
    if view.phase == "repair":
        lines.append(gettext("You have chosen: {plan}.", plan=planned_words(view.plan, talk)))
    lines.append(gettext("Your hand: {cards}.", cards=talk.lexicon.several(view.hand)))
    return "\n".join(lines)
