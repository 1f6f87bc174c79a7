"""Conditions that can never hold, or always do."""

from __future__ import annotations

from bot.cardfiles.collecting import Add
from bot.cardfiles.places import Place
from bot.engine.cards.nodes import DieShows, Filter, Holds, LevelIs, Node, PowerIs, RolledWas, ScoreIs
from bot.engine.language import N_, gettext, ngettext

_OTHERS = 5
"""Opponents, at most: a match has 2 to 6 seats (ARC-04)."""
_IS_NOT = {"even": N_("{number} is not even."), "odd": N_("{number} is not odd.")}
_IS_ANYWAY = {
    "even": N_("{number} is even anyway: leave it out."),
    "odd": N_("{number} is odd anyway: leave it out."),
}


def check_condition(test: Node, place: Place, add: Add) -> None:
    """Note a condition whose outcome is settled by what is printed on the card."""
    if isinstance(test, DieShows):
        _check_die(test, place, add)
        return
    if not isinstance(test, Holds | RolledWas | ScoreIs | PowerIs | LevelIs):
        return
    if test.at_most is not None and test.at_most < test.at_least:
        never = gettext(
            "at least {least} and at most {most} cannot both be.", least=test.at_least, most=test.at_most
        )
        add("E413", place, never)
    elif isinstance(test, Holds):
        _check_cards(test, place, add)
    elif isinstance(test, RolledWas) and test.parity and test.at_least == test.at_most:
        if (test.at_least % 2 == 0) != (test.parity == "even"):
            add("E413", place, gettext(_IS_NOT[test.parity], number=test.at_least))
        else:
            add("E418", (*place, "parity"), gettext(_IS_ANYWAY[test.parity], number=test.at_least))
    elif _asks_nothing(test):
        add("E414", place, gettext("this asks for nothing: say what it must be."))


def _asks_nothing(test: RolledWas | ScoreIs | PowerIs | LevelIs) -> bool:
    if isinstance(test, LevelIs):
        return test.at_least == 1 and test.at_most == 4
    special = test.parity if isinstance(test, RolledWas) else test.rank
    return not special and test.at_least == 0 and test.at_most is None


def _check_die(test: DieShows, place: Place, add: Add) -> None:
    shown = [
        number
        for number in range(test.at_least, min(test.sides, test.at_most or test.sides) + 1)
        if not test.parity or (number % 2 == 0) == (test.parity == "even")
    ]
    if not shown:
        add("E413", place, gettext("a die of {sides} sides never shows such a number.", sides=test.sides))
    elif len(shown) == test.sides:
        always = gettext("a die of {sides} sides always shows such a number: say which.", sides=test.sides)
        add("E414", place, always)


def _check_cards(test: Holds, place: Place, add: Add) -> None:
    most = _most(test)
    if test.at_least == 0 and (test.at_most is None or (most is not None and test.at_most >= most)):
        add("E414", place, gettext("there are always so many: say how many cards it takes."))
    elif most is not None and test.at_least > most:
        fewer = ngettext(
            "there are {number} such cards at most.", "there are {number} such cards at most.", most
        )
        add("E413", place, fewer)
    elif test.at_least <= 1 and test.at_most is None and _always_there(test):
        add("E414", place, gettext("everybody always has a Character: say which card it must be."))


def _most(test: Holds) -> int | None:
    """Return how many such cards there can be, where that is fixed: everybody has one current Character."""
    if test.cards.zone != "current":
        return None
    return {"opponents": _OTHERS, "everyone": _OTHERS + 1}.get(test.cards.whose, 1)


def _always_there(test: Holds) -> bool:
    return test.cards.zone in ("current", "stack", "play") and test.cards.which == Filter()
