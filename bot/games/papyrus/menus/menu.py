"""The screens for playing without typing: the deployment, and where a path leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.menus import Setting, buttons, orders_screen, select
from bot.engine.sentences import listed
from bot.engine.wording import Choice, Focus, Group, Menu, UnavailableChoice
from bot.games.papyrus.menus.turn_plans import Planner
from bot.games.papyrus.menus.turn_screens import Turn, play_screen
from bot.games.papyrus.rules.actions import (
    Attack,
    Dismiss,
    Formation,
    PapyrusAction,
    Place,
    Preset,
    Ready,
    Recruit,
)
from bot.games.papyrus.rules.deployment import formed_up
from bot.games.papyrus.rules.facts import SquadPicked
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import Squad, most_of, own_squads, title_of
from bot.games.papyrus.rules.turns import Orders
from bot.games.papyrus.rules.view import KIND_TITLES, TURN_PHASES, PapyrusView, unit_name
from bot.games.papyrus.wording.sentences import (
    DESCRIBERS,
    Talk,
    lanes,
    limit_words,
    marked,
    place,
    squad_words,
    waiting_for,
)

# The screen of the standing orders of Papyrus.


SETTINGS = (
    Setting(
        "end",
        N_("A turn in which nothing can be done"),
        {
            False: N_("You end your turns yourself"),
            True: N_("A turn in which nothing else can be done ends by itself"),
        },
    ),
)


def orders_menu(orders: Orders) -> Menu:
    """Return the screen of the orders."""
    about = gettext("Nothing can be done once no unit can move, attack or heal.")
    return orders_screen(orders, SETTINGS, about)


# Things that the screens of a turn do not offer although a player may look for them: units, and targets of
# a unit.


_TARGETS = 3
"""The number of enemies named on a unit's screen that cannot be shot at: the nearest ones."""


