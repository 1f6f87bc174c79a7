"""The screens of a turn: from a unit to its destinations, targets and patients (PAP-07 to PAP-19)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.base.language import gettext, ngettext
from bot.engine.grid import squares_of
from bot.engine.menus import OPTIONS, Lane, buttons, parted, select
from bot.engine.sentences import listed
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.papyrus.menus.prospects import Lookout, Prospect, prospect
from bot.games.papyrus.menus.turn_plans import (
    CHANGE,
    Planner,
    Scout,
    change_screen,
    suggested,
    volley,
)
from bot.games.papyrus.rules.actions import Attack, EndTurn, Heal, Move, PapyrusAction
from bot.games.papyrus.rules.field import Field, field_of
from bot.games.papyrus.rules.legal import spaces_words, steps_left
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import occupied
from bot.games.papyrus.rules.view import PapyrusView, Unit, unit_name
from bot.games.papyrus.rules.weapons import arsenal_of
from bot.games.papyrus.wording.sentences import lanes, marked, place

_ARROWS: Sequence[tuple[str, str, int, int]] = (
    ("w", "←", -1, 0),
    ("n", "↑", 0, -1),
    ("s", "↓", 0, 1),
    ("e", "→", 1, 0),
)


class Turn:
    """The legal actions of a seat on its turn, by unit."""

    def __init__(self, view: PapyrusView, legal: Iterable[PapyrusAction]) -> None:
        self.view = view
        self.field: Field = field_of(view.options, view.seats)
        self.moves: dict[int, dict[int, Move]] = {}
        self.attacks: dict[int, list[int]] = {}
        self.heals: dict[int, list[Heal]] = {}
        for action in legal:
            match action:
                case Move(unit=unit, to=to):
                    self.moves.setdefault(unit, {})[to] = action
                case Attack(unit=unit, target=target):
                    self.attacks.setdefault(unit, []).append(target)
                case Heal(unit=unit):
                    self.heals.setdefault(unit, []).append(action)

    @property
    def able(self) -> list[int]:
        """The units that can still act or move."""
        return sorted(self.moves.keys() | self.attacks.keys() | self.heals.keys())

    @property
    def fighters(self) -> int:
        """The number of units that can attack or heal."""
        return len(self.attacks.keys() | self.heals.keys())

    def prospects(self, unit: int) -> list[Prospect]:
        """Return the possible results of the unit's attacks, the best first."""
        critical = self.view.options.critical
        prospects = [
            prospect(self.field, self.view.units, unit, target, critical=critical)
            for target in self.attacks.get(unit, ())
        ]
        return sorted(prospects, key=lambda one: -one.gain)

    def distances(self, unit: int) -> Mapping[int, int]:
        """Return the distances in spaces to each square that the unit can move to."""
        units = self.view.units
        layers = self.field.grid.layers(
            1 << units[unit].square,
            self.field.walls | occupied(units),
            steps_left(self.field, units[unit], self.view.pool),
        )
        return {square: step for step, layer in enumerate(layers) for square in squares_of(layer)}


def play_screen(
    view: PapyrusView, legal: Sequence[PapyrusAction], path: tuple[str, ...], plan: Planner
) -> Menu:
    """Return a screen of the seat to act; the first one if the path is invalid."""
    turn = Turn(view, legal)
    if path and path[0][:1] == "u":
        for unit in turn.able:
            if path[0] == f"u{unit}":
                return _unit_path(turn, unit, path[1:]) or _first_screen(turn, plan)
    if path[:1] == (CHANGE,) and turn.moves:
        return change_screen(view, turn.field, plan(view), path[1:]) or _first_screen(turn, plan)
    return _first_screen(turn, plan)


def _unit_path(turn: Turn, unit: int, rest: tuple[str, ...]) -> Menu | None:
    if not rest:
        return _unit_screen(turn, unit)
    if len(rest) > 1:
        return None
    if rest[0] == "more" and len(turn.attacks.get(unit, ())) > OPTIONS:
        shots = turn.prospects(unit)[OPTIONS - 1 :]
        choices = [_shot_choice(turn.view, shot) for shot in shots]
        focus = Focus(turn.view.units[unit].square, targets=_labels(turn, -1, shots))
        text = gettext("More targets of **{unit}**.", unit=marked(turn.view.units[unit]))
        return Menu(text, tuple(select(gettext("Attack"), choices)), focus)
    moves = turn.moves.get(unit, {})
    lane = lanes(turn.view).of(moves).get(rest[0]) if parted(moves) else None
    return _lane_screen(turn, unit, lane) if lane is not None else None


