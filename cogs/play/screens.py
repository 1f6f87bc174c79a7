"""The screens of the play panel: the menu of a game at a path, and its missing choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from bot.base.language import gettext
from bot.engine.guided import LEARNER, Prepared
from bot.engine.menus import Reason, reasons
from bot.engine.wording import Choice, Menu
from bot.games.game import Game
from bot.matches.model import MatchView
from cogs.kit.sentences import safe_names
from cogs.play.plan_screens import PLAN, plan_menu

DEEPEST = 3
"""How many screens below the first are searched for a step of a lesson."""
Path: TypeAlias = tuple[str, ...]
_ITALICS = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
"""The names of controls in the tip of a lesson."""
ORDERS = "orders"
"""The key of the first screen's choice for standing orders; no game has a choice of this key there."""


class Screen(NamedTuple):
    """A screen of a panel."""

    path: Path
    """Its path: the path of the first screen where the requested one is not valid any more, so that the next
    choice continues from there.
    """
    menu: Menu | None
    """None without a seat and after the end."""
    unavailable: Sequence[Reason]
    """The reasons why expected choices are missing."""


def screen_at(game: Game, match_view: MatchView, path: Path) -> Screen:
    """Return the screen at a path."""
    menu = menu_of(game, match_view, path)
    own = () if path and menu == menu_of(game, match_view, ()) else path
    return Screen(own, menu, reasons_at(game, match_view, own))


def menu_of(game: Game, match_view: MatchView, path: Path) -> Menu | None:
    """Return the menu at a path; None without a seat and after the end."""
    if match_view.seat is None or match_view.match.stage.ended:
        return None
    names = safe_names(match_view.match)
    if path[:1] == (ORDERS,) and game.rules.ordered is not None:
        orders = match_view.orders or game.rules.ordered.Orders()
        return game.wording.orders_menu(match_view.view, orders, path[1:], names)
    if path[:1] == (PLAN,) and may_plan(game, match_view):
        return plan_menu(game, match_view, path[1:], names)
    menu = game.wording.menu(match_view.view, match_view.legal, path, names)
    lesson = match_view.match.match_terms.prepared
    if lesson is None or not lesson.expected(LEARNER):
        return menu
    step = msgspec.structs.replace(
        match_view, legal=lesson.narrowed(game.rules, match_view.legal, match_view.seat)
    )
    taught = _taught(game, step, path, lesson)
    if path and (not taught.groups or taught == _taught(game, step, (), lesson)):
        return menu_of(game, match_view, ())
    return msgspec.structs.replace(taught, text=menu.text)  # it shows everything that the rules allow


def _taught(game: Game, match_view: MatchView, path: Path, lesson: Prepared) -> Menu:
    """Return a screen of a lesson with only the choices that do its step or lead to it.

    Where the tip names a choice of the screen, other ways to the step are left out.
    """
    names, tip = safe_names(match_view.match), _ITALICS.findall(gettext(lesson.told()[1]))

    def screen(at: Path) -> Menu:
        return game.wording.menu(match_view.view, match_view.legal, at, names)

    first = screen(())

    def serves(choice: Choice, at: Path) -> bool:
        if choice.actions or choice.orders is not None:
            return choice.orders is None and lesson.allows(LEARNER, choice.actions)
        there = first if choice.then or len(at) > DEEPEST else screen(at)
        if there == first:
            return False  # there is no such screen now
        return any(serves(each, (*at, each.key)) for group in there.groups for each in group.choices)

    menu = screen(path)
    kept = [each for group in menu.groups for each in group.choices if serves(each, (*path, each.key))]
    named = [each for each in kept if each.label in tip]
    if named:
        kept = [each for each in kept if each in named or each.actions]
    groups = [
        msgspec.structs.replace(group, choices=tuple([each for each in group.choices if each in kept]))
        for group in menu.groups
    ]
    return msgspec.structs.replace(menu, groups=tuple([group for group in groups if group.choices]))


def choice_at(game: Game, match_view: MatchView, path: Path) -> Choice | None:
    """Return the choice at a path, None when it is no longer possible."""
    menu = menu_of(game, match_view, path[:-1])
    if menu is None or not path:
        return None
    return next((each for group in menu.groups for each in group.choices if each.key == path[-1]), None)


def may_bring(game: Game, match_view: MatchView) -> bool:
    """Whether the player can choose their own deck for the match now."""
    if game.decks is None or match_view.seat is None or match_view.match.stage.ended:
        return False
    return game.decks.may_bring(match_view.view)


def may_order(game: Game, match_view: MatchView) -> bool:
    """Whether the player can have standing orders in the match."""
    info, seat = match_view.match, match_view.seat
    free = info.match_terms.prepared is None and not info.stage.ended
    playing = free and seat is not None and seat not in info.match_terms.resigned
    return game.rules.ordered is not None and playing


def may_plan(game: Game, match_view: MatchView) -> bool:
    """Whether the player can see or make a plan of their next turn."""
    info, seat = match_view.match, match_view.seat
    turns = game.rules.plannable
    if turns is None or seat is None or info.stage.ended or seat in info.match_terms.resigned:
        return False
    free = info.match_terms.prepared is None
    return free and (match_view.plan is not None or turns.own_turn(match_view.view) is not None)


def reasons_at(game: Game, match_view: MatchView, path: Path) -> tuple[Reason, ...]:
    """Return why a screen does not offer expected choices; nothing in a lesson or after the end.

    A lesson only offers what it teaches.
    """
    info = match_view.match
    if match_view.seat is None or info.stage.ended or info.match_terms.prepared is not None:
        return ()
    view = match_view.view
    unavailable = game.wording.unavailable(view, match_view.legal, path, safe_names(info))
    return reasons(game.rules, view, unavailable)
