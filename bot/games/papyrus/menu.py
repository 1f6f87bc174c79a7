"""The screens through which everything can be done without typing: where a path leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.language import gettext
from bot.engine.wording import Menu
from bot.games.papyrus.actions import PapyrusAction
from bot.games.papyrus.deploymenu import picking_screen, placing_screen
from bot.games.papyrus.names import awaited, squad_words
from bot.games.papyrus.playmenu import play_screen
from bot.games.papyrus.sentences import outcome_words, waiting_for
from bot.games.papyrus.squads import Squad
from bot.games.papyrus.view import PapyrusView


def menu(
    view: PapyrusView,
    legal: Sequence[PapyrusAction],
    path: tuple[str, ...],
    names: Sequence[str],
    squads: Mapping[str, Squad],
) -> Menu:
    """Return the screen reached by these keys; the first one if they lead nowhere."""
    if not legal or view.viewer not in awaited(view):
        return Menu(_waiting_text(view, names), ())
    if view.phase == "picking":
        return picking_screen(view, legal, squads)
    if view.phase == "placing":
        return placing_screen(view, legal, path)
    return play_screen(view, legal, path)


def _waiting_text(view: PapyrusView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return outcome_words(view.outcome, names)
    waiting = waiting_for(view, names)
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
