"""The screens through which everything can be done without typing: where a path leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.language import gettext
from bot.engine.wording import Menu
from bot.games.papyrus.menus.deployment_screens import picking_screen, placing_screen
from bot.games.papyrus.menus.turn_plans import Planner
from bot.games.papyrus.menus.turn_screens import play_screen
from bot.games.papyrus.rules.actions import PapyrusAction
from bot.games.papyrus.rules.squads import Squad
from bot.games.papyrus.wording.names import squad_words
from bot.games.papyrus.wording.sentences import Talk, waiting_for


def screen(
    squads: Mapping[str, Squad],
    plan: Planner,
    talk: Talk,
    legal: Sequence[PapyrusAction],
    path: tuple[str, ...],
) -> Menu:
    """Return the screen reached by these keys; the first one if they lead nowhere."""
    view = talk.view
    if view.phase == "picking":
        return picking_screen(view, legal, squads)
    if view.phase == "placing":
        return placing_screen(view, legal, path)
    return play_screen(view, legal, path, plan)


def waiting_text(talk: Talk) -> str:
    """Return whom a seat waits for, and what it has done itself."""
    view, waiting = talk.view, waiting_for(talk)
    if view.viewer is None:
        return waiting
    if view.out[view.viewer]:
        return f"{gettext('You are out of this match.')} {waiting}"
    if view.phase == "picking":
        picked = gettext("Your squad is picked: {squad}.", squad=squad_words(view.squad))
        return f"{picked} {waiting}"
    if view.phase == "placing":
        return f"{gettext('Your squad is placed.')} {waiting}"
    return waiting
