"""Checking and completing the options of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET

from bot.base.language import gettext
from bot.engine.errors import BadOptions
from bot.engine.options import check_options
from bot.engine.spelling import did_you_mean
from bot.games.crossfire.rules.layout import Layout, read_layout, write_rows
from bot.games.crossfire.rules.options import FIRST_OF_FORM, QUICK, USUAL_END, Form, Options


def form_of(options: Options, seats: int) -> Form:
    """Return the form of the game. Raises `BadOptions` for the wrong number of seats (CRF-22, CRF-25)."""
    if options.ultimate and seats != 4:
        raise BadOptions.translated("Crossfire Ultimate is for four seats, not {seats}.", seats=seats)
    if seats not in (2, 4):
        raise BadOptions.translated("Crossfire is for two seats or four, not {seats}.", seats=seats)
    if options.ultimate:
        return "ultimate"
    return "two" if seats == 2 else "four"


def normalize(options: Options, seats: int, layouts: Mapping[str, Layout]) -> Options:
    """Return the options with layout, grid and end filled in. Raises `BadOptions` with a sentence.

    A given grid is kept: a typed one, or that of a match pinned before its layout changed. `end` is a choice
    of two players (CRF-33); matches of four have none.
    """
    form = form_of(options, seats)
    end = USUAL_END if options.end is UNSET else options.end
    options = msgspec.structs.replace(options, end=end)
    check_options(options)
    if form != "two":
        if end == "tie":
            raise BadOptions.translated(
                "A tie at an empty pack is for two players. With four the points decide: leave out end=tie."
            )
        options = msgspec.structs.replace(options, end=UNSET)
    if not options.grid.strip():
        layout = _named(options.layout, form, layouts)
        options = msgspec.structs.replace(options, layout=layout.key, grid=layout.grid)
    return msgspec.structs.replace(options, grid=write_rows(read_layout(options.grid, seats)))


def _named(name: str, form: Form, layouts: Mapping[str, Layout]) -> Layout:
    fitting = {key: layout for key, layout in layouts.items() if layout.form == form}
    if name == FIRST_OF_FORM and fitting:
        return next(iter(fitting.values()))
    if name == QUICK:
        name = f"{form}-{QUICK}"
    if name in fitting:
        return fitting[name]
    names = [FIRST_OF_FORM, QUICK, *fitting]
    raise BadOptions(_no_layout(name[:40], name in layouts, names))


def _no_layout(name: str, of_another_form: bool, names: Sequence[str]) -> str:
    layouts = ", ".join(names)
    if of_another_form:
        return gettext(
            'The layout "{layout}" is for another form of the game. Here you can choose: {layouts}.',
            layout=name,
            layouts=layouts,
        )
    return did_you_mean(
        gettext('There is no layout "{layout}".', layout=name),
        name,
        names,
        gettext("The layouts are: {layouts}.", layouts=layouts),
    )
