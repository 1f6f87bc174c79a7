"""Checking and completing the options of a match."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import msgspec

from bot.engine.errors import BadOptions
from bot.games.crossfire.layout import SEATS_OF_FORM, Layout, read_layout, write_rows
from bot.games.crossfire.options import FIRST_OF_FORM, Form, Options


def form_of(options: Options, seats: int) -> Form:
    """Return the form of the game. Raises `BadOptions` for the wrong number of seats (CRF-22, CRF-25)."""
    if options.ultimate and seats != 4:
        raise BadOptions(f"Crossfire Ultimate is for four seats, not {seats}.")
    if seats not in (2, 4):
        raise BadOptions(f"Crossfire is for two seats or four, not {seats}.")
    if options.ultimate:
        return "ultimate"
    return "two" if seats == 2 else "four"


def settle(options: Options, seats: int, layouts: Mapping[str, Layout]) -> Options:
    """Return the options with the layout's name and grid filled in. Raises `BadOptions` with a sentence.

    A grid that is there already is taken: one typed in, or that of a match pinned before its layout changed.
    """
    form = form_of(options, seats)
    if not 2 <= options.jokers <= 3:
        raise BadOptions(f"A pack has 2 or 3 Jokers, not {options.jokers}.")
    if options.grid.strip():
        rows = read_layout(options.grid, seats)
        return msgspec.structs.replace(options, grid=write_rows(rows))
    layout = _named(options.layout, form, layouts)
    rows = read_layout(layout.grid, SEATS_OF_FORM[form])
    return msgspec.structs.replace(options, layout=layout.key, grid=write_rows(rows))


def _named(name: str, form: Form, layouts: Mapping[str, Layout]) -> Layout:
    fitting = {key: layout for key, layout in layouts.items() if layout.form == form}
    if name == FIRST_OF_FORM and fitting:
        return next(iter(fitting.values()))
    if name in fitting:
        return fitting[name]
    names = [FIRST_OF_FORM, *fitting]
    if name in layouts:
        raise BadOptions(
            f'The layout "{name}" is for another form of the game. Here you can choose: {", ".join(names)}.'
        )
    near = difflib.get_close_matches(name[:40].lower(), names, n=1)
    hint = f'Did you mean "{near[0]}"? ' if near else ""
    raise BadOptions(f'There is no layout "{name[:40]}". {hint}The layouts are: {", ".join(names)}.')