def _first_screen(turn: Turn, plan: Planner) -> Menu:
    units = [_unit_choice(turn, unit) for unit in turn.able]
    shots = sorted([one for unit in turn.attacks for one in turn.prospects(unit)], key=lambda one: -one.gain)
    quick = [_quick_shot(turn.view, shot) for shot in shots[:OPTIONS]]
    moves = plan(turn.view) if turn.moves else ()
    at_once = [*suggested(turn.view, moves), *volley(turn.view, shots)]
    heals = [_quick_heal(turn.view, heal) for unit in turn.heals for heal in turn.heals[unit]]
    heading = gettext("**Round {round}.**", round=turn.view.round)
    return Menu(
        f"{heading} {_turn_words(turn)}",
        (
            *select(gettext("Choose a unit"), units),
            *select(gettext("Attack at once, the best first"), quick),
            *select(gettext("Heal at once"), heals[:OPTIONS]),
            *buttons([*at_once, _end_turn(turn, useful=bool(moves or heals or shots))]),
        ),
    )


def _turn_words(turn: Turn) -> str:
    if not turn.able:
        return gettext("Nothing is left to do: end your turn.")
    if turn.view.phase == "attacking":
        return ngettext(
            "Your moves are over; {number} unit can still act.",
            "Your moves are over; {number} units can still act.",
            turn.fighters,
        )
    if not turn.view.pool:
        return gettext("You have no space to move; your first attack or heal ends your moves.")
    return ngettext(
        "You have {number} space to move; your first attack or heal ends your moves.",
        "You have {number} spaces to move; your first attack or heal ends your moves.",
        turn.view.pool,
    )


def _unit_choice(turn: Turn, index: int) -> Choice:
    view, unit = turn.view, turn.view.units[index]
    words = [place(view, unit.square), gettext("{hp} HP", hp=unit.hp)]
    if index in turn.moves:
        words.append(gettext("can move"))
    if index in turn.attacks:
        words.append(ngettext("{number} target", "{number} targets", len(turn.attacks[index])))
    if index in turn.heals:
        words.append(gettext("{number} to heal", number=len(turn.heals[index])))
    return Choice(f"u{index}", unit_name(unit), ", ".join(words))


def _quick_shot(view: PapyrusView, shot: Prospect) -> Choice:
    target = view.units[shot.target]
    label = f"{unit_name(view.units[shot.unit])} → {marked(target)}"
    return Choice(f"x{shot.unit}-{shot.target}", label, _target_hint(view, target, shot), (_attack(shot),))


def _quick_heal(view: PapyrusView, heal: Heal) -> Choice:
    ally = view.units[heal.target]
    label = f"{unit_name(view.units[heal.unit])} → {unit_name(ally)}"
    return Choice(f"y{heal.unit}-{heal.target}", label, _heal_hint(view, ally), (heal,))


def _attack(shot: Prospect) -> Attack:
    return Attack(shot.unit, shot.target)


def _target_hint(view: PapyrusView, target: Unit, shot: Prospect) -> str:
    where = place(view, target.square)
    return gettext("{square}, {hp} HP: {prospect}", square=where, hp=target.hp, prospect=shot.words)


def _end_turn(turn: Turn, *, useful: bool) -> Choice:
    """Return the choice that ends the turn; it asks for confirmation if a useful action is still possible."""
    left = []
    if turn.moves:
        left.append(spaces_words(turn.view.pool))
    if turn.fighters:
        left.append(ngettext("{number} unit able to act", "{number} units able to act", turn.fighters))
    hint = gettext("{things} left", things=listed(left)) if left else ""
    return Choice("end", gettext("End turn"), hint, (EndTurn(),), style="grave" if useful else "main")


def _unit_screen(turn: Turn, index: int) -> Menu:
    view, unit = turn.view, turn.view.units[index]
    shots = turn.prospects(index)
    heals = [_heal_choice(view, action) for action in turn.heals.get(index, ())]
    moves = turn.moves.get(index)
    if not moves:
        destinations: list[Group] = []
    else:
        destinations = lanes(turn.view).groups(gettext("Move"), moves, _Guide(turn, index).choice)
    # The path to the next unit, without going back.
    following = _following(turn, index)
    if following is None:
        next_unit: list[Choice] = []
    else:
        label = gettext("Next: {unit}", unit=unit_name(turn.view.units[following]))
        next_unit = [Choice("next", label, then=(f"u{following}",))]
    return Menu(
        _unit_text(turn, index),
        (
            *buttons(_arrows(turn, index)),
            *select(gettext("Attack, the best first"), _shot_choices(view, shots)),
            *select(gettext("Heal"), heals),
            *_worth_going(turn, index),
            *destinations,
            *buttons(next_unit),
        ),
        Focus(unit.square, frozenset(turn.moves.get(index, ())), _labels(turn, index, shots)),
    )


