"""The screens on which a player plans the next turn: its actions, its conditions, one action more."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.menus import buttons, select
from bot.engine.wording import Choice, Menu
from bot.games.game import Game
from bot.matches.model import MatchView
from bot.matches.plans import MOST, Foreseen, Plan, conditions, foreseen

PLAN = "plan"
"""The key of the choice from the first screen to the plan; no game has a choice of this key there."""
ADD = "add"


def plan_menu(game: Game, match_view: MatchView, path: tuple[str, ...], names: Sequence[str]) -> Menu:
    """Return the screen at a path below the plan's own screen."""
    plan, seat = match_view.plan or Plan(), match_view.seat
    assert seat is not None, "only who plays plans"
    found = foreseen(game.rules, match_view.view, seat, plan)
    if path[:1] == (ADD,) and found is not None and found.legal:
        return _adding(game, match_view, plan, found, path[1:], names)
    return _overview(game, match_view, plan, found, names)


def _adding(
    game: Game,
    match_view: MatchView,
    plan: Plan,
    found: Foreseen,
    path: tuple[str, ...],
    names: Sequence[str],
) -> Menu:
    """Return a screen of the game whose choices are planned instead of done."""
    menu = game.wording.menu(found.view, found.legal, path, names)
    groups = []
    for group in menu.groups:
        kept = [_planned(game, match_view, plan, each) for each in group.choices]
        choices = tuple([each for each in kept if each is not None])
        groups += [replace(group, choices=choices)] if choices else []
    return replace(
        menu, text=f"{gettext('**A plan: nothing is done yet.**')}\n{menu.text}", groups=tuple(groups)
    )


def _planned(game: Game, match_view: MatchView, plan: Plan, choice: Choice) -> Choice | None:
    """Return a choice that plans what another does; None where the plan would be too long."""
    if choice.orders is not None:
        return None
    if not choice.actions:
        then = (PLAN, ADD, *choice.then) if choice.then else ()
        return replace(choice, then=then)
    for action in choice.actions:
        plan = plan.before(game.rules, action, match_view.view)
    if len(plan.actions) > MOST:
        return None
    return replace(choice, actions=(), orders=plan, then=(PLAN,), style="plain")


def _overview(
    game: Game, match_view: MatchView, plan: Plan, found: Foreseen | None, names: Sequence[str]
) -> Menu:
    """Return the planned actions and the conditions."""
    lines, choices = [gettext("**Your plan for your next turn**")], []
    if found is None:
        lines.append(gettext("Nothing can be planned now."))
    else:
        lines += _told(game, found)
    if found is not None and found.legal and len(plan.actions) < MOST:
        choices.append(Choice(ADD, gettext("Add what I do next"), then=(PLAN, ADD), style="main"))
    if plan.actions:
        choices.append(Choice("drop", gettext("Drop the plan"), orders=Plan(), then=(PLAN,)))
    lines.append(
        gettext(
            "I play the plan some minutes after your turn begins, one action after another, if its "
            "conditions are still true; otherwise I drop it and tell you. Until then you can still "
            "play yourself. Nobody else learns of it."
        )
    )
    groups = buttons(choices)
    if found is not None and plan.actions and not plan.begun:
        groups = [
            *select(gettext("On what it depends"), _conditions(game, match_view, plan, found, names)),
            *groups,
        ]
    return Menu("\n".join(lines), tuple(groups))


def _told(game: Game, found: Foreseen) -> list[str]:
    """Return the planned actions, one a line, as typed commands."""
    lines = []
    for number, (action, view) in enumerate(zip(found.actions, found.views, strict=True), 1):
        words = game.wording.format(view, action).values()
        tag = type(action).__struct_config__.tag
        lines.append(f"{number}. `{' '.join([str(tag), *[word for word in words if word]])}`")
    return lines or [gettext("Nothing is planned yet.")]


def _conditions(
    game: Game, match_view: MatchView, plan: Plan, found: Foreseen, names: Sequence[str]
) -> list[Choice]:
    """Return a choice for each possible condition of the plan, to add or remove it."""
    wanted = dict(plan.conditions)
    choices = []
    for key, value in conditions(game.rules, match_view.view, found.actions).items():
        words = game.wording.condition(match_view.view, key, names)
        if key in wanted:
            rest = tuple([each for each in plan.conditions if each[0] != key])
            label = gettext("☑ only if: {condition}", condition=words)
        else:
            rest = (*plan.conditions, (key, value))
            label = gettext("☐ even if not: {condition}", condition=words)
        choices.append(Choice(f"if-{key}", label, orders=replace(plan, conditions=rest), then=(PLAN,)))
    return choices
