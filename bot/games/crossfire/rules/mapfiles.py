"""User-made layouts of Crossfire: a file for each (CRF-01, CRF-22, CRF-25)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.base.language import N_
from bot.engine.mapfiles import Key, Line, MapFormat, Preview, Title
from bot.games.crossfire.rules.layout import SEATS_OF_FORM, read_layout, write_rows
from bot.games.crossfire.rules.options import FIRST_OF_FORM, QUICK, Form


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout: its name, the form of the game it is for, and its squares."""

    key: Key
    title: Title
    form: Form
    grid: Annotated[str, Meta(max_length=300)]
    description: Line = ""


def layout_format(layouts: Collection[str]) -> MapFormat:
    """Return the kind of files, given the keys of the shipped layouts."""
    return MapFormat(
        "layout",
        "crossfire",
        "layout",
        (N_("layout"), N_("layouts")),
        LayoutFile,
        {"LayoutFile": N_("a layout")},
        (FIRST_OF_FORM, QUICK, *layouts),
        _check,
        "grid",
        lambda found: {"layout": found[0].key, "grid": write_rows(_rows(found[0]))},
        lambda one: Preview({"grid": one.grid, "ultimate": one.form == "ultimate"}, SEATS_OF_FORM[one.form]),
        beside=("grid",),
    )


def _check(one: LayoutFile) -> None:
    _rows(one)


def _rows(one: LayoutFile) -> tuple[str, ...]:
    return read_layout(one.grid, SEATS_OF_FORM[one.form])