def unavailable(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[UnavailableChoice]:
    """Return the actions that the first screen of a turn, or the screen of a unit, does not offer."""
    view = talk.view
    if view.phase not in TURN_PHASES:
        return ()
    turn = Turn(view, legal)
    if not path:
        idle = [index for index, unit in enumerate(view.units) if unit.seat == view.turn and unit.hp > 0]
        return [
            UnavailableChoice(unit_name(view.units[index]), Attack(index, nearest[0]))
            for index in idle
            if index not in turn.able and (nearest := _enemies(turn, index))
        ]
    shots = []
    for index in turn.able:
        if path == (f"u{index}",):
            others = [each for each in _enemies(turn, index) if each not in turn.attacks.get(index, ())]
            shots = [
                UnavailableChoice(marked(view.units[each]), Attack(index, each)) for each in others[:_TARGETS]
            ]
    return shots


def _enemies(turn: Turn, index: int) -> list[int]:
    """Return the living enemies, the nearest to a unit first."""
    units, grid = turn.view.units, turn.field.grid
    enemies = [each for each, unit in enumerate(units) if unit.seat != turn.view.turn and unit.hp > 0]
    return sorted(enemies, key=lambda each: grid.manhattan(units[index].square, units[each].square))


_TRAITS: Mapping[Kind, str] = {
    Kind.SMG: N_("1 to 6 spaces, the closer the surer, 2 damage"),
    Kind.SHOTGUN: N_("1 to 3 spaces, 5 damage, 7 to a neighbour"),
    Kind.SNIPER: N_("4 to 8 spaces, through allies too, 5 damage"),
    Kind.MEDIC: N_("heals a neighbour 2 HP; its pistol does 1 damage"),
    Kind.RPG: N_("only along row and column, 8 damage, 5 all around; walks 2 spaces"),
}


def picking_screen(talk: Talk, legal: Sequence[PapyrusAction], squads: Mapping[str, Squad]) -> Menu:
    """Return the one screen of squad picking."""
    view = talk.view
    missing = view.options.squad - len(view.squad)
    recruits = [action for action in legal if isinstance(action, Recruit)]
    filling = [_fill(view, action, missing) for action in recruits if missing > 1]
    dismissals = [_dismiss(view, action) for action in legal if isinstance(action, Dismiss)]
    groups = [
        *select(gettext("Take a ready-made squad"), _presets(view, legal, squads)),
        *select(gettext("Add a unit"), [_recruit(action) for action in recruits]),
        *select(gettext("Fill up with one kind"), filling),
        *select(gettext("Take a unit out"), dismissals),
        *buttons([_ready()] if Ready() in legal else []),
    ]
    squad = DESCRIBERS[SquadPicked](SquadPicked(view.viewer or 0, view.squad), talk)
    limits = [limit] if (limit := limit_words(view.options)) else []
    secret = gettext("The others see it when all are ready.")
    text = "\n".join([_asked(view.options.squad, missing), squad, *limits, secret])
    return Menu(text, tuple(groups))


def _asked(size: int, missing: int) -> str:
    if not missing:
        return gettext(
            "**Pick your squad** of {size}, complete: press Ready when you are content.", size=size
        )
    return ngettext(
        "**Pick your squad** of {size}, {number} unit to go.",
        "**Pick your squad** of {size}, {number} units to go.",
        missing,
        size=size,
    )


def _ready() -> Choice:
    return Choice("ready", gettext("Ready"), actions=(Ready(),), style="good")


def _presets(view: PapyrusView, legal: Sequence[PapyrusAction], squads: Mapping[str, Squad]) -> list[Choice]:
    """Return the ready-made squads. Of those with the same units in this match only one is offered: one of
    the server's or the player's own before others.
    """
    own, actions = own_squads(view.options.squads), [each for each in legal if isinstance(each, Preset)]
    offered = dict[tuple[Kind, ...] | str, Choice]()
    for action in sorted(actions, key=lambda each: each.squad not in own):
        key = action.squad
        squad = own.get(key) or squads.get(key)
        title = gettext(squad.title) if squad and key not in own else title_of(key)
        units = squad.under(view.options) if squad else ()
        hint = squad_words(units) if squad else ""
        offered.setdefault(units or key, Choice(f"p-{key}", title, hint, (action,)))
    return list(offered.values())


def _recruit(action: Recruit) -> Choice:
    kind = action.kind
    return Choice(f"add-{kind.value}", KIND_TITLES[kind], gettext(_TRAITS[kind]), (action,))


def _fill(view: PapyrusView, action: Recruit, missing: int) -> Choice:
    """Return the choice to fill the squad with units of a kind (PAP-26)."""
    kind = action.kind
    more = min(missing, most_of(kind, view.options) - view.squad.count(kind))
    label = gettext("{number} more {kind}", number=more, kind=KIND_TITLES[kind])
    return Choice(f"fill-{kind.value}", label, "", (action,) * more)


def _dismiss(view: PapyrusView, action: Dismiss) -> Choice:
    kind = action.kind
    hint = gettext("you have {number}", number=Counter(view.squad)[kind])
    return Choice(f"out-{kind.value}", KIND_TITLES[kind], hint, (action,))


def placing_screen(view: PapyrusView, legal: Sequence[PapyrusAction], path: tuple[str, ...]) -> Menu:
    """Return a screen of placing: the units, the squares for one of them, or one lane of squares."""
    squares: dict[str, list[Place]] = {}
    for action in legal:
        if isinstance(action, Place):
            squares.setdefault(f"u{action.unit}", []).append(action)
    if path and path[0] in squares:
        screen = _placing_unit(view, squares[path[0]], path[1:])
        if screen is not None:
            return screen
    return _placing_all(view, legal, list(squares))


def _placing_all(view: PapyrusView, legal: Sequence[PapyrusAction], keys: Sequence[str]) -> Menu:
    own = [index for index, unit in enumerate(view.units) if unit.seat == view.viewer]
    waiting = [unit_name(view.units[index]) for index in own if view.units[index].square < 0]
    style = "main" if waiting else "plain"
    row = []
    if view.viewer is not None and any(
        view.units[index].square != square
        for index, square in formed_up(view.units, field_of(view.options, view.seats), view.viewer).items()
    ):
        row.append(Choice("formation", gettext("Default formation"), actions=(Formation(),), style=style))
    if Ready() in legal:
        row.append(_ready())
    choices = [_placeable(view, index) for index in own if f"u{index}" in keys]
    if not waiting:
        done = gettext("All units stand: press Ready when you are content.")
        still_to_place = f"{done} {gettext('The others see it when all are ready.')}"
    else:
        still_to_place = gettext("Not placed yet: {units}.", units=listed(waiting))
    text = f"{gettext('**Place your squad** in your deploy zone.')}\n{still_to_place}"
    units = select(gettext("Choose a unit to place"), choices)
    if view.viewer is None or not keys:
        zone_focus: Focus | None = None
    else:
        taken = {unit.square for unit in view.units}
        zone_focus = Focus(
            reach=frozenset([square for square in view.zones[view.viewer] if square not in taken])
        )
    return Menu(text, (*buttons(row), *units), zone_focus)


def _placeable(view: PapyrusView, index: int) -> Choice:
    unit = view.units[index]
    hint = gettext("not placed yet")
    if unit.square >= 0:
        hint = gettext("stands at {square}", square=place(view, unit.square))
    return Choice(f"u{index}", unit_name(unit), hint)


def _placing_unit(view: PapyrusView, actions: Sequence[Place], rest: tuple[str, ...]) -> Menu | None:
    unit = view.units[actions[0].unit]
    by_square = {action.to: action for action in actions}
    parted = lanes(view, by_column=unit.seat < 2)  # the zones of the first two seats are columns (PAP-03)

    def choice(square: int) -> Choice:
        return Choice(f"m{square}", place(view, square), actions=(by_square[square],))

    text = gettext("Where shall **{unit}** stand?", unit=marked(unit))
    groups: Sequence[Group]
    if not rest:
        squares = list(by_square)
        groups = parted.groups(gettext("Choose a square"), squares, choice)
    else:
        lane = parted.of(by_square).get(rest[0])
        if lane is None or len(rest) > 1:
            return None
        squares = lane.squares
        text += f" {lane.title}."
        groups = select(gettext("Choose a square"), [choice(square) for square in squares])
    chosen = unit.square if unit.square >= 0 else None
    return Menu(text, tuple(groups), Focus(chosen, frozenset(squares)))


def screen(
    squads: Mapping[str, Squad],
    plan: Planner,
    talk: Talk,
    legal: Sequence[PapyrusAction],
    path: tuple[str, ...],
) -> Menu:
    """Return the screen at the end of a path; the first one if the path is invalid."""
    view = talk.view
    if view.phase == "picking":
        return picking_screen(talk, legal, squads)
    if view.phase == "placing":
        return placing_screen(view, legal, path)
    return play_screen(view, legal, path, plan)


def waiting_text(talk: Talk) -> str:
    """Return the seats a seat waits for, and its own choices."""
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