def _unit_text(turn: Turn, index: int) -> str:
    view, unit = turn.view, turn.view.units[index]
    where = place(view, unit.square)
    words = [gettext("**{unit}** at {square}, {hp} HP.", unit=marked(unit), square=where, hp=unit.hp)]
    if view.phase == "attacking":
        words.append(gettext("Your moves are over for this turn."))
    elif view.pool:
        words.append(
            ngettext(
                "Your squad has {number} space left to move.",
                "Your squad has {number} spaces left to move.",
                view.pool,
            )
        )
    if unit.kind is Kind.RPG and view.phase == "moving":
        words.append(
            gettext("An RPG unit goes at most 2 a turn; this one has gone {moved}.", moved=unit.moved)
        )
    if index not in turn.attacks and not unit.acted:
        words.append(gettext("It has no target from here."))
    return " ".join(words)


def _labels(turn: Turn, index: int, shots: Sequence[Prospect]) -> dict[int, str]:
    units = turn.view.units
    labels = {units[shot.target].square: f"{shot.chances}/6" for shot in shots}
    for action in turn.heals.get(index, ()):
        labels[units[action.target].square] = f"+{_healing(turn.view, units[action.target])}"
    return labels


def _healing(view: PapyrusView, unit: Unit) -> int:
    numbers = arsenal_of(view.options)
    return min(numbers.healing, numbers.full_hp - unit.hp)


def _heal_choice(view: PapyrusView, action: Heal) -> Choice:
    ally = view.units[action.target]
    return Choice(f"h{action.target}", unit_name(ally), _heal_hint(view, ally), (action,))


def _heal_hint(view: PapyrusView, ally: Unit) -> str:
    where, gain = place(view, ally.square), _healing(view, ally)
    return gettext("{square}, {hp} HP: heals {gain}", square=where, hp=ally.hp, gain=gain)


def _shot_choices(view: PapyrusView, shots: Sequence[Prospect]) -> list[Choice]:
    """Return one choice for each target; with too many for one select, the last leads to the others."""
    shown = shots if len(shots) <= OPTIONS else shots[: OPTIONS - 1]
    choices = [_shot_choice(view, shot) for shot in shown]
    if len(shown) < len(shots):
        hint = gettext("{number} with less to gain", number=len(shots) - len(shown))
        choices.append(Choice("more", gettext("More targets"), hint))
    return choices


def _shot_choice(view: PapyrusView, shot: Prospect) -> Choice:
    target = view.units[shot.target]
    return Choice(f"a{shot.target}", marked(target), _target_hint(view, target, shot), (_attack(shot),))


class _Guide:
    """Creates the choices of destinations of one unit, with its options there."""

    def __init__(self, turn: Turn, index: int) -> None:
        self._turn, self._index = turn, index
        self._lookout = Lookout(turn.field, turn.view.units, index, turn.view.hill)
        self._distances = turn.distances(index)

    def choice(self, square: int, key: str = "", label: str = "") -> Choice:
        name = place(self._turn.view, square)
        hint = f"{spaces_words(self._distances[square])}, {self._lookout.outlook(square).words}"
        move = self._turn.moves[self._index][square]
        return Choice(key or f"m{square}", f"{label} {name}".strip(), hint, (move,), (f"u{self._index}",))


def _arrows(turn: Turn, index: int) -> list[Choice]:
    moves = turn.moves.get(index)
    if not moves:
        return []
    guide, width = _Guide(turn, index), turn.view.width
    row, column = divmod(turn.view.units[index].square, width)
    choices = []
    for key, arrow, dx, dy in _ARROWS:
        square = (row + dy) * width + column + dx
        if 0 <= column + dx < width and square in moves:
            choices.append(guide.choice(square, key, arrow))
    return choices


def _worth_going(turn: Turn, index: int) -> list[Group]:
    """Return the best squares first, and those from which the unit can shoot immediately."""
    moves = turn.moves.get(index)
    if not moves:
        return []
    scout, distances = Scout(turn.view, turn.field, index, moves), turn.distances(index)
    best = scout.best(distances)
    following = _following(turn, index)
    then = (f"u{following}",) if following is not None else ()
    going = [scout.choice(square, outlook, distances[square], then) for square, outlook in best]
    strikes = [] if turn.view.units[index].acted else [scout.strike(square) for square, _ in best]
    return [
        *select(gettext("Worth going to"), going),
        *select(
            gettext("Go and attack, which ends your moves"),
            [strike for strike in strikes if strike is not None],
        ),
    ]


def _following(turn: Turn, index: int) -> int | None:
    """Return the next unit that can do something and has not moved yet, in squad order, wrapping around."""
    waiting = [unit for unit in turn.able if unit != index and not turn.view.units[unit].moved]
    return next((unit for unit in waiting if unit > index), waiting[0] if waiting else None)


def _lane_screen(turn: Turn, index: int, lane: Lane) -> Menu:
    guide = _Guide(turn, index)
    unit = turn.view.units[index]
    asked = gettext("Where shall **{unit}** go?", unit=marked(unit))
    return Menu(
        f"{asked} {lane.title}.",
        tuple(select(gettext("Move"), [guide.choice(square) for square in lane.squares])),
        Focus(unit.square, frozenset(lane.squares)),
    )
